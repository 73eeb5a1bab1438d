package ndarray_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// The values of the memory model, one test a story. Strides here are in
// elements, as in PyTorch; the arrays hold int64 or float32.

// arange returns 0, 1, 2, … in the shape.
func arange[T int64 | float32](t *testing.T, shape ...int) *ndarray.Array {
	t.Helper()
	n, err := layout.Size(shape)
	ok(t, err)
	s := make([]T, n)
	for i := range s {
		s[i] = T(i)
	}
	a, err := ndarray.FromSlice(s)
	ok(t, err)
	return must(t)(a.View(shape...))
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// must unwraps the result of a view operation that has to work.
func must(t *testing.T) func(a *ndarray.Array, err error) *ndarray.Array {
	return func(a *ndarray.Array, err error) *ndarray.Array {
		t.Helper()
		ok(t, err)
		return a
	}
}

// is checks shape and element strides.
func is(t *testing.T, a *ndarray.Array, shape, strides []int) {
	t.Helper()
	got, whole := a.ElemStrides()
	if !whole || !slices.Equal(a.Shape(), shape) || !slices.Equal(got, strides) {
		t.Errorf("%s, want shape %v and strides %v", a, shape, strides)
	}
}

// reads checks the elements in C order.
func reads[T dtype.Element](t *testing.T, a *ndarray.Array, want ...T) {
	t.Helper()
	v, err := ndarray.As[T](a)
	ok(t, err)
	got := slices.Collect(v.Values())
	for i := range max(len(got), len(want)) {
		if len(got) != len(want) || any(got[i]) != any(want[i]) {
			t.Fatalf("reads %v, want %v", got, want)
		}
	}
}

// refused checks the kind of a failure and that its text holds the numbers.
func refused(t *testing.T, err, kind error, words ...string) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Fatalf("got error %v, want %v", err, kind)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
}

func merges(t *testing.T, a *ndarray.Array, shape, strides []int) {
	t.Helper()
	gotShape, gotStrides := layout.Coalesce(a.Layout())
	for k := range gotStrides[0] {
		gotStrides[0][k] /= a.ItemSize()
	}
	if !slices.Equal(gotShape, shape) || !slices.Equal(gotStrides[0], strides) {
		t.Errorf("%s merges to %v %v, want %v %v", a, gotShape, gotStrides[0], shape, strides)
	}
}

func TestCubeOf24(t *testing.T) {
	a := arange[int64](t, 2, 3, 4)
	is(t, a, []int{2, 3, 4}, []int{12, 4, 1})
	v, err := ndarray.As[int64](a)
	ok(t, err)
	if got := v.At(1, 2, 3); got != 23 {
		t.Errorf("element (1,2,3) is %d, want 23", got)
	}
	merges(t, a, []int{24}, []int{1})

	swapped := must(t)(a.SwapAxes(1, 2))
	is(t, swapped, []int{2, 4, 3}, []int{12, 1, 4})
	merges(t, swapped, []int{2, 4, 3}, []int{12, 1, 4})

	cut := must(t)(a.Slice(layout.Ellipsis, layout.To(2)))
	is(t, cut, []int{2, 3, 2}, []int{12, 4, 1})
	merges(t, cut, []int{6, 2}, []int{4, 1})
}

func TestReversedAxesNeedACopyToFlatten(t *testing.T) {
	a := arange[int64](t, 2, 3, 4)
	b := must(t)(a.SwapAxes(0, 2))
	is(t, b, []int{4, 3, 2}, []int{1, 4, 12})
	if !b.SameStorage(a) || b.IsC() {
		t.Error("transposing must share the storage and not be contiguous")
	}
	_, err := b.View(-1)
	refused(t, err, layout.ErrNeedsCopy)
	flat, copied, err := b.Reshape(layout.C, -1)
	ok(t, err)
	if !copied || flat.SameStorage(a) {
		t.Error("the flat reshape has to copy")
	}
	packed, _, err := b.Contiguous(layout.C)
	ok(t, err)
	is(t, packed, []int{4, 3, 2}, []int{6, 2, 1})
}

