package npy

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/ndtool/ndtool/ndarray/layout"
)

// seeds adds small real files: those of testdata, those that this package
// writes, and, where the folder ../shared is there, other people's.
func seeds(f *testing.F, pattern string) {
	f.Helper()
	for _, dir := range []string{"testdata", filepath.Join("..", "fixtures", "reports", "in"), filepath.Join("..", "..", "shared", "files", "*")} {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			f.Fatal(err)
		}
		for _, path := range paths {
			b, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			if len(b) < 4096 {
				f.Add(b)
			}
		}
	}
}

// frugal fails if work on an input allocates more than a multiple of its
// length and a constant for buffers.
func frugal(t *testing.T, length, multiple, constant int, work func()) {
	t.Helper()
	if n := allocated(work); n > uint64(constant+multiple*length) {
		t.Errorf("allocated %d bytes for an input of %d", n, length)
	}
}

func FuzzHeader(f *testing.F) {
	seeds(f, "*.npy")
	for version := byte(1); version <= 3; version++ {
		f.Add(raw(version, dict("'<f8'", "False", "(2, 3)")))
		f.Add(raw(version, dict("[(('title', 'a'), '<i4', (2,)), ('', '|V3'), ('b', [('c', '>M8[25s]')])]", "True", "(2L, )")))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		frugal(t, len(b), 200, 1<<20, func() {
			h, err := ReadHeader(bytes.NewReader(b), Options{})
			if err != nil {
				if _, ok := err.(*Error); !ok {
					t.Fatalf("%T is not an *Error: %v", err, err)
				}
				ReadHeader(bytes.NewReader(b), Options{Repair: true})
				return
			}
			if h.Offset > int64(len(b)) {
				t.Fatalf("data at byte %d of %d", h.Offset, len(b))
			}
			h.Version = [2]uint8{}
			out, err := h.AppendBinary(nil)
			if err != nil {
				t.Fatal(err)
			}
			back, err := ReadHeader(bytes.NewReader(out), Options{})
			if err != nil || !back.equal(h) {
				t.Fatalf("%+v is written as %q and reads back as %+v (%v)", h, out, back, err)
			}
		})
	})
}

func FuzzRead(f *testing.F) {
	seeds(f, "*.npy")
	f.Add(file(f, numbers(f, 2, 3)))
	f.Add(raw(1, dict("'<f8'", "False", "(1099511627776,)"), make([]byte, 48)...))
	f.Fuzz(func(t *testing.T, b []byte) {
		frugal(t, len(b), 200, 4<<20, func() {
			a, err := Read(bytes.NewReader(b), Options{})
			streamed, streamErr := Read(onlyReader{bytes.NewReader(b)}, Options{})
			part, partErr := ReadSlice(bytes.NewReader(b), int64(len(b)), Options{}, layout.Ellipsis)
			if (err == nil) != (streamErr == nil) || (err == nil) != (partErr == nil) {
				t.Fatalf("known length: %v; stream: %v; slice: %v", err, streamErr, partErr)
			}
			if err != nil {
				return
			}
			out := file(t, a)
			if !bytes.Equal(out, file(t, streamed)) {
				t.Fatal("the stream reads otherwise")
			}
			if a.IsC() != part.IsC() || !bytes.Equal(rawOf(t, a), rawOf(t, part)) {
				t.Fatal("the slice reads otherwise")
			}
			back, err := Read(bytes.NewReader(out), Options{})
			if err != nil || !bytes.Equal(file(t, back), out) {
				t.Fatalf("what was written reads otherwise (%v)", err)
			}
		})
	})
}

func FuzzDescr(f *testing.F) {
	for _, descr := range []string{
		"'<f8'", "'|b1'", "'>U3'", "'|S0'", "'<M8[25s]'", "'i4,f4'", "'(2,)f8'", "[('a', '<f8'), ('', '|V4'), ('b', '|i1', (2, 3))]", "[(('t', 'a'), '<f8')]", "('<f8', (2,))", "[]",
	} {
		f.Add(descr)
	}
	f.Fuzz(func(t *testing.T, descr string) {
		b := raw(3, dict(descr, "False", "(0,)"))
		if len(b) > 60_000 {
			return
		}
		frugal(t, len(b), 200, 1<<20, func() {
			h, err := ReadHeader(bytes.NewReader(b), Options{})
			if err != nil {
				return
			}
			out, err := Header{DType: h.DType, Shape: []int{0}}.AppendBinary(nil)
			if err != nil {
				t.Fatal(err)
			}
			back, err := ReadHeader(bytes.NewReader(out), Options{})
			if err != nil || back.DType != h.DType {
				t.Fatalf("%s is written as %q and reads back as %v (%v)", descr, out, back.DType, err)
			}
		})
	})
}

func FuzzArchive(f *testing.F) {
	seeds(f, "*.npz")
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := OpenArchive(bytes.NewReader(b), int64(len(b)), ArchiveOptions{})
		if err != nil {
			if _, ok := err.(*Error); !ok {
				t.Fatalf("%T is not an *Error: %v", err, err)
			}
			return
		}
		var kept []Keyed
		for _, m := range a.Members() {
			// a byte of deflate yields up to 1032
			frugal(t, len(b), 8*deflateRatio, 8<<20, func() {
				array, err := m.Read()
				check := m.Check()
				if _, err := m.Header(); err == nil {
					m.Slice(layout.Ellipsis)
				}
				m.IsArray()
				m.LocalPath()
				if err != nil {
					if _, ok := err.(*Error); !ok {
						t.Fatalf("%T is not an *Error: %v", err, err)
					}
					return
				}
				if check != nil {
					t.Fatalf("it reads, and the check says %v", check)
				}
				if last, err := a.Lookup(m.Name); err == nil && last == m {
					kept = append(kept, Keyed{fmt.Sprint(len(kept)), array})
				}
			})
		}
		if out := archive(t, WriterOptions{}, kept...); len(kept) > 0 {
			holds(t, openArchive(t, out), kept...)
		}
	})
}
