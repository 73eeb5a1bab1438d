package ops

import (
	"slices"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// PadMode tells what Pad puts around an array, with NumPy's names.
type PadMode string

// The ways to pad.
const (
	PadConstant  PadMode = "constant"  // a value
	PadEdge      PadMode = "edge"      // the first and the last element again
	PadReflect   PadMode = "reflect"   // back from the edge, which does not come twice
	PadSymmetric PadMode = "symmetric" // back from the edge, which comes twice
	PadWrap      PadMode = "wrap"      // from the other side
)

// Pad puts widths[k][0] elements before and widths[k][1] after x along axis k;
// see Tile. With PadConstant they are value, a 0-d array cast to x's dtype (zeros
// if nil). A fresh result is in F order if x is F- and not C-contiguous, else in
// C order. Besides Tile's errors, ErrArgument for a number of widths that is not
// the rank, a negative one, or an unknown mode, and ErrEmpty for an axis of no
// elements that other modes would have to continue.
func Pad(dst, x *ndarray.Array, widths [][2]int, mode PadMode, value *ndarray.Array) (*ndarray.Array, error) {
	const op = "pad"
	shape, err := padded(op, x, widths, mode)
	if err != nil {
		return nil, err
	}
	var fill *ndarray.Array
	if mode == PadConstant && value != nil {
		if value.Rank() != 0 {
			return nil, fail(op, layout.ErrRank, "the value has %d axes; a 0-d array is needed", value.Rank())
		}
		if fill, err = Cast(nil, value, x.DType(), dtype.Unsafe); err != nil {
			return nil, err
		}
	} else if fill, err = ndarray.New(x.DType()); err != nil {
		return nil, err
	}
	var order []int
	if x.IsF() && !x.IsC() {
		for k := range shape {
			order = append(order, len(shape)-1-k)
		}
	}
	dst, x, err = place(op, dst, x, shape, order)
	if err != nil || dst.Len() == 0 {
		return written(dst, err)
	}
	core := dst
	for k, w := range widths {
		if core, err = span(core, k, w[0], shape[k]-w[1]); err != nil {
			return nil, err
		}
	}
	if err := ndarray.Copy(core, x); err != nil {
		return nil, err
	}
	// Axis after axis, the sides of all that is filled so far.
	filled := dst
	for k := len(widths) - 1; k >= 0; k-- {
		filled = dst
		for j, w := range widths[:k] {
			if filled, err = span(filled, j, w[0], shape[j]-w[1]); err != nil {
				return nil, err
			}
		}
		if err := padAxis(filled, k, widths[k], mode, fill); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// padded checks the arguments of Pad and returns the shape of the result.
func padded(op string, x *ndarray.Array, widths [][2]int, mode PadMode) ([]int, error) {
	modes := []PadMode{PadConstant, PadEdge, PadReflect, PadSymmetric, PadWrap}
	if !slices.Contains(modes, mode) {
		return nil, fail(op, ErrArgument, "mode %q is unknown; one of %q is expected", string(mode), modes)
	}
	shape := x.Shape()
	if len(widths) != len(shape) {
		return nil, fail(op, ErrArgument, "%d pairs of widths for %d axes", len(widths), len(shape))
	}
	for k, w := range widths {
		n := shape[k]
		if w[0] < 0 || w[1] < 0 {
			return nil, fail(op, ErrArgument, "width (%d, %d) of axis %d is negative", w[0], w[1], k)
		}
		if n == 0 && w != [2]int{} && mode != PadConstant {
			return nil, fail(op, ErrEmpty, "axis %d has no elements that mode %q could continue", k, string(mode))
		}
		if shape[k] = n + w[0] + w[1]; w[0]+w[1] < 0 || shape[k] < n {
			return nil, fail(op, layout.ErrOverflow, "width (%d, %d) of axis %d overflows", w[0], w[1], k)
		}
	}
	return shape, nil
}

// padAxis fills the sides of one axis of a.
func padAxis(a *ndarray.Array, axis int, w [2]int, mode PadMode, fill *ndarray.Array) error {
	total := a.Dim(axis)
	n := total - w[0] - w[1]
	if mode == PadConstant {
		for _, side := range [2][2]int{{0, w[0]}, {total - w[1], total}} {
			s, err := span(a, axis, side[0], side[1])
			if err != nil {
				return err
			}
			if err := ndarray.Copy(s, fill); err != nil {
				return err
			}
		}
		return nil
	}
	for i := range total {
		if i >= w[0] && i < w[0]+n {
			continue
		}
		from, err := span(a, axis, w[0]+padSource(i-w[0], n, mode), w[0]+padSource(i-w[0], n, mode)+1)
		if err != nil {
			return err
		}
		to, err := span(a, axis, i, i+1)
		if err != nil {
			return err
		}
		if err := ndarray.Copy(to, from); err != nil {
			return err
		}
	}
	return nil
}

// padSource is the index in [0, n) that index i outside of it repeats.
func padSource(i, n int, mode PadMode) int {
	mod := func(i, n int) int { return (i%n + n) % n }
	switch mode {
	case PadEdge:
		return min(max(i, 0), n-1)
	case PadWrap:
		return mod(i, n)
	case PadSymmetric:
		if i = mod(i, 2*n); i >= n {
			i = 2*n - 1 - i
		}
		return i
	}
	if n == 1 {
		return 0
	}
	if i = mod(i, 2*n-2); i >= n {
		i = 2*n - 2 - i
	}
	return i
}
