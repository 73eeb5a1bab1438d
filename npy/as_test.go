package npy

import (
	"bytes"
	"errors"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
)

// asFile makes a file of items.
func asFile(descr, shape, data string) *bytes.Reader {
	text := "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }\n"
	return bytes.NewReader([]byte("\x93NUMPY\x01\x00" + string([]byte{byte(len(text)), 0}) + text + data))
}

// TestAs reads the numbers 0, 1 and -1.5 as ml_dtypes wrote them with np.save.
func TestAs(t *testing.T) {
	for _, c := range []struct {
		descr, data string
		as          []dtype.Type
		want        string
	}{
		{"'<V2'", "\x00\x00\x80\x3f\xc0\xbf", []dtype.Type{dtype.BFloat16}, "[0 1 -1.5]"},
		{"'>V2'", "\x00\x00\x3f\x80\xbf\xc0", []dtype.Type{dtype.BFloat16}, "[0 1 -1.5]"},
		{"'|V2'", "\x00\x00\x3f\x80\xbf\xc0", []dtype.Type{dtype.BFloat16.WithOrder(dtype.Big)}, "[0 1 -1.5]"},
		{"'<V1'", "\x00\x38\xbc", []dtype.Type{dtype.Float8E4M3}, "[0 1 -1.5]"},
		{"'<f1'", "\x00\x3c\xbe", []dtype.Type{dtype.Float8E5M2}, "[0 1 -1.5]"},
		{"'|V2'", "\x00\x00\x00\x3c\x00\xbe", []dtype.Type{dtype.Float16.WithOrder(dtype.Little)}, "[ 0.   1.  -1.5]"},
		{"'<f1'", "\x00\x3c\xbe", []dtype.Type{dtype.BFloat16, dtype.Float8E4M3, dtype.Float8E5M2}, "[0 1 -1.5]"},
		{"'<V1'", "\x00\x38\xbc", []dtype.Type{dtype.BFloat16, dtype.Float8E5M2, dtype.Float8E4M3}, "[0 1 -1.5]"},
		{"'<V1'", "\x00\x3c\xbe", []dtype.Type{dtype.BFloat16, dtype.Float8E5M2}, "[0 1 -1.5]"},
		{"'<f1'", "\x00\x38\xbc", []dtype.Type{dtype.Float8E4M3}, "[0 1 -1.5]"},
		// told by their descr
		{"'<u2'", "\x00\x00\x01\x00\x02\x00", []dtype.Type{dtype.BFloat16}, "[0 1 2]"},
		{"'|V1'", "\x00\x01\x02", []dtype.Type{dtype.BFloat16}, "[b'\\x00' b'\\x01' b'\\x02']"},
	} {
		a, err := Read(asFile(c.descr, "(3,)", c.data), Options{As: c.as})
		if err != nil {
			t.Errorf("%s as %s: %v", c.descr, c.as, err)
			continue
		}
		if got := ndarray.Format(a, ndarray.FormatOptions{}); got != c.want {
			t.Errorf("%s as %s is %s, want %s", c.descr, c.as, got, c.want)
		}
	}
	for _, as := range [][]dtype.Type{nil, {dtype.BFloat16}, {{}}} {
		if _, err := Read(asFile("'<f1'", "(3,)", "123"), Options{As: as}); !errors.Is(err, ErrDType) {
			t.Errorf("f1 as %s: %v", as, err)
		}
	}
	if _, err := Read(asFile("'|V8'", "(1,)", "12345678"), Options{As: []dtype.Type{dtype.Object}}); !errors.Is(err, ErrObject) {
		t.Errorf("V8 as objects: %v", err)
	}
}

// TestAsWritten reads back what Write wrote.
func TestAsWritten(t *testing.T) {
	for _, dt := range []dtype.Type{dtype.BFloat16, dtype.BFloat16.WithOrder(dtype.Big), dtype.Float8E4M3, dtype.Float8E5M2} {
		a, err := ndarray.New(dt, 4)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := a.Bytes()
		copy(b, "\x12\x34\x56\x78\x9a\x3c\xde\x40")
		var file bytes.Buffer
		if err := Write(&file, a); err != nil {
			t.Fatal(err)
		}
		got, err := Read(&file, Options{As: []dtype.Type{dt}})
		if err != nil || ndarray.Format(got, ndarray.FormatOptions{}) != ndarray.Format(a, ndarray.FormatOptions{}) {
			t.Errorf("%s: %v, %v, want %s", dt, got, err, ndarray.Format(a, ndarray.FormatOptions{}))
		}
	}
}
