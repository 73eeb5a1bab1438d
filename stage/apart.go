package stage

import (
	"slices"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ops"
)

// What Parts says of an axis that is none of the result's.
const (
	Whole  = -1 // parts need all of it
	Joined = -2 // it can be cut, and the results be joined
)

// apart gives for each axis of a stage's operand the axis of the result along which
// the work can be cut, Whole or Joined: a box of the operand that has all of the axes
// that are neither gives the box of the result at the same places.
type apart func(s Stage, in Form) []int

// everywhere is for stages that work element by element.
func everywhere(_ Stage, in Form) []int { return firstAxes(in.Layout.Rank()) }

// except is for stages that keep the number of axes and work along those that the
// argument k names, the last one without it.
func except(k int) apart {
	return func(s Stage, in Form) []int {
		axes := everywhere(s, in)
		along := s.args[k].ints
		if s.op.Params[k].Kind == Int {
			along = []int{s.integer(k, -1)}
		}
		for _, axis := range along {
			if axis < 0 {
				axis += len(axes)
			}
			axes[axis] = Whole
		}
		return axes
	}
}

// apartTiled cuts along the axes that are not repeated.
func apartTiled(s Stage, in Form) []int {
	counts := s.args[0].ints
	extra := len(counts) - in.Layout.Rank()
	axes := everywhere(s, in)
	for k := range axes {
		axes[k] += max(extra, 0)
		if at := k + extra; at >= 0 && counts[at] != 1 {
			axes[k] = Whole
		}
	}
	return axes
}

// apartPadded cuts along the axes that nothing is put around.
func apartPadded(s Stage, in Form) []int {
	widths, err := s.widths(in.Layout.Rank())
	axes := everywhere(s, in)
	for k := range axes {
		if err != nil || widths[k] != [2]int{} {
			axes[k] = Whole
		}
	}
	return axes
}

// apartReduced cuts along the axes that are left, and the others if the results of
// parts make that of the whole.
func apartReduced(s Stage, in Form) []int {
	gone, err := s.reduced(in)
	axes := everywhere(s, in)
	next, instead := 0, Whole
	if s.join(in) != nil {
		instead = Joined
	}
	for k := range axes {
		axes[k] = next
		if err != nil || gone[k] {
			axes[k] = instead
		}
		if err == nil && (!gone[k] || s.over().KeepDims) {
			next++
		}
	}
	return axes
}

// join is the function that makes the result of reduce from those of two parts, nil
// where that is not the same bit for bit: where it depends on the order in which
// floats are added up.
func (s Stage) join(in Form) func(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	if s.op.Name != "reduce" {
		return nil
	}
	exact := false
	switch in.DType.Kind() {
	case dtype.KindBool, dtype.KindInt, dtype.KindUint:
		exact = true
	}
	switch name := s.args[0].text; {
	case name == "count" || name == "sum" && exact:
		return ops.Add
	case name == "prod" && exact:
		return ops.Mul
	case name == "min" && exact:
		return ops.Minimum
	case name == "max" && exact:
		return ops.Maximum
	case name == "any":
		return ops.Or
	case name == "all":
		return ops.And
	}
	return nil
}

// Join makes the result of the last stage, a new array, from those of two parts of
// what it works on, of one shape, along axes that Parts calls Joined. Errors are
// those of package ops.
func (p Plan) Join(x, y *ndarray.Array) (*ndarray.Array, error) {
	last := p.Steps[len(p.Steps)-1]
	return last.Stage.join(last.In)(nil, x, y)
}

// Parts tells whether the result can be made in parts: no stage moves bytes before
// the first that computes, and all from that one on can be cut along an axis of
// source, which lies in the storage of In. axes gives for each axis of source the
// axis of the result that it becomes, Whole or Joined. Then rest,
// applied to a box of source, gives the box of the result at the same places, bit
// for bit, if the box lies in memory as source does: its axes in the same order and
// direction, and no two that the source keeps apart one behind the other.
func (p Plan) Parts() (source Form, rest Pipeline, axes []int, ok bool) {
	for i, s := range p.Steps {
		switch {
		case rest == nil && !s.Copies():
			continue
		case s.Stage.op.apart == nil:
			return Form{}, nil, nil, false
		case rest == nil:
			source, axes = s.In, firstAxes(s.In.Layout.Rank())
		}
		rest = append(rest, s.Stage)
		next := s.Stage.op.apart(s.Stage, s.In)
		for a, k := range axes {
			if k >= 0 {
				axes[a] = next[k]
			}
			if axes[a] == Joined && i < len(p.Steps)-1 {
				axes[a] = Whole // what follows needs the whole
			}
		}
	}
	uncut := len(axes) > 0 && !slices.ContainsFunc(axes, func(k int) bool { return k != Whole })
	return source, rest, axes, rest != nil && !uncut
}
