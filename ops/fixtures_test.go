package ops_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/ndtool/ndtool/fixtures"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

type array = ndarray.Array

// The operations of two, one and reduced operands, by NumPy's names.
var (
	binaries = map[string]func(dst, x, y *array) (*array, error){
		"add": ops.Add, "subtract": ops.Sub, "multiply": ops.Mul, "divide": ops.Div, "floor_divide": ops.FloorDiv,
		"remainder": ops.Remainder, "power": ops.Power, "minimum": ops.Minimum, "maximum": ops.Maximum,
		"equal": ops.Equal, "not_equal": ops.NotEqual, "less": ops.Less, "less_equal": ops.LessEqual,
		"greater": ops.Greater, "greater_equal": ops.GreaterEqual,
		"logical_and": ops.And, "logical_or": ops.Or, "logical_xor": ops.Xor, "matmul": ops.MatMul,
	}
	unaries = map[string]func(dst, x *array) (*array, error){
		"negative": ops.Negative, "absolute": ops.Absolute, "sqrt": ops.Sqrt, "exp": ops.Exp, "log": ops.Log,
		"logical_not": ops.Not,
	}
	reductions = map[string]func(dst, x *array, over ops.Over) (*array, error){
		"sum": ops.Sum, "prod": ops.Prod, "min": ops.Min, "max": ops.Max, "any": ops.Any, "all": ops.All,
		"count_nonzero": ops.CountNonzero, "mean": ops.Mean, "argmin": ops.ArgMin, "argmax": ops.ArgMax,
		"var": func(dst, x *array, over ops.Over) (*array, error) { return ops.Var(dst, x, over, 0) },
		"std": func(dst, x *array, over ops.Over) (*array, error) { return ops.Std(dst, x, over, 0) },
	}
)

// takeAnyInteger are the operations beside which an integer may be out of range.
var takeAnyInteger = []string{"divide", "equal", "not_equal", "less", "less_equal", "greater", "greater_equal"}

