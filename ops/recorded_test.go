package ops_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"testing"

	"github.com/ndtool/ndtool/fixtures"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// The computing operations that NumPy's and PyTorch's own tests call give the
// same results, where both libraries mean the same and the call has no options
// beyond ours.
func TestRecorded(t *testing.T) {
	for name, least := range map[string]int{"numpy_calls.jsonl": 450, "torch_opinfo.jsonl": 600} {
		t.Run(name, func(t *testing.T) {
			calls, err := fixtures.LoadRecorded(name)
			if errors.Is(err, fs.ErrNotExist) {
				t.Skip("the folder ../shared is not there")
			}
			if err != nil {
				t.Fatal(err)
			}
			done := 0
			for n, c := range calls {
				run, ok := bindRecorded(c)
				if !ok {
					continue
				}
				got, err := run()
				what := fmt.Sprintf("call %d %s", n+1, c)
				if c.Error != "" {
					done++
					if err == nil {
						t.Errorf("%s: gives %s, want a refusal (%s)", what, got, c.Error)
					}
					continue
				}
				if err != nil {
					t.Errorf("%s: %v", what, err)
					continue
				}
				if checkRecorded(t, what, got, c.Result) {
					done++
				}
			}
			if done < least {
				t.Errorf("only %d calls were replayed", done)
			}
		})
	}
}

// recordedReductions have an axis and keepdims, under NumPy's or PyTorch's names.
var recordedReductions = map[string]func(dst, x *ndarray.Array, over ops.Over) (*ndarray.Array, error){
	"sum": ops.Sum, "prod": ops.Prod, "mean": ops.Mean, "any": ops.Any, "all": ops.All,
	"min": ops.Min, "max": ops.Max, "amin": ops.Min, "amax": ops.Max, "argmin": ops.ArgMin, "argmax": ops.ArgMax,
}

// bindRecorded turns a call into one of ours, where ours can say it.
func bindRecorded(c fixtures.Recorded) (run func() (*ndarray.Array, error), ok bool) {
	args, options := c.Args, c.Kw
	if c.Input != nil {
		args, options = append([]json.RawMessage{c.Input}, args...), c.Kwargs
	}
	if len(args) == 0 {
		return nil, false
	}
	if c.Op == "concatenate" || c.Op == "cat" || c.Op == "stack" {
		return bindJoin(c.Op, args, options, c.Input != nil)
	}
	x, ok := recordedOperand(args[0])
	if !ok || x.DType().Kind() == dtype.KindFloat && x.ItemSize() > 8 { // which is carried and not computed with
		return nil, false
	}
	rest := args[1:]
	axes, hasAxes, known := recordedAxes(rest, options)
	if c.Input != nil && x.Rank() == 0 && len(axes) > 0 {
		return nil, false // PyTorch counts a 0-d tensor as one element
	}
	switch {
	case recordedReductions[c.Op] != nil && known:
		over := ops.Over{Axes: axes}
		if hasAxes && len(axes) == 0 {
			over.Axes = nil // PyTorch takes no axes for all
		}
		for _, key := range []string{"keepdims", "keepdim"} {
			if v, has := options[key]; has && json.Unmarshal(v, &over.KeepDims) != nil {
				return nil, false
			}
		}
		return func() (*ndarray.Array, error) { return recordedReductions[c.Op](nil, x, over) }, true
	case c.Op == "cumsum" && known && len(axes) == 1 && x.Rank() > 0:
		return func() (*ndarray.Array, error) { return ops.CumSum(nil, x, axes[0]) }, true
	case len(options) > 0:
		return nil, false
	case c.Op == "astype" && len(rest) == 1:
		to, ok := recordedType(rest[0])
		return func() (*ndarray.Array, error) { return ops.Cast(nil, x, to, dtype.Unsafe) }, ok && castsAlike(x.DType(), to)
	case (c.Op == "tile" || c.Op == "repeat" && c.Input != nil) && len(rest) == 1:
		counts, ok := fixtures.Ints(rest[0])
		return func() (*ndarray.Array, error) { return ops.Tile(nil, x, counts...) }, ok
	case c.Op == "roll" && len(rest) == 2:
		shifts, ok := fixtures.Ints(rest[0])
		along, has := fixtures.Ints(rest[1])
		return func() (*ndarray.Array, error) { return ops.Roll(nil, x, shifts, along) }, ok && has && x.Rank() > 0
	}
	if len(rest) != 1 {
		return nil, false
	}
	y, ok := recordedOperand(rest[0])
	f := map[string]func(dst, x, y *ndarray.Array) (*ndarray.Array, error){"add": ops.Add, "sub": ops.Sub, "mul": ops.Mul, "matmul": ops.MatMul, "mm": ops.MatMul, "bmm": ops.MatMul}[c.Op]
	if !ok || f == nil {
		return nil, false
	}
	return func() (*ndarray.Array, error) { return f(nil, x, y) }, true
}

