package ops_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// make1 makes an array of a dtype and shape, or fails the test.
func make1(t *testing.T, dt dtype.Type, shape ...int) *array {
	t.Helper()
	a, err := ndarray.New(dt, shape...)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestRefusals holds the kind of every refusal, its one line, and that the
// destination stays as it was.
func TestRefusals(t *testing.T) {
	f := func(shape ...int) *array { return make1(t, dtype.Float64, shape...) }
	i := func(shape ...int) *array { return make1(t, dtype.Int64, shape...) }
	text := make1(t, dtype.BytesOf(3), 2)
	readOnly, err := ndarray.FromStorage(ndarray.NewStorage(make([]byte, 64), ndarray.StorageOptions{ReadOnly: true}), dtype.Float64, f(2).Layout())
	if err != nil {
		t.Fatal(err)
	}
	still, err := f(1).Expand(2)
	if err != nil {
		t.Fatal(err)
	}
	store := ndarray.NewStorage(make([]byte, 64), ndarray.StorageOptions{Owner: t})
	closed, err := ndarray.FromStorage(store, dtype.Float64, f(2).Layout())
	if err != nil {
		t.Fatal(err)
	}
	store.Close()
	minusOne, err := ops.IntScalar(-1).Beside(dtype.Int64)
	if err != nil {
		t.Fatal(err)
	}
	nine, err := ndarray.FromSlice([]int64{0, 9})
	if err != nil {
		t.Fatal(err)
	}
	latin, err := ndarray.FromBytes([]byte("a\xe9"), dtype.BytesOf(2), layout.Layout{})
	if err != nil {
		t.Fatal(err)
	}
	over := func(axes ...int) ops.Over { return ops.Over{Axes: axes} }
	for _, c := range []struct {
		name string
		kind error
		dst  *array
		do   func(dst *array) (*array, error)
	}{
		{"add: shapes", layout.ErrBroadcast, nil, func(d *array) (*array, error) { return ops.Add(d, f(2), f(3)) }},
		{"add: dtypes", ops.ErrDType, f(2), func(d *array) (*array, error) { return ops.Add(d, f(2), text) }},
		{"add: destination's shape", layout.ErrBroadcast, f(3), func(d *array) (*array, error) { return ops.Add(d, f(2), f(2)) }},
		{"add: destination's dtype", ops.ErrCasting, i(2), func(d *array) (*array, error) { return ops.Add(d, f(2), f(2)) }},
		{"add: read-only", ndarray.ErrReadOnly, readOnly, func(d *array) (*array, error) { return ops.Add(d, f(2), f(2)) }},
		{"add: overlaps itself", ndarray.ErrSelfOverlap, still, func(d *array) (*array, error) { return ops.Add(d, f(2), f(2)) }},
		{"add: closed", ndarray.ErrClosed, f(2), func(d *array) (*array, error) { return ops.Add(d, closed, f(2)) }},
		{"subtract: bools", ops.ErrDType, nil, func(d *array) (*array, error) {
			return ops.Sub(d, make1(t, dtype.Bool, 2), make1(t, dtype.Bool, 2))
		}},
		{"negative: bools", ops.ErrDType, nil, func(d *array) (*array, error) { return ops.Negative(d, make1(t, dtype.Bool, 2)) }},
		{"power: negative exponent", ops.ErrValue, i(2), func(d *array) (*array, error) { return ops.Power(d, i(2), minusOne) }},
		{"floor_divide: complex", ops.ErrDType, nil, func(d *array) (*array, error) {
			return ops.FloorDiv(d, make1(t, dtype.Complex128, 2), f(2))
		}},
		{"less: text and number", ops.ErrDType, nil, func(d *array) (*array, error) { return ops.Less(d, text, f(2)) }},
		{"clip: no bounds", ops.ErrArgument, nil, func(d *array) (*array, error) { return ops.Clip(d, f(2), nil, nil) }},
		{"cast: rule", ops.ErrCasting, i(2), func(d *array) (*array, error) { return ops.Cast(d, f(2), dtype.Int64, dtype.Safe) }},
		{"cast: no rule", ops.ErrDType, nil, func(d *array) (*array, error) { return ops.Cast(d, f(2), dtype.BytesOf(8), dtype.Unsafe) }},
		{"cast: destination", ops.ErrDType, i(2), func(d *array) (*array, error) { return ops.Cast(d, f(2), dtype.Int32, dtype.Unsafe) }},
		{"cast: not ASCII", ops.ErrValue, nil, func(d *array) (*array, error) { return ops.Cast(d, latin, dtype.UnicodeOf(2), dtype.Unsafe) }},
		{"sum: axis", layout.ErrAxis, nil, func(d *array) (*array, error) { return ops.Sum(d, f(2), over(1)) }},
		{"sum: axis twice", layout.ErrAxis, nil, func(d *array) (*array, error) { return ops.Sum(d, f(2, 2), over(0, -2)) }},
		{"sum: shape", layout.ErrShape, f(3), func(d *array) (*array, error) { return ops.Sum(d, f(2, 2), over(0)) }},
		{"sum: text", ops.ErrDType, nil, func(d *array) (*array, error) { return ops.Sum(d, text, over(0)) }},
		{"max: nothing", ops.ErrEmpty, f(3), func(d *array) (*array, error) { return ops.Max(d, f(0, 3), over(0)) }},
		{"std: shape", layout.ErrShape, f(3), func(d *array) (*array, error) { return ops.Std(d, f(2, 2), over(0), 0) }},
		{"argmax: nothing", ops.ErrEmpty, nil, func(d *array) (*array, error) { return ops.ArgMax(d, f(0), over(0)) }},
		{"argmax: axes", ops.ErrArgument, nil, func(d *array) (*array, error) { return ops.ArgMax(d, f(2, 2), over(0, 1)) }},
		{"cumsum: axis", layout.ErrAxis, nil, func(d *array) (*array, error) { return ops.CumSum(d, f(2), 1) }},
		{"matmul: 0-d", layout.ErrRank, nil, func(d *array) (*array, error) { return ops.MatMul(d, f(), f(2)) }},
		{"matmul: inner sizes", layout.ErrShape, nil, func(d *array) (*array, error) { return ops.MatMul(d, f(2, 3), f(2, 3)) }},
		{"matmul: batches", layout.ErrBroadcast, nil, func(d *array) (*array, error) { return ops.MatMul(d, f(2, 1, 1), f(3, 1, 1)) }},
		{"matmul: text", ops.ErrDType, nil, func(d *array) (*array, error) { return ops.MatMul(d, f(2, 2), text) }},
		{"matmul: destination", layout.ErrShape, f(2), func(d *array) (*array, error) { return ops.MatMul(d, f(2, 2), f(2, 2)) }},
		{"concat: none", ops.ErrEmpty, nil, func(d *array) (*array, error) { return ops.Concat(d, 0) }},
		{"concat: 0-d", layout.ErrRank, nil, func(d *array) (*array, error) { return ops.Concat(d, 0, f()) }},
		{"concat: sizes", layout.ErrShape, nil, func(d *array) (*array, error) { return ops.Concat(d, 0, f(2, 2), f(2, 3)) }},
		{"concat: axis", layout.ErrAxis, nil, func(d *array) (*array, error) { return ops.Concat(d, 2, f(2, 2)) }},
		{"concat: second part not converted", ops.ErrDType, make1(t, dtype.BytesOf(8), 4), func(d *array) (*array, error) { return ops.Concat(d, 0, text, f(2)) }},
		{"stack: shapes", layout.ErrShape, nil, func(d *array) (*array, error) { return ops.Stack(d, 0, f(2), f(3)) }},
		{"tile: negative", ops.ErrArgument, nil, func(d *array) (*array, error) { return ops.Tile(d, f(2), -1) }},
		{"tile: overflow", layout.ErrOverflow, nil, func(d *array) (*array, error) { return ops.Tile(d, f(2), int(^uint(0)>>1)) }},
		{"tile: destination's dtype", ops.ErrDType, i(4), func(d *array) (*array, error) { return ops.Tile(d, f(2), 2) }},
		{"repeat: counts", layout.ErrShape, nil, func(d *array) (*array, error) { return ops.Repeat(d, f(3), 0, 1, 2) }},
		{"roll: shifts", ops.ErrArgument, nil, func(d *array) (*array, error) { return ops.Roll(d, f(3), []int{1, 2}, []int{0}) }},
		{"pad: widths", ops.ErrArgument, nil, func(d *array) (*array, error) { return ops.Pad(d, f(3), nil, ops.PadConstant, nil) }},
		{"pad: mode", ops.ErrArgument, nil, func(d *array) (*array, error) { return ops.Pad(d, f(3), [][2]int{{1, 1}}, "mirror", nil) }},
		{"pad: nothing to continue", ops.ErrEmpty, nil, func(d *array) (*array, error) { return ops.Pad(d, f(0), [][2]int{{1, 1}}, ops.PadEdge, nil) }},
		{"take: range", layout.ErrIndex, f(2), func(d *array) (*array, error) { return ops.Take(d, f(3), nine, 0) }},
		{"take: floats", ops.ErrDType, nil, func(d *array) (*array, error) { return ops.Take(d, f(3), f(1), 0) }},
		{"sort: void", ops.ErrDType, nil, func(d *array) (*array, error) { return ops.Sort(d, make1(t, dtype.VoidOf(3), 2), 0) }},
	} {
		var before []byte
		if c.dst != nil {
			before = slices.Clone(mustBytes(t, c.dst))
		}
		got, err := c.do(c.dst)
		if !errors.Is(err, c.kind) {
			t.Errorf("%s: error %v, want %v", c.name, err, c.kind)
			continue
		}
		if got != nil {
			t.Errorf("%s: a result beside the error", c.name)
		}
		if strings.ContainsAny(err.Error(), "\n\r") || err.Error() == "" {
			t.Errorf("%s: message %q is not one line", c.name, err)
		}
		if c.dst != nil && !slices.Equal(before, mustBytes(t, c.dst)) {
			t.Errorf("%s: the destination was written", c.name)
		}
	}
}

// mustBytes are the bytes of an array's whole storage.
func mustBytes(t *testing.T, a *array) []byte {
	t.Helper()
	b, err := a.Storage().Acquire()
	if err != nil {
		t.Fatal(err)
	}
	defer a.Storage().Release()
	return b
}

// TestScalarRange holds NEP 50's rule of integers without a dtype.
func TestScalarRange(t *testing.T) {
	for _, c := range []struct {
		s    ops.Scalar
		dt   dtype.Type
		want dtype.Type // invalid: refused
	}{
		{ops.IntScalar(127), dtype.Int8, dtype.Int8},
		{ops.IntScalar(128), dtype.Int8, dtype.Type{}},
		{ops.IntScalar(-128), dtype.Int8, dtype.Int8},
		{ops.IntScalar(-129), dtype.Int8, dtype.Type{}},
		{ops.IntScalar(255), dtype.Uint8, dtype.Uint8},
		{ops.IntScalar(-1), dtype.Uint64, dtype.Type{}},
		{ops.UintScalar(1<<64 - 1), dtype.Uint64, dtype.Uint64},
		{ops.UintScalar(1 << 63), dtype.Int64, dtype.Type{}},
		{ops.UintScalar(1 << 63), dtype.Float32, dtype.Float32},
		{ops.IntScalar(1), dtype.Bool, dtype.Int64},
		{ops.IntScalar(1), dtype.Float16, dtype.Float16},
		{ops.FloatScalar(1.5), dtype.Int8, dtype.Float64},
		{ops.FloatScalar(1.5), dtype.Float32, dtype.Float32},
		{ops.FloatScalar(1.5), dtype.Complex64, dtype.Complex64},
		{ops.ComplexScalar(1i), dtype.Float32, dtype.Complex64},
		{ops.ComplexScalar(1i), dtype.Float64, dtype.Complex128},
		{ops.ComplexScalar(1i), dtype.Int8, dtype.Complex128},
		{ops.BoolScalar(true), dtype.Float32, dtype.Bool},
	} {
		a, err := c.s.Beside(c.dt)
		switch {
		case !c.want.Valid():
			if !errors.Is(err, ops.ErrValue) {
				t.Errorf("%v beside %s: error %v", c.s, c.dt, err)
			}
			if _, err := c.s.BesideWide(c.dt); err != nil {
				t.Errorf("%v beside %s, wide: %v", c.s, c.dt, err)
			}
		case err != nil:
			t.Errorf("%v beside %s: %v", c.s, c.dt, err)
		case a.DType() != c.want || a.Rank() != 0:
			t.Errorf("%v beside %s is %s of %d axes, want %s", c.s, c.dt, a.DType(), a.Rank(), c.want)
		}
	}
}
