package ops_test

import (
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// TestShortCalls: calls on a few elements allocate the result and nothing else: an
// array and its elements.
func TestShortCalls(t *testing.T) {
	x, err := ops.Cast(nil, ints(8, 8), dtype.Float32, dtype.Unsafe)
	if err != nil {
		t.Fatal(err)
	}
	column, err := x.Slice(layout.All, layout.To(1))
	if err != nil {
		t.Fatal(err)
	}
	row, err := ops.Cast(nil, ints(1, 8), dtype.Float32, dtype.Unsafe)
	if err != nil {
		t.Fatal(err)
	}
	dst, err := ndarray.New(dtype.Float32, 8, 8)
	if err != nil {
		t.Fatal(err)
	}
	type array = *ndarray.Array
	for name, c := range map[string]struct {
		f     func() (array, error)
		allow float64
	}{
		"into":       {func() (array, error) { return ops.Add(dst, x, x) }, 0},
		"in place":   {func() (array, error) { return ops.Add(dst, dst, x) }, 0},
		"transposed": {func() (array, error) { return ops.Sub(dst, x, x.Transpose()) }, 1},
		"row":        {func() (array, error) { return ops.Mul(dst, x, row) }, 0},
		"column":     {func() (array, error) { return ops.Mul(dst, x, column) }, 0},
		"fresh":      {func() (array, error) { return ops.Div(nil, x, x) }, 2},
		"fresh row":  {func() (array, error) { return ops.Div(nil, x, row) }, 2},
		"function":   {func() (array, error) { return ops.Sqrt(nil, x) }, 2},
		"comparison": {func() (array, error) { return ops.Less(nil, x, row) }, 2},
		"cast":       {func() (array, error) { return ops.Cast(nil, x, dtype.Float64, dtype.Safe) }, 2},
	} {
		if _, err := c.f(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if n := testing.AllocsPerRun(200, func() { _, _ = c.f() }); n > c.allow {
			t.Errorf("%s: %v allocations, want at most %v", name, n, c.allow)
		}
	}
}
