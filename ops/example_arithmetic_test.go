package ops_test

import (
	"math"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// Every row less the first one.
func ExampleSub() {
	x := ints(2, 3)
	first, _ := x.Slice(layout.To(1))
	show(ops.Sub(nil, x, first))
	// Output:
	// int64 [[0 0 0]
	//  [3 3 3]]
}

// A column times a row.
func ExampleMul() {
	show(ops.Mul(nil, ints(3, 1), ints(4)))
	// Output:
	// int64 [[0 0 0 0]
	//  [0 1 2 3]
	//  [0 2 4 6]]
}

// Integers divide to float64.
func ExampleDiv() {
	show(ops.Div(nil, list[int32](1, -1, 0), list[int32](2, 0, 0)))
	// Output:
	// float64 [ 0.5 -inf  nan]
}

// Quotients are rounded down, and integers by 0 give 0.
func ExampleFloorDiv() {
	show(ops.FloorDiv(nil, list[int8](7, -7, 7), list[int8](2, 2, 0)))
	show(ops.FloorDiv(nil, list(7.5, -7.5), list(2.0, 2.0)))
	// Output:
	// int8 [ 3 -4  0]
	// float64 [ 3. -4.]
}

// A remainder has the sign of the divisor.
func ExampleRemainder() {
	show(ops.Remainder(nil, list[int8](7, -7, 7, 7), list[int8](3, 3, -3, 0)))
	// Output:
	// int8 [ 1  2 -2  0]
}

// Integers wrap, and have no negative powers.
func ExamplePower() {
	show(ops.Power(nil, list[uint8](2, 3), list[uint8](8, 4)))
	show(ops.Power(nil, list(2.0, 4.0), list(-1.0, 0.5)))
	show(ops.Power(nil, list[int64](2), list[int64](-1)))
	// Output:
	// uint8 [ 0 81]
	// float64 [0.5 2. ]
	// power: an integer to a negative power is no integer
}

// NaN wins.
func ExampleMinimum() {
	show(ops.Minimum(nil, list(1, math.NaN(), 3), list(2.0, 2, 2)))
	// Output:
	// float64 [ 1. nan  2.]
}

func ExampleMaximum() {
	show(ops.Maximum(nil, ints(2, 3), list[int64](4, 0, 4)))
	// Output:
	// int64 [[4 1 4]
	//  [4 4 5]]
}

// Unsigned integers wrap.
func ExampleNegative() {
	show(ops.Negative(nil, list[uint8](0, 1, 255)))
	// Output:
	// uint8 [  0 255   1]
}

// Of complex numbers it is real.
func ExampleAbsolute() {
	show(ops.Absolute(nil, list[complex64](3-4i, -2)))
	show(ops.Absolute(nil, list[int8](-128, -1)))
	// Output:
	// float32 [5. 2.]
	// int8 [-128    1]
}

// Small integers give small floats.
func ExampleSqrt() {
	show(ops.Sqrt(nil, list[int8](0, 4, 9)))
	show(ops.Sqrt(nil, list(2, -1.0)))
	// Output:
	// float16 [0. 2. 3.]
	// float64 [1.41421356        nan]
}

func ExampleExp() {
	show(ops.Exp(nil, list(0, 1, math.Inf(-1))))
	// Output:
	// float64 [1.         2.71828183 0.        ]
}

func ExampleLog() {
	show(ops.Log(nil, list(1, math.E, 0, -1)))
	// Output:
	// float64 [  0.   1. -inf  nan]
}

// Bounds broadcast like any operand.
func ExampleClip() {
	show(ops.Clip(nil, ints(2, 4), list[int64](2), list[int64](3, 4, 5, 6)))
	// Output:
	// int64 [[2 2 2 3]
	//  [3 4 5 6]]
}

// A transposed operand is used where it lies.
func ExampleMatMul() {
	x := ints(2, 3)
	show(ops.MatMul(nil, x, x.Transpose()))
	show(ops.MatMul(nil, x, list[int64](1, 0, 2)))
	show(ops.MatMul(nil, x, x))
	// Output:
	// int64 [[ 5 14]
	//  [14 50]]
	// int64 [ 4 13]
	// matmul: shapes [2 3] and [2 3] do not multiply: size 3 of axis 1 of the first is not size 2 of axis 0 of the second
}

func ExampleBoolScalar() {
	show(ops.BoolScalar(true).Beside(dtype.Bool))
	// Output:
	// bool True
}

func ExampleIntScalar() {
	show(ops.IntScalar(-3).Beside(dtype.Int8))
	// Output:
	// int8 -3
}

func ExampleUintScalar() {
	show(ops.UintScalar(200).Beside(dtype.Uint8))
	// Output:
	// uint8 200
}

func ExampleFloatScalar() {
	show(ops.FloatScalar(0.5).Beside(dtype.Float32))
	// Output:
	// float32 0.5
}

func ExampleComplexScalar() {
	show(ops.ComplexScalar(1i).Beside(dtype.Float32))
	// Output:
	// complex64 1j
}
