package ops

import (
	"encoding/binary"
	"math"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
)

// Scalar is a number without a dtype of its own, as a literal in Python: beside
// an array it takes the array's dtype as far as it can (NEP 50). The zero Scalar
// is false.
type Scalar struct {
	kind  dtype.Kind // KindInt, KindUint (past int64), KindFloat, KindComplex; 0 for a bool
	bits  uint64     // of an integer or a bool
	value complex128
}

// BoolScalar is a truth value.
func BoolScalar(b bool) Scalar {
	if b {
		return Scalar{bits: 1}
	}
	return Scalar{}
}

// IntScalar is an integer.
func IntScalar(i int64) Scalar { return Scalar{kind: dtype.KindInt, bits: uint64(i)} }

// UintScalar is an integer that is not negative.
func UintScalar(u uint64) Scalar {
	if u > math.MaxInt64 {
		return Scalar{kind: dtype.KindUint, bits: u}
	}
	return IntScalar(int64(u))
}

// FloatScalar is a real number.
func FloatScalar(f float64) Scalar { return Scalar{kind: dtype.KindFloat, value: complex(f, 0)} }

// ComplexScalar is a complex number.
func ComplexScalar(c complex128) Scalar { return Scalar{kind: dtype.KindComplex, value: c} }

// Beside returns s as a fresh 0-d array of the dtype that it has beside an
// array of type dt: dt's own where that is of the same kind or a wider one (so
// 1 beside int8 is an int8, and 1.5 beside float32 a float32), else NumPy's
// default for the kind in as much precision as dt's (1.5 beside int8 is a
// float64). An integer that the dtype does not hold is ErrValue.
func (s Scalar) Beside(dt dtype.Type) (*ndarray.Array, error) {
	from, to := s.types(dt.Native())
	if err := s.fits(to); err != nil {
		return nil, err
	}
	return s.array(from, to)
}

// BesideWide is Beside for comparisons and for Div, which take every integer:
// one that dt does not hold becomes an int64 or uint64. Comparisons of integers
// are exact. The result is a fresh 0-d array; the errors are Beside's.
func (s Scalar) BesideWide(dt dtype.Type) (*ndarray.Array, error) {
	from, to := s.types(dt.Native())
	if s.fits(to) != nil {
		to = from
	}
	return s.array(from, to)
}

// array returns s, which is held by the type from, cast to another type.
func (s Scalar) array(from, to dtype.Type) (*ndarray.Array, error) {
	item := make([]byte, 0, 16)
	switch from {
	case dtype.Bool:
		item = append(item, byte(s.bits))
	case dtype.Int64, dtype.Uint64:
		item = binary.NativeEndian.AppendUint64(item, s.bits)
	default:
		item = binary.NativeEndian.AppendUint64(item, math.Float64bits(real(s.value)))
		item = binary.NativeEndian.AppendUint64(item, math.Float64bits(imag(s.value)))
		item = item[:from.ItemSize()]
	}
	a, err := ndarray.New(from)
	if err != nil {
		return nil, err
	}
	b, _ := a.Bytes()
	copy(b, item)
	return Cast(nil, a, to, dtype.Unsafe)
}

// types returns the type that holds s and the type that s takes beside dt.
func (s Scalar) types(dt dtype.Type) (from, to dtype.Type) {
	n, isNumber := number(dt)
	switch s.kind {
	case dtype.KindInt, dtype.KindUint:
		from, to = dtype.Int64, dtype.Int64
		if s.kind == dtype.KindUint {
			from, to = dtype.Uint64, dtype.Uint64
		}
		if isNumber && dt != dtype.Bool {
			to = dt
		}
	case dtype.KindFloat:
		from, to = dtype.Float64, dtype.Float64
		if isNumber && !isInteger(n) {
			to = dt
		}
	case dtype.KindComplex:
		from, to = dtype.Complex128, dtype.Complex128
		if isComplex(n) || isNumber && !isInteger(n) && wide(n).Size() == 4 {
			to = dtype.Complex64
			if isComplex(n) {
				to = dt
			}
		}
	default:
		from, to = dtype.Bool, dtype.Bool
	}
	return from, to
}

// fits refuses an integer that a type does not hold.
func (s Scalar) fits(dt dtype.Type) error {
	if s.kind != dtype.KindInt && s.kind != dtype.KindUint {
		return nil
	}
	negative := s.kind == dtype.KindInt && int64(s.bits) < 0
	bits := uint(8 * dt.ItemSize())
	ok := true
	switch {
	case dt.Kind() == dtype.KindUint:
		ok = !negative && s.bits>>(bits-1)>>1 == 0
	case dt.Kind() == dtype.KindInt && negative:
		ok = int64(s.bits)>>(bits-1) == -1
	case dt.Kind() == dtype.KindInt:
		ok = s.bits>>(bits-1) == 0
	}
	if !ok {
		if negative {
			return fail("scalar", ErrValue, "%d is out of the range of %s", int64(s.bits), dt)
		}
		return fail("scalar", ErrValue, "%d is out of the range of %s", s.bits, dt)
	}
	return nil
}
