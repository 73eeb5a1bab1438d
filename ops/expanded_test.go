package ops_test

import (
	"bytes"
	"strconv"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

type reducer = func(dst, x *ndarray.Array, over ops.Over) (*ndarray.Array, error)

var reducers = map[string]reducer{
	"sum": ops.Sum, "prod": ops.Prod, "min": ops.Min, "max": ops.Max, "any": ops.Any, "all": ops.All,
	"mean": ops.Mean, "count_nonzero": ops.CountNonzero, "argmin": ops.ArgMin, "argmax": ops.ArgMax,
	"var": func(dst, x *ndarray.Array, over ops.Over) (*ndarray.Array, error) { return ops.Var(dst, x, over, 0) },
}

// TestReduceExpanded holds reductions of arrays that stand still along axes to
// those of packed copies.
func TestReduceExpanded(t *testing.T) {
	for _, dt := range []dtype.Type{dtype.Bool, dtype.Int8, dtype.Uint64, dtype.Float32, dtype.Float64, dtype.Complex128} {
		x, err := ops.Cast(nil, ints(3, 1, 2, 1), dt, dtype.Unsafe)
		if err != nil {
			t.Fatal(err)
		}
		for _, times := range []int{1, 2, 3, 7, 64} {
			e, err := x.Expand(3, times, 2, 5)
			if err != nil {
				t.Fatal(err)
			}
			packed, err := e.Clone(layout.C)
			if err != nil {
				t.Fatal(err)
			}
			for name, reduce := range reducers {
				for _, axes := range [][]int{nil, {1}, {3}, {1, 3}, {0, 1}, {2, 3}, {0}} {
					want, wantErr := reduce(nil, packed, ops.Over{Axes: axes})
					got, err := reduce(nil, e, ops.Over{Axes: axes})
					if (err == nil) != (wantErr == nil) {
						t.Fatalf("%s of %s over %v: error %v, of a copy %v", name, dt, axes, err, wantErr)
					}
					if err != nil {
						continue
					}
					equal, err := ops.AllClose(got, want, ops.Tolerance{Relative: 1e-6})
					if !equal || err != nil || got.DType() != want.DType() {
						t.Errorf("%s of %s, %d times, over %v: %v, of a copy %v (%v)", name, dt, times, axes,
							ndarray.Format(got, ndarray.FormatOptions{}), ndarray.Format(want, ndarray.FormatOptions{}), err)
					}
				}
			}
		}
	}
}

// TestMoreElementsThanMemory reduces and compares as many elements as an int
// counts: the time is that of the one in memory.
func TestMoreElementsThanMemory(t *testing.T) {
	n := 1 << (strconv.IntSize - 3)
	one, err := ndarray.FromSlice([]int8{3})
	if err != nil {
		t.Fatal(err)
	}
	x, err := one.Expand(n)
	if err != nil {
		t.Fatal(err)
	}
	product, base := int64(1), int64(3)
	for k := n; k > 0; k >>= 1 {
		if k&1 != 0 {
			product *= base
		}
		base *= base
	}
	for name, want := range map[string]float64{
		"sum": float64(3 * int64(n)), "prod": float64(product), "max": 3, "any": 1, "argmin": 0, "mean": 3, "var": 0,
	} {
		got, err := reducers[name](nil, x, ops.Over{Axes: []int{0}})
		if err != nil {
			t.Fatal(err)
		}
		value, err := ops.Cast(nil, got, dtype.Float64, dtype.Unsafe)
		if err != nil {
			t.Fatal(err)
		}
		v, err := ndarray.As[float64](value)
		if err != nil {
			t.Fatal(err)
		}
		if v.At() != want {
			t.Errorf("%s is %v, want %v", name, v.At(), want)
		}
	}
	equal, err := ops.ArrayEqual(x, x)
	if !equal || err != nil {
		t.Errorf("equal to itself: %v, %v", equal, err)
	}
}

// TestLargeResult adds a row and a column to more than the caches hold, in rows
// that begin anywhere in a line.
func TestLargeResult(t *testing.T) {
	const rows, cols = 8192, 4111
	row, column := make([]uint8, cols), make([]uint8, rows)
	for i := range row {
		row[i] = uint8(i * 7)
	}
	for i := range column {
		column[i] = uint8(i * 13)
	}
	x, err := ndarray.FromSlice(row, 1, cols)
	if err != nil {
		t.Fatal(err)
	}
	y, err := ndarray.FromSlice(column, rows, 1)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := ops.Add(nil, x, y)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := sum.Bytes()
	want := make([]byte, cols)
	for i := range rows {
		for j := range want {
			want[j] = row[j] + column[i]
		}
		if !bytes.Equal(b[i*cols:(i+1)*cols], want) {
			t.Fatalf("row %d differs", i)
		}
	}
}
