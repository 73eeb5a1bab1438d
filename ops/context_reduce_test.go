package ops_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/ndtool/ndtool/internal/looks"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ops"
)

// TestReductionsStop runs folds, searches, sorts and joins of large arrays, by rows,
// by columns and of all elements, under a context that ends before they are done.
func TestReductionsStop(t *testing.T) {
	x, err := ops.Cast(nil, ints(1000, 1100), dtype.Float64, dtype.Unsafe)
	if err != nil {
		t.Fatal(err)
	}
	index, err := ndarray.FromSlice([]int64{999, 0, 5, 7})
	if err != nil {
		t.Fatal(err)
	}
	over := func(f func(dst, x *ndarray.Array, over ops.Over) (*ndarray.Array, error), axes ...int) func(x *ndarray.Array) (*ndarray.Array, error) {
		return func(x *ndarray.Array) (*ndarray.Array, error) { return f(nil, x, ops.Over{Axes: axes}) }
	}
	for name, f := range map[string]func(x *ndarray.Array) (*ndarray.Array, error){
		"sum of rows":     over(ops.Sum, 0),
		"sum of columns":  over(ops.Sum, 1),
		"sum of all":      over(ops.Sum),
		"mean":            over(ops.Mean, 0),
		"max":             over(ops.Max, 1),
		"all":             over(ops.All),
		"argmax of rows":  over(ops.ArgMax, 0),
		"argmax of lines": over(ops.ArgMax, 1),
		"argmin of all":   over(ops.ArgMin),
		"var":             func(x *ndarray.Array) (*ndarray.Array, error) { return ops.Var(nil, x, ops.Over{}, 0) },
		"cumsum":          func(x *ndarray.Array) (*ndarray.Array, error) { return ops.CumSum(nil, x, 0) },
		"cumsum of lines": func(x *ndarray.Array) (*ndarray.Array, error) { return ops.CumSum(nil, x, 1) },
		"sort":            func(x *ndarray.Array) (*ndarray.Array, error) { return ops.Sort(nil, x, 1) },
		"argsort":         func(x *ndarray.Array) (*ndarray.Array, error) { return ops.ArgSort(nil, x, 0) },
		"unique": func(x *ndarray.Array) (*ndarray.Array, error) {
			u, err := ops.Unique(x)
			return u.Values, err
		},
		"take":   func(x *ndarray.Array) (*ndarray.Array, error) { return ops.Take(nil, x, index, 0) },
		"concat": func(x *ndarray.Array) (*ndarray.Array, error) { return ops.Concat(nil, 0, x, x) },
		"tile":   func(x *ndarray.Array) (*ndarray.Array, error) { return ops.Tile(nil, x, 2, 1) },
		"roll":   func(x *ndarray.Array) (*ndarray.Array, error) { return ops.Roll(nil, x, []int{3}, []int{0}) },
		"pad": func(x *ndarray.Array) (*ndarray.Array, error) {
			return ops.Pad(nil, x, [][2]int{{1, 1}, {1, 1}}, ops.PadEdge, nil)
		},
	} {
		for _, turned := range []bool{false, true} {
			a := x
			if turned {
				a = x.Transpose()
			}
			looked := int64(2)
			if slices.Contains([]string{"take", "concat", "tile", "roll", "pad"}, name) {
				looked = 0 // copies of this size are one or two pieces
			}
			ctx := looks.New(t, looked)
			if r, err := f(a.WithContext(ctx)); !errors.Is(err, context.Canceled) || r != nil {
				t.Errorf("%s, transposed %v: error %v", name, turned, err)
			}
			if _, err := f(a); err != nil {
				t.Errorf("%s, transposed %v: %v", name, turned, err)
			}
		}
	}
}
