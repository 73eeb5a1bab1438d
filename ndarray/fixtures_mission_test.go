package ndarray_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ndtool/ndtool/fixtures"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// Every row of the value table of the memory model, as NumPy and as PyTorch
// computed it.
func TestMission(t *testing.T) {
	for _, name := range []string{"mission.jsonl", "mission_torch.jsonl"} {
		rows, err := fixtures.Decode[fixtures.Row](name)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			t.Run(name+"/"+row.Row+"/"+row.Do, func(t *testing.T) {
				switch {
				case row.Merge != nil:
					testMerge(t, row)
				case row.Dense != nil:
					if got := mustOpen(t, *row.Dense).Density().String(); got != row.Want.Density {
						t.Errorf("treated as contiguous: %s, want %s", got, row.Want.Density)
					}
				case row.Validate != nil:
					_, err := open(*row.Validate)
					if inside := err == nil; inside != *row.Want.Inside {
						t.Errorf("inside its storage: %v (%v), want %v", inside, err, *row.Want.Inside)
					}
					if err != nil {
						checkRefusal(t, row.Do, "bounds", err)
					}
				case row.Align != nil:
					testAlign(t, row)
				case row.Attention != nil:
					testAttention(t, *row.Attention, row.Want)
				default:
					testChain(t, row)
				}
			})
		}
	}
}

