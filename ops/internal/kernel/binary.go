package kernel

import (
	"math"
	"sync"
	"unsafe"
)

// Op is an operator of two operands of one type with a result of that type.
type Op uint8

// The operators, with NumPy's meaning. On bool, Add and Maximum are or, and Mul
// and Minimum are and.
const (
	Add Op = iota
	Sub
	Mul
	Div // true division: floats and complex numbers alone
	FloorDiv
	Rem // with the sign of the divisor
	Pow // integers: the exponents must not be negative
	Min // NaN wins
	Max
	ops int = iota
)

// Binary returns the loop of op on numbers of type t, or nil where NumPy has
// none: operand 0 = operand 1 op operand 2.
func Binary(op Op, t Num) Loop { return binaries()[t][op] }

// Tables of loops are made when they are first asked for: a program that computes
// nothing does not pay for them when it starts.
var binaries = sync.OnceValue(func() *[Nums][ops]Loop {
	return fastBinaries(&[Nums][ops]Loop{
		Bool: bools(),
		I8:   ints[int8](),
		I16:  ints[int16](),
		I32:  ints[int32](),
		I64:  ints[int64](),
		U8:   ints[uint8](),
		U16:  ints[uint16](),
		U32:  ints[uint32](),
		U64:  ints[uint64](),
		F32:  floats[float32](),
		F64:  floats[float64](),
		C64:  complexes[complex64, float32](),
		C128: complexes[complex128, float64](),
	})
})

// fastBinaries are the loops with their blocks in assembly.
func fastBinaries(loops *[Nums][ops]Loop) *[Nums][ops]Loop {
	for t := range loops {
		for op, loop := range loops[t] {
			loops[t][op] = withBlocks(loop, Num(t).Size(), binaryBlocks(Op(op), Num(t)))
		}
	}
	return loops
}

func bools() [ops]Loop {
	return [ops]Loop{Add: logical[op1], Mul: logical[op2], Min: logical[op2], Max: logical[op1]}
}

func ints[T integer]() [ops]Loop {
	return [ops]Loop{
		Add: plain[T, op1], Sub: plain[T, op2], Mul: plain[T, op3],
		FloorDiv: whole[T, op1], Rem: whole[T, op2], Pow: whole[T, op3],
		Min: order[T, op1], Max: order[T, op2],
	}
}

func floats[T float]() [ops]Loop {
	return [ops]Loop{
		Add: plain[T, op1], Sub: plain[T, op2], Mul: plain[T, op3],
		Div: divide[T], FloorDiv: modular[T, op1], Rem: modular[T, op2], Pow: modular[T, op3],
		Min: order[T, op1], Max: order[T, op2],
	}
}

func complexes[T number, F float]() [ops]Loop {
	return [ops]Loop{
		Add: plain[T, op1], Sub: plain[T, op2], Mul: plane[F, op1],
		Div: plane[F, op2], Pow: plane[F, op3],
		Min: plane[F, op4], Max: plane[F, op5],
	}
}

// adjacent reports whether operand k of a is a run of adjacent elements of T.
func adjacent[T any](a *Args, k int) bool {
	var zero T
	return a.S[k] == int(unsafe.Sizeof(zero))
}

// run returns operand k of a, which must be adjacent elements, as a slice.
func run[T any](n int, a *Args, k int) []T { return unsafe.Slice((*T)(a.P[k]), n) }

// plain adds, subtracts and multiplies: integers wrap.
func plain[T number, O operator](n int, a *Args) {
	var op O
	x, y := a.P[1], a.P[2]
	xs, ys := a.S[1], a.S[2]
	xo, yo := 0, 0
	if adjacent[T](a, 0) { // a fifth faster, and the usual case
		d := run[T](n, a, 0)
		for i := range d {
			switch unsafe.Sizeof(op) {
			case 1:
				d[i] = *at[T](x, xo) + *at[T](y, yo)
			case 2:
				d[i] = *at[T](x, xo) - *at[T](y, yo)
			case 3:
				d[i] = *at[T](x, xo) * *at[T](y, yo)
			}
			xo, yo = xo+xs, yo+ys
		}
		return
	}
	d, ds := a.P[0], a.S[0]
	for do := 0; n > 0; n-- {
		switch unsafe.Sizeof(op) {
		case 1:
			*at[T](d, do) = *at[T](x, xo) + *at[T](y, yo)
		case 2:
			*at[T](d, do) = *at[T](x, xo) - *at[T](y, yo)
		case 3:
			*at[T](d, do) = *at[T](x, xo) * *at[T](y, yo)
		}
		do, xo, yo = do+ds, xo+xs, yo+ys
	}
}

// divide is the true division of floats.
func divide[T float](n int, a *Args) {
	d, x, y := a.P[0], a.P[1], a.P[2]
	ds, xs, ys := a.S[0], a.S[1], a.S[2]
	for do, xo, yo := 0, 0, 0; n > 0; n-- {
		*at[T](d, do) = *at[T](x, xo) / *at[T](y, yo)
		do, xo, yo = do+ds, xo+xs, yo+ys
	}
}

