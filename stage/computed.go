package stage

import (
	"fmt"
	"slices"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// place gives the shape of a computed stage's result and the order of its axes
// in memory, from the slowest to the fastest; nil is C order. The arguments
// have been tried on one element before, so axes exist.
type place func(s Stage, in Form) (shape, axes []int, err error)

// computedPlan is the plan of a stage that package ops runs: where gives its
// shape and order, and the run itself, on one element, its dtype and most of
// its refusals.
func computedPlan(run runner, where place) func(s Stage, in Form) (Form, string, error) {
	return func(s Stage, in Form) (Form, string, error) {
		n := 1
		if in.Layout.Len() == 0 && in.DType.ItemSize() > 1<<20 {
			n = 0 // no bytes warrant one
		}
		one, err := ndarray.New(in.DType, slices.Repeat([]int{n}, in.Layout.Rank())...)
		if err != nil {
			return Form{}, "", err
		}
		r, err := run(s, one)
		if err != nil {
			return Form{}, "", err
		}
		return s.fresh(in, r.DType(), where)
	}
}

// keptPlan is computedPlan for a stage that keeps the dtype, and whose
// arguments mean something else for one element.
func keptPlan(where place) func(s Stage, in Form) (Form, string, error) {
	return func(s Stage, in Form) (Form, string, error) { return s.fresh(in, in.DType, where) }
}

// fresh is a new array in the place that where gives.
func (s Stage) fresh(in Form, dt dtype.Type, where place) (Form, string, error) {
	shape, axes, err := where(s, in)
	if err != nil {
		return Form{}, "", err
	}
	if axes == nil {
		out, err := packed(dt, layout.C, shape...)
		return out, s.op.Name + " makes a new array", err
	}
	l, err := layout.NewOrdered(dt.ItemSize(), axes, shape...)
	return Form{DType: dt, Layout: l, Storage: l.Len() * dt.ItemSize()}, s.op.Name + " makes a new array", err
}

// The places that many stages share.
func elementwise(_ Stage, in Form) (shape, axes []int, err error) {
	return in.Layout.Shape, layout.WalkOrder(in.Layout), nil
}

func rearranged(_ Stage, in Form) (shape, axes []int, err error) {
	return in.Layout.Shape, in.Layout.CopyOrder(), nil
}

func inC(_ Stage, in Form) (shape, axes []int, err error) { return in.Layout.Shape, nil, nil }

// asItIs reports whether a copy in K order would be the array itself: it is
// packed in C or in F order.
func (f Form) asItIs() bool {
	size := f.DType.ItemSize()
	return f.Layout.IsC(size) || f.Layout.IsF(size)
}

// planCast leaves an array that has the dtype already as it is.
func planCast(s Stage, in Form) (Form, string, error) {
	if s.args[0].dt == in.DType && in.asItIs() {
		return in, "", nil
	}
	return computedPlan(runCast, rearranged)(s, in)
}

func runCast(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	return ops.Cast(nil, a, s.args[0].dt, dtype.Unsafe)
}

// axis resolves an axis that may count from the end.
func (f Form) axis(s Stage, axis int) (int, error) {
	rank := f.Layout.Rank()
	if axis < -rank || axis >= rank {
		return 0, &layout.Error{Op: s.op.Name, Axis: -1, Err: layout.ErrAxis, Detail: fmt.Sprintf("axis %d is out of range for %d axes", axis, rank)}
	}
	if axis < 0 {
		axis += rank
	}
	return axis, nil
}

func runRoll(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	return ops.Roll(nil, a, s.args[0].ints, s.args[1].ints)
}

func runSort(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	return ops.Sort(nil, a, s.integer(0, -1))
}

func runArgSort(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	return ops.ArgSort(nil, a, s.integer(0, -1))
}

func runCumSum(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	return ops.CumSum(nil, a, s.args[0].n)
}

func placeTaken(s Stage, in Form) (shape, axes []int, err error) {
	axis, err := in.axis(s, s.args[1].n)
	if err != nil {
		return nil, nil, err
	}
	n := in.Layout.Shape[axis]
	for _, i := range s.args[0].ints {
		if i < -n || i >= n {
			return nil, nil, &layout.Error{Op: s.op.Name, Axis: axis, Err: layout.ErrIndex, Detail: fmt.Sprintf("index %d is out of range for axis %d of size %d", i, axis, n)}
		}
	}
	shape = slices.Clone(in.Layout.Shape)
	shape[axis] = len(s.args[0].ints)
	return shape, nil, nil
}

func runTake(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	at := make([]int64, len(s.args[0].ints))
	for k, i := range s.args[0].ints {
		at[k] = int64(i)
	}
	indices, err := ndarray.FromSlice(at)
	if err != nil {
		return nil, err
	}
	return ops.Take(nil, a, indices, s.args[1].n)
}
