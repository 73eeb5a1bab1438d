package main

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/ops"
)

// stats saves an array and reads its statistics.
func stats(t *testing.T, a *ndarray.Array, as ...dtype.Type) string {
	t.Helper()
	var file bytes.Buffer
	if err := npy.Write(&file, a); err != nil {
		t.Fatal(err)
	}
	src, err := batch.Open(batch.Input{Path: batch.Stdin, As: as}, &file)
	if err != nil {
		t.Fatal(err)
	}
	arr, err := src.One()
	if err != nil {
		t.Fatal(err)
	}
	s, err := statsOf(t.Context(), arr)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func from[T dtype.Element](t *testing.T, x ...T) *ndarray.Array {
	t.Helper()
	a, err := ndarray.FromSlice(x, len(x))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// convert is a in another dtype, or its bytes as a date.
func convert(t *testing.T, a *ndarray.Array, dt dtype.Type) *ndarray.Array {
	t.Helper()
	var err error
	if k := dt.Kind(); k == dtype.KindDatetime || k == dtype.KindTimedelta {
		a, err = a.ViewAs(dt)
	} else {
		a, err = ops.Cast(nil, a, dt, dtype.Unsafe)
	}
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestStats(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	some := from(t, 0.5, -2, nan, 3.25, nan)
	dates, err := dtype.Parse("M8[D]")
	if err != nil {
		t.Fatal(err)
	}
	spans, err := dtype.Parse("m8[s]")
	if err != nil {
		t.Fatal(err)
	}
	text, err := ndarray.New(dtype.UnicodeOf(4), 2)
	if err != nil {
		t.Fatal(err)
	}
	const someStats = `{"count":5,"nan":2,"min":-2.0,"max":3.25,"mean":0.5833333333333334}`
	for _, c := range []struct {
		name string
		a    *ndarray.Array
		want string
	}{
		{"float64", some, someStats},
		{"big endian", convert(t, some, dtype.Float64.WithOrder(dtype.Big)), someStats},
		{"float32", convert(t, some, dtype.Float32), someStats},
		{"float16", convert(t, some, dtype.Float16), someStats},
		{"float32 in its own digits", from(t, float32(0.1)), `{"count":1,"nan":0,"min":0.1,"max":0.1,"mean":0.10000000149011612}`},
		{"infinite", from(t, 1, inf, 2), `{"count":3,"nan":0,"min":1.0,"max":"inf","mean":"inf"}`},
		{"both infinities", from(t, -inf, inf), `{"count":2,"nan":0,"min":"-inf","max":"inf","mean":"nan"}`},
		{"small beside large", from(t, 1e100, 1, -1e100, 1), `{"count":4,"nan":0,"min":-1e+100,"max":1e+100,"mean":0.5}`},
		{"NaN alone", from(t, nan), `{"count":1,"nan":1}`},
		{"nothing", from[float32](t), `{"count":0,"nan":0}`},
		{"int64 at its ends", from(t, int64(math.MinInt64), math.MaxInt64, math.MaxInt64, math.MaxInt64), `{"count":4,"nan":0,"min":-9223372036854775808,"max":9223372036854775807,"mean":4.611686018427388e+18}`},
		{"uint64 at its end", from(t, uint64(math.MaxUint64), 0), `{"count":2,"nan":0,"min":0,"max":18446744073709551615,"mean":9.223372036854776e+18}`},
		{"int8", from(t, int8(-128), 127, 3), `{"count":3,"nan":0,"min":-128,"max":127,"mean":0.6666666666666666}`},
		{"bool", from(t, true, false, true, true), `{"count":4,"nan":0,"min":false,"max":true,"mean":0.75}`},
		{"complex", from(t, 1+2i, complex(nan, 0), 3-1i), `{"count":3,"nan":1,"mean":"(2+0.5j)"}`},
		{"dates", convert(t, from(t, int64(19000), math.MinInt64, 0), dates), `{"count":3,"nan":1,"min":"1970-01-01","max":"2022-01-08"}`},
		{"spans", convert(t, from(t, int64(7), -3), spans), `{"count":2,"nan":0,"min":"-3 seconds","max":"7 seconds"}`},
		{"text", text, `null`},
	} {
		if diff := cmp.Diff(c.want, stats(t, c.a)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.name, diff)
		}
	}
	// a bfloat16 prints as ml_dtypes does, without a point
	want := `{"count":5,"nan":2,"min":-2,"max":3.25,"mean":0.5833333333333334}`
	if diff := cmp.Diff(want, stats(t, convert(t, some, dtype.BFloat16), dtype.BFloat16)); diff != "" {
		t.Errorf("bfloat16 (-want +got)\n%s", diff)
	}
}

// TestStatsBlocks wants the same of an array of several blocks, in either
// order, as of its sum.
func TestStatsBlocks(t *testing.T) {
	const rows, cols = 700, 500 // 2.8 MB
	x := make([]float64, rows*cols)
	for i := range x {
		x[i] = float64(i%1000) - 100
	}
	x[len(x)-1] = 5000
	a, err := ndarray.FromSlice(x, rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	f, err := a.Clone(layout.F)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []*ndarray.Array{a, f} {
		if got, want := stats(t, a), `{"count":350000,"nan":0,"min":-100.0,"max":5000.0,"mean":399.51171714285715}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
