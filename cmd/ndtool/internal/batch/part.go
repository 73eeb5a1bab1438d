package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/ndtool/ndtool/internal/atomicfile"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ndarray/tile"
)

// part is an array's place in an output file, and what comes there: the items
// of one operand, or what is computed of several, element by element.
type part struct {
	to      layout.Layout // offset from the start of the output
	dtype   dtype.Type
	from    []operand // broadcast to to's shape
	compute func(boxes []*ndarray.Array) (*ndarray.Array, error)
}

// operand is an array that lies in a file or in memory.
type operand struct {
	bytes  io.ReaderAt
	dtype  dtype.Type
	layout layout.Layout // offset from the start of bytes
}

// write fills the part by at most workers goroutines that hold at most budget
// bytes in all.
func (p part) write(ctx context.Context, out io.WriterAt, budget, workers int) error {
	if p.compute == nil {
		return copyTiles(ctx, out, p.to, p.from[0].bytes, p.from[0].layout, p.dtype.ItemSize(), budget, workers)
	}
	box, err := p.box(budget / 2)
	if err != nil {
		return err
	}
	first, size := make([]int, len(box)), make([]int, len(box))
	rooms := make([][]byte, len(p.from))
	for more := !slices.Contains(p.to.Shape, 0); more; more = advance(first, box, p.to.Shape) {
		for k := range box {
			size[k] = min(box[k], p.to.Shape[k]-first[k])
		}
		boxes := make([]*ndarray.Array, len(p.from))
		for i, o := range p.from {
			if boxes[i], err = o.read(ctx, first, size, &rooms[i], budget/4); err != nil {
				return err
			}
		}
		r, err := p.compute(boxes)
		if err != nil {
			return err
		}
		if r.DType() != p.dtype {
			return fmt.Errorf("%w: a part of the result is %s, expected %s", dtype.ErrDescr, r.DType(), p.dtype)
		}
		whole, err := r.Storage().Acquire()
		if err != nil {
			return err
		}
		err = copyTiles(ctx, out, within(p.to, first, size), bytes.NewReader(whole), r.Layout(), p.dtype.ItemSize(), budget/4, workers)
		r.Storage().Release()
		if err != nil {
			return err
		}
	}
	return nil
}

// box chooses the shape of the boxes that the part is computed by: as long as
// may be along the axes on which the output goes on fastest. Results are counted
// twice, for what the computation holds besides.
func (p part) box(budget int) ([]int, error) {
	each := 2 * p.dtype.ItemSize()
	for _, o := range p.from {
		each += o.dtype.ItemSize()
	}
	n := budget / max(each, 1)
	if n == 0 {
		return nil, fmt.Errorf("%w: one element needs %d bytes, there are %d", ErrMemory, each, budget)
	}
	box := make([]int, p.to.Rank())
	for k := range box {
		box[k] = 1
	}
	for _, k := range slices.Backward(p.to.CopyOrder()) {
		box[k] = max(1, min(p.to.Shape[k], n))
		n /= box[k]
	}
	return box, nil
}

// advance moves first to the next box, the last axis fastest.
func advance(first, box, shape []int) (more bool) {
	for k := len(first) - 1; k >= 0; k-- {
		if first[k] += box[k]; first[k] < shape[k] {
			return true
		}
		first[k] = 0
	}
	return false
}

// within is the box of l from the index first.
func within(l layout.Layout, first, size []int) layout.Layout {
	r := layout.Layout{Shape: slices.Clone(size), Strides: l.Strides, Offset: l.Offset}
	for k, i := range first {
		r.Offset += i * l.Strides[k]
	}
	return r
}

// read reads a box, once where it is the same along an axis, into *room.
func (o operand) read(ctx context.Context, first, size []int, room *[]byte, budget int) (*ndarray.Array, error) {
	from := within(o.layout, first, size)
	for k, stride := range from.Strides {
		if stride == 0 {
			from.Shape[k] = 1
		}
	}
	packed, err := layout.New(o.dtype.ItemSize(), layout.C, from.Shape...)
	if err != nil {
		return nil, err
	}
	n, err := packed.NumBytes(o.dtype.ItemSize())
	if err != nil {
		return nil, err
	}
	if cap(*room) < n {
		*room = make([]byte, n)
	}
	if err := copyTiles(ctx, memory((*room)[:n]), packed, o.bytes, from, o.dtype.ItemSize(), budget, 1); err != nil {
		return nil, err
	}
	a, err := ndarray.FromBytes((*room)[:n], o.dtype, packed)
	if err != nil {
		return nil, err
	}
	return a.WithContext(ctx).Expand(size...)
}

// memory is bytes as an io.WriterAt.
type memory []byte

func (m memory) WriteAt(b []byte, off int64) (int, error) { return copy(m[off:], b), nil }

// copyTiles copies items from one layout to another by tiles.
func copyTiles(ctx context.Context, dst io.WriterAt, to layout.Layout, src io.ReaderAt, from layout.Layout, itemSize, budget, workers int) error {
	tiles, err := cut(tile.Job{Dst: to, Src: from, ItemSize: itemSize}, budget/max(workers, 1), false)
	if err != nil {
		return err
	}
	return tiles.Copy(ctx, dst, src, workers)
}

// cut is tile.Cut with a refusal that names the flag.
func cut(job tile.Job, budget int, inOrder bool) (*tile.Tiles, error) {
	tiles, err := tile.Cut(job, max(budget, 1), inOrder)
	if errors.Is(err, tile.ErrBudget) {
		return nil, fmt.Errorf("%w: %w", ErrMemory, err)
	}
	return tiles, err
}

// positioned makes size bytes of an output by fill, which may write them in any
// order. What is no file gets them by way of a temporary one.
func positioned(ctx context.Context, w io.Writer, size int64, fill func(io.WriterAt) error) error {
	if out, ok := w.(outputFile); ok && !out.f.Direct() {
		if err := atomicfile.Allocate(out.f.Temporary(), size); err != nil {
			return bareWrite(err)
		}
		return fill(out.f)
	}
	f, end, err := Temporary()
	if err != nil {
		return err
	}
	defer end()
	if err := f.Truncate(size); err != nil {
		return err
	}
	if err := fill(f); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err = io.Copy(w, io.NewSectionReader(f, 0, size))
	return err
}
