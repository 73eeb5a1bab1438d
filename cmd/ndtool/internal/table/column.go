package table

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// ErrDType is the kind of a dtype whose items are not read from text.
var ErrDType = fmt.Errorf("dtype is not read from text: %w", errors.ErrUnsupported)

// column puts the text of one field into its place in an item.
type column struct {
	dt    dtype.Type
	at    int // byte of the item
	parse func(dst, field []byte) error
}

// columnsOf returns the columns that fill an item: one for a number or a
// string, those of its fields for a record, one for every element of a
// sub-array.
func columnsOf(dt dtype.Type, at int) ([]column, error) {
	if dt.Kind() != dtype.KindRecord {
		parse, err := parserOf(dt)
		return []column{{dt, at, parse}}, err
	}
	var all []column
	for _, f := range dt.Fields() {
		n, err := layout.Size(f.Shape)
		if err != nil {
			return nil, err
		}
		for i := range n {
			part, err := columnsOf(f.Type, at+f.Offset+i*f.Type.ItemSize())
			if err != nil {
				return nil, err
			}
			all = append(all, part...)
		}
	}
	return all, nil
}

// parserOf returns what turns the text of a field into the bytes of an item.
func parserOf(dt dtype.Type) (func(dst, field []byte) error, error) {
	order := binary.ByteOrder(binary.LittleEndian)
	if dt.ByteOrder() == dtype.Big {
		order = binary.BigEndian
	}
	size := dt.ItemSize()
	put := func(dst []byte, bits uint64) {
		switch size {
		case 1:
			dst[0] = byte(bits)
		case 2:
			order.PutUint16(dst, uint16(bits))
		case 4:
			order.PutUint32(dst, uint32(bits))
		default:
			order.PutUint64(dst, bits)
		}
	}
	wide := func(bits func(float64) uint64) func(dst, field []byte) error {
		return func(dst, field []byte) error {
			f, err := parseFloat(trim(field))
			put(dst, bits(f))
			return err
		}
	}
	narrow := func(bits func(float32) uint64) func(dst, field []byte) error {
		return wide(func(f float64) uint64 { return bits(float32(f)) })
	}
	switch k := dt.Kind(); {
	case k == dtype.KindBool:
		return func(dst, field []byte) error {
			b, err := parseBool(trim(field))
			dst[0] = 0
			if b {
				dst[0] = 1
			}
			return err
		}, nil
	case k == dtype.KindInt, k == dtype.KindTimedelta:
		return func(dst, field []byte) error {
			text := trim(field)
			if k == dtype.KindTimedelta && text == "NaT" {
				text = strconv.FormatInt(math.MinInt64, 10)
			}
			n, err := strconv.ParseInt(text, 10, 8*size)
			put(dst, uint64(n))
			return err
		}, nil
	case k == dtype.KindUint:
		return func(dst, field []byte) error {
			n, err := strconv.ParseUint(strings.TrimPrefix(trim(field), "+"), 10, 8*size)
			put(dst, n)
			return err
		}, nil
	case k == dtype.KindFloat && size == 2:
		return wide(func(f float64) uint64 { return uint64(dtype.HalfOf64(f)) }), nil
	case k == dtype.KindFloat && size == 4:
		return narrow(func(f float32) uint64 { return uint64(math.Float32bits(f)) }), nil
	case k == dtype.KindFloat && size == 8:
		return wide(math.Float64bits), nil
	case k == dtype.KindBFloat16:
		return narrow(func(f float32) uint64 { return uint64(dtype.BHalfOf(f)) }), nil
	case k == dtype.KindFloat8E4M3:
		return narrow(func(f float32) uint64 { return uint64(dtype.E4M3Of(f)) }), nil
	case k == dtype.KindFloat8E5M2:
		return narrow(func(f float32) uint64 { return uint64(dtype.E5M2Of(f)) }), nil
	case k == dtype.KindComplex && size == 8:
		return func(dst, field []byte) error {
			c, err := parseComplex(trim(field))
			order.PutUint32(dst, math.Float32bits(float32(real(c))))
			order.PutUint32(dst[4:], math.Float32bits(float32(imag(c))))
			return err
		}, nil
	case k == dtype.KindComplex && size == 16:
		return func(dst, field []byte) error {
			c, err := parseComplex(trim(field))
			order.PutUint64(dst, math.Float64bits(real(c)))
			order.PutUint64(dst[8:], math.Float64bits(imag(c)))
			return err
		}, nil
	case k == dtype.KindBytes:
		return putLatin1, nil
	case k == dtype.KindUnicode:
		return func(dst, field []byte) error { return putRunes(dst, field, order) }, nil
	case k == dtype.KindDatetime:
		unit := dt.Unit()
		return func(dst, field []byte) error {
			n, err := parseDate(trim(field), unit)
			put(dst, uint64(n))
			return err
		}, nil
	}
	return nil, fmt.Errorf("%.60s: %w", dt, ErrDType)
}

