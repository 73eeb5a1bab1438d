package ops

import (
	"slices"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// Concat joins arrays along an existing axis, into dst or, if dst is nil, into
// a fresh array, as NumPy's concatenate. All sizes off the axis must be equal.
//
// The dtype is the common one of all, in native byte order, records without
// padding; the axes of a fresh array lie in the common order of the arrays'
// axes, in C order where they disagree. The result never shares memory with an
// array, and a dst that overlaps one gets the result as if the array had been
// copied first. Errors, all before anything is written: ErrEmpty for no
// arrays, layout.ErrRank for 0-d arrays or unequal ranks, layout.ErrShape,
// layout.ErrAxis, dtype.ErrPromote, and for dst ErrCasting and those of
// ndarray.CheckWritable.
func Concat(dst *ndarray.Array, axis int, arrays ...*ndarray.Array) (*ndarray.Array, error) {
	return join("concat", dst, axis, arrays)
}

// Stack joins arrays of one shape along a new axis, as NumPy's stack; see
// Concat. The axis is counted in the result.
func Stack(dst *ndarray.Array, axis int, arrays ...*ndarray.Array) (*ndarray.Array, error) {
	const op = "stack"
	if len(arrays) == 0 {
		return nil, fail(op, ErrEmpty, "no arrays; at least one is needed")
	}
	axis, err := axisOf(op, axis, arrays[0].Rank()+1)
	if err != nil {
		return nil, err
	}
	parts := make([]*ndarray.Array, len(arrays))
	for k, a := range arrays {
		if !slices.Equal(a.Shape(), arrays[0].Shape()) {
			return nil, fail(op, layout.ErrShape, "array %d has shape %v, array 0 has %v", k, a.Shape(), arrays[0].Shape())
		}
		if parts[k], err = a.Unsqueeze(axis); err != nil {
			return nil, err
		}
	}
	return join(op, dst, axis, parts)
}

func join(op string, dst *ndarray.Array, axis int, arrays []*ndarray.Array) (*ndarray.Array, error) {
	shape, axis, err := joined(op, axis, arrays)
	if err != nil {
		return nil, err
	}
	dt, err := commonType(arrays)
	if err != nil {
		return nil, err
	}
	if dst == nil {
		layouts := make([]layout.Layout, len(arrays))
		for k, a := range arrays {
			layouts[k] = a.Layout()
		}
		if dst, err = ndarray.NewOrdered(dt, layout.KOrder(layouts...), shape...); err != nil {
			return nil, err
		}
	} else {
		if !slices.Equal(dst.Shape(), shape) {
			return nil, badShape(op, dst, shape)
		}
		if err := checkTarget(op, dst, dt, shape); err != nil {
			return nil, err
		}
		if arrays, err = copiesApart(dst, arrays); err != nil {
			return nil, err
		}
	}
	parts := make([]*ndarray.Array, len(arrays))
	at := 0
	for k, a := range arrays {
		if parts[k], err = span(dst, axis, at, at+a.Dim(axis)); err != nil {
			return nil, err
		}
		at += a.Dim(axis)
		if err := convertible(op, a, dst.DType()); err != nil {
			return nil, err
		}
	}
	for k, a := range arrays {
		if err := assign(op, parts[k], a); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// joined checks the shapes of a join and returns the result's.
func joined(op string, axis int, arrays []*ndarray.Array) (shape []int, _ int, err error) {
	if len(arrays) == 0 {
		return nil, 0, fail(op, ErrEmpty, "no arrays; at least one is needed")
	}
	for k, a := range arrays {
		if a.Rank() == 0 {
			return nil, 0, fail(op, layout.ErrRank, "array %d is 0-d and has no axis to join along", k)
		}
		if a.Rank() != arrays[0].Rank() {
			return nil, 0, fail(op, layout.ErrRank, "array %d has %d axes, array 0 has %d", k, a.Rank(), arrays[0].Rank())
		}
	}
	shape = arrays[0].Shape()
	if axis, err = axisOf(op, axis, len(shape)); err != nil {
		return nil, 0, err
	}
	for k, a := range arrays[1:] {
		for ax, size := range a.Shape() {
			if ax == axis {
				shape[ax] += size // New checks the sum's product; sizes of real arrays do not overflow by addition
			} else if size != shape[ax] {
				return nil, 0, fail(op, layout.ErrShape, "array %d has size %d along axis %d, array 0 has %d", k+1, size, ax, shape[ax])
			}
		}
	}
	return shape, axis, nil
}

// span is the view of dst's indices [from, to) along an axis.
func span(a *ndarray.Array, axis, from, to int) (*ndarray.Array, error) {
	ix := make([]layout.Index, axis, axis+1)
	for k := range ix {
		ix[k] = layout.All
	}
	return a.Slice(append(ix, layout.Range(from, to))...)
}

// copiesApart is apart for operations that do not write element for element.
func copiesApart(dst *ndarray.Array, sources []*ndarray.Array) ([]*ndarray.Array, error) {
	out := slices.Clone(sources)
	for k, a := range sources {
		if ndarray.SharesMemory(dst, a) == layout.No {
			continue
		}
		c, err := a.Clone(layout.K)
		if err != nil {
			return nil, err
		}
		out[k] = c
	}
	return out, nil
}

// convertible refuses an array whose elements are not converted to a type.
func convertible(op string, a *ndarray.Array, to dtype.Type) error {
	if _, err := conversion(op, a.DType().Native(), to.Native()); err != nil {
		return err
	}
	return checkText(op, a, to)
}

// assign writes the elements of src, of a type that convertible allowed, into
// dst of the same shape.
func assign(op string, dst, src *ndarray.Array) error {
	from, to := src.DType().Native(), dst.DType().Native()
	loop, err := conversion(op, from, to)
	if err != nil {
		return err
	}
	if loop == nil {
		return ndarray.Copy(dst, src)
	}
	return run(loop, operand{array: dst, elem: to}, operand{array: src, elem: from})
}
