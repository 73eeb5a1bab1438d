package ops

import (
	"slices"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// place readies the destination of a rearrangement of x and x itself. A nil dst
// becomes a fresh array of x's dtype with its axes in the given order from
// slowest to fastest, C order for nil; a given one must have the shape and, up to
// byte order, the dtype. An x that overlaps it becomes a copy.
func place(op string, dst, x *ndarray.Array, shape, axes []int) (_, source *ndarray.Array, err error) {
	if dst == nil {
		if axes == nil {
			dst, err = ndarray.New(x.DType(), shape...)
		} else {
			dst, err = ndarray.NewOrdered(x.DType(), axes, shape...)
		}
		return dst, x, err
	}
	if !slices.Equal(dst.Shape(), shape) {
		return nil, nil, badShape(op, dst, shape)
	}
	if _, ok := dtype.SwapBetween(x.DType(), dst.DType()); !ok {
		return nil, nil, fail(op, ErrDType, "the destination has dtype %.60s, the result %.60s", dst.DType(), x.DType())
	}
	if err := ndarray.CheckWritable(op, dst); err != nil {
		return nil, nil, err
	}
	if ndarray.SharesMemory(dst, x) != layout.No {
		x, err = x.Clone(layout.K)
	}
	return dst, x, err
}

// view is the view of a's storage with another layout.
func view(a *ndarray.Array, l layout.Layout) (*ndarray.Array, error) {
	return ndarray.FromStorage(a.Storage(), a.DType(), l)
}

// times multiplies sizes that are not negative; false on overflow.
func times(a, b int) (int, bool) {
	const maxInt = int(^uint(0) >> 1)
	return a * b, b == 0 || a <= maxInt/b
}

// Tile repeats x as a whole counts[k] times along axis k, as NumPy's tile:
// missing counts, and missing axes of x, are 1 on the left (PyTorch's repeat
// asks for no fewer counts than axes). A count of 0 gives an empty result. A
// fresh result is in C order, or in x's own if every count is 1.
//
// As all rearrangements of this package it keeps x's dtype and byte order, writes
// into dst, which must have that dtype up to byte order and the result's shape,
// or into a fresh array if dst is nil, and never gives a view. Errors, all before
// anything is written: ErrArgument for a negative count, layout.ErrOverflow,
// layout.ErrRank, and for dst layout.ErrShape, ErrDType and those of
// ndarray.CheckWritable.
func Tile(dst, x *ndarray.Array, counts ...int) (*ndarray.Array, error) {
	const op = "tile"
	from := x.Layout()
	rank := max(len(from.Shape), len(counts))
	if rank > layout.MaxRank {
		return nil, fail(op, layout.ErrRank, "%d counts; at most %d axes are possible", rank, layout.MaxRank)
	}
	counts = slices.Concat(slices.Repeat([]int{1}, rank-len(counts)), counts)
	from, err := from.Expand(slices.Concat(slices.Repeat([]int{1}, rank-len(from.Shape)), from.Shape)...)
	if err != nil {
		return nil, err
	}
	shape := make([]int, rank)
	var order []int
	for k, n := range counts {
		if n < 0 {
			return nil, fail(op, ErrArgument, "count %d of axis %d is negative", n, k)
		}
		var ok bool
		if shape[k], ok = times(n, from.Shape[k]); !ok {
			return nil, fail(op, layout.ErrOverflow, "%d times %d elements along axis %d overflow", n, from.Shape[k], k)
		}
	}
	if !slices.ContainsFunc(counts, func(n int) bool { return n != 1 }) {
		order = from.CopyOrder()
	}
	dst, x, err = place(op, dst, x, shape, order)
	if err != nil || dst.Len() == 0 {
		return written(dst, err)
	}
	if from, err = x.Layout().Expand(from.Shape...); err != nil {
		return nil, err
	}
	// Every repeated axis of dst is two: along the first x stands still.
	to := dst.Layout()
	var split, source layout.Layout
	split.Offset, source.Offset = to.Offset, from.Offset
	for k, n := range counts {
		if n > 1 {
			split.Shape, split.Strides = append(split.Shape, n), append(split.Strides, from.Shape[k]*to.Strides[k])
			source.Shape, source.Strides = append(source.Shape, n), append(source.Strides, 0)
		}
		if from.Shape[k] > 1 {
			split.Shape, split.Strides = append(split.Shape, from.Shape[k]), append(split.Strides, to.Strides[k])
			source.Shape, source.Strides = append(source.Shape, from.Shape[k]), append(source.Strides, from.Strides[k])
		}
	}
	return written(dst, copyLayouts(dst, split, x, source))
}

// copyLayouts copies between layouts of two arrays' storages.
func copyLayouts(dst *ndarray.Array, to layout.Layout, src *ndarray.Array, from layout.Layout) error {
	d, err := view(dst, to)
	if err != nil {
		return err
	}
	s, err := view(src, from)
	if err != nil {
		return err
	}
	return ndarray.Copy(d, s)
}

// Repeat repeats every element along an axis counts[i] times in place, the i-th
// one, or all of them counts[0] times where there is one count (NumPy's repeat,
// PyTorch's repeat_interleave); see Tile. A fresh result is in C order. Flatten x
// first for NumPy's repeat without an axis. Besides Tile's, layout.ErrAxis, and
// layout.ErrShape for a number of counts that is neither 1 nor the axis's size.
func Repeat(dst, x *ndarray.Array, axis int, counts ...int) (*ndarray.Array, error) {
	const op = "repeat"
	axis, err := axisOf(op, axis, x.Rank())
	if err != nil {
		return nil, err
	}
	n := x.Dim(axis)
	if len(counts) != 1 && len(counts) != n {
		return nil, fail(op, layout.ErrShape, "%d counts for %d elements along axis %d; 1 or %d are needed", len(counts), n, axis, n)
	}
	total := 0
	for i, c := range counts {
		if c < 0 {
			return nil, fail(op, ErrArgument, "count %d at %d is negative", c, i)
		}
		all := c
		ok := true
		if len(counts) == 1 {
			all, ok = times(c, n)
		}
		if total += all; !ok || total < 0 {
			return nil, fail(op, layout.ErrOverflow, "the counts along axis %d overflow", axis)
		}
	}
	shape := x.Shape()
	shape[axis] = total
	dst, x, err = place(op, dst, x, shape, nil)
	if err != nil || dst.Len() == 0 {
		return written(dst, err)
	}
	to, from := dst.Layout(), x.Layout()
	if len(counts) == 1 {
		return written(dst, copyLayouts(dst, repeated(to, axis, n, counts[0], to.Strides[axis]), x, repeated(from, axis, n, counts[0], 0)))
	}
	at := 0
	for i, c := range counts {
		if c == 0 {
			continue
		}
		d, s := to.Clone(), from.Clone()
		d.Shape[axis], s.Shape[axis], s.Strides[axis] = c, c, 0
		d.Offset += at * to.Strides[axis]
		s.Offset += i * from.Strides[axis]
		if err := copyLayouts(dst, d, x, s); err != nil {
			return nil, err
		}
		at += c
	}
	return dst, nil
}

// repeated is the layout with an axis made two, of n and count elements; step is
// the stride of the second.
func repeated(l layout.Layout, axis, n, count, step int) layout.Layout {
	stride := l.Strides[axis]
	if step != 0 {
		stride *= count
	}
	return layout.Layout{
		Shape:   slices.Concat(l.Shape[:axis], []int{n, count}, l.Shape[axis+1:]),
		Strides: slices.Concat(l.Strides[:axis], []int{stride, step}, l.Strides[axis+1:]),
		Offset:  l.Offset,
	}
}

// Roll moves the elements by shifts[k] places along axes[k], those pushed out at
// the end coming back at the start, as NumPy's roll; an axis may come twice. A
// single shift goes along every axis given; see Tile. A fresh result has its
// axes in the order of x's. Roll a flattened x for NumPy's roll without an axis.
// Besides Tile's, layout.ErrAxis, and ErrArgument for unequal numbers of shifts
// and axes.
func Roll(dst, x *ndarray.Array, shifts, axes []int) (*ndarray.Array, error) {
	const op = "roll"
	if len(shifts) != len(axes) && len(shifts) != 1 {
		return nil, fail(op, ErrArgument, "%d shifts for %d axes", len(shifts), len(axes))
	}
	shape := x.Shape()
	by := make([]int, len(shape))
	for k, ax := range axes {
		axis, err := axisOf(op, ax, len(shape))
		if err != nil {
			return nil, err
		}
		shift := shifts[min(k, len(shifts)-1)]
		if n := shape[axis]; n > 0 {
			by[axis] = (by[axis] + (shift%n+n)%n) % n
		}
	}
	dst, x, err := place(op, dst, x, shape, x.Layout().CopyOrder())
	if err != nil || dst.Len() == 0 {
		return written(dst, err)
	}
	return written(dst, rollFrom(0, by, dst, x))
}

// rollFrom copies src to dst, rolled along the axes from axis on: two parts
// along each that moves.
func rollFrom(axis int, by []int, dst, src *ndarray.Array) error {
	for axis < len(by) && by[axis] == 0 {
		axis++
	}
	if axis == len(by) {
		return ndarray.Copy(dst, src)
	}
	n := src.Dim(axis)
	cut := n - by[axis]
	for _, part := range [2][3]int{{0, cut, by[axis]}, {cut, n, 0}} {
		from, to, at := part[0], part[1], part[2]
		s, err := span(src, axis, from, to)
		if err != nil {
			return err
		}
		d, err := span(dst, axis, at, at+to-from)
		if err != nil {
			return err
		}
		if err := rollFrom(axis+1, by, d, s); err != nil {
			return err
		}
	}
	return nil
}
