package ops_test

import (
	"math"

	"github.com/ndtool/ndtool/ops"
)

// Products of integers are 64-bit and wrap.
func ExampleProd() {
	show(ops.Prod(nil, list[uint8](200, 200), ops.Over{}))
	// Output:
	// uint64 40000
}

func ExampleMin() {
	x := ints(2, 3)
	show(ops.Min(nil, x, ops.Over{Axes: []int{0}}))
	// Output:
	// int64 [0 1 2]
}

// NaN wins; the axis may stay with size 1.
func ExampleMax() {
	show(ops.Max(nil, list(1, math.NaN(), 3), ops.Over{}))
	show(ops.Max(nil, ints(2, 3), ops.Over{Axes: []int{1}, KeepDims: true}))
	// Output:
	// float64 nan
	// int64 [[2]
	//  [5]]
}

func ExampleAny() {
	x := ints(2, 3)
	show(ops.Any(nil, x, ops.Over{Axes: []int{0}}))
	// Output:
	// bool [ True  True  True]
}

// Of no elements all are true.
func ExampleAll() {
	x := ints(2, 3)
	show(ops.All(nil, x, ops.Over{Axes: []int{0}}))
	show(ops.All(nil, ints(0), ops.Over{}))
	// Output:
	// bool [False  True  True]
	// bool True
}

func ExampleCountNonzero() {
	x := ints(2, 3)
	show(ops.CountNonzero(nil, x, ops.Over{Axes: []int{1}}))
	// Output:
	// int64 [2 3]
}

// Over two of three axes.
func ExampleMean() {
	show(ops.Mean(nil, ints(2, 3, 4), ops.Over{Axes: []int{0, 2}}))
	// Output:
	// float64 [ 7.5 11.5 15.5]
}

// With one degree of freedom less.
func ExampleVar() {
	show(ops.Var(nil, list(1.0, 2, 4), ops.Over{}, 0))
	show(ops.Var(nil, list(1.0, 2, 4), ops.Over{}, 1))
	// Output:
	// float64 1.5555555555555554
	// float64 2.333333333333333
}

func ExampleStd() {
	show(ops.Std(nil, ints(2, 4), ops.Over{Axes: []int{1}}, 0))
	// Output:
	// float64 [1.11803399 1.11803399]
}

// The first of equals.
func ExampleArgMin() {
	show(ops.ArgMin(nil, list[int8](3, 1, 1), ops.Over{}))
	// Output:
	// int64 1
}

// Without axes the place is that in the flattened array.
func ExampleArgMax() {
	x := ints(2, 3)
	show(ops.ArgMax(nil, x, ops.Over{}))
	show(ops.ArgMax(nil, x, ops.Over{Axes: []int{1}}))
	// Output:
	// int64 5
	// int64 [2 2]
}

func ExampleCumSum() {
	x := ints(2, 3)
	show(ops.CumSum(nil, x, 0))
	show(ops.CumSum(nil, x, 1))
	// Output:
	// int64 [[0 1 2]
	//  [3 5 7]]
	// int64 [[ 0  1  3]
	//  [ 3  7 12]]
}
