// Package dtype describes the element types of NumPy arrays: kind, item size
// in bytes, byte order, date units and record fields, and their text form in
// the header of a .npy file (descr).
package dtype

// Kind is the family of an element type.
type Kind uint8

// The kinds, with NumPy's one-letter codes.
const (
	KindInvalid    Kind = iota
	KindBool            // b
	KindInt             // i
	KindUint            // u
	KindFloat           // f: 2, 4, 8 bytes; 16 (longdouble) is carried as bytes
	KindComplex         // c: 8, 16 bytes; 32 (clongdouble) is carried as bytes
	KindBytes           // S
	KindUnicode         // U
	KindVoid            // V
	KindDatetime        // M
	KindTimedelta       // m
	KindObject          // O: recognised and declined
	KindRecord          // structured
	KindBFloat16        // ml_dtypes.bfloat16, stored as <V2
	KindFloat8E4M3      // ml_dtypes.float8_e4m3fn, stored as <V1
	KindFloat8E5M2      // ml_dtypes.float8_e5m2, stored as <f1
)

// ByteOrder is the order of an item's bytes.
type ByteOrder uint8

// The byte orders. NoOrder is for one-byte items, strings of bytes and records.
const (
	NoOrder ByteOrder = iota // |
	Little                   // <
	Big                      // >
)

// Unit is the unit of a datetime64 or timedelta64: Num·Base, as in 25s.
// The zero Unit is NumPy's generic unit.
type Unit struct {
	Num  int32
	Base UnitBase
}

// UnitBase is a unit of time.
type UnitBase uint8

// Type is an element type. Types are equal under == exactly when NumPy would
// write the same descr for them (and they name the same ml_dtypes kind). The
// zero Type is invalid.
type Type struct {
	kind  Kind
	order ByteOrder
	unit  Unit
	size  int    // bytes
	descr string // records: the canonical descr; empty otherwise
}

// Kind returns the family of t.
func (t Type) Kind() Kind { return t.kind }

// ItemSize returns the size of one item in bytes.
func (t Type) ItemSize() int { return t.size }

// ByteOrder returns the order of the bytes of one item.
func (t Type) ByteOrder() ByteOrder { return t.order }

// Unit returns the unit of a datetime64 or timedelta64 type.
func (t Type) Unit() Unit { return t.unit }

// Valid reports whether t is not the zero Type.
func (t Type) Valid() bool { return t.kind != KindInvalid }
