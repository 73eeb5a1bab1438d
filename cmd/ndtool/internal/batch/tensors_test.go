package batch

import (
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/safetensors"
)

// TestTensors reads the tensors of a safetensors file in every way: the ways
// for small and for large ones give the same.
func TestTensors(t *testing.T) {
	count := make([]int64, 50_000) // more than is read at once
	for i := range count {
		count[i] = int64(i)
	}
	large, err := ndarray.FromSlice(count, 250, 200)
	if err != nil {
		t.Fatal(err)
	}
	small, err := ndarray.New(dtype.Float32, 3)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "m.npz") // the content tells what it is
	if err := safetensors.WriteFile(name, map[string]*ndarray.Array{"large": large, "small": small}, nil); err != nil {
		t.Fatal(err)
	}
	src, err := Open(Input{Path: name}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	if src.Tensors() == nil || !src.Several() || src.Archive() != nil {
		t.Fatal("not taken for a safetensors file")
	}
	if _, err := src.One(); err == nil || !strings.Contains(err.Error(), "holds 2 arrays") {
		t.Errorf("One of two: %v", err)
	}
	n := 0
	for _, err := range src.Arrays() {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 2 {
		t.Errorf("%d arrays", n)
	}

	one, err := Open(Input{Path: name, Member: "large", HasMember: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	arr, err := one.One()
	if err != nil {
		t.Fatal(err)
	}
	if arr.Name() != "large" || one.Several() {
		t.Errorf("name %q, several %t", arr.Name(), one.Several())
	}
	loaded, end, err := arr.Load()
	if err != nil {
		t.Fatal(err)
	}
	mapped, unmap, err := arr.mapTensor()
	if err != nil {
		t.Fatal(err)
	}
	data, err := arr.Data()
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(data)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := large.Bytes()
	for way, a := range map[string]*ndarray.Array{"loaded": loaded, "mapped": mapped} {
		c, err := a.Clone(layout.C)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := c.Bytes(); string(got) != string(want) {
			t.Errorf("%s: other elements", way)
		}
	}
	if string(b) != string(want) {
		t.Error("Data: other bytes")
	}
	if err := errors.Join(end(), one.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := mapped.Clone(layout.C); err != nil {
		t.Errorf("the mapping ended with its source: %v", err)
	}
	if err := unmap(); err != nil {
		t.Fatal(err)
	}
	if _, err := mapped.Clone(layout.C); !errors.Is(err, ndarray.ErrClosed) {
		t.Errorf("after its end: %v", err)
	}
}
