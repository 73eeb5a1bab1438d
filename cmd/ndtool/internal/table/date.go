package table

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// dateForms are the forms of a date, from a year to a second.
var dateForms = []string{"2006", "2006-01", "2006-01-02", "2006-01-02T15", "2006-01-02T15:04", "2006-01-02T15:04:05"}

// parseDate reads a date in the form of NumPy's, cut to the unit, as the number
// of units since 1970; NaT is the least number.
func parseDate(s string, unit dtype.Unit) (int64, error) {
	if strings.EqualFold(s, "nat") || s == "" {
		return math.MinInt64, nil
	}
	if unit.Base == dtype.Generic {
		return 0, fmt.Errorf("the dtype has no unit")
	}
	whole, fraction, dotted := strings.Cut(strings.Replace(s, " ", "T", 1), ".")
	var t time.Time
	err := errSyntax
	for _, form := range dateForms {
		if len(whole) == len(form) {
			t, err = time.Parse(form, whole)
		}
	}
	atto := int64(0) // of a second
	if dotted && err == nil {
		if len(whole) != len("2006-01-02T15:04:05") || fraction == "" || len(fraction) > 18 || strings.Trim(fraction, "0123456789") != "" {
			err = errSyntax
		} else {
			atto, err = strconv.ParseInt(fraction+strings.Repeat("0", 18-len(fraction)), 10, 64)
		}
	}
	if err != nil {
		return 0, errSyntax
	}
	n, ok := countUnits(t, atto, unit.Base)
	if !ok {
		return 0, strconv.ErrRange
	}
	return floorDiv(n, int64(unit.Num)), nil
}

// countUnits counts the units from 1970 to t and a fraction of a second.
func countUnits(t time.Time, atto int64, base dtype.UnitBase) (n int64, ok bool) {
	days := floorDiv(t.Unix(), 86400)
	switch base {
	case dtype.Year:
		return int64(t.Year() - 1970), true
	case dtype.Month:
		return int64(t.Year()-1970)*12 + int64(t.Month()) - 1, true
	case dtype.Week:
		return floorDiv(days, 7), true
	case dtype.Day:
		return days, true
	case dtype.Hour:
		return floorDiv(t.Unix(), 3600), true
	case dtype.Minute:
		return floorDiv(t.Unix(), 60), true
	}
	perSecond := int64(1)
	for unit := dtype.Second; unit < base; unit++ {
		perSecond *= 1000 // milli, micro, nano, pico, femto, atto
	}
	n = t.Unix() * perSecond
	if n/perSecond != t.Unix() {
		return 0, false
	}
	sum := n + atto/(1e18/perSecond)
	return sum, sum >= n && sum != math.MinInt64
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