// order takes the smaller or the larger of two, NaN before anything; of two
// NaN, and of -0 and +0, the first.
func order[T scalar, O operator](n int, a *Args) {
	var op O
	d, x, y := a.P[0], a.P[1], a.P[2]
	ds, xs, ys := a.S[0], a.S[1], a.S[2]
	for do, xo, yo := 0, 0, 0; n > 0; n-- {
		u, v := *at[T](x, xo), *at[T](y, yo)
		switch unsafe.Sizeof(op) {
		case 1:
			if !(u <= v || u != u) {
				u = v
			}
		case 2:
			if !(u >= v || u != u) {
				u = v
			}
		}
		*at[T](d, do) = u
		do, xo, yo = do+ds, xo+xs, yo+ys
	}
}

// whole is the arithmetic of integers that rounds to the floor.
func whole[T integer, O operator](n int, a *Args) {
	var op O
	d, x, y := a.P[0], a.P[1], a.P[2]
	ds, xs, ys := a.S[0], a.S[1], a.S[2]
	for do, xo, yo := 0, 0, 0; n > 0; n-- {
		u, v := *at[T](x, xo), *at[T](y, yo)
		var r T
		switch unsafe.Sizeof(op) {
		case 1:
			r = floorDiv(u, v)
		case 2:
			r = floorRem(u, v)
		case 3:
			r = power(u, v)
		}
		*at[T](d, do) = r
		do, xo, yo = do+ds, xo+xs, yo+ys
	}
}

// floorDiv is x/y rounded down, and 0 for y = 0. The one quotient that does not
// fit, that of the least number by -1, wraps.
func floorDiv[T integer](x, y T) T {
	if y == 0 {
		return 0
	}
	q := x / y
	if q*y != x && (x < 0) != (y < 0) {
		q--
	}
	return q
}

// floorRem is x - y·floor(x/y), and 0 for y = 0.
func floorRem[T integer](x, y T) T {
	if y == 0 {
		return 0
	}
	r := x % y
	if r != 0 && (r < 0) != (y < 0) {
		r += y
	}
	return r
}

// power is x to the y, which is not negative, wrapping.
func power[T integer](x, y T) T {
	r := T(1)
	for y > 0 {
		if y&1 != 0 {
			r *= x
		}
		x *= x
		y >>= 1
	}
	return r
}

// modular is the arithmetic of floats that goes through package math.
func modular[T float, O operator](n int, a *Args) {
	var op O
	d, x, y := a.P[0], a.P[1], a.P[2]
	ds, xs, ys := a.S[0], a.S[1], a.S[2]
	for do, xo, yo := 0, 0, 0; n > 0; n-- {
		u, v := *at[T](x, xo), *at[T](y, yo)
		var r T
		switch unsafe.Sizeof(op) {
		case 1:
			r = quotient(u, v)
		case 2:
			r = remainder(u, v)
		case 3:
			r = T(pow(float64(u), float64(v)))
		}
		*at[T](d, do) = r
		do, xo, yo = do+ds, xo+xs, yo+ys
	}
}

// remainder is Python's x % y: its sign is the divisor's.
func remainder[T float](x, y T) T {
	r := T(math.Mod(float64(x), float64(y)))
	switch {
	case y == 0:
		return r // NaN
	case r == 0:
		return T(math.Copysign(0, float64(y)))
	case (y < 0) != (r < 0):
		r += y
	}
	return r
}

// quotient is Python's x // y, computed as NumPy does, from the remainder.
func quotient[T float](x, y T) T {
	if y == 0 {
		return x / y
	}
	r := T(math.Mod(float64(x), float64(y)))
	q := T(x-r) / y
	if r != 0 && (y < 0) != (r < 0) {
		q--
	}
	if q == 0 {
		return T(math.Copysign(0, float64(x/y)))
	}
	f := T(math.Floor(float64(q)))
	if q-f > 0.5 {
		f++
	}
	return f
}

// logical is or (op1), and (op2) and exclusive or (op3) of truth values; any
// byte that is not 0 is true.
func logical[O operator](n int, a *Args) {
	var op O
	d, x, y := a.P[0], a.P[1], a.P[2]
	ds, xs, ys := a.S[0], a.S[1], a.S[2]
	for do, xo, yo := 0, 0, 0; n > 0; n-- {
		u, v := truth(*at[uint8](x, xo)), truth(*at[uint8](y, yo))
		switch unsafe.Sizeof(op) {
		case 1:
			u |= v
		case 2:
			u &= v
		case 3:
			u ^= v
		}
		*at[uint8](d, do) = u
		do, xo, yo = do+ds, xo+xs, yo+ys
	}
}

// truth is 1 for every byte but 0.
func truth(b uint8) uint8 { return (b | -b) >> 7 }

// The loops of truth values.
var (
	And = withBlocks(logical[op2], 1, truthBlocks(0))
	Or  = withBlocks(logical[op1], 1, truthBlocks(1))
	Xor = withBlocks(logical[op3], 1, truthBlocks(2))
)
