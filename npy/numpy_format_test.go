package npy

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

type formatCase struct {
	File, Want, Error, Header, Note string
	Version                         [2]uint8
	Descr                           any
	Shape                           []int
	Fortran                         bool   `json:"fortran_order"`
	SHA                             string `json:"sha256_c"`
	SaveSHA                         string `json:"save_sha256"`
	Members                         map[string]facts

	HeaderHex   string `json:"header_bytes_hex"`
	MemoryOrder string `json:"memory_order"`

	Growth     json.Number `json:"shape_growth_axis"`
	Spaces     int         `json:"field_name_spaces"`
	HeaderSize int         `json:"total_header_bytes"`
}

// Files and headers of NumPy's own tests (numpy/lib/tests/test_format.py).
func TestNumPyFormat(t *testing.T) {
	base := shared(t, "cases")
	done := make(map[string]int)
	for _, c := range jsonLines[formatCase](t, filepath.Join(base, "numpy_format.jsonl")) {
		name := c.File
		if name == "" {
			name = c.Want
		}
		done[c.Want]++
		t.Run(name, func(t *testing.T) {
			switch c.Want {
			case "canonical_header":
				c.canonicalHeader(t)
			case "header_length":
				c.headerLength(t)
			case "refuse", "object":
				c.refuse(t, filepath.Join(base, c.File))
			case "load":
				c.load(t, filepath.Join(base, c.File))
			default:
				t.Errorf("unknown kind of case %q", c.Want)
			}
		})
	}
	for _, kind := range []string{"canonical_header", "header_length", "refuse", "object", "load"} {
		if done[kind] == 0 {
			t.Errorf("no cases of kind %s", kind)
		}
	}
}

func (c formatCase) canonicalHeader(t *testing.T) {
	dt, err := dtype.Parse(c.Descr.(string))
	if err != nil {
		t.Fatal(err)
	}
	a, err := ndarray.NewOrder(dt, layout.Order(c.MemoryOrder[0]), c.Shape...)
	if err != nil {
		t.Fatal(err)
	}
	got, err := HeaderOf(a).AppendBinary(nil)
	want, _ := hex.DecodeString(c.HeaderHex)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v\ngot  %q\nwant %q", err, got, want)
	}
}

// headerLength is the case of test_header_growth_axis: a record field with a
// name of spaces, and the length that the header must have. NumPy's test writes
// the repr of the dtype, "dtype(…)", which is 7 characters longer than a descr.
func (c formatCase) headerLength(t *testing.T) {
	dt, err := dtype.NewRecord([]dtype.Field{{Name: strings.Repeat(" ", c.Spaces+len("dtype()")), Type: dtype.Int64}}, 8)
	if err != nil {
		t.Fatal(err)
	}
	growth, err := strconv.Atoi(c.Growth.String())
	if err != nil {
		return // more than any array has
	}
	shape := []int{0, growth}
	if !c.Fortran {
		shape = []int{growth, 0}
	}
	got, err := Header{DType: dt, FortranOrder: c.Fortran, Shape: shape}.AppendBinary(nil)
	if err != nil || len(got) != c.HeaderSize {
		t.Errorf("header of %d bytes, want %d (%v)", len(got), c.HeaderSize, err)
	}
}

func (c formatCase) refuse(t *testing.T, path string) {
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, fileErr := ReadFile(path, Options{})
	_, streamErr := Read(onlyReader{bytes.NewReader(b)}, Options{File: path})
	if strings.HasPrefix(c.Error, "ValueError: Header info length") {
		// NumPy's own policy; there is no danger in a long header here
		if fileErr != nil || streamErr != nil {
			t.Errorf("%v; %v", fileErr, streamErr)
		}
		return
	}
	if fileErr == nil || streamErr == nil {
		t.Fatalf("accepted; NumPy: %s", c.Error)
	}
	if f, err := Open(path); err == nil {
		f.Close()
		t.Error("Open accepts it")
	}
	for _, err := range []error{fileErr, streamErr} {
		e, ok := err.(*Error)
		if !ok || e.Offset < 0 || e.Offset > int64(len(b)) || e.File != path {
			t.Errorf("%#v: want an *Error with the file and a byte of it", err)
		}
	}
	if c.Want == "object" && !(errors.Is(fileErr, ErrObject) && errors.Is(fileErr, errors.ErrUnsupported)) {
		t.Errorf("%v is not of kind ErrObject", fileErr)
	}
	if strings.Contains(path, "truncated") && !errors.Is(fileErr, ErrTruncated) {
		t.Errorf("%v is not of kind ErrTruncated", fileErr)
	}
}

func (c formatCase) load(t *testing.T, path string) {
	if c.Members != nil {
		c.loadMembers(t, path)
		return
	}
	want := facts{Shape: c.Shape, Descr: c.Descr, Fortran: &c.Fortran, SHA: c.SHA}
	a, err := ReadFile(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want.check(t, a)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	streamed, err := Read(onlyReader{f}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want.check(t, streamed)
	m, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	want.check(t, m.Array())
	if h := m.Header(); h.Version != c.Version || h.FortranOrder != c.Fortran {
		t.Errorf("header %+v, want version %v", h, c.Version)
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	if c.SaveSHA == "" {
		return
	}
	var out bytes.Buffer
	if err := Write(&out, a); err != nil {
		t.Fatal(err)
	}
	if sum(out.Bytes()) != c.SaveSHA {
		t.Errorf("not the file that np.save writes: %q", out.Bytes()[:min(out.Len(), 192)])
	}
}

func (c formatCase) loadMembers(t *testing.T, path string) {
	a, err := OpenArchiveFile(path, ArchiveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if len(a.Members()) != len(c.Members) {
		t.Errorf("%d members, want %d", len(a.Members()), len(c.Members))
	}
	for key, want := range c.Members {
		m, err := a.Lookup(key)
		if err != nil {
			t.Fatal(err)
		}
		array, err := m.Read()
		if err != nil {
			t.Fatal(err)
		}
		want.check(t, array)
	}
}
