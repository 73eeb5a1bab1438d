package ndarray

import (
	"bytes"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// appendQuotedBytes appends an item of an S dtype as Python's repr of bytes,
// b'...', without the NULs at its end.
func appendQuotedBytes(dst, item []byte) []byte {
	item = bytes.TrimRight(item, "\x00")
	quote := quoteFor(bytes.IndexByte(item, '\'') >= 0, bytes.IndexByte(item, '"') >= 0)
	dst = append(dst, 'b', quote)
	for _, c := range item {
		if c < utf8.RuneSelf {
			dst = appendEscaped(dst, rune(c), quote)
		} else {
			dst = fmt.Appendf(dst, `\x%02x`, c)
		}
	}
	return append(dst, quote)
}

// appendHex appends raw bytes as NumPy's str of a void, b'\x01\xFF'.
func appendHex(dst, item []byte) []byte {
	dst = append(dst, "b'"...)
	for _, c := range item {
		dst = fmt.Appendf(dst, `\x%02X`, c)
	}
	return append(dst, '\'')
}

// appendQuotedText appends an item of a U dtype as Python's repr of a string,
// without the NULs at its end.
func appendQuotedText(dst, item []byte, order dtype.ByteOrder) []byte {
	runes := textOf(item, order)
	quote := quoteFor(slices.Contains(runes, '\''), slices.Contains(runes, '"'))
	dst = append(dst, quote)
	for _, r := range runes {
		dst = appendEscaped(dst, r, quote)
	}
	return append(dst, quote)
}

// appendText appends an item of a U dtype as it is, but with what is no
// character of Unicode escaped.
func appendText(dst, item []byte, order dtype.ByteOrder) []byte {
	for _, r := range textOf(item, order) {
		if utf8.ValidRune(r) {
			dst = utf8.AppendRune(dst, r)
		} else {
			dst = appendEscaped(dst, r, 0)
		}
	}
	return dst
}

// textOf returns the characters of an item of a U dtype.
func textOf(item []byte, order dtype.ByteOrder) []rune {
	runes := make([]rune, len(item)/4)
	end := 0
	for i := range runes {
		runes[i] = rune(loadUint(item[4*i:4*i+4], order))
		if runes[i] != 0 {
			end = i + 1
		}
	}
	return runes[:end]
}

// quoteFor returns the quote that Python's repr takes.
func quoteFor(single, double bool) byte {
	if single && !double {
		return '"'
	}
	return '\''
}

// appendEscaped appends one character of a string in quotes as Python's repr.
func appendEscaped(dst []byte, r rune, quote byte) []byte {
	switch {
	case r == rune(quote), r == '\\':
		return append(dst, '\\', byte(r))
	case r == '\t':
		return append(dst, `\t`...)
	case r == '\n':
		return append(dst, `\n`...)
	case r == '\r':
		return append(dst, `\r`...)
	case unicode.IsPrint(r):
		return utf8.AppendRune(dst, r)
	case r < 0x100 && r >= 0:
		return fmt.Appendf(dst, `\x%02x`, r)
	case r < 0x10000 && r >= 0:
		return fmt.Appendf(dst, `\u%04x`, r)
	}
	return fmt.Appendf(dst, `\U%08x`, uint32(r))
}
