package npy

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// countingAt counts what is read from it.
type countingAt struct {
	r            io.ReaderAt
	calls, bytes int
}

func (c *countingAt) ReadAt(b []byte, off int64) (int, error) {
	c.calls++
	c.bytes += len(b)
	return c.r.ReadAt(b, off)
}

// A slice read from the file is the slice of the array, whatever the way.
func TestReadSlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawView(t)
		var b bytes.Buffer
		if err := Write(&b, a); err != nil {
			t.Fatal(err)
		}
		ix := drawIndex(t, a.Shape())
		whole, err := Read(bytes.NewReader(b.Bytes()), Options{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := whole.Slice(ix...)
		if err != nil {
			t.Fatal(err)
		}
		check := func(how string, got *ndarray.Array, err error) {
			if err != nil {
				t.Fatalf("%s: %v", how, err)
			}
			want, _, err := want.Contiguous(layout.C)
			if err != nil {
				t.Fatal(err)
			}
			got, _, err = got.Contiguous(layout.C)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(plainFile(t, got), plainFile(t, want)) {
				t.Fatalf("%s: %v%v: got %v, want %v", how, a, ix, got, want)
			}
		}
		got, err := ReadSlice(bytes.NewReader(b.Bytes()), int64(b.Len()), Options{}, ix...)
		check("positioned", got, err)
		r := onlyReader{bytes.NewReader(b.Bytes())}
		h, err := ReadHeader(r, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err = readSliceStream(r, h, Options{}, ix)
		check("stream", got, err)
	})
}

func TestReadSliceReadsLittle(t *testing.T) {
	a, err := ndarray.New(dtype.Uint8, 100, 1000, 1000) // 100 MB
	if err != nil {
		t.Fatal(err)
	}
	data, _ := a.Bytes()
	for i := range data {
		data[i] = byte(i * 7 >> 2)
	}
	b := file(t, a)
	for _, c := range []struct {
		spec         string
		calls, bytes int // at most, the header's 4 KiB included
	}{
		{"50", 2, 1_100_000},
		{"50:53", 2, 3_100_000},
		{"50,500", 2, 6_000},
		{"50,500,500", 2, 5_000},
		{"...,500", 200, 110_000_000},        // a column: a byte in 1000 is near enough to read on
		{"::10,500", 11, 20_000},             // rows far apart
		{"::-10,100:200,::2", 21, 1_100_000}, // blocks far apart
		{":,:2", 101, 300_000},
		{"60:40", 1, 5_000},
	} {
		ix, err := layout.ParseIndex(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		r := &countingAt{r: bytes.NewReader(b)}
		got, err := ReadSlice(r, int64(len(b)), Options{}, ix...)
		if err != nil {
			t.Fatal(err)
		}
		want, err := a.Slice(ix...)
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, want)
		if r.calls > c.calls || r.bytes > c.bytes {
			t.Errorf("%s: %d reads of %d bytes, want at most %d of %d", c.spec, r.calls, r.bytes, c.calls, c.bytes)
		}
	}
}

func TestReadSliceErrors(t *testing.T) {
	b := file(t, numbers(t, 4, 5))
	for spec, kind := range map[string]error{"4": layout.ErrIndex, "0,0,0": layout.ErrIndex} {
		ix, err := layout.ParseIndex(spec)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadSlice(bytes.NewReader(b), int64(len(b)), Options{}, ix...); !errors.Is(err, kind) {
			t.Errorf("%s: %v", spec, err)
		}
	}
	if _, err := ReadSlice(bytes.NewReader(b), int64(len(b))-1, Options{}, layout.Int(0)); !errors.Is(err, ErrTruncated) {
		t.Errorf("of a short file: %v", err)
	}
}
