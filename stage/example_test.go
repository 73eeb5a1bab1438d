package stage_test

import (
	"context"
	"fmt"

	"github.com/ndtool/ndtool/ndarray"
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