func mustOpen(t *testing.T, f fixtures.Array) *ndarray.Array {
	t.Helper()
	a, err := open(f)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// testChain does the steps of a row, with a write between them, and compares.
func testChain(t *testing.T, row fixtures.Row) {
	first := mustOpen(t, *row.In)
	a, copied := first, []int{}
	for k, s := range row.Steps {
		if row.Write != nil && row.Write.Before == k {
			set(t, a, row.Write.At, row.Write.Value)
		}
		r, err := stepOrWrite(a, s)
		if err != nil {
			if row.Refuse == "" || k != len(row.Steps)-1 {
				t.Fatalf("step %d (%s): %v", k, s.Op, err)
			}
			checkRefusal(t, s.Op, row.Refuse, err)
			return
		}
		if !r.SameStorage(a) {
			copied = append(copied, k)
		}
		a = r
	}
	if row.Refuse != "" {
		t.Fatalf("gives %s, want a refusal: %s", a, row.Refuse)
	}
	want := row.Want.Result
	if len(row.Want.Strides) > 0 {
		want.Strides = row.Want.Strides[0]
	}
	for _, d := range differences(t, a, copied, want) {
		t.Error(d)
	}
	if a.IsC() != *want.C {
		t.Errorf("C-contiguous: %v, want %v", a.IsC(), *want.C)
	}
	if want.Values != nil && !slices.Equal(values(t, a), want.Values) {
		t.Errorf("values %v, want %v", values(t, a), want.Values)
	}
	if want.Storage != nil {
		whole, err := ndarray.FromStorage(first.Storage(), first.DType(), layout.Layout{Shape: []int{len(want.Storage)}, Strides: []int{first.ItemSize()}})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(values(t, whole), want.Storage) {
			t.Errorf("the storage reads %v, want %v", values(t, whole), want.Storage)
		}
	}
}

// stepOrWrite also knows the steps that compute.
func stepOrWrite(a *ndarray.Array, s fixtures.Step) (*ndarray.Array, error) {
	switch s.Op {
	case "add_in_place":
		return ops.Add(a, a, a)
	case "repeat":
		return ops.Tile(nil, a, s.Shape...)
	}
	return take(a, s)
}

// set writes one element.
func set(t *testing.T, a *ndarray.Array, at []int, value float64) {
	t.Helper()
	v, err := ndarray.As[float32](a)
	if err != nil {
		t.Fatal(err)
	}
	v.Set(float32(value), at...)
}

// values returns the elements of an array of <f4 or <i8 in C order.
func values(t *testing.T, a *ndarray.Array) (out []float64) {
	t.Helper()
	switch a.DType().Kind() {
	case dtype.KindFloat:
		v, err := ndarray.As[float32](a)
		if err != nil {
			t.Fatal(err)
		}
		for x := range v.Values() {
			out = append(out, float64(x))
		}
	default:
		v, err := ndarray.As[int64](a)
		if err != nil {
			t.Fatal(err)
		}
		for x := range v.Values() {
			out = append(out, float64(x))
		}
	}
	return out
}

func testMerge(t *testing.T, row fixtures.Row) {
	var layouts []layout.Layout
	for _, f := range row.Merge {
		a, _, at, err := walk(mustOpen(t, f), row.Through)
		if err != nil {
			t.Fatalf("step %d: %v", at, err)
		}
		layouts = append(layouts, a.Layout())
	}
	shape, strides := layout.Coalesce(layouts...)
	if !slices.Equal(shape, row.Want.Shape) || fmt.Sprint(strides) != fmt.Sprint([][]int(row.Want.Strides)) {
		t.Errorf("merges to %v, %v, want %v, %v", shape, strides, row.Want.Shape, row.Want.Strides)
	}
}

func testAlign(t *testing.T, row fixtures.Row) {
	a, _, at, err := walk(mustOpen(t, *row.Align), row.Through)
	if err != nil {
		t.Fatalf("step %d: %v", at, err)
	}
	l := a.Layout()
	var starts []int
	for k := range l.Shape[0] {
		starts = append(starts, l.Offset+k*l.Strides[0])
	}
	if !slices.Equal(starts, row.Want.Rows) {
		t.Errorf("rows start at %v, want %v", starts, row.Want.Rows)
	}
	const base = 64 // an address that is aligned as New aligns storage
	if _, rows := l.Alignment(base); rows != row.Want.Align {
		t.Errorf("rows are aligned to %d, want %d", rows, row.Want.Align)
	}
	if l.CanVectorize(2*row.Want.Align, a.ItemSize(), base) {
		t.Errorf("vectors of %d bytes are allowed", 2*row.Want.Align)
	}
}

// testAttention multiplies grouped queries by keys that are broadcast over
// their group, and compares with keys repeated head by head.
func testAttention(t *testing.T, f fixtures.Attention, want fixtures.RowResult) {
	group := f.Heads / f.Shared
	query := view(t, fixtures.Eighths(f.Query, f.Heads*f.Width), 1, f.Shared, group, 1, f.Width)
	key := view(t, fixtures.Eighths(f.Key, f.Shared*f.Length*f.Width), 1, f.Shared, 1, f.Length, f.Width)
	turned, err := key.SwapAxes(-1, -2)
	if err != nil {
		t.Fatal(err)
	}
	grouped, err := ops.MatMul(nil, query, turned)
	if err != nil {
		t.Fatal(err)
	}
	scores, err := grouped.View(want.Shape...)
	if err != nil {
		t.Fatal(err)
	}
	little, err := ndarray.New(scores.DType().WithOrder(dtype.Little), want.Shape...)
	if err != nil {
		t.Fatal(err)
	}
	if err := ndarray.Copy(little, scores); err != nil {
		t.Fatal(err)
	}
	if got := fixtures.Digest(packed(t, little)); got != want.SHA {
		t.Errorf("the scores have digest %s, want %s", got, want.SHA)
	}
	expanded, err := key.Expand(1, f.Shared, group, f.Length, f.Width)
	if err != nil {
		t.Fatal(err)
	}
	repeated, copied, err := expanded.Reshape(layout.C, 1, f.Heads, f.Length, f.Width)
	if err != nil || !copied {
		t.Fatalf("repeating the keys: copied %v, %v", copied, err)
	}
	if key.Storage().Len() != want.KeyBytes || !expanded.SameStorage(key) || repeated.Storage().Len() != want.Repeated {
		t.Errorf("keys take %d and %d bytes, want %d and %d", key.Storage().Len(), repeated.Storage().Len(), want.KeyBytes, want.Repeated)
	}
	for head, shared := range want.Heads {
		mine, err := repeated.Slice(layout.Int(0), layout.Int(head))
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := key.Slice(layout.Int(0), layout.Int(shared), layout.Int(0))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(packed(t, mine), packed(t, theirs)) {
			t.Errorf("head %d does not read key %d", head, shared)
		}
	}
}

func view(t *testing.T, s []float32, shape ...int) *ndarray.Array {
	t.Helper()
	a, err := ndarray.FromSlice(s, shape...)
	if err != nil {
		t.Fatal(err)
	}
	return a
}
