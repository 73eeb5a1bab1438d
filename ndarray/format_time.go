package ndarray

import (
	"fmt"
	"math"
	"strconv"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// notATime is the count that stands for NaT.
const notATime = math.MinInt64

// timeColumn formats dates or durations, aligned to the right. As in NumPy the
// width is that of the earliest or the latest, or of 'NaT' if there is one.
func timeColumn(dt dtype.Type, data items, write func([]byte, dtype.Unit, int64) []byte) formatter {
	first, last, width := int64(math.MaxInt64), int64(notATime), 0
	for item := range data {
		if count := loadInt(item, dt.ByteOrder()); count == notATime {
			width = len("'NaT'")
		} else {
			first, last = min(first, count), max(last, count)
		}
	}
	if last != notATime {
		width = max(width, len(write(nil, dt.Unit(), first)), len(write(nil, dt.Unit(), last)))
	}
	one := func(dst, item []byte) []byte {
		count := loadInt(item, dt.ByteOrder())
		if count == notATime {
			return append(dst, "'NaT'"...)
		}
		return write(dst, dt.Unit(), count)
	}
	return func(dst, item []byte) []byte { return appendRight(dst, one, item, width) }
}

// appendCount appends a duration as it stands in an array: the bare count.
func appendCount(dst []byte, _ dtype.Unit, count int64) []byte {
	return strconv.AppendInt(dst, count, 10)
}

// appendQuotedDate appends a date as it stands in an array.
func appendQuotedDate(dst []byte, unit dtype.Unit, count int64) []byte {
	dst = append(dst, '\'')
	dst = appendDate(dst, unit, count)
	return append(dst, '\'')
}

// unitNames are NumPy's names of the units in durations on their own.
var unitNames = map[dtype.UnitBase]string{
	dtype.Generic: "generic time units",
	dtype.Year:    "years", dtype.Month: "months", dtype.Week: "weeks", dtype.Day: "days",
	dtype.Hour: "hours", dtype.Minute: "minutes", dtype.Second: "seconds",
	dtype.Millisecond: "milliseconds", dtype.Microsecond: "microseconds", dtype.Nanosecond: "nanoseconds",
	dtype.Picosecond: "picoseconds", dtype.Femtosecond: "femtoseconds", dtype.Attosecond: "attoseconds",
}

// appendDuration appends a duration on its own: 125 seconds. Products past 64
// bits wrap, as NumPy's.
func appendDuration(dst []byte, unit dtype.Unit, count int64) []byte {
	if count == notATime {
		return append(dst, "NaT"...)
	}
	dst = strconv.AppendInt(dst, count*multiple(unit), 10)
	dst = append(dst, ' ')
	return append(dst, unitNames[unit.Base]...)
}

// multiple returns the number of base units in a unit.
func multiple(unit dtype.Unit) int64 { return max(int64(unit.Num), 1) }

// perSecond is the exponent of ten of the units in a second, for units of a
// second and shorter.
var perSecond = map[dtype.UnitBase]int{
	dtype.Second: 0, dtype.Millisecond: 3, dtype.Microsecond: 6, dtype.Nanosecond: 9,
	dtype.Picosecond: 12, dtype.Femtosecond: 15, dtype.Attosecond: 18,
}

// appendDate appends a date in ISO 8601 at the resolution of its unit, counted
// from 1970 in the proleptic Gregorian calendar. Years have at least four
// characters; those beyond 64-bit arithmetic wrap, as NumPy's.
func appendDate(dst []byte, unit dtype.Unit, count int64) []byte {
	if count == notATime {
		return append(dst, "NaT"...)
	}
	count *= multiple(unit)
	switch unit.Base {
	case dtype.Generic:
		return strconv.AppendInt(dst, count, 10)
	case dtype.Year:
		return appendYear(dst, count+1970)
	case dtype.Month:
		years, month := floorDiv(count, 12)
		return fmt.Appendf(appendYear(dst, years+1970), "-%02d", month+1)
	case dtype.Week:
		return appendDay(dst, count*7)
	case dtype.Day:
		return appendDay(dst, count)
	case dtype.Hour:
		day, hour := floorDiv(count, 24)
		return fmt.Appendf(appendDay(dst, day), "T%02d", hour)
	case dtype.Minute:
		day, minute := floorDiv(count, 24*60)
		return fmt.Appendf(appendDay(dst, day), "T%02d:%02d", minute/60, minute%60)
	}
	places := perSecond[unit.Base]
	units := int64(1)
	for range places {
		units *= 10
	}
	count, fraction := floorDiv(count, units)
	day, second := floorDiv(count, 24*60*60)
	dst = fmt.Appendf(appendDay(dst, day), "T%02d:%02d:%02d", second/3600, second/60%60, second%60)
	if places > 0 {
		dst = fmt.Appendf(dst, ".%0*d", places, fraction)
	}
	return dst
}

func appendYear(dst []byte, year int64) []byte { return fmt.Appendf(dst, "%04d", year) }

// appendDay appends the date of a day counted from 1970-01-01.
func appendDay(dst []byte, day int64) []byte {
	// Eras of 400 years from 2000-03-01, so that leap days come last.
	era, day := floorDiv(day-11017, 146097)
	century := min(day/36524, 3)
	day -= century * 36524
	quad := min(day/1461, 24)
	day -= quad * 1461
	year := min(day/365, 3)
	day -= year * 365
	// Months from March on, whose lengths repeat 31, 30, 31, 30, 31.
	month := (5*day + 2) / 153
	day -= (153*month + 2) / 5
	year += 400*era + 100*century + 4*quad + 2000
	if month += 3; month > 12 {
		month -= 12
		year++
	}
	return fmt.Appendf(appendYear(dst, year), "-%02d-%02d", month, day+1)
}

// floorDiv divides, rounding down; d is positive.
func floorDiv(n, d int64) (quotient, remainder int64) {
	quotient, remainder = n/d, n%d
	if remainder < 0 {
		quotient, remainder = quotient-1, remainder+d
	}
	return quotient, remainder
}
