package ndarray_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/ndtool/ndtool/fixtures"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// open returns the array that a fixture starts from, over storage of its own.
func open(f fixtures.Array) (*ndarray.Array, error) {
	dt, err := dtype.Parse(f.DType)
	if err != nil {
		return nil, err
	}
	return ndarray.FromBytes(f.Storage(), dt, layout.Layout{Shape: f.Shape, Strides: f.Strides, Offset: f.Offset})
}

// take does one step of a fixture.
func take(a *ndarray.Array, s fixtures.Step) (*ndarray.Array, error) {
	order := layout.C
	if s.Order != "" {
		order = layout.Order(s.Order[0])
	}
	switch s.Op {
	case "transpose":
		if s.Axes == nil {
			return a.Transpose(), nil
		}
		return a.Permute(s.Axes...)
	case "swapaxes":
		return a.SwapAxes(s.Axis, s.Axis2)
	case "moveaxis":
		return a.MoveAxis(s.Axes, s.To)
	case "slice":
		index, err := layout.ParseIndex(s.At)
		if err != nil {
			return nil, err
		}
		return a.Slice(index...)
	case "flip":
		return a.Flip(s.Axes...)
	case "expand":
		return a.Expand(s.Shape...)
	case "squeeze":
		return a.Squeeze(s.Axes...)
	case "unsqueeze":
		return a.Unsqueeze(s.Axes...)
	case "diagonal":
		return a.Diagonal(s.K, s.Axis, s.Axis2)
	case "unfold":
		return a.Unfold(s.Axis, s.Size, s.Step)
	case "windows":
		return a.Windows(s.Shape, s.Axes)
	case "as_strided":
		return a.AsStrided(s.Shape, s.Strides, s.Offset)
	case "view":
		return a.ViewOrder(order, s.Shape...)
	case "reshape":
		return noted(a)(a.Reshape(order, s.Shape...))
	case "flatten":
		return noted(a)(a.Flatten(order))
	case "contiguous":
		return noted(a)(a.Contiguous(order))
	case "unflatten":
		return a.Unflatten(s.Axis, s.Shape...)
	case "field":
		return a.Field(s.Name)
	case "real":
		return a.Real()
	case "imag":
		return a.Imag()
	case "view_as":
		dt, err := dtype.Parse(s.DType)
		if err != nil {
			return nil, err
		}
		return a.ViewAs(dt)
	case "split":
		parts, err := a.Layout().Sections(s.Axis, s.Size)
		if err != nil {
			return nil, err
		}
		return ndarray.FromStorage(a.Storage(), a.DType(), parts[s.Pick])
	}
	return nil, fmt.Errorf("no step %q", s.Op)
}

// noted turns the answer of an operation that says whether it copied a into
// one that fails when it says so wrongly.
func noted(a *ndarray.Array) func(r *ndarray.Array, copied bool, err error) (*ndarray.Array, error) {
	return func(r *ndarray.Array, copied bool, err error) (*ndarray.Array, error) {
		if err == nil && copied == r.SameStorage(a) {
			err = fmt.Errorf("copied is %v, same storage is %v", copied, r.SameStorage(a))
		}
		return r, err
	}
}

// kinds are the sentinels that a refusal of each kind may wrap.
var kinds = map[string][]error{
	"axis":      {layout.ErrAxis},
	"rank":      {layout.ErrRank, layout.ErrAxis, layout.ErrShape},
	"shape":     {layout.ErrShape},
	"copy":      {layout.ErrNeedsCopy},
	"broadcast": {layout.ErrBroadcast, layout.ErrShape},
	"index":     {layout.ErrIndex},
	"step":      {layout.ErrStep},
	"window":    {layout.ErrShape, layout.ErrStep},
	"bounds":    {layout.ErrBounds},
	"dtype":     {layout.ErrItemSize, layout.ErrRank, layout.ErrNeedsCopy, ndarray.ErrDType},
	"field":     {ndarray.ErrField},
	"overlap":   {ndarray.ErrSelfOverlap},
}

// checkRefusal reports an error that is absent or of another kind.
func checkRefusal(t *testing.T, what, kind string, err error) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: not refused, want %s", what, kind)
		return
	}
	if len(kinds[kind]) == 0 {
		t.Fatalf("%s: unknown kind %q", what, kind)
	}
	if !slices.ContainsFunc(kinds[kind], func(k error) bool { return errors.Is(err, k) }) {
		t.Errorf("%s: refused with %q, want the kind %s", what, err, kind)
	}
}

// walk does the steps of a chain; copied lists those that copied, and at is
// the number of the step that err is about.
func walk(a *ndarray.Array, steps []fixtures.Step) (r *ndarray.Array, copied []int, at int, err error) {
	copied = []int{}
	for k, s := range steps {
		before := a.Layout()
		r, err := take(a, s)
		if after := a.Layout(); !after.Equal(before) || after.Offset != before.Offset {
			return nil, nil, k, fmt.Errorf("step %d (%s) changed its operand", k, s.Op)
		}
		if err != nil {
			return nil, copied, k, err
		}
		if !r.SameStorage(a) {
			copied = append(copied, k)
		}
		a = r
	}
	return a, copied, len(steps), nil
}

// packed returns the elements of a in C order as bytes.
func packed(t *testing.T, a *ndarray.Array) []byte {
	t.Helper()
	c, _, err := a.Contiguous(layout.C)
	if err != nil {
		t.Fatal(err)
	}
	b, ok := c.Bytes()
	if !ok {
		t.Fatalf("the contiguous copy of %s is not packed", a)
	}
	return b
}

// differences tells how an array is not the expected result.
func differences(t *testing.T, a *ndarray.Array, copied []int, want fixtures.Result) (diffs []string) {
	t.Helper()
	differ := func(what string, got, want any) {
		diffs = append(diffs, fmt.Sprintf("%s %v, want %v", what, got, want))
	}
	if dt, err := dtype.Parse(want.DType); err != nil {
		differ("dtype", err, want.DType)
	} else if a.DType() != dt {
		differ("dtype", a.DType(), dt)
	}
	if !slices.Equal(a.Shape(), want.Shape) {
		differ("shape", a.Shape(), want.Shape)
		return diffs
	}
	if want.Offset != nil {
		wanted := layout.Layout{Shape: want.Shape, Strides: want.Strides, Offset: a.Offset()}
		if !a.Layout().Equal(wanted) {
			differ("strides", a.Strides(), want.Strides)
		}
		if a.Offset() != *want.Offset {
			differ("offset", a.Offset(), *want.Offset)
		}
		if !slices.Equal(copied, want.Copied) {
			differ("copies at steps", copied, want.Copied)
		}
	}
	if got := fixtures.Digest(packed(t, a)); got != want.SHA {
		differ("digest", got, want.SHA)
	}
	return diffs
}
