package dtype

import (
	"math"

	"github.com/ndtool/ndtool/internal/pyliteral"
)

// FromLiteral returns the type that the descr of a header stands for, as
// numpy.lib.format.descr_to_dtype reads it: a string of any form that np.dtype
// knows, or a list of fields (name, descr[, shape]), where name may be (title,
// name), descr may be such a list again or a tuple (descr, shape), and an
// unnamed void field is padding.
//
// Some accidents that NumPy accepts are refused: a dict or a string in the place
// of fields, a field of two or three letters ('ab' for ('a', 'b')), titles
// that are empty or no strings, fields laid over another type, a time unit with
// a multiple of 0 or less, control characters as type numbers.
//
// The error is an *Error with a position in the parsed text that wraps
// ErrDescr, or ErrObject for a type with objects, which is returned all the same
// so that it can be named.
func FromLiteral(v pyliteral.Value) (Type, error) {
	f, err := fromLiteral(v)
	if err != nil {
		return Type{}, err
	}
	t, err := f.plain()
	return t, at(v.Pos, err)
}

func fromLiteral(v pyliteral.Value) (format, error) {
	switch v.Kind {
	case pyliteral.Str:
		f, err := parseString(v.Text)
		return f, at(v.Pos, err)
	case pyliteral.List:
		fields, size, err := fieldsOf(v)
		if err != nil {
			return format{}, err
		}
		f, err := record(fields, size)
		return f, at(v.Pos, err)
	case pyliteral.Tuple:
		if len(v.Items) != 2 {
			return format{}, refuse(v, "found a tuple of %d items as a dtype, expected (dtype, shape)", len(v.Items))
		}
		f, err := fromLiteral(v.Items[0])
		if err != nil {
			return f, err
		}
		f, err = f.combine(v.Items[1])
		return f, at(v.Items[1].Pos, err)
	}
	return format{}, refuse(v, "found %s as a dtype, expected a string or a list of fields", article(v.Kind))
}

func refuse(v pyliteral.Value, format string, args ...any) error {
	return at(v.Pos, failf(ErrDescr, format, args...))
}

// article names a kind of literal in a message.
func article(k pyliteral.Kind) string {
	switch k {
	case pyliteral.None:
		return "None"
	case pyliteral.Bool:
		return "a bool"
	case pyliteral.Int:
		return "an integer"
	case pyliteral.Float:
		return "a float"
	case pyliteral.Str:
		return "a string"
	case pyliteral.Bytes:
		return "a string of bytes"
	case pyliteral.Tuple:
		return "a tuple"
	case pyliteral.List:
		return "a list"
	case pyliteral.Dict:
		return "a dict"
	case pyliteral.Set:
		return "a set"
	}
	return "..."
}

// fieldsOf reads the fields of a record and its size in bytes.
func fieldsOf(v pyliteral.Value) (fields []Field, size int, err error) {
	for _, item := range v.Items {
		if item.Kind != pyliteral.Tuple && item.Kind != pyliteral.List || len(item.Items) < 2 || len(item.Items) > 3 {
			return nil, 0, refuse(item, "found a field that is not (name, dtype) or (name, dtype, shape)")
		}
		name, title, err := fieldName(item.Items[0])
		if err != nil {
			return nil, 0, err
		}
		f, err := fromLiteral(item.Items[1])
		if err != nil {
			return nil, 0, err
		}
		if len(item.Items) == 3 {
			if f, err = f.combine(item.Items[2]); err != nil {
				return nil, 0, at(item.Items[2].Pos, err)
			}
		}
		if f.bytes() > MaxItemSize-size {
			return nil, 0, at(item.Pos, errTooLarge())
		}
		if name != "" || title != "" || !f.isPadding() {
			fields = append(fields, f.field(name, title, size))
		}
		size += f.bytes()
	}
	return fields, size, nil
}

// isPadding reports whether an unnamed field of this format is padding.
func (f format) isPadding() bool { return f.levels != nil || f.kind == KindVoid }

// fieldName reads a name or a pair of a title and a name.
func fieldName(v pyliteral.Value) (name, title string, err error) {
	if v.Kind == pyliteral.Tuple {
		if len(v.Items) != 2 {
			return "", "", refuse(v, "found a tuple of %d items as the name of a field, expected (title, name)", len(v.Items))
		}
		switch t := v.Items[0]; {
		case t.Kind == pyliteral.Str && t.Text != "":
			title = t.Text
		case t.Kind != pyliteral.None:
			return "", "", refuse(t, "the title of a field is %s, expected a string that is not empty", emptyOr(t))
		}
		if v = v.Items[1]; title == "" && v.Text == "" && v.Kind == pyliteral.Str {
			return "", "", refuse(v, "found neither a title nor a name, expected one of them")
		}
	}
	if v.Kind != pyliteral.Str {
		return "", "", refuse(v, "the name of a field is %s, expected a string", article(v.Kind))
	}
	return v.Text, title, nil
}

