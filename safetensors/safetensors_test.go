package safetensors_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/safetensors"
)

// content is a tensor for comparing: dtype, shape, and the bytes of the
// elements in C order, least significant first.
type content struct {
	DType string
	Shape []int
	Bytes string
}

// UnmarshalJSON reads the list [dtype, shape, hex].
func (c *content) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&c.DType, &c.Shape, &c.Bytes})
}

func contentOf(t *testing.T, a *ndarray.Array) content {
	t.Helper()
	little, err := ndarray.New(a.DType().WithOrder(dtype.Little), a.Shape()...)
	if err != nil {
		t.Fatal(err)
	}
	if err := ndarray.Copy(little, a); err != nil {
		t.Fatal(err)
	}
	b, ok := little.Bytes()
	if !ok {
		t.Fatal("a fresh array is not contiguous")
	}
	shape := a.Shape()
	if shape == nil {
		shape = []int{}
	}
	return content{a.DType().Native().String(), shape, hex.EncodeToString(b)}
}

func expected(t *testing.T) map[string]content {
	t.Helper()
	b, err := os.ReadFile("testdata/expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]content
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	return want
}

// TestRead reads and maps the file that the Python package wrote of every
// dtype it takes.
func TestRead(t *testing.T) {
	f, err := safetensors.Open("testdata/all.safetensors")
	if err != nil {
		t.Fatal(err)
	}
	want := expected(t)
	read, mapped := make(map[string]content), make(map[string]content)
	for _, tensor := range f.Tensors() {
		a, err := tensor.Read()
		if err != nil {
			t.Fatal(err)
		}
		read[tensor.Name] = contentOf(t, a)
		m, err := tensor.Map()
		if err != nil {
			t.Fatal(err)
		}
		mapped[tensor.Name] = contentOf(t, m)
		if !m.ReadOnly() || a.ReadOnly() {
			t.Errorf("%q: read-only is %t mapped and %t read, want true and false", tensor.Name, m.ReadOnly(), a.ReadOnly())
		}
	}
	if diff := cmp.Diff(want, read); diff != "" {
		t.Errorf("read (-python +here)\n%s", diff)
	}
	if diff := cmp.Diff(want, mapped); diff != "" {
		t.Errorf("mapped (-python +here)\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{"format": "nümpy"}, f.Metadata()); diff != "" {
		t.Error(diff)
	}
	scalar, err := f.Lookup("scalar")
	if err != nil {
		t.Fatal(err)
	}
	view, err := scalar.Map()
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := view.Clone(layout.C); !errors.Is(err, ndarray.ErrClosed) {
		t.Errorf("a mapped array after Close: %v", err)
	}
	if _, err := scalar.Map(); !errors.Is(err, safetensors.ErrClosed) || !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Map after Close: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Errorf("a second Close: %v", err)
	}
}

// TestWrite writes what the Python package wrote, from views and in the other
// byte order too, and wants its bytes.
func TestWrite(t *testing.T) {
	want, err := os.ReadFile("testdata/all.safetensors")
	if err != nil {
		t.Fatal(err)
	}
	f, err := safetensors.New(bytes.NewReader(want), int64(len(want)))
	if err != nil {
		t.Fatal(err)
	}
	forms := map[string]func(a *ndarray.Array) (*ndarray.Array, error){
		"as read": func(a *ndarray.Array) (*ndarray.Array, error) { return a, nil },
		"Fortran": func(a *ndarray.Array) (*ndarray.Array, error) { return a.Clone(layout.F) },
		"big endian": func(a *ndarray.Array) (*ndarray.Array, error) {
			big, err := ndarray.New(a.DType().WithOrder(dtype.Big), a.Shape()...)
			if err == nil {
				err = ndarray.Copy(big, a)
			}
			return big, err
		},
		"flipped": func(a *ndarray.Array) (*ndarray.Array, error) {
			back, err := a.Flip()
			if err != nil {
				return nil, err
			}
			if back, err = back.Clone(layout.C); err != nil {
				return nil, err
			}
			return back.Flip()
		},
	}
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			arrays := make(map[string]*ndarray.Array)
			for _, tensor := range f.Tensors() {
				a, err := tensor.Read()
				if err != nil {
					t.Fatal(err)
				}
				if arrays[tensor.Name], err = form(a); err != nil {
					t.Fatal(err)
				}
			}
			var got bytes.Buffer
			if err := safetensors.Write(&got, arrays, f.Metadata()); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("the bytes differ from the Python package's\n%s", cmp.Diff(string(want), got.String()))
			}
		})
	}
	t.Run("nothing", func(t *testing.T) {
		want, err := os.ReadFile("testdata/empty.safetensors")
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := safetensors.Write(&got, nil, nil); err != nil || got.String() != string(want) {
			t.Errorf("got %q, %v, want %q", got.String(), err, want)
		}
	})
}

