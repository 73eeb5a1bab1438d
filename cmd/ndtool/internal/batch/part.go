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
	"github.com/ndtool/ndtool/stage"
)

// part is an array's place in an output file, and what comes there: the items
// of one operand, or what is computed of boxes of several.
type part struct {
	to      layout.Layout // offset from the start of the output
	dtype   dtype.Type
	from    []operand // of one shape
	axes    []int     // for each axis of from the one of to along which it is cut, or as stage.Plan.Parts says
	held    int64     // bytes that the computation would hold if from were one box
	compute func(boxes []*ndarray.Array) (*ndarray.Array, error)
	join    func(x, y *ndarray.Array) (*ndarray.Array, error) // of boxes along axes that are joined
}

// operand is an array that lies in a file or in memory.
type operand struct {
	bytes  io.ReaderAt
	dtype  dtype.Type
	layout layout.Layout // offset from the start of bytes
}

// mostBox bounds what the computation of one box holds, in bytes: the system needs
// longer to find more memory than is gained by longer runs.
const mostBox = 48 << 20

// write fills the part by at most workers goroutines that hold at most budget
// bytes in all.
func (p part) write(ctx context.Context, out io.WriterAt, budget, workers int) error {
	if slices.Contains(p.to.Shape, 0) {
		return nil
	}
	if p.compute == nil {
		return copyTiles(ctx, out, p.to, p.from[0].bytes, p.from[0].layout, p.dtype.ItemSize(), budget, workers)
	}
	box, err := p.box(min(budget/2, mostBox))
	if err != nil {
		return err
	}
	shape := p.from[0].layout.Shape
	var order, joins []int // of axes; boxes that are joined come one after the other
	for k, axis := range p.axes {
		if axis == stage.Joined {
			joins = append(joins, k)
		} else {
			order = append(order, k)
		}
	}
	order = append(order, joins...)
	first, size := make([]int, len(box)), make([]int, len(box))
	rooms := make([][]byte, len(p.from))
	var r *ndarray.Array
	for more := true; more; more = advance(first, box, shape, order) {
		for k := range box {
			size[k] = min(box[k], shape[k]-first[k])
			if short := p.shortest(k) - size[k]; short > 0 { // some is computed twice
				first[k], size[k] = first[k]-short, size[k]+short
			}
		}
		boxes := make([]*ndarray.Array, len(p.from))
		for i, o := range p.from {
			if boxes[i], err = o.read(ctx, first, size, &rooms[i], budget/4); err != nil {
				return err
			}
		}
		before := r
		if r, err = p.compute(boxes); err == nil && before != nil {
			r, err = p.join(before, r)
		}
		if err != nil {
			return err
		}
		if slices.ContainsFunc(joins, func(k int) bool { return first[k]+size[k] < shape[k] }) {
			continue
		}
		if err := p.put(ctx, out, r, first, budget/4, workers); err != nil {
			return err
		}
		r = nil
	}
	return nil
}

// put writes the result of the box at first.
func (p part) put(ctx context.Context, out io.WriterAt, r *ndarray.Array, first []int, budget, workers int) error {
	if r.DType() != p.dtype {
		return fmt.Errorf("%w: a part of the result is %.60s, expected %.60s", dtype.ErrDescr, r.DType(), p.dtype)
	}
	data, err := r.Storage().Acquire()
	if err != nil {
		return err
	}
	defer r.Storage().Release()
	to := layout.Layout{Shape: r.Shape(), Strides: p.to.Strides, Offset: p.to.Offset}
	for k, axis := range p.axes {
		if axis >= 0 {
			to.Offset += first[k] * p.to.Strides[axis]
		}
	}
	return copyTiles(ctx, out, to, bytes.NewReader(data), r.Layout(), p.dtype.ItemSize(), budget, workers)
}

