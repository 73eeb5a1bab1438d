package stage

import (
	"fmt"
	"slices"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// reductions are the functions of reduce.
var reductions = map[string]func(dst, x *ndarray.Array, over ops.Over) (*ndarray.Array, error){
	"sum": ops.Sum, "mean": ops.Mean, "min": ops.Min, "max": ops.Max, "prod": ops.Prod,
	"argmin": ops.ArgMin, "argmax": ops.ArgMax, "any": ops.Any, "all": ops.All, "count": ops.CountNonzero,
	"var": func(dst, x *ndarray.Array, over ops.Over) (*ndarray.Array, error) { return ops.Var(dst, x, over, 0) },
	"std": func(dst, x *ndarray.Array, over ops.Over) (*ndarray.Array, error) { return ops.Std(dst, x, over, 0) },
}

// over is what reduce works along: all axes without the argument.
func (s Stage) over() ops.Over {
	over := ops.Over{KeepDims: s.args[2].set}
	if s.args[1].set {
		over.Axes = s.args[1].ints
	}
	return over
}

func runReduce(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	return reductions[s.args[0].text](nil, a, s.over())
}

// reduced tells which axes reduce takes away.
func (s Stage) reduced(in Form) (gone []bool, err error) {
	over := s.over()
	gone = slices.Repeat([]bool{over.Axes == nil}, in.Layout.Rank())
	for _, axis := range over.Axes {
		if axis, err = in.axis(s, axis); err != nil {
			return nil, err
		}
		gone[axis] = true
	}
	return gone, nil
}

// placeReduced is where ops puts the result of a reduction: the axes that are
// left lie in the order of the operand's, those of a search in C order.
func placeReduced(s Stage, in Form) (shape, axes []int, err error) {
	gone, err := s.reduced(in)
	if err != nil {
		return nil, nil, err
	}
	name, empty := s.args[0].text, false
	at := make([]int, in.Layout.Rank()) // where the operand's axes stand in the result
	shape = []int{}
	for k, n := range in.Layout.Shape {
		empty = empty || gone[k] && n == 0
		at[k] = len(shape)
		switch {
		case !gone[k]:
			shape = append(shape, n)
		case s.over().KeepDims:
			shape = append(shape, 1)
		default:
			at[k] = -1
		}
	}
	search := name == "argmin" || name == "argmax"
	if empty && (search || name == "min" || name == "max") {
		return nil, nil, fmt.Errorf("%w: no elements along the reduced axes of shape %s, and none has no %s", ops.ErrEmpty, Tuple(in.Layout.Shape), name)
	}
	if search {
		return shape, nil, nil
	}
	order := layout.WalkOrder(in.Layout)
	if name == "count" && in.DType != dtype.Bool && in.Layout.Len() > 0 {
		order = in.Layout.CopyOrder() // NumPy counts in a copy as bools
	} else if name == "count" && in.DType != dtype.Bool {
		slices.Sort(order)
	}
	axes = []int{}
	for _, k := range order {
		if at[k] >= 0 {
			axes = append(axes, at[k])
		}
	}
	return shape, axes, nil
}
