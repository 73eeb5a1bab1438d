package stage_test

import (
	"context"
	"fmt"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/stage"
)

func Example() {
	p, err := stage.Parse("transpose 1,0 | slice ::2 | reshape 4")
	if err != nil {
		fmt.Println(err)
		return
	}
	a, _ := ndarray.FromSlice([]float32{0, 1, 2, 3, 4, 5}, 2, 3)
	r, err := p.Apply(context.Background(), a)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ndarray.Format(r, ndarray.FormatOptions{}))
	// Output: [0. 3. 2. 5.]
}

// A plan needs no data: it tells where bytes will move, and why.
func ExamplePipeline_Plan() {
	p, _ := stage.Parse("transpose | reshape 6")
	a, _ := ndarray.FromSlice([]float32{0, 1, 2, 3, 4, 5}, 2, 3)
	plan, err := p.Plan(stage.FormOf(a))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range plan.Steps {
		fmt.Println(s.Stage, stage.Tuple(s.Out.Layout.Strides), s.Copies(), s.Written())
	}
	// Output:
	// transpose (4, 12) false 0
	// reshape 6 (4,) true 24
}

func ExampleParse() {
	_, err := stage.Parse("slice ::2 | reshap 3,-1")
	fmt.Println(err)
	// Output: stage 2 (reshap 3,-1): unknown stage "reshap", did you mean "reshape"?
}

// A sum of integers is made of those of two halves, which need not be in memory
// together.
func ExamplePlan_Parts() {
	p, _ := stage.Parse("mul 10 | reduce sum")
	a, _ := ndarray.FromSlice([]int64{1, 2, 3, 4}, 4)
	plan, _ := p.Plan(stage.FormOf(a))
	_, rest, axes, ok := plan.Parts()
	fmt.Println(rest, axes[0] == stage.Joined, ok)
	var sum *ndarray.Array
	for _, from := range []int{0, 2} {
		half, _ := a.Slice(layout.Range(from, from+2))
		part, err := rest.Apply(context.Background(), half)
		if err == nil && sum != nil {
			part, err = plan.Join(sum, part)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		sum = part
	}
	fmt.Println(ndarray.Format(sum, ndarray.FormatOptions{}))
	// Output:
	// mul 10 | reduce sum true true
	// 100
}
