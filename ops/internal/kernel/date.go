package kernel

import (
	"math"
	"unsafe"
)

// NaT is the datetime64 and timedelta64 that is not a time. Every operation on
// it gives NaT, every comparison but NotEqual is false.
const NaT = math.MinInt64

// Date returns the loop of op on counts of one unit of time, or nil where there
// is none: Add, Sub, Min and Max of counts, FloorDiv with an int64 result and
// Rem. A division by 0 gives 0 and NaT.
func Date(op Op) Loop {
	return [ops]Loop{
		Add: date[op1], Sub: date[op2], Max: date[op3], Min: order[int64, op1],
		FloorDiv: date[op4], Rem: date[op5],
	}[op]
}

// CompareDates returns the loop of a relation of two counts of one unit.
func CompareDates(r Relation) Loop {
	return [relations]Loop{compareDates[op1], compareDates[op2], compareDates[op3], compareDates[op4]}[r]
}

func date[O operator](n int, a *Args) {
	var op O
	d, x, y := a.P[0], a.P[1], a.P[2]
	ds, xs, ys := a.S[0], a.S[1], a.S[2]
	for do, xo, yo := 0, 0, 0; n > 0; n-- {
		u, v := *at[int64](x, xo), *at[int64](y, yo)
		r := int64(NaT)
		none := u == NaT || v == NaT
		switch unsafe.Sizeof(op) {
		case 1:
			if !none {
				r = u + v
			}
		case 2:
			if !none {
				r = u - v
			}
		case 3:
			if !none {
				r = max(u, v)
			}
		case 4:
			r = 0
			if !none {
				r = floorDiv(u, v)
			}
		case 5:
			if !none && v != 0 {
				r = floorRem(u, v)
			}
		}
		*at[int64](d, do) = r
		do, xo, yo = do+ds, xo+xs, yo+ys
	}
}

func compareDates[O operator](n int, a *Args) {
	var op O
	d, x, y := a.P[0], a.P[1], a.P[2]
	ds, xs, ys := a.S[0], a.S[1], a.S[2]
	for do, xo, yo := 0, 0, 0; n > 0; n-- {
		u, v := *at[int64](x, xo), *at[int64](y, yo)
		none := u == NaT || v == NaT
		var r bool
		switch unsafe.Sizeof(op) {
		case 1:
			r = u == v && !none
		case 2:
			r = u != v || none
		case 3:
			r = u < v && !none
		case 4:
			r = u <= v && !none
		}
		*at[bool](d, do) = r
		do, xo, yo = do+ds, xo+xs, yo+ys
	}
}

// DateQuotient is the true quotient of two counts of one unit, a float64.
func DateQuotient(n int, a *Args) {
	for i := range n {
		u, v := *at[int64](a.P[1], i*a.S[1]), *at[int64](a.P[2], i*a.S[2])
		q := math.NaN()
		if u != NaT && v != NaT {
			q = float64(u) / float64(v)
		}
		*at[float64](a.P[0], i*a.S[0]) = q
	}
}

// DateByInt returns the loop of a timedelta64 with an int64: Mul, or Div and
// FloorDiv, which both cut towards 0, as in NumPy.
func DateByInt(op Op) Loop {
	switch op {
	case Mul:
		return dateByInt[op1]
	case Div, FloorDiv:
		return dateByInt[op2]
	}
	return nil
}

func dateByInt[O operator](n int, a *Args) {
	var op O
	for i := range n {
		u, v := *at[int64](a.P[1], i*a.S[1]), *at[int64](a.P[2], i*a.S[2])
		r := int64(NaT)
		if u != NaT && (v != 0 || unsafe.Sizeof(op) == 1) {
			switch unsafe.Sizeof(op) {
			case 1:
				r = u * v
			case 2:
				r = u / v
			}
		}
		*at[int64](a.P[0], i*a.S[0]) = r
	}
}

// DateByFloat returns the loop of a timedelta64 with a float64: Mul, or Div and
// FloorDiv. The results are cut towards 0.
func DateByFloat(op Op) Loop {
	switch op {
	case Mul:
		return dateByFloat[op1]
	case Div, FloorDiv:
		return dateByFloat[op2]
	}
	return nil
}

