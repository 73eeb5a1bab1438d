package ops_test

import (
	"fmt"
	"log"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// ints returns 0, 1, 2, … in a shape.
func ints(shape ...int) *ndarray.Array {
	n, err := layout.Size(shape)
	if err != nil {
		log.Fatal(err)
	}
	s := make([]int64, n)
	for i := range s {
		s[i] = int64(i)
	}
	a, err := ndarray.FromSlice(s)
	if err != nil {
		log.Fatal(err)
	}
	if a, err = a.View(shape...); err != nil {
		log.Fatal(err)
	}
	return a
}

// list returns a 1-d array of values.
func list[T dtype.Element](values ...T) *ndarray.Array {
	a, err := ndarray.FromSlice(values)
	if err != nil {
		log.Fatal(err)
	}
	return a
}

// show prints the values of an array as NumPy prints them.
func show(a *ndarray.Array, err error) {
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.DType(), ndarray.Format(a, ndarray.FormatOptions{}))
}

// A column and a row broadcast; a number without a dtype takes the array's.
func ExampleAdd() {
	column, row := ints(2, 1), ints(3)
	show(ops.Add(nil, column, row))
	half, err := ops.FloatScalar(0.5).Beside(row.DType())
	if err != nil {
		log.Fatal(err)
	}
	show(ops.Add(nil, row, half))
	// Output:
	// int64 [[0 1 2]
	//  [1 2 3]]
	// float64 [0.5 1.5 2.5]
}

// A destination that overlaps an operand gets the result as if the operand had
// been copied first.
func ExampleAdd_overlap() {
	x := ints(5)
	head, _ := x.Slice(layout.To(4))
	tail, _ := x.Slice(layout.From(1))
	show(ops.Add(tail, head, tail)) // x[1:] = x[:-1] + x[1:]
	// Output: int64 [1 3 5 7]
}

func ExampleScalar_Beside() {
	show(ops.IntScalar(3).Beside(dtype.Float32))
	show(ops.FloatScalar(2.5).Beside(dtype.Int8))
	show(ops.IntScalar(300).Beside(dtype.Int8))
	// Output:
	// float32 3.0
	// float64 2.5
	// scalar: 300 is out of the range of int8
}

func ExampleSum() {
	x := ints(2, 3)
	show(ops.Sum(nil, x, ops.Over{}))
	show(ops.Sum(nil, x, ops.Over{Axes: []int{0}}))
	show(ops.Mean(nil, x, ops.Over{Axes: []int{-1}, KeepDims: true}))
	show(ops.Max(nil, ints(0, 3), ops.Over{Axes: []int{0}}))
	// Output:
	// int64 15
	// int64 [3 5 7]
	// float64 [[1.]
	//  [4.]]
	// max: no elements along the reduced axes of shape [0 3], and none has no max
}

func ExampleCast() {
	x, err := ndarray.FromSlice([]float64{-1.5, 2.5, 65520})
	if err != nil {
		log.Fatal(err)
	}
	show(ops.Cast(nil, x, dtype.Float16, dtype.SameKind))
	show(ops.Cast(nil, x, dtype.Int32, dtype.Unsafe))
	show(ops.Cast(nil, x, dtype.Int32, dtype.SameKind))
	// Output:
	// float16 [-1.5  2.5  inf]
	// int32 [   -1     2 65520]
	// cast: float64 is not cast to int32 by the rule same_kind
}

func ExampleConcat() {
	x := ints(2, 2)
	y, err := ops.Cast(nil, ints(2, 1), dtype.Float32, dtype.SameKind)
	if err != nil {
		log.Fatal(err)
	}
	show(ops.Concat(nil, 1, x, y))
	// Output:
	// float64 [[0. 1. 0.]
	//  [2. 3. 1.]]
}

func ExampleWhere() {
	x := ints(2, 3)
	three, _ := ops.IntScalar(3).Beside(x.DType())
	small, err := ops.Less(nil, x, three)
	if err != nil {
		log.Fatal(err)
	}
	show(ops.Where(nil, small, x, three))
	// Output:
	// int64 [[0 1 2]
	//  [3 3 3]]
}

func ExampleUnique() {
	x, err := ndarray.FromSlice([]int64{3, 1, 3, 2, 1, 3})
	if err != nil {
		log.Fatal(err)
	}
	u, err := ops.Unique(x)
	show(u.Values, err)
	show(u.Counts, err)
	// Output:
	// int64 [1 2 3]
	// int64 [2 1 3]
}

func ExampleFirstDifference() {
	x := ints(2, 3)
	y, err := ops.Add(nil, x, x)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ops.FirstDifference(x, y, ops.Tolerance{}))
	fmt.Println(ops.FirstDifference(x, y, ops.Tolerance{Absolute: 10}))
	// Output:
	// [0 1] <nil>
	// [] <nil>
}

// A sequence whose rows lie in the blocks 2, 0 and 1 of a pool is read without
// being put together.
func ExampleBlocks() {
	pool := ints(3, 2, 2) // three blocks of two rows of two
	p, err := ops.Blocks(pool, []int{2, 0, 1}, 5)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Shape(), "in", p.Len(), "pieces")
	for at, rows := range p.Range(1, 5) {
		fmt.Println("from", at, rows.SameStorage(pool))
		show(rows, nil)
	}
	// Output:
	// [5 2] in 2 pieces
	// from 1 true
	// int64 [[10 11]]
	// from 2 true
	// int64 [[0 1]
	//  [2 3]
	//  [4 5]]
}

func ExampleShards() {
	p, err := ops.Shards(1, ints(2, 2), ints(2, 1))
	if err != nil {
		log.Fatal(err)
	}
	show(p.At(-1))
	whole, err := ndarray.New(dtype.Int64, p.Shape()...)
	if err != nil {
		log.Fatal(err)
	}
	show(whole, p.Read(whole, 0, 3))
	// Output:
	// int64 [0 1]
	// int64 [[0 1 0]
	//  [2 3 1]]
}
