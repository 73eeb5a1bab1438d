package table

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ops"
)

// Elements returns the elements of a block in C order as a slice of T: its own
// memory where that is one, else a copy, converted, in room, which grows.
func Elements[T dtype.Element](block *ndarray.Array, room *[]T) ([]T, error) {
	if v, err := ndarray.As[T](block); err == nil {
		if s, ok := v.Slice(); ok {
			return s, nil
		}
	}
	n := block.Len()
	if len(*room) < n {
		*room = make([]T, n)
	}
	elements := (*room)[:n]
	to, err := ndarray.FromSlice(elements, n)
	if err == nil {
		to, err = to.View(block.Shape()...)
	}
	if err == nil {
		_, err = ops.Cast(to, block, dtype.Of[T](), dtype.Unsafe)
	}
	return elements, err
}

// values are the elements of a block of rows, counted in C order.
type values interface {
	load(block *ndarray.Array) error

	// parts are the numbers of element k: one, or two of a complex one.
	parts(k int) []number

	// short appends the shortest text that reads back the same.
	short(b []byte, k int) ([]byte, error)
}

// valuesOf chooses how the elements of a dtype are written.
func valuesOf(dt dtype.Type) (values, error) {
	size := dt.ItemSize()
	switch dt.Kind() {
	case dtype.KindInt:
		return new(integers), nil
	case dtype.KindUint:
		return new(naturals), nil
	case dtype.KindBool:
		return new(bools), nil
	case dtype.KindFloat, dtype.KindBFloat16, dtype.KindFloat8E4M3, dtype.KindFloat8E5M2:
		if size <= 8 {
			return &floats{size: size}, nil
		}
	case dtype.KindComplex:
		if size <= 16 {
			return new(complexes), nil
		}
	case dtype.KindTimedelta:
		return new(spans), nil
	case dtype.KindBytes:
		return new(latin1), nil
	case dtype.KindUnicode, dtype.KindDatetime:
		return new(printed), nil
	}
	return nil, fmt.Errorf("items of %.60s have no text: %w", dt, ErrDType)
}

// printed are elements that are written as NumPy prints a scalar.
type printed struct {
	block *ndarray.Array
	part  [2]number
}

func (p *printed) load(block *ndarray.Array) error { p.block = block; return nil }

func (p *printed) text(k int) (string, error) {
	columns := p.block.Dim(1)
	return ndarray.FormatElement(p.block, k/columns, k%columns)
}

// of makes x the one part of element k, with its text.
func (p *printed) of(x number, k int) []number {
	x.text = func() (string, error) { return p.text(k) }
	p.part[0] = x
	return p.part[:1]
}

func (p *printed) parts(k int) []number { return p.of(number{kind: 's'}, k) }

func (p *printed) short(b []byte, k int) ([]byte, error) {
	text, err := p.text(k)
	return append(b, text...), err
}

// integers are signed ones.
type integers struct {
	printed
	x, room []int64
}

func (v *integers) load(block *ndarray.Array) (err error) {
	v.block = block
	v.x, err = Elements(block, &v.room)
	return err
}

func (v *integers) parts(k int) []number { return v.of(number{kind: 'i', i: v.x[k]}, k) }

func (v *integers) short(b []byte, k int) ([]byte, error) {
	return strconv.AppendInt(b, v.x[k], 10), nil
}

// spans are spans of time: counts, without the unit that the dtype tells.
type spans struct{ integers }

func (v *spans) load(block *ndarray.Array) error {
	v.block = block
	counts, err := block.ViewAs(dtype.Int64.WithOrder(block.DType().ByteOrder()))
	if err == nil {
		v.x, err = Elements(counts, &v.room)
	}
	return err
}

func (v *spans) short(b []byte, k int) ([]byte, error) {
	if v.x[k] == math.MinInt64 {
		return append(b, "NaT"...), nil
	}
	return strconv.AppendInt(b, v.x[k], 10), nil
}

// naturals are unsigned integers.
type naturals struct {
	printed
	x, room []uint64
}

func (v *naturals) load(block *ndarray.Array) (err error) {
	v.block = block
	v.x, err = Elements(block, &v.room)
	return err
}

func (v *naturals) parts(k int) []number { return v.of(number{kind: 'u', u: v.x[k]}, k) }

func (v *naturals) short(b []byte, k int) ([]byte, error) {
	return strconv.AppendUint(b, v.x[k], 10), nil
}

// bools are numbers to %d and %e, no integers to %x, and words elsewhere.
type bools struct{ naturals }

func (v *bools) parts(k int) []number { return v.of(number{kind: 'f', f: float64(v.x[k])}, k) }

func (v *bools) short(b []byte, k int) ([]byte, error) {
	if v.x[k] != 0 {
		return append(b, "True"...), nil
	}
	return append(b, "False"...), nil
}

// floats are real numbers of up to 8 bytes.
type floats struct {
	printed
	size    int // bytes of an item
	x, room []float64
}

func (v *floats) load(block *ndarray.Array) (err error) {
	v.block = block
	v.x, err = Elements(block, &v.room)
	return err
}

func (v *floats) parts(k int) []number { return v.of(number{kind: 'f', f: v.x[k]}, k) }

func (v *floats) short(b []byte, k int) ([]byte, error) {
	if v.size < 4 {
		return v.printed.short(b, k)
	}
	return appendFloat(b, v.x[k], 8*v.size), nil
}

// appendFloat writes a number with as few digits as tell it from its
// neighbours, in NumPy's form: 1.0, 0.0001, 1e-05, 1e+16.
func appendFloat(b []byte, f float64, bits int) []byte {
	switch abs := math.Abs(f); {
	case math.IsNaN(f):
		return append(b, "nan"...)
	case math.IsInf(f, 1):
		return append(b, "inf"...)
	case math.IsInf(f, -1):
		return append(b, "-inf"...)
	case abs != 0 && (abs < 1e-4 || abs >= 1e16):
		return strconv.AppendFloat(b, f, 'e', -1, bits)
	}
	start := len(b)
	b = strconv.AppendFloat(b, f, 'f', -1, bits)
	if bytes.IndexByte(b[start:], '.') < 0 {
		b = append(b, ".0"...)
	}
	return b
}

// complexes are complex numbers of up to 16 bytes.
type complexes struct {
	printed
	x, room []complex128
}

func (v *complexes) load(block *ndarray.Array) (err error) {
	v.block = block
	v.x, err = Elements(block, &v.room)
	return err
}

func (v *complexes) parts(k int) []number {
	for i, f := range []float64{real(v.x[k]), imag(v.x[k])} {
		v.part[i] = number{kind: 'f', f: f, text: func() (string, error) { return string(appendFloat(nil, f, 64)), nil }}
	}
	return v.part[:]
}

// latin1 are strings of bytes. As text they are Latin-1, as numpy.loadtxt reads
// them; NumPy prints them as b'...'.
type latin1 struct {
	printed
	bytes []byte
}

func (v *latin1) load(block *ndarray.Array) error {
	v.block = block
	if block.ItemSize() == 0 {
		return nil
	}
	block, _, err := block.Contiguous('C')
	if err == nil {
		v.bytes, _ = block.Bytes()
	}
	return err
}

func (v *latin1) short(b []byte, k int) ([]byte, error) {
	size := v.block.ItemSize()
	for _, c := range bytes.TrimRight(v.bytes[k*size:(k+1)*size], "\x00") {
		b = append(b, string(rune(c))...)
	}
	return b, nil
}