func dateByFloat[O operator](n int, a *Args) {
	var op O
	for i := range n {
		u, v := *at[int64](a.P[1], i*a.S[1]), *at[float64](a.P[2], i*a.S[2])
		r := math.NaN()
		if u != NaT {
			switch unsafe.Sizeof(op) {
			case 1:
				r = float64(u) * v
			case 2:
				r = float64(u) / v
			}
		}
		*at[int64](a.P[0], i*a.S[0]) = dateOf(r)
	}
}

// dateOf cuts a float to a count; what is no number or does not fit is NaT.
func dateOf(f float64) int64 {
	if !(math.Abs(f) < 1<<63) {
		return NaT
	}
	return int64(f)
}

// CastToDate returns the loop from numbers of type t to counts of time: NaN is
// NaT.
func CastToDate(t Num) Loop {
	switch t {
	case F32:
		return floatToDate[float32]
	case F64:
		return floatToDate[float64]
	}
	return Cast(t, I64)
}

func floatToDate[F float](n int, a *Args) {
	for i := range n {
		*at[int64](a.P[0], i*a.S[0]) = dateOf(float64(*at[F](a.P[1], i*a.S[1])))
	}
}

// DateReduce returns the reducer of counts of time: Sum of timedelta64, Minimum
// or Maximum. NaT wins.
func DateReduce(f Fold) (r Reducer, ok bool) {
	var op Op
	switch f {
	case Sum:
		op = Add
	case Minimum:
		op = Min
	case Maximum:
		op = Max
	default:
		return Reducer{}, false
	}
	loop := Date(op)
	return Reducer{
		Acc: I64,
		Span: func(n int, acc, x unsafe.Pointer, xs int) {
			loop(n, &Args{P: [MaxArgs]unsafe.Pointer{acc, acc, x}, S: [MaxArgs]int{0, 0, xs}})
		},
		Rows: eachRow(inPlace(loop)),
	}, true
}

// Ratio is a number of units in another unit.
type Ratio struct{ Num, Den int64 }

// Calendar is a conversion of counts of time: to months or days by the ratio
// Before, then from months to the days before them or from days to the months
// that they lie in, both from 1970 on, if so wanted, and then by After.
type Calendar struct {
	Before, After Ratio
	Days, Months  bool
}

// ConvertDates returns the loop of a conversion.
func ConvertDates(c Calendar) Loop {
	return func(n int, a *Args) {
		for i := range n {
			v := *at[int64](a.P[1], i*a.S[1])
			if v != NaT {
				v = c.Before.of(v)
				if c.Days {
					v = daysBefore(v)
				} else if c.Months {
					v = monthOf(v)
				}
				v = c.After.of(v)
			}
			*at[int64](a.P[0], i*a.S[0]) = v
		}
	}
}

func (r Ratio) of(v int64) int64 {
	if r.Den == 1 {
		return v * r.Num
	}
	return floorDiv(v*r.Num, r.Den)
}

// The days of 400 years, 100 years, 4 years and a year.
const days400, days100, days4, days1 = 146097, 36524, 1461, 365

// daysTo1970 is the number of days from the 1st of March 2000, on which a cycle
// of 400 years begins with the leap day last, to 1970 (negative).
const daysTo1970 = -11017

// daysBefore is the number of days from 1970 to the first day of a month that is
// counted from January 1970.
func daysBefore(month int64) int64 {
	m := month - 362 // from March 2000
	year := floorDiv(m, 12)
	m -= 12 * year
	return 365*year + floorDiv(year, 4) - floorDiv(year, 100) + floorDiv(year, 400) + (153*m+2)/5 - daysTo1970
}

// monthOf is the month, counted from January 1970, in which a day lies.
func monthOf(day int64) int64 {
	d := day + daysTo1970
	cycle := floorDiv(d, days400)
	d -= cycle * days400
	century := min(d/days100, 3)
	d -= century * days100
	four := d / days4
	d -= four * days4
	year := min(d/days1, 3)
	d -= year * days1
	year += 400*cycle + 100*century + 4*four
	return 12*year + (5*d+2)/153 + 362
}