// box chooses the shape of the boxes that the part is computed by: all of the axes
// that cannot be cut, and as long as may be along those on which the output, and
// then the input, goes on fastest.
func (p part) box(budget int) ([]int, error) {
	shape := p.from[0].layout.Shape
	box := slices.Clone(shape)
	least := p.least()
	if least > int64(budget) {
		return nil, fmt.Errorf("%w: the smallest part needs %d bytes, there are %d", ErrMemory, least, budget)
	}
	n := int(int64(budget) / max(least, 1)) // smallest boxes
	lengthen := func(k int) {
		short := max(p.shortest(k), 1)
		box[k] = min(shape[k], n*short)
		n = max(n*short/max(box[k], 1), 1)
	}
	for _, axis := range slices.Backward(p.to.CopyOrder()) {
		if k := slices.Index(p.axes, axis); k >= 0 {
			lengthen(k)
		}
	}
	for _, k := range slices.Backward(p.from[0].layout.CopyOrder()) {
		if p.axes[k] == stage.Joined {
			lengthen(k)
		}
	}
	return box, nil
}

// shortest is how long boxes are at least along an axis that can be cut. Where the
// others cannot be, two items keep those beside it from joining, in the order of
// whose elements numbers might be added up.
func (p part) shortest(k int) int {
	if slices.Contains(p.axes, stage.Whole) {
		return min(p.from[0].layout.Shape[k], 2)
	}
	return min(p.from[0].layout.Shape[k], 1)
}

// least is how many bytes the smallest box takes, with what the computation holds.
func (p part) least() int64 {
	parts := int64(1)
	for k, axis := range p.axes {
		if axis != stage.Whole {
			parts *= int64(p.from[0].layout.Shape[k] / max(p.shortest(k), 1))
		}
	}
	whole := p.held
	for _, o := range p.from {
		whole += int64(o.layout.Len()) * int64(o.dtype.ItemSize())
	}
	return whole/max(parts, 1) + 1
}

// advance moves first to the next box, the last axis of the order fastest.
func advance(first, box, shape, order []int) (more bool) {
	for _, k := range slices.Backward(order) {
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

// read reads a box, once where it is the same along an axis, into *room. The box
// lies in memory as the operand does, so that what is computed of it is the same
// bit for bit: its axes in the same order and direction.
func (o operand) read(ctx context.Context, first, size []int, room *[]byte, budget int) (*ndarray.Array, error) {
	from := within(o.layout, first, size)
	for k, stride := range from.Strides {
		if stride == 0 {
			from.Shape[k] = 1
		}
	}
	packed, err := layout.NewOrdered(o.dtype.ItemSize(), from.CopyOrder(), from.Shape...)
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
	for k, stride := range from.Strides {
		if stride < 0 {
			if packed, err = packed.Flip(k); err != nil {
				return nil, err
			}
		}
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

// Bands hands over the elements of an array in bands along an axis, one after the
// other, that hold at most memory bytes, 0 for the usual. A band is valid until f
// returns. It fails with ErrMemory where the narrowest holds more.
func (a *Array) Bands(ctx context.Context, axis int, memory int64, f func(band *ndarray.Array) error) error {
	o, end, err := a.operand()
	if err != nil {
		return err
	}
	defer end()
	first, size := make([]int, len(a.Header.Shape)), slices.Clone(a.Header.Shape)
	n := size[axis]
	narrowest, budget := a.Header.NumBytes()/int64(max(n, 1)), int64(budgetOf(memory)/2)
	if narrowest > budget {
		return fmt.Errorf("%w: the smallest part needs %d bytes, there are %d", ErrMemory, narrowest, budget)
	}
	each := int(min(budget/max(narrowest, 1), int64(max(n, 1))))
	var room []byte
	for first[axis] < n {
		size[axis] = min(each, n-first[axis])
		band, err := o.read(ctx, first, size, &room, int(budget))
		if err == nil {
			err = f(band)
		}
		if err != nil {
			return err
		}
		first[axis] += size[axis]
	}
	return nil
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
