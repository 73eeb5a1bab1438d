package dtype

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ndtool/ndtool/internal/pyliteral"
)

// Field is a field of a record.
type Field struct {
	Name   string // unique in the record
	Title  string // a second name; empty if there is none
	Offset int    // bytes from the start of the record
	Type   Type   // of one item
	Shape  []int  // of a sub-array; nil for a single item

	// levels are the lengths of the parts of Shape, outermost first, where
	// a sub-array of sub-arrays was declared: NumPy keeps them apart in the descr.
	levels []int
}

// NumBytes returns the size of the field in bytes, all elements of a sub-array
// together.
func (f Field) NumBytes() int {
	n := f.Type.size
	for _, d := range f.Shape {
		n *= d
	}
	return n
}

// field returns f as a field.
func (f format) field(name, title string, offset int) Field {
	field := Field{Name: name, Title: title, Offset: offset, Type: f.Type}
	for _, shape := range f.levels {
		field.Shape = append(field.Shape, shape...)
		field.levels = append(field.levels, len(shape))
	}
	return field
}

// NewRecord returns the record of the given fields in itemSize bytes. Fields
// stand in the order of their offsets and do not overlap, since no descr tells
// otherwise; gaps between them and after the last are padding. Names and
// titles are all different. A name may be empty unless the field would be read
// as padding. It keeps no slice that it was given.
//
// The error wraps ErrDescr.
func NewRecord(fields []Field, itemSize int) (Type, error) {
	if itemSize < 0 || itemSize > MaxItemSize {
		return Type{}, errTooLarge()
	}
	end := int64(0)
	for i, f := range fields {
		if !f.Type.Valid() {
			return Type{}, failf(ErrDescr, "field %q has no type", clip(f.Name))
		}
		n, ok := f.checkedBytes()
		if !ok {
			return Type{}, failf(ErrDescr, "field %q has a size out of range", clip(f.Name))
		}
		if int64(f.Offset) < end {
			return Type{}, failf(ErrDescr, "field %q starts at byte %d, expected %d or more, where the field before it ends", clip(f.Name), f.Offset, end)
		}
		if int64(f.Offset) > int64(itemSize)-n { // the sum may overflow
			return Type{}, failf(ErrDescr, "field %q of %d bytes at byte %d ends outside the record of %d bytes", clip(f.Name), n, f.Offset, itemSize)
		}
		end = int64(f.Offset) + n
		if f.Name == "" && f.Title == "" && (f.Type.kind == KindVoid || len(f.Shape) > 0) {
			return Type{}, failf(ErrDescr, "field %d has no name and would be read as padding", i)
		}
	}
	f, err := record(fields, itemSize)
	return f.Type, err
}

// checkedBytes is NumBytes of a field that a caller made up.
func (f Field) checkedBytes() (n int64, ok bool) {
	if slices.ContainsFunc(f.Shape, func(d int) bool { return d < 0 }) {
		return 0, false
	}
	if slices.Contains(f.Shape, 0) {
		return 0, true
	}
	n = int64(f.Type.size)
	for _, d := range f.Shape {
		if n > MaxItemSize/int64(d) {
			return 0, false
		}
		n *= int64(d)
	}
	return n, true
}

// record returns the record of fields that lie in order inside size bytes.
func record(fields []Field, size int) (format, error) {
	if err := distinct(fields); err != nil {
		return format{}, err
	}
	t := Type{kind: KindRecord, size: size}
	for _, f := range fields {
		t.object = t.object || f.Type.object
	}
	t.descr = describe(fields, size)
	return format{Type: t}, nil
}

// distinct checks that no name or title is used twice.
func distinct(fields []Field) error {
	seen := make(map[string]bool, len(fields))
	for _, f := range fields {
		if seen[f.Name] {
			return failf(ErrDescr, "two fields have the name or title %q", clip(f.Name))
		}
		seen[f.Name] = true
		if f.Title == "" {
			continue
		}
		if seen[f.Title] {
			return failf(ErrDescr, "two fields have the name or title %q", clip(f.Title))
		}
		seen[f.Title] = true
	}
	return nil
}