func trim(field []byte) string { return string(bytes.TrimFunc(field, isSpace)) }

// errSyntax is what a text that is no number fails with.
var errSyntax = strconv.ErrSyntax

// parseFloat reads a number as numpy.loadtxt does: in decimal, or nan, inf and
// infinity in any case, with a sign or without. What is too large is infinite.
func parseFloat(s string) (float64, error) {
	if strings.ContainsAny(s, "xXpP_") {
		return 0, errSyntax
	}
	f, err := strconv.ParseFloat(s, 64)
	if errors.Is(err, strconv.ErrRange) {
		return f, nil
	}
	if err != nil && len(s) == 4 && (s[0] == '-' || s[0] == '+') && strings.EqualFold(s[1:], "nan") {
		return math.NaN(), nil
	}
	return f, err
}

// parseComplex reads 1+2j, 2j or 1, between parentheses or not.
func parseComplex(s string) (complex128, error) {
	if strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") {
		s = strings.TrimFunc(s[1:len(s)-1], isSpace)
	}
	im, isComplex := strings.CutSuffix(s, "j")
	if !isComplex {
		f, err := parseFloat(s)
		return complex(f, 0), err
	}
	cut := 0 // where the imaginary part begins
	for i := 1; i < len(im); i++ {
		if (im[i] == '+' || im[i] == '-') && im[i-1] != 'e' && im[i-1] != 'E' {
			cut = i
		}
	}
	var re float64
	var err error
	if cut > 0 {
		if re, err = parseFloat(im[:cut]); err != nil {
			return 0, err
		}
	}
	f, err := parseFloat(im[cut:])
	return complex(re, f), err
}

// parseBool reads an integer as numpy.loadtxt does, true unless it is 0, and
// the words True and False that NumPy prints.
func parseBool(s string) (bool, error) {
	switch s {
	case "True", "true", "TRUE":
		return true, nil
	case "False", "false", "FALSE":
		return false, nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n != 0, err
}

// putLatin1 writes a text in Latin-1, as numpy.loadtxt does, cut or filled with
// NUL to the item.
func putLatin1(dst, field []byte) error {
	at := 0
	for len(field) > 0 {
		r, n := utf8.DecodeRune(field)
		switch {
		case r == utf8.RuneError && n == 1:
			return fmt.Errorf("byte %#02x is not UTF-8", field[0])
		case r > 0xFF:
			return fmt.Errorf("%q is not in Latin-1", r)
		}
		if at < len(dst) {
			dst[at] = byte(r)
			at++
		}
		field = field[n:]
	}
	clear(dst[at:])
	return nil
}

// putRunes writes a text as code points, cut or filled with NUL to the item.
func putRunes(dst, field []byte, order binary.ByteOrder) error {
	at := 0
	for len(field) > 0 {
		r, n := utf8.DecodeRune(field)
		if r == utf8.RuneError && n == 1 {
			return fmt.Errorf("byte %#02x is not UTF-8", field[0])
		}
		if at < len(dst) {
			order.PutUint32(dst[at:], uint32(r))
			at += 4
		}
		field = field[n:]
	}
	clear(dst[at:])
	return nil
}
