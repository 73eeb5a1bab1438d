package ops_test

import (
	"math"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ops"
)

func ExampleStack() {
	show(ops.Stack(nil, 1, ints(3), list[int64](7, 8, 9)))
	// Output:
	// int64 [[0 7]
	//  [1 8]
	//  [2 9]]
}

// The whole array, and an axis more on the left.
func ExampleTile() {
	show(ops.Tile(nil, ints(2), 2, 3))
	// Output:
	// int64 [[0 1 0 1 0 1]
	//  [0 1 0 1 0 1]]
}

// Every element in turn, each as often as its count.
func ExampleRepeat() {
	show(ops.Repeat(nil, ints(3), 0, 2))
	show(ops.Repeat(nil, ints(2, 2), 1, 1, 2))
	// Output:
	// int64 [0 0 1 1 2 2]
	// int64 [[0 1 1]
	//  [2 3 3]]
}

func ExampleRoll() {
	x := ints(2, 3)
	show(ops.Roll(nil, x, []int{1, -1}, []int{0, 1}))
	show(ops.Roll(nil, x, []int{1}, []int{0, 1}))
	// Output:
	// int64 [[4 5 3]
	//  [1 2 0]]
	// int64 [[5 3 4]
	//  [2 0 1]]
}

func ExamplePad() {
	nine, _ := ops.IntScalar(9).Beside(dtype.Int64)
	show(ops.Pad(nil, ints(3), [][2]int{{1, 2}}, ops.PadConstant, nine))
	show(ops.Pad(nil, ints(3), [][2]int{{2, 2}}, ops.PadReflect, nil))
	// Output:
	// int64 [9 0 1 2 9 9]
	// int64 [2 1 0 1 2 1 0]
}

// Negative indices count from the end.
func ExampleTake() {
	x := ints(2, 3)
	show(ops.Take(nil, x, list[int64](2, 0, -1), 1))
	show(ops.Take(nil, x, list[int64](3), 1))
	// Output:
	// int64 [[2 0 2]
	//  [5 3 5]]
	// take: index 3 is out of range for axis 1 of size 3
}

// NaN comes last.
func ExampleSort() {
	show(ops.Sort(nil, list(3, math.NaN(), 1), 0))
	down := ints(2, 3).Transpose()
	show(ops.Sort(nil, down, -1))
	// Output:
	// float64 [ 1.  3. nan]
	// int64 [[0 3]
	//  [1 4]
	//  [2 5]]
}

// Equal elements keep their order.
func ExampleArgSort() {
	show(ops.ArgSort(nil, list[int64](2, 1, 2, 1), 0))
	// Output:
	// int64 [1 3 0 2]
}
