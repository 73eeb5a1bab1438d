package kernel

import (
	"math/bits"
	"unsafe"
)

// Swap returns the loop that reverses the bytes of each of the count numbers of
// width bytes in an item: width 2, 4 or 8, count 1 or 2. Operands of two numbers
// need no more alignment than one.
func Swap(width, count int) Loop {
	var loop Loop
	switch [2]int{width, count} {
	case [2]int{2, 1}:
		loop = swap[uint16]
	case [2]int{4, 1}:
		loop = swap[uint32]
	case [2]int{8, 1}:
		loop = swap[uint64]
	case [2]int{4, 2}:
		loop = swapPair[uint32]
	case [2]int{8, 2}:
		loop = swapPair[uint64]
	}
	return withOne(loop, width*count, swapBlocks(width))
}

func swap[T unsigned](n int, a *Args) {
	d, x := a.P[0], a.P[1]
	ds, xs := a.S[0], a.S[1]
	for do, xo := 0, 0; n > 0; n-- {
		*at[T](d, do) = reversed(*at[T](x, xo))
		do, xo = do+ds, xo+xs
	}
}

func swapPair[T unsigned](n int, a *Args) {
	d, x := a.P[0], a.P[1]
	ds, xs := a.S[0], a.S[1]
	for do, xo := 0, 0; n > 0; n-- {
		u, v := at[[2]T](d, do), *at[[2]T](x, xo)
		u[0], u[1] = reversed(v[0]), reversed(v[1])
		do, xo = do+ds, xo+xs
	}
}

func reversed[T unsigned](v T) T {
	switch unsafe.Sizeof(v) {
	case 2:
		return T(bits.ReverseBytes16(uint16(v)))
	case 4:
		return T(bits.ReverseBytes32(uint32(v)))
	case 8:
		return T(bits.ReverseBytes64(uint64(v)))
	}
	return v
}
