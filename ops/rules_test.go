package ops_test

import (
	"encoding/hex"
	"fmt"
	"slices"
	"testing"

	"github.com/ndtool/ndtool/fixtures"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// one returns an array of one zero.
func one(t *testing.T, descr string) *ndarray.Array {
	t.Helper()
	return zeros(t, descr, 1, 1)
}

func zeros(t *testing.T, descr string, shape ...int) *ndarray.Array {
	t.Helper()
	dt, err := dtype.Parse(descr)
	if err != nil {
		t.Fatal(err)
	}
	a, err := ndarray.New(dt, shape...)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Every row of the table of casts gives NumPy's bytes, but where the outcome is
// undefined.
func TestRulesCast(t *testing.T) {
	type row struct {
		From      string `json:"from"`
		Value     string `json:"value"`
		FromHex   string `json:"from_hex_le"`
		To        string `json:"to"`
		Hex       string `json:"hex_le"`
		Repr      string `json:"repr"`
		Undefined bool   `json:"undefined"`
	}
	rows, err := fixtures.Decode[row]("rules/rules_cast.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	for _, r := range rows {
		if r.Undefined {
			continue
		}
		done++
		item, err := hex.DecodeString(r.FromHex)
		if err != nil {
			t.Fatal(err)
		}
		from := zeros(t, r.From).DType().WithOrder(dtype.Little)
		to := zeros(t, r.To).DType().WithOrder(dtype.Little)
		x, err := ndarray.FromBytes(item, from, layout.Layout{})
		if err != nil {
			t.Fatal(err)
		}
		y, err := ops.Cast(nil, x, to, dtype.Unsafe)
		if err != nil {
			t.Errorf("%s %s to %s: %v", r.From, r.Value, r.To, err)
			continue
		}
		b, _ := y.Bytes()
		if got := hex.EncodeToString(b); got != r.Hex && r.Value != "nan" { // whose bits processors differ in
			t.Errorf("%s %s to %s: %s, want %s (%s)", r.From, r.Value, r.To, got, r.Hex, r.Repr)
		}
	}
	if done != 675 {
		t.Errorf("%d rows with an outcome, expected 675", done)
	}
}

// Every row of the table of overlapping writes reads as if the source had been
// copied first.
func TestRulesInPlace(t *testing.T) {
	type row struct {
		Shape  []int   `json:"shape"`
		Dst    string  `json:"dst"`
		Src    string  `json:"src"` // an index, or T for the transpose
		Assign []int64 `json:"numpy_assign"`
		Add    []int64 `json:"numpy_add_out"`
		AddT   string  `json:"torch_add_"`
		Rule   string  `json:"rule"`
		NumPy  string  `json:"numpy"`
		Torch  string  `json:"torch"`
	}
	rows, err := fixtures.Decode[row]("rules/rules_inplace.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Rule != "" {
			continue // told in words; held by TestMission of ndarray
		}
		for _, c := range []struct {
			name  string
			write func(dst, src *ndarray.Array) error
			want  []int64
		}{
			{"assign", ndarray.Copy, r.Assign},
			{"add", func(dst, src *ndarray.Array) error { _, err := ops.Add(dst, dst, src); return err }, r.Add},
		} {
			numbers := make([]int64, len(c.want))
			for k := range numbers {
				numbers[k] = int64(k)
			}
			a, err := ndarray.FromSlice(numbers, r.Shape...)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.write(part(t, a, r.Dst), part(t, a, r.Src)); err != nil {
				t.Errorf("%s %v [%s] from [%s]: %v", c.name, r.Shape, r.Dst, r.Src, err)
			}
			if !slices.Equal(numbers, c.want) {
				t.Errorf("%s %v [%s] from [%s]: %v, want %v", c.name, r.Shape, r.Dst, r.Src, numbers, c.want)
			}
		}
	}
}

func part(t *testing.T, a *ndarray.Array, index string) *ndarray.Array {
	t.Helper()
	if index == "T" {
		return a.Transpose()
	}
	ix, err := layout.ParseIndex(index)
	if err != nil {
		t.Fatal(err)
	}
	v, err := a.Slice(ix...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// concatRow is a row of the table of joining, which also tells what types
// arithmetic, reductions and rearranging give.
type concatRow struct {
	Kind string

	A, B, NumPy, Add, Sub, Mul, MatMul, Divide    string   // promote
	DType, Sum, Prod, Max, Mean, Any, All, ArgMax string   // reduce
	CumSum                                        string   // reduce
	Inputs                                        []string // byte_order
	Concat, Stack                                 string   // byte_order
	Op, Input, Output                             string   // byte_order_of; Op also of shapes
	Shapes                                        [][]int  // shapes
	Axis                                          int
	Error                                         string
	Shape                                         []int
	Torch                                         *string
	Orders                                        []string // layout: held by the layout package
	ResultStrides                                 []int    `json:"result_strides"`
	SavedFortranOrder                             bool     `json:"saved_fortran_order"`
}

// Every row of the table of joining that names types or shapes.
func TestRulesConcat(t *testing.T) {
	rows, err := fixtures.Decode[concatRow]("rules/rules_concat.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	done := map[string]int{}
	for _, r := range rows {
		done[r.Kind]++
		switch r.Kind {
		case "promote":
			x, y := one(t, r.A), one(t, r.B)
			wantType(t, fmt.Sprintf("concat %s %s", r.A, r.B), r.NumPy)(ops.Concat(nil, 0, x, y))
			for op, want := range map[string]string{"add": r.Add, "subtract": r.Sub, "multiply": r.Mul, "divide": r.Divide} {
				wantType(t, fmt.Sprintf("%s %s %s", op, r.A, r.B), want)(binaries[op](nil, x, y))
			}
			wantType(t, fmt.Sprintf("matmul %s %s", r.A, r.B), r.MatMul)(ops.MatMul(nil, x, y))
		case "reduce":
			x := one(t, r.DType)
			for op, want := range map[string]string{"sum": r.Sum, "prod": r.Prod, "max": r.Max, "mean": r.Mean, "any": r.Any, "all": r.All, "argmax": r.ArgMax} {
				wantType(t, op+" "+r.DType, want)(reductions[op](nil, x, ops.Over{}))
			}
			wantType(t, "cumsum "+r.DType, r.CumSum)(ops.CumSum(nil, x, 0))
		case "byte_order":
			var arrays []*ndarray.Array
			for _, in := range r.Inputs {
				arrays = append(arrays, one(t, in))
			}
			wantNative(t, fmt.Sprint("concat ", r.Inputs), r.Concat)(ops.Concat(nil, 0, arrays...))
			wantNative(t, fmt.Sprint("stack ", r.Inputs), r.Stack)(ops.Stack(nil, 0, arrays...))
		case "byte_order_of":
			testByteOrder(t, r)
		case "shapes":
			testJoinedShape(t, r)
		}
	}
	for kind, least := range map[string]int{"promote": 196, "reduce": 14, "byte_order": 6, "byte_order_of": 11, "shapes": 30} {
		if done[kind] < least {
			t.Errorf("%d rows of %s, expected %d", done[kind], kind, least)
		}
	}
}

// wantType returns a check of a result's type; "error" stands for a refusal.
func wantType(t *testing.T, what, want string) func(a *ndarray.Array, err error) {
	return func(a *ndarray.Array, err error) {
		t.Helper()
		switch {
		case want == "error":
			if err == nil {
				t.Errorf("%s: gives %s, want a refusal", what, a.DType())
			}
		case err != nil:
			t.Errorf("%s: %v", what, err)
		case a.DType().String() != want:
			t.Errorf("%s: %s, want %s", what, a.DType(), want)
		}
	}
}

// wantNative is wantType for a descr recorded on a little-endian machine, whose
// order stands for the native one.
func wantNative(t *testing.T, what, descr string) func(a *ndarray.Array, err error) {
	return wantType(t, what, one(t, descr).DType().Native().String())
}

func testByteOrder(t *testing.T, r concatRow) {
	x := one(t, r.Input)
	what := r.Op + " " + r.Input
	keeps := func(a *ndarray.Array, err error) {
		t.Helper()
		wantType(t, what, one(t, r.Output).DType().String())(a, err)
	}
	switch r.Op {
	case "transpose":
		keeps(x.Transpose(), nil)
	case "reshape":
		keeps(x.View(1))
	case "flip":
		keeps(x.Flip())
	case "squeeze":
		keeps(x.Squeeze())
	case "broadcast_to":
		keeps(x.Expand(2, 3))
	case "tile":
		keeps(ops.Tile(nil, x, 2))
	case "repeat":
		keeps(ops.Repeat(nil, x, 0, 2))
	case "expand_dims":
		keeps(x.Unsqueeze(0))
	case "negative":
		wantNative(t, what, r.Output)(ops.Negative(nil, x))
	case "sum":
		wantNative(t, what, r.Output)(ops.Sum(nil, x, ops.Over{}))
	case "astype_int32":
		wantNative(t, what, r.Output)(ops.Cast(nil, x, dtype.Int32, dtype.Unsafe))
	default:
		t.Errorf("no operation %s", r.Op)
	}
}

func testJoinedShape(t *testing.T, r concatRow) {
	var arrays []*ndarray.Array
	for _, shape := range r.Shapes {
		arrays = append(arrays, zeros(t, "<f8", shape...))
	}
	join := ops.Concat
	if r.Op == "stack" {
		join = ops.Stack
	}
	a, err := join(nil, r.Axis, arrays...)
	what := fmt.Sprintf("%s %v axis %d", r.Op, r.Shapes, r.Axis)
	switch {
	case r.Error != "":
		if err == nil {
			t.Errorf("%s: gives %v, want a refusal (%s)", what, a.Shape(), r.Error)
		}
	case err != nil:
		t.Errorf("%s: %v", what, err)
	case !slices.Equal(a.Shape(), r.Shape):
		t.Errorf("%s: shape %v, want %v", what, a.Shape(), r.Shape)
	}
}
