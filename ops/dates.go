package ops

import (
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// dateSignature finds the loop of an operator where one operand at least is a
// datetime64 or timedelta64 (NumPy's rules): both operands are brought to their
// common unit; a plain integer beside a date counts in the date's unit.
func dateSignature(op string, o kernel.Op, x, y dtype.Type) (signature, error) {
	const (
		M = dtype.KindDatetime
		m = dtype.KindTimedelta
	)
	kx, ky := x.Kind(), y.Kind()
	switch o {
	case kernel.Add, kernel.Sub:
		if n, ok := number(y); ok && isInteger(n) {
			y, ky = dtype.TimedeltaOf(x.Unit()), m
		} else if n, ok := number(x); ok && isInteger(n) && (ky == m || o == kernel.Add) {
			x, kx = dtype.TimedeltaOf(y.Unit()), m
		}
		if !isDate(x) || !isDate(y) {
			return signature{}, noRule(op, x, y)
		}
		unit, err := commonUnit(x, y)
		if err != nil {
			return signature{}, err
		}
		for _, dt := range []dtype.Type{x, y} {
			if !dtype.CanCast(dt, withUnit(dt, unit), dtype.SameKind) { // years have no number of seconds
				return signature{}, noRule(op, x, y)
			}
		}
		result := dtype.TimedeltaOf(unit)
		switch {
		case kx == M && ky == M && o == kernel.Add, kx == m && ky == M && o == kernel.Sub:
			return signature{}, noRule(op, x, y)
		case kx != ky:
			result = dtype.DatetimeOf(unit)
		}
		s := signature{loop: kernel.Date(o), in: []dtype.Type{withUnit(x, unit), withUnit(y, unit)}, out: result, result: result}
		return s, nil
	case kernel.Min, kernel.Max, kernel.Rem:
		if o == kernel.Rem && (kx != m || ky != m) || kx == M && ky == m || kx == m && ky == M {
			return signature{}, noRule(op, x, y)
		}
		result, err := dtype.Promote(x, y) // an integer counts in the other's unit
		if err != nil {
			return signature{}, err
		}
		return signature{loop: kernel.Date(o), in: []dtype.Type{result, result}, out: result, result: result}, nil
	case kernel.Div, kernel.FloorDiv:
		if kx == m && ky == m {
			unit, err := commonUnit(x, y)
			if err != nil {
				return signature{}, err
			}
			in := []dtype.Type{withUnit(x, unit), withUnit(y, unit)}
			if o == kernel.Div {
				return signature{loop: kernel.DateQuotient, in: in, out: dtype.Float64, result: dtype.Float64}, nil
			}
			return signature{loop: kernel.Date(o), in: in, out: dtype.Int64, result: dtype.Int64}, nil
		}
		if kx == m {
			return scaledDate(op, o, x, y)
		}
	case kernel.Mul:
		if kx == m {
			return scaledDate(op, o, x, y)
		}
		if ky == m {
			s, err := scaledDate(op, o, y, x)
			if err != nil {
				return signature{}, noRule(op, x, y)
			}
			s.in[0], s.in[1] = s.in[1], s.in[0]
			s.loop = exchanged(s.loop)
			return s, nil
		}
	}
	return signature{}, noRule(op, x, y)
}

// scaledDate is the signature of a timedelta64 times or by a number.
func scaledDate(op string, o kernel.Op, x, y dtype.Type) (signature, error) {
	n, ok := number(y)
	if !ok || isComplex(n) || n == kernel.Bool && o != kernel.Mul {
		return signature{}, noRule(op, x, y)
	}
	if isInteger(n) && n != kernel.U64 {
		return signature{loop: kernel.DateByInt(o), in: []dtype.Type{x, dtype.Int64}, out: x, result: x}, nil
	}
	return signature{loop: kernel.DateByFloat(o), in: []dtype.Type{x, dtype.Float64}, out: x, result: x}, nil
}

// exchanged is a loop with its operands 1 and 2 the other way round.
func exchanged(loop kernel.Loop) kernel.Loop {
	return func(n int, a *kernel.Args) {
		b := *a
		b.P[1], b.P[2], b.S[1], b.S[2] = a.P[2], a.P[1], a.S[2], a.S[1]
		loop(n, &b)
	}
}

// commonUnit is the unit that two dates are brought to.
func commonUnit(x, y dtype.Type) (dtype.Unit, error) {
	// Timedelta64 promotes more strictly: years and days have no common unit.
	// Beside a datetime64 they do.
	if x.Kind() != y.Kind() {
		x, y = dtype.DatetimeOf(x.Unit()), dtype.DatetimeOf(y.Unit())
	}
	dt, err := dtype.Promote(x, y)
	return dt.Unit(), err
}

// withUnit is the type of x's kind in a unit.
func withUnit(x dtype.Type, u dtype.Unit) dtype.Type {
	if x.Kind() == dtype.KindDatetime {
		return dtype.DatetimeOf(u)
	}
	return dtype.TimedeltaOf(u)
}
