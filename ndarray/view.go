package ndarray

import (
	"errors"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// in returns an array yet to be placed over a's storage, and a's layout with
// that array's room for a result of the given rank.
func (a *Array) in(rank int) (*Array, layout.Layout) {
	v := blank(a.store, a.dt, rank)
	return v, a.lay().In(v.dims)
}

// result finishes a view made by in. The bytes of the logical array, which a
// copy would take, fit an int also where the storage is much smaller.
func (a *Array) result(l layout.Layout, err error) (*Array, error) {
	if err != nil {
		return nil, err
	}
	if _, err := l.NumBytes(a.dt.ItemSize()); err != nil {
		return nil, err
	}
	return a.place(l), nil
}

// Transpose returns the view with the axes reversed. It never fails.
func (a *Array) Transpose() *Array {
	v, l := a.in(a.Rank())
	return v.place(l.Transpose())
}

// Permute returns the view whose axis k is a's axis axes[k], as NumPy's
// transpose(axes); a negative axis counts from the end. It fails with
// layout.ErrAxis unless axes names every axis once.
func (a *Array) Permute(axes ...int) (*Array, error) {
	v, l := a.in(a.Rank())
	l, err := l.Permute(axes...)
	if err != nil {
		return nil, err
	}
	return v.place(l), nil
}

// SwapAxes returns the view with axes i and j exchanged. It fails with
// layout.ErrAxis.
func (a *Array) SwapAxes(i, j int) (*Array, error) {
	v, l := a.in(a.Rank())
	return v.result(l.SwapAxes(i, j))
}

// MoveAxis returns the view with the axes from moved to the places to, the
// others keeping their order, as NumPy's moveaxis. It fails with
// layout.ErrAxis.
func (a *Array) MoveAxis(from, to []int) (*Array, error) {
	v, l := a.in(a.Rank())
	return v.result(l.MoveAxis(from, to))
}

// Slice returns the view that NumPy's basic indexing gives: integers drop an
// axis, ranges keep it, NewAxis adds one of size 1, Ellipsis stands for the
// axes not named. Ranges clip; an integer out of range is layout.ErrIndex. The
// result is a view also when every axis is indexed: then it is 0-d.
func (a *Array) Slice(ix ...layout.Index) (*Array, error) {
	v, l := a.in(a.Rank() + len(ix))
	return v.result(l.Slice(ix...))
}

// Flip returns the view with the axes reversed (all of them without arguments):
// negative strides, no copy, as NumPy's flip. It fails with layout.ErrAxis.
func (a *Array) Flip(axes ...int) (*Array, error) {
	v, l := a.in(a.Rank())
	return v.result(l.Flip(axes...))
}

// Expand returns the view of the given shape in which new leading axes and axes
// of size 1 are repeated with stride 0, taking no memory; -1 keeps the size of
// an axis of a (PyTorch's expand). Its elements share addresses: single writes
// are seen at every index that shares them, bulk writes are refused.
func (a *Array) Expand(shape ...int) (*Array, error) {
	v, l := a.in(len(shape))
	return v.result(l.Expand(shape...))
}

// Squeeze returns the view without the given axes, which must have size 1
// (NumPy's rule), or without every axis of size 1 when none is given. It fails
// with layout.ErrAxis, and with layout.ErrShape for another size.
func (a *Array) Squeeze(axes ...int) (*Array, error) {
	v, l := a.in(a.Rank())
	return v.result(l.Squeeze(axes...))
}

// Unsqueeze returns the view with axes of size 1 inserted, counted in the
// result, as NumPy's expand_dims. It fails with layout.ErrAxis and
// layout.ErrRank.
func (a *Array) Unsqueeze(axes ...int) (*Array, error) {
	v, l := a.in(a.Rank() + len(axes))
	return v.result(l.Unsqueeze(axes...))
}

// Diagonal returns the view of the k-th diagonal of axes i and j, which becomes
// the last axis, as NumPy's diagonal (but writable). It fails with
// layout.ErrAxis.
func (a *Array) Diagonal(k, i, j int) (*Array, error) {
	v, l := a.in(a.Rank())
	return v.result(l.Diagonal(k, i, j))
}

// Unfold returns the view of the windows of size elements taken every step
// elements along an axis; the window axis comes last (PyTorch's unfold).
// Windows may share elements: bulk writes are then refused.
func (a *Array) Unfold(axis, size, step int) (*Array, error) {
	v, l := a.in(a.Rank() + 1)
	return v.result(l.Unfold(axis, size, step))
}

// Windows returns the view of all windows of the given sizes along the given
// axes, step 1, window axes last, as NumPy's sliding_window_view. It fails with
// layout.ErrAxis and, for a window that does not fit, layout.ErrShape.
func (a *Array) Windows(sizes, axes []int) (*Array, error) {
	v, l := a.in(a.Rank() + len(sizes))
	return v.result(l.Windows(sizes, axes))
}

// AsStrided returns the view of the whole storage, not of a, with the given
// shape, byte strides and byte offset (PyTorch's as_strided, in bytes). It
// fails with layout.ErrBounds when any element would lie outside the storage.
func (a *Array) AsStrided(shape, strides []int, offset int) (*Array, error) {
	v, l := a.in(len(shape))
	return v.result(l.AsStrided(a.dt.ItemSize(), len(a.store.data), shape, strides, offset))
}

// WithStrides returns the view of a's shape and offset with other byte strides,
// refused like AsStrided outside the storage.
func (a *Array) WithStrides(strides ...int) (*Array, error) {
	return a.AsStrided(a.lay().Shape, strides, a.offset)
}

// View returns the view of a in another shape, elements in C order; one size
// may be -1. It never copies: when bytes would have to move the error is a
// *layout.NeedsCopy that says which axes do not join (PyTorch's view, NumPy's
// reshape(copy=False)).
func (a *Array) View(shape ...int) (*Array, error) { return a.ViewOrder(layout.C, shape...) }

// ViewOrder is View with the elements read and placed in C or F index order; A
// means F for an array that is F- and not C-contiguous, else C. The errors are
// View's.
func (a *Array) ViewOrder(order layout.Order, shape ...int) (*Array, error) {
	v, l := a.in(len(shape))
	return v.result(l.View(a.dt.ItemSize(), order, shape...))
}

// Reshape returns a in another shape: a view when it can be one, else a packed
// copy in the order, and copied says which. Orders and -1 are as in ViewOrder
// (NumPy's reshape). It fails with layout.ErrShape for another number of
// elements, with layout.ErrOrder, ErrMemory and ErrClosed.
func (a *Array) Reshape(order layout.Order, shape ...int) (r *Array, copied bool, err error) {
	v, err := a.ViewOrder(order, shape...)
	if err == nil {
		return v, false, nil
	}
	if !errors.Is(err, layout.ErrNeedsCopy) {
		return nil, false, err
	}
	order = a.order(order)
	packed, err := a.Clone(order)
	if err != nil {
		return nil, false, err
	}
	v, err = packed.ViewOrder(order, shape...)
	return v, err == nil, err
}

// Flatten returns a 1-d array of the elements in C, F, A or K order (NumPy's
// ravel): a view when it can be one. It fails with layout.ErrOrder, ErrMemory
// and ErrClosed.
func (a *Array) Flatten(order layout.Order) (r *Array, copied bool, err error) {
	if order != layout.K {
		return a.Reshape(order, -1)
	}
	// K order reads the elements as they lie in memory. NumPy orders the axes of
	// a copy by its iterator's rule, which differs where an axis stands still.
	p, err := a.Permute(a.lay().CopyOrder()...)
	if err != nil {
		return nil, false, err
	}
	if v, err := p.View(-1); err == nil {
		return v, false, nil
	}
	if p, err = a.Permute(layout.WalkOrder(a.lay())...); err != nil {
		return nil, false, err
	}
	if p, err = p.Clone(layout.C); err != nil {
		return nil, false, err
	}
	v, err := p.View(-1)
	return v, true, err
}

// Unflatten returns the view with one axis split into several, C order; one
// size may be -1. It never copies. It fails with layout.ErrAxis and
// layout.ErrShape.
func (a *Array) Unflatten(axis int, shape ...int) (*Array, error) {
	v, l := a.in(a.Rank() - 1 + len(shape))
	return v.result(l.Unflatten(axis, shape...))
}

// Split returns views of the parts of an axis that end before each of the
// indices (NumPy's split with a list): at 2, 5 of 7 gives sizes 2, 3, 2.
// Indices clip as in slices; it fails with layout.ErrAxis.
func (a *Array) Split(axis int, at ...int) ([]*Array, error) {
	return a.parts(a.lay().Split(axis, at...))
}

// Sections returns n views of equal parts of an axis (NumPy's split with a
// number). It fails with layout.ErrShape when n does not divide the size or is
// more than 1,048,576.
func (a *Array) Sections(axis, n int) ([]*Array, error) {
	return a.parts(a.lay().Sections(axis, n))
}

// Chunk returns at most n views of equal parts of an axis but for a smaller last
// one (PyTorch's chunk): 7 into 3 gives sizes 3, 3, 1. It fails with
// layout.ErrShape when n is below 1 or the parts are more than 1,048,576.
func (a *Array) Chunk(axis, n int) ([]*Array, error) {
	return a.parts(a.lay().Chunk(axis, n))
}

func (a *Array) parts(ls []layout.Layout, err error) ([]*Array, error) {
	if err != nil {
		return nil, err
	}
	out := make([]*Array, len(ls))
	for i, l := range ls {
		out[i] = over(a.store, a.dt, l)
	}
	return out, nil
}

// Broadcast returns views of all arrays in their common shape, aligned at the
// last axes (NumPy's broadcast_arrays). It fails with layout.ErrBroadcast when
// two sizes differ and neither is 1.
func Broadcast(arrays ...*Array) ([]*Array, error) {
	shapes := make([][]int, len(arrays))
	for i, a := range arrays {
		shapes[i] = a.lay().Shape
	}
	shape, err := layout.Broadcast(shapes...)
	if err != nil {
		return nil, err
	}
	out := make([]*Array, len(arrays))
	for i, a := range arrays {
		if out[i], err = a.Expand(shape...); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Field returns the view of one field of a record array. A sub-array field adds
// its axes at the end, C order (NumPy's a['name']). It fails with ErrField when
// there is no such field.
func (a *Array) Field(name string) (*Array, error) {
	f, ok := a.dt.Field(name)
	if !ok {
		return nil, fail("field", ErrField, "dtype %.60s has no field %q", *a.dt, name)
	}
	return a.part(f.Type, f.Offset, f.Shape...)
}

// FieldView is Field for a field at hand, of those that DType().Fields() lists:
// the dtype is not searched again, as it should not be in a loop over thousands. It
// fails with layout's errors when the field does not lie inside an item, and with
// dtype.ErrObject.
func (a *Array) FieldView(f dtype.Field) (*Array, error) {
	if err := checkType("field", f.Type); err != nil {
		return nil, err
	}
	item, err := layout.Layout{}.Field(f.Offset, f.Type.ItemSize(), f.Shape...)
	if err == nil {
		err = item.Validate(f.Type.ItemSize(), a.dt.ItemSize())
	}
	if err != nil {
		return nil, err
	}
	return a.part(f.Type, f.Offset, f.Shape...)
}

// part returns the view of a part of every item: a type that starts at a byte
// offset, with the axes of a sub-array.
func (a *Array) part(dt dtype.Type, offset int, shape ...int) (*Array, error) {
	v, l := a.in(a.Rank() + len(shape))
	v.dt = &dt
	return v.result(l.Field(offset, dt.ItemSize(), shape...))
}

// Real returns the view of the real parts of a complex array, of its shape; a
// real array is its own real part, returned as it is. The error is always nil.
func (a *Array) Real() (*Array, error) { return a.half("real", 0) }

// Imag returns the view of the imaginary parts of a complex array, of its
// shape. It fails with ErrDType for other types, whose imaginary part has no
// storage to view.
func (a *Array) Imag() (*Array, error) { return a.half("imag", 1) }

func (a *Array) half(op string, k int) (*Array, error) {
	if a.dt.Kind() != dtype.KindComplex {
		if k == 0 {
			return a, nil
		}
		return nil, fail(op, ErrDType, "dtype %.60s has no imaginary part in storage", *a.dt)
	}
	half, err := a.dt.Component()
	if err != nil {
		return nil, err
	}
	return a.part(half, k*half.ItemSize())
}

// ViewAs returns the view of a's bytes as another dtype (NumPy's
// a.view(dtype)). Item sizes that differ rescale the last axis, which must be
// packed: a size that divides the old one multiplies it; a larger one must
// divide the bytes of the axis. 0-d arrays keep their item size. Errors:
// layout.ErrItemSize, layout.ErrNeedsCopy, layout.ErrRank for 0-d,
// dtype.ErrObject.
func (a *Array) ViewAs(dt dtype.Type) (*Array, error) {
	if err := checkType("view as", dt); err != nil {
		return nil, err
	}
	v, l := a.in(a.Rank())
	v.dt = &dt
	return v.result(l.Reinterpret(a.dt.ItemSize(), dt.ItemSize()))
}
