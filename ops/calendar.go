package ops

import (
	"math/big"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// dateConversion is the loop between two units of time. Counts are rounded to
// the floor, NaT stays, and what does not fit wraps, as in NumPy. A datetime64 of
// months or years becomes the first day of them and the other way round; a
// timedelta64 has years of 365.2425 days. A ratio of units beyond 64 bits is
// refused.
func dateConversion(op string, from, to dtype.Type) (kernel.Loop, error) {
	u, v := from.Unit(), to.Unit()
	if u == v || u.Base == dtype.Generic || v.Base == dtype.Generic {
		return kernel.Cast(kernel.I64, kernel.I64), nil
	}
	calendar := from.Kind() == dtype.KindDatetime && to.Kind() == dtype.KindDatetime
	months := func(u dtype.Unit) bool { return calendar && u.Base <= dtype.Month }
	day, month := dtype.Unit{Num: 1, Base: dtype.Day}, dtype.Unit{Num: 1, Base: dtype.Month}
	c := kernel.Calendar{}
	var fits [2]bool
	switch {
	case months(u) == months(v):
		c.Before, fits[0] = ratio(u, v)
		c.After, fits[1] = kernel.Ratio{Num: 1, Den: 1}, true
	case months(u):
		c.Days = true
		c.Before, fits[0] = ratio(u, month)
		c.After, fits[1] = ratio(day, v)
	default:
		c.Months = true
		c.Before, fits[0] = ratio(u, day)
		c.After, fits[1] = ratio(month, v)
	}
	if !fits[0] || !fits[1] {
		return nil, fail(op, ErrDType, "%s is not converted to %s: the ratio of the units overflows", from, to)
	}
	return kernel.ConvertDates(c), nil
}

// shorter tells how many of the next shorter unit each is.
var shorter = [...]int64{
	dtype.Year: 12, dtype.Month: 0, dtype.Week: 7, dtype.Day: 24, dtype.Hour: 60, dtype.Minute: 60,
	dtype.Second: 1000, dtype.Millisecond: 1000, dtype.Microsecond: 1000, dtype.Nanosecond: 1000,
	dtype.Picosecond: 1000, dtype.Femtosecond: 1000, dtype.Attosecond: 1,
}

// ratio is how many of v one of u is; ok is false beyond 64 bits.
func ratio(u, v dtype.Unit) (r kernel.Ratio, ok bool) {
	q := new(big.Rat).Quo(attoseconds(u), attoseconds(v))
	r = kernel.Ratio{Num: q.Num().Int64(), Den: q.Denom().Int64()}
	return r, q.Num().IsInt64() && q.Denom().IsInt64()
}

// attoseconds is the length of a unit, a year being 365.2425 days.
func attoseconds(u dtype.Unit) *big.Rat {
	length := new(big.Rat).SetInt64(int64(u.Num))
	base := u.Base
	for ; base < dtype.Attosecond; base++ {
		if base == dtype.Month {
			length.Mul(length, big.NewRat(146097, 4800)) // to days
			base = dtype.Week
			continue
		}
		length.Mul(length, new(big.Rat).SetInt64(shorter[base]))
	}
	return length
}
