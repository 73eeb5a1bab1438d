package npy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ndtool/ndtool/ndarray"
)

// numbers returns an int32 array that counts from 1.
func numbers(t testing.TB, shape ...int) *ndarray.Array {
	t.Helper()
	n := 1
	for _, size := range shape {
		n *= size
	}
	s := make([]int32, n)
	for i := range s {
		s[i] = int32(i + 1)
	}
	if len(shape) == 0 {
		a, err := ndarray.FromSlice(s)
		if err != nil {
			t.Fatal(err)
		}
		a, err = a.View()
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	a, err := ndarray.FromSlice(s, shape...)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// file returns what Write writes.
func file(t testing.TB, a *ndarray.Array) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, a); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// put writes a file into a folder of the test.
func put(t testing.TB, name string, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// same fails unless a and b have one shape, dtype and items.
func same(t testing.TB, got, want *ndarray.Array) {
	t.Helper()
	if !bytes.Equal(file(t, got), file(t, want)) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestReadBackToBack(t *testing.T) {
	arrays := []*ndarray.Array{numbers(t, 2, 3), numbers(t), numbers(t, 0, 4), numbers(t, 3, 2).Transpose(), numbers(t, 1000)}
	var b bytes.Buffer
	for _, a := range arrays {
		b.Write(file(t, a))
	}
	readers := map[string]io.Reader{
		"known":       bytes.NewReader(b.Bytes()),
		"unknown":     onlyReader{bytes.NewReader(b.Bytes())},
		"byte":        iotest.OneByteReader(bytes.NewReader(b.Bytes())),
		"half":        iotest.HalfReader(bytes.NewReader(b.Bytes())),
		"data at EOF": iotest.DataErrReader(bytes.NewReader(b.Bytes())),
		"limited":     io.LimitReader(bytes.NewReader(append(b.Bytes(), "more"...)), int64(b.Len())),
	}
	f, err := os.Open(put(t, "several.npy", b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	readers["file"] = f
	for name, r := range readers {
		t.Run(name, func(t *testing.T) {
			for _, want := range arrays {
				got, err := Read(r, Options{})
				if err != nil {
					t.Fatal(err)
				}
				same(t, got, want)
			}
			_, err := Read(r, Options{})
			if !errors.Is(err, io.EOF) || !errors.Is(err, ErrTruncated) {
				t.Errorf("at the end: %v", err)
			}
		})
	}
}

func TestReadFaultAtEveryByte(t *testing.T) {
	whole := file(t, numbers(t, 4, 4))
	for at := range len(whole) {
		_, err := Read(&faulty{b: whole, at: at}, Options{File: "f"})
		e, ok := err.(*Error)
		if !ok || !errors.Is(err, errFault) || e.Offset != int64(at) || e.File != "f" {
			t.Errorf("fault at %d: %#v", at, err)
		}
		_, err = ReadSlice(&faulty{b: whole, at: at}, int64(len(whole)), Options{})
		if !errors.Is(err, errFault) {
			t.Errorf("slice, fault at %d: %v", at, err)
		}
		for name, r := range map[string]io.Reader{"known": bytes.NewReader(whole[:at]), "unknown": onlyReader{bytes.NewReader(whole[:at])}} {
			_, err := Read(r, Options{})
			e, ok := err.(*Error)
			if !ok || !errors.Is(err, ErrTruncated) || !errors.Is(err, io.ErrUnexpectedEOF) || e.Offset < 0 || e.Offset > int64(at) {
				t.Errorf("%s, cut at %d: %#v", name, at, err)
			}
			if errors.Is(err, io.EOF) != (at == 0) {
				t.Errorf("%s, cut at %d: io.EOF is for the end between arrays: %v", name, at, err)
			}
		}
	}
}

func TestReadIdle(t *testing.T) {
	idle := onlyReader{readerFunc(func([]byte) (int, error) { return 0, nil })}
	if _, err := Read(idle, Options{}); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a reader that gives nothing: %v", err)
	}
	liar := onlyReader{readerFunc(func(b []byte) (int, error) { return len(b) + 1, nil })}
	if _, err := Read(liar, Options{}); err == nil {
		t.Error("an impossible count was believed")
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// raw makes a file from a header text.
func raw(major uint8, text string, data ...byte) []byte {
	b := append([]byte(magic), major, 0, byte(len(text)), byte(len(text)>>8))
	if major > 1 {
		b = append(b, byte(len(text)>>16), byte(len(text)>>24))
	}
	return append(append(b, text...), data...)
}

func dict(descr, order, shape string) string {
	return fmt.Sprintf("{'descr': %s, 'fortran_order': %s, 'shape': %s, }\n", descr, order, shape)
}

func TestHostileSizes(t *testing.T) {
	long := string(append([]byte(magic), 2, 0, 0xF0, 0xFF, 0xFF, 0xFF))
	for _, c := range []struct {
		name, file string
		kind       error
	}{
		{"8 TB", string(raw(1, dict("'<f8'", "False", "(1099511627776,)"), make([]byte, 48)...)), ErrTruncated},
		{"8 TB of records", string(raw(1, dict("[('a', '<f8'), ('b', '|V1000000000')]", "True", "(8000,)"))), ErrTruncated},
		{"4 GiB header", long, ErrTruncated},
		{"1 MiB header", string(append([]byte(magic), 3, 0, 0, 0, 16, 0)), ErrTruncated},
		{"2^64 items", string(raw(1, dict("'|u1'", "False", "(4294967296, 4294967296)"))), ErrTooLarge},
		{"2^63 items", string(raw(1, dict("'|u1'", "False", "(9223372036854775808,)"))), ErrTooLarge},
		{"2^64 bytes behind a 0", string(raw(1, dict("'<f4'", "False", "(0, 9223372036854775807)"))), ErrTooLarge},
	} {
		for _, way := range []string{"known", "unknown"} {
			t.Run(c.name+"/"+way, func(t *testing.T) {
				var r io.Reader = strings.NewReader(c.file)
				if way == "unknown" {
					r = onlyReader{r}
				}
				var err error
				n := allocated(func() { _, err = Read(r, Options{}) })
				if !errors.Is(err, c.kind) && !(errors.Is(err, ErrTooLarge) && (way == "unknown" || intBits == 32)) {
					t.Errorf("%v", err)
				}
				if limit := uint64(1<<20 + 256<<10); n > limit || way == "known" && n > 256<<10 {
					t.Errorf("allocated %d bytes for a file of %d", n, len(c.file))
				}
			})
		}
	}
}

func TestOptions(t *testing.T) {
	a := numbers(t, 10)
	b := file(t, a)
	if _, err := Read(bytes.NewReader(b), Options{MaxBytes: 39}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("39 of 40 bytes allowed: %v", err)
	}
	if _, err := Read(bytes.NewReader(b), Options{MaxBytes: 40}); err != nil {
		t.Errorf("40 bytes allowed: %v", err)
	}
	if _, err := Read(bytes.NewReader(b), Options{MaxHeader: 117}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("header of 118 bytes, 117 allowed: %v", err)
	}
	if _, err := Read(bytes.NewReader(b), Options{MaxHeader: 118}); err != nil {
		t.Errorf("header of 118 bytes allowed: %v", err)
	}
	path := put(t, "a.npy", b)
	for name, read := range map[string]func(Options) (*ndarray.Array, error){
		"Read":     func(o Options) (*ndarray.Array, error) { return Read(onlyReader{bytes.NewReader(b)}, o) },
		"ReadFile": func(o Options) (*ndarray.Array, error) { return ReadFile(path, o) },
		"Slice":    func(o Options) (*ndarray.Array, error) { return ReadFileSlice(path, o) },
	} {
		buffer := make([]byte, 41)
		buffer[40] = 99
		got, err := read(Options{Buffer: buffer})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		same(t, got, a)
		if !bytes.Equal(buffer[:40], rawOf(t, a)) || buffer[40] != 99 {
			t.Errorf("%s: buffer %v", name, buffer)
		}
		if _, err := read(Options{Buffer: buffer[:39]}); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s into 39 bytes: %v", name, err)
		}
	}
}

func TestReadFileErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := ReadFile(dir, Options{}); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("a folder: %v", err)
	}
	missing := filepath.Join(dir, "no.npy")
	_, err := ReadFile(missing, Options{})
	if !errors.Is(err, os.ErrNotExist) || strings.Count(err.Error(), missing) != 1 {
		t.Errorf("a missing file: %v", err)
	}
	_, err = ReadFile(put(t, "empty.npy", nil), Options{})
	if !errors.Is(err, ErrTruncated) {
		t.Errorf("an empty file: %v", err)
	}
	for start, kind := range map[string]error{
		"\x1f\x8b\x08\x00": ErrCompressed, "\x28\xb5\x2f\xfd": ErrCompressed, "BZh9": ErrCompressed, "\xfd7zXZ\x00": ErrCompressed,
		"PK\x03\x04": ErrMagic, "PK\x05\x06": ErrMagic, "\x80\x04\x95": ErrObject, "\x89HDF\r\n": ErrMagic, "hello": ErrMagic, "\x93NUMPZ": ErrMagic,
	} {
		for _, tail := range []string{"", strings.Repeat("x", 100)} {
			if _, err := Read(strings.NewReader(start+tail), Options{}); !errors.Is(err, kind) {
				t.Errorf("%q: %v", start+tail, err)
			}
		}
	}
}

// Data at any byte of the file, and bytes after them, are no obstacle.
func TestOddOffsets(t *testing.T) {
	for pad := range 17 {
		text := strings.TrimSuffix(dict("'<f8'", "False", "(3,)"), "\n") + strings.Repeat(" ", pad)
		data := make([]byte, 24)
		data[7], data[15], data[23] = 0x40, 0x40, 0x40 // 2, 2, 2
		path := put(t, "odd.npy", append(raw(1, text, data...), "tail"...))
		a, err := ReadFile(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range []*ndarray.Array{a, m.Array()} {
			v, err := ndarray.As[float64](a)
			if err != nil {
				t.Fatal(err)
			}
			for i := range 3 {
				if v.At(i) != 2 {
					t.Errorf("pad %d: item %d is %v", pad, i, v.At(i))
				}
			}
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
}
