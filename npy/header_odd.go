package npy

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/ndtool/ndtool/internal/pyliteral"
	"github.com/ndtool/ndtool/ndarray/dtype"
)

// Spellings outside of strings that no Python literal has and that mean one
// thing: NumPy 2's repr of scalars and dtypes, and JSON's booleans.
var oddSpellings = sync.OnceValue(func() []oddSpelling {
	return []oddSpelling{
		{regexp.MustCompile(`\b(?:np|numpy)\.(?:u?int(?:8|16|32|64|p|c)?|u?(?:long|longlong|intc))\(\s*([0-9]+)\s*\)`), "$1"},
		{regexp.MustCompile(`\b(?:np|numpy)\.(True|False)_?(?:\b|$)`), "$1"},
		{regexp.MustCompile(`\btrue\b`), "True"},
		{regexp.MustCompile(`\bfalse\b`), "False"},
	}
})

type oddSpelling struct {
	was     *regexp.Regexp
	instead string
}

// parseOdd is parseText for Options.Repair.
func parseOdd(text string, _ bool, as []dtype.Type) (Header, error) {
	text = respell(strings.TrimRight(text, "\x00 \t\r\n"))
	descr, order, shape, err := parseDict(text, true)
	if err != nil {
		return Header{}, err
	}
	h := Header{FortranOrder: order.Bool}
	switch {
	case order.Kind == pyliteral.Bool:
	case order.Kind == pyliteral.Int && !order.Big && (order.Int == 0 || order.Int == 1):
		h.FortranOrder = order.Int == 1
	default:
		return h, refuse(ErrHeader, order, "fortran_order is %s, expected True or False", source(text, order))
	}
	switch shape.Kind {
	case pyliteral.Tuple, pyliteral.List:
	case pyliteral.Int:
		shape.Items = []pyliteral.Value{shape}
	default:
		return h, refuse(ErrShape, shape, "shape is %s, expected sizes", source(text, shape))
	}
	for i, v := range shape.Items {
		if shape.Items[i], err = oddSize(text, v); err != nil {
			return h, err
		}
	}
	return finish(h, descr, shape, as)
}

// oddSize accepts an integer in any spelling, and a float that is one.
func oddSize(text string, v pyliteral.Value) (pyliteral.Value, error) {
	if v.Kind == pyliteral.Float {
		if f, err := strconv.ParseFloat(text[v.Pos:v.End], 64); err == nil && f >= 0 && f < 1<<53 && f == float64(int64(f)) {
			v.Kind, v.Int = pyliteral.Int, int64(f)
		}
	}
	if v.Kind != pyliteral.Int {
		return v, refuse(ErrShape, v, "size %s in the shape, expected a number", source(text, v))
	}
	return v, nil
}

// respell replaces the odd spellings, except inside of strings.
func respell(text string) string {
	var out strings.Builder
	for len(text) > 0 {
		start := strings.IndexAny(text, `'"`)
		if start < 0 {
			start = len(text)
		}
		plain := text[:start]
		for _, odd := range oddSpellings() {
			plain = odd.was.ReplaceAllString(plain, odd.instead)
		}
		out.WriteString(plain)
		end := stringEnd(text, start)
		out.WriteString(text[start:end])
		text = text[end:]
	}
	return out.String()
}

// stringEnd returns the byte behind the string that starts at start, or the
// end of the text.
func stringEnd(text string, start int) int {
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[start]:
			return i + 1
		}
	}
	return len(text)
}