func TestPermutedYetViewable(t *testing.T) {
	a := arange[int64](t, 2, 3, 4)
	b := must(t)(a.Permute(2, 0, 1))
	is(t, b, []int{4, 2, 3}, []int{1, 12, 4})
	if b.IsC() {
		t.Error("not contiguous")
	}
	v := must(t)(b.View(4, 6))
	is(t, v, []int{4, 6}, []int{1, 4})
	if !v.SameStorage(a) {
		t.Error("the view must share the storage")
	}
}

func TestMatrixTransposed(t *testing.T) {
	a := must(t)(arange[int64](t, 6).View(2, 3)).Transpose()
	is(t, a, []int{3, 2}, []int{1, 3})
	_, err := a.View(6)
	refused(t, err, layout.ErrNeedsCopy, "axes 0 and 1 do not join")
	packed, copied, err := a.Contiguous(layout.C)
	ok(t, err)
	if !copied {
		t.Error("packing a transposed array copies")
	}
	reads[int64](t, packed, 0, 3, 1, 4, 2, 5)
}

func TestWritesAreSeenThroughViews(t *testing.T) {
	a := arange[float32](t, 3, 4)
	tr := a.Transpose()
	is(t, tr, []int{4, 3}, []int{1, 4})
	cut := must(t)(a.Slice(layout.All, layout.Range(1, 3)))
	is(t, cut, []int{3, 2}, []int{4, 1})
	if cut.Offset() != 4 {
		t.Errorf("offset %d bytes, want that of element 1", cut.Offset())
	}
	v, err := ndarray.As[float32](tr)
	ok(t, err)
	v.Set(100, 0, 1)
	w, err := ndarray.As[float32](a)
	ok(t, err)
	if got := w.At(1, 0); got != 100 {
		t.Errorf("a[1,0] reads %v, want 100", got)
	}
	_, err = tr.View(12)
	refused(t, err, layout.ErrNeedsCopy)
	flat, copied, err := tr.Reshape(layout.C, 12)
	ok(t, err)
	if !copied {
		t.Error("the flat reshape copies")
	}
	reads[float32](t, flat, 0, 100, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11)
	packed, _, err := tr.Contiguous(layout.C)
	ok(t, err)
	is(t, packed, []int{4, 3}, []int{3, 1})
}

func TestExpandAndRepeat(t *testing.T) {
	src, err := ndarray.FromSlice([]float32{1, 2, 3})
	ok(t, err)
	e := must(t)(src.Expand(4, 3))
	is(t, e, []int{4, 3}, []int{0, 1})
	if got := e.Storage().Len(); got != 12 {
		t.Errorf("expanding made storage of %d bytes, want the 12 of the source", got)
	}
	rep := must(t)(e.Clone(layout.C))
	is(t, rep, []int{4, 3}, []int{3, 1})
	if rep.Storage().Len() != 48 {
		t.Errorf("the copy has %d bytes of storage, want 48", rep.Storage().Len())
	}
	v, err := ndarray.As[float32](e)
	ok(t, err)
	v.Set(5, 0, 0)
	if v.At(3, 0) != 5 {
		t.Error("setting e[0,0] must show at e[3,0]")
	}
	reads[float32](t, src, 5, 2, 3)
	refused(t, ndarray.Copy(e, rep), ndarray.ErrSelfOverlap, "clone")

	column := must(t)(arange[float32](t, 3, 1).Expand(3, 4))
	is(t, column, []int{3, 4}, []int{1, 0})
	if column.IsC() || column.Density() != layout.Broadcasts {
		t.Errorf("an expanded column is %v", column.Density())
	}
	merges(t, column, []int{3, 4}, []int{1, 0})
}

