package stage

import (
	"fmt"
	"slices"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// widths are the elements to add before and after each axis: a pair an axis,
// one pair for all, or one number for all.
func (s Stage) widths(rank int) ([][2]int, error) {
	given := s.args[0].ints
	w := make([][2]int, rank)
	for k := range w {
		switch len(given) {
		case 1:
			w[k] = [2]int{given[0], given[0]}
		case 2:
			w[k] = [2]int(given)
		case 2 * rank:
			w[k] = [2]int(given[2*k:])
		default:
			return nil, fmt.Errorf("%w: %d widths for %d axes, expected 1, 2 or %d", ops.ErrArgument, len(given), rank, 2*rank)
		}
	}
	return w, nil
}

func placePadded(s Stage, in Form) (shape, axes []int, err error) {
	widths, err := s.widths(in.Layout.Rank())
	if err != nil {
		return nil, nil, err
	}
	shape = slices.Clone(in.Layout.Shape)
	for k, w := range widths {
		if w[0] < 0 || w[1] < 0 {
			return nil, nil, fmt.Errorf("%w: width %d,%d of axis %d, expected 0 or more", ops.ErrArgument, w[0], w[1], k)
		}
		if shape[k] == 0 && w != [2]int{} && s.padMode() != ops.PadConstant {
			return nil, nil, fmt.Errorf("%w: axis %d has no elements to go on with", ops.ErrEmpty, k)
		}
		if shape[k] += w[0] + w[1]; shape[k] < 0 {
			return nil, nil, &layout.Error{Op: s.op.Name, Axis: k, Err: layout.ErrOverflow, Detail: "the widths overflow"}
		}
	}
	if in.memoryOrder(layout.A) == layout.F {
		axes = firstAxes(len(shape))
		slices.Reverse(axes)
	}
	return shape, axes, nil
}

func (s Stage) padMode() ops.PadMode {
	if v := s.args[1]; v.set {
		return ops.PadMode(v.text)
	}
	return ops.PadConstant
}

func runPad(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	widths, err := s.widths(a.Rank())
	if err != nil {
		return nil, err
	}
	var fill *ndarray.Array
	if s.args[2].set {
		if fill, err = s.number(2, a.DType()); err != nil {
			return nil, err
		}
	}
	return ops.Pad(nil, a, widths, s.padMode(), fill)
}
