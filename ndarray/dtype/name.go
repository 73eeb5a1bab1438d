package dtype

import (
	"strings"
	"sync"

	"github.com/ndtool/ndtool/internal/pyliteral"
)

// names are the names that np.dtype knows. As on 64-bit Unix, long is 8 bytes.
var names = sync.OnceValue(func() map[string]Type {
	return map[string]Type{
		"bool": Bool, "bool_": Bool,
		"int8": Int8, "byte": Int8, "uint8": Uint8, "ubyte": Uint8,
		"int16": Int16, "short": Int16, "uint16": Uint16, "ushort": Uint16,
		"int32": Int32, "intc": Int32, "uint32": Uint32, "uintc": Uint32,
		"int64": Int64, "int": Int64, "int_": Int64, "long": Int64, "longlong": Int64, "intp": Int64,
		"uint64": Uint64, "uint": Uint64, "ulong": Uint64, "ulonglong": Uint64, "uintp": Uint64,
		"float16": Float16, "half": Float16, "float32": Float32, "single": Float32,
		"float64": Float64, "double": Float64, "float": Float64,
		"float128": LongDouble, "longdouble": LongDouble,
		"complex64": Complex64, "csingle": Complex64,
		"complex128": Complex128, "cdouble": Complex128, "complex": Complex128,
		"complex256": CLongDouble, "clongdouble": CLongDouble,
		"a": BytesOf(0), "bytes": BytesOf(0), "bytes_": BytesOf(0), "str": UnicodeOf(0), "str_": UnicodeOf(0), "unicode": UnicodeOf(0),
		"void": VoidOf(0), "object": Object, "object_": Object,
	}
})

// mlNames are the names of ml_dtypes that Parse knows besides.
var mlNames = sync.OnceValue(func() map[string]Type {
	return map[string]Type{"bfloat16": BFloat16, "float8_e4m3fn": Float8E4M3, "float8_e5m2": Float8E5M2}
})

// codes are the one-letter codes of types.
var codes = sync.OnceValue(func() map[byte]Type {
	return map[byte]Type{
		'?': Bool, 'b': Int8, 'B': Uint8, 'h': Int16, 'H': Uint16, 'i': Int32, 'I': Uint32,
		'l': Int64, 'L': Uint64, 'q': Int64, 'Q': Uint64, 'p': Int64, 'P': Uint64, 'n': Int64, 'N': Uint64,
		'e': Float16, 'f': Float32, 'd': Float64, 'g': LongDouble, 'F': Complex64, 'D': Complex128, 'G': CLongDouble,
		'S': BytesOf(0), 'c': BytesOf(1), 'U': UnicodeOf(0), 'V': VoidOf(0), 'O': Object,
		'M': DatetimeOf(Unit{}), 'm': TimedeltaOf(Unit{}),
	}
})

// Parse returns the type that a name or the text of a descr stands for, in
// every form that np.dtype takes as a string ("float32", "half", "<f4", "U5",
// "M8[25s]", "datetime64[D]", "i4,f4"), as a quoted descr ("'<f4'") and as the
// list of a record ("[('a', '<f4'), ('b', '|S3', (2,))]"). It also knows the
// names bfloat16, float8_e4m3fn and float8_e5m2 of ml_dtypes, which no descr
// tells.
//
// The error is an *Error that wraps ErrDescr, or ErrObject for a type with
// objects, which is returned all the same.
func Parse(s string) (Type, error) {
	s = strings.TrimSpace(s)
	if t, ok := mlNames()[s]; ok {
		return t, nil
	}
	if s != "" && strings.IndexByte("[('\"", s[0]) >= 0 {
		v, err := pyliteral.Parse(s, pyliteral.Options{})
		if err == nil {
			return FromLiteral(v)
		}
		if s[0] != '(' { // (2,)f8 is the start of a comma string
			e := err.(*pyliteral.Error)
			return Type{}, &Error{Pos: e.Pos, Msg: "malformed dtype: " + e.Error(), Err: ErrDescr}
		}
	}
	f, err := parseString(s)
	if err != nil {
		return Type{}, err
	}
	return f.plain()
}

// format is what a descr stands for: a type, or outside of a plain type a
// sub-array of it, whose shape may come in several levels, outermost first.
type format struct {
	Type
	levels [][]int
}

