package ops_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// arrangements are views of the shape of a that lie in memory in all the ways that
// loops tell apart, with a's elements.
func arrangements(t *testing.T, a *array) map[string]*array {
	t.Helper()
	dt, shape := a.DType(), a.Shape()
	last := len(shape) - 1
	views := map[string]*array{"packed": a}
	// put copies a into a view of a fresh array of the given shape and dtype.
	put := func(name string, dt dtype.Type, shape []int, view func(*array) (*array, error)) {
		base, err := ndarray.New(dt, shape...)
		if err != nil {
			t.Fatal(err)
		}
		v, err := view(base)
		if err == nil {
			err = ndarray.Copy(v, a)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		views[name] = v
	}
	reversed := make([]int, len(shape))
	for k, n := range shape {
		reversed[last-k] = n
	}
	wider := func(k, times, more int) []int {
		s := append([]int(nil), shape...)
		s[k] = s[k]*times + more
		return s
	}
	steps := func(k int, r layout.Index) func(*array) (*array, error) {
		return func(b *array) (*array, error) {
			ix := make([]layout.Index, len(shape))
			for i := range ix {
				ix[i] = layout.All
			}
			ix[k] = r
			return b.Slice(ix...)
		}
	}
	put("transposed", dt, reversed, func(b *array) (*array, error) { return b.Transpose(), nil })
	put("every second", dt, wider(last, 2, 0), steps(last, layout.All.By(2)))
	put("every third", dt, wider(last, 3, 0), steps(last, layout.All.By(3)))
	put("window", dt, wider(last, 1, 3), steps(last, layout.Range(1, 1+shape[last])))
	put("rows apart", dt, wider(0, 2, 0), steps(0, layout.All.By(2)))
	put("reversed", dt, shape, func(b *array) (*array, error) { return b.Flip(last) })
	put("upside down", dt, shape, func(b *array) (*array, error) { return b.Flip(0) })
	put("swapped", dt.WithOrder(dtype.NativeOrder.Other()), shape, func(b *array) (*array, error) { return b, nil })
	put("swapped and transposed", dt.WithOrder(dtype.NativeOrder.Other()), reversed, func(b *array) (*array, error) { return b.Transpose(), nil })
	if a.ItemSize() > 1 {
		b := make([]byte, a.NumBytes()+1)
		l, err := layout.New(a.ItemSize(), layout.C, shape...)
		if err != nil {
			t.Fatal(err)
		}
		l.Offset = 1
		v, err := ndarray.FromBytes(b, dt, l)
		if err == nil {
			err = ndarray.Copy(v, a)
		}
		if err != nil {
			t.Fatal(err)
		}
		views["misaligned"] = v
	}
	return views
}

// drawNumbers makes an array of small numbers, which every type holds.
func drawNumbers(t *testing.T, r *rand.Rand, dt dtype.Type, shape ...int) *array {
	t.Helper()
	n, err := layout.Size(shape)
	if err != nil {
		t.Fatal(err)
	}
	s := make([]int8, n)
	for i := range s {
		s[i] = int8(1 + r.IntN(90))
	}
	x, err := ndarray.FromSlice(s, shape...)
	if err != nil {
		t.Fatal(err)
	}
	if x, err = ops.Cast(nil, x, dt, dtype.Unsafe); err != nil {
		t.Fatal(err)
	}
	return x
}

// TestLayouts: operations give the same bits however their operands and the
// destination lie in memory, in shapes that fill no block and no tile.
func TestLayouts(t *testing.T) {
	shapes := [][]int{{37, 71}, {2, 1301}, {1301, 3}, {5, 9, 67}, {3, 1536}}
	types := []dtype.Type{
		dtype.Bool, dtype.Int8, dtype.Uint8, dtype.Int16, dtype.Uint16, dtype.Int32, dtype.Uint32, dtype.Int64, dtype.Uint64,
		dtype.Float16, dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128,
	}
	if testing.Short() {
		shapes, types = shapes[:2], types[7:12]
	}
	casts := func(to dtype.Type) func(dst, x, y *array) (*array, error) {
		return func(dst, x, _ *array) (*array, error) { return ops.Cast(dst, x, to, dtype.Unsafe) }
	}
	all := map[string]func(dst, x, y *array) (*array, error){
		"add": ops.Add, "multiply": ops.Mul, "maximum": ops.Maximum, "less": ops.Less, "equal": ops.Equal, "or": ops.Or,
		"absolute": func(dst, x, _ *array) (*array, error) { return ops.Absolute(dst, x) },
		"sqrt":     func(dst, x, _ *array) (*array, error) { return ops.Sqrt(dst, x) },
		"log":      func(dst, x, _ *array) (*array, error) { return ops.Log(dst, x) },
		"where":    func(dst, x, y *array) (*array, error) { return ops.Where(dst, y, x, y) },
		"clip":     func(dst, x, y *array) (*array, error) { return ops.Clip(dst, x, y, y) },
		"to bool":  casts(dtype.Bool), "to int16": casts(dtype.Int16), "to float32": casts(dtype.Float32),
		"to float64": casts(dtype.Float64), "to complex128": casts(dtype.Complex128),
	}
	r := rand.New(rand.NewPCG(61, 62))
	for _, shape := range shapes {
		for _, dt := range types {
			x, y := drawNumbers(t, r, dt, shape...), drawNumbers(t, r, dt, shape...)
			row := drawNumbers(t, r, dt, shape[len(shape)-1])
			column := drawNumbers(t, r, dt, append(append([]int(nil), shape[:len(shape)-1]...), 1)...)
			xs, ys := arrangements(t, x), arrangements(t, y)
			for name, f := range all {
				for kind, whole := range map[string]*array{"": y, "row": row, "column": column} {
					full, err := ndarray.Broadcast(x, whole)
					if err != nil {
						t.Fatal(err)
					}
					packed, err := full[1].Clone(layout.C)
					if err != nil {
						t.Fatal(err)
					}
					want, err := f(nil, x, packed)
					if err != nil {
						continue // no rule for the dtype
					}
					for a, v := range xs {
						w := whole
						if kind == "" {
							// each arrangement of x beside another one of y
							for b := range ys {
								if w = ys[b]; r.IntN(3) == 0 {
									break
								}
							}
						}
						what := fmt.Sprintf("%s of %s %v, %s, beside %s%v", name, dt, shape, a, kind, w.Strides())
						got, err := f(nil, v, w)
						if err != nil {
							t.Fatalf("%s: %v", what, err)
						}
						same(t, what, got, want)
						if r.IntN(4) > 0 {
							continue
						}
						into := arrangements(t, want)
						for d, dst := range into {
							if r.IntN(len(into)) > 3 || d == "swapped" && name[:2] == "to" || d == "swapped and transposed" && name[:2] == "to" {
								continue
							}
							if _, err := f(dst, v, w); err != nil {
								t.Fatalf("%s into %s: %v", what, d, err)
							}
							same(t, what+" into "+d, dst, want)
						}
					}
				}
			}
		}
	}
}

// same fails unless two arrays have the same elements, to the bit.
func same(t *testing.T, what string, got, want *array) {
	t.Helper()
	if !got.DType().Swapped() && got.DType() != want.DType() {
		t.Fatalf("%s: dtype %s, want %s", what, got.DType(), want.DType())
	}
	g, err := got.Native()
	if err == nil {
		g, err = g.Clone(layout.C)
	}
	if err != nil {
		t.Fatal(err)
	}
	a, _ := g.Bytes()
	b, _ := want.Bytes()
	if !bytes.Equal(a, b) {
		for i := range a {
			if a[i] != b[i] {
				k := i / want.ItemSize()
				t.Fatalf("%s: element %d is %x, want %x", what, k, a[k*want.ItemSize():(k+1)*want.ItemSize()], b[k*want.ItemSize():(k+1)*want.ItemSize()])
			}
		}
	}
}
