package npy_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/fixtures"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy"
)

// fixtureArray returns the array that a fixture describes.
func fixtureArray(t *testing.T, f fixtures.Array) *ndarray.Array {
	t.Helper()
	dt, err := dtype.Parse(f.DType)
	if err != nil {
		t.Fatalf("%s: %v", f.DType, err)
	}
	a, err := ndarray.FromBytes(f.Storage(), dt, layout.Layout{Shape: f.Shape, Strides: f.Strides, Offset: f.Offset})
	if err != nil {
		t.Fatalf("%+v: %v", f, err)
	}
	return a
}

// digestOf returns the digest of the elements of a in C order.
func digestOf(t *testing.T, a *ndarray.Array) string {
	t.Helper()
	c, _, err := a.Contiguous(layout.C)
	if err != nil {
		t.Fatal(err)
	}
	b, ok := c.Bytes()
	if !ok {
		t.Fatalf("the contiguous copy of %s is not packed", a)
	}
	return fixtures.Digest(b)
}

// Every array of every dtype and layout becomes the file that np.save writes,
// byte for byte, and reads back as the same elements.
func TestSaved(t *testing.T) {
	cases, err := fixtures.LoadSaved("npy/saved.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	for n, c := range cases {
		a := fixtureArray(t, c.In)
		var file bytes.Buffer
		if err := npy.Write(&file, a); err != nil {
			t.Errorf("case %d: %s: %v", n+1, a, err)
			continue
		}
		checkFile(t, fmt.Sprintf("case %d: %s %v/%v", n+1, c.In.DType, c.In.Shape, c.In.Strides), file.Bytes(), c)

		back, err := npy.Read(&file, npy.Options{})
		if err != nil {
			t.Errorf("case %d: reading back: %v", n+1, err)
			continue
		}
		if !slices.Equal(back.Shape(), c.In.Shape) || digestOf(t, back) != digestOf(t, a) {
			t.Errorf("case %d: %s reads back as %s with other elements", n+1, a, back)
		}
	}
}

// checkFile compares a file with what np.save wrote.
func checkFile(t *testing.T, what string, file []byte, want fixtures.Saved) {
	t.Helper()
	if want.Offset > len(file) {
		t.Errorf("%s: a file of %d bytes, want data at byte %d", what, len(file), want.Offset)
		return
	}
	text := want.Header
	if want.Version[0] < 3 {
		text = latin1(text)
	}
	if got := string(file[want.Offset-len(text) : want.Offset]); got != text {
		t.Errorf("%s: header\n\t%q, want\n\t%q", what, got, text)
	}
	if file[6] != want.Version[0] || file[7] != want.Version[1] {
		t.Errorf("%s: version %d.%d, want %d.%d", what, file[6], file[7], want.Version[0], want.Version[1])
	}
	if len(file) != want.Size || fixtures.Digest(file) != want.SHA {
		t.Errorf("%s: a file of %d bytes with digest %s, want %d and %s", what, len(file), fixtures.Digest(file), want.Size, want.SHA)
	}
}

// latin1 writes each character as one byte.
func latin1(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteByte(byte(r))
	}
	return b.String()
}

// A version that is asked for is written, or refused when the header does not
// fit it.
func TestVersions(t *testing.T) {
	cases, err := fixtures.LoadSaved("npy/versions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for n, c := range cases {
		what := fmt.Sprintf("case %d: %s in version %d", n+1, c.In.DType, c.Ask)
		a := fixtureArray(t, c.In)
		h := npy.HeaderOf(a)
		h.Version = *c.Ask
		var file bytes.Buffer
		b, err := h.AppendBinary(nil)
		if c.Refuse != "" {
			if !errors.Is(err, npy.ErrVersion) && !errors.Is(err, npy.ErrHeader) {
				t.Errorf("%s: %v, want a refusal", what, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		file.Write(b)
		if err := npy.WriteData(&file, a); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		checkFile(t, what, file.Bytes(), c)
	}
}

// Headers have NumPy's spaces for every size of the growth axis and every
// length of text, and its choice of version. An array that no memory could
// hold has no header here.
func TestHeaders(t *testing.T) {
	cases, err := fixtures.LoadHeaders()
	if err != nil {
		t.Fatal(err)
	}
	for n, c := range cases {
		dt, err := dtype.Parse(c.DType)
		if err != nil {
			t.Errorf("case %d: %v", n+1, err)
			continue
		}
		what := fmt.Sprintf("case %d: %.60s %v", n+1, c.DType, c.Shape)
		h := npy.Header{DType: dt, FortranOrder: c.Fortran}
		fits := true
		for _, size := range c.Shape {
			fits = fits && int64(int(size)) == size
			h.Shape = append(h.Shape, int(size))
		}
		if !fits {
			continue // no header can name sizes that an int does not hold
		}
		fits = holdable(c.Shape, dt.ItemSize())
		b, err := h.AppendBinary(nil)
		if !fits {
			if err == nil && slices.Min(h.Shape) >= 0 {
				t.Errorf("%s: a header for an array beyond the address space", what)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if len(b) != c.Offset || b[6] != c.Version[0] || fixtures.Digest(b) != c.SHA {
			t.Errorf("%s: %d bytes in version %d, digest %s, want %d in %d, %s", what, len(b), b[6], fixtures.Digest(b), c.Offset, c.Version[0], c.SHA)
			if c.Header != "" {
				t.Errorf("\t%q, want\n\t%q", b, c.Header)
			}
		}
		read, err := npy.ReadHeader(bytes.NewReader(b), npy.Options{MaxHeader: len(b)})
		if err != nil {
			t.Errorf("%s: reading back: %v", what, err)
		} else if read.DType != dt || !slices.Equal(read.Shape, h.Shape) || read.FortranOrder != h.FortranOrder || read.Offset != int64(len(b)) {
			t.Errorf("%s: reads back as %+v", what, read)
		}
	}
}

// holdable reports whether an array's bytes can be counted in an int. Sizes of
// 0 do not excuse the others.
func holdable(shape []int64, itemSize int) bool {
	total := uint64(max(itemSize, 1))
	for _, size := range shape {
		hi, lo := bits.Mul64(total, uint64(max(size, 1)))
		if hi != 0 {
			return false
		}
		total = lo
	}
	return total < 1<<(bits.UintSize-1)
}

// Odd files read as NumPy reads them, or are refused with one line.
func TestOddFiles(t *testing.T) {
	cases, err := fixtures.LoadOdd()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			a, err := npy.Read(bytes.NewReader(c.File()), npy.Options{File: c.Name})
			want := c.Want
			if want.Either {
				if err != nil {
					checkOneLine(t, err)
					return
				}
				want = c.NumPy
			}
			if want.Refuse != "" {
				if err == nil {
					t.Fatalf("%s: read as %s, want a refusal", c.Note, a)
				}
				checkOneLine(t, err)
				return
			}
			if err != nil {
				t.Fatalf("%s: %v", c.Note, err)
			}
			checkLoaded(t, c.Note, a, want, c.Native)
		})
	}
}

// checkOneLine holds an error to one line that names the file and is typed.
func checkOneLine(t *testing.T, err error) {
	t.Helper()
	var e *npy.Error
	if !errors.As(err, &e) {
		t.Errorf("%v is no *npy.Error", err)
	}
	if strings.ContainsAny(err.Error(), "\n\r") || len(err.Error()) > 500 {
		t.Errorf("not one line: %q", err)
	}
}
