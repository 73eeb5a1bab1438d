package layout

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestParts: where NumPy's split and PyTorch's chunk cut an axis of 7 or 6.
func TestParts(t *testing.T) {
	ok := must(t)
	l := ok(New(1, C, 2, 7))
	cut := func(parts []Layout, err error) (spans [][2]int) {
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range parts {
			spans = append(spans, [2]int{p.Offset, p.Shape[1]})
		}
		return spans
	}
	for _, tt := range []struct {
		do   string
		got  [][2]int // offset and size of each part
		want [][2]int
	}{
		{"split at 2, 5", cut(l.Split(1, 2, 5)), [][2]int{{0, 2}, {2, 3}, {5, 2}}},
		{"split nowhere", cut(l.Split(-1)), [][2]int{{0, 7}}},
		{"split at -2, 9", cut(l.Split(1, -2, 9)), [][2]int{{0, 5}, {5, 2}, {0, 0}}},
		{"split at 5, 2", cut(l.Split(1, 5, 2)), [][2]int{{0, 5}, {0, 0}, {2, 5}}},
		{"7 sections", cut(ok(l.Slice(All, All)).Sections(1, 7)), [][2]int{{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}}},
		{"2 sections of 6", cut(ok(l.Slice(All, To(6))).Sections(1, 2)), [][2]int{{0, 3}, {3, 3}}},
		{"2 sections of 0", cut(ok(l.Slice(All, To(0))).Sections(1, 2)), [][2]int{{0, 0}, {0, 0}}},
		{"3 chunks", cut(l.Chunk(1, 3)), [][2]int{{0, 3}, {3, 3}, {6, 1}}},
		{"4 chunks of 6", cut(ok(l.Slice(All, To(6))).Chunk(1, 4)), [][2]int{{0, 2}, {2, 2}, {4, 2}}},
		{"2 chunks of 6", cut(ok(l.Slice(All, To(6))).Chunk(1, 2)), [][2]int{{0, 3}, {3, 3}}},
		{"9 chunks", cut(l.Chunk(1, 9)), [][2]int{{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}}},
		{"2 chunks of 0", cut(ok(l.Slice(All, To(0))).Chunk(1, 2)), [][2]int{{0, 0}, {0, 0}}},
	} {
		if d := cmp.Diff(tt.want, tt.got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.do, d)
		}
	}
}

// TestItems: views of items of another size, and of parts of items.
func TestItems(t *testing.T) {
	ok := must(t)
	type ints = []int
	at := func(offset int, shape, strides []int) Layout {
		return Layout{Shape: shape, Strides: strides, Offset: offset}
	}
	l := ok(New(8, C, 3, 4))
	for _, tt := range []struct {
		do        string
		got, want Layout
	}{
		{"float64 as float32", ok(l.Reinterpret(8, 4)), at(0, ints{3, 8}, ints{32, 4})},
		{"float64 as complex128", ok(l.Reinterpret(8, 16)), at(0, ints{3, 2}, ints{32, 16})},
		{"as items of 8 bytes", ok(l.Transpose().Reinterpret(8, 8)), at(0, ints{4, 3}, ints{8, 32})},
		{
			"a last axis of size 1 is packed whatever its stride",
			ok(at(8, ints{3, 1}, ints{32, 99}).Reinterpret(8, 2)), at(8, ints{3, 4}, ints{32, 2}),
		},
		{
			"no elements are packed whatever their strides",
			ok(at(0, ints{0, 3}, ints{32, 99}).Reinterpret(8, 2)), at(0, ints{0, 12}, ints{32, 2}),
		},
		{"an int32 field 8 bytes into records", ok(l.Field(8, 4)), at(8, ints{3, 4}, ints{32, 8})},
		{"a field that is (2,5) of int16", ok(l.Field(4, 2, 2, 5)), at(4, ints{3, 4, 2, 5}, ints{32, 8, 10, 2})},
		{"the flip of nothing", ok(at(5, ints{0, 1}, ints{3, 4}).Flip()), at(5, ints{0, 1}, ints{-3, -4})},
	} {
		if d := cmp.Diff(tt.want.String(), tt.got.String()); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.do, d)
		}
	}
	if first, rows := at(64, ints{1, 4}, ints{3, 1}).Alignment(0); first != 64 || rows != 64 {
		t.Errorf("one row at byte 64 is aligned to %d and %d; its stride has no meaning", first, rows)
	}
}

// TestFirstWithin compares Euclid's way with trying.
func TestFirstWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.Int64Range(2, 60).Draw(t, "m")
		a := rapid.Int64Range(0, m-1).Draw(t, "a")
		l := rapid.Int64Range(1, m-1).Draw(t, "l")
		r := rapid.Int64Range(l, m-1).Draw(t, "r")
		most := rapid.Int64Range(0, 70).Draw(t, "most")
		want := int64(-1)
		for k := int64(0); k <= most && want < 0; k++ {
			if v := a * k % m; l <= v && v <= r {
				want = k
			}
		}
		if got := firstWithin(a, m, l, r, most); got != want {
			t.Fatalf("firstWithin = %d; want %d", got, want)
		}
	})
}

// distinctSums is a layout of n axes of size 2 that does not overlap itself,
// though its strides are as small as they are known to be able to: the numbers
// of Conway and Guy, whose subsets have different sums. To prove that is hard.
func distinctSums(n int) Layout {
	u := []int{0, 1}
	for k := 1; k < n; k++ {
		u = append(u, 2*u[k]-u[k-int(math.Round(math.Sqrt(float64(2*k))))])
	}
	l := Layout{}
	for k := range n {
		l.Shape, l.Strides = append(l.Shape, 2), append(l.Strides, u[n]-u[k])
	}
	return l
}

// TestUndecided: the bound on work is kept, and does not turn into an answer.
func TestUndecided(t *testing.T) {
	if got := distinctSums(10).SelfOverlap(1, DefaultWork); got != No {
		t.Errorf("10 axes: %v; want no", got)
	}
	if got := distinctSums(10).SelfOverlap(2, DefaultWork); got != Yes {
		t.Errorf("10 axes with items of 2 bytes: %v; want yes", got)
	}
	hard := distinctSums(30)
	if got := hard.SelfOverlap(1, DefaultWork); got != Undecided {
		t.Errorf("30 axes: %v; want undecided", got)
	}
	next := hard
	next.Offset = 1
	if got := Overlap(hard, 1, next, 1, 0); got != Undecided {
		t.Errorf("Overlap = %v after no step", got)
	}
}