// stricter are files that the Python package reads and this one refuses, since
// one of two values would be lost or, with NumPy, the shape cannot exist.
var stricter = map[string]error{
	"name twice, alike":  safetensors.ErrHeader,
	"metadata key twice": safetensors.ErrHeader,
}

// TestVerdicts wants the Python package's verdict on well over eighty files.
func TestVerdicts(t *testing.T) {
	file, err := os.Open("testdata/verdicts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n := 0
	for lines := bufio.NewScanner(file); lines.Scan(); n++ {
		var c struct {
			Case, File string
			Tensors    map[string]content
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.Case, func(t *testing.T) {
			data, err := hex.DecodeString(c.File)
			if err != nil {
				t.Fatal(err)
			}
			f, err := safetensors.New(bytes.NewReader(data), int64(len(data)))
			if kind, ok := stricter[c.Case]; ok {
				if !errors.Is(err, kind) {
					t.Errorf("error %v, want %v", err, kind)
				}
				return
			}
			if err != nil {
				var e *safetensors.Error
				if !errors.As(err, &e) || e.Err == nil || strings.ContainsAny(err.Error(), "\n\r\x00") {
					t.Errorf("error %q, want an *Error of a kind on one line", err)
				}
				if c.Tensors != nil {
					t.Errorf("refused (%v), the Python package reads it", err)
				}
				return
			}
			if c.Tensors == nil {
				t.Fatal("accepted, the Python package refuses it")
			}
			got := make(map[string]content)
			for _, tensor := range f.Tensors() {
				b, err := io.ReadAll(tensor.Bytes())
				if err != nil {
					t.Fatal(err)
				}
				got[tensor.Name] = content{tensor.Format, tensor.Shape, hex.EncodeToString(b)}
			}
			if diff := cmp.Diff(c.Tensors, got); diff != "" {
				t.Errorf("(-python +here)\n%s", diff)
			}
		})
	}
	if n < 80 {
		t.Errorf("%d cases, expected 80 or more", n)
	}
}

// build makes a file of a header and data.
func build(header, data string) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(b, header...), data...)
}

