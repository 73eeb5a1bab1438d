package ops_test

import (
	"errors"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// drawShape draws a small shape.
func drawShape(t *rapid.T, label string) []int {
	return rapid.SliceOfN(rapid.IntRange(0, 4), 0, 4).Draw(t, label)
}

// drawView draws a view of int64 elements in the given shape over fresh storage:
// axes in any order, gapped, reversed or standing still. Elements are distinct
// where the view does not repeat them.
func drawView(t *rapid.T, label string, shape []int) *array {
	rank := len(shape)
	order := rapid.Permutation(sequence(rank)).Draw(t, label+" order")
	steps := rapid.SliceOfN(rapid.SampledFrom([]int{1, 1, 1, 2, -1, -2, 0}), rank, rank).Draw(t, label+" steps")
	l := layout.Layout{Shape: shape, Strides: make([]int, rank)}
	stride := 8
	for k := rank - 1; k >= 0; k-- { // order[rank-1] is the fastest
		axis := order[k]
		if steps[axis] == 0 {
			continue
		}
		l.Strides[axis] = stride * steps[axis]
		if steps[axis] < 0 {
			l.Offset += max(shape[axis]-1, 0) * -l.Strides[axis]
		}
		stride *= max(shape[axis], 1) * max(steps[axis], -steps[axis])
	}
	s := make([]int64, stride/8)
	first := rapid.Int64Range(-50, 50).Draw(t, label+" first")
	for i := range s {
		s[i] = first + int64(i)
	}
	base, err := ndarray.FromSlice(s)
	if err != nil {
		t.Fatal(err)
	}
	a, err := base.AsStrided(l.Shape, l.Strides, l.Offset)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func sequence(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// typed is typed access to the elements.
func typed(t interface{ Fatal(...any) }, a *array) ndarray.View[int64] {
	v, err := ndarray.As[int64](a)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// values are the elements in C order.
func values(t interface{ Fatal(...any) }, a *array) []int64 {
	v := typed(t, a)
	s := make([]int64, 0, a.Len())
	return slices.AppendSeq(s, v.Values())
}

// indices are all indices of a shape in C order.
func indices(shape []int) [][]int {
	all := [][]int{nil}
	for _, n := range shape {
		var next [][]int
		for _, ix := range all {
			for i := range n {
				next = append(next, append(slices.Clone(ix), i))
			}
		}
		all = next
	}
	return all
}

// at reads an element of an array that is broadcast to the index.
func at(v ndarray.View[int64], shape, index []int) int64 {
	ix := slices.Clone(index[len(index)-len(shape):])
	for k, n := range shape {
		if n == 1 {
			ix[k] = 0
		}
	}
	return v.At(ix...)
}

// propertyAdd: x + y is, index by index, the sum of the elements, into a fresh
// array and into a destination that overlaps x.
func propertyAdd(t *rapid.T) {
	shape := drawShape(t, "shape")
	one := rapid.SliceOfN(rapid.Bool(), len(shape), len(shape)).Draw(t, "broadcast")
	ys := slices.Clone(shape)
	for k, still := range one {
		if still {
			ys[k] = 1
		}
	}
	ys = ys[rapid.IntRange(0, len(ys)).Draw(t, "dropped"):]
	x, y := drawView(t, "x", shape), drawView(t, "y", ys)
	vx, vy := typed(t, x), typed(t, y)
	var want []int64
	for _, ix := range indices(shape) {
		want = append(want, at(vx, shape, ix)+at(vy, ys, ix))
	}
	got, err := ops.Add(nil, x, y)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, values(t, got), equateEmpty); diff != "" {
		t.Fatalf("fresh: %s", diff)
	}
	dst := x
	if len(shape) > 0 && rapid.Bool().Draw(t, "flip") {
		if dst, err = x.Flip(rapid.IntRange(0, len(shape)-1).Draw(t, "axis")); err != nil {
			t.Fatal(err)
		}
	}
	before := values(t, x)
	got, err = ops.Add(dst, x, y)
	if errors.Is(err, ndarray.ErrSelfOverlap) {
		if diff := cmp.Diff(before, values(t, x), equateEmpty); diff != "" {
			t.Fatalf("written although refused: %s", diff)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, values(t, got), equateEmpty); diff != "" {
		t.Fatalf("in place: %s", diff)
	}
}

var equateEmpty = cmp.Transformer("nil", func(s []int64) []int64 { return append([]int64{}, s...) })

// propertySum: sums over axes are those of the elements whose kept indices agree.
func propertySum(t *rapid.T) {
	shape := drawShape(t, "shape")
	x := drawView(t, "x", shape)
	gone := rapid.SliceOfN(rapid.Bool(), len(shape), len(shape)).Draw(t, "axes")
	axes, kept := []int{}, []int{}
	for k, g := range gone {
		if g {
			axes = append(axes, k)
		} else {
			kept = append(kept, shape[k])
		}
	}
	v := typed(t, x)
	var want []int64
	for _, ix := range indices(kept) {
		var sum int64
		for _, jx := range indices(shape) {
			var mine []int
			for k, g := range gone {
				if !g {
					mine = append(mine, jx[k])
				}
			}
			if slices.Equal(mine, ix) {
				sum += v.At(jx...)
			}
		}
		want = append(want, sum)
	}
	got, err := ops.Sum(nil, x, ops.Over{Axes: axes, KeepDims: rapid.Bool().Draw(t, "keep")})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, values(t, got), equateEmpty); diff != "" {
		t.Fatal(diff)
	}
}

// propertyMoved: rearrangements put at every index the element that their
// definition says.
func propertyMoved(t *rapid.T) {
	shape := append(drawShape(t, "shape"), rapid.IntRange(1, 5).Draw(t, "last"))
	x := drawView(t, "x", shape)
	v := typed(t, x)
	axis := rapid.IntRange(0, len(shape)-1).Draw(t, "axis")
	n := shape[axis]
	var got *array
	var err error
	out := slices.Clone(shape)
	var from func(i int) int // of an index along the axis of the result
	switch what := rapid.SampledFrom([]string{"roll", "take", "repeat", "tile", "wrap", "reflect"}).Draw(t, "what"); what {
	case "roll":
		by := rapid.IntRange(-9, 9).Draw(t, "by")
		got, err = ops.Roll(nil, x, []int{by}, []int{axis})
		from = func(i int) int { return ((i-by)%n + n) % n }
	case "take":
		var places []int64
		if n > 0 {
			places = rapid.SliceOfN(rapid.Int64Range(int64(-n), int64(n-1)), 0, 6).Draw(t, "places")
		}
		index, err2 := ndarray.FromSlice(places)
		if err2 != nil {
			t.Fatal(err2)
		}
		out[axis] = len(places)
		got, err = ops.Take(nil, x, index, axis)
		from = func(i int) int { return (int(places[i]) + n) % n }
	case "repeat":
		times := rapid.IntRange(0, 3).Draw(t, "times")
		out[axis] = n * times
		got, err = ops.Repeat(nil, x, axis, times)
		from = func(i int) int { return i / times }
	case "tile":
		times := rapid.IntRange(0, 3).Draw(t, "times")
		counts := slices.Repeat([]int{1}, len(shape))
		counts[axis] = times
		out[axis] = n * times
		got, err = ops.Tile(nil, x, counts...)
		from = func(i int) int { return i % n }
	default:
		if n == 0 {
			return
		}
		widths := make([][2]int, len(shape))
		before, after := rapid.IntRange(0, 7).Draw(t, "before"), rapid.IntRange(0, 7).Draw(t, "after")
		widths[axis] = [2]int{before, after}
		out[axis] = before + n + after
		if slices.Contains(shape, 0) {
			return
		}
		got, err = ops.Pad(nil, x, widths, ops.PadMode(what), nil)
		from = func(i int) int {
			i -= before
			if what == "wrap" {
				return (i%n + n) % n
			}
			for i < 0 || i >= n { // back and forth between the edges
				if n == 1 {
					return 0
				}
				if i < 0 {
					i = -i
				} else {
					i = 2*(n-1) - i
				}
			}
			return i
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.Shape(), out) {
		t.Fatalf("shape %v, want %v", got.Shape(), out)
	}
	var want []int64
	for _, ix := range indices(out) {
		jx := slices.Clone(ix)
		jx[axis] = from(ix[axis])
		want = append(want, v.At(jx...))
	}
	if diff := cmp.Diff(want, values(t, got), equateEmpty); diff != "" {
		t.Fatal(diff)
	}
}

// propertyPieces: an array in blocks or shards reads as the concatenation of its
// parts, in any range and at any index.
func propertyPieces(t *rapid.T) {
	var p *ops.Pieces
	var whole *array
	var err error
	if rapid.Bool().Draw(t, "blocks") {
		blocks, size := rapid.IntRange(1, 5).Draw(t, "blocks in the pool"), rapid.IntRange(1, 4).Draw(t, "size")
		pool := drawView(t, "pool", []int{blocks, size, rapid.IntRange(0, 3).Draw(t, "width")})
		table := rapid.SliceOfN(rapid.IntRange(0, blocks-1), 0, 6).Draw(t, "table")
		n := rapid.IntRange(0, len(table)*size).Draw(t, "positions")
		if p, err = ops.Blocks(pool, table, n); err != nil {
			t.Fatal(err)
		}
		parts := []*array{}
		for _, b := range table {
			part, err := pool.Slice(layout.Int(b))
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, part)
		}
		if len(parts) == 0 {
			return
		}
		if whole, err = ops.Concat(nil, 0, parts...); err != nil {
			t.Fatal(err)
		}
		if whole, err = whole.Slice(layout.To(n)); err != nil {
			t.Fatal(err)
		}
	} else {
		axis := rapid.IntRange(0, 1).Draw(t, "axis")
		other := rapid.IntRange(0, 3).Draw(t, "other size")
		var parts []*array
		for range rapid.IntRange(1, 4).Draw(t, "parts") {
			shape := []int{other, other}
			shape[axis] = rapid.IntRange(0, 4).Draw(t, "length")
			parts = append(parts, drawView(t, "part", shape))
		}
		if p, err = ops.Shards(axis, parts...); err != nil {
			t.Fatal(err)
		}
		if whole, err = ops.Concat(nil, axis, parts...); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(p.Shape(), whole.Shape()) {
		t.Fatalf("shape %v, want %v", p.Shape(), whole.Shape())
	}
	n := whole.Dim(p.Axis())
	lo := rapid.IntRange(0, n).Draw(t, "from")
	hi := rapid.IntRange(lo, n).Draw(t, "to")
	ix := []layout.Index{layout.All, layout.All}[:p.Axis()]
	want, err := whole.Slice(append(slices.Clone(ix), layout.Range(lo, hi))...)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ndarray.New(dtype.Int64, want.Shape()...)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Read(got, lo, hi); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(values(t, want), values(t, got), equateEmpty); diff != "" {
		t.Fatal(diff)
	}
	if n == 0 {
		return
	}
	i := rapid.IntRange(-n, n-1).Draw(t, "index")
	one, err := p.At(i)
	if err != nil {
		t.Fatal(err)
	}
	want, err = whole.Slice(append(slices.Clone(ix), layout.Int(i))...)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(values(t, want), values(t, one), equateEmpty); diff != "" {
		t.Fatal(diff)
	}
}

// propertyDifference: the first difference is the first index where elements are
// not equal.
func propertyDifference(t *rapid.T) {
	shape := drawShape(t, "shape")
	x, y := drawView(t, "x", shape), drawView(t, "y", shape)
	vx, vy := typed(t, x), typed(t, y)
	if rapid.Bool().Draw(t, "equal") {
		same, err := x.Clone(layout.F)
		if err != nil {
			t.Fatal(err)
		}
		y, vy = same, vx
	}
	var want []int
	for _, ix := range indices(shape) {
		if vx.At(ix...) != vy.At(ix...) {
			want = append([]int{}, ix...)
			break
		}
	}
	got, err := ops.FirstDifference(x, y, ops.Tolerance{})
	if err != nil {
		t.Fatal(err)
	}
	if (got == nil) != (want == nil) || !slices.Equal(got, want) {
		t.Fatalf("first difference at %v, want %v", got, want)
	}
	if same, err := ops.ArrayEqual(x, y); err != nil || same != (want == nil) {
		t.Fatalf("equal: %v, %v", same, err)
	}
}

func TestAddProperty(t *testing.T)        { rapid.Check(t, propertyAdd) }
func TestSumProperty(t *testing.T)        { rapid.Check(t, propertySum) }
func TestMovedProperty(t *testing.T)      { rapid.Check(t, propertyMoved) }
func TestPiecesProperty(t *testing.T)     { rapid.Check(t, propertyPieces) }
func TestDifferenceProperty(t *testing.T) { rapid.Check(t, propertyDifference) }

func FuzzAdd(f *testing.F)    { f.Fuzz(rapid.MakeFuzz(propertyAdd)) }
func FuzzSum(f *testing.F)    { f.Fuzz(rapid.MakeFuzz(propertySum)) }
func FuzzMoved(f *testing.F)  { f.Fuzz(rapid.MakeFuzz(propertyMoved)) }
func FuzzPieces(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propertyPieces)) }

// TestProcessors holds that results do not depend on the number of processors,
// to the last bit.
func TestProcessors(t *testing.T) {
	n := 700
	s := make([]float32, n*n)
	for i := range s {
		s[i] = float32(i%1000)/7 - 50
	}
	a, err := ndarray.FromSlice(s, n, n)
	if err != nil {
		t.Fatal(err)
	}
	at := a.Transpose()
	all := map[string]func() (*array, error){
		"add":    func() (*array, error) { return ops.Add(nil, a, at) },
		"sum":    func() (*array, error) { return ops.Sum(nil, a, ops.Over{}) },
		"sum 0":  func() (*array, error) { return ops.Sum(nil, a, ops.Over{Axes: []int{0}}) },
		"sum 1":  func() (*array, error) { return ops.Sum(nil, at, ops.Over{Axes: []int{1}}) },
		"var":    func() (*array, error) { return ops.Var(nil, a, ops.Over{}, 1) },
		"max":    func() (*array, error) { return ops.Max(nil, at, ops.Over{}) },
		"any":    func() (*array, error) { return ops.Any(nil, a, ops.Over{Axes: []int{1}}) },
		"argmax": func() (*array, error) { return ops.ArgMax(nil, at, ops.Over{Axes: []int{1}}) },
		"cumsum": func() (*array, error) { return ops.CumSum(nil, at, 0) },
		"sort":   func() (*array, error) { return ops.Sort(nil, a, 0) },
		"matmul": func() (*array, error) { return ops.MatMul(nil, a, at) },
		"matmul flat": func() (*array, error) {
			few, err := a.Slice(layout.To(4))
			if err != nil {
				return nil, err
			}
			return ops.MatMul(nil, few, at)
		},
		"cast": func() (*array, error) { return ops.Cast(nil, at, dtype.Float64.WithOrder(dtype.Big), dtype.Safe) },
	}
	for name, run := range all {
		var results [2][]byte
		for k, procs := range []int{1, 4} {
			before := runtime.GOMAXPROCS(procs)
			r, err := run()
			runtime.GOMAXPROCS(before)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if r, err = r.Clone(layout.C); err != nil {
				t.Fatal(err)
			}
			results[k], _ = r.Bytes()
		}
		if !slices.Equal(results[0], results[1]) {
			t.Errorf("%s: 4 processors give another result than 1", name)
		}
	}
}
