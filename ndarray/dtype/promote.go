package dtype

import "slices"

// Promote returns the smallest type that holds the values of both a and b, as
// numpy.promote_types: int8 and uint8 give int16, int64 and uint64 give float64,
// int32 and float32 give float64, numbers and strings give strings wide enough.
// Records with the same names, titles and shapes are promoted field by field.
// The result is in native order, and a record is packed.
//
// The types of ml_dtypes stay with bool, int8 and uint8, give way to float32 and
// all wider floating-point types, and have no common type with others.
//
// The error wraps ErrPromote.
func Promote(a, b Type) (Type, error) {
	t, err := promote(a, b)
	if err != nil {
		return Type{}, failf(ErrPromote, "%.60s and %.60s have no common dtype%v", a, b, err)
	}
	return t, nil
}

// reason tells why two types have no common type.
type reason string

func (r reason) Error() string {
	if r == "" {
		return ""
	}
	return ": " + string(r)
}

func promote(a, b Type) (Type, error) {
	if a.kind > b.kind {
		a, b = b, a
	}
	switch {
	case !a.Valid():
		return Type{}, reason("one is invalid")
	case a.kind == KindObject || b.kind == KindObject:
		return Object, nil
	case isNumber(b.kind):
		return promoteNumbers(a, b), nil
	case isML(b.kind):
		return promoteML(a, b)
	}
	switch b.kind {
	case KindBytes:
		return BytesOf(max(textWidth(a), textWidth(b))), nil
	case KindUnicode:
		n := max(textWidth(a), textWidth(b))
		if n > MaxItemSize/4 {
			return Type{}, reason("its size would be out of range")
		}
		return UnicodeOf(n), nil
	case KindVoid:
		if a == b {
			return a, nil
		}
		if a.kind == b.kind {
			return Type{}, reason("their sizes differ")
		}
	case KindDatetime, KindTimedelta:
		return promoteTimes(a, b)
	case KindRecord:
		if a.kind == b.kind {
			return promoteRecords(a, b)
		}
	}
	return Type{}, reason("")
}

func isNumber(k Kind) bool { return KindBool <= k && k <= KindComplex }

func isML(k Kind) bool { return k >= KindBFloat16 }

// promoteNumbers returns the common type of numbers, a.kind <= b.kind.
func promoteNumbers(a, b Type) Type {
	size := max(a.size, b.size)
	switch {
	case a.kind == b.kind || a.kind == KindBool:
		if a.kind != b.kind {
			size = b.size
		}
		return number(b.kind, size)
	case b.kind == KindUint: // beside a signed integer
		if a.size > b.size {
			return a.Native()
		}
		if b.size == 8 {
			return Float64
		}
		return number(KindInt, 2*b.size)
	case a.kind == KindFloat: // beside a complex number
		return number(KindComplex, max(2*a.size, b.size))
	case b.kind == KindFloat: // beside an integer
		return number(KindFloat, max(floatSize(a), b.size))
	}
	return number(KindComplex, max(2*floatSize(a), b.size)) // beside an integer
}

// floatSize returns the size of the float that NumPy takes for an integer: twice
// its own, and for the largest the same.
func floatSize(t Type) int { return min(2*t.size, 8) }

// promoteML returns the common type where b is of ml_dtypes.
func promoteML(a, b Type) (Type, error) {
	switch {
	case a.kind == b.kind:
		return b.Native(), nil
	case a.kind == KindBool, (a.kind == KindInt || a.kind == KindUint) && a.size == 1:
		return b.Native(), nil
	case a.kind == KindFloat && a.size >= 4, a.kind == KindComplex:
		return a.Native(), nil
	}
	return Type{}, reason("")
}

