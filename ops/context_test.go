package ops_test

import (
	"context"
	"errors"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
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
		if r, err := ops.MatMulContext(ctx, nil, x, y); !errors.Is(err, context.Canceled) || r != nil {
			t.Errorf("%s: result %v, error %v", dt, r, err)
		}
		if _, err := ops.MatMul(nil, x, y); err != nil {
			t.Errorf("%s: %v", dt, err)
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
