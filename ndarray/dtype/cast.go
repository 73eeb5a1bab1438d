package dtype

import "slices"

// Casting is a rule that says which conversions are allowed, as NumPy's casting=
// arguments. Each allows all that the one before it does.
type Casting uint8

// The casting rules.
const (
	No       Casting = iota // no change at all
	Equiv                   // byte order and the padding of records
	Safe                    // values are kept
	SameKind                // safe, or within a kind such as float64 to float32
	Unsafe                  // any conversion
	never                   // above all rules
)

// String returns NumPy's name of the rule.
func (c Casting) String() string {
	return [...]string{"no", "equiv", "safe", "same_kind", "unsafe", "never"}[min(c, never)]
}

// CanCast reports whether casting allows to convert from from to to, as
// numpy.can_cast. As there, S, U and V of size 0 stand for any size that is
// needed.
//
// The types of ml_dtypes are floating-point numbers: float32 and all wider ones
// hold them, they hold bool, int8 and uint8, and the rest is SameKind.
func CanCast(from, to Type, casting Casting) bool {
	if !from.Valid() || !to.Valid() {
		return false
	}
	return needed(from, to, to.size == 0) <= casting
}

// needed returns the strictest rule that allows a conversion; anySize tells that
// to, without a size, takes the one that is needed.
func needed(from, to Type, anySize bool) Casting {
	switch to.kind {
	case KindObject:
		if from.kind == KindObject {
			return No
		}
		return Safe
	case KindBytes, KindUnicode:
		return neededText(from, to, anySize)
	case KindVoid:
		return neededVoid(from, to, anySize)
	case KindRecord:
		if from.kind == KindRecord {
			return neededRecord(from, to)
		}
		return Unsafe
	case KindDatetime, KindTimedelta:
		return neededTime(from, to)
	}
	if from.kind == KindRecord {
		return fromRecord(from)
	}
	return neededNumber(from, to)
}

// sameBut returns No, or Equiv if the byte orders differ.
func sameBut(from, to Type) Casting {
	if from.order != to.order {
		return Equiv
	}
	return No
}

// neededNumber is needed for to a number.
func neededNumber(from, to Type) Casting {
	switch {
	case !isNumber(from.kind) && !isML(from.kind):
		return Unsafe
	case from.kind == to.kind && from.size == to.size:
		return sameBut(from, to)
	}
	if t, err := promote(from, to); err == nil && t == to.Native() {
		return Safe
	}
	if family(from.kind) <= family(to.kind) {
		return SameKind
	}
	return Unsafe
}

// family orders the kinds of numbers by what same_kind allows.
func family(k Kind) int {
	switch k {
	case KindBool:
		return 0
	case KindUint:
		return 1
	case KindInt:
		return 2
	case KindComplex:
		return 4
	}
	return 3 // floating point
}

// neededText is needed for to a string.
func neededText(from, to Type, anySize bool) Casting {
	switch {
	case from.kind == KindRecord:
		return fromRecord(from)
	case from.kind == KindUnicode && to.kind == KindBytes:
		return Unsafe
	case from.kind == to.kind && (anySize || from.size == to.size):
		return sameBut(from, to)
	case !isNumber(from.kind) && from.kind != KindBytes && from.kind != KindUnicode:
		return Unsafe
	case anySize || textWidth(from) <= textWidth(to):
		return Safe
	}
	return SameKind
}

// neededVoid is needed for to a void type, which holds the bytes of anything
// that is not larger.
func neededVoid(from, to Type, anySize bool) Casting {
	switch {
	case from.kind == KindObject:
		return Unsafe
	case from.kind == KindRecord:
		if anySize {
			return No
		}
		return fromRecord(from)
	case from.kind == KindVoid && (anySize || from.size == to.size):
		return No
	case anySize || from.size <= to.size:
		return Safe
	case from.kind == KindVoid:
		return SameKind
	}
	return Unsafe
}

// neededTime is needed for to a datetime or a timedelta.
func neededTime(from, to Type) Casting {
	switch from.kind {
	case KindRecord:
		return fromRecord(from)
	case KindBool, KindInt, KindUint:
		if to.kind == KindDatetime {
			return Unsafe
		}
		if from.kind == KindUint && from.size == 8 {
			return SameKind
		}
		return Safe
	case to.kind:
	default:
		return Unsafe
	}
	u, v := from.unit, to.unit
	strict := to.kind == KindTimedelta
	switch {
	case u == v || u.isThousands(v):
		return sameBut(from, to)
	case u.Base == Generic:
		return Safe
	case v.Base == Generic, strict && u.Base.nonlinear() != v.Base.nonlinear():
		return Unsafe
	case u.divides(v, strict):
		return Safe
	}
	return SameKind
}

// neededRecord is needed for two records, whose fields are paired by position.
func neededRecord(from, to Type) Casting {
	x, y := from.Fields(), to.Fields()
	if len(x) != len(y) {
		return never
	}
	rule := No
	if from.size != to.size {
		rule = Equiv
	}
	for i, f := range x {
		g := y[i]
		if f.Offset != g.Offset {
			rule = max(rule, Equiv)
		}
		if f.Name != g.Name || f.Title != g.Title {
			rule = max(rule, Safe)
		}
		rule = max(rule, neededField(f.Type, g.Type, f.shapes(), g.shapes()))
	}
	return rule
}

// neededField is needed for two fields of the given shapes. A single item becomes
// a sub-array by filling it.
func neededField(from, to Type, x, y [][]int) Casting {
	switch {
	case len(y) == 0 && (len(x) == 0 || to.kind == KindObject):
		return needed(from, to, false)
	case len(x) == 0 && from.kind == KindRecord:
		return fromRecord(from)
	case len(x) == 0 && from.kind == KindVoid:
		return Unsafe
	case len(x) == 0:
		return max(Safe, neededField(from, to, nil, y[1:]))
	case len(y) == 0 && to.kind == KindRecord:
		rule := Unsafe // every field is filled
		for _, g := range to.Fields() {
			rule = max(rule, neededField(from, g.Type, x, g.shapes()))
		}
		return rule
	case len(y) == 0:
		return max(Unsafe, neededField(from, to, x[1:], nil))
	}
	rule := neededField(from, to, x[1:], y[1:])
	if !slices.Equal(x[0], y[0]) {
		rule = max(Unsafe, rule)
	}
	return rule
}

// fromRecord is needed for a record to what is none: its only field is taken, and
// the only field of that.
func fromRecord(t Type) Casting {
	for t.kind == KindRecord {
		fields := t.Fields()
		if len(fields) != 1 {
			return never
		}
		t = fields[0].Type
	}
	return Unsafe
}
