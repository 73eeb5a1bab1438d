package npy

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ndtool/ndtool/internal/pyliteral"
	"github.com/ndtool/ndtool/ndarray/dtype"
)

// ReadHeader reads the header of a .npy file of version 1.0, 2.0 or 3.0 and
// leaves r at the first byte of the data; it reads no byte further.
//
// The header text is parsed as the Python literal it is: the keys descr,
// fortran_order and shape and no other, in any order and with any spacing,
// followed by white space only. Sizes are plain decimal numbers, with Python
// 2's L suffix in versions 1.0 and 2.0. The sizes are proven to fit in memory's
// address space, but not to be there: Read does that.
//
// The error is an *Error. If r is at its end already it is io.EOF as well, so
// that a loop over arrays written back to back ends with errors.Is(err, io.EOF).
func ReadHeader(r io.Reader, opt Options) (Header, error) {
	h, err := readHeader(r, remaining(r), opt)
	return h, within(err, opt.File, opt.Member)
}

// readHeader is ReadHeader over left bytes, -1 if their number is not known.
func readHeader(r io.Reader, left int64, opt Options) (Header, error) {
	start := make([]byte, prefixLen([2]uint8{2, 0}))
	n, err := readFull(r, start[:len(magic)+2])
	if !strings.HasPrefix(magic, string(start[:min(n, len(magic))])) {
		return Header{}, notMagic(start[:n])
	}
	if err != nil {
		return Header{}, cut(err, int64(n), "the magic string and version take %d bytes", len(magic)+2)
	}
	version := [2]uint8(start[len(magic):])
	if version[0] < 1 || version[0] > 3 || version[1] != 0 {
		return Header{}, fail(ErrVersion, int64(len(magic)), "format version %d.%d, expected 1.0, 2.0 or 3.0", version[0], version[1])
	}
	prefix := prefixLen(version)
	lengthAt := len(magic) + 2
	if n, err := readFull(r, start[lengthAt:prefix]); err != nil {
		return Header{}, cut(err, int64(lengthAt+n), "the length of the header takes %d bytes", prefix-lengthAt)
	}
	length := int64(binary.LittleEndian.Uint16(start[lengthAt:]))
	if version[0] > 1 {
		length = int64(binary.LittleEndian.Uint32(start[lengthAt:]))
	}
	if left >= 0 && length > left-int64(prefix) {
		return Header{}, fail(ErrTruncated, int64(lengthAt), "header of %d bytes declared, %d bytes are left", length, left-int64(prefix))
	}
	if length > opt.maxHeader() {
		return Header{}, fail(ErrTooLarge, int64(lengthAt), "header of %d bytes declared, the limit is %d", length, opt.maxHeader())
	}
	body, err := readGrowing(r, int(length), left >= 0)
	if err != nil {
		return Header{}, cut(err, int64(prefix+len(body)), "header of %d bytes declared", length)
	}
	h, err := parseHeader(version, body, opt)
	if err != nil {
		return h, err
	}
	h.Offset = int64(prefix) + length
	return h, nil
}

// notMagic tells what a file that does not begin with the magic string is.
func notMagic(b []byte) *Error {
	for _, known := range []struct {
		start, is string
		kind      error
	}{
		{"PK\x03\x04", "a zip archive (.npz), expected a single array", ErrMagic},
		{"PK\x05\x06", "an empty zip archive (.npz), expected a single array", ErrMagic},
		{"\x1f\x8b", "compressed by gzip, expected a plain .npy file", ErrCompressed},
		{"\x28\xb5\x2f\xfd", "compressed by zstd, expected a plain .npy file", ErrCompressed},
		{"\xfd7zXZ", "compressed by xz, expected a plain .npy file", ErrCompressed},
		{"BZh", "compressed by bzip2, expected a plain .npy file", ErrCompressed},
		{"\x80\x02", "a Python pickle, which is never unpickled here", ErrObject},
		{"\x80\x03", "a Python pickle, which is never unpickled here", ErrObject},
		{"\x80\x04", "a Python pickle, which is never unpickled here", ErrObject},
		{"\x80\x05", "a Python pickle, which is never unpickled here", ErrObject},
		{"\x89HDF", "an HDF5 file, expected a .npy file", ErrMagic},
	} {
		if strings.HasPrefix(string(b), known.start) {
			return fail(known.kind, 0, "%s", known.is)
		}
	}
	return fail(ErrMagic, 0, "magic string is %q, expected %q", b[:min(len(b), len(magic))], magic)
}

