package layout

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The values of the memory model, for a reader who wants to see the rules at
// work. Here an item has one byte, so strides and offsets count elements.

// must ends the test on an error and otherwise passes the layout on.
func must(t *testing.T) func(Layout, error) Layout {
	return func(l Layout, err error) Layout {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
}

func TestValues(t *testing.T) {
	ok := must(t)
	packed := func(shape ...int) Layout { return ok(New(1, C, shape...)) }
	at := func(offset int, shape, strides []int) Layout {
		return Layout{Shape: shape, Strides: strides, Offset: offset}
	}
	type ints = []int

	x := packed(2, 3, 4) // of arange(24)
	for _, tt := range []struct {
		do        string
		got, want Layout
	}{
		{"the packed strides of (2,3,4)", x, at(0, ints{2, 3, 4}, ints{12, 4, 1})},
		{"of (2,4)", packed(2, 4), at(0, ints{2, 4}, ints{4, 1})},
		{"of (3,4,2)", packed(3, 4, 2), at(0, ints{3, 4, 2}, ints{8, 2, 1})},
		{"of (3,4,2) in F order", ok(New(1, F, 3, 4, 2)), at(0, ints{3, 4, 2}, ints{1, 3, 12})},
		{"of (0,7): 0 counts as 1", packed(0, 7, 2), at(0, ints{0, 7, 2}, ints{14, 2, 1})},
		{"of one element", packed(1), at(0, ints{1}, ints{1})},
		{"transpose(1,2)", ok(x.SwapAxes(1, 2)), at(0, ints{2, 4, 3}, ints{12, 1, 4})},
		{"transpose(0,2)", ok(x.SwapAxes(0, 2)), at(0, ints{4, 3, 2}, ints{1, 4, 12})},
		{"[:, :, :2]", ok(x.Slice(All, All, To(2))), at(0, ints{2, 3, 2}, ints{12, 4, 1})},
		{"permute(2,0,1)", ok(x.Permute(2, 0, 1)), at(0, ints{4, 2, 3}, ints{1, 12, 4})},
		{"its view as (4,6)", ok(ok(x.Permute(2, 0, 1)).View(1, C, 4, 6)), at(0, ints{4, 6}, ints{1, 4})},
		{"(2,3) transposed", packed(2, 3).Transpose(), at(0, ints{3, 2}, ints{1, 3})},
		{"(3,4) transposed, [:, 1:3]", ok(packed(3, 4).Transpose().Slice(All, Range(1, 3))), at(4, ints{4, 2}, ints{1, 4})},
		{"(3,4), [:, 1:3]", ok(packed(3, 4).Slice(All, Range(1, 3))), at(1, ints{3, 2}, ints{4, 1})},
		{"(3) expanded to (4,3)", ok(packed(3).Expand(4, 3)), at(0, ints{4, 3}, ints{0, 1})},
		{"(3,1) expanded to (3,4)", ok(packed(3, 1).Expand(3, 4)), at(0, ints{3, 4}, ints{1, 0})},
		{"windows of 3 in 6", ok(packed(6).Unfold(0, 3, 1)), at(0, ints{4, 3}, ints{1, 1})},
		{
			"as_strided: a 6 by 5 block of 10 by 10",
			ok(packed(10, 10).AsStrided(1, 100, ints{6, 5}, ints{10, 1}, 22)), at(22, ints{6, 5}, ints{10, 1}),
		},
		{
			"as_strided: every other row and column",
			ok(packed(10, 10).AsStrided(1, 100, ints{4, 3}, ints{20, 2}, 22)), at(22, ints{4, 3}, ints{20, 2}),
		},
		{
			"the middle third of (16,192)",
			ok(packed(16, 192).Slice(All, Range(64, 128))), at(64, ints{16, 64}, ints{192, 1}),
		},
		{
			"(2,4) with the last stride times 8, over 29 bytes",
			ok(packed(2, 4).WithStrides(1, 29, 4, 8)), at(0, ints{2, 4}, ints{4, 8}),
		},
	} {
		if d := cmp.Diff(tt.want.String(), tt.got.String()); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.do, d)
		}
	}

	for _, tt := range []struct {
		do      string
		l       Layout
		isC     bool
		density Density
	}{
		{"(2,3,4)", x, true, Dense},
		{"transposed", ok(x.SwapAxes(0, 2)), false, Dense},
		{"permuted", ok(x.Permute(2, 0, 1)), false, Dense},
		{"[:, :, :2]", ok(x.Slice(All, All, To(2))), false, Gapped},
		{"(5,4,6,7) in another order of axes", at(0, ints{5, 4, 6, 7}, ints{42, 210, 7, 1}), false, Dense},
		{"(4,5,6,7) with a stride of 0", at(0, ints{4, 5, 6, 7}, ints{42, 0, 7, 1}), false, Broadcasts},
		{"(3,1) expanded", ok(packed(3, 1).Expand(3, 4)), false, Broadcasts},
		{"windows", ok(packed(6).Unfold(0, 3, 1)), false, Overlaps},
		{"odd strides on axes of size 1", at(0, ints{1, 4, 1}, ints{99, 1, -5}), true, Dense},
		{"no elements", at(0, ints{3, 0}, ints{99, 99}), true, Dense},
	} {
		if got := tt.l.IsC(1); got != tt.isC {
			t.Errorf("%s: C-contiguous: %v", tt.do, got)
		}
		if got := tt.l.Dense(1); got != tt.density || got.String() == "" {
			t.Errorf("%s: %v; want %v", tt.do, got, tt.density)
		}
	}

	for _, tt := range []struct {
		do   string
		ls   []Layout
		want bool
	}{
		{"two packed arrays at different offsets", []Layout{x, at(100, ints{2, 3, 4}, ints{12, 4, 1})}, true},
		{"two transposed ones", []Layout{x.Transpose(), x.Transpose()}, true},
		{"one of each", []Layout{packed(3, 3), packed(3, 3).Transpose()}, false},
		{"two slices", []Layout{at(0, ints{2, 2}, ints{4, 1}), at(0, ints{2, 2}, ints{4, 1})}, false},
	} {
		if got := SameDense(1, tt.ls...); got != tt.want {
			t.Errorf("%s can be treated as contiguous together: %v", tt.do, got)
		}
	}

	for _, tt := range []struct {
		do       string
		operands []Layout
		shape    []int
		strides  [][]int
	}{
		{"one packed array", []Layout{x}, ints{24}, [][]int{{1}}},
		{"transpose(1,2): nothing", []Layout{ok(x.SwapAxes(1, 2))}, ints{2, 4, 3}, [][]int{{12, 1, 4}}},
		{"[:, :, :2]", []Layout{ok(x.Slice(All, All, To(2)))}, ints{6, 2}, [][]int{{4, 1}}},
		{"all sizes 1", []Layout{packed(1, 1, 1)}, ints{}, [][]int{{}}},
		{
			"(2,3,2) packed with a slice", []Layout{packed(2, 3, 2), ok(x.Slice(All, All, To(2)))},
			ints{6, 2}, [][]int{{2, 1}, {4, 1}},
		},
		{
			"(2,3,4) with a row for all", []Layout{x, ok(packed(4).Expand(2, 3, 4))},
			ints{6, 4}, [][]int{{4, 1}, {0, 1}},
		},
		{
			"(2,3,4) with a number for each block", []Layout{x, ok(packed(2, 1, 1).Expand(2, 3, 4))},
			ints{2, 12}, [][]int{{12, 1}, {1, 0}},
		},
		{"(3,1) expanded: nothing", []Layout{ok(packed(3, 1).Expand(3, 4))}, ints{3, 4}, [][]int{{1, 0}}},
	} {
		shape, strides := Coalesce(tt.operands...)
		if d := cmp.Diff(tt.shape, shape) + cmp.Diff(tt.strides, strides); d != "" {
			t.Errorf("merging %s (-want +got):\n%s", tt.do, d)
		}
	}

	for _, tt := range []struct {
		do   string
		err  error
		kind error
		want string
	}{
		{
			"a flat view of (2,3) transposed", second(packed(2, 3).Transpose().View(1, C, -1)),
			ErrNeedsCopy, "view: axes 0 and 1 do not join: stride 1 ≠ 3·2",
		},
		{
			"a flat view of (3,4) transposed", second(packed(3, 4).Transpose().View(1, C, 12)),
			ErrNeedsCopy, "view: axes 0 and 1 do not join: stride 1 ≠ 4·3",
		},
		{
			"a flat view in F order", second(packed(2, 3).View(1, F, -1)),
			ErrNeedsCopy, "view: axes 0 and 1 do not join: stride 1 ≠ 3·2",
		},
		{
			"2 expanded keys as 8 heads", second(ok(packed(1, 2, 1, 16).Expand(1, 2, 4, 16)).View(1, C, 1, 8, 16)),
			ErrNeedsCopy, "view: axes 1 and 2 do not join: stride 16 ≠ 0·4",
		},
		{
			"(2,4) with the last stride times 8, over 28 bytes", second(packed(2, 4).WithStrides(1, 28, 4, 8)),
			ErrBounds, "strides: reaches byte 28 of a storage of 28 bytes",
		},
		{
			"(4,5,6,7) with a first stride of 211 over 840 bytes", at(0, ints{4, 5, 6, 7}, ints{211, 42, 7, 1}).Validate(1, 840),
			ErrBounds, "layout: reaches byte 842 of a storage of 840 bytes",
		},
		{"(4,5,6,7) over 840 bytes", at(0, ints{4, 5, 6, 7}, ints{210, 42, 7, 1}).Validate(1, 840), nil, ""},
		{
			"two shapes that do not match", second2(Broadcast(ints{2, 3}, ints{4})),
			ErrBroadcast, "broadcast: operand 1 of shape (4,) has size 4 on axis 1 of the result; expected 3 or 1",
		},
	} {
		if !errors.Is(tt.err, tt.kind) {
			t.Errorf("%s: %v; expected %v", tt.do, tt.err, tt.kind)
		} else if tt.err != nil && tt.err.Error() != tt.want {
			t.Errorf("%s: %q; want %q", tt.do, tt.err, tt.want)
		}
	}

	if shape, err := ResolveShape(24, ints{-1, 3, 2}); err != nil || !equalInts(shape, ints{4, 3, 2}) {
		t.Errorf("(-1,3,2) of 24 elements is %v, %v", shape, err)
	}
	if n, err := Size(ints{4, 3, 2}); err != nil || n != 24 {
		t.Errorf("(4,3,2) has %d elements, %v", n, err)
	}

	// f32 (3,4) at a 64-byte boundary, [:, 1:3]: rows at bytes 4, 20, 36.
	rows := ok(ok(New(4, C, 3, 4)).Slice(All, Range(1, 3)))
	if first, all := rows.Alignment(64); first != 4 || all != 4 {
		t.Errorf("aligned to %d and %d bytes; want 4 and 4", first, all)
	}
	if rows.CanVectorize(16, 4, 64) {
		t.Error("rows that are aligned to 4 bytes can be read by aligned vectors of 16")
	}
	if ok(New(4, C, 4, 4)).Transpose().CanVectorize(4, 4, 64) {
		t.Error("columns can be read by vectors")
	}
	if whole := ok(New(4, C, 3, 4)); !whole.CanVectorize(16, 4, 64) || whole.CanVectorize(32, 4, 64) {
		t.Error("rows of 16 bytes are aligned to 16 and not to 32")
	}
}

func second(_ Layout, err error) error { return err }

func second2(_ []int, err error) error { return err }
