package kernel

import (
	"sync"
	"unsafe"
)

// Relation is a comparison of two operands of one type with a bool result.
// Greater is Less with the operands exchanged.
type Relation uint8

// The relations.
const (
	Equal Relation = iota
	NotEqual
	Less
	LessEqual
	relations int = iota
)

// Compare returns the loop of a relation on numbers of type t, or nil where
// there is none. Comparisons with NaN are false, NotEqual true. Complex numbers
// are ordered by the real part, then the imaginary one.
func Compare(r Relation, t Num) Loop { return comparisons()[t][r] }

var comparisons = sync.OnceValue(func() *[Nums][relations]Loop {
	return fastComparisons(&[Nums][relations]Loop{
		Bool: {truths[op1], truths[op2], truths[op3], truths[op4]},
		I8:   compares[int8](),
		I16:  compares[int16](),
		I32:  compares[int32](),
		I64:  compares[int64](),
		U8:   compares[uint8](),
		U16:  compares[uint16](),
		U32:  compares[uint32](),
		U64:  compares[uint64](),
		F32:  compares[float32](),
		F64:  compares[float64](),
		C64:  {comparePlane[float32, op1], comparePlane[float32, op2], comparePlane[float32, op3], comparePlane[float32, op4]},
		C128: {comparePlane[float64, op1], comparePlane[float64, op2], comparePlane[float64, op3], comparePlane[float64, op4]},
	})
})

// fastComparisons are the loops with their blocks in assembly.
func fastComparisons(loops *[Nums][relations]Loop) *[Nums][relations]Loop {
	for t := range loops {
		for r, loop := range loops[t] {
			if c, ok := compareBlocks(Relation(r), Num(t)); ok && loop != nil {
				loops[t][r] = withCompared(loop, Num(t).Size(), c)
			}
		}
	}
	return loops
}

func compares[T scalar]() [relations]Loop {
	return [relations]Loop{compare[T, op1], compare[T, op2], compare[T, op3], compare[T, op4]}
}

// CompareMixed returns the loop of a relation of an int64 operand 1 with a
// uint64 operand 2, or of the two exchanged: exact, where their common type
// float64 would round.
func CompareMixed(r Relation, unsignedFirst bool) Loop {
	if unsignedFirst {
		return [relations]Loop{mixed[uint64, op1], mixed[uint64, op2], mixed[uint64, op3], mixed[uint64, op4]}[r]
	}
	return [relations]Loop{mixed[int64, op1], mixed[int64, op2], mixed[int64, op3], mixed[int64, op4]}[r]
}

func compare[T scalar, O operator](n int, a *Args) {
	var op O
	d, x, y := a.P[0], a.P[1], a.P[2]
	ds, xs, ys := a.S[0], a.S[1], a.S[2]
	for do, xo, yo := 0, 0, 0; n > 0; n-- {
		var r bool
		switch unsafe.Sizeof(op) {
		case 1:
			r = *at[T](x, xo) == *at[T](y, yo)
		case 2:
			r = *at[T](x, xo) != *at[T](y, yo)
		case 3:
			r = *at[T](x, xo) < *at[T](y, yo)
		case 4:
			r = *at[T](x, xo) <= *at[T](y, yo)
		}
		*at[bool](d, do) = r
		do, xo, yo = do+ds, xo+xs, yo+ys
	}
}

// truths compares truth values: any byte that is not 0 is true.
func truths[O operator](n int, a *Args) {
	var op O
	d, x, y := a.P[0], a.P[1], a.P[2]
	ds, xs, ys := a.S[0], a.S[1], a.S[2]
	for do, xo, yo := 0, 0, 0; n > 0; n-- {
		u, v := truth(*at[uint8](x, xo)), truth(*at[uint8](y, yo))
		var r bool
		switch unsafe.Sizeof(op) {
		case 1:
			r = u == v
		case 2:
			r = u != v
		case 3:
			r = u < v
		case 4:
			r = u <= v
		}
		*at[bool](d, do) = r
		do, xo, yo = do+ds, xo+xs, yo+ys
	}
}

func comparePlane[F float, O operator](n int, a *Args) {
	var op O
	d, x, y := a.P[0], a.P[1], a.P[2]
	ds, xs, ys := a.S[0], a.S[1], a.S[2]
	for do, xo, yo := 0, 0, 0; n > 0; n-- {
		u, v := *at[pair[F]](x, xo), *at[pair[F]](y, yo)
		var r bool
		switch unsafe.Sizeof(op) {
		case 1:
			r = u == v
		case 2:
			r = u != v
		case 3:
			r = u.less(v)
		case 4:
			r = u.lessEqual(v)
		}
		*at[bool](d, do) = r
		do, xo, yo = do+ds, xo+xs, yo+ys
	}
}

// mixed compares an int64 with a uint64; T is the type of operand 1. Two 64-bit
// patterns without a negative number compare as they stand.
func mixed[T int64 | uint64, O operator](n int, a *Args) {
	var op O
	var minusOne T
	minusOne--
	signedFirst := minusOne < 0
	d, x, y := a.P[0], a.P[1], a.P[2]
	ds, xs, ys := a.S[0], a.S[1], a.S[2]
	for do, xo, yo := 0, 0, 0; n > 0; n-- {
		u, v := *at[uint64](x, xo), *at[uint64](y, yo)
		uNeg, vNeg := signedFirst && int64(u) < 0, !signedFirst && int64(v) < 0
		var r bool
		switch unsafe.Sizeof(op) {
		case 1:
			r = u == v && !uNeg && !vNeg
		case 2:
			r = u != v || uNeg || vNeg
		case 3:
			r = uNeg || u < v && !vNeg
		case 4:
			r = uNeg || u <= v && !vNeg
		}
		*at[bool](d, do) = r
		do, xo, yo = do+ds, xo+xs, yo+ys
	}
}

// CompareBytes returns the loop of a relation on byte strings of w1 and w2
// bytes, of which the shorter counts as filled up with zeros (NumPy's S).
func CompareBytes(r Relation, w1, w2 int) Loop {
	return func(n int, a *Args) {
		compareStrings(n, a, r, func(x, y unsafe.Pointer) int {
			return compareFilled(unsafe.Slice((*byte)(x), w1), unsafe.Slice((*byte)(y), w2))
		})
	}
}

// CompareUnicode is CompareBytes for strings of n1 and n2 native 32-bit code
// points (NumPy's U).
func CompareUnicode(r Relation, n1, n2 int) Loop {
	return func(n int, a *Args) {
		compareStrings(n, a, r, func(x, y unsafe.Pointer) int {
			return compareFilled(unsafe.Slice((*uint32)(x), n1), unsafe.Slice((*uint32)(y), n2))
		})
	}
}

// compareStrings is the loop of both: here the work is in the strings, not in
// the call.
func compareStrings(n int, a *Args, r Relation, order func(x, y unsafe.Pointer) int) {
	for i := range n {
		c := order(unsafe.Add(a.P[1], i*a.S[1]), unsafe.Add(a.P[2], i*a.S[2]))
		*at[bool](a.P[0], i*a.S[0]) = r == Equal && c == 0 || r == NotEqual && c != 0 ||
			r == Less && c < 0 || r == LessEqual && c <= 0
	}
}

// compareFilled orders two strings, the shorter filled up with zeros.
func compareFilled[T unsigned](x, y []T) int {
	for i := range max(len(x), len(y)) {
		var u, v T
		if i < len(x) {
			u = x[i]
		}
		if i < len(y) {
			v = y[i]
		}
		if u != v {
			if u < v {
				return -1
			}
			return 1
		}
	}
	return 0
}
