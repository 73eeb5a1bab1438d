package layout

import (
	"iter"
	"slices"
)

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

// bruteContiguous tells whether C order visits one item after the other.
func bruteContiguous(l Layout, itemSize int) bool {
	want := l.Offset
	for addr := range addresses(l) {
		if addr != want {
			return false
		}
		want += itemSize
	}
	return true
}

// bruteBytes counts the elements that hold each byte.
func bruteBytes(l Layout, itemSize int) map[int]int {
	bytes := map[int]int{}
	for addr := range addresses(l) {
		for i := range itemSize {
			bytes[addr+i]++
		}
	}
	return bytes
}

func bruteSelfOverlap(l Layout, itemSize int) bool {
	for _, n := range bruteBytes(l, itemSize) {
		if n > 1 {
			return true
		}
	}
	return false
}

func bruteOverlap(a Layout, aSize int, b Layout, bSize int) bool {
	bytes := bruteBytes(a, aSize)
	for addr := range bruteBytes(b, bSize) {
		if bytes[addr] > 0 {
			return true
		}
	}
	return false
}

func bruteDensity(l Layout, itemSize int) Density {
	if l.Len() == 0 {
		return Dense
	}
	for k, size := range l.Shape {
		if size > 1 && l.Strides[k] == 0 {
			return Broadcasts
		}
	}
	if bruteSelfOverlap(l, itemSize) {
		return Overlaps
	}
	if lo, hi := bruteExtent(l, itemSize); hi-lo == len(bruteBytes(l, itemSize)) {
		return Dense
	}
	return Gapped
}

// orderedAddresses are the addresses in C or F order.
func orderedAddresses(l Layout, order Order) []int {
	if order == F {
		l = l.Transpose()
	}
	return slices.Collect(addresses(l))
}

// bruteView finds strides that put a shape over the same addresses in the same
// order, or returns nil. The stride of an axis can only be the distance of its
// first two elements.
func bruteView(l Layout, order Order, shape []int) []int {
	addrs := orderedAddresses(l, order)
	v := Layout{Shape: shape, Strides: make([]int, len(shape)), Offset: l.Offset}
	step := 1 // elements from one index to the next of the axis
	for n := range shape {
		k := n
		if order == C {
			k = len(shape) - 1 - n
		}
		if shape[k] > 1 && step < len(addrs) {
			v.Strides[k] = addrs[step] - addrs[0]
		}
		step *= shape[k]
	}
	if !slices.Equal(orderedAddresses(v, order), addrs) {
		return nil
	}
	return v.Strides
}