// plain returns the type of f if it is no sub-array and has no objects.
func (f format) plain() (Type, error) {
	if f.levels != nil {
		return Type{}, failf(ErrDescr, "a sub-array can only be the type of a field of a record")
	}
	if f.object {
		return f.Type, failf(ErrObject, "dtype %s holds pickled Python objects, which are not supported", clip(f.String()))
	}
	return f.Type, nil
}

// bytes returns the size of f in bytes, which has been checked to be at most
// MaxItemSize.
func (f format) bytes() int {
	n := f.size
	for _, shape := range f.levels {
		for _, d := range shape {
			n *= d
		}
	}
	return n
}

// parseString returns what np.dtype makes of a string.
func parseString(s string) (format, error) {
	if isCommaString(s) {
		return parseCommaString(s)
	}
	t, err := parseScalar(s)
	return format{Type: t}, err
}

// parseScalar reads a string that names one type.
func parseScalar(s string) (Type, error) {
	order, rest := NativeOrder, s
	if s != "" {
		switch s[0] {
		case '<':
			order, rest = Little, s[1:]
		case '>':
			order, rest = Big, s[1:]
		case '=', '|':
			rest = s[1:]
		}
	}
	t, err := parseUnordered(rest)
	if err != nil {
		return Type{}, err
	}
	if t.Valid() {
		if t.order != NoOrder {
			t.order = order
		}
		return t, nil
	}
	if t, ok := names()[s]; ok { // a name has no order
		return t, nil
	}
	switch {
	case rest == "f1":
		return Type{}, failf(ErrDescr, "unknown dtype %q; ml_dtypes writes it for float8_e5m2, which must be named", clip(s))
	case rest == "T":
		return Type{}, failf(ErrDescr, "dtype %q (strings of variable width) is not supported", clip(s))
	}
	return Type{}, failf(ErrDescr, "unknown dtype %q", clip(s))
}

// parseUnordered reads a code, a kind with a size, or a type of time. It
// returns the zero Type where s is none of them.
func parseUnordered(s string) (Type, error) {
	for _, prefix := range [...]string{"M8", "m8", "datetime64", "timedelta64"} {
		if unit, ok := strings.CutPrefix(s, prefix); ok {
			u, err := parseUnit(unit)
			if s[0] == 'M' || s[0] == 'd' {
				return DatetimeOf(u), err
			}
			return TimedeltaOf(u), err
		}
	}
	if len(s) < 2 {
		if s == "" {
			return Type{}, nil
		}
		return codes()[s[0]], nil
	}
	n, rest, ok := leadingInt(s[1:])
	if !ok || rest != "" {
		return Type{}, nil
	}
	size := int(n)
	switch width := 1; s[0] {
	case 'U':
		width = 4
		fallthrough
	case 'S', 'a', 'V':
		if n < 0 || n > int64(MaxItemSize/width) {
			return Type{}, failf(ErrDescr, "the size of dtype %q is out of range, expected at most %d bytes", clip(s), MaxItemSize)
		}
		switch s[0] {
		case 'U':
			return UnicodeOf(size), nil
		case 'V':
			return VoidOf(size), nil
		}
		return BytesOf(size), nil
	}
	switch [2]int64{int64(s[0]), n} {
	case [2]int64{'b', 1}:
		return Bool, nil
	case [2]int64{'O', 4}, [2]int64{'O', 8}:
		return Object, nil
	case [2]int64{'M', 8}, [2]int64{'m', 8}: // with a 0 or a sign before the 8
		return codes()[s[0]], nil
	}
	if kind, sizes := numbers(s[0]); n > 0 && sizes&n == n && n&(n-1) == 0 {
		return number(kind, size), nil
	}
	return Type{}, nil
}

// numbers returns the kind of number that a letter stands for and the sizes that
// it has, all powers of 2, or no size.
func numbers(letter byte) (kind Kind, sizes int64) {
	switch letter {
	case 'i':
		return KindInt, 1 | 2 | 4 | 8
	case 'u':
		return KindUint, 1 | 2 | 4 | 8
	case 'f':
		return KindFloat, 2 | 4 | 8 | 16
	case 'c':
		return KindComplex, 8 | 16 | 32
	}
	return KindInvalid, 0
}
