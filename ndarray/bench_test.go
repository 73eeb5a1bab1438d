package ndarray_test

import (
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// BenchmarkView shows that a view costs nanoseconds and one allocation of its
// own metadata, whatever the size of the array: B/op does not grow with it.
func BenchmarkView(b *testing.B) {
	a, err := ndarray.New(dtype.Float32, 2048, 2048)
	if err != nil {
		b.Fatal(err)
	}
	cube, err := a.View(64, 32, 2048)
	if err != nil {
		b.Fatal(err)
	}
	rows := []layout.Index{layout.Range(1, 1000).By(2), layout.From(5)}
	for _, c := range []struct {
		name string
		view func() (*ndarray.Array, error)
	}{
		{"transpose", func() (*ndarray.Array, error) { return a.Transpose(), nil }},
		{"permute", func() (*ndarray.Array, error) { return cube.Permute(2, 0, 1) }},
		{"slice", func() (*ndarray.Array, error) { return a.Slice(rows...) }},
		{"view", func() (*ndarray.Array, error) { return a.View(64, 32, 2048) }},
		{"reshape", func() (*ndarray.Array, error) {
			r, _, err := a.Reshape(layout.C, 4096, -1)
			return r, err
		}},
		{"expand", func() (*ndarray.Array, error) { return a.Expand(8, 2048, 2048) }},
		{"unfold", func() (*ndarray.Array, error) { return a.Unfold(1, 16, 8) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.view(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkTranspose2048 puts the view of a transposed 2048×2048 float32 array
// beside its packed copy.
func BenchmarkTranspose2048(b *testing.B) {
	a, err := ndarray.New(dtype.Float32, 2048, 2048)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("view", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = a.Transpose()
		}
	})
	b.Run("copy", func(b *testing.B) {
		dst, err := ndarray.New(dtype.Float32, 2048, 2048)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(a.NumBytes()))
		b.ReportAllocs()
		for b.Loop() {
			if err := ndarray.Copy(dst, a.Transpose()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkSmallCopy packs 8×8 arrays.
func BenchmarkSmallCopy(b *testing.B) {
	a, err := ndarray.New(dtype.Float32, 8, 8)
	if err != nil {
		b.Fatal(err)
	}
	t := a.Transpose()
	b.Run("clone", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := a.Clone(layout.C); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("contiguous transposed", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := t.Contiguous(layout.C); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("copy transposed", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := ndarray.Copy(a, a); err != nil {
				b.Fatal(err)
			}
		}
	})
}