func TestWindowsIntoStorage(t *testing.T) {
	a := arange[int64](t, 10, 10)
	block := must(t)(a.AsStrided([]int{6, 5}, []int{10 * 8, 1 * 8}, 22*8))
	v, err := ndarray.As[int64](block)
	ok(t, err)
	if v.At(0, 0) != 22 || v.At(5, 4) != 76 {
		t.Errorf("block from %d to %d, want 22 (a2,2) to 76 (a7,6)", v.At(0, 0), v.At(5, 4))
	}
	grid := must(t)(a.AsStrided([]int{4, 3}, []int{20 * 8, 2 * 8}, 22*8))
	reads[int64](t, grid, 22, 24, 26, 42, 44, 46, 62, 64, 66, 82, 84, 86)

	small := must(t)(arange[int64](t, 28).AsStrided([]int{2, 4}, []int{4 * 8, 8}, 0))
	_, err = small.WithStrides(4*8, 8*8)
	refused(t, err, layout.ErrBounds)
	wide := must(t)(arange[int64](t, 29).AsStrided([]int{2, 4}, []int{4 * 8, 8}, 0))
	is(t, must(t)(wide.WithStrides(4*8, 8*8)), []int{2, 4}, []int{4, 8})
}

func TestUnfold(t *testing.T) {
	w := must(t)(arange[int64](t, 6).Unfold(0, 3, 1))
	is(t, w, []int{4, 3}, []int{1, 1})
	reads[int64](t, w, 0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 5)
}

func TestPackedStrides(t *testing.T) {
	for _, c := range []struct{ shape, strides []int }{
		{[]int{2, 4}, []int{4, 1}}, {[]int{3, 2}, []int{2, 1}}, {[]int{3, 4, 2}, []int{8, 2, 1}}, {[]int{1}, []int{1}},
	} {
		is(t, arange[float32](t, c.shape...), c.shape, c.strides)
	}
}

func TestTreatedAsContiguous(t *testing.T) {
	for _, c := range []struct {
		shape, strides []int
		want           layout.Density
	}{
		{[]int{4, 3, 2}, []int{1, 4, 12}, layout.Dense},
		{[]int{5, 4, 6, 7}, []int{42, 210, 7, 1}, layout.Dense},
		{[]int{4, 5, 6, 7}, []int{42, 0, 7, 1}, layout.Broadcasts},
		{[]int{2, 3, 2}, []int{12, 4, 1}, layout.Gapped},
	} {
		a := must(t)(arange[float32](t, 840).AsStrided(c.shape, times(c.strides, 4), 0))
		if got := a.Density(); got != c.want {
			t.Errorf("%v/%v is %v, want %v", c.shape, c.strides, got, c.want)
		}
	}
	_, err := arange[float32](t, 840).AsStrided([]int{4, 5, 6, 7}, times([]int{211, 42, 7, 1}, 4), 0)
	refused(t, err, layout.ErrBounds)
}

func times(s []int, n int) []int {
	r := slices.Clone(s)
	for i := range r {
		r[i] *= n
	}
	return r
}

func TestFusedProjection(t *testing.T) {
	a := arange[float32](t, 16, 192)
	mid := must(t)(a.Slice(layout.All, layout.Range(64, 128)))
	is(t, mid, []int{16, 64}, []int{192, 1})
	if mid.Offset() != 64*4 || mid.IsC() {
		t.Errorf("%s", mid)
	}
}

func TestRowsOfASliceAreAlignedToFourBytes(t *testing.T) {
	a, err := ndarray.New(dtype.Float32, 3, 4)
	ok(t, err)
	if first, rows := a.Alignment(); first < 64 || rows != 16 {
		t.Errorf("a fresh (3,4) of float32 is aligned to %d, its rows to %d", first, rows)
	}
	cut := must(t)(a.Slice(layout.All, layout.Range(1, 3)))
	first, rows := cut.Alignment()
	if first != 4 || rows != 4 || cut.CanVectorize(16) {
		t.Errorf("first element aligned to %d, rows to %d; want 4", first, rows)
	}
}

