package dtype

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Descr returns t as np.save writes it in a header: '<f8' with its quotes, or
// the list of fields of a record.
func (t Type) Descr() string {
	if t.kind == KindRecord {
		return t.descr
	}
	return "'" + t.Str() + "'"
}

// letters are the kinds in a descr.
var letters = [...]byte{
	KindInvalid: '?', KindBool: 'b', KindInt: 'i', KindUint: 'u', KindFloat: 'f', KindComplex: 'c',
	KindBytes: 'S', KindUnicode: 'U', KindVoid: 'V', KindDatetime: 'M', KindTimedelta: 'm', KindObject: 'O',
	KindRecord: 'V', KindBFloat16: 'V', KindFloat8E4M3: 'V', KindFloat8E5M2: 'f',
}

// Str returns t as NumPy's dtype.str: "<f8", "|S5", "<M8[ns]"; "|V12" for any
// record of 12 bytes.
func (t Type) Str() string {
	order := t.order
	if t.kind == KindFloat8E4M3 || t.kind == KindFloat8E5M2 {
		order = NativeOrder // ml_dtypes gives its bytes an order
	}
	return order.String() + t.code()
}

// code returns t as in a descr, without byte order.
func (t Type) code() string {
	b := []byte{letters[t.kind]}
	switch t.kind {
	case KindObject, KindInvalid:
		return string(b)
	case KindUnicode:
		return string(strconv.AppendInt(b, int64(t.size/4), 10))
	}
	return string(strconv.AppendInt(b, int64(t.size), 10)) + t.unit.suffix()
}

// appendQuotedRune writes the first character of s as in Python's repr and
// returns how many bytes of s it takes.
func appendQuotedRune(b []byte, s string, quote byte) ([]byte, int) {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && n == 1:
		if len(s) < 3 || s[0] != 0xED || s[1] < 0xA0 {
			return appendHex(b, 'x', 2, rune(s[0])), 1
		}
		// the three bytes of a lone surrogate, as pyliteral keeps them
		return appendHex(b, 'u', 4, 0xD000|rune(s[1]&0x3F)<<6|rune(s[2]&0x3F)), 3
	case r == rune(quote) || r == '\\':
		return append(b, '\\', byte(r)), n
	case r == '\n':
		return append(b, `\n`...), n
	case r == '\r':
		return append(b, `\r`...), n
	case r == '\t':
		return append(b, `\t`...), n
	case unicode.IsPrint(r):
		return append(b, s[:n]...), n
	case r <= 0xFF:
		return appendHex(b, 'x', 2, r), n
	case r <= 0xFFFF:
		return appendHex(b, 'u', 4, r), n
	}
	return appendHex(b, 'U', 8, r), n
}

// appendHex writes an escape of the given number of digits.
func appendHex(b []byte, letter byte, digits int, r rune) []byte {
	b = append(b, '\\', letter)
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		b = append(b, "0123456789abcdef"[r>>shift&15])
	}
	return b
}
