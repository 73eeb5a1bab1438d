package npy

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndtool/ndtool/internal/pyliteral"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// shared returns a path below the folder ../shared beside the repository, and
// skips the test where there is none.
func shared(t *testing.T, parts ...string) string {
	t.Helper()
	path := filepath.Join(append([]string{"..", "..", "shared"}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skip("the folder ../shared is not there")
	}
	return path
}

// jsonLines decodes a file of one JSON object a line.
func jsonLines[T any](t *testing.T, path string) []T {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []T
	in := bufio.NewScanner(f)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		var v T
		if err := json.Unmarshal(in.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// itemBytes returns the items in C order; of records the bytes of each field in
// turn, because padding has no value.
func itemBytes(t *testing.T, a *ndarray.Array) []byte {
	t.Helper()
	if a.DType().Kind() == dtype.KindRecord {
		var b []byte
		for _, f := range a.DType().Fields() {
			part, err := a.Field(f.Name)
			if err != nil {
				t.Fatal(err)
			}
			b = append(b, itemBytes(t, part)...)
		}
		return b
	}
	return rawBytes(t, a)
}

// rawBytes returns the items in C order as they are stored.
func rawBytes(t *testing.T, a *ndarray.Array) []byte {
	t.Helper()
	c, _, err := a.Contiguous(layout.C)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := c.Bytes()
	return b
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

// descrJSON returns a dtype's descr as Python's json module writes it.
func descrJSON(t *testing.T, dt dtype.Type) any {
	t.Helper()
	v, err := pyliteral.Parse(dt.Descr(), pyliteral.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return literalJSON(v)
}

func literalJSON(v pyliteral.Value) any {
	switch v.Kind {
	case pyliteral.Str:
		return strings.ToValidUTF8(v.Text, "\uFFFD") // half a surrogate pair, as Go's JSON decoder reads it
	case pyliteral.Int:
		return float64(v.Int)
	}
	list := make([]any, len(v.Items))
	for i, item := range v.Items {
		list[i] = literalJSON(item)
	}
	return list
}

// facts is what a case file tells of an array.
type facts struct {
	Shape   []int
	Descr   any
	Fortran *bool  `json:"fortran_order"`
	SHA     string `json:"sha256_c"`
	Strides []int

	raw bool // SHA is over the items as they are, padding of records included
}

// check compares an array with them.
func (f facts) check(t *testing.T, a *ndarray.Array) {
	t.Helper()
	if d := cmp.Diff(f.Shape, a.Shape()); d != "" {
		t.Errorf("shape: %s", d)
		return
	}
	if d := cmp.Diff(f.Descr, descrJSON(t, a.DType())); f.Descr != nil && d != "" {
		t.Errorf("descr: %s", d)
	}
	items := itemBytes
	if f.raw {
		items = rawBytes
	}
	if f.SHA != "" && sum(items(t, a)) != f.SHA {
		t.Errorf("the items differ: % x", clip(string(items(t, a))))
	}
	if f.Fortran != nil && HeaderOf(a).FortranOrder != *f.Fortran {
		t.Errorf("fortran_order %v, want %v", !*f.Fortran, *f.Fortran)
	}
	for k, s := range f.Strides {
		if a.Len() > 0 && f.Shape[k] > 1 && a.Strides()[k] != s {
			t.Errorf("strides %v, want %v", a.Strides(), f.Strides)
			break
		}
	}
}
