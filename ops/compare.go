package ops

import (
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// Equal returns where x == y, as bool; see Add. NaN equals nothing. Integers of
// mixed signs are compared exactly, dates in their common unit, strings as if
// the shorter were filled with NUL. Records and other types are refused.
func Equal(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return compare("equal", kernel.Equal, dst, x, y)
}

// NotEqual returns where x != y, as bool; see Equal.
func NotEqual(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return compare("not_equal", kernel.NotEqual, dst, x, y)
}

// Less returns where x < y, as bool; see Equal. Complex numbers are ordered by
// the real part, then the imaginary one.
func Less(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return compare("less", kernel.Less, dst, x, y)
}

// LessEqual returns where x <= y, as bool; see Less.
func LessEqual(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return compare("less_equal", kernel.LessEqual, dst, x, y)
}

// Greater returns where x > y, as bool; see Less.
func Greater(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return compare("greater", kernel.Less, dst, y, x)
}

// GreaterEqual returns where x >= y, as bool; see Less.
func GreaterEqual(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return compare("greater_equal", kernel.LessEqual, dst, y, x)
}

var comparisonSignatures [kernel.LessEqual + 1]signatures

func compare(op string, r kernel.Relation, dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	s, err := comparisonSignatures[r].of(x.DType(), y.DType(), func() (signature, error) {
		return comparisonSignature(op, r, x.DType().Native(), y.DType().Native())
	})
	if err != nil {
		return nil, err
	}
	return apply(op, dst, s, x, y)
}

func comparisonSignature(op string, r kernel.Relation, x, y dtype.Type) (signature, error) {
	s := signature{in: []dtype.Type{x, y}, out: dtype.Bool, result: dtype.Bool}
	switch {
	case isText(x) && x.Kind() == y.Kind():
		if x.Kind() == dtype.KindBytes {
			s.loop = kernel.CompareBytes(r, x.ItemSize(), y.ItemSize())
		} else {
			s.loop = kernel.CompareUnicode(r, x.ItemSize()/4, y.ItemSize()/4)
		}
	case isDate(x) && x.Kind() == y.Kind():
		unit, err := commonUnit(x, y)
		if err != nil {
			return s, err
		}
		s.in[0], s.in[1] = withUnit(x, unit), withUnit(y, unit)
		s.loop = kernel.CompareDates(r)
	case x == dtype.Int64 && y == dtype.Uint64:
		s.loop = kernel.CompareMixed(r, false)
	case x == dtype.Uint64 && y == dtype.Int64:
		s.loop = kernel.CompareMixed(r, true)
	case isDate(x) != isDate(y) && x.Kind() != dtype.KindDatetime && y.Kind() != dtype.KindDatetime:
		// An integer beside a timedelta64 counts in its unit.
		dt, err := dtype.Promote(x, y)
		if err != nil {
			return s, err
		}
		s.in[0], s.in[1] = dt, dt
		s.loop = kernel.CompareDates(r)
	default:
		n, err := commonNumber(op, x, y)
		if err != nil {
			return s, err
		}
		n = wide(n)
		s.in[0], s.in[1] = typeOf[n], typeOf[n]
		s.loop = kernel.Compare(r, n)
	}
	return s, nil
}

// And returns where x and y are both not 0, as bool; see Add. Numbers, dates
// and strings (false where empty) of any two types will do.
func And(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return logical("logical_and", kernel.And, dst, x, y)
}

// Or returns where x or y is not 0, as bool; see And.
func Or(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return logical("logical_or", kernel.Or, dst, x, y)
}

// Xor returns where one of x and y is not 0 and the other is, as bool; see And.
func Xor(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return logical("logical_xor", kernel.Xor, dst, x, y)
}

// Not returns where x is 0, as bool; see And. Dates are refused, as in NumPy.
func Not(dst, x *ndarray.Array) (*ndarray.Array, error) {
	const op = "logical_not"
	if isDate(x.DType()) {
		return nil, noRule(op, x.DType())
	}
	return logical(op, kernel.Unary(kernel.Not, kernel.Bool), dst, x)
}

func logical(op string, loop kernel.Loop, dst *ndarray.Array, sources ...*ndarray.Array) (*ndarray.Array, error) {
	s := &signature{loop: loop, out: dtype.Bool, result: dtype.Bool}
	for range sources {
		s.in = append(s.in, dtype.Bool)
	}
	return apply(op, dst, s, sources...)
}
