package ops_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// TestItemsOfNoBytesAreEqualAtOnce compares as many as an int counts.
func TestItemsOfNoBytesAreEqualAtOnce(t *testing.T) {
	a, err := ndarray.New(dtype.VoidOf(0), math.MaxInt)
	if err != nil {
		t.Fatal(err)
	}
	equal, err := ops.ArrayEqual(a, a)
	if !equal || err != nil {
		t.Errorf("equal %v, error %v", equal, err)
	}
}

// TestIndexBeyondInt64 names the index as it was given.
func TestIndexBeyondInt64(t *testing.T) {
	a, err := ndarray.New(dtype.Int8, 2)
	if err != nil {
		t.Fatal(err)
	}
	index, err := ndarray.FromSlice([]uint64{1, math.MaxUint64})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ops.Take(nil, a, index, 0); !errors.Is(err, layout.ErrIndex) || !strings.Contains(err.Error(), "18446744073709551615") {
		t.Errorf("error %v", err)
	}
}

// TestFlattenedExtremes holds the places in arrays of any layout, with many equal
// elements, to those in their packed copies.
func TestFlattenedExtremes(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	for _, dt := range []dtype.Type{dtype.Float32, dtype.Float64.WithOrder(dtype.Big), dtype.Int8, dtype.Complex64, dtype.Float16, dtype.Bool} {
		for _, shape := range [][]int{{3, 4, 5}, {40, 30}, {2, 50, 3}, {1000}, {1, 1}, {5000, 2}} {
			n := 1
			for _, size := range shape {
				n *= size
			}
			values := make([]float64, n)
			for i := range values {
				if values[i] = float64(r.IntN(4)); r.IntN(2*n) == 0 {
					values[i] = math.NaN()
				}
			}
			a, err := ndarray.FromSlice(values, shape...)
			if err != nil {
				t.Fatal(err)
			}
			if a, err = ops.Cast(nil, a, dt, dtype.Unsafe); err != nil {
				t.Fatal(err)
			}
			for _, view := range layoutsOf(t, a) {
				packed, err := view.Clone(layout.C)
				if err != nil {
					t.Fatal(err)
				}
				if packed, err = packed.View(-1); err != nil {
					t.Fatal(err)
				}
				for name, f := range map[string]func(dst, x *ndarray.Array, over ops.Over) (*ndarray.Array, error){"argmin": ops.ArgMin, "argmax": ops.ArgMax} {
					got, err := f(nil, view, ops.Over{})
					if err != nil {
						t.Fatal(err)
					}
					want, err := f(nil, packed, ops.Over{Axes: []int{0}})
					if err != nil {
						t.Fatal(err)
					}
					if equal, err := ops.ArrayEqual(got, want); !equal || err != nil {
						t.Errorf("%s of %v: %v, want %v", name, view, got, want)
					}
				}
			}
		}
	}
}

// layoutsOf returns views of a: itself, transposed, reversed, every second row and
// column, expanded before and after.
func layoutsOf(t *testing.T, a *ndarray.Array) []*ndarray.Array {
	t.Helper()
	var views []*ndarray.Array
	add := func(v *ndarray.Array, err error) {
		if err != nil {
			t.Fatal(err)
		}
		views = append(views, v)
	}
	add(a, nil)
	if a.Rank() > 1 {
		add(a.Transpose(), nil)
		add(a.SwapAxes(0, 1))
	}
	add(a.Flip())
	every, err := layout.ParseIndex("...,::2")
	if err != nil {
		t.Fatal(err)
	}
	add(a.Slice(every...))
	add(a.Expand(append([]int{3}, a.Shape()...)...))
	last, err := a.Unsqueeze(a.Rank())
	if err != nil {
		t.Fatal(err)
	}
	add(last.Expand(append(a.Shape(), 4)...))
	return views
}

// TestFlattenedExtremesCopyNothing finds the place in a transposed matrix, and in one
// element expanded to more than any memory holds.
func TestFlattenedExtremesCopyNothing(t *testing.T) {
	a, err := ndarray.New(dtype.Float64, 500, 400)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := ops.ArgMax(nil, a.Transpose(), ops.Over{}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > uint64(a.NumBytes()/4) {
		t.Errorf("%d bytes for the place in %d", got, a.NumBytes())
	}
	one, err := ndarray.FromSlice([]int8{7}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	n := 1 << (strconv.IntSize/2 - 2)
	if one, err = one.Expand(n, n); err != nil {
		t.Fatal(err)
	}
	if got, err := ops.ArgMax(nil, one, ops.Over{}); err != nil || got.Rank() != 0 {
		t.Errorf("%v, error %v", got, err)
	}
}
