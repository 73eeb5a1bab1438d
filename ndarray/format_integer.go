package ndarray

import (
	"strconv"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// boolColumn formats bools, of which any byte but 0 is True. scalar leaves out
// the space that makes True as long as False.
func boolColumn(scalar bool) formatter {
	yes := " True"
	if scalar {
		yes = "True"
	}
	return func(dst, item []byte) []byte {
		if item[0] != 0 {
			return append(dst, yes...)
		}
		return append(dst, "False"...)
	}
}

// intColumn formats integers, aligned to the right. sign is '-', '+' or ' ', of
// which the last holds only where no number is negative.
func intColumn(dt dtype.Type, data items, sign byte) formatter {
	negative := func(item []byte) bool {
		return dt.Kind() == dtype.KindInt && loadInt(item, dt.ByteOrder()) < 0
	}
	if sign == ' ' {
		for item := range data {
			if negative(item) {
				sign = '-'
				break
			}
		}
	}
	write := func(dst, item []byte) []byte {
		if dt.Kind() == dtype.KindInt && (sign == '-' || negative(item)) {
			return strconv.AppendInt(dst, loadInt(item, dt.ByteOrder()), 10)
		}
		if sign != '-' {
			dst = append(dst, sign)
		}
		return strconv.AppendUint(dst, loadUint(item, dt.ByteOrder()), 10)
	}
	width := 0
	var buf []byte
	for item := range data {
		buf = write(buf[:0], item)
		width = max(width, len(buf))
	}
	return func(dst, item []byte) []byte { return appendRight(dst, write, item, width) }
}

// appendRight appends the text of an item, aligned to the right.
func appendRight(dst []byte, write formatter, item []byte, width int) []byte {
	start := len(dst)
	dst = write(dst, item)
	text := len(dst) - start
	if text >= width {
		return dst
	}
	dst = appendSpaces(dst, width-text)
	copy(dst[start+width-text:], dst[start:start+text])
	for i := range width - text {
		dst[start+i] = ' '
	}
	return dst
}
