package ops

import (
	"slices"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// Take returns the elements of x at the given indices along an axis, in whose
// place the axes of indices stand, as NumPy's take: indices is an array of
// integers of any shape, negative ones count from the end; see Tile. A fresh
// result is in C order. Besides Tile's errors, layout.ErrAxis, ErrDType for
// indices that are no integers, and layout.ErrIndex for one out of range, before
// anything is written.
func Take(dst, x, indices *ndarray.Array, axis int) (*ndarray.Array, error) {
	const op = "take"
	axis, err := axisOf(op, axis, x.Rank())
	if err != nil {
		return nil, err
	}
	places, err := placesOf(op, indices, x.Dim(axis), axis)
	if err != nil {
		return nil, err
	}
	size := x.Shape()
	shape := slices.Concat(size[:axis], indices.Shape(), size[axis+1:])
	if len(shape) > layout.MaxRank {
		return nil, fail(op, layout.ErrRank, "the result has %d axes; at most %d are possible", len(shape), layout.MaxRank)
	}
	dst, x, err = place(op, dst, x, shape, nil)
	if err != nil || dst.Len() == 0 {
		return written(dst, err)
	}
	out := dst
	if !dst.IsC() || dst.DType() != x.DType() {
		if out, err = ndarray.New(x.DType(), shape...); err != nil {
			return nil, err
		}
	}
	if err := gather(out, x, places, axis); err != nil {
		return nil, err
	}
	if out != dst {
		return written(dst, ndarray.Copy(dst, out))
	}
	return dst, nil
}

// gather writes the items of x at the places along an axis into the C-contiguous
// array out: for every index before the axis, a block for every place.
func gather(out, x *ndarray.Array, places []int64, axis int) error {
	packed, _, err := x.Contiguous(layout.C)
	if err != nil {
		return err
	}
	src, err := packed.Storage().Acquire()
	if err != nil {
		return err
	}
	defer packed.Storage().Release()
	dst, err := out.Storage().Acquire()
	if err != nil {
		return err
	}
	defer out.Storage().Release()
	shape := x.Shape()
	block := count(shape[axis+1:]) * x.ItemSize()
	src, dst = src[packed.Offset():], dst[out.Offset():]
	most := max(1, atOnce/max(1, block)) // items before looking whether to stop
	for range count(shape[:axis]) {
		for some := range slices.Chunk(places, most) {
			if err := ndarray.ContextErr(x); err != nil {
				return err
			}
			for _, k := range some {
				copy(dst[:block], src[int(k)*block:])
				dst = dst[block:]
			}
		}
		src = src[shape[axis]*block:]
	}
	return nil
}

// placesOf reads indices along an axis of n elements, made positive, in C order.
func placesOf(op string, indices *ndarray.Array, n, axis int) ([]int64, error) {
	if k := indices.DType().Kind(); k != dtype.KindInt && k != dtype.KindUint {
		return nil, fail(op, ErrDType, "indices of %.60s; integers are needed", indices.DType())
	}
	packed, err := ndarray.New(dtype.Int64, indices.Shape()...)
	if err != nil {
		return nil, err
	}
	if _, err := Cast(packed, indices, dtype.Int64, dtype.Unsafe); err != nil {
		return nil, err
	}
	v, err := ndarray.As[int64](packed)
	if err != nil {
		return nil, err
	}
	places, _ := v.Slice()
	unsigned := indices.DType().Kind() == dtype.KindUint // beyond int64 it has wrapped
	for i, k := range places {
		if unsigned && k < 0 {
			return nil, fail(op, layout.ErrIndex, "index %d is out of range for axis %d of size %d", uint64(k), axis, n)
		}
		if k < -int64(n) || k >= int64(n) {
			return nil, fail(op, layout.ErrIndex, "index %d is out of range for axis %d of size %d", k, axis, n)
		}
		if k < 0 {
			places[i] = k + int64(n)
		}
	}
	return places, nil
}
