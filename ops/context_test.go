package ops_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"

	"github.com/ndtool/ndtool/internal/looks"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// TestMatMulStops multiplies under a context that has ended, in every way that
// products are computed.
func TestMatMulStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, dt := range []dtype.Type{dtype.Int32, dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Float16} {
		x, err := ops.Cast(nil, ints(3, 70, 40), dt, dtype.Unsafe)
		if err != nil {
			t.Fatal(err)
		}
		y, err := x.SwapAxes(1, 2)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := ops.MatMul(nil, x.WithContext(ctx), y); !errors.Is(err, context.Canceled) || r != nil {
			t.Errorf("%s: result %v, error %v", dt, r, err)
		}
		if _, err := ops.MatMul(nil, x, y); err != nil {
			t.Errorf("%s: %v", dt, err)
		}
	}
}

// TestElementwiseStops runs operations on large operands of several layouts under
// a context that ends soon after they have begun: the end of the destination is not
// written. Under one that has ended before, nothing is.
func TestElementwiseStops(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const rows, cols = 1024, 1024
	x, err := ops.Cast(nil, ints(rows, cols), dtype.Float64, dtype.Unsafe)
	if err != nil {
		t.Fatal(err)
	}
	swapped, err := ops.Cast(nil, x, dtype.Float64.WithOrder(dtype.Big), dtype.Unsafe)
	if err != nil {
		t.Fatal(err)
	}
	row, err := x.Slice(layout.Int(1))
	if err != nil {
		t.Fatal(err)
	}
	y := x
	type operation func(dst, x *ndarray.Array) (*ndarray.Array, error)
	with := func(f func(dst, x, y *ndarray.Array) (*ndarray.Array, error), y *ndarray.Array) operation {
		return func(dst, x *ndarray.Array) (*ndarray.Array, error) { return f(dst, x, y) }
	}
	to := func(dt dtype.Type) operation {
		return func(dst, x *ndarray.Array) (*ndarray.Array, error) { return ops.Cast(dst, x, dt, dtype.Unsafe) }
	}
	for _, c := range []struct {
		name   string
		f      operation
		x      *ndarray.Array
		result dtype.Type
	}{
		{"adjacent", with(ops.Add, x), x, dtype.Float64},
		{"row", with(ops.Mul, row), x, dtype.Float64},
		{"transposed", with(ops.Sub, x), x.Transpose(), dtype.Float64},
		{"comparison", with(ops.LessEqual, x), x, dtype.Bool},
		{"function", ops.Exp, x, dtype.Float64},
		{"swapped", ops.Sqrt, swapped, dtype.Float64},
		{"cast", to(dtype.Float32), x, dtype.Float32},
		{"cast of swapped", to(dtype.Complex128), swapped, dtype.Complex128},
		{"where", func(dst, x *ndarray.Array) (*ndarray.Array, error) { return ops.Where(dst, x, row, y) }, x, dtype.Float64},
		{"clip", func(dst, x *ndarray.Array) (*ndarray.Array, error) { return ops.Clip(dst, x, row, y) }, x, dtype.Float64},
	} {
		for _, left := range []int64{0, 3} {
			dst, err := ndarray.New(c.result, rows, cols)
			if err != nil {
				t.Fatal(err)
			}
			if r, err := c.f(dst, c.x.WithContext(looks.New(t, left))); !errors.Is(err, context.Canceled) || r != nil {
				t.Errorf("%s: result %v, error %v", c.name, r, err)
			}
			b, _ := dst.Bytes()
			if begun := slices.Max(b[:len(b)/2]) != 0; begun != (left > 0) {
				t.Errorf("%s, %d looks: begun is %v", c.name, left, begun)
			}
			if slices.Max(b[len(b)-cols:]) != 0 {
				t.Errorf("%s, %d looks: the end is written", c.name, left)
			}
			// The context of the destination counts as well, and one that goes on changes nothing.
			if _, err := c.f(dst.WithContext(looks.New(t, left)), c.x); !errors.Is(err, context.Canceled) {
				t.Errorf("%s into a destination with a context: error %v", c.name, err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		got, err := c.f(nil, c.x.WithContext(ctx))
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		want, err := c.f(nil, c.x)
		if err != nil {
			t.Fatal(err)
		}
		if equal, err := ops.ArrayEqual(got, want); !equal || err != nil {
			t.Errorf("%s under a context: equal %v, error %v", c.name, equal, err)
		}
	}
}

// TestMatMulInParts multiplies more rows than are done at once, as integers and
// as floats, which hold the results too.
func TestMatMulInParts(t *testing.T) {
	x, err := ops.Cast(nil, ints(300, 256), dtype.Int8, dtype.Unsafe)
	if err != nil {
		t.Fatal(err)
	}
	y, err := ops.Cast(nil, ints(256, 256), dtype.Int8, dtype.Unsafe)
	if err != nil {
		t.Fatal(err)
	}
	var results []*ndarray.Array
	for _, dt := range []dtype.Type{dtype.Int32, dtype.Float64} {
		a, err := ops.Cast(nil, x, dt, dtype.Unsafe)
		if err != nil {
			t.Fatal(err)
		}
		b, err := ops.Cast(nil, y, dt, dtype.Unsafe)
		if err != nil {
			t.Fatal(err)
		}
		r, err := ops.MatMul(nil, a, b)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
		// A transposed operand goes another way.
		if r, err = ops.MatMul(nil, b.Transpose(), a.Transpose()); err != nil {
			t.Fatal(err)
		}
		results = append(results, r.Transpose())
	}
	for k, r := range results {
		if equal, err := ops.ArrayEqual(r, results[0]); !equal || err != nil {
			t.Errorf("product %d: equal %v, error %v", k, equal, err)
		}
	}
}
