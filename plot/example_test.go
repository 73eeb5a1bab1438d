package plot_test

import (
	"context"
	"fmt"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/plot"
)

// A heat map as text; SVG and PNG write the same plot to a file.
func ExampleNew() {
	a, err := ndarray.FromSlice([]float32{0, 1, 2, 3, 4, 5}, 2, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := plot.New(context.Background(), a, plot.Options{Title: "ramp", Screen: plot.Screen{Width: 22, Height: 13}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(p.Text())
	// Output:
	// ramp
	// float32 (2, 3)
	// values from 0 to 5
	//       0 ┤    ::::====
	//         │    ::::====
	//         │++++####@@@@
	//         │++++####@@@@
	//         └────────────
	//            0       2
	//          0 ' .:-=+*#%@' 5
}
