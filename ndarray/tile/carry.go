package tile

import (
	"context"
	"fmt"
	"io"

	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ndarray/move"
	"golang.org/x/sync/errgroup"
)

// Copy carries every tile of t from src to dst, by at most workers goroutines
// at once, each with buffers of one tile: cut with the budget divided by their
// number. It stops between tiles when ctx ends, with its error. The order of
// the writes is not defined.
func (t *Tiles) Copy(ctx context.Context, dst io.WriterAt, src io.ReaderAt, workers int) error {
	n := t.Len()
	workers = max(1, min(workers, n))
	g, ctx := errgroup.WithContext(ctx)
	for w := range workers {
		g.Go(func() error {
			var buf buffers
			for i := w; i < n; i += workers {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := t.carry(dst, src, i, &buf); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// CopyTile carries the tile of one index, 0 to Len()-1. Tiles write disjoint
// bytes, so they may be carried by different processes, and again after a
// crash. Errors are those of src and dst.
func (t *Tiles) CopyTile(dst io.WriterAt, src io.ReaderAt, index int) error {
	var buf buffers
	return t.carry(dst, src, index, &buf)
}

// WriteTo writes the destination's bytes in order to w, for tiles that were cut
// in order.
func (t *Tiles) WriteTo(ctx context.Context, w io.Writer, src io.ReaderAt) error {
	var buf buffers
	s := &sequel{w: w, at: int64(t.job.Dst.Offset)}
	if lo, _, err := t.job.Dst.Extent(t.job.ItemSize); err == nil {
		s.at = int64(lo)
	}
	for i := range t.Len() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.carry(s, src, i, &buf); err != nil {
			return err
		}
	}
	return nil
}

// sequel is an io.WriterAt whose writes follow one another.
type sequel struct {
	w  io.Writer
	at int64
}

func (s *sequel) WriteAt(b []byte, off int64) (int, error) {
	if off != s.at {
		return 0, fmt.Errorf("tile: write at byte %d of a stream that stands at %d", off, s.at)
	}
	n, err := s.w.Write(b)
	s.at += int64(n)
	return n, err
}

// buffers are reused from tile to tile of one worker.
type buffers struct{ in, out []byte }

func room(b *[]byte, n int) []byte {
	if cap(*b) < n {
		*b = make([]byte, n)
	}
	return (*b)[:n]
}

// carry reads, moves and writes one tile.
func (t *Tiles) carry(dst io.WriterAt, src io.ReaderAt, index int, buf *buffers) error {
	shape := t.plan.Shape()
	first, size := make([]int, len(shape)), make([]int, len(shape))
	for k := len(shape) - 1; k >= 0; k-- {
		first[k] = index % t.n[k] * t.size[k]
		index /= t.n[k]
		size[k] = min(t.size[k], shape[k]-first[k])
	}
	in, from, err := t.read(src, first, size, buf)
	if err != nil {
		return err
	}
	to, err := layout.New(t.job.ItemSize, layout.C, size...)
	if err != nil {
		return err
	}
	n := to.Len() * t.job.ItemSize
	if len(t.job.Swap.Runs) == 0 && from.IsC(t.job.ItemSize) {
		return t.write(dst, in[from.Offset:from.Offset+n], first, size)
	}
	var p layout.Plan
	if err := p.Build(to, from); err != nil {
		return err
	}
	out := room(&buf.out, n)
	move.Copy(out, in, &p, t.job.ItemSize, t.job.Swap, 1)
	return t.write(dst, out, first, size)
}

// read reads the source of a box and returns its bytes and their layout.
func (t *Tiles) read(src io.ReaderAt, first, size []int, buf *buffers) ([]byte, layout.Layout, error) {
	strides := t.plan.Strides(1)
	b := t.blocks(size)
	l := layout.Layout{Shape: size, Strides: make([]int, len(size)), Offset: b.below}
	at := t.plan.Offset(1) - b.below
	for k, i := range first {
		at += i * strides[k]
	}
	for _, k := range b.inner {
		l.Strides[k] = strides[k]
	}
	n := b.length
	for _, k := range b.outer {
		l.Strides[k] = n
		n *= size[k]
	}
	in := room(&buf.in, n)
	err := eachRun(b.outer, size, strides, func(run, off int) error {
		piece := in[run*b.length : (run+1)*b.length]
		if got, err := src.ReadAt(piece, int64(at+off)); got < len(piece) {
			if err == nil || err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return fmt.Errorf("read %d bytes at byte %d: %w", len(piece), at+off, err)
		}
		return nil
	})
	return in, l, err
}

// write writes the packed items of a box, C order over the plan's axes, as runs
// of the destination.
func (t *Tiles) write(dst io.WriterAt, out []byte, first, size []int) error {
	strides := t.plan.Strides(0)
	at, run := t.plan.Offset(0), t.job.ItemSize
	for k, i := range first {
		at += i * strides[k]
	}
	k := len(size) - 1
	for ; k >= 0 && (strides[k] == run || size[k] == 1); k-- {
		run *= size[k]
	}
	outer := make([]int, 0, k+1)
	for ; k >= 0; k-- {
		outer = append(outer, k)
	}
	return eachRun(outer, size, strides, func(i, off int) error {
		if _, err := dst.WriteAt(out[i*run:(i+1)*run], int64(at+off)); err != nil {
			return fmt.Errorf("write %d bytes at byte %d: %w", run, at+off, err)
		}
		return nil
	})
}

// eachRun calls f for every index of the axes, the first axis fastest, with the
// running number and the distance from index 0 by the strides.
func eachRun(axes, size, strides []int, f func(run, off int) error) error {
	index := make([]int, len(axes))
	off := 0
	for run := 0; ; run++ {
		if err := f(run, off); err != nil {
			return err
		}
		i := 0
		for ; i < len(axes); i++ {
			k := axes[i]
			index[i]++
			off += strides[k]
			if index[i] < size[k] {
				break
			}
			off -= size[k] * strides[k]
			index[i] = 0
		}
		if i == len(axes) {
			return nil
		}
	}
}
