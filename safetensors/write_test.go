package safetensors_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/safetensors"
)

var supported = []dtype.Type{
	dtype.Bool, dtype.Int8, dtype.Uint8, dtype.Int16, dtype.Uint16, dtype.Int32, dtype.Uint32, dtype.Int64, dtype.Uint64,
	dtype.Float16, dtype.BFloat16, dtype.Float8E4M3, dtype.Float8E5M2, dtype.Float32, dtype.Float64, dtype.Complex64,
}

// drawView draws an array and takes a view of it by random steps.
func drawView(r *rapid.T) *ndarray.Array {
	dt := rapid.SampledFrom(supported).Draw(r, "dtype").WithOrder(rapid.SampledFrom([]dtype.ByteOrder{dtype.Little, dtype.Big}).Draw(r, "order"))
	shape := rapid.SliceOfN(rapid.IntRange(0, 5), 0, 4).Draw(r, "shape")
	n, err := layout.Size(shape)
	if err != nil {
		r.Fatal(err)
	}
	b := rapid.SliceOfN(rapid.Byte(), n*dt.ItemSize(), n*dt.ItemSize()).Draw(r, "bytes")
	l, err := layout.New(dt.ItemSize(), layout.C, shape...)
	if err != nil {
		r.Fatal(err)
	}
	a, err := ndarray.FromBytes(b, dt, l)
	if err != nil {
		r.Fatal(err)
	}
	for range rapid.IntRange(0, 3).Draw(r, "steps") {
		next := a
		switch rapid.IntRange(0, 4).Draw(r, "step") {
		case 0:
			next = a.Transpose()
		case 1:
			next, err = a.Flip()
		case 2:
			if a.Rank() > 0 {
				next, err = a.Slice(layout.From(rapid.IntRange(0, 2).Draw(r, "from")).By(rapid.IntRange(1, 3).Draw(r, "by")))
			}
		case 3:
			next, err = a.Expand(append([]int{2}, a.Shape()...)...)
		case 4:
			if a.Rank() > 0 && a.Dim(0) > 1 {
				next, err = a.Unfold(0, 2, 1)
			}
		}
		if err != nil {
			r.Fatal(err)
		}
		a = next
	}
	return a
}

// TestWriteViews packs arrays of any layout: what is read back is the same
// elements in the same order.
func TestWriteViews(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		arrays := make(map[string]*ndarray.Array)
		for _, name := range rapid.SliceOfNDistinct(rapid.StringN(0, 5, 20), 0, 4, rapid.ID).Draw(r, "names") {
			arrays[name] = drawView(r)
		}
		metadata := rapid.MapOfN(rapid.String(), rapid.String(), 0, 3).Draw(r, "metadata")
		var b bytes.Buffer
		if err := safetensors.Write(&b, arrays, metadata); err != nil {
			r.Fatal(err)
		}
		f, err := safetensors.New(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil {
			r.Fatal(err)
		}
		if len(f.Tensors()) != len(arrays) {
			r.Fatalf("%d tensors, wrote %d", len(f.Tensors()), len(arrays))
		}
		for name, want := range arrays {
			tensor, err := f.Lookup(name)
			if err != nil {
				r.Fatal(err)
			}
			got, err := tensor.Read()
			if err != nil {
				r.Fatal(err)
			}
			if diff := cmp.Diff(contentOf(t, want), contentOf(t, got)); diff != "" {
				r.Fatalf("%q (-written +read)\n%s", name, diff)
			}
			if tensor.Offset%int64(tensor.DType.ItemSize()) != 0 {
				r.Fatalf("%q of %s starts at byte %d", name, tensor.DType, tensor.Offset)
			}
		}
		if diff := cmp.Diff(metadata, f.Metadata()); diff != "" && len(metadata) > 0 {
			r.Fatal(diff)
		}
	})
}

func TestWriteRefuses(t *testing.T) {
	array := func(dt dtype.Type, shape ...int) *ndarray.Array {
		a, err := ndarray.New(dt, shape...)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	source := func(name string, dt dtype.Type, shape []int, a *ndarray.Array) safetensors.Source {
		return safetensors.Source{Name: name, DType: dt, Shape: shape, Load: func() (*ndarray.Array, func() error, error) { return a, nil, nil }}
	}
	some := array(dtype.Float32, 2, 3)
	for _, c := range []struct {
		name     string
		sources  []safetensors.Source
		metadata map[string]string
		kind     error
		wrote    bool
	}{
		{"complex128", []safetensors.Source{source("a", dtype.Complex128, []int{2, 3}, array(dtype.Complex128, 2, 3))}, nil, safetensors.ErrDType, false},
		{"text", []safetensors.Source{source("a", dtype.UnicodeOf(3), []int{2}, array(dtype.UnicodeOf(3), 2))}, nil, safetensors.ErrDType, false},
		{"void", []safetensors.Source{source("a", dtype.VoidOf(2), []int{2}, array(dtype.VoidOf(2), 2))}, nil, safetensors.ErrDType, false},
		{"zero dtype", []safetensors.Source{source("a", dtype.Type{}, nil, some)}, nil, safetensors.ErrDType, false},
		{"names alike", []safetensors.Source{source("a", dtype.Float32, []int{2, 3}, some), source("a", dtype.Float32, []int{2, 3}, some)}, nil, safetensors.ErrHeader, false},
		{"reserved name", []safetensors.Source{source("__metadata__", dtype.Float32, []int{2, 3}, some)}, nil, safetensors.ErrHeader, false},
		{"name not UTF-8", []safetensors.Source{source("\xff", dtype.Float32, []int{2, 3}, some)}, nil, safetensors.ErrHeader, false},
		{"metadata not UTF-8", nil, map[string]string{"a": "\xff"}, safetensors.ErrHeader, false},
		{"header too long", nil, map[string]string{"a": strings.Repeat("x", safetensors.MaxHeader)}, safetensors.ErrTooLarge, false},
		{"too many bytes", []safetensors.Source{source("a", dtype.Float32, []int{1 << 30, 1 << 30, 1 << 30}, some)}, nil, safetensors.ErrTooLarge, false},
		{"other shape", []safetensors.Source{source("a", dtype.Float32, []int{3, 2}, some)}, nil, safetensors.ErrShape, true},
		{"other dtype", []safetensors.Source{source("a", dtype.Int32, []int{2, 3}, some)}, nil, safetensors.ErrDType, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			err := safetensors.WriteSources(&b, c.sources, c.metadata)
			if !errors.Is(err, c.kind) {
				t.Errorf("error %v, want %v", err, c.kind)
			}
			if c.wrote != (b.Len() > 0) {
				t.Errorf("%d bytes written", b.Len())
			}
		})
	}
}

// TestWriteFile replaces a file whole or leaves it.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "m.safetensors")
	a, err := ndarray.FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	if err := safetensors.WriteFile(name, map[string]*ndarray.Array{"w": a.Transpose()}, nil); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	c, err := ndarray.New(dtype.Complex128, 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := safetensors.WriteFile(name, map[string]*ndarray.Array{"c": c}, nil); !errors.Is(err, safetensors.ErrDType) {
		t.Errorf("error %v", err)
	}
	after, err := os.ReadFile(name)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file changed when writing failed: %v", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if i := slices.IndexFunc(entries, func(e os.DirEntry) bool { return e.Name() != "m.safetensors" }); i >= 0 {
		t.Errorf("stray file %s", entries[i].Name())
	}
}