// build makes the array that a case describes.
func build(t *testing.T, f fixtures.Array) *array {
	t.Helper()
	dt, err := dtype.Parse(f.DType)
	if err != nil {
		t.Fatal(err)
	}
	a, err := ndarray.FromBytes(f.Storage(), dt, layout.Layout{Shape: f.Shape, Strides: f.Strides, Offset: f.Offset})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// scalarOf reads the number of a case that has no dtype of its own.
func scalarOf(t *testing.T, c fixtures.Op) ops.Scalar {
	t.Helper()
	part := func(k int) float64 {
		f, err := strconv.ParseFloat(string(c.Number[k]), 64)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	switch c.Scalar {
	case "bool":
		return ops.BoolScalar(c.Number[0] == "true" || c.Number[0] == "1")
	case "int":
		if u, err := strconv.ParseUint(string(c.Number[0]), 10, 64); err == nil {
			return ops.UintScalar(u)
		}
		i, err := strconv.ParseInt(string(c.Number[0]), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return ops.IntScalar(i)
	case "float":
		return ops.FloatScalar(part(0))
	}
	return ops.ComplexScalar(complex(part(0), part(1)))
}

// perform runs the operation of a case on its arguments.
func perform(t *testing.T, c fixtures.Op, dst *array, x []*array) (*array, error) {
	t.Helper()
	over := ops.Over{Axes: c.Axes, KeepDims: c.KeepDims}
	flat := func() *array {
		f, _, err := x[0].Flatten(layout.C)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	if f, ok := binaries[c.Op]; ok {
		return f(dst, x[0], x[1])
	}
	if f, ok := unaries[c.Op]; ok {
		return f(dst, x[0])
	}
	if f, ok := reductions[c.Op]; ok {
		return f(dst, x[0], over)
	}
	switch c.Op {
	case "cumsum":
		if c.Axes == nil {
			return ops.CumSum(dst, flat(), 0)
		}
		return ops.CumSum(dst, x[0], c.Axes[0])
	case "cast":
		to, err := dtype.Parse(c.To)
		if err != nil {
			t.Fatal(err)
		}
		return ops.Cast(dst, x[0], to, dtype.Unsafe)
	case "isclose":
		return ops.Close(dst, x[0], x[1], ops.Tolerance{Relative: c.Tolerance[0], Absolute: c.Tolerance[1], EqualNaN: c.EqualNaN})
	case "clip":
		return ops.Clip(dst, x[0], x[1], x[2])
	case "where":
		return ops.Where(dst, x[0], x[1], x[2])
	case "concat":
		return ops.Concat(dst, c.Axis, x...)
	case "stack":
		return ops.Stack(dst, c.Axis, x...)
	case "tile":
		return ops.Tile(dst, x[0], c.Times...)
	case "repeat_interleave":
		return ops.Repeat(dst, x[0], c.Axis, c.Times...)
	case "roll":
		if c.Axes == nil {
			r, err := ops.Roll(nil, flat(), c.Shifts, []int{0})
			if err != nil {
				return nil, err
			}
			return r.View(x[0].Shape()...)
		}
		return ops.Roll(dst, x[0], c.Shifts, c.Axes)
	case "pad":
		return ops.Pad(dst, x[0], c.Width, ops.PadMode(c.Mode), nil)
	case "take":
		index := make([]int64, len(c.Index))
		for i, k := range c.Index {
			index[i] = int64(k)
		}
		places, err := ndarray.FromSlice(index)
		if err != nil {
			t.Fatal(err)
		}
		return ops.Take(dst, x[0], places, c.Axis)
	case "sort":
		return ops.Sort(dst, x[0], c.Axis)
	case "argsort":
		return ops.ArgSort(dst, x[0], c.Axis)
	case "unique":
		u, err := ops.Unique(x[0])
		if err != nil {
			return nil, err
		}
		for i, a := range []*array{u.Index, u.Inverse, u.Counts} {
			if got := fixtures.Digest(littleEndian(t, a)); got != c.Parts[i] {
				t.Errorf("part %d of the uniques has digest %s, want %s", i, got, c.Parts[i])
			}
		}
		return u.Values, nil
	}
	t.Fatalf("unknown operation %q", c.Op)
	return nil, nil
}

// refusals are the errors of the kinds of refusal.
var refusals = map[string][]error{
	"broadcast": {layout.ErrBroadcast},
	"shape":     {layout.ErrShape},
	"rank":      {layout.ErrRank},
	"axis":      {layout.ErrAxis},
	"index":     {layout.ErrIndex},
	"dtype":     {ops.ErrDType, dtype.ErrPromote},
	"value":     {ops.ErrValue, ops.ErrArgument},
	"empty":     {ops.ErrEmpty},
}

// TestFixtures holds every operation to NumPy's results.
func TestFixtures(t *testing.T) {
	for _, name := range []string{"cast", "close", "dates", "elementwise", "join", "matmul", "reduce"} {
		cases, err := fixtures.LoadOps(name + ".jsonl.gz")
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range cases {
			t.Run(fmt.Sprintf("%s/%d_%s", name, i, c.Op), func(t *testing.T) { check(t, c) })
		}
	}
}

// check runs one case into a fresh array and then into a destination of its own.
func check(t *testing.T, c fixtures.Op) {
	var x []*array
	for _, f := range c.Args {
		x = append(x, build(t, f))
	}
	if c.Scalar != "" {
		beside := scalarOf(t, c).Beside
		if slices.Contains(takeAnyInteger, c.Op) {
			beside = scalarOf(t, c).BesideWide
		}
		s, err := beside(x[0].DType())
		if err != nil {
			refused(t, c, err)
			return
		}
		x = append(x, s)
	}
	got, err := perform(t, c, nil, x)
	if c.Refuse != "" {
		refused(t, c, err)
		return
	}
	if err != nil {
		t.Fatalf("%v: %v", c.Args, err)
	}
	compareTo(t, c, got)
	if c.Op == "unique" || t.Failed() {
		return
	}
	// The same into a gapped, reversed destination.
	dst := spread(t, got.DType(), got.Shape())
	if got, err = perform(t, c, dst, x); err != nil {
		t.Fatalf("into a destination: %v", err)
	}
	compareValues(t, c, got)
}

// spread makes an array whose elements are reversed and have gaps between them.
func spread(t *testing.T, dt dtype.Type, shape []int) *array {
	t.Helper()
	if len(shape) == 0 {
		a, err := ndarray.New(dt)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	wide := slices.Clone(shape)
	wide[len(wide)-1] *= 2
	a, err := ndarray.New(dt, wide...)
	if err != nil {
		t.Fatal(err)
	}
	a, err = a.Slice(layout.Ellipsis, layout.All.By(-2))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func refused(t *testing.T, c fixtures.Op, err error) {
	t.Helper()
	for _, kind := range refusals[c.Refuse] {
		if errors.Is(err, kind) {
			return
		}
	}
	t.Errorf("%v: error %v, want one of %v", c.Args, err, refusals[c.Refuse])
}

func compareTo(t *testing.T, c fixtures.Op, got *array) {
	t.Helper()
	if want := nativeDescr(c); got.DType().Str() != want {
		t.Errorf("%v: dtype %s, want %s", c.Args, got.DType().Str(), want)
		return
	}
	if !slices.Equal(got.Shape(), c.Want.Shape) {
		t.Errorf("%v: shape %v, want %v", c.Args, got.Shape(), c.Want.Shape)
		return
	}
	for k, s := range got.Strides() {
		if got.Len() > 0 && got.Dim(k) > 1 && s != c.Want.Strides[k] {
			t.Errorf("%v: strides %v, want %v", c.Args, got.Strides(), c.Want.Strides)
			break
		}
	}
	compareValues(t, c, got)
}

// keepsOrder are the operations whose result has the byte order of the operand,
// or of the cast's target.
var keepsOrder = []string{"cast", "tile", "repeat_interleave", "roll", "pad", "take", "sort", "unique"}

// nativeDescr is the dtype that a case wants on this machine.
func nativeDescr(c fixtures.Op) string {
	want := c.Want.DType
	if !slices.Contains(keepsOrder, c.Op) && want[0] == '<' && dtype.NativeOrder == dtype.Big {
		want = ">" + want[1:]
	}
	return want
}

func compareValues(t *testing.T, c fixtures.Op, got *array) {
	t.Helper()
	b := littleEndian(t, got)
	if c.Want.Loose {
		loosen(b, got.DType())
	}
	if c.Want.SHA != "" {
		if fixtures.Digest(b) != c.Want.SHA {
			t.Errorf("%v %v: values %s differ from NumPy's", c.Args, c.Number, format(t, got))
		}
		return
	}
	want, err := hex.DecodeString(c.Want.Data)
	if err != nil {
		t.Fatal(err)
	}
	if !near(b, want, got.DType(), c.Want.RTol) {
		t.Errorf("%v %v: values %s are not within %g of NumPy's %x", c.Args, c.Number, format(t, got), c.Want.RTol, want)
	}
}

func format(t *testing.T, a *array) string {
	t.Helper()
	v, err := a.Clone(layout.C)
	if err != nil {
		t.Fatal(err)
	}
	return ndarray.Format(v, ndarray.FormatOptions{})
}

// littleEndian is the elements in C order, every NaN the quiet one.
func littleEndian(t *testing.T, a *array) []byte {
	t.Helper()
	dt := a.DType().WithOrder(dtype.Little)
	c, err := ndarray.New(dt, a.Shape()...)
	if err != nil {
		t.Fatal(err)
	}
	if err := ndarray.Copy(c, a); err != nil {
		t.Fatal(err)
	}
	b, _ := c.Bytes()
	eachFloat(b, dt, func(f float64, item []byte) {
		if f == f {
			return
		}
		switch len(item) {
		case 2:
			binary.LittleEndian.PutUint16(item, 0x7e00)
		case 4:
			binary.LittleEndian.PutUint32(item, 0x7fc00000)
		case 8:
			binary.LittleEndian.PutUint64(item, 0x7ff8000000000000)
		}
	})
	return b
}

// eachFloat visits the floats, or the halves of complex numbers, of little-endian
// items of a type.
func eachFloat(b []byte, dt dtype.Type, visit func(f float64, item []byte)) {
	size := dt.ItemSize()
	switch dt.Kind() {
	case dtype.KindFloat:
	case dtype.KindComplex:
		size /= 2
	default:
		return
	}
	for ; len(b) > 0; b = b[size:] {
		visit(floatOf(b[:size]), b[:size])
	}
}

func floatOf(item []byte) float64 {
	switch len(item) {
	case 2:
		return float64(dtype.Half(binary.LittleEndian.Uint16(item)).Float32())
	case 4:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(item)))
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(item))
}

// loosen makes -0 0 and complex numbers with one NaN all NaN.
func loosen(b []byte, dt dtype.Type) {
	var quiet []byte
	eachFloat(b, dt, func(f float64, item []byte) {
		if f == 0 {
			clear(item)
		}
		if f != f {
			quiet = bytes.Clone(item)
		}
	})
	if dt.Kind() != dtype.KindComplex {
		return
	}
	half := dt.ItemSize() / 2
	for ; len(b) > 0; b = b[2*half:] {
		if re, im := floatOf(b[:half]), floatOf(b[half:2*half]); re != re || im != im {
			copy(b, quiet)
			copy(b[half:], quiet)
		}
	}
}

// near compares numbers within a relative tolerance; complex ones by the
// distance to the magnitude.
func near(got, want []byte, dt dtype.Type, rtol float64) bool {
	if len(got) != len(want) {
		return false
	}
	var g, w []float64
	eachFloat(got, dt, func(f float64, _ []byte) { g = append(g, f) })
	eachFloat(want, dt, func(f float64, _ []byte) { w = append(w, f) })
	group := 1
	if dt.Kind() == dtype.KindComplex {
		group = 2
	}
	for i := 0; i < len(w); i += group {
		scale, distance := 0.0, 0.0
		for k := i; k < i+group; k++ {
			if g[k] == w[k] || g[k] != g[k] && w[k] != w[k] {
				continue
			}
			distance = math.Hypot(distance, g[k]-w[k])
		}
		for k := i; k < i+group; k++ {
			scale = math.Hypot(scale, w[k])
		}
		if !(distance <= rtol*scale) && distance != 0 {
			return false
		}
	}
	return true
}
