package ndarray

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// binaryFloat is one floating point number taken apart: mant·2^exp, or an
// infinity or NaN.
type binaryFloat struct {
	mant   uint64
	exp    int
	prec   int  // significand bits of its type: 11, 24, 53 or 64
	neg    bool // the sign bit, also of zero
	narrow bool // the next number towards zero is half as far as the next one away from it
	class  floatClass
}

type floatClass uint8

const (
	finite floatClass = iota
	infinite
	notANumber
)

// floatPrecision returns the significand's bits of a number of size bytes, or 0
// where that is no known float. The long double of x86 is stored in 12 or 16
// bytes, of which 10 count.
func floatPrecision(size int) int {
	switch size {
	case 2:
		return 11
	case 4:
		return 24
	case 8:
		return 53
	case 12, 16:
		return 64
	}
	return 0
}

// decodeFloat takes the number in b apart. len(b) is one of the sizes that
// floatPrecision knows.
func decodeFloat(b []byte, order dtype.ByteOrder) binaryFloat {
	switch len(b) {
	case 2:
		return splitFloat(loadUint(b, order), 11, 5)
	case 4:
		return splitFloat(loadUint(b, order), 24, 8)
	case 8:
		return splitFloat(loadUint(b, order), 53, 11)
	}
	return splitExtended(b, order)
}

// splitFloat takes apart an IEEE 754 number of prec significand bits (one of
// them implied) and expBits exponent bits.
func splitFloat(u uint64, prec, expBits int) binaryFloat {
	fraction := u & (1<<(prec-1) - 1)
	e := int(u>>(prec-1)) & (1<<expBits - 1)
	return assemble(fraction, e, expBits, prec, u>>(prec-1+expBits) != 0)
}

// splitExtended takes apart the x86 extended number in b, whose leading bit is
// stored. As NumPy does, the leading bit is taken to follow from the exponent.
func splitExtended(b []byte, order dtype.ByteOrder) binaryFloat {
	var le [10]byte
	copy(le[:], b)
	if order == dtype.Big {
		for i := range le {
			le[i] = b[len(b)-1-i]
		}
	}
	head := binary.LittleEndian.Uint16(le[8:])
	fraction := binary.LittleEndian.Uint64(le[:]) &^ (1 << 63)
	return assemble(fraction, int(head&0x7fff), 15, 64, head&0x8000 != 0)
}

// assemble makes a number of the fraction below the leading bit and the biased
// exponent.
func assemble(fraction uint64, e, expBits, prec int, neg bool) binaryFloat {
	f := binaryFloat{prec: prec, neg: neg}
	switch {
	case e == 1<<expBits-1 && fraction == 0:
		f.class = infinite
		return f
	case e == 1<<expBits-1:
		f.class = notANumber
		return f
	case e == 0:
		f.mant, e = fraction, 1
	default:
		f.mant = fraction | 1<<(prec-1)
		f.narrow = fraction == 0 && e > 1
	}
	f.exp = e - (1<<(expBits-1) - 1) - (prec - 1)
	return f
}

// float64 returns the absolute value; it is exact for prec up to 53.
func (f binaryFloat) float64() float64 { return math.Ldexp(float64(f.mant), f.exp) }

// big returns the absolute value, exactly, rounding later results to the
// precision of its type.
func (f binaryFloat) big() *big.Float {
	x := new(big.Float).SetPrec(64).SetUint64(f.mant)
	x.SetMantExp(x, f.exp)
	return x.SetPrec(uint(f.prec))
}

// less reports whether the absolute value of f is less than that of g.
func (f binaryFloat) less(g binaryFloat) bool {
	if f.mant == 0 || g.mant == 0 {
		return f.mant == 0 && g.mant != 0
	}
	zf, zg := bits.LeadingZeros64(f.mant), bits.LeadingZeros64(g.mant)
	if f.exp-zf != g.exp-zg {
		return f.exp-zf < g.exp-zg
	}
	return f.mant<<zf < g.mant<<zg
}

// loadUint reads an unsigned integer of 1, 2, 4 or 8 bytes.
func loadUint(b []byte, order dtype.ByteOrder) uint64 {
	var u uint64
	if order == dtype.Big {
		for _, c := range b {
			u = u<<8 | uint64(c)
		}
		return u
	}
	for i, c := range b {
		u |= uint64(c) << (8 * i)
	}
	return u
}

// loadInt reads a signed integer of 1, 2, 4 or 8 bytes.
func loadInt(b []byte, order dtype.ByteOrder) int64 {
	shift := 64 - 8*len(b)
	return int64(loadUint(b, order)<<shift) >> shift
}
