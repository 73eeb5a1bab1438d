// Package dtype describes the element types of NumPy arrays: kind, item size
// in bytes, byte order, date units and record fields, and their text form in
// the header of a .npy file (descr).
//
// A [Type] comes from the text of a header ([FromLiteral]), from a name
// ([Parse]), from a Go type ([Of]), from a predeclared variable ([Float64]) or
// from a constructor ([BytesOf], [DatetimeOf], [NewRecord]). Types are compared
// with ==.
package dtype

import "encoding/binary"

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

// The byte orders. NoOrder is for one-byte items, strings of bytes, objects and
// records.
const (
	NoOrder ByteOrder = iota // |
	Little                   // <
	Big                      // >
)

// NativeOrder is the byte order of the machine.
var NativeOrder = func() ByteOrder {
	if binary.NativeEndian.Uint16([]byte{1, 0}) == 1 {
		return Little
	}
	return Big
}()

// String returns the character that a descr has for o: "|", "<" or ">".
func (o ByteOrder) String() string {
	switch o {
	case Little:
		return "<"
	case Big:
		return ">"
	}
	return "|"
}

// Other returns the opposite order; NoOrder stays.
func (o ByteOrder) Other() ByteOrder {
	switch o {
	case Little:
		return Big
	case Big:
		return Little
	}
	return NoOrder
}

// MaxItemSize is the largest size of an item in bytes, that of NumPy.
const MaxItemSize = 1<<31 - 1

// Type is an element type. Types are equal under == exactly when NumPy would
// write the same descr for them (and they name the same ml_dtypes kind). The
// zero Type is invalid.
type Type struct {
	kind   Kind
	order  ByteOrder
	object bool // is or contains objects
	unit   Unit
	size   int    // bytes
	descr  string // records: the canonical descr; empty otherwise
}

// Kind returns the family of t.
func (t Type) Kind() Kind { return t.kind }

// ItemSize returns the size of one item in bytes. It may be 0: NumPy has
// strings and records without any bytes.
func (t Type) ItemSize() int { return t.size }

// ByteOrder returns the order of the bytes of one item; NoOrder for a record,
// whose fields have an order each.
func (t Type) ByteOrder() ByteOrder { return t.order }

// Unit returns the unit of a datetime64 or timedelta64 type.
func (t Type) Unit() Unit { return t.unit }

// Valid reports whether t is not the zero Type.
func (t Type) Valid() bool { return t.kind != KindInvalid }

// HasObject reports whether t is the object type or a record with a field of
// that type. The items of such an array are pickled Python objects, which this
// module recognises and declines.
func (t Type) HasObject() bool { return t.object }

// The types of fixed size, in the byte order of the machine. LongDouble and
// CLongDouble are the 80-bit extended numbers of x86 in 16 bytes a part, which
// are carried but not computed with.
var (
	Bool        = number(KindBool, 1)
	Int8        = number(KindInt, 1)
	Int16       = number(KindInt, 2)
	Int32       = number(KindInt, 4)
	Int64       = number(KindInt, 8)
	Uint8       = number(KindUint, 1)
	Uint16      = number(KindUint, 2)
	Uint32      = number(KindUint, 4)
	Uint64      = number(KindUint, 8)
	Float16     = number(KindFloat, 2)
	Float32     = number(KindFloat, 4)
	Float64     = number(KindFloat, 8)
	LongDouble  = number(KindFloat, 16)
	Complex64   = number(KindComplex, 8)
	Complex128  = number(KindComplex, 16)
	CLongDouble = number(KindComplex, 32)
	Object      = Type{kind: KindObject, size: 8, object: true}
	BFloat16    = number(KindBFloat16, 2)
	Float8E4M3  = number(KindFloat8E4M3, 1)
	Float8E5M2  = number(KindFloat8E5M2, 1)
)

// number returns a type of fixed size in native order.
func number(kind Kind, size int) Type {
	t := Type{kind: kind, size: size}
	if size > 1 {
		t.order = NativeOrder
	}
	return t
}

// BytesOf returns the type of strings of n bytes (S). It panics unless
// 0 <= n <= MaxItemSize.
func BytesOf(n int) Type { return flexible(KindBytes, n, 1) }

// VoidOf returns the type of raw items of n bytes (V). It panics unless
// 0 <= n <= MaxItemSize.
func VoidOf(n int) Type { return flexible(KindVoid, n, 1) }

// UnicodeOf returns the type of strings of n characters (U), 4 bytes each, in
// native order. It panics unless 0 <= 4n <= MaxItemSize.
func UnicodeOf(n int) Type { return flexible(KindUnicode, n, 4) }

func flexible(kind Kind, n, width int) Type {
	if n < 0 || n > MaxItemSize/width {
		panic("dtype: item size out of range")
	}
	t := Type{kind: kind, size: n * width}
	if width > 1 {
		t.order = NativeOrder
	}
	return t
}

// DatetimeOf returns the type of points in time counted in u (M8), in native
// order. A Num of 0 counts as 1.
func DatetimeOf(u Unit) Type { return timeType(KindDatetime, u) }

// TimedeltaOf returns the type of spans of time counted in u (m8), in native
// order. A Num of 0 counts as 1.
func TimedeltaOf(u Unit) Type { return timeType(KindTimedelta, u) }

func timeType(kind Kind, u Unit) Type {
	t := number(kind, 8)
	t.unit = u.canonical()
	return t
}

// Component returns the type of the real and the imaginary part of a complex
// type, in its byte order. The error wraps ErrKind.
func (t Type) Component() (Type, error) {
	if t.kind != KindComplex {
		return Type{}, failf(ErrKind, "dtype %.60s has no real and imaginary part", t)
	}
	return Type{kind: KindFloat, order: t.order, size: t.size / 2}, nil
}
