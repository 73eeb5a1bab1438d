package ndarray_test

import (
	"context"
	"fmt"
	"log"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// tell prints what an operation made: shape, strides in elements, values.
func tell(a *ndarray.Array, err error) {
	if err != nil {
		log.Fatal(err)
	}
	strides, _ := a.ElemStrides()
	fmt.Println(a.Shape(), strides)
	show(a)
}

// tellAll prints the shapes and offsets (bytes) of several views.
func tellAll(all []*ndarray.Array, err error) {
	if err != nil {
		log.Fatal(err)
	}
	for i, a := range all {
		if i > 0 {
			fmt.Print(", ")
		}
		fmt.Print(a.Shape(), " at ", a.Offset())
	}
	fmt.Println()
}

// Axis k of the result is axis axes[k] of the array.
func ExampleArray_Permute() {
	a := count(2, 3, 4)
	p, err := a.Permute(2, 0, 1)
	if err != nil {
		log.Fatal(err)
	}
	strides, _ := p.ElemStrides()
	fmt.Println(p.Shape(), strides, p.SameStorage(a))
	// Output: [4 2 3] [1 12 4] true
}

func ExampleArray_SwapAxes() {
	s, err := count(2, 3, 4).SwapAxes(0, -1)
	fmt.Println(s.Shape(), s.Strides(), err)
	// Output: [4 3 2] [4 16 48] <nil>
}

// Channels last to channels first, as a view.
func ExampleArray_MoveAxis() {
	m, err := count(5, 6, 3).MoveAxis([]int{2}, []int{0})
	fmt.Println(m.Shape(), m.Strides(), err)
	// Output: [3 5 6] [4 72 12] <nil>
}

// A reversed axis has a negative stride, and starts at its last element.
func ExampleArray_Flip() {
	f, err := count(2, 3).Flip(1)
	fmt.Println("offset", f.Offset())
	tell(f, err)
	// Output:
	// offset 8
	// [2 3] [3 -1]
	// [[2. 1. 0.]
	//  [5. 4. 3.]]
}

func ExampleArray_Squeeze() {
	a := count(1, 3, 1)
	s, _ := a.Squeeze()
	one, _ := a.Squeeze(0)
	_, err := a.Squeeze(1)
	fmt.Println(s.Shape(), one.Shape())
	fmt.Println(err)
	// Output:
	// [3] [3 1]
	// squeeze: axis 1 has size 3; expected 1
}

// Axes are counted in the result.
func ExampleArray_Unsqueeze() {
	u, err := count(3).Unsqueeze(0, 2)
	fmt.Println(u.Shape(), err)
	// Output: [1 3 1] <nil>
}

// The diagonal of a matrix is one axis whose stride is the sum of two.
func ExampleArray_Diagonal() {
	tell(count(3, 4).Diagonal(1, 0, 1))
	// Output:
	// [3] [5]
	// [ 1.  6. 11.]
}

// All windows of 2 by 2: the window's axes come last.
func ExampleArray_Windows() {
	w, err := count(3, 3).Windows([]int{2, 2}, []int{0, 1})
	fmt.Println(w.Shape(), w.Strides(), err)
	last, _ := w.Slice(layout.Int(1), layout.Int(1))
	show(last)
	// Output:
	// [2 2 2 2] [12 4 12 4] <nil>
	// [[4. 5.]
	//  [7. 8.]]
}

// Windows of an axis one by one: unfold, then go along the axis.
func ExampleArray_Along_windows() {
	w, err := count(6).Unfold(0, 3, 1)
	if err != nil {
		log.Fatal(err)
	}
	windows, err := w.Along(0)
	if err != nil {
		log.Fatal(err)
	}
	for i, window := range windows {
		fmt.Println(i, ndarray.Format(window, ndarray.FormatOptions{}))
	}
	// Output:
	// 0 [0. 1. 2.]
	// 1 [1. 2. 3.]
	// 2 [2. 3. 4.]
	// 3 [3. 4. 5.]
}

// Strides in bytes over the array's own start.
func ExampleArray_WithStrides() {
	a := count(3, 4)
	same, err := a.WithStrides(16, 4)
	fmt.Println(same.IsC(), err)
	_, err = a.WithStrides(16, 8)
	fmt.Println(err)
	// Output:
	// true <nil>
	// as_strided: reaches byte 59 of a storage of 48 bytes
}

// In F order the first index runs fastest: a transposed array is read in the
// order in which it lies.
func ExampleArray_ViewOrder() {
	tell(count(2, 3).Transpose().ViewOrder(layout.F, 6))
	// Output:
	// [6] [1]
	// [0. 1. 2. 3. 4. 5.]
}

// K is the order in memory: of an array that is dense nothing is copied.
func ExampleArray_Flatten() {
	t := count(2, 3).Transpose()
	for _, order := range []layout.Order{layout.C, layout.K} {
		f, copied, err := t.Flatten(order)
		fmt.Print("copied ", copied, " ", err, " ")
		show(f)
	}
	// Output:
	// copied true <nil> [0. 3. 1. 4. 2. 5.]
	// copied false <nil> [0. 1. 2. 3. 4. 5.]
}

// Heads of a model: 12 columns as 3 groups of 4, also of a transposed array.
func ExampleArray_Unflatten() {
	u, err := count(12, 2).Unflatten(0, 3, -1)
	fmt.Println(u.Shape(), u.Strides(), err)
	// Output: [3 4 2] [32 8 4] <nil>
}

// Parts end before each index.
func ExampleArray_Split() {
	tellAll(count(7, 2).Split(0, 2, 5))
	// Output: [2 2] at 0, [3 2] at 16, [2 2] at 40
}

// Equal parts or none: the query, key and value of a fused projection.
func ExampleArray_Sections() {
	fused := count(16, 192)
	tellAll(fused.Sections(1, 3))
	_, err := fused.Sections(1, 5)
	fmt.Println(err)
	// Output:
	// [16 64] at 0, [16 64] at 256, [16 64] at 512
	// split: axis 1 of size 192 does not divide into 5 equal parts
}

// The last part may be smaller.
func ExampleArray_Chunk() {
	tellAll(count(7).Chunk(0, 3))
	// Output: [3] at 0, [3] at 12, [1] at 24
}

// The arrays in their common shape: views with strides of 0.
func ExampleBroadcast() {
	all, err := ndarray.Broadcast(count(3, 1), count(4))
	if err != nil {
		log.Fatal(err)
	}
	for _, a := range all {
		fmt.Println(a.Shape(), a.Strides())
	}
	// Output:
	// [3 4] [4 0]
	// [3 4] [0 4]
}

// The parts of complex numbers are views with twice the stride.
func ExampleArray_Imag() {
	a, err := ndarray.FromSlice([]complex128{1 + 2i, 3 + 4i})
	if err != nil {
		log.Fatal(err)
	}
	re, _ := a.Real()
	tell(re, nil)
	im, _ := ndarray.As[float64](must1(a.Imag()))
	im.Set(-1, 0)
	show(a)
	// Output:
	// [2] [2]
	// [1. 3.]
	// [1.-1.j 3.+4.j]
}

func must1(a *ndarray.Array, err error) *ndarray.Array {
	if err != nil {
		log.Fatal(err)
	}
	return a
}

// The bytes of a float32 as the integer that they also are.
func ExampleArray_ViewAs() {
	a, err := ndarray.FromSlice([]float32{1, -2})
	if err != nil {
		log.Fatal(err)
	}
	tell(a.ViewAs(dtype.Uint32))
	tell(a.ViewAs(dtype.Complex64))
	// Output:
	// [2] [1]
	// [1065353216 3221225472]
	// [1] [1]
	// [1.-2.j]
}

// Clone always copies; K keeps the order in which the axes lie in memory.
func ExampleArray_Clone() {
	t := count(2, 3).Transpose()
	k, err := t.Clone(layout.K)
	c, _ := t.Clone(layout.C)
	fmt.Println(k.Strides(), c.Strides(), k.SameStorage(t), err)
	// Output: [4 12] [8 4] false <nil>
}

// Data of a big-endian file, in the machine's order.
func ExampleArray_Native() {
	l, err := layout.New(2, layout.C, 2)
	if err != nil {
		log.Fatal(err)
	}
	a, err := ndarray.FromBytes([]byte{1, 1, 2, 2}, dtype.Int16.WithOrder(dtype.NativeOrder.Other()), l)
	if err != nil {
		log.Fatal(err)
	}
	n, err := a.Native()
	fmt.Println(a.DType().Swapped(), n.DType() == dtype.Int16, err)
	tell(n, err)
	// Output:
	// true true <nil>
	// [2] [1]
	// [257 514]
}

// "Same storage", "may overlap" and "do overlap" are three questions.
func ExampleSharesMemory() {
	a := count(6)
	even, _ := a.Slice(layout.All.By(2))
	odd, _ := a.Slice(layout.From(1).By(2))
	fmt.Println(even.SameStorage(odd), ndarray.MayShareMemory(even, odd), ndarray.SharesMemory(even, odd))
	// Output: true true no
}

// Bytes gives the packed bytes of an array, where it is packed, without a copy.
func ExampleArray_Bytes() {
	a, err := ndarray.FromSlice([]uint8{1, 2, 3, 4}, 2, 2)
	if err != nil {
		log.Fatal(err)
	}
	b, ok := a.Bytes()
	fmt.Println(b, ok)
	_, ok = a.Transpose().Bytes()
	fmt.Println(ok)
	// Output:
	// [1 2 3 4] true
	// false
}

// Why a bulk write is refused is told before anything is written.
func ExampleCheckWritable() {
	row := count(3)
	wide, err := row.Expand(4, 3)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ndarray.CheckWritable("fill", row))
	fmt.Println(ndarray.CheckWritable("fill", wide))
	// Output:
	// <nil>
	// fill: elements of the destination share memory (shape (4, 3), strides (0, 4)): clone it first
}

