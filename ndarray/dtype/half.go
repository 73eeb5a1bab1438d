package dtype

import "math"

// Half is a float16 (IEEE 754 binary16): 1 sign bit, 5 exponent bits, 10
// fraction bits.
type Half uint16

// BHalf is a bfloat16: the upper half of a float32.
type BHalf uint16

// Float32 returns the value of h, exactly; the payload of a NaN is kept.
func (h Half) Float32() float32 {
	sign, exp, frac := uint32(h&0x8000)<<16, uint32(h>>10)&0x1F, uint32(h&0x3FF)
	switch {
	case exp == 0x1F:
		return math.Float32frombits(sign | 0xFF<<23 | frac<<13)
	case exp == 0:
		f := float32(frac) * (1.0 / (1 << 24)) // zero or subnormal, exact
		return math.Float32frombits(sign | math.Float32bits(f))
	}
	return math.Float32frombits(sign | (exp+127-15)<<23 | frac<<13)
}

// HalfOf returns the float16 nearest to f, the even one of two as near, and
// infinity from 65520 on, as NumPy does. A NaN stays one, with the upper bits of
// its payload.
func HalfOf(f float32) Half {
	b := math.Float32bits(f)
	sign, b := Half(b>>16&0x8000), b&^(1<<31)
	switch {
	case b > 0x7F800000: // NaN
		h := Half(0x7C00 | b>>13&0x3FF)
		if h == 0x7C00 {
			h++ // the payload was in the lower bits alone
		}
		return sign | h
	case b >= 0x47800000: // 65536 and more
		return sign | 0x7C00
	case b >= 0x38800000: // normal; a carry runs into the exponent, up to infinity
		b -= (127 - 15) << 23
		return sign | Half((b+0xFFF+b>>13&1)>>13)
	}
	// Adding 1/2 moves the last bit of a float16 subnormal, 2^-24, to the last
	// bit of a float32, and the addition rounds to even.
	return sign | Half(math.Float32bits(math.Float32frombits(b)+0.5)-math.Float32bits(0.5))
}

// HalfOf64 returns the float16 nearest to f in one rounding: rounding to float32
// first can fall on a tie that was none.
func HalfOf64(f float64) Half { return HalfOf(narrow(f)) }

// Float32 returns the value of h, exactly.
func (h BHalf) Float32() float32 { return math.Float32frombits(uint32(h) << 16) }

// BHalfOf returns the bfloat16 nearest to f, the even one of two as near, as
// ml_dtypes does, which also takes float64 by way of float32. A NaN becomes the
// quiet NaN of its sign.
func BHalfOf(f float32) BHalf {
	b := math.Float32bits(f)
	if f != f {
		return BHalf(b>>16&0x8000 | 0x7FC0)
	}
	return BHalf((b + 0x7FFF + b>>16&1) >> 16)
}

// narrow rounds f to a float32 to odd: if it is between two of them, to the one
// whose last bit is 1. A second rounding to fewer bits then comes out as one
// rounding of f would.
func narrow(f float64) float32 {
	g := float32(f)
	if float64(g) == f || f != f {
		return g
	}
	b := math.Float32bits(g)
	if b&1 == 0 { // g is the even neighbour: the odd one is on the side of f
		if math.Abs(float64(g)) > math.Abs(f) {
			b--
		} else {
			b++
		}
	}
	return math.Float32frombits(b)
}
