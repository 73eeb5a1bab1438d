package layout_test

import (
	"errors"
	"fmt"

	"github.com/ndtool/ndtool/ndarray/layout"
)

// A float32 array (2,3,4): strides are bytes, so 48, 16 and 4.
func ExampleNew() {
	l, err := layout.New(4, layout.C, 2, 3, 4)
	fmt.Println(l, err)
	// Output: shape (2, 3, 4) strides (48, 16, 4) offset 0 <nil>
}

// A view moves no bytes: it has other strides and another offset.
func ExampleLayout_Slice() {
	l, _ := layout.New(1, layout.C, 3, 4)
	v, _ := l.Slice(layout.All, layout.Range(1, 3))
	fmt.Println(v)
	v, _ = l.Slice(layout.Int(-1), layout.All.By(-1))
	fmt.Println(v)
	// Output:
	// shape (3, 2) strides (4, 1) offset 1
	// shape (4,) strides (-1,) offset 11
}

func ExampleParseIndex() {
	ix, _ := layout.ParseIndex("1:, newaxis, ::2")
	l, _ := layout.New(1, layout.C, 3, 4)
	fmt.Println(l.Slice(ix...))
	// Output: shape (2, 1, 2) strides (4, 0, 2) offset 4 <nil>
}

// A permuted array is not contiguous, and yet its last two axes join.
func ExampleLayout_View() {
	l, _ := layout.New(1, layout.C, 2, 3, 4)
	p, _ := l.Permute(2, 0, 1)
	fmt.Println(p)
	fmt.Println(p.View(1, layout.C, 4, 6))

	_, err := p.View(1, layout.C, 24)
	fmt.Println(err, errors.Is(err, layout.ErrNeedsCopy))
	// Output:
	// shape (4, 2, 3) strides (1, 12, 4) offset 0
	// shape (4, 6) strides (1, 4) offset 0 <nil>
	// view: axes 0 and 1 do not join: stride 1 ≠ 12·2 true
}

// Expanding repeats an axis of size 1 by a stride of 0.
func ExampleLayout_Expand() {
	l, _ := layout.New(4, layout.C, 3, 1)
	fmt.Println(l.Expand(-1, 4))
	_, err := l.Expand(2, 4)
	fmt.Println(err)
	// Output:
	// shape (3, 4) strides (4, 0) offset 0 <nil>
	// expand: axis 0 of (2, 4) has size 3 in (3, 1); only size 1 expands
}

// The windows of size 3 in six elements share elements.
func ExampleLayout_Unfold() {
	l, _ := layout.New(1, layout.C, 6)
	w, _ := l.Unfold(0, 3, 1)
	fmt.Println(w, w.Dense(1))
	// Output: shape (4, 3) strides (1, 1) offset 0 overlapping
}

// as_strided looks at the storage, and never beyond it.
func ExampleLayout_AsStrided() {
	l, _ := layout.New(1, layout.C, 10, 10)
	fmt.Println(l.AsStrided(1, 100, []int{4, 3}, []int{20, 2}, 22))
	_, err := l.AsStrided(1, 100, []int{5, 3}, []int{20, 2}, 22)
	fmt.Println(err)
	// Output:
	// shape (4, 3) strides (20, 2) offset 22 <nil>
	// as_strided: reaches byte 106 of a storage of 100 bytes
}

// Axes merge where every operand allows it.
func ExampleCoalesce() {
	a, _ := layout.New(1, layout.C, 2, 3, 4)
	row, _ := layout.New(1, layout.C, 4)
	b, _ := row.Expand(2, 3, 4)
	fmt.Println(layout.Coalesce(a))
	fmt.Println(layout.Coalesce(a, b))
	// Output:
	// [24] [[1]]
	// [6 4] [[4 1] [0 1]]
}

// A plan may sort the axes too: copied between two transposed arrays, all bytes
// are one run.
func ExampleNewPlan() {
	l, _ := layout.New(1, layout.C, 2, 3, 4)
	t, _ := layout.New(1, layout.F, 2, 3, 4)
	p, _ := layout.NewPlan(t, t)
	fmt.Println(p.Shape(), p.Strides(0), p.Strides(1))
	p, _ = layout.NewPlan(l, t)
	fmt.Println(p.Shape(), p.Strides(0), p.Strides(1))
	// Output:
	// [24] [1] [1]
	// [2 3 4] [12 4 1] [1 2 6]
}

// Every other element and those between share no byte, though their bounds
// overlap.
func ExampleOverlap() {
	l, _ := layout.New(1, layout.C, 10)
	even, _ := l.Slice(layout.All.By(2))
	odd, _ := l.Slice(layout.From(1).By(2))
	fmt.Println(layout.MayOverlap(even, 1, odd, 1), layout.Overlap(even, 1, odd, 1, layout.DefaultWork))
	// Output: true no
}

// In gives room for the result, so that the operation allocates nothing.
func ExampleLayout_In() {
	var room [2 * 3]int
	l, _ := layout.New(8, layout.C, 2, 3, 4)
	fmt.Println(l.In(room[:]).Permute(2, 0, 1))
	// Output: shape (4, 2, 3) strides (8, 96, 32) offset 0 <nil>
}

func ExampleBroadcast() {
	fmt.Println(layout.Broadcast([]int{3, 1}, []int{4}, []int{2, 1, 1}))
	// Output: [2 3 4] <nil>
}
