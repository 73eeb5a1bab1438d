package layout

import "slices"

// KOrder returns the axis permutation in which NumPy lays out the result of a
// join of several operands (concatenate, stack) in K order: the axis with the
// largest stride first, as NewOrdered takes it. Operands must have equal ranks.
//
// Two axes are compared by the magnitudes of their strides, operand by
// operand, leaving out operands where one of them has size 1; where operands
// disagree or strides are equal, C order wins.
func KOrder(ls ...Layout) []int {
	return kOrder(ls, false, func(l *Layout, a, b int) bool { return l.Shape[a] != 1 && l.Shape[b] != 1 })
}

// WalkOrder is KOrder for the result of an elementwise operation on operands
// that were broadcast to one shape: NumPy's iterator leaves out operands that
// stand still along an axis (size 1 or stride 0) and starts from the last axis.
func WalkOrder(ls ...Layout) []int {
	return kOrder(ls, true, func(l *Layout, a, b int) bool {
		return l.Shape[a] != 1 && l.Shape[b] != 1 && l.Strides[a] != 0 && l.Strides[b] != 0
	})
}

// CopyOrder returns the axis permutation of a copy of one array in K order, as
// NumPy's copy and astype make it: axes by the magnitudes of their strides, in
// the original order where they are equal.
func (l Layout) CopyOrder() []int {
	return kOrder([]Layout{l}, false, func(*Layout, int, int) bool { return true })
}

// kOrder sorts the axes by insertion as NumPy does, from the first axis on or
// backward from the last: the comparison is no total order, so the way of
// sorting is part of the rule. counts tells whether an operand has a say in
// the comparison of two axes.
func kOrder(ls []Layout, backward bool, counts func(l *Layout, a, b int) bool) []int {
	if len(ls) == 0 {
		return nil
	}
	axes := make([]int, len(ls[0].Shape))
	for n := range axes {
		axis := n
		if backward {
			axis = len(axes) - 1 - n
		}
		place := n
		for at := n - 1; at >= 0; at-- {
			compared, passes := false, false
			for i := range ls {
				l := &ls[i]
				if !counts(l, axis, axes[at]) {
					continue
				}
				outer, inner := magnitude(l.Strides[axes[at]]), magnitude(l.Strides[axis])
				if backward {
					outer, inner = inner, outer
				}
				if outer >= inner {
					passes = false
				} else if !compared {
					passes = true
				}
				compared = true
			}
			if compared && !passes {
				break
			}
			if passes {
				place = at
			}
		}
		copy(axes[place+1:n+1], axes[place:n])
		axes[place] = axis
	}
	if backward {
		slices.Reverse(axes)
	}
	return axes
}
