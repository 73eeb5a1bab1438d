package table

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// guess finds the dtype that holds every field of a column, as
// numpy.genfromtxt does with dtype=None: bool for True and False, then int64,
// float64, complex128, and text of the longest field's width. Integers that
// uint64 alone holds are that, and integers that no dtype holds stay text, so
// that no digit is lost.
type guess struct {
	rows     int
	width    int                // characters of the longest field
	no       [len(guesses)]bool // a field was none of guesses[i]
	fraction bool               // a field was no integer
}

// guesses are the dtypes in the order in which they are preferred.
var guesses = [...]struct {
	dt    dtype.Type
	reads func(s string) bool
}{
	{dtype.Bool, func(s string) bool {
		_, err := parseBool(s)
		return err == nil && !isInteger(s)
	}},
	{dtype.Int64, func(s string) bool { _, err := strconv.ParseInt(s, 10, 64); return err == nil }},
	{dtype.Uint64, func(s string) bool { _, err := strconv.ParseUint(s, 10, 64); return err == nil }},
	{dtype.Float64, func(s string) bool { _, err := parseFloat(s); return err == nil }},
	{dtype.Complex128, func(s string) bool { _, err := parseComplex(s); return err == nil }},
}

func isInteger(s string) bool {
	s = strings.TrimLeft(s, "+-")
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// add takes the next field of the column into account.
func (g *guess) add(field []byte) {
	g.rows++
	g.width = max(g.width, utf8.RuneCount(field))
	s := trim(field)
	g.fraction = g.fraction || !isInteger(s)
	for i := range guesses {
		g.no[i] = g.no[i] || !guesses[i].reads(s)
	}
}

// dtype returns the dtype of the column, float64 for one without fields.
func (g *guess) dtype() dtype.Type {
	for i, c := range guesses {
		if g.no[i] || c.dt == dtype.Float64 && !g.fraction || c.dt == dtype.Complex128 && !g.fraction {
			continue
		}
		if g.rows == 0 {
			break
		}
		return c.dt
	}
	if g.rows == 0 {
		return dtype.Float64
	}
	return dtype.UnicodeOf(max(g.width, 1))
}
