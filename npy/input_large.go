package npy

import (
	"io"
	"os"
	"runtime"
	"time"

	"github.com/ndtool/ndtool/internal/mapping"
	"github.com/ndtool/ndtool/internal/parallel"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ndarray/move"
)

// readAtParallel is r.ReadAt in several parts at once where b is large:
// copying from the page cache and touching fresh memory are work for every
// processor, and a disk serves several requests at a time.
func readAtParallel(r io.ReaderAt, b []byte, off int64) (int, error) {
	const least, most = 4 << 20, 8 // bytes of a part; parts
	parts := min(len(b)/least, runtime.GOMAXPROCS(0), most)
	if parts < 2 {
		return readPart(r, b, off)
	}
	type result struct {
		n   int
		err error
	}
	size := (len(b)/parts + 4095) &^ 4095
	results := make([]result, parts)
	parallel.Do(parts, func(i int) {
		part := b[i*size : min((i+1)*size, len(b))]
		n, err := readPart(r, part, off+int64(i*size))
		if n == len(part) {
			err = nil
		}
		results[i] = result{n, err}
	})
	n := 0
	for _, r := range results {
		n += r.n
		if r.err != nil {
			return n, r.err
		}
	}
	return n, nil
}

// readPart is r.ReadAt for one goroutine.
func readPart(r io.ReaderAt, b []byte, off int64) (int, error) {
	const piece = 32 << 20 // bytes, so that not all of the file stays mapped
	if f, ok := r.(*os.File); ok && runtime.GOOS == "linux" && len(b) >= 4*piece {
		return readPieces(f, b, off, piece)
	}
	return r.ReadAt(b, off)
}

// readPieces is f.ReadAt in pieces. Where the system's cache holds a file in large
// pages, copying it from a mapping is half as fast again as having the system copy
// it; where the pages are small it is slower. The first two pieces tell.
func readPieces(f *os.File, b []byte, off int64, piece int) (n int, err error) {
	var took [2]time.Duration // by the system, by a mapping
	for k := 0; n < len(b); k++ {
		way := k
		if k >= len(took) {
			way = 0
			if took[1] < took[0] {
				way = 1
			}
		}
		part := b[n:min(n+piece, len(b))]
		start := time.Now()
		if way == 0 || copyMapped(part, f, off+int64(n)) != nil {
			if got, err := f.ReadAt(part, off+int64(n)); got < len(part) {
				return n + got, err
			}
		}
		took[way] = time.Since(start)
		n += len(part)
	}
	return n, nil
}

// copyMapped copies bytes of a file by way of a mapping of them. It fails where a
// mapping cannot be had or read, as that of a file that is cut meanwhile.
func copyMapped(dst []byte, f *os.File, off int64) error {
	lead := int(off % mapping.Unit)
	m, err := mapping.Map(f, off-int64(lead), lead+len(dst), mapping.ReadOnly)
	if err != nil {
		return err
	}
	defer mapping.Unmap(m)
	l, err := layout.New(1, layout.C, len(dst))
	if err != nil {
		return err
	}
	p, err := layout.NewPlan(l, l)
	if err != nil {
		return err
	}
	if fault := mapping.Guard(func() { move.Copy(dst, m[lead:], &p, 1, move.Swap{}, 1) }); fault != nil {
		return fault
	}
	// behind the end of a file its last page holds zeros
	info, err := f.Stat()
	if err == nil && info.Size() < off+int64(len(dst)) {
		err = io.ErrUnexpectedEOF
	}
	return err
}