func TestContiguousKeepsWhatItCan(t *testing.T) {
	zero := must(t)(arange[float32](t, 1).View())
	c, copied, err := zero.Contiguous(layout.C)
	ok(t, err)
	if copied || c.Rank() != 0 || !c.SameStorage(zero) {
		t.Errorf("a 0-d array stays as it is: %s", c)
	}
	odd := must(t)(arange[float32](t, 3, 4).AsStrided([]int{1, 4}, []int{-99996, 4}, 0))
	c, copied, err = odd.Contiguous(layout.C)
	ok(t, err)
	if copied {
		t.Error("a row is contiguous whatever the stride of its axis of size 1")
	}
	is(t, c, []int{1, 4}, []int{4, 1})
}

func TestClosedStorage(t *testing.T) {
	s := ndarray.NewStorage(make([]byte, 32), ndarray.StorageOptions{Owner: t})
	l, err := layout.New(8, layout.C, 4)
	ok(t, err)
	a, err := ndarray.FromStorage(s, dtype.Float64, l)
	ok(t, err)
	s.Close()
	s.Close()
	_, err = a.Clone(layout.C)
	refused(t, err, ndarray.ErrClosed)
	_, err = ndarray.As[float64](a)
	refused(t, err, ndarray.ErrClosed)
	refused(t, ndarray.Copy(a, a), ndarray.ErrClosed)
}

func TestTypedAccess(t *testing.T) {
	big, err := dtype.Parse(">f8")
	ok(t, err)
	l, err := layout.New(8, layout.C, 2)
	ok(t, err)
	l.Offset = 3 // aligned to nothing
	b := make([]byte, 19)
	a, err := ndarray.FromBytes(b, big, l)
	ok(t, err)
	v, err := ndarray.As[float64](a)
	ok(t, err)
	v.Set(math.Pi, 1)
	if v.At(1) != math.Pi || b[11] != 0x40 {
		t.Errorf("a misaligned big-endian float64 reads %v from % x", v.At(1), b[11:])
	}
	if _, ok := v.Slice(); ok {
		t.Error("a swapped, misaligned array cannot be a Go slice")
	}
	_, err = ndarray.As[float32](a)
	refused(t, err, ndarray.ErrDType)
	for _, index := range [][]int{{2}, {-1}, {}, {0, 0}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("At(%v) must panic", index)
				}
			}()
			v.At(index...)
		}()
	}
}

func TestOverlappingAssignment(t *testing.T) {
	// NumPy 2.4.6 gets this one wrong; with the source copied first it is 0 1 1 3 2 5.
	a := arange[int64](t, 6)
	dst := must(t)(a.Slice(layout.All.By(2)))
	src := must(t)(a.Slice(layout.To(3)))
	ok(t, ndarray.Copy(dst, src))
	reads[int64](t, a, 0, 1, 1, 3, 2, 5)
}

func TestTwoArraysOverOneBuffer(t *testing.T) {
	b := make([]byte, 64)
	l, err := layout.New(8, layout.C, 4)
	ok(t, err)
	x, err := ndarray.FromBytes(b[:40], dtype.Int64, l)
	ok(t, err)
	y, err := ndarray.FromBytes(b[8:], dtype.Int64, l)
	ok(t, err)
	if x.SameStorage(y) || ndarray.SharesMemory(x, y) != layout.Yes {
		t.Error("two storages over one buffer share memory")
	}
	v, err := ndarray.As[int64](x)
	ok(t, err)
	for i := range 4 {
		v.Set(int64(i), i)
	}
	ok(t, ndarray.Copy(y, x))
	reads[int64](t, y, 0, 1, 2, 3)
}

func TestLogicalBytesFitAnInt(t *testing.T) {
	a := arange[int64](t, 1)
	_, err := a.Expand(math.MaxInt/8+1, 1)
	refused(t, err, layout.ErrOverflow)
	e := must(t)(a.Expand(math.MaxInt/8, 1))
	if e.NumBytes() != math.MaxInt/8*8 {
		t.Errorf("%d bytes", e.NumBytes())
	}
}