// bindJoin turns a call of concatenate or stack into ours. PyTorch's passes
// over empty 1-d tensors, which ours refuses.
func bindJoin(op string, args []json.RawMessage, options map[string]json.RawMessage, torch bool) (run func() (*ndarray.Array, error), ok bool) {
	var items []json.RawMessage
	if json.Unmarshal(args[0], &items) != nil {
		return nil, false
	}
	axis := []int{0}
	for key, v := range options {
		if axis, ok = fixtures.Ints(v); !ok || key != "axis" && key != "dim" {
			return nil, false
		}
	}
	if len(args) == 2 {
		if axis, ok = fixtures.Ints(args[1]); !ok {
			return nil, false
		}
	}
	var arrays []*ndarray.Array
	for _, item := range items {
		a, ok := recordedOperand(item)
		if !ok || torch && a.Rank() == 1 && a.Len() == 0 {
			return nil, false
		}
		arrays = append(arrays, a)
	}
	if op == "stack" {
		return func() (*ndarray.Array, error) { return ops.Stack(nil, axis[0], arrays...) }, true
	}
	return func() (*ndarray.Array, error) { return ops.Concat(nil, axis[0], arrays...) }, true
}

// recordedOperand returns the array of an argument over memory of its own.
func recordedOperand(arg json.RawMessage) (*ndarray.Array, bool) {
	r, ok := fixtures.ArrayOf(arg)
	if !ok || r.Outside || r.Bytes == nil && r.Storage == nil {
		return nil, false
	}
	dt, err := dtype.Parse(r.DType)
	if err != nil {
		return nil, false
	}
	a, err := ndarray.FromBytes(r.Memory(), dt, layout.Layout{Shape: r.Shape, Strides: r.Strides, Offset: r.Offset})
	return a, err == nil
}

// recordedAxes reads the axes of a reduction; known is false for a call with
// other options.
func recordedAxes(rest []json.RawMessage, options map[string]json.RawMessage) (axes []int, given, known bool) {
	if len(rest) > 1 {
		return nil, false, false
	}
	arg := json.RawMessage("null")
	if len(rest) == 1 {
		arg = rest[0]
	}
	for key, v := range options {
		switch key {
		case "axis", "dim":
			arg = v
		case "keepdims", "keepdim":
		default:
			return nil, false, false
		}
	}
	if string(arg) == "null" {
		return nil, false, true
	}
	axes, known = fixtures.Ints(arg)
	return axes, true, known
}

// recordedType reads a dtype: {"dtype": descr} or a name.
func recordedType(arg json.RawMessage) (dtype.Type, bool) {
	var named struct{ DType string }
	if json.Unmarshal(arg, &named.DType) != nil && json.Unmarshal(arg, &named) != nil {
		return dtype.Type{}, false
	}
	dt, err := dtype.Parse(named.DType)
	return dt, err == nil
}

