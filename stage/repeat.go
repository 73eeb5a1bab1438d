package stage

import (
	"fmt"
	"slices"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

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