// textError is a fault at a place of the header text.
type textError struct {
	pos int
	err *Error
}

func (e *textError) Error() string { return e.err.Error() }

func refuse(kind error, v pyliteral.Value, format string, args ...any) error {
	return &textError{v.Pos, fail(kind, -1, format, args...)}
}

// parseHeader reads the text that follows the prefix.
func parseHeader(version [2]uint8, body []byte, opt Options) (Header, error) {
	text := string(body)
	latin1 := version[0] < 3
	if latin1 {
		text = fromLatin1(body)
	} else if at := invalidUTF8(text); at >= 0 {
		return Header{}, fail(ErrHeader, int64(prefixLen(version)+at), "byte 0x%02x is not UTF-8, which version 3.0 is written in", text[at])
	}
	parse := parseText
	if opt.Repair {
		parse = parseOdd
	}
	h, err := parse(text, latin1, opt.As)
	h.Version = version
	if err == nil {
		return h, nil
	}
	e := &Error{Err: ErrHeader, Reason: err.Error()}
	pos := 0
	if te, ok := err.(*textError); ok {
		e, pos = te.err, te.pos
	}
	if latin1 {
		pos = utf8.RuneCountInString(text[:pos])
	}
	e.Offset = int64(prefixLen(version) + pos)
	if !opt.Repair {
		if _, err := parseOdd(text, latin1, opt.As); err == nil {
			e.Reason += " (fix rewrites such a header)"
		}
	}
	return h, e
}

// fromLatin1 returns the text whose characters are the bytes.
func fromLatin1(b []byte) string {
	if !slices.ContainsFunc(b, func(c byte) bool { return c >= utf8.RuneSelf }) {
		return string(b)
	}
	var s strings.Builder
	for _, c := range b {
		s.WriteRune(rune(c))
	}
	return s.String()
}

