package ndarray

import (
	"bytes"
	"iter"
	"math/big"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// floatFormat writes the numbers of one column of floats: all in positional or
// all in scientific notation, with the points below one another.
type floatFormat struct {
	lim      digitLimits
	trim     bool // drop zeros at the end of the fraction, else fill up with them
	plus     bool // a sign before positive numbers too
	expSize  int  // digits of the exponents
	padLeft  int  // characters before the point
	padRight int  // characters after it
}

// newFloatFormat chooses notation and widths from the numbers that will be
// written, by the rules of NumPy's FloatingFormat. sign is '-', '+' or ' '.
func newFloatFormat(numbers iter.Seq[binaryFloat], opt FormatOptions, sign byte) floatFormat {
	var (
		lowest, highest  binaryFloat // of the absolute values, without zeros
		count, nonFinite int
		negative, negInf bool
	)
	for x := range numbers {
		if x.class != finite {
			nonFinite++
			negInf = negInf || x.class == infinite && x.neg
			continue
		}
		count++
		negative = negative || x.neg
		if x.mant == 0 {
			continue
		}
		if highest.mant == 0 || highest.less(x) {
			highest = x
		}
		if lowest.mant == 0 || x.less(lowest) {
			lowest = x
		}
	}
	f := floatFormat{
		lim:  digitLimits{unique: opt.FloatMode != Fixed, most: opt.Precision, least: -1},
		trim: opt.FloatMode != Fixed,
		plus: sign == '+',
	}
	if opt.FloatMode == Unique {
		f.lim.most = -1
	}
	if highest.mant != 0 {
		f.lim.scientific = needsExponents(lowest, highest, opt.Suppress)
	}
	if count > 0 {
		var whole, frac, exp int
		for x := range numbers {
			if x.class != finite {
				continue
			}
			d := f.digits(x)
			whole = max(whole, len(d.whole)+len(f.sign(x)))
			frac = max(frac, len(d.frac))
			exp = max(exp, len(d.appendExp(nil, 2))-2)
		}
		f.padLeft, f.padRight = whole, frac
		switch {
		case f.lim.scientific:
			f.trim, f.expSize = false, exp
			f.lim.most, f.lim.least = frac, frac
			f.padRight = exp + 2 + frac
		case opt.FloatMode == Fixed || opt.FloatMode == MaxPrecEqual:
			f.trim = false
			f.lim.most, f.lim.least = frac, frac
		default:
			f.lim.least = 0
		}
	}
	if sign == ' ' && !negative {
		f.padLeft++
	}
	if nonFinite > 0 {
		room := f.padRight + 1
		f.padLeft = max(f.padLeft, len("nan")-room)
		if sign != '-' || negInf {
			room--
		}
		f.padLeft = max(f.padLeft, len("inf")-room)
	}
	return f
}

// needsExponents reports whether NumPy writes numbers of these least and
// greatest absolute values in scientific notation: where one is too long or,
// unless that is suppressed, too small, or where they differ too much. The
// comparisons are made in the numbers' own type.
func needsExponents(lowest, highest binaryFloat, suppress bool) bool {
	if highest.reaches(1e8) {
		return true
	}
	if suppress {
		return false
	}
	lo, hi := lowest.big(), highest.big()
	tiny := new(big.Float).SetPrec(lo.Prec()).SetFloat64(0.0001)
	return lo.Cmp(tiny) < 0 || hi.Quo(hi, lo).Cmp(big.NewFloat(1000)) > 0
}

// reaches reports whether x is as large as the limit, or as the power of ten up
// to which every whole number of x's type has digits of its own, if that is less.
func (x binaryFloat) reaches(limit float64) bool {
	switch x.prec {
	case 11:
		limit = 1e3
	case 24:
		limit = 1e6
	}
	return x.big().Cmp(big.NewFloat(limit)) >= 0
}

// digits returns the text of x's absolute value without padding.
func (f floatFormat) digits(x binaryFloat) decimal {
	d := x.decimal(f.lim)
	if f.trim {
		return d.trimZeros()
	}
	if n := f.lim.most - len(d.frac); n > 0 {
		d.frac = append(d.frac, bytes.Repeat([]byte("0"), n)...)
	}
	return d
}

// sign returns the sign that x is written with.
func (f floatFormat) sign(x binaryFloat) string {
	switch {
	case x.class == notANumber && !f.plus:
		return ""
	case x.neg && x.class != notANumber:
		return "-"
	case f.plus:
		return "+"
	}
	return ""
}

// append appends x, padded to the width of the column.
func (f floatFormat) append(dst []byte, x binaryFloat) []byte {
	sign := f.sign(x)
	if x.class != finite {
		text := sign + x.class.String()
		dst = appendSpaces(dst, f.padLeft+f.padRight+1-len(text))
		return append(dst, text...)
	}
	d := f.digits(x)
	dst = appendSpaces(dst, f.padLeft-len(sign)-len(d.whole))
	dst = append(dst, sign...)
	dst = append(dst, d.whole...)
	dst = append(dst, '.')
	dst = append(dst, d.frac...)
	if f.lim.scientific {
		return d.appendExp(dst, f.expSize)
	}
	return appendSpaces(dst, f.padRight-len(d.frac))
}

// String returns how a number of the class is written; finite ones have digits
// instead.
func (c floatClass) String() string {
	if c == notANumber {
		return "nan"
	}
	return "inf"
}

// floatColumn formats items of a float dtype.
func floatColumn(dt dtype.Type, data items, opt FormatOptions) formatter {
	decode := func(item []byte) binaryFloat { return decodeFloat(item, dt.ByteOrder()) }
	f := newFloatFormat(numbers(data, decode), opt, opt.Sign)
	return func(dst, item []byte) []byte { return f.append(dst, decode(item)) }
}

// complexColumn formats items of a complex dtype: the real parts as one column
// of floats and the imaginary parts, always signed, as another.
func complexColumn(dt dtype.Type, data items, opt FormatOptions) formatter {
	realPart, imagPart := complexParts(dt)
	re := newFloatFormat(numbers(data, realPart), opt, opt.Sign)
	im := newFloatFormat(numbers(data, imagPart), opt, '+')
	return func(dst, item []byte) []byte {
		dst = re.append(dst, realPart(item))
		start := len(dst)
		dst = im.append(dst, imagPart(item))
		// The j stands before the padding.
		end := start + len(bytes.TrimRight(dst[start:], " "))
		dst = append(dst, 0)
		copy(dst[end+1:], dst[end:])
		dst[end] = 'j'
		return dst
	}
}

// complexParts returns what takes an item apart into its two numbers.
func complexParts(dt dtype.Type) (realPart, imagPart func([]byte) binaryFloat) {
	half, order := dt.ItemSize()/2, dt.ByteOrder()
	return func(item []byte) binaryFloat { return decodeFloat(item[:half], order) },
		func(item []byte) binaryFloat { return decodeFloat(item[half:], order) }
}

// numbers decodes items as they are ranged over.
func numbers(data items, decode func([]byte) binaryFloat) iter.Seq[binaryFloat] {
	return func(yield func(binaryFloat) bool) {
		for item := range data {
			if !yield(decode(item)) {
				return
			}
		}
	}
}

// appendFloat appends one number on its own, as str of a NumPy scalar: all the
// digits that identify it, scientific below 1e-4 and from 1e16 on,
// float32 from 1e6 and float16 from 1e3.
func appendFloat(dst []byte, x binaryFloat) []byte {
	start := len(dst)
	dst = appendBareFloat(dst, x, false)
	if x.class == finite && !bytes.ContainsAny(dst[start:], ".e") {
		dst = append(dst, ".0"...)
	}
	return dst
}

// appendComplex appends one complex number on its own: (1+2j), and 2j where the
// real part is +0.
func appendComplex(dst []byte, re, im binaryFloat) []byte {
	if re.class == finite && re.mant == 0 && !re.neg {
		return append(appendBareFloat(dst, im, false), 'j')
	}
	dst = append(dst, '(')
	dst = appendBareFloat(dst, re, false)
	dst = appendBareFloat(dst, im, true)
	return append(dst, "j)"...)
}

// appendBareFloat is appendFloat without the .0 of whole numbers.
func appendBareFloat(dst []byte, x binaryFloat, plus bool) []byte {
	f := floatFormat{trim: true, plus: plus, lim: digitLimits{unique: true, most: -1, least: -1}}
	dst = append(dst, f.sign(x)...)
	if x.class != finite {
		return append(dst, x.class.String()...)
	}
	f.lim.scientific = x.mant != 0 && (x.reaches(1e16) || x.big().Cmp(tenThousandth) < 0)
	d := f.digits(x)
	dst = append(dst, d.whole...)
	if len(d.frac) > 0 {
		dst = append(dst, '.')
		dst = append(dst, d.frac...)
	}
	if f.lim.scientific {
		dst = d.appendExp(dst, 2)
	}
	return dst
}

// tenThousandth is 0.0001 as a long double, below which NumPy writes single
// numbers in scientific notation.
var tenThousandth = new(big.Float).SetPrec(64).Quo(big.NewFloat(1), big.NewFloat(10000))

func appendSpaces(dst []byte, n int) []byte {
	for ; n > 0; n-- {
		dst = append(dst, ' ')
	}
	return dst
}
