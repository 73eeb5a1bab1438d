package batch

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/ops"
	"github.com/ndtool/ndtool/stage"
)

// Operand is an input of a join: one array. It is open only while it is read,
// unless it is the standard input.
type Operand struct {
	Header npy.Header
	in     Input
	src    *Source
}

// OpenOperand reads the header of an input that means one array.
func OpenOperand(in Input, stdin io.Reader, spool bool) (*Operand, error) {
	if in.Err != nil {
		return nil, in.Err
	}
	src, err := (&Source{in: in}).open(stdin, spool)
	if err != nil {
		return nil, err
	}
	a, err := src.One()
	if err != nil {
		src.Close()
		return nil, err
	}
	o := &Operand{Header: a.Header, in: in}
	if in.Path == Stdin {
		o.src = src
		return o, nil
	}
	return o, src.Close()
}

// Close ends the use of an operand.
func (o *Operand) Close() error {
	if o.src == nil {
		return nil
	}
	return o.src.Close()
}

// source opens the operand's input again, unless it is still open.
func (o *Operand) source() (src *Source, end func() error, err error) {
	if o.src != nil {
		return o.src, nothing, nil
	}
	if src, err = Open(o.in, nil); err != nil {
		return nil, nil, err
	}
	return src, src.Close, nil
}

// open opens the operand, whose bytes stay readable until end is called.
func (o *Operand) open() (from operand, end func() error, err error) {
	src, end, err := o.source()
	if err != nil {
		return from, nil, err
	}
	a, err := src.One()
	if err == nil && (a.Header.DType != o.Header.DType || !slices.Equal(a.Header.Shape, o.Header.Shape)) {
		err = ErrChanged
	}
	if err == nil {
		var more func() error
		if from, more, err = a.operand(); err == nil {
			first := end
			return from, func() error { more(); return first() }, nil
		}
	}
	end()
	return from, nil, err
}

// Join is one array made of several, planned from their headers alone.
type Join struct {
	header   npy.Header // of the result
	operands []*Operand
	parts    []joinPart
	to       layout.Layout // of the result in its file
	size     int64         // bytes of the file
	head     []byte
	compute  func(boxes []*ndarray.Array) (*ndarray.Array, error)
	done     *ndarray.Array // the result, where it is computed already
}

// joinPart says which operands make a part, seen by what layouts.
type joinPart struct {
	to   layout.Layout
	from []int
	seen []layout.Layout // offsets from the array's first byte
}

// result plans the file of an array, which lies with its axes in an order.
func (j *Join) result(dt dtype.Type, axes, shape []int) error {
	l, err := layout.NewOrdered(dt.ItemSize(), axes, shape...)
	if err != nil {
		return err
	}
	order, _ := stage.Form{DType: dt, Layout: l, Storage: l.Len() * dt.ItemSize()}.Saved()
	j.header = npy.Header{DType: dt, FortranOrder: order == layout.F, Shape: shape}
	if j.head, err = j.header.AppendBinary(nil); err != nil {
		return err
	}
	if j.to, err = layout.New(dt.ItemSize(), order, shape...); err != nil {
		return err
	}
	j.to.Offset = len(j.head)
	j.size = int64(len(j.head)) + j.header.NumBytes()
	return nil
}

// samples are arrays without elements of the operands' dtypes, which tell the
// result's and most refusals.
func samples(operands []*Operand) ([]*ndarray.Array, error) {
	arrays := make([]*ndarray.Array, len(operands))
	for i, o := range operands {
		var err error
		if arrays[i], err = ndarray.New(o.Header.DType, 0); err != nil {
			return nil, err
		}
	}
	return arrays, nil
}

// PlanConcat plans ops.Concat or, with stack, ops.Stack.
func PlanConcat(stack bool, axis int, operands []*Operand) (*Join, error) {
	j := &Join{operands: operands}
	empty, err := samples(operands)
	if err != nil {
		return nil, err
	}
	sample, err := ops.Concat(nil, 0, empty...)
	if err != nil {
		return nil, err
	}
	// arrays of the shapes without bytes are joined for the shape
	join := ops.Concat
	if stack {
		join = ops.Stack
	}
	shapes := make([]*ndarray.Array, len(operands))
	for i, o := range operands {
		if shapes[i], err = ndarray.New(dtype.VoidOf(0), o.Header.Shape...); err != nil {
			return nil, err
		}
	}
	whole, err := join(nil, axis, shapes...)
	if err != nil {
		return nil, err
	}
	shape := whole.Shape()
	if axis < 0 {
		axis += len(shape)
	}
	seen := make([]layout.Layout, len(operands))
	for i, o := range operands {
		if seen[i], err = o.Header.Layout(); err != nil {
			return nil, err
		}
		if stack {
			if seen[i], err = seen[i].Unsqueeze(axis); err != nil {
				return nil, err
			}
		}
	}
	dt := sample.DType()
	if err := j.result(dt, layout.KOrder(seen...), shape); err != nil {
		return nil, err
	}
	at := 0
	for i, l := range seen {
		place := within(j.to, make([]int, len(shape)), l.Shape)
		place.Offset += at * j.to.Strides[axis]
		at += l.Shape[axis]
		j.parts = append(j.parts, joinPart{to: place, from: []int{i}, seen: []layout.Layout{l}})
	}
	j.compute = func(boxes []*ndarray.Array) (*ndarray.Array, error) {
		dst, err := ndarray.New(dt, boxes[0].Shape()...)
		if err != nil {
			return nil, err
		}
		return ops.Concat(dst, 0, boxes...)
	}
	return j, nil
}