// invalidUTF8 returns the place of the first byte that is not UTF-8, or -1.
func invalidUTF8(s string) int {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// parseText reads the header's dict by the rules; errors are *textError.
func parseText(text string, long bool, as []dtype.Type) (Header, error) {
	descr, order, shape, err := parseDict(text, long)
	if err != nil {
		return Header{}, err
	}
	h := Header{FortranOrder: order.Bool}
	if order.Kind != pyliteral.Bool {
		return h, refuse(ErrHeader, order, "fortran_order is %s, expected True or False", source(text, order))
	}
	if shape.Kind != pyliteral.Tuple {
		return h, refuse(ErrShape, shape, "shape is %s, expected a tuple of sizes such as (6,) or (2, 3)", source(text, shape))
	}
	for _, v := range shape.Items {
		if !plainSize(text, v) {
			return h, refuse(ErrShape, v, "size %s in the shape, expected a plain decimal number", source(text, v))
		}
	}
	return finish(h, descr, shape, as)
}

var headerKeys = [...]string{"descr", "fortran_order", "shape"}

// parseDict returns the values of the three keys.
func parseDict(text string, long bool) (descr, order, shape pyliteral.Value, err error) {
	dict, err := pyliteral.Parse(text, pyliteral.Options{LongSuffix: long})
	if err != nil {
		at := &textError{0, because(ErrHeader, err, -1, "%v", err)}
		if e, ok := errors.AsType[*pyliteral.Error](err); ok {
			at.pos, at.err.Reason = e.Pos, e.Msg
		}
		return descr, order, shape, at
	}
	if dict.Kind != pyliteral.Dict {
		return descr, order, shape, refuse(ErrHeader, dict, "header is %s, expected a dict", source(text, dict))
	}
	for i, key := range dict.Keys {
		name := key.Text
		if key.Kind != pyliteral.Str {
			name = ""
		}
		switch name { // of a repeated key the last counts, as in Python
		case "descr":
			descr = dict.Items[i]
		case "fortran_order":
			order = dict.Items[i]
		case "shape":
			shape = dict.Items[i]
		default:
			return descr, order, shape, refuse(ErrHeader, key, "unexpected key %s, expected 'descr', 'fortran_order' and 'shape'", source(text, key))
		}
	}
	for i, v := range []pyliteral.Value{descr, order, shape} {
		if v.End == 0 { // a value that was read ends behind its key
			return descr, order, shape, refuse(ErrHeader, dict, "key '%s' is missing, expected 'descr', 'fortran_order' and 'shape'", headerKeys[i])
		}
	}
	return descr, order, shape, nil
}

// plainSize reports whether v is an integer written in decimal digits, with
// Python 2's L if the parser let it pass.
func plainSize(text string, v pyliteral.Value) bool {
	if v.Kind != pyliteral.Int {
		return false
	}
	digits := text[v.Pos:v.End]
	if v.Long {
		digits = strings.TrimRight(digits, "L \t")
	}
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

// finish takes the sizes, the dtype and the limits.
func finish(h Header, descr, shape pyliteral.Value, as []dtype.Type) (Header, error) {
	h.Shape = make([]int, len(shape.Items))
	for i, v := range shape.Items {
		h.Shape[i] = int(v.Int)
		if v.Big || int64(h.Shape[i]) != v.Int {
			return h, refuse(ErrTooLarge, v, "a size of the shape does not fit in %d bits", intBits)
		}
	}
	var err error
	if h.DType, err = dtypeOf(descr, as); err != nil {
		return h, refuseDType(descr, err)
	}
	if err := h.check(); err != nil {
		at := shape
		if errors.Is(err, ErrObject) {
			at = descr
		}
		return h, &textError{at.Pos, err.(*Error)}
	}
	return h, nil
}

// dtypeOf returns the type of a descr: one of as (see Options.As) if it tells no
// more than a size.
func dtypeOf(descr pyliteral.Value, as []dtype.Type) (dtype.Type, error) {
	if descr.Kind != pyliteral.Str || len(as) == 0 {
		return dtype.FromLiteral(descr)
	}
	code := strings.TrimLeft(descr.Text, "<>|=")
	if code == "" || code[0] != 'V' && code != "f1" {
		return dtype.FromLiteral(descr)
	}
	found := slices.IndexFunc(as, func(dt dtype.Type) bool { return strings.TrimLeft(dt.Str(), "<>|") == code })
	if found < 0 {
		found = slices.IndexFunc(as, func(dt dtype.Type) bool { return strconv.Itoa(dt.ItemSize()) == code[1:] })
	}
	if found < 0 {
		return dtype.FromLiteral(descr)
	}
	switch dt := as[found]; descr.Text[0] {
	case '<':
		return dt.WithOrder(dtype.Little), nil
	case '>':
		return dt.WithOrder(dtype.Big), nil
	default:
		return dt, nil
	}
}

// intBits is the width of an int on this machine.
const intBits = 32 << (^uint(0) >> 63)

// refuseDType wraps what dtype says about a descr.
func refuseDType(descr pyliteral.Value, err error) error {
	if errors.Is(err, dtype.ErrObject) {
		return &textError{descr.Pos, objectError(-1)}
	}
	at := &textError{descr.Pos, because(ErrDType, err, -1, "descr: %v", err)}
	if e, ok := errors.AsType[*dtype.Error](err); ok && e.Pos >= 0 {
		at.pos = e.Pos
	}
	return at
}

// source returns a value as it is written in the header, for a message.
func source(text string, v pyliteral.Value) string { return excerpt(text[v.Pos:v.End]) }
