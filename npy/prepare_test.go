package npy

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
)

func TestHeaderAt(t *testing.T) {
	b := file(t, numbers(t, 3, 4))
	h, err := HeaderAt(bytes.NewReader(b), int64(len(b)), Options{})
	if err != nil || h.Len() != 12 || h.Offset+h.NumBytes() != int64(len(b)) {
		t.Errorf("%+v, %v", h, err)
	}
	for _, size := range []int64{-5, 0, 5, 100, h.Offset, int64(len(b)) - 1} {
		if _, err := HeaderAt(bytes.NewReader(b), size, Options{File: "f"}); !errors.Is(err, ErrTruncated) || err.(*Error).File != "f" {
			t.Errorf("%d of %d bytes: %v", size, len(b), err)
		}
		if _, err := OpenArchive(bytes.NewReader(b), min(size, 3), ArchiveOptions{}); !errors.Is(err, ErrTruncated) && !errors.Is(err, ErrMagic) {
			t.Errorf("an archive of %d bytes: %v", size, err)
		}
	}
}

// The header that goes over an old one is as long, whatever it says, or refused.
func TestAppendWithin(t *testing.T) {
	old, err := ReadHeader(bytes.NewReader(file(t, numbers(t, 3, 4))), Options{})
	if err != nil {
		t.Fatal(err)
	}
	h := old
	for _, shape := range [][]int{{12}, {1, 1, 12, 1}, {}, {math.MaxInt16, 0}} {
		h.Shape = shape
		b, err := h.AppendWithin([]byte("kept"), old)
		if err != nil || int64(len(b)) != 4+old.Offset {
			t.Fatalf("%v: %d bytes, %v", shape, len(b), err)
		}
		if back, err := ReadHeader(bytes.NewReader(b[4:]), Options{}); err != nil || !back.equal(h) {
			t.Errorf("%v reads back as %+v, %v", shape, back, err)
		}
	}
	h.Shape = make([]int, 40)
	if _, err := h.AppendWithin(nil, old); !errors.Is(err, ErrNoRoom) {
		t.Errorf("40 sizes: %v", err)
	}
}

// Abort goes back to the rows that were flushed.
func TestAbort(t *testing.T) {
	start := file(t, numbers(t, 2, 3))
	path := put(t, "a.npy", start)
	a, err := OpenAppender(path, AppendOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Append(numbers(t, 5, 3)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := a.Abort(); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Append(numbers(t, 5, 3)); !errors.Is(err, ErrClosed) {
		t.Errorf("Append after Abort: %v", err)
	}
	if b, err := os.ReadFile(path); err != nil || !bytes.Equal(b, start) {
		t.Errorf("the file has changed: %q, %v", b, err)
	}
}

// zeros is a file of zeros without end behind a header.
type zeros []byte

func (z zeros) ReadAt(b []byte, at int64) (int, error) {
	n := 0
	if at < int64(len(z)) {
		n = copy(b, z[at:])
	}
	clear(b[n:])
	return len(b), nil
}

// A sparse file can hold more than there is memory: an error, where the Go
// runtime would end the program.
func TestMoreThanMemory(t *testing.T) {
	h := Header{DType: dtype.Int8, Shape: []int{math.MaxInt}}
	if intBits > 32 {
		h.Shape[0] = math.MaxInt >> 17
	}
	b, err := h.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	size := int64(math.MaxInt64)
	if _, err := readAt(zeros(b), size, Options{}); !errors.Is(err, ErrTooLarge) || !errors.Is(err, ndarray.ErrMemory) {
		t.Errorf("at: %v", err)
	}
	if _, err := read(io.NewSectionReader(zeros(b), 0, size), size, Options{}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("stream: %v", err)
	}
	if _, err := ReadSlice(zeros(b), size, Options{}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("slice: %v", err)
	}
}

// The counts of a header that no file has do not wrap.
func TestHeaderCounts(t *testing.T) {
	for _, shape := range [][]int{{math.MaxInt, math.MaxInt}, {-1}, {math.MaxInt, 2}} {
		h := Header{DType: dtype.Float64, Shape: shape}
		if h.Len() != math.MaxInt || h.NumBytes() < math.MaxInt {
			t.Errorf("%v: %d elements, %d bytes", shape, h.Len(), h.NumBytes())
		}
	}
	if n := (Header{DType: dtype.Float64, Shape: []int{math.MaxInt}}).NumBytes(); n < math.MaxInt {
		t.Errorf("%d bytes", n)
	}
}
