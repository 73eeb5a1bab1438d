package ops_test

import (
	"fmt"
	"math"

	"github.com/ndtool/ndtool/ops"
)

func ExampleEqual() {
	show(ops.Equal(nil, list(1, 2, math.NaN()), list(2, 2, math.NaN())))
	// Output:
	// bool [False  True False]
}

// NaN is not equal to itself.
func ExampleNotEqual() {
	show(ops.NotEqual(nil, list(1, 2, math.NaN()), list(2, 2, math.NaN())))
	// Output:
	// bool [ True False  True]
}

func ExampleLess() {
	show(ops.Less(nil, list(1, 2, math.NaN()), list(2, 2, math.NaN())))
	// Output:
	// bool [ True False False]
}

func ExampleLessEqual() {
	show(ops.LessEqual(nil, list(1, 2, math.NaN()), list(2, 2, math.NaN())))
	// Output:
	// bool [ True  True False]
}

func ExampleGreater() {
	show(ops.Greater(nil, list(1, 2, math.NaN()), list(2, 2, math.NaN())))
	// Output:
	// bool [False False False]
}

func ExampleGreaterEqual() {
	show(ops.GreaterEqual(nil, list(1, 2, math.NaN()), list(2, 2, math.NaN())))
	// Output:
	// bool [False  True False]
}

// All but 0 is true.
func ExampleAnd() {
	show(ops.And(nil, list[int64](0, 0, 5, 5), list[int64](0, 7, 0, 7)))
	// Output:
	// bool [False False False  True]
}

func ExampleOr() {
	show(ops.Or(nil, list[int64](0, 0, 5, 5), list[int64](0, 7, 0, 7)))
	// Output:
	// bool [False  True  True  True]
}

func ExampleXor() {
	show(ops.Xor(nil, list[int64](0, 0, 5, 5), list[int64](0, 7, 0, 7)))
	// Output:
	// bool [False  True  True False]
}

func ExampleNot() {
	show(ops.Not(nil, list(0, 2.5)))
	// Output:
	// bool [ True False]
}

func ExampleClose() {
	show(ops.Close(nil, list(1.0, 100), list(1.001, 100.1), ops.Tolerance{Relative: 0.002}))
	// Output:
	// bool [ True  True]
}

// Dtypes may differ; NaN equals nothing.
func ExampleArrayEqual() {
	fmt.Println(ops.ArrayEqual(list[int8](1, 2), list(1.0, 2)))
	fmt.Println(ops.ArrayEqual(list(math.NaN()), list(math.NaN())))
	// Output:
	// true <nil>
	// false <nil>
}

func ExampleAllClose() {
	fmt.Println(ops.AllClose(list(1.0, 2), list(1.0, 2.001), ops.Tolerance{Absolute: 0.01}))
	// Output:
	// true <nil>
}
