package npy

import (
	"io"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ndarray/move"
)

const (
	// sliceGap is how many unwanted bytes are read rather than skipped: about
	// what a system call costs.
	sliceGap = 16 << 10

	// sliceBuffer bounds the bytes read at a time to pick wanted ones from.
	sliceBuffer = 1 << 20
)

// ReadSlice reads the part of an array that a basic index selects, without
// mapping the file and without reading what lies far from the part. r is a
// whole .npy file of size bytes. The result is packed in fresh memory (or
// Options.Buffer), its axes in the order that they have in the file.
//
// The errors are those of Read, and layout's for the index.
func ReadSlice(r io.ReaderAt, size int64, opt Options, ix ...layout.Index) (*ndarray.Array, error) {
	h, err := headerAt(r, size, opt)
	if err == nil {
		err = opt.admit(h, max(size-h.Offset, 0))
	}
	if err != nil {
		return nil, within(err, opt.File, opt.Member)
	}
	a, err := readSlice(func(b []byte, at int64) (int, error) { return r.ReadAt(b, h.Offset+at) }, h, opt, ix)
	return a, within(err, opt.File, opt.Member)
}

// ReadFileSlice is ReadSlice of the file name: nothing but the elements that
// the index selects is read. The errors are the same, and the system's in an
// *Error.
func ReadFileSlice(name string, opt Options, ix ...layout.Index) (*ndarray.Array, error) {
	if opt.File == "" {
		opt.File = name
	}
	f, info, err := open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if !info.Mode().IsRegular() {
		h, err := ReadHeader(f, opt)
		if err != nil {
			return nil, err
		}
		a, err := readSliceStream(f, h, opt, ix)
		return a, within(err, opt.File, opt.Member)
	}
	return ReadSlice(f, info.Size(), opt, ix...)
}

// readSliceStream is ReadSlice of the data that follow a header in r, read no
// further than needed.
func readSliceStream(r io.Reader, h Header, opt Options, ix []layout.Index) (*ndarray.Array, error) {
	if err := opt.admit(h, -1); err != nil {
		return nil, err
	}
	var done int64
	return readSlice(func(b []byte, at int64) (int, error) {
		skipped, err := io.CopyN(io.Discard, r, at-done)
		done += skipped
		if err != nil {
			return 0, err
		}
		n, err := readFull(r, b)
		done += int64(n)
		return n, err
	}, h, opt, ix)
}

// readSlice reads by read, which fills a slice from a byte of the data; the
// bytes asked for rise from call to call.
func readSlice(read func([]byte, int64) (int, error), h Header, opt Options, ix []layout.Index) (*ndarray.Array, error) {
	full, err := h.Layout()
	if err != nil {
		return nil, err
	}
	part, err := full.Slice(ix...)
	if err != nil {
		return nil, err
	}
	itemSize := h.DType.ItemSize()
	packed, err := layout.NewOrdered(itemSize, part.CopyOrder(), part.Shape...)
	if err != nil {
		return nil, err
	}
	data, err := opt.room(part.Len() * itemSize)
	if err != nil {
		return nil, err
	}
	p, err := layout.NewPlan(part, packed)
	if err != nil {
		return nil, err
	}
	if len(data) > 0 {
		g := newGather(read, data, itemSize, &p)
		if err := g.axis(0, p.Offset(0), p.Offset(1)); err != nil {
			return nil, dataError(h, g.at, err)
		}
	}
	return ndarray.FromBytes(data, h.DType, packed)
}

// gather reads the source (operand 0) of a plan piece by piece into data
// (operand 1). The plan's axes have falling strides in the source, so what is
// asked of read rises.
type gather struct {
	read     func([]byte, int64) (int, error)
	at       int64 // the byte of the source behind the last one read
	data     []byte
	itemSize int
	shape    []int
	from, to []int  // strides in the source and in data
	span     []int  // span[k] is the bytes that the axes from k on span in the source
	packed   []bool // packed[k]: those axes are packed, in the source and in data alike
	near     []bool // near[k]: no gap within those axes is worth skipping
	buf      []byte
}

func newGather(read func([]byte, int64) (int, error), data []byte, itemSize int, p *layout.Plan) *gather {
	rank := p.Rank()
	g := &gather{
		read: read, data: data, itemSize: itemSize, shape: p.Shape(), from: p.Strides(0), to: p.Strides(1),
		span: make([]int, rank+1), packed: make([]bool, rank+1), near: make([]bool, rank+1),
	}
	g.span[rank], g.packed[rank], g.near[rank] = itemSize, true, true
	for k := rank - 1; k >= 0; k-- {
		g.span[k] = (g.shape[k]-1)*g.from[k] + g.span[k+1]
		g.packed[k] = g.packed[k+1] && g.from[k] == g.span[k+1] && g.to[k] == g.from[k]
		g.near[k] = g.near[k+1] && g.from[k]-g.span[k+1] <= sliceGap
	}
	return g
}

// axis reads the axes from k on, which start at byte src of the source and at
// byte dst of data.
func (g *gather) axis(k, src, dst int) error {
	if g.packed[k] {
		return g.fill(g.data[dst:dst+g.span[k]], src)
	}
	// rows that are long runs already need no buffer
	if g.near[k] && g.span[k+1] <= sliceBuffer && !(g.packed[k+1] && g.span[k+1] > sliceGap) {
		rows := 1 + (sliceBuffer-g.span[k+1])/g.from[k]
		for i := 0; i < g.shape[k]; i += rows {
			if err := g.pick(k, min(rows, g.shape[k]-i), src+i*g.from[k], dst+i*g.to[k]); err != nil {
				return err
			}
		}
		return nil
	}
	for i := range g.shape[k] {
		if err := g.axis(k+1, src+i*g.from[k], dst+i*g.to[k]); err != nil {
			return err
		}
	}
	return nil
}

// pick reads the span of some rows of axis k and copies the wanted items.
func (g *gather) pick(k, rows, src, dst int) error {
	n := (rows-1)*g.from[k] + g.span[k+1]
	if len(g.buf) < n {
		g.buf = move.Alloc(n)
	}
	if err := g.fill(g.buf[:n], src); err != nil {
		return err
	}
	shape := append([]int{rows}, g.shape[k+1:]...)
	p, err := layout.NewPlan(
		layout.Layout{Shape: shape, Strides: g.to[k:], Offset: dst},
		layout.Layout{Shape: shape, Strides: g.from[k:]})
	if err != nil {
		return err
	}
	move.Copy(g.data, g.buf, &p, g.itemSize, move.Swap{}, 1)
	return nil
}

func (g *gather) fill(b []byte, src int) error {
	n, err := g.read(b, int64(src))
	g.at = int64(src + n)
	if n == len(b) {
		return nil
	}
	return err
}
