package npy

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
)

func content(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestRewriteHeader(t *testing.T) {
	a := numbers(t, 4, 6)
	for _, shape := range [][]int{{24}, {2, 3, 4}, {1, 24, 1}, {4, 6}, {6, 4}} {
		path := put(t, "a.npy", file(t, a))
		want, err := a.View(shape...)
		if err != nil {
			t.Fatal(err)
		}
		if err := RewriteHeader(path, HeaderOf(want), EditOptions{}); err != nil {
			t.Fatal(err)
		}
		if got := content(t, path); !bytes.Equal(got, file(t, want)) {
			t.Errorf("%v: %q", shape, got)
		}
	}
	path := put(t, "t.npy", file(t, a))
	if err := RewriteHeader(path, HeaderOf(a.Transpose()), EditOptions{NoSync: true}); err != nil {
		t.Fatal(err)
	}
	if got := content(t, path); !bytes.Equal(got, file(t, a.Transpose())) {
		t.Errorf("transposed: %q", got)
	}
}

// Files of other writers have less room, and data at other offsets.
func TestRewriteHeaderWithoutRoom(t *testing.T) {
	tight := raw(2, "{'descr': '|u1', 'fortran_order': False, 'shape': (6,), }", 1, 2, 3, 4, 5, 6)
	path := put(t, "a.npy", tight)
	h := Header{DType: dtype.Uint8, Shape: []int{2, 3}}
	if err := RewriteHeader(path, h, EditOptions{}); !errors.Is(err, ErrNoRoom) || !strings.Contains(err.Error(), path) {
		t.Errorf("no room: %v", err)
	}
	if !bytes.Equal(content(t, path), tight) {
		t.Error("the file changed")
	}
	wide := raw(2, "{'descr': '|u1', 'fortran_order': False, 'shape': (6,), }   ", 1, 2, 3, 4, 5, 6)
	path = put(t, "b.npy", wide)
	if err := RewriteHeader(path, h, EditOptions{}); err != nil {
		t.Fatal(err)
	}
	want := raw(2, "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }\n", 1, 2, 3, 4, 5, 6)
	if got := content(t, path); !bytes.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, c := range []struct {
		h    Header
		kind error
	}{
		{Header{DType: dtype.Uint8, Shape: []int{7}}, ErrShape},
		{Header{DType: dtype.Uint8, Shape: []int{-6}}, ErrShape},
		{Header{DType: dtype.Object, Shape: []int{6}}, ErrObject},
		{Header{DType: record(t, "Ω"), Shape: []int{1}}, ErrShape},
	} {
		if err := RewriteHeader(path, c.h, EditOptions{}); !errors.Is(err, c.kind) {
			t.Errorf("%v: %v", c.h, err)
		}
	}
	short := put(t, "short.npy", wide[:len(wide)-1])
	if err := RewriteHeader(short, h, EditOptions{}); !errors.Is(err, ErrTruncated) {
		t.Errorf("a short file: %v", err)
	}
	latin := put(t, "latin.npy", append(raw(1, dict("'|u1'", "False", "(8,)")), make([]byte, 8)...))
	if err := RewriteHeader(latin, Header{DType: record(t, "Ω"), Shape: []int{2}}, EditOptions{}); !errors.Is(err, ErrNoRoom) {
		t.Errorf("a name that version 1.0 cannot write: %v", err)
	}
}

func TestAppend(t *testing.T) {
	for name, c := range map[string]struct{ first, more, want *ndarray.Array }{
		"C":       {numbers(t, 2, 3), numbers(t, 1, 3), nil},
		"1-d":     {numbers(t, 5), numbers(t, 995), nil},
		"none":    {numbers(t, 2, 3), numbers(t, 0, 3), nil},
		"Fortran": {numbers(t, 2, 3).Transpose(), numbers(t, 4, 3).Transpose(), nil},
		"to none": {numbers(t, 0, 3), numbers(t, 2, 3), nil},
	} {
		t.Run(name, func(t *testing.T) {
			path := put(t, "a.npy", file(t, c.first))
			a, err := OpenAppender(path, AppendOptions{})
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := a.Append(c.more); err != nil {
					t.Fatal(err)
				}
			}
			// not flushed: the file still is the old array
			old, err := ReadFile(path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			same(t, old, c.first)
			if err := a.Close(); err != nil {
				t.Fatal(err)
			}
			if err := a.Close(); err != nil {
				t.Errorf("second Close: %v", err)
			}
			if err := a.Append(c.more); !errors.Is(err, ErrClosed) {
				t.Errorf("Append after Close: %v", err)
			}
			axis := 0
			if HeaderOf(c.first).FortranOrder {
				axis = 1
			}
			want := joined(t, axis, c.first, c.more, c.more)
			if got := content(t, path); !bytes.Equal(got, file(t, want)) {
				t.Errorf("got %q, want %q", got, file(t, want))
			}
		})
	}
}

// joined concatenates along an axis; for axis 1 in Fortran order.
func joined(t testing.TB, axis int, arrays ...*ndarray.Array) *ndarray.Array {
	t.Helper()
	if axis == 1 {
		for i := range arrays {
			arrays[i] = arrays[i].Transpose()
		}
		return joined(t, 0, arrays...).Transpose()
	}
	var b []byte
	shape := arrays[0].Shape()
	shape[0] = 0
	for _, a := range arrays {
		b = append(b, rawOf(t, a)...)
		shape[0] += a.Dim(0)
	}
	h := Header{DType: arrays[0].DType(), Shape: shape}
	a, err := arrayOver(b, h)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func rawOf(t testing.TB, a *ndarray.Array) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteData(&b, a); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAppendOtherByteOrder(t *testing.T) {
	a := numbers(t, 3)
	turned, err := ndarray.New(a.DType().WithOrder(dtype.Big), 3)
	if err != nil {
		t.Fatal(err)
	}
	if err := ndarray.Copy(turned, a); err != nil {
		t.Fatal(err)
	}
	little, err := ndarray.New(a.DType().WithOrder(dtype.Little), 3)
	if err != nil {
		t.Fatal(err)
	}
	if err := ndarray.Copy(little, a); err != nil {
		t.Fatal(err)
	}
	path := put(t, "a.npy", file(t, turned))
	ap, err := OpenAppender(path, AppendOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ap.Append(little); err != nil {
		t.Fatal(err)
	}
	if err := ap.Close(); err != nil {
		t.Fatal(err)
	}
	if got, want := content(t, path), file(t, joined(t, 0, turned, turned)); !bytes.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAppendRefusals(t *testing.T) {
	path := put(t, "a.npy", file(t, numbers(t, 2, 3)))
	before := content(t, path)
	a, err := OpenAppender(path, AppendOptions{})
	if err != nil {
		t.Fatal(err)
	}
	floats, err := ndarray.New(dtype.Float64, 1, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		x    *ndarray.Array
		kind error
	}{{numbers(t, 1, 4), ErrShape}, {numbers(t, 3), ErrShape}, {numbers(t, 1, 3, 1), ErrShape}, {floats, ErrDType}} {
		if err := a.Append(c.x); !errors.Is(err, c.kind) {
			t.Errorf("%v: %v", c.x, err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(content(t, path), before) {
		t.Error("the file changed")
	}
	if _, err := OpenAppender(put(t, "0d.npy", file(t, numbers(t))), AppendOptions{}); !errors.Is(err, ErrShape) {
		t.Errorf("0-d: %v", err)
	}
	if _, err := OpenAppender(put(t, "short.npy", before[:len(before)-1]), AppendOptions{}); !errors.Is(err, ErrTruncated) {
		t.Errorf("short: %v", err)
	}
	tail := put(t, "tail.npy", append(before, 1, 2, 3))
	if _, err := OpenAppender(tail, AppendOptions{}); !errors.Is(err, ErrTail) {
		t.Errorf("tail: %v", err)
	}
	a, err = OpenAppender(tail, AppendOptions{DropTail: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Append(numbers(t, 1, 3)); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if got, want := content(t, tail), file(t, joined(t, 0, numbers(t, 2, 3), numbers(t, 1, 3))); !bytes.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}

	// a header without room is noticed before a byte is written
	tight := raw(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (9,), }", make([]byte, 9)...)
	path = put(t, "tight.npy", tight)
	a, err = OpenAppender(path, AppendOptions{})
	if err != nil {
		t.Fatal(err)
	}
	byteArray, err := ndarray.New(dtype.Uint8, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Append(byteArray); !errors.Is(err, ErrNoRoom) {
		t.Errorf("no room: %v", err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(content(t, path), tight) {
		t.Error("the file changed")
	}
}

func TestNewAppenderWritesAsSave(t *testing.T) {
	for _, fortran := range []bool{false, true} {
		part := numbers(t, 7, 3)
		h := Header{DType: part.DType(), FortranOrder: fortran, Shape: []int{999, 3}}
		if fortran {
			part, h.Shape = part.Transpose(), []int{3, 999}
		}
		f, err := os.Create(filepath.Join(t.TempDir(), "a.npy"))
		if err != nil {
			t.Fatal(err)
		}
		a, err := NewAppender(f, h, EditOptions{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		parts := make([]*ndarray.Array, 20)
		for i := range parts {
			parts[i] = part
			if err := a.Append(part); err != nil {
				t.Fatal(err)
			}
			if i == 10 {
				if err := a.Flush(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		axis := 0
		if fortran {
			axis = 1
		}
		if got, want := content(t, f.Name()), file(t, joined(t, axis, parts...)); !bytes.Equal(got, want) {
			t.Errorf("fortran %v: got %q, want %q", fortran, got[:128], want[:128])
		}
	}
}

func TestRecover(t *testing.T) {
	whole := file(t, numbers(t, 10, 3)) // 128 bytes and rows of 12
	fortran := file(t, numbers(t, 10, 3).Transpose())
	for _, c := range []struct {
		name string
		b    []byte
		rows int
	}{
		{"whole", whole, 10},
		{"a byte short", whole[:len(whole)-1], 9},
		{"a row short", whole[:len(whole)-12], 9},
		{"no row", whole[:128+11], 0},
		{"header only", whole[:128], 0},
		{"rows behind", append(bytes.Clone(whole), make([]byte, 25)...), 12},
		{"part of a row behind", append(bytes.Clone(whole), make([]byte, 5)...), 10},
		{"fortran", fortran[:len(fortran)-30], 7},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := put(t, "a.npy", c.b)
			h, err := RecoverFile(path, EditOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if got := h.Shape[h.growthAxis()]; got != c.rows {
				t.Errorf("%d rows, want %d", got, c.rows)
			}
			if info, err := os.Stat(path); err != nil || info.Size() != int64(128+12*c.rows) {
				t.Errorf("length %d (%v)", info.Size(), err)
			}
			a, err := ReadFile(path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			data := rawOf(t, a)
			if h.FortranOrder {
				data = rawOf(t, a.Transpose())
			}
			kept := append(bytes.Clone(c.b), make([]byte, 25)...)[128 : 128+12*c.rows]
			if !bytes.Equal(data, kept) {
				t.Error("the rows differ")
			}
		})
	}
	two := append(bytes.Clone(whole), whole...)
	path := put(t, "two.npy", two)
	if _, err := RecoverFile(path, EditOptions{}); err != nil {
		t.Error(err)
	}
	if !bytes.Equal(content(t, path), two) {
		t.Error("the second array of a file was damaged")
	}
	for name, b := range map[string][]byte{"in the header": whole[:100], "0-d": file(t, numbers(t))[:130]} {
		path := put(t, "a.npy", b)
		if _, err := RecoverFile(path, EditOptions{}); !errors.Is(err, ErrTruncated) {
			t.Errorf("%s: %v", name, err)
		}
		if !bytes.Equal(content(t, path), b) {
			t.Errorf("%s: the file changed", name)
		}
	}
}