// describe writes the canonical descr of a record: what np.save writes.
func describe(fields []Field, size int) string {
	b := []byte{'['}
	sep := ""
	pad := func(n int) {
		if n > 0 {
			b = append(b, sep...)
			b = append(b, "('', '|V"...)
			b = strconv.AppendInt(b, int64(n), 10)
			b = append(b, "')"...)
			sep = ", "
		}
	}
	end := 0
	for _, f := range fields {
		pad(f.Offset - end)
		end = f.Offset + f.NumBytes()
		b = append(b, sep...)
		b = appendField(b, f, Type.Descr)
		sep = ", "
	}
	pad(size - end)
	return string(append(b, ']'))
}

// appendField writes the tuple of a field, with its type as text gives it.
func appendField(b []byte, f Field, text func(Type) string) []byte {
	b = append(b, '(')
	if f.Title != "" {
		b = append(b, '(')
		b = appendQuoted(b, f.Title)
		b = append(b, ", "...)
		b = appendQuoted(b, f.Name)
		b = append(b, ')')
	} else {
		b = appendQuoted(b, f.Name)
	}
	b = append(b, ", "...)
	levels := f.shapes()
	b = appendFormat(b, f.Type, levels, text)
	if len(levels) > 0 {
		b = append(b, ", "...)
		b = appendShape(b, levels[0])
	}
	return append(b, ')')
}

// shapes returns the shape of f in its levels, outermost first.
func (f Field) shapes() [][]int {
	if len(f.Shape) == 0 {
		return nil
	}
	sum := 0
	for _, n := range f.levels {
		sum += n
	}
	// NumPy cannot read levels without bytes back, and a caller may have
	// changed Shape.
	if len(f.levels) < 2 || f.Type.size == 0 || sum != len(f.Shape) {
		return [][]int{f.Shape}
	}
	levels := make([][]int, 0, len(f.levels))
	rest := f.Shape
	for _, n := range f.levels {
		levels = append(levels, rest[:n:n])
		rest = rest[n:]
	}
	return levels
}

// appendFormat writes a type inside a field, with all levels of its shape but
// the outermost, which is a part of the field's own tuple.
func appendFormat(b []byte, t Type, levels [][]int, text func(Type) string) []byte {
	if len(levels) < 2 {
		return append(b, text(t)...)
	}
	b = append(b, '(')
	b = appendFormat(b, t, levels[1:], text)
	b = append(b, ", "...)
	b = appendShape(b, levels[1])
	return append(b, ')')
}

// appendShape writes a tuple as Python does.
func appendShape(b []byte, shape []int) []byte {
	b = append(b, '(')
	for i, n := range shape {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	if len(shape) == 1 {
		b = append(b, ',')
	}
	return append(b, ')')
}

// Fields returns the fields of a record in the order of their offsets, without
// padding; nil if t is no record.
func (t Type) Fields() []Field {
	if t.kind != KindRecord {
		return nil
	}
	v, err := pyliteral.Parse(t.descr, pyliteral.Options{})
	if err != nil {
		return nil // not reached: t.descr was written by describe
	}
	fields, _, _ := fieldsOf(v)
	if fields == nil {
		fields = []Field{}
	}
	return fields
}

// Field returns the field that has the given name or title.
func (t Type) Field(name string) (Field, bool) {
	fields := t.Fields()
	i := slices.IndexFunc(fields, func(f Field) bool {
		return f.Name == name || f.Title != "" && f.Title == name
	})
	if i < 0 {
		return Field{}, false
	}
	return fields[i], true
}

// appendQuoted writes s as Python's repr of a string.
func appendQuoted(b []byte, s string) []byte {
	quote := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		quote = '"'
	}
	b = append(b, quote)
	for s != "" {
		var n int
		b, n = appendQuotedRune(b, s, quote)
		s = s[n:]
	}
	return append(b, quote)
}
