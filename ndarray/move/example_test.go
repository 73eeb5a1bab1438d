package move_test

import (
	"fmt"

	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ndarray/move"
)

func ExampleCopy() {
	src := []byte{1, 2, 3, 4, 5, 6} // 2×3 bytes
	packed, _ := layout.New(1, layout.C, 2, 3)
	turned, _ := packed.Permute(1, 0)
	to, _ := layout.New(1, layout.C, 3, 2)
	p, _ := layout.NewPlan(to, turned)

	dst := make([]byte, 6)
	move.Copy(dst, src, &p, 1, move.Swap{}, 1)
	fmt.Println(dst)
	// Output: [1 4 2 5 3 6]
}

func ExampleCopy_swap() {
	src := []byte{0, 1, 0, 2} // two big-endian uint16
	l, _ := layout.New(2, layout.C, 2)
	p, _ := layout.NewPlan(l, l)

	dst := make([]byte, 4)
	move.Copy(dst, src, &p, 2, move.Swap{Runs: []move.Run{{Offset: 0, Width: 2, Count: 1}}}, 1)
	fmt.Println(dst)
	// Output: [1 0 2 0]
}

func ExamplePathOf() {
	image, _ := layout.New(1, layout.C, 480, 640, 4) // RGBA
	rgb, _ := layout.ParseIndex("...,:3")
	src, _ := image.Slice(rgb...)
	dst, _ := layout.New(1, layout.C, 480, 640, 3)
	p, _ := layout.NewPlan(dst, src)
	fmt.Println(move.PathOf(&p, 1, move.Swap{}))
	// Output: step
}
