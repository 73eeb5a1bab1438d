package ndarray

import (
	"iter"

	"github.com/ndtool/ndtool/ndarray/layout"
)

// Along yields the sub-arrays at index 0, 1, … of an axis, without that axis:
// the rows of a matrix for axis 0. They are views; nothing is copied. It fails
// with layout.ErrAxis when the axis is out of range.
func (a *Array) Along(axis int) (iter.Seq2[int, *Array], error) {
	first, err := a.MoveAxis([]int{axis}, []int{0})
	if err != nil {
		return nil, err
	}
	return func(yield func(int, *Array) bool) {
		l := first.lay()
		row := layout.Layout{Shape: l.Shape[1:], Strides: l.Strides[1:], Offset: l.Offset}
		for i := range l.Shape[0] {
			if !yield(i, over(a.store, a.dt, row)) {
				return
			}
			row.Offset += l.Strides[0]
		}
	}, nil
}

// Blocks yields the parts of a cut by a grid of the given sizes, one an axis,
// with the index of their first element; those at the far ends may be smaller.
// They are views in C order of the grid. The index slice is reused. It fails
// with layout.ErrRank or layout.ErrShape when there is not one positive size an
// axis.
func (a *Array) Blocks(sizes ...int) (iter.Seq2[[]int, *Array], error) {
	l := a.lay()
	if len(sizes) != len(l.Shape) {
		return nil, fail("blocks", layout.ErrRank, "%d sizes for %d axes", len(sizes), len(l.Shape))
	}
	grid := make([]int, len(sizes))
	for k, n := range sizes {
		if n <= 0 {
			return nil, fail("blocks", layout.ErrShape, "size %d of axis %d, expected 1 or more", n, k)
		}
		if l.Shape[k] > 0 {
			grid[k] = (l.Shape[k]-1)/n + 1
		}
	}
	sizes = append([]int(nil), sizes...)
	return func(yield func([]int, *Array) bool) {
		blocks, err := layout.Size(grid)
		if err != nil {
			return // more blocks than elements cannot be
		}
		at, first := make([]int, len(grid)), make([]int, len(grid))
		for range blocks {
			b := layout.Layout{Shape: make([]int, len(grid)), Strides: l.Strides, Offset: l.Offset}
			for k, i := range at {
				first[k] = i * sizes[k]
				b.Shape[k] = min(sizes[k], l.Shape[k]-first[k])
				b.Offset += first[k] * l.Strides[k]
			}
			if !yield(first, over(a.store, a.dt, b)) {
				return
			}
			advance(at, grid)
		}
	}, nil
}
