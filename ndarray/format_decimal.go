package ndarray

import (
	"bytes"
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// digitLimits says how many decimal digits of a number are wanted. Counts are
// of digits after the decimal point and -1 stands for no limit.
type digitLimits struct {
	scientific bool // one digit before the point and an exponent
	unique     bool // as few digits as tell the number from its neighbours, else exactly most
	most       int  // never more than these, the last one rounded half to even
	least      int  // never fewer than these unless the number ends before: the digits of the exact value
}

// decimal is the decimal text of a number's absolute value: whole.frac·10^exp.
type decimal struct {
	whole, frac []byte
	exp         int // of scientific text; 0 otherwise
}

// decimal converts a finite number by NumPy's rules (Dragon4): in unique mode
// the shortest digits that read back as the same number of the same type, the
// nearest of several such; where a limit asks for another count, the exact
// value rounded half to even.
func (f binaryFloat) decimal(lim digitLimits) decimal {
	if lim.unique && (f.narrow || f.prec != 24 && f.prec != 53) {
		return f.dragon4(lim)
	}
	if f.prec > 53 {
		return splitDecimal(f.big().Append(nil, verbOf(lim.scientific), lim.most))
	}
	v, bitSize := f.float64(), 64
	if f.prec == 24 {
		bitSize = 32
	}
	digits, first := splitDigits(strconv.AppendFloat(make([]byte, 0, 24), v, 'e', -1, bitSize))
	after := len(digits) - 1 // digits after the point; zeros before it that only fill up count below 0
	if !lim.scientific {
		after -= first
	}
	want := after
	switch {
	case !lim.unique || lim.most >= 0 && after > lim.most:
		want = lim.most
	case lim.least >= 0 && after < lim.least:
		want = lim.least
	}
	if want == after {
		return layDigits(digits, first, lim.scientific)
	}
	count := want + 1
	if !lim.scientific {
		count += first
	}
	if count < 1 || !lim.scientific && digits[0] == '1' && len(digits) == 1 {
		// Nothing is left of the number before rounding, or it may be just
		// below the power of ten that it is written as.
		return splitDecimal(strconv.AppendFloat(digits[:0], v, 'f', want, 64))
	}
	digits, first = splitDigits(strconv.AppendFloat(digits[:0], v, 'e', count-1, 64))
	return layDigits(digits, first, lim.scientific)
}

// dragon4 finds digits one by one in exact integer arithmetic, by the method
// of Steele and White in the form of Burger and Dybvig ("Printing
// Floating-Point Numbers Quickly and Accurately", 1996), for the types that
// strconv does not know and for powers of two, where a least count of digits
// and the unequal distance of the neighbours interact.
//
// The number is r/s; below and above are half the distances to the next
// numbers, in units of s.
func (f binaryFloat) dragon4(lim digitLimits) decimal {
	if f.mant == 0 {
		return layDigits([]byte("0"), 0, lim.scientific)
	}
	r := new(big.Int).SetUint64(f.mant)
	s, above, below := big.NewInt(4), big.NewInt(2), big.NewInt(2)
	if f.narrow {
		below.SetInt64(1)
	}
	r.Lsh(r, uint(2+max(f.exp, 0)))
	above.Lsh(above, uint(max(f.exp, 0)))
	below.Lsh(below, uint(max(f.exp, 0)))
	s.Lsh(s, uint(max(-f.exp, 0)))

	// The exponent of the first digit, at most one too low at first. Digits
	// beyond the last wanted one are not begun with.
	first := int(math.Floor(float64(bits.Len64(f.mant)-1+f.exp) * (math.Ln2 / math.Ln10)))
	if !lim.scientific && lim.most >= 0 {
		first = max(first, -lim.most)
	}
	ten := big.NewInt(10)
	scale := new(big.Int).Exp(ten, big.NewInt(int64(max(first, -first))), nil)
	if first >= 0 {
		s.Mul(s, scale)
	} else {
		r.Mul(r, scale)
		above.Mul(above, scale)
		below.Mul(below, scale)
	}
	if t := new(big.Int).Mul(s, ten); r.Cmp(t) >= 0 {
		s, first = t, first+1
	}

	var (
		digits       []byte
		digit, upper big.Int
		low, high    bool // rounding down, up here still reads back as the number
		even         = f.mant&1 == 0
	)
	for place := first; ; place-- {
		digit.QuoRem(r, s, r)
		cmpLow, cmpHigh := r.Cmp(below), upper.Add(r, above).Cmp(s)
		low = cmpLow < 0 || even && cmpLow == 0
		high = cmpHigh > 0 || even && cmpHigh == 0
		digits = append(digits, byte('0'+digit.Int64()))

		after := -place // digits after the point up to this one
		if lim.scientific {
			after = first - place
		}
		if after == lim.most && lim.most >= 0 || (low || high) && (lim.least < 0 || after >= lim.least) {
			break
		}
		r.Mul(r, ten)
		above.Mul(above, ten)
		below.Mul(below, ten)
	}
	up := high
	if low == high {
		c := r.Lsh(r, 1).Cmp(s)
		up = c > 0 || c == 0 && digits[len(digits)-1]&1 == 1
	}
	if up {
		digits, first = increment(digits, first)
	}
	return layDigits(digits, first, lim.scientific)
}

// increment adds one in the last digit, dropping the nines that carry, and
// returns the exponent of the first digit, one higher where all were nines.
func increment(digits []byte, first int) ([]byte, int) {
	for n := len(digits); n > 0; n-- {
		if digits[n-1] != '9' {
			digits[n-1]++
			return digits[:n], first
		}
	}
	return append(digits[:0], '1'), first + 1
}

// layDigits places digits of which the first stands for 10^first.
func layDigits(digits []byte, first int, scientific bool) decimal {
	switch {
	case scientific:
		return decimal{whole: digits[:1], frac: digits[1:], exp: first}
	case first < 0:
		return decimal{whole: []byte("0"), frac: append(bytes.Repeat([]byte("0"), -first-1), digits...)}
	case first >= len(digits):
		return decimal{whole: append(digits, bytes.Repeat([]byte("0"), first+1-len(digits))...)}
	}
	return decimal{whole: digits[:first+1], frac: digits[first+1:]}
}

// splitDecimal splits the text of a number that is not negative.
func splitDecimal(text []byte) decimal {
	var d decimal
	mantissa, exp, ok := bytes.Cut(text, []byte("e"))
	if ok {
		d.exp, _ = strconv.Atoi(string(exp))
	}
	d.whole, d.frac, _ = bytes.Cut(mantissa, []byte("."))
	return d
}

// splitDigits returns the digits of scientific text and the exponent of the
// first.
func splitDigits(text []byte) (digits []byte, first int) {
	d := splitDecimal(text)
	return append(d.whole, d.frac...), d.exp
}

func verbOf(scientific bool) byte {
	if scientific {
		return 'e'
	}
	return 'f'
}

// trimZeros returns d without zeros at the end of its fraction.
func (d decimal) trimZeros() decimal {
	d.frac = bytes.TrimRight(d.frac, "0")
	return d
}

// appendExp appends the exponent as e+05, of at least so many digits.
func (d decimal) appendExp(dst []byte, digits int) []byte {
	sign, e := byte('+'), d.exp
	if e < 0 {
		sign, e = '-', -e
	}
	text := strconv.Itoa(e)
	dst = append(dst, 'e', sign)
	for range digits - len(text) {
		dst = append(dst, '0')
	}
	return append(dst, text...)
}
