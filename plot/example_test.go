package plot_test

import (
	"context"
	"fmt"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
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

// An array that is computed part by part as the plot asks for it; a file larger
// than memory is read in the same way.
func ExampleRead() {
	whole, err := layout.New(8, layout.C, 4, 6)
	if err != nil {
		fmt.Println(err)
		return
	}
	read := func(part layout.Layout) (*ndarray.Array, error) {
		values := make([]float64, 0, part.Len())
		for i := range part.Shape[0] {
			for j := range part.Shape[1] {
				values = append(values, float64((part.Offset+i*part.Strides[0]+j*part.Strides[1])/8)) // the number of the element
			}
		}
		return ndarray.FromSlice(values, part.Shape...)
	}
	p, err := plot.Read(context.Background(), plot.Source{DType: dtype.Float64, Layout: whole, Read: read},
		plot.Options{Screen: plot.Screen{Width: 30, Height: 12}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(p.Text())
	// Output:
	// float64 (4, 6)
	// values from 0 to 23
	// Decimated: each cell is the mean of 2 × 1 elements.
	//       0 ┤  ....::::--
	//         │**####%%%%@@
	//         └────────────
	//           0         5
	//          3 ' .:-=+*#%@' 20
}
