package layout

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"testing"
)

// TestRefusals holds the messages of each kind of bad input: one line with the
// numbers that are wrong.
func TestRefusals(t *testing.T) {
	ok := must(t)
	l := ok(New(8, C, 2, 3, 4))
	small := ok(New(1, C, 6))
	const half = math.MaxInt>>1 + 1
	const third = 1 << (strconv.IntSize/2 - 5) // its square is an int, its cube is not
	deep := slices.Repeat([]int{1}, 65)
	full := Layout{Shape: deep[1:], Strides: deep[1:]}
	huge := Layout{Shape: []int{half}, Strides: []int{0}}
	empty := ok(New(8, C, 0))
	for _, tt := range []struct {
		err  error
		kind error
		want string // empty: depends on the size of int
	}{
		{second(New(8, C, 2, -1)), ErrShape, "new: negative size in (2, -1)"},
		{second(New(8, C, half, 2)), ErrOverflow, ""},
		{second(New(8, C, half, 0)), ErrOverflow, ""},
		{second(New(1, C, half, 2, 0)), ErrOverflow, ""},
		{second(New(-8, C, 2)), ErrItemSize, "new: item size -8; expected 0 or more bytes"},
		{second(New(8, K, 2)), ErrOrder, "new: order K; expected C or F"},
		{second(New(8, C, deep...)), ErrRank, "new: 65 axes; at most 64 are possible"},
		{second(NewOrdered(8, []int{0, 0}, 2, 3)), ErrAxis, "new: axis 0 is named twice"},

		{second5(Size([]int{2, half})), ErrOverflow, ""},
		{second5(Size([]int{2, -3})), ErrShape, "shape: negative size in (2, -3)"},
		{second2(ResolveShape(24, []int{5, -1})), ErrShape, "reshape: 24 elements do not divide into (5, -1)"},
		{second2(Broadcast([]int{2, -3})), ErrShape, "broadcast: negative size in (2, -3)"},
		{second2(Broadcast(deep)), ErrRank, "broadcast: 65 axes; at most 64 are possible"},
		{second(l.Expand(deep...)), ErrRank, "expand: 65 axes; at most 64 are possible"},
		{second(l.View(8, C, deep...)), ErrRank, "view: 65 axes; at most 64 are possible"},
		{second(l.Unflatten(0, deep...)), ErrRank, "unflatten: 67 axes; at most 64 are possible"},
		{second(l.Slice(slices.Repeat([]Index{NewAxis}, 62)...)), ErrRank, "slice: 65 axes; at most 64 are possible"},
		{second(full.Unfold(0, 1, 1)), ErrRank, "unfold: 65 axes; at most 64 are possible"},
		{second(full.Windows([]int{1}, []int{0})), ErrRank, "windows: 65 axes; at most 64 are possible"},
		{second(l.Flatten(8, K, 0, 1)), ErrOrder, "flatten: order K; expected C, F or A"},
		{Layout{Shape: deep, Strides: deep}.Validate(1, 1), ErrRank, "layout: 65 axes; at most 64 are possible"},

		{second(l.Permute(0, 1)), ErrAxis, "permute: (0, 1) names 2 of 3 axes"},
		{second(l.Permute()), ErrAxis, "permute: () names 0 of 3 axes"},
		{second(l.Permute(0, 1, 3)), ErrAxis, "permute: axis 3 is out of range for 3 axes"},
		{second(l.Permute(0, 1, -2)), ErrAxis, "permute: axis -2 is named twice"},
		{second(l.SwapAxes(0, -4)), ErrAxis, "swapaxes: axis -4 is out of range for 3 axes"},
		{second(l.MoveAxis([]int{0, 1}, []int{2})), ErrAxis, "moveaxis: 2 axes to 1 places"},
		{second(l.MoveAxis([]int{0, 0}, []int{1, 2})), ErrAxis, "moveaxis: axis 0 is named twice"},
		{second(l.Flip(1, 1)), ErrAxis, "flip: axis 1 is named twice"},
		{second(l.Squeeze(1)), ErrShape, "squeeze: axis 1 has size 3; expected 1"},
		{second(l.Unsqueeze(5)), ErrAxis, "unsqueeze: axis 5 is out of range for 4 axes"},
		{second(l.Unsqueeze(make([]int, 62)...)), ErrRank, "unsqueeze: 65 axes; at most 64 are possible"},
		{second(l.Diagonal(0, 1, -2)), ErrAxis, "diagonal: axis 1 is named twice"},

		{second(l.Slice(Int(2))), ErrIndex, "slice: index 2 is out of bounds for axis 0 with size 2"},
		{second(l.Slice(All, Int(-4))), ErrIndex, "slice: index -4 is out of bounds for axis 1 with size 3"},
		{second(l.Slice(All.By(0))), ErrStep, "slice: step 0 on axis 0"},
		{second(l.Slice(All, All, All, All)), ErrIndex, "slice: 4 indices for 3 axes"},
		{second(l.Slice(Ellipsis, Ellipsis)), ErrIndex, "slice: more than one ellipsis"},

		{second(l.View(8, C, 5, 5)), ErrShape, "view: 24 elements do not fill (5, 5)"},
		{second(l.View(8, C, -1, 5)), ErrShape, "view: 24 elements do not divide into (-1, 5)"},
		{second(l.View(8, C, -1, -1)), ErrShape, "view: more than one -1 in (-1, -1)"},
		{second(l.View(8, C, -2, 12)), ErrShape, "view: negative size in (-2, 12)"},
		{second(l.View(8, C, half, half, 24)), ErrShape, ""},
		{second(l.View(8, K, 24)), ErrOrder, "view: order K; expected C, F or A"},
		{second(ok(New(8, C, 0, 6)).View(8, C, 0, -1)), ErrShape, "view: the -1 in (0, -1) could be any size"},
		{second(l.Transpose().View(3, C, 24)), ErrNeedsCopy, "view: axes 0 and 1 do not join: stride 8 ≠ 32·3 bytes"},
		{second(l.Transpose().Flatten(8, C, 1, 2)), ErrNeedsCopy, "flatten: axes 1 and 2 do not join: stride 4 ≠ 12·2"},
		{second(l.Flatten(8, C, 2, 1)), ErrAxis, "flatten: axis 2 comes after axis 1"},
		{second(l.Unflatten(2, 3, -1)), ErrShape, "unflatten: 4 elements do not divide into (3, -1)"},
		{second(ok(New(1, C, half, 0)).Unflatten(1, 0, 2)), ErrOverflow, ""},

		{second(small.Expand(2, 3)), ErrBroadcast, "expand: axis 1 of (2, 3) has size 6 in (6,); only size 1 expands"},
		{second(l.Expand(3, 4)), ErrBroadcast, "expand: (2, 3, 4) has more axes than (3, 4)"},
		{second(small.Expand(-1, 6)), ErrShape, "expand: size -1 on axis 0 of (-1, 6)"},
		{second(small.Expand(half, 6)), ErrOverflow, ""},

		{second(small.Unfold(0, 7, 1)), ErrShape, "unfold: window of 7 on axis 0 of size 6"},
		{second(small.Unfold(0, -1, 1)), ErrShape, "unfold: window of -1 on axis 0 of size 6"},
		{second(small.Unfold(0, 2, 0)), ErrStep, "unfold: step 0; expected 1 or more"},
		{second(small.Unfold(1, 2, 1)), ErrAxis, "unfold: axis 1 is out of range for 1 axes"},
		{second(huge.Unfold(0, half/2, 1)), ErrOverflow, ""},
		{second(l.Windows([]int{1, 2}, nil)), ErrShape, "windows: 2 sizes for 3 axes"},
		{second(l.Windows([]int{1, 2}, []int{0})), ErrShape, "windows: 2 sizes for 1 axes"},
		{second(l.Windows([]int{2, 2}, []int{0, 0})), ErrShape, "windows: window of 2 on axis 0 of size 1"},
		{second(huge.Windows([]int{half / 2}, []int{0})), ErrOverflow, ""},

		{second(l.Reinterpret(8, 3)), ErrItemSize, "reinterpret: the last axis of 4 items of 8 bytes does not divide into items of 3"},
		{second(l.Reinterpret(8, 64)), ErrItemSize, "reinterpret: the last axis of 4 items of 8 bytes does not divide into items of 64"},
		{second(l.Reinterpret(8, 0)), ErrItemSize, "reinterpret: items of 8 bytes as items of 0"},
		{second(l.Transpose().Reinterpret(8, 4)), ErrNeedsCopy, "reinterpret: the last axis is not packed: stride 96 bytes; expected 8"},
		{second(ok(New(8, C)).Reinterpret(8, 4)), ErrRank, "reinterpret: an array of rank 0 keeps its item size of 8 bytes"},
		{second(Layout{Shape: []int{half}, Strides: []int{8}}.Reinterpret(8, 4)), ErrOverflow, ""},
		{second(Layout{Shape: []int{half / 2, 2}, Strides: []int{0, 8}}.Reinterpret(8, 2)), ErrOverflow, ""},
		{second(l.Field(0, 1, -1)), ErrShape, "field: negative size in (2, 3, 4, -1)"},
		{second(l.Field(0, 1, make([]int, 62)...)), ErrRank, "field: 65 axes; at most 64 are possible"},

		{Layout{Shape: []int{2}, Strides: []int{}}.Validate(1, 9), ErrRank, "layout: 0 strides for 1 axes"},
		{Layout{Shape: []int{-2}, Strides: []int{1}}.Validate(1, 9), ErrShape, "layout: negative size in (-2,)"},
		{Layout{Shape: []int{2}, Strides: []int{-8}, Offset: 7}.Validate(1, 9), ErrBounds, "layout: reaches byte -1, before the storage"},
		{Layout{Shape: []int{2}, Strides: []int{8}}.Validate(2, 9), ErrBounds, "layout: reaches byte 9 of a storage of 9 bytes"},
		{Layout{Shape: []int{3}, Strides: []int{half}}.Validate(1, 9), ErrOverflow, ""},
		{Layout{Shape: []int{half, half}, Strides: []int{0, 0}}.Validate(1, 9), ErrOverflow, ""},
		{Layout{Shape: []int{1 << 15, 1 << 15, 1 << 15, 1 << 15, 16}, Strides: []int{0, 0, 0, 0, 0}}.Validate(1, 9), ErrOverflow, ""},
		{Layout{Shape: []int{half}, Strides: []int{0}}.Validate(2, 9), ErrOverflow, ""},
		{Layout{Shape: []int{third, third}, Strides: []int{0, 0}}.Validate(third, math.MaxInt), ErrOverflow, ""},
		{Layout{Shape: []int{1 << 11}, Strides: []int{-1 << 11}, Offset: math.MinInt}.Validate(1, 9), ErrOverflow, ""},
		{Layout{Shape: []int{2}, Strides: []int{math.MinInt}}.Validate(1, 9), ErrBounds, ""},
		{Layout{}.Validate(-1, 9), ErrItemSize, "layout: item size -1; expected 0 or more bytes"},

		{second5(huge.NumBytes(2)), ErrOverflow, ""},

		{second3(l.Split(3)), ErrAxis, "split: axis 3 is out of range for 3 axes"},
		{second3(l.Sections(2, 3)), ErrShape, "split: axis 2 of size 4 does not divide into 3 equal parts"},
		{second3(l.Sections(2, 0)), ErrShape, "split: axis 2 of size 4 does not divide into 0 equal parts"},
		{second3(l.Chunk(2, 0)), ErrShape, "chunk: 0 parts; expected 1 or more"},
		{second3(huge.Sections(0, half)), ErrShape, ""},
		{second3(huge.Chunk(0, math.MaxInt)), ErrShape, ""},
		{second3(empty.Sections(0, 1<<20+1)), ErrShape, "split: 1048577 parts of axis 0; at most 1048576 are made"},
		{second3(empty.Chunk(0, 1<<20+1)), ErrShape, "chunk: 1048577 parts of axis 0; at most 1048576 are made"},

		{second4(NewPlan()), ErrShape, "plan: no operands; expected a destination"},
		{second4(NewPlan(Layout{Shape: []int{2}})), ErrRank, "plan: operand 0 has 0 strides for 1 axes"},
		{second4(NewPlan(Layout{Shape: []int{-2}, Strides: []int{1}})), ErrShape, "plan: negative size in (-2,)"},
		{second4(NewPlan(Layout{Shape: []int{half, 2}, Strides: []int{0, 0}})), ErrOverflow, ""},
		{second4(NewPlan(small, l)), ErrBroadcast, "plan: operand 1 of shape (2, 3, 4) does not broadcast to (6,)"},
		{second4(NewPlan(l, small)), ErrBroadcast, "plan: operand 1 of shape (6,) does not broadcast to (2, 3, 4)"},
	} {
		if !errors.Is(tt.err, tt.kind) {
			t.Errorf("%v; expected %v (%s)", tt.err, tt.kind, tt.want)
			continue
		}
		if got := tt.err.Error(); tt.want != "" && got != tt.want {
			t.Errorf("%q; want %q", got, tt.want)
		}
		var refused *Error
		var copies *NeedsCopy
		if !errors.As(tt.err, &refused) && !errors.As(tt.err, &copies) {
			t.Errorf("%v has type %T", tt.err, tt.err)
		}
	}
}

func second3(_ []Layout, err error) error { return err }

func second5(_ int, err error) error { return err }

func second4(_ Plan, err error) error { return err }