func emptyOr(v pyliteral.Value) string {
	if v.Kind == pyliteral.Str {
		return "empty"
	}
	return article(v.Kind)
}

// combine returns what NumPy makes of a tuple (f, v): a sub-array if v is a
// shape, a string of v bytes or characters if f has no size, and f itself if v
// is a type of the same size.
func (f format) combine(v pyliteral.Value) (format, error) {
	if f.levels != nil && f.bytes() == 0 {
		return format{}, failf(ErrDescr, "found a shape or a dtype beside a sub-array without elements")
	}
	unsized := f.size == 0 && f.kind != KindRecord
	switch v.Kind {
	case pyliteral.Str, pyliteral.Bytes, pyliteral.None:
		other := format{Type: Float64}
		if v.Kind != pyliteral.None {
			var err error
			if other, err = parseString(v.Text); err != nil {
				return format{}, err
			}
		}
		return f.overlay(other, unsized)
	}
	if unsized {
		if v.Kind != pyliteral.Int {
			return format{}, failf(ErrDescr, "dtype %.60s has no size, expected one beside it and not %s", f.Type, article(v.Kind))
		}
		most := int64(MaxItemSize)
		if f.kind == KindUnicode {
			most /= 4
		}
		if v.Big || v.Int < 0 || v.Int > most {
			return format{}, failf(ErrDescr, "the size beside dtype %.60s is out of range, expected at most %d", f.Type, most)
		}
		f.size = int(v.Int)
		if f.kind == KindUnicode {
			f.size *= 4
		}
		return f, nil
	}
	return f.subArray(v)
}

// overlay returns f seen as the type of the same size other. NumPy keeps f, with
// the fields of other.
func (f format) overlay(other format, unsized bool) (format, error) {
	switch {
	case unsized:
		if f.kind == KindUnicode && other.bytes()%4 != 0 {
			return format{}, failf(ErrDescr, "%d bytes are no whole number of characters", other.bytes())
		}
		f.size = other.bytes()
	case f.bytes() != other.bytes():
		return format{}, failf(ErrDescr, "found two dtypes of %d and %d bytes in the place of one", f.bytes(), other.bytes())
	case f.object || other.object:
		return format{}, failf(ErrDescr, "found an object dtype laid over another")
	}
	if other.kind == KindRecord && other.levels == nil {
		return format{}, failf(ErrDescr, "found fields laid over another dtype")
	}
	return f, nil
}

// subArray returns a sub-array of f with the shape v, an integer or a sequence
// of integers.
func (f format) subArray(v pyliteral.Value) (format, error) {
	sizes := []pyliteral.Value{v}
	switch v.Kind {
	case pyliteral.Tuple:
		if len(v.Items) == 0 {
			return f, nil
		}
		sizes = v.Items
	case pyliteral.List:
		sizes = v.Items
	}
	if len(sizes) == 0 || len(sizes) > maxRank {
		return format{}, failf(ErrDescr, "the shape of a sub-array has %d axes, expected 1 to %d", len(sizes), maxRank)
	}
	shape := make([]int, len(sizes))
	items := int64(1)
	for i, s := range sizes {
		if s.Kind != pyliteral.Int {
			return format{}, failf(ErrDescr, "the shape of a sub-array has %s, expected integers", article(s.Kind))
		}
		if s.Big || s.Int < 0 || s.Int > MaxItemSize {
			return format{}, failf(ErrDescr, "axis %d of a sub-array has a size out of range", i)
		}
		shape[i] = int(s.Int)
		if items > 0 && s.Int > math.MaxInt64/items {
			return format{}, errTooLarge()
		}
		items *= s.Int
	}
	if n := int64(f.bytes()); items > MaxItemSize || n > 0 && items > MaxItemSize/n {
		return format{}, errTooLarge()
	}
	f.levels = append([][]int{shape}, f.levels...)
	return f, nil
}

// maxRank is the largest number of axes of a sub-array, as in NumPy.
const maxRank = 64

func errTooLarge() error {
	return failf(ErrDescr, "the dtype is larger than %d bytes an item", MaxItemSize)
}