// PlanElementwise plans a function of two arrays that works element by element,
// with broadcasting.
func PlanElementwise(f func(dst, x, y *ndarray.Array) (*ndarray.Array, error), operands []*Operand) (*Join, error) {
	j := &Join{operands: operands}
	empty, err := samples(operands)
	if err != nil {
		return nil, err
	}
	sample, err := f(nil, empty[0], empty[1])
	if err != nil {
		return nil, err
	}
	shape, err := layout.Broadcast(operands[0].Header.Shape, operands[1].Header.Shape)
	if err != nil {
		return nil, err
	}
	p := joinPart{from: []int{0, 1}, seen: make([]layout.Layout, 2)}
	for i, o := range operands {
		if p.seen[i], err = o.Header.Layout(); err == nil {
			p.seen[i], err = p.seen[i].Expand(shape...)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := j.result(sample.DType(), layout.WalkOrder(p.seen...), shape); err != nil {
		return nil, err
	}
	p.to = j.to
	j.parts = []joinPart{p}
	j.compute = func(boxes []*ndarray.Array) (*ndarray.Array, error) { return f(nil, boxes[0], boxes[1]) }
	return j, nil
}

// Write writes the result as a .npy file, holding at most memory bytes of data
// (0 for the usual) whatever the sizes. An error that an input is to blame for
// is an *InputError.
func (j *Join) Write(ctx context.Context, w io.Writer, memory int64, workers int) error {
	if j.done != nil {
		return npy.Write(w, j.done)
	}
	budget := budgetOf(memory)
	return positioned(ctx, w, j.size, func(out io.WriterAt) error {
		if _, err := out.WriteAt(j.head, 0); err != nil {
			return bareWrite(err)
		}
		for _, p := range j.parts {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := j.writePart(ctx, out, p, budget, workers); err != nil {
				return err
			}
		}
		return nil
	})
}

func (j *Join) writePart(ctx context.Context, out io.WriterAt, p joinPart, budget, workers int) error {
	whole := part{to: p.to, dtype: j.header.DType, compute: j.compute}
	for k := range p.to.Shape {
		whole.axes = append(whole.axes, k)
	}
	whole.held = 2 * int64(p.to.Len()) * int64(j.header.DType.ItemSize())
	for k, i := range p.from {
		from, end, err := j.operands[i].open()
		if err != nil {
			return &InputError{j.operands[i].in, err}
		}
		defer end()
		l := p.seen[k]
		l.Offset += from.layout.Offset
		from.layout = l
		whole.from = append(whole.from, from)
	}
	if len(whole.from) == 1 && whole.from[0].dtype == whole.dtype {
		whole.compute = nil
	}
	return whole.write(ctx, out, budget, workers)
}

// InputError is a failure of one of the inputs of a join.
type InputError struct {
	Input Input
	Err   error
}

// Error returns the line that tells it.
func (e *InputError) Error() string { return Failure(e.Input, e.Err) }

// Unwrap returns the failure.
func (e *InputError) Unwrap() error { return e.Err }

// operand is the array where its bytes lie, which stay readable until end is
// called. A member whose bytes are not in memory goes to a temporary file, its
// checksum proven.
func (a *Array) operand() (o operand, end func() error, err error) {
	l, err := a.Header.Layout()
	if err != nil {
		return o, nil, err
	}
	o = operand{bytes: a.source, dtype: a.Header.DType, layout: l}
	if a.member == nil {
		o.layout.Offset += int(a.Header.Offset)
		return o, nothing, nil
	}
	data, err := a.Data()
	if err != nil {
		return o, nil, err
	}
	if a.Header.NumBytes() <= readWhole {
		b, err := io.ReadAll(data)
		o.bytes = bytes.NewReader(b)
		return o, nothing, err
	}
	spooled := new(Source)
	if err := spooled.spool(data); err != nil {
		spooled.Close()
		return o, nil, fmt.Errorf("copying to a temporary file: %w", err)
	}
	o.bytes = spooled
	return o, spooled.Close, nil
}

// Compute makes the result of a function of two arrays that needs all of both
// at once. It fails with ErrMemory where they are more than memory, 0 for no
// bound.
func Compute(ctx context.Context, f func(dst, x, y *ndarray.Array) (*ndarray.Array, error), operands []*Operand, memory int64) (*Join, error) {
	var need int64
	for _, o := range operands {
		need += o.Header.NumBytes()
	}
	if memory > 0 && need > memory {
		return nil, fmt.Errorf("%w: the inputs are %d bytes, which are needed at once, the bound is %d", ErrMemory, need, memory)
	}
	arrays := make([]*ndarray.Array, len(operands))
	for i, o := range operands {
		src, end, err := o.source()
		if err != nil {
			return nil, &InputError{o.in, err}
		}
		defer end()
		a, err := src.One()
		if err != nil {
			return nil, &InputError{o.in, err}
		}
		array, unload, err := a.Load()
		if err != nil {
			return nil, &InputError{o.in, err}
		}
		defer unload()
		arrays[i] = array.WithContext(ctx)
	}
	r, err := f(nil, arrays[0], arrays[1])
	return &Join{done: r}, err
}
