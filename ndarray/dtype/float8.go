package dtype

import "math"

// E4M3 is a float8_e4m3fn: 1 sign bit, 4 exponent bits, 3 fraction bits, no
// infinity, one NaN a sign. Its largest number is 448.
type E4M3 uint8

// E5M2 is a float8_e5m2: 1 sign bit, 5 exponent bits, 2 fraction bits: the upper
// half of a float16. Its largest number is 57344.
type E5M2 uint8

// Float32 returns the value of e, exactly.
func (e E4M3) Float32() float32 {
	sign, exp, frac := uint32(e&0x80)<<24, uint32(e>>3)&0xF, uint32(e&7)
	switch {
	case e&0x7F == 0x7F:
		return math.Float32frombits(sign | 0x7FC00000)
	case exp == 0:
		return math.Float32frombits(sign | math.Float32bits(float32(frac)*(1.0/(1<<9))))
	}
	return math.Float32frombits(sign | (exp+127-7)<<23 | frac<<20)
}

// E4M3Of returns the float8_e4m3fn nearest to f, the even one of two as near, as
// ml_dtypes does: what rounds to more than 448, and infinity, is NaN.
func E4M3Of(f float32) E4M3 {
	b := math.Float32bits(f)
	sign, b := E4M3(b>>24&0x80), b&^(1<<31)
	switch {
	case b >= 0x43E80000+1: // more than 464, half way to the 480 that is not there; NaN
		return sign | 0x7F
	case b >= 0x3C800000: // normal, from 2^-6
		b -= (127 - 7) << 23
		return sign | E4M3((b+0x7FFFF+b>>20&1)>>20)
	}
	// as in HalfOf, for a last bit of 2^-9
	const shift = 1 << (23 - 9)
	return sign | E4M3(math.Float32bits(math.Float32frombits(b)+shift)-math.Float32bits(shift))
}

// Float32 returns the value of e, exactly.
func (e E5M2) Float32() float32 { return Half(uint16(e) << 8).Float32() }

// E5M2Of returns the float8_e5m2 nearest to f, the even one of two as near, and
// infinity from 61440 on, as ml_dtypes does.
func E5M2Of(f float32) E5M2 {
	if f != f {
		return E5M2(math.Float32bits(f)>>24&0x80 | 0x7E)
	}
	b := math.Float32bits(f)
	sign, b := E5M2(b>>24&0x80), b&^(1<<31)
	switch {
	case b >= 0x47800000:
		return sign | 0x7C
	case b >= 0x38800000:
		b -= (127 - 15) << 23
		return sign | E5M2((b+0xFFFFF+b>>21&1)>>21)
	}
	const shift = 1 << (23 - 16)
	return sign | E5M2(math.Float32bits(math.Float32frombits(b)+shift)-math.Float32bits(shift))
}
