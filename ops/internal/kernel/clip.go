package kernel

import "unsafe"

// Clip returns the loop that moves operand 1 into the range from operand 2 to
// operand 3, all numbers of type t; nil where there is none. NaN stays, and a
// bound that is NaN makes NaN; where the bounds are crossed the upper one wins.
func Clip(t Num) Loop {
	loop := [Nums]Loop{
		Bool: clipTruth,
		I8:   clip[int8], I16: clip[int16], I32: clip[int32], I64: clip[int64],
		U8: clip[uint8], U16: clip[uint16], U32: clip[uint32], U64: clip[uint64],
		F32: clip[float32], F64: clip[float64], C64: clipPlane[float32], C128: clipPlane[float64],
	}[t]
	if binaryBlocks(Max, t) != nil && t != Bool {
		return clipByTwo(loop, Binary(Max, t), Binary(Min, t), t.Size())
	}
	return loop
}

// clipByTwo is Clip by the loops of maximum and minimum, part by part.
func clipByTwo(loop, maximum, minimum Loop, size int) Loop {
	const part = 2048
	return func(n int, a *Args) {
		if a.S[0] != size || a.P[0] == a.P[3] { // the upper bound would be overwritten
			loop(n, a)
			return
		}
		p, s := a.P, a.S
		for i := 0; i < n; i += part {
			m := min(part, n-i)
			for k := range 3 {
				a.P[k] = unsafe.Add(p[k], i*s[k])
			}
			a.S[1], a.S[2] = s[1], s[2]
			maximum(m, a)
			a.P[1], a.P[2] = a.P[0], unsafe.Add(p[3], i*s[3])
			a.S[1], a.S[2] = s[0], s[3]
			minimum(m, a)
		}
		a.P, a.S = p, s
	}
}

func clip[T scalar](n int, a *Args) {
	d, x, lo, hi := a.P[0], a.P[1], a.P[2], a.P[3]
	ds, xs, ls, hs := a.S[0], a.S[1], a.S[2], a.S[3]
	for do, xo, l, h := 0, 0, 0, 0; n > 0; n-- {
		v, low, high := *at[T](x, xo), *at[T](lo, l), *at[T](hi, h)
		if v < low || low != low && v == v {
			v = low
		}
		if v > high || high != high && v == v {
			v = high
		}
		*at[T](d, do) = v
		do, xo, l, h = do+ds, xo+xs, l+ls, h+hs
	}
}

func clipPlane[F float](n int, a *Args) {
	for i := range n {
		v, low, high := *at[pair[F]](a.P[1], i*a.S[1]), *at[pair[F]](a.P[2], i*a.S[2]), *at[pair[F]](a.P[3], i*a.S[3])
		if !(low.lessEqual(v) || v.nan()) {
			v = low
		}
		if !(v.lessEqual(high) || v.nan()) {
			v = high
		}
		*at[pair[F]](a.P[0], i*a.S[0]) = v
	}
}

func clipTruth(n int, a *Args) {
	for i := range n {
		v := truth(*at[uint8](a.P[1], i*a.S[1])) | truth(*at[uint8](a.P[2], i*a.S[2]))
		*at[uint8](a.P[0], i*a.S[0]) = v & truth(*at[uint8](a.P[3], i*a.S[3]))
	}
}

// ClipDates is Clip for counts of one unit of time: NaT in any operand wins.
func ClipDates(n int, a *Args) {
	for i := range n {
		v, low, high := *at[int64](a.P[1], i*a.S[1]), *at[int64](a.P[2], i*a.S[2]), *at[int64](a.P[3], i*a.S[3])
		if v == NaT || low == NaT || high == NaT {
			v = NaT
		} else {
			v = min(max(v, low), high)
		}
		*at[int64](a.P[0], i*a.S[0]) = v
	}
}