// TestErrors wants the kind, the byte and the numbers of each failure.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		file []byte
		kind error
		text string
	}{
		{"npy", []byte("\x93NUMPY\x01\x00v\x00{'descr"), safetensors.ErrFormat, "byte 0: not a safetensors file: it would begin with a header of 379676406402707 bytes"},
		{"nothing", nil, safetensors.ErrTruncated, "byte 0: the file has 0 bytes, expected 8"},
		{"header cut", build(`{"a":{}}`, "")[:12], safetensors.ErrTruncated, "byte 12: a header of 8 bytes, 4 present"},
		{"data cut", build(`{"a":{"dtype":"U8","shape":[5],"data_offsets":[0,5]}}`, "123"), safetensors.ErrTruncated, `tensor "a": byte 64: 5 bytes of data at byte 61, 3 present`},
		{"dtype", build(`{"a":{"dtype":"X8","shape":[5],"data_offsets":[0,5]}}`, "12345"), safetensors.ErrDType, `tensor "a": byte 22: unknown dtype "X8"`},
		{"size", build(`{"a":{"dtype":"U8","shape":[-5],"data_offsets":[0,5]}}`, "12345"), safetensors.ErrHeader, `tensor "a": byte 36: the number "-5", expected a shape`},
		{"offsets", build(`{"a":{"dtype":"F32","shape":[2,3],"data_offsets":[0,20]}}`, ""), safetensors.ErrOffsets, `tensor "a": byte 62: 20 bytes between the offsets, expected 24 for shape [2 3] of F32`},
		{"JSON", build(`{"a":{"dtype":`+"\n]", ""), safetensors.ErrHeader, `tensor "a": byte 23: not JSON: `},
		{"UTF-8", build("{\"a\xff\"}", ""), safetensors.ErrHeader, "byte 11: byte 0xff is not UTF-8"},
		{"rest", build(`{}  x`, ""), safetensors.ErrHeader, `byte 12: "x" after the header's object`},
		{"more data", build(`{}`, "12"), safetensors.ErrOffsets, "byte 10: 2 bytes after the last tensor"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := safetensors.New(bytes.NewReader(c.file), int64(len(c.file)))
			if !errors.Is(err, c.kind) || !strings.HasPrefix(err.Error(), c.text) {
				t.Errorf("got %v, want a %v that begins with %q", err, c.kind, c.text)
			}
		})
	}
}

// TestReaderErrors looks at sources that fail after the header.
func TestReaderErrors(t *testing.T) {
	whole := build(`{"a":{"dtype":"U8","shape":[5],"data_offsets":[0,5]},"b":{"dtype":"F4","shape":[2],"data_offsets":[5,6]}}`, "123456")
	f, err := safetensors.New(bytes.NewReader(whole[:len(whole)-4]), int64(len(whole))) // it lies about its size
	if err != nil {
		t.Fatal(err)
	}
	a, err := f.Lookup("a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Read(); !errors.Is(err, safetensors.ErrTruncated) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("Read of a file cut short: %v", err)
	}
	if _, err := a.Map(); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("Map of what is no file: %v", err)
	}
	b, err := f.Lookup("b")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Read(); !errors.Is(err, safetensors.ErrDType) || !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("Read of F4: %v", err)
	}
	if _, err := f.Lookup("c"); !errors.Is(err, safetensors.ErrNoTensor) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Lookup of a name that is not there: %v", err)
	}
	if _, err := safetensors.Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open of no file: %v", err)
	}
	if _, err := safetensors.Open(t.TempDir()); err == nil {
		t.Error("Open of a folder succeeded")
	}
}

// TestNothingForClaims wants little memory for files that claim much.
func TestNothingForClaims(t *testing.T) {
	long := binary.LittleEndian.AppendUint64(nil, safetensors.MaxHeader)
	for _, file := range [][]byte{
		append(long, '{'),
		build(`{"a":{"dtype":"F64","shape":[1000000000000],"data_offsets":[0,8000000000000]}}`, "12345678"),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := safetensors.New(bytes.NewReader(file), int64(len(file)))
		runtime.ReadMemStats(&after)
		if !errors.Is(err, safetensors.ErrTruncated) && !errors.Is(err, safetensors.ErrTooLarge) {
			t.Errorf("%v", err)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
			t.Errorf("%d bytes allocated for a file of %d", n, len(file))
		}
	}
}

func TestRecognise(t *testing.T) {
	for text, want := range map[string]bool{
		string(build(`{}`, "")):              true,
		string(build(`{"a":`, "")):           true,
		string(build(` {}`, "")):             false,
		"\x93NUMPY\x01\x00v\x00{'descr'":     false,
		"PK\x03\x04\x14\x00\x00\x00\x00\x00": false,
		"":                                   false,
		"{\"a\":1}":                          false,
		"\x02\x00\x00\x00\x00\x00\x00\x00":   false,
	} {
		if got := safetensors.Recognise([]byte(text)); got != want {
			t.Errorf("Recognise(%q) is %t", text, got)
		}
	}
}
