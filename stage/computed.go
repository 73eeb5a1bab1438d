package stage

import (
	"fmt"
	"slices"
	"strconv"

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
		one, err := ndarray.New(in.DType, slices.Repeat([]int{1}, in.Layout.Rank())...)
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

// planRepeat is planTile that wants a count an axis, as PyTorch.
func planRepeat(s Stage, in Form) (Form, string, error) {
	if counts := s.args[0].ints; len(counts) < in.Layout.Rank() {
		return Form{}, "", &layout.Error{Op: s.op.Name, Axis: -1, Err: layout.ErrRank,
			Detail: fmt.Sprintf("%d counts for %d axes, expected one an axis or more", len(counts), in.Layout.Rank())}
	}
	return planTile(s, in)
}

func planTile(s Stage, in Form) (Form, string, error) {
	counts := s.args[0].ints
	extra := len(counts) - in.Layout.Rank()
	if in.asItIs() && !slices.ContainsFunc(counts, func(n int) bool { return n != 1 }) {
		return in.relaid(in.Layout.Unsqueeze(firstAxes(max(extra, 0))...))
	}
	return computedPlan(runTile, func(s Stage, in Form) (shape, axes []int, err error) {
		sizes := slices.Concat(slices.Repeat([]int{1}, max(extra, 0)), in.Layout.Shape)
		all := slices.Concat(slices.Repeat([]int{1}, max(-extra, 0)), counts)
		once := true
		for k, n := range all {
			if sizes[k], err = product(sizes[k], n); err != nil {
				return nil, nil, err
			}
			once = once && n == 1
		}
		if !once {
			return sizes, nil, nil
		}
		l, err := in.Layout.Expand(sizes...)
		return sizes, l.CopyOrder(), err
	})(s, in)
}

func firstAxes(n int) []int {
	axes := make([]int, n)
	for k := range axes {
		axes[k] = k
	}
	return axes
}

// product multiplies two sizes.
func product(a, b int) (int, error) { return layout.Size([]int{a, b}) }

func runTile(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	return ops.Tile(nil, a, s.args[0].ints...)
}

func placeInterleaved(s Stage, in Form) (shape, axes []int, err error) {
	axis, err := in.axis(s, s.args[1].n)
	if err != nil {
		return nil, nil, err
	}
	counts, total := s.args[0].ints, 0
	if len(counts) == 1 {
		total, err = product(counts[0], in.Layout.Shape[axis])
	} else if len(counts) != in.Layout.Shape[axis] {
		err = &layout.Error{Op: s.op.Name, Axis: axis, Err: layout.ErrShape,
			Detail: fmt.Sprintf("%d counts for %d elements along axis %d, expected 1 or %d", len(counts), in.Layout.Shape[axis], axis, in.Layout.Shape[axis])}
	}
	for _, n := range counts {
		if n < 0 {
			return nil, nil, fmt.Errorf("%w: count %d, expected 0 or more", ops.ErrArgument, n)
		}
		if len(counts) != 1 {
			total += n
		}
	}
	shape = slices.Clone(in.Layout.Shape)
	shape[axis] = total
	return shape, nil, err
}

func runInterleaved(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	return ops.Repeat(nil, a, s.args[1].n, s.args[0].ints...)
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

// number is the argument k as it stands beside elements of a type: a number
// without a dtype of its own (NEP 50).
func (s Stage) number(k int, beside dtype.Type) (*ndarray.Array, error) {
	return scalar(s.args[k].text).Beside(beside)
}

// scalar reads a number that parseNumber has accepted.
func scalar(text string) ops.Scalar {
	switch text {
	case "True", "False":
		return ops.BoolScalar(text == "True")
	}
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return ops.IntScalar(i)
	}
	if u, err := strconv.ParseUint(text, 10, 64); err == nil {
		return ops.UintScalar(u)
	}
	f, _ := strconv.ParseFloat(text, 64) // out of range it is ±inf
	return ops.FloatScalar(f)
}

// binaryOp is a function of two arrays, unaryOp one of one.
type (
	binaryOp func(dst, x, y *ndarray.Array) (*ndarray.Array, error)
	unaryOp  func(dst, x *ndarray.Array) (*ndarray.Array, error)
)

// withNumber runs a binaryOp function on the array and the argument 0.
func withNumber(f binaryOp) runner {
	return func(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
		y, err := s.number(0, a.DType())
		if err != nil {
			return nil, err
		}
		return f(nil, a, y)
	}
}

func alone(f unaryOp) runner {
	return func(_ Stage, a *ndarray.Array) (*ndarray.Array, error) { return f(nil, a) }
}

func runClip(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	lo, err := s.number(0, a.DType())
	if err != nil {
		return nil, err
	}
	hi, err := s.number(1, a.DType())
	if err != nil {
		return nil, err
	}
	return ops.Clip(nil, a, lo, hi)
}

// comparisons are the tests of where.
var comparisons = map[string]binaryOp{
	"eq": ops.Equal, "ne": ops.NotEqual, "lt": ops.Less, "le": ops.LessEqual, "gt": ops.Greater, "ge": ops.GreaterEqual,
}

func runWhere(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	than, err := s.number(1, a.DType())
	if err != nil {
		return nil, err
	}
	cond, err := comparisons[s.args[0].text](nil, a, than)
	if err != nil {
		return nil, err
	}
	other, err := s.number(2, a.DType())
	if err != nil {
		return nil, err
	}
	return ops.Where(nil, cond, a, other)
}

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

// placeReduced is where ops puts the result of a reduction: the axes that are
// left lie in the order of the operand's, those of a search in C order.
func placeReduced(s Stage, in Form) (shape, axes []int, err error) {
	rank := in.Layout.Rank()
	over := s.over()
	gone := make([]bool, rank)
	for _, ax := range over.Axes {
		axis, err := in.axis(s, ax)
		if err != nil {
			return nil, nil, err
		}
		gone[axis] = true
	}
	name, empty := s.args[0].text, false
	at := make([]int, rank) // where the operand's axes stand in the result
	shape = []int{}
	for k, n := range in.Layout.Shape {
		gone[k] = gone[k] || over.Axes == nil
		empty = empty || gone[k] && n == 0
		at[k] = len(shape)
		switch {
		case !gone[k]:
			shape = append(shape, n)
		case over.KeepDims:
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