// castsAlike leaves out what is no cast between numbers: NumPy also reads and
// prints text.
func castsAlike(from, to dtype.Type) bool {
	isNumber := func(dt dtype.Type) bool {
		switch dt.Kind() {
		case dtype.KindBool, dtype.KindInt, dtype.KindUint, dtype.KindFloat, dtype.KindComplex:
			return dt.ItemSize() < 16 || dt.Kind() == dtype.KindComplex && dt.ItemSize() == 16
		}
		return false
	}
	return isNumber(from) && isNumber(to) || from.Kind() == to.Kind() && from.Kind() == dtype.KindUnicode
}

// checkRecorded compares a result and reports whether it could: dtypes on which
// PyTorch and NumPy differ are passed over.
func checkRecorded(t *testing.T, what string, a *ndarray.Array, result json.RawMessage) bool {
	t.Helper()
	var want fixtures.RecordedResult
	if json.Unmarshal(result, &want) != nil || want.DType == "" {
		return false
	}
	dt, err := dtype.Parse(want.DType)
	if err != nil || a.DType().Native() != dt.Native() {
		return false
	}
	if want.Scalar != nil {
		var x float64
		if json.Unmarshal(want.Scalar, &x) != nil || a.Rank() != 0 {
			return false
		}
		return sameNumbers(t, what, a, []float64{x})
	}
	if !slices.Equal(a.Shape(), want.Shape) {
		t.Errorf("%s: shape %v, want %v", what, a.Shape(), want.Shape)
		return true
	}
	if want.Data == nil {
		return false
	}
	b, err := ndarray.FromBytes(want.Data, dt, mustPacked(t, dt, want.Shape))
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	expected, ok := realNumbers(b)
	if !ok {
		c, err := ndarray.New(dt, want.Shape...) // in the byte order of the machine that recorded it
		if err != nil {
			t.Fatal(err)
		}
		if err := ndarray.Copy(c, a); err != nil {
			t.Fatal(err)
		}
		if got, _ := c.Bytes(); !slices.Equal(got, want.Data) {
			t.Errorf("%s: values %s, want %s", what, ndarray.Format(a, ndarray.FormatOptions{}), ndarray.Format(b, ndarray.FormatOptions{}))
		}
		return true
	}
	return sameNumbers(t, what, a, expected)
}

func mustPacked(t *testing.T, dt dtype.Type, shape []int) layout.Layout {
	t.Helper()
	l, err := layout.New(dt.ItemSize(), layout.C, shape...)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// realNumbers returns the elements of a float array of up to 8 bytes an item.
func realNumbers(a *ndarray.Array) (numbers []float64, ok bool) {
	if a.DType().Kind() != dtype.KindFloat || a.ItemSize() > 8 {
		return nil, false
	}
	wide, err := ops.Cast(nil, a, dtype.Float64, dtype.Unsafe)
	if err != nil {
		return nil, false
	}
	v, err := ndarray.As[float64](wide)
	if err != nil {
		return nil, false
	}
	return slices.AppendSeq([]float64{}, v.Values()), true
}

// sameNumbers compares numbers, floats within what the order of a sum may
// change.
func sameNumbers(t *testing.T, what string, a *ndarray.Array, want []float64) bool {
	t.Helper()
	wide, err := ops.Cast(nil, a, dtype.Float64, dtype.Unsafe)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return true
	}
	got, _ := realNumbers(wide)
	tolerance := 1e-12
	if a.DType().Kind() == dtype.KindFloat {
		tolerance = map[int]float64{2: 5e-3, 4: 2e-5, 8: 1e-11}[a.ItemSize()]
	}
	largest := 0.0
	for _, x := range want {
		if !math.IsInf(x, 0) && !math.IsNaN(x) {
			largest = max(largest, math.Abs(x))
		}
	}
	for k, x := range want {
		if got[k] != x && !(math.IsNaN(got[k]) && math.IsNaN(x)) && !(math.Abs(got[k]-x) <= tolerance*largest) {
			t.Errorf("%s: element %d is %v, want %v", what, k, got[k], x)
			break
		}
	}
	return true
}
