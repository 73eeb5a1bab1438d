package stage

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// runner makes the result of a stage.
type runner func(s Stage, a *ndarray.Array) (*ndarray.Array, error)

// relaid is a view of f with another layout.
func (f Form) relaid(l layout.Layout, err error) (Form, string, error) {
	return Form{DType: f.DType, Layout: l, Storage: f.Storage}, "", err
}

// packed is a fresh array of the shape in C or F order.
func packed(dt dtype.Type, order layout.Order, shape ...int) (Form, error) {
	l, err := layout.New(dt.ItemSize(), order, shape...)
	if err != nil {
		return Form{}, err
	}
	return Form{DType: dt, Layout: l, Storage: l.Len() * dt.ItemSize()}, nil
}

// order is the argument k, C if it was left out.
func (s Stage) order(k int) layout.Order {
	if v := s.args[k]; v.set {
		return layout.Order(v.text[0])
	}
	return layout.C
}

// memoryOrder is the order, C or F, in which a copy of in would be packed:
// A means F for what is F-contiguous and not C-contiguous.
func (f Form) memoryOrder(order layout.Order) layout.Order {
	size := f.DType.ItemSize()
	switch {
	case order != layout.A:
		return order
	case f.Layout.IsF(size) && !f.Layout.IsC(size):
		return layout.F
	}
	return layout.C
}

// integer is the argument k, or the default.
func (s Stage) integer(k, otherwise int) int {
	if v := s.args[k]; v.set {
		return v.n
	}
	return otherwise
}

func (s Stage) view(in Form) (layout.Layout, error) {
	return in.Layout.View(in.DType.ItemSize(), s.order(1), s.args[0].ints...)
}

func planView(s Stage, in Form) (Form, string, error) { return in.relaid(s.view(in)) }

func planReshape(s Stage, in Form) (Form, string, error) {
	l, err := s.view(in)
	if !errors.Is(err, layout.ErrNeedsCopy) || s.args[2].set {
		return in.relaid(l, err)
	}
	shape, shapeErr := layout.ResolveShape(in.Layout.Len(), s.args[0].ints)
	if shapeErr != nil {
		return Form{}, "", shapeErr
	}
	out, shapeErr := packed(in.DType, in.memoryOrder(s.order(1)), shape...)
	return out, needs(err), shapeErr
}

// needs is the reason of a *layout.NeedsCopy, without the operation.
func needs(err error) string {
	_, reason, _ := strings.Cut(err.Error(), ": ")
	return reason
}

func runReshape(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	r, _, err := a.Reshape(s.order(1), s.args[0].ints...)
	return r, err
}

func planContiguous(s Stage, in Form) (Form, string, error) {
	order := s.order(0)
	out, err := packed(in.DType, order, in.Layout.Shape...)
	if err != nil {
		return Form{}, "", err
	}
	size := in.DType.ItemSize()
	if order == layout.C && in.Layout.IsC(size) || order == layout.F && in.Layout.IsF(size) {
		out.Layout.Offset, out.Storage = in.Layout.Offset, in.Storage
		return out, "", nil
	}
	return out, "strides " + Tuple(in.Layout.Strides) + " are not those of " + string(order) + " order, " + Tuple(out.Layout.Strides), nil
}

func runContiguous(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	r, _, err := a.Contiguous(s.order(0))
	return r, err
}

// The layouts in which reshape, contiguous and flatten pack their operand.
func packsReshape(s Stage, in Form) (layout.Layout, error) { return in.inOrder(s.order(1)) }

func packsOrder(s Stage, in Form) (layout.Layout, error) { return in.inOrder(s.order(0)) }

// inOrder is the layout whose C order is the given order of f's elements.
func (f Form) inOrder(order layout.Order) (layout.Layout, error) {
	switch order = f.memoryOrder(order); order {
	case layout.F:
		return f.Layout.Transpose(), nil
	case layout.K: // as they lie in memory
		return f.Layout.Permute(layout.WalkOrder(f.Layout)...)
	}
	return f.Layout, nil
}

func planTranspose(s Stage, in Form) (Form, string, error) {
	if !s.args[0].set {
		return in.relaid(in.Layout.Transpose(), nil)
	}
	return in.relaid(in.Layout.Permute(s.args[0].ints...))
}

func planSwapAxes(s Stage, in Form) (Form, string, error) {
	return in.relaid(in.Layout.SwapAxes(s.args[0].n, s.args[1].n))
}

func planMoveAxis(s Stage, in Form) (Form, string, error) {
	return in.relaid(in.Layout.MoveAxis(s.args[0].ints, s.args[1].ints))
}

func planSlice(s Stage, in Form) (Form, string, error) {
	return in.relaid(in.Layout.Slice(s.args[0].index...))
}

func planExpand(s Stage, in Form) (Form, string, error) {
	return in.relaid(in.Layout.Expand(s.args[0].ints...))
}

