package kernel

import "math"

// The formats narrower than float32. Their values are exact in float32, which
// all arithmetic on them goes through.

// halfValue is the value of an IEEE binary16.
func halfValue(h uint16) float32 {
	sign := uint32(h&0x8000) << 16
	exp, frac := uint32(h>>10)&0x1f, uint32(h)&0x3ff
	switch exp {
	case 0: // zero and subnormal: frac · 2^-24
		return math.Float32frombits(math.Float32bits(float32(frac)*0x1p-24) | sign)
	case 0x1f:
		exp = 0xff - 112
	}
	return math.Float32frombits(sign | (exp+112)<<23 | frac<<13)
}

// halfOf rounds to binary16, ties to even; from 65520 on it is infinity.
func halfOf(f float32) uint16 {
	b := math.Float32bits(f)
	sign := uint16(b>>16) & 0x8000
	b &= 0x7fffffff
	switch {
	case b > 0x7f800000: // NaN keeps the top of its payload
		h := uint16(b>>13)&0x3ff | 0x7c00
		if h == 0x7c00 {
			h++
		}
		return sign | h
	case b >= 0x477ff000:
		return sign | 0x7c00
	case b >= 0x38800000: // normal: rebias and round on the 13 bits that go
		b += 0xc8000fff + b>>13&1
		return sign | uint16(b>>13)
	}
	// Subnormal: adding 2^-1 · 2^… lines the bits up so that the addition rounds.
	return sign | uint16(math.Float32bits(math.Float32frombits(b)+0.5)-0x3f000000)
}

// halfOfDouble rounds to binary16 once: the float32 on the way is rounded to
// odd, so that no tie appears that was none.
func halfOfDouble(x float64) uint16 { return halfOf(roundOdd(x)) }

// roundOdd is x cut to a float32 whose last bit is set where bits were lost.
func roundOdd(x float64) float32 {
	f := float32(x)
	if float64(f) == x || x != x || math.IsInf(float64(f), 0) && math.Abs(x) >= 0x1p128 {
		return f
	}
	b := math.Float32bits(f)
	if math.Abs(float64(f)) > math.Abs(x) {
		b-- // towards zero
	}
	return math.Float32frombits(b | 1)
}

func bfloatValue(b uint16) float32 { return math.Float32frombits(uint32(b) << 16) }

// bfloatOf rounds to bfloat16, ties to even; every NaN becomes the quiet one.
func bfloatOf(f float32) uint16 {
	b := math.Float32bits(f)
	if f != f {
		return uint16(b>>16)&0x8000 | 0x7fc0
	}
	return uint16((b + 0x7fff + b>>16&1) >> 16)
}

// The values of the 8-bit formats.
var (
	e4m3Values = values(3, 7, true)
	e5m2Values = values(2, 15, false)
)

// values lists the values of an 8-bit format with frac bits of fraction and the
// given exponent bias. A finite format has no infinities and only the NaN whose
// bits are all set.
func values(frac uint, bias int, finite bool) (t [256]float32) {
	for i := range t {
		exp, m := i&0x7f>>frac, i&(1<<frac-1)
		v := math.Ldexp(float64(m+1<<frac), exp-bias-int(frac))
		if exp == 0 {
			v = math.Ldexp(float64(m), 1-bias-int(frac))
		}
		switch top := 0x7f >> frac; {
		case finite && i&0x7f == 0x7f, !finite && exp == top && m != 0:
			v = math.NaN()
		case !finite && exp == top:
			v = math.Inf(1)
		}
		if i >= 0x80 {
			v = math.Copysign(v, -1)
		}
		t[i] = float32(v)
	}
	return t
}

// e4m3Of rounds to float8_e4m3fn, ties to even; past 464 it is NaN.
func e4m3Of(f float32) uint8 {
	b := narrow8(f, 3, 7)
	if b&0x7f > 0x7e {
		b |= 0x7f
	}
	return b
}

// e5m2Of rounds to float8_e5m2, ties to even; from 61440 on it is infinity.
func e5m2Of(f float32) uint8 {
	if f != f {
		return uint8(math.Float32bits(f)>>24)&0x80 | 0x7e
	}
	b := narrow8(f, 2, 15)
	if b&0x7f > 0x7c {
		b = b&0x80 | 0x7c
	}
	return b
}

// narrow8 rounds to an 8-bit format of frac bits of fraction; what does not fit
// and NaN give the bits 0x7f under the sign.
func narrow8(f float32, frac uint, bias int) uint8 {
	sign := uint8(math.Float32bits(f)>>24) & 0x80
	x := math.Abs(float64(f))
	if !(x < 0x1p17) {
		return sign | 0x7f
	}
	_, e := math.Frexp(x)
	e = max(e-1, 1-bias) // the exponent of the leading digit, or of subnormals
	m := int(math.RoundToEven(math.Ldexp(x, int(frac)-e)))
	// m is in [0, 2·2^frac]; a carry moves into the exponent by itself.
	return sign | uint8(min(m+(e+bias-1)<<frac, 0x7f))
}