// The array behind typed access, itself: what is written is seen.
func ExampleView_Array() {
	v, err := ndarray.As[float32](count(2))
	if err != nil {
		log.Fatal(err)
	}
	v.Set(7, 1)
	show(v.Array())
	// Output: [0. 7.]
}

// Work on an array ends soon after the context that it is given.
func ExampleArray_WithContext() {
	a := count(2, 3)
	ctx, cancel := context.WithCancel(context.Background())
	b := a.WithContext(ctx)
	cancel()
	_, err := b.Transpose().Clone(layout.C)
	fmt.Println(err)
	fmt.Println(a.Context().Err(), b.Context().Err(), ndarray.ContextErr(a, b))
	// Output:
	// context canceled
	// <nil> context canceled context canceled
}

// A fresh array of the shape of another one, and the joint walk of both: one run.
func ExampleNewLike() {
	a := count(2, 3).Transpose()
	b, err := ndarray.NewLike(a, dtype.Int16, layout.K)
	if err != nil {
		log.Fatal(err)
	}
	var p layout.Plan
	if err := ndarray.BuildPlan(&p, b, a); err != nil {
		log.Fatal(err)
	}
	fmt.Println(b.Shape(), b.Strides(), p.Shape())
	// Output: [3 2] [2 6] [6]
}
