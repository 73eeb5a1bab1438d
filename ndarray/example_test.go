package ndarray_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// count returns float32 values 0, 1, 2, … in a shape.
func count(shape ...int) *ndarray.Array {
	n, err := layout.Size(shape)
	if err != nil {
		log.Fatal(err)
	}
	s := make([]float32, n)
	for i := range s {
		s[i] = float32(i)
	}
	a, err := ndarray.FromSlice(s, shape...)
	if err != nil {
		log.Fatal(err)
	}
	return a
}

func show(a *ndarray.Array) { fmt.Println(ndarray.Format(a, ndarray.FormatOptions{})) }

// The strides of a transposed (3, 4): sizes and strides change places, and no
// byte moves.
func ExampleArray_Transpose() {
	a := count(3, 4)
	t := a.Transpose()
	strides, _ := t.ElemStrides()
	fmt.Println(t.Shape(), strides, t.SameStorage(a), t.IsC())
	// Output: [4 3] [1 4] true false
}

// A write through one view is seen through all.
func ExampleView_Set() {
	a := count(3, 4)
	t, _ := ndarray.As[float32](a.Transpose())
	t.Set(100, 0, 1)
	show(a)
	// Output:
	// [[  0.   1.   2.   3.]
	//  [100.   5.   6.   7.]
	//  [  8.   9.  10.  11.]]
}

// A view fails when two axes that must become one do not join, and says which.
func ExampleArray_View() {
	t := count(3, 4).Transpose()
	_, err := t.View(12)
	fmt.Println(err)
	fmt.Println(errors.Is(err, layout.ErrNeedsCopy))

	// This array is not contiguous either, but the axes that join do.
	p, _ := count(2, 3, 4).Permute(2, 0, 1)
	v, err := p.View(4, 6)
	strides, _ := v.ElemStrides()
	fmt.Println(p.IsC(), strides, err)
	// Output:
	// view: axes 0 and 1 do not join: stride 1 ≠ 4·3
	// true
	// false [1 4] <nil>
}

// Reshape gives a view when it can, copies when it must, and says which.
func ExampleArray_Reshape() {
	a := count(2, 6)
	_, copied, _ := a.Reshape(layout.C, 3, -1)
	fmt.Println("packed:", copied)
	r, copied, _ := a.Transpose().Reshape(layout.C, 3, -1)
	fmt.Println("transposed:", copied)
	show(r)
	// Output:
	// packed: false
	// transposed: true
	// [[ 0.  6.  1.  7.]
	//  [ 2.  8.  3.  9.]
	//  [ 4. 10.  5. 11.]]
}

// Expand takes no memory. One element written is seen at every index that
// shares its address; a bulk write is refused.
func ExampleArray_Expand() {
	row, _ := ndarray.FromSlice([]float32{1, 2, 3})
	e, _ := row.Expand(4, 3)
	fmt.Println(e.Strides(), "over", e.Storage().Len(), "bytes; a copy takes", e.NumBytes())
	v, _ := ndarray.As[float32](e)
	v.Set(5, 0, 0)
	show(e)
	show(row)
	fmt.Println(ndarray.Copy(e, count(4, 3)))
	// Output:
	// [0 4] over 12 bytes; a copy takes 48
	// [[5. 2. 3.]
	//  [5. 2. 3.]
	//  [5. 2. 3.]
	//  [5. 2. 3.]]
	// [5. 2. 3.]
	// copy: elements of the destination share memory (shape (4, 3), strides (0, 4)): clone it first
}

// Basic indexing gives views; a middle third of a fused projection keeps the
// row stride of the whole and can be handed to a kernel by its strides.
func ExampleArray_Slice() {
	fused := count(16, 192)
	mid, _ := fused.Slice(layout.All, layout.Range(64, 128))
	strides, _ := mid.ElemStrides()
	fmt.Println(mid.Shape(), strides, mid.Offset(), "bytes", mid.Density())

	spec, _ := layout.ParseIndex("1:3,::-1")
	part, _ := count(4, 3).Slice(spec...)
	show(part)
	// Output:
	// [16 64] [192 1] 256 bytes gapped
	// [[5. 4. 3.]
	//  [8. 7. 6.]]
}

// Sliding windows are a view.
func ExampleArray_Unfold() {
	w, _ := count(6).Unfold(0, 3, 1)
	strides, _ := w.ElemStrides()
	fmt.Println(w.Shape(), strides)
	show(w)
	// Output:
	// [4 3] [1 1]
	// [[0. 1. 2.]
	//  [1. 2. 3.]
	//  [2. 3. 4.]
	//  [3. 4. 5.]]
}

// Any shape and strides that stay inside the storage make a view; anything else
// is refused before memory is touched.
func ExampleArray_AsStrided() {
	a := count(10, 10)
	rows, _ := a.AsStrided([]int{4, 3}, []int{80, 8}, 88) // every other row and column from (2, 2)
	show(rows)
	_, err := a.AsStrided([]int{11, 10}, []int{40, 4}, 0)
	fmt.Println(errors.Is(err, layout.ErrBounds), err)
	// Output:
	// [[22. 24. 26.]
	//  [42. 44. 46.]
	//  [62. 64. 66.]
	//  [82. 84. 86.]]
	// true as_strided: reaches byte 439 of a storage of 400 bytes
}

// Contiguous copies only when it has to. It is no protection before writing:
// an array that is packed already is returned itself.
func ExampleArray_Contiguous() {
	a := count(2, 3)
	_, copied, _ := a.Contiguous(layout.C)
	fmt.Println("packed:", copied)
	c, copied, _ := a.Transpose().Contiguous(layout.C)
	fmt.Println("transposed:", copied)
	show(c)
	// Output:
	// packed: false
	// transposed: true
	// [[0. 3.]
	//  [1. 4.]
	//  [2. 5.]]
}

// Vector loads are safe when rows have unit stride and all start at a multiple
// of the vector. A slice moves them.
func ExampleArray_CanVectorize() {
	a, _ := ndarray.New(dtype.Float32, 3, 4)
	cut, _ := a.Slice(layout.All, layout.Range(1, 3))
	_, rows := cut.Alignment()
	fmt.Println(a.CanVectorize(16), cut.CanVectorize(16), "rows aligned to", rows)
	// Output: true false rows aligned to 4
}

// Assignment between overlapping views is right as if the source had been
// copied first.
func ExampleCopy() {
	a := count(6)
	from, _ := a.Slice(layout.To(-1))
	to, _ := a.Slice(layout.From(1))
	if err := ndarray.Copy(to, from); err != nil {
		log.Fatal(err)
	}
	show(a)
	// Output: [0. 0. 1. 2. 3. 4.]
}

// A record's field is a view of it.
func ExampleArray_Field() {
	dt, _ := dtype.Parse("[('x', '<f4'), ('id', '<i4')]")
	points, _ := ndarray.New(dt, 2)
	x, _ := points.Field("x")
	v, _ := ndarray.As[float32](x)
	v.Set(1.5, 1)
	show(points)
	fmt.Println(x.Strides())
	// Output:
	// [(0. , 0) (1.5, 0)]
	// [8]
}

func ExampleArray_FieldView() {
	dt, _ := dtype.Parse("[('x', 'f4'), ('id', 'i4')]")
	points, _ := ndarray.New(dt, 2)
	for _, f := range dt.Fields() {
		column, _ := points.FieldView(f)
		fmt.Println(f.Name, column.DType(), column.Offset())
	}
	// Output:
	// x float32 0
	// id int32 4
}