// textWidth returns how many characters NumPy keeps for the text of a number, and
// how many a string has.
func textWidth(t Type) int {
	switch t.kind {
	case KindBool:
		return 5
	case KindInt:
		return map[int]int{1: 4, 2: 6, 4: 11, 8: 21}[t.size]
	case KindUint:
		return map[int]int{1: 3, 2: 5, 4: 10, 8: 20}[t.size]
	case KindFloat:
		return 16 * max(2, t.size/16+2) // 32, longdouble 48
	case KindComplex:
		return 32 * max(2, t.size/32+2) // 64, clongdouble 96
	case KindUnicode:
		return t.size / 4
	}
	return t.size
}

// promoteTimes returns the common type where b is a time, a.kind <= b.kind. An
// integer beside a timedelta counts in its unit, whatever that is.
func promoteTimes(a, b Type) (Type, error) {
	switch a.kind {
	case KindDatetime, KindTimedelta:
		u, err := commonUnit(a.unit, b.unit, a.kind == KindTimedelta && b.kind == KindTimedelta)
		if err != nil {
			return Type{}, err
		}
		return timeType(a.kind, u), nil // a datetime, if one of them is
	case KindBool, KindInt, KindUint:
		if b.kind == KindTimedelta && !(a.kind == KindUint && a.size == 8) {
			return b.Native(), nil
		}
	}
	return Type{}, reason("")
}

// promoteRecords returns the packed record of the common types of the fields.
func promoteRecords(a, b Type) (Type, error) {
	x, y := a.Fields(), b.Fields()
	if len(x) != len(y) {
		return Type{}, reason("they have different numbers of fields")
	}
	size := 0
	for i := range x {
		f, g := &x[i], y[i]
		switch {
		case f.Name != g.Name:
			return Type{}, reason("the names of their fields differ")
		case f.Title != g.Title:
			return Type{}, reason("the titles of their fields differ")
		case !slices.EqualFunc(f.shapes(), g.shapes(), slices.Equal[[]int]):
			return Type{}, reason("the shapes of their fields differ")
		}
		t, err := promote(f.Type, g.Type)
		if err != nil {
			return Type{}, err
		}
		f.Type, f.Offset = t, size
		n, ok := f.checkedBytes()
		if !ok || n > int64(MaxItemSize-size) {
			return Type{}, reason("its size would be out of range")
		}
		size += int(n)
	}
	f, err := record(x, size)
	return f.Type, err
}

// Weak is a Python number that takes part in promotion with its kind alone
// (NEP 50): it does not widen a type of the same or a higher kind.
type Weak uint8

// The weak numbers.
const (
	WeakInt Weak = iota
	WeakFloat
	WeakComplex
)

// PromoteWeak returns the type of a result of elements of type t and a Python
// number, as numpy.result_type(t, 1), (t, 1.0) and (t, 1j): float32 stays with
// an integer and a float and becomes complex64 with a complex number; integers
// stay with an integer and become float64 or complex128. Whether the number
// fits into the type is for the caller to check.
//
// The error wraps ErrPromote.
func PromoteWeak(t Type, w Weak) (Type, error) {
	switch t.kind {
	case KindObject:
		return t, nil
	case KindBool, KindInt, KindUint:
		switch {
		case w == WeakFloat:
			return Float64, nil
		case w == WeakComplex:
			return Complex128, nil
		case t.kind == KindBool:
			return Int64, nil
		}
		return t.Native(), nil
	case KindFloat:
		if w == WeakComplex {
			return number(KindComplex, max(2*t.size, 8)), nil
		}
		return t.Native(), nil
	case KindComplex:
		return t.Native(), nil
	case KindBFloat16, KindFloat8E4M3, KindFloat8E5M2:
		if w == WeakComplex {
			return Complex64, nil
		}
		return t.Native(), nil
	case KindTimedelta:
		if w == WeakInt {
			return t.Native(), nil
		}
	}
	return Type{}, failf(ErrPromote, "%.60s and a Python %s have no common dtype", t, [...]string{"int", "float", "complex"}[w])
}
