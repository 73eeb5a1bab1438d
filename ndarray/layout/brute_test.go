package layout

import "iter"

// Definitions by brute force, to test against: nested loops over indices.

// indices yields every index of a shape in C order. The slice is reused.
func indices(shape []int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		index := make([]int, len(shape))
		var loop func(axis int) bool
		loop = func(axis int) bool {
			if axis == len(shape) {
				return yield(index)
			}
			for index[axis] = 0; index[axis] < shape[axis]; index[axis]++ {
				if !loop(axis + 1) {
					return false
				}
			}
			return true
		}
		loop(0)
	}
}

// address is the address formula.
func address(l Layout, index []int) int {
	addr := l.Offset
	for k, i := range index {
		addr += i * l.Strides[k]
	}
	return addr
}

// addresses yields the address of every element in C order.
func addresses(l Layout) iter.Seq[int] {
	return func(yield func(int) bool) {
		for index := range indices(l.Shape) {
			if !yield(address(l, index)) {
				return
			}
		}
	}
}

// bruteExtent is Extent by looking at every element.
func bruteExtent(l Layout, itemSize int) (lo, hi int) {
	first := true
	for addr := range addresses(l) {
		if first {
			lo, hi, first = addr, addr+itemSize, false
		}
		lo, hi = min(lo, addr), max(hi, addr+itemSize)
	}
	return lo, hi
}