func planUnfold(s Stage, in Form) (Form, string, error) {
	return in.relaid(in.Layout.Unfold(s.args[0].n, s.args[1].n, s.integer(2, 1)))
}

// planFlip and planSqueeze: an empty list of axes names none of them, where
// the layout's own functions take no axes to mean all.
func planFlip(s Stage, in Form) (Form, string, error) {
	if s.args[0].set && len(s.args[0].ints) == 0 {
		return in, "", nil
	}
	return in.relaid(in.Layout.Flip(s.args[0].ints...))
}

func planSqueeze(s Stage, in Form) (Form, string, error) {
	if s.args[0].set && len(s.args[0].ints) == 0 {
		return in, "", nil
	}
	return in.relaid(in.Layout.Squeeze(s.args[0].ints...))
}

func planUnsqueeze(s Stage, in Form) (Form, string, error) {
	return in.relaid(in.Layout.Unsqueeze(s.args[0].n))
}

func planFlatten(s Stage, in Form) (Form, string, error) {
	l, err := in.inOrder(s.order(0))
	if err != nil {
		return Form{}, "", err
	}
	l, err = l.View(in.DType.ItemSize(), layout.C, -1)
	if !errors.Is(err, layout.ErrNeedsCopy) {
		return in.relaid(l, err)
	}
	out, shapeErr := packed(in.DType, layout.C, in.Layout.Len())
	return out, needs(err), shapeErr
}

func runFlatten(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	r, _, err := a.Flatten(s.order(0))
	return r, err
}

func planDiagonal(s Stage, in Form) (Form, string, error) {
	return in.relaid(in.Layout.Diagonal(s.integer(0, 0), s.integer(1, 0), s.integer(2, 1)))
}

func planAsStrided(s Stage, in Form) (Form, string, error) {
	size := in.DType.ItemSize()
	strides, offset := s.args[1].ints, s.integer(2, 0)
	if s.args[3].text == "elements" {
		var err error
		if strides, offset, err = inBytes(strides, offset, size); err != nil {
			return Form{}, "", err
		}
	}
	return in.relaid(in.Layout.AsStrided(size, in.Storage, s.args[0].ints, strides, offset))
}

// inBytes turns strides and an offset in elements into bytes.
func inBytes(strides []int, offset, size int) ([]int, int, error) {
	b := make([]int, len(strides)+1)
	for k, n := range append(append([]int{}, strides...), offset) {
		b[k] = n * size
		if size != 0 && b[k]/size != n {
			return nil, 0, &layout.Error{Op: "as-strided", Axis: k, Detail: "stride or offset overflows", Err: layout.ErrOverflow}
		}
	}
	return b[:len(strides)], b[len(strides)], nil
}

// planField: the field's own axes come last, in C order.
func planField(s Stage, in Form) (Form, string, error) {
	name := s.args[0].text
	f, ok := in.DType.Field(name)
	if !ok {
		return Form{}, "", &fieldError{name: name, dt: in.DType}
	}
	l, err := in.Layout.Field(f.Offset, f.Type.ItemSize(), f.Shape...)
	return Form{DType: f.Type, Layout: l, Storage: in.Storage}, "", err
}

// fieldError tells that a record has no field of a name, and which it has.
type fieldError struct {
	name string
	dt   dtype.Type
}

func (e *fieldError) Error() string {
	fields := e.dt.Fields()
	if fields == nil {
		return fmt.Sprintf("no field %q: dtype %.60s is not a record", e.name, e.dt)
	}
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = fmt.Sprintf("%q", f.Name)
	}
	return fmt.Sprintf("no field %q, expected one of %s", e.name, strings.Join(names, ", "))
}

func (e *fieldError) Unwrap() error { return ndarray.ErrField }

func planReal(_ Stage, in Form) (Form, string, error) {
	if in.DType.Kind() != dtype.KindComplex {
		return in, "", nil
	}
	return in.half(0)
}

func planImag(_ Stage, in Form) (Form, string, error) {
	if in.DType.Kind() != dtype.KindComplex {
		return Form{}, "", fmt.Errorf("dtype %.60s has no imaginary part to view, expected a complex one: %w", in.DType, ndarray.ErrDType)
	}
	return in.half(1)
}

// half is a view of the real (0) or imaginary (1) parts.
func (f Form) half(k int) (Form, string, error) {
	dt, err := f.DType.Component()
	if err != nil {
		return Form{}, "", err
	}
	l, err := f.Layout.Field(k*dt.ItemSize(), dt.ItemSize())
	return Form{DType: dt, Layout: l, Storage: f.Storage}, "", err
}

func planViewAs(s Stage, in Form) (Form, string, error) {
	dt := s.args[0].dt
	l, err := in.Layout.Reinterpret(in.DType.ItemSize(), dt.ItemSize())
	return Form{DType: dt, Layout: l, Storage: in.Storage}, "", err
}

func planCopy(_ Stage, in Form) (Form, string, error) { return in, "", nil }
