package ndarray

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// Repr returns the text of NumPy's repr(a) under the options: the values
// between "array(" and ")", with the shape and the dtype where the values do
// not tell them.
func Repr(a *Array, opt FormatOptions) string {
	opt = opt.resolve()
	return a.format(func(data []byte) []byte { return a.appendRepr(data, opt) })
}

// appendRepr appends array(values, shape=…, dtype=…) by the rules of NumPy's
// array_repr.
func (a *Array) appendRepr(data []byte, opt FormatOptions) []byte {
	const prefix = "array("
	inner := opt
	inner.LineWidth-- // for the parenthesis
	dst := a.appendNested([]byte(prefix), data, inner, ", ", prefix)

	var extras []string
	if a.Len() == 0 && (a.Rank() != 1 || a.lay().Shape[0] != 0) || a.Len() > opt.Threshold {
		extras = append(extras, "shape="+tuple(a.lay().Shape))
	}
	if a.Len() == 0 || !impliedType(*a.dt) {
		extras = append(extras, "dtype="+typeName(*a.dt))
	}
	if len(extras) == 0 {
		return append(dst, ')')
	}
	dst = append(dst, ',')
	extra := strings.Join(extras, ", ") + ")"
	last := utf8.RuneCount(dst[bytes.LastIndexByte(dst, '\n')+1:])
	if last+utf8.RuneCountInString(extra)+1 > opt.LineWidth {
		dst = append(dst, '\n')
		dst = appendSpaces(dst, len(prefix))
	} else {
		dst = append(dst, ' ')
	}
	return append(dst, extra...)
}

// impliedType reports whether NumPy makes this dtype of the values alone.
func impliedType(dt dtype.Type) bool {
	switch dt {
	case dtype.Bool, dtype.Int64, dtype.Float64, dtype.Complex128:
		return true
	}
	return false
}

// typeName returns the dtype as repr names it: bare where it is a word.
func typeName(dt dtype.Type) string {
	name := dt.String()
	if dt.Kind() == dtype.KindRecord {
		return name
	}
	for _, c := range name {
		if c < '0' || c > '9' && c < 'A' || c > 'Z' && c < 'a' || c > 'z' {
			return "'" + name + "'"
		}
	}
	return name
}
