package dtype

import (
	"slices"
	"strconv"
)

// stems are the names of kinds that a number of bits follows.
var stems = [...]string{
	KindInt: "int", KindUint: "uint", KindFloat: "float", KindComplex: "complex",
}

// String returns t as NumPy's str(dtype): the name of a number in native order
// ("float64", "datetime64[ns]"), the descr of anything else (">f8", "<U5"), the
// list of fields of a record, or for a record with padding the dict of its
// names, formats and offsets. Types of ml_dtypes have their names there.
func (t Type) String() string {
	switch t.kind {
	case KindInvalid:
		return "invalid"
	case KindRecord:
		return t.layoutString()
	case KindBool:
		return "bool"
	case KindObject:
		return "object"
	case KindBytes, KindUnicode, KindVoid:
		return t.Str()
	case KindFloat8E4M3:
		return "float8_e4m3fn"
	case KindFloat8E5M2:
		return "float8_e5m2"
	}
	if t.order == NativeOrder.Other() {
		return t.Str()
	}
	switch t.kind {
	case KindBFloat16:
		return "bfloat16"
	case KindDatetime:
		return "datetime64" + t.unit.suffix()
	case KindTimedelta:
		return "timedelta64" + t.unit.suffix()
	}
	return stems[t.kind] + strconv.Itoa(8*t.size)
}

// short returns t as NumPy writes it inside str of a record, with quotes.
func (t Type) short() string {
	switch t.kind {
	case KindRecord:
		return t.layoutString()
	case KindBool:
		return "'?'"
	case KindBFloat16, KindFloat8E4M3, KindFloat8E5M2:
		return t.Native().String()
	case KindBytes, KindUnicode, KindVoid:
		if t.size == 0 {
			code := string(letters[t.kind])
			if t.kind == KindUnicode {
				code = t.order.String() + code
			}
			return "'" + code + "'"
		}
	}
	if t.order == NoOrder {
		return "'" + t.code() + "'"
	}
	return t.Descr()
}

// layoutString returns str of a record.
func (t Type) layoutString() string {
	fields := t.Fields()
	end, packed := 0, true
	for _, f := range fields {
		packed = packed && f.Offset == end
		end = f.Offset + f.NumBytes()
	}
	if packed && end == t.size {
		b := []byte{'['}
		for i, f := range fields {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendField(b, f, Type.short)
		}
		return string(append(b, ']'))
	}
	b := []byte("{'names': ")
	b = appendList(b, fields, func(b []byte, f Field) []byte { return appendQuoted(b, f.Name) })
	b = append(b, ", 'formats': "...)
	b = appendList(b, fields, func(b []byte, f Field) []byte {
		levels := f.shapes()
		if levels != nil {
			levels = append([][]int{nil}, levels...) // a tuple for the outermost too
		}
		return appendFormat(b, f.Type, levels, Type.short)
	})
	b = append(b, ", 'offsets': "...)
	b = appendList(b, fields, func(b []byte, f Field) []byte { return strconv.AppendInt(b, int64(f.Offset), 10) })
	if slices.ContainsFunc(fields, func(f Field) bool { return f.Title != "" }) {
		b = append(b, ", 'titles': "...)
		b = appendList(b, fields, func(b []byte, f Field) []byte {
			if f.Title == "" {
				return append(b, "None"...)
			}
			return appendQuoted(b, f.Title)
		})
	}
	b = append(b, ", 'itemsize': "...)
	b = strconv.AppendInt(b, int64(t.size), 10)
	return string(append(b, '}'))
}

// appendList writes the fields between brackets, each by item.
func appendList(b []byte, fields []Field, item func([]byte, Field) []byte) []byte {
	b = append(b, '[')
	for i, f := range fields {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = item(b, f)
	}
	return append(b, ']')
}
