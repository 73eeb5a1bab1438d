package kernel

import (
	"sync"
	"unsafe"
)

// Clip returns the loop that moves operand 1 into the range from operand 2 to
// operand 3, all numbers of type t; nil where there is none. NaN stays, and a
// bound that is NaN makes NaN; where the bounds are crossed the upper one wins.
func Clip(t Num) Loop { return clips()[t] }

var clips = sync.OnceValue(func() *[Nums]Loop {
	return &[Nums]Loop{
		Bool: clipTruth,
		I8:   clipLoop[int8](I8), I16: clipLoop[int16](I16), I32: clipLoop[int32](I32), I64: clipLoop[int64](I64),
		U8: clipLoop[uint8](U8), U16: clipLoop[uint16](U16), U32: clipLoop[uint32](U32), U64: clipLoop[uint64](U64),
		F32: clipLoop[float32](F32), F64: clipLoop[float64](F64), C64: clipPlane[float32], C128: clipPlane[float64],
	}
})

// clipLoop is clip by assembly: between bounds that stand still at once, else by
// a maximum and a minimum.
func clipLoop[T scalar](t Num) Loop {
	loop := Loop(clip[T])
	if binaryBlocks(Max, t) != nil {
		loop = clipByTwo(loop, Binary(Max, t), Binary(Min, t), t.Size())
	}
	block, size := clipBlocks(t), t.Size()
	if block == nil {
		return loop
	}
	return func(n int, a *Args) {
		blocks := n * size / blockBytes
		low, high := *(*T)(a.P[2]), *(*T)(a.P[3])
		if a.S[0] != size || a.S[1] != size || a.S[2] != 0 || a.S[3] != 0 || n <= tooFew || low != low || high != high {
			loop(n, a)
			return
		}
		lo, hi := a.still(2, size, groupBytes), a.still(3, size, groupBytes)
		if blocks > 0 {
			block(blocks, a.P[0], a.P[1], lo, hi)
		}
		if m := n - blocks*blockBytes/size; m > 0 {
			block(1, a.results(), a.last(1, n-m, m, size), lo, hi)
			a.store(n-m, m, size)
		}
	}
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
