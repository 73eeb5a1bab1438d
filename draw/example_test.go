package draw_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/ndtool/ndtool/draw"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/stage"
)

// What a view reads of its storage, as text; SVG and PNG write it to a file.
func ExampleNew() {
	l, err := layout.New(4, layout.C, 2, 3) // 24 bytes
	if err != nil {
		fmt.Println(err)
		return
	}
	stages, err := stage.Parse("transpose")
	if err != nil {
		fmt.Println(err)
		return
	}
	plan, err := stages.Plan(stage.Form{DType: dtype.Float32, Layout: l, Storage: 24})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := draw.New(plan, draw.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(p.Text(0))
	// Output:
	// transpose
	// float32 (3, 2), strides (4, 12) bytes = (1, 3) elements, offset 0
	// C_CONTIGUOUS False, F_CONTIGUOUS True, dense; no axes merge
	// ✗ Not C-contiguous: axis 1 moves by 12 bytes, packed in C order it would move by 4.
	//   F-contiguous: each stride is the item size times the earlier sizes, so the first axis goes from cell to cell.
	//
	//   axis  size  stride, bytes  packed C  packed F
	//      0     3              4       8 ✗       4 ✓   axes 0 and 1 do not join: 1 ≠ 3·2
	//      1     2             12       4 ✗      12 ✓
	//
	// the array: byte of each element
	//     0 12
	//     4 16
	//     8 20
	//
	// storage, 24 bytes in 6 cells of 4 bytes: place in the walk
	//            1───────────▾
	//            0───▾───▾
	//   byte 0 │ 0 │ 2 │ 4 │ 1 │ 3 │ 5 │
}

// A page on which a reader changes the stages, in one file.
func ExamplePage() {
	l, err := layout.New(4, layout.C, 2, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	stages, err := stage.Parse("transpose | slice ::2")
	if err != nil {
		fmt.Println(err)
		return
	}
	var page bytes.Buffer
	err = draw.Page(&page, stage.Form{DType: dtype.Float32, Layout: l, Storage: 24}, stages, draw.Options{})
	fmt.Println(strings.HasPrefix(page.String(), "<!DOCTYPE html>"), strings.Contains(page.String(), "src="), err)
	// Output: true false <nil>
}
