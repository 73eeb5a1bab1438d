package ndarray_test

import (
	"fmt"
	"math"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// Floats share one notation and their points stand below one another.
func ExampleFormat() {
	a, err := ndarray.FromSlice([]float64{1, 0.5, math.Pi, -2, math.NaN(), 100}, 2, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ndarray.Format(a, ndarray.FormatOptions{}))
	// Output:
	// [[  1.           0.5          3.14159265]
	//  [ -2.                  nan 100.        ]]
}

// More than 1000 elements are summarised, and only the ones shown are read.
func ExampleFormat_summary() {
	one, err := ndarray.FromSlice([]int32{7})
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := one.Expand(100_000, 1000)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ndarray.Format(a, ndarray.FormatOptions{EdgeItems: 2}))
	// Output:
	// [[7 7 ... 7 7]
	//  [7 7 ... 7 7]
	//  ...
	//  [7 7 ... 7 7]
	//  [7 7 ... 7 7]]
}

// Options are those of np.set_printoptions.
func ExampleFormat_options() {
	a, err := ndarray.FromSlice([]float32{1e-7, 0.125, 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ndarray.Format(a, ndarray.FormatOptions{}))
	fmt.Println(ndarray.Format(a, ndarray.FormatOptions{Suppress: true, Precision: 3}))
	fmt.Println(ndarray.Format(a, ndarray.FormatOptions{Suppress: true, Precision: 2, FloatMode: ndarray.Fixed, Sign: '+'}))
	// Output:
	// [1.00e-07 1.25e-01 2.00e+00]
	// [0.    0.125 2.   ]
	// [+0.00 +0.12 +2.00]
}

// Records print as tuples, dates and strings in quotes.
func ExampleFormat_records() {
	dt, err := dtype.Parse("[('day', '<M8[D]'), ('name', 'S4'), ('xy', '<i2', (2,))]")
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := layout.New(dt.ItemSize(), layout.C, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	b := []byte("\x00\x00\x00\x00\x00\x00\x00\x00ab\x00\x00\x01\x00\x02\x00" +
		"\x0f\x4d\x00\x00\x00\x00\x00\x00cdef\xff\xff\x64\x00")
	a, err := ndarray.FromBytes(b, dt, l)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ndarray.Format(a, ndarray.FormatOptions{}))
	// Output:
	// [('1970-01-01', b'ab', [  1,   2]) ('2024-01-05', b'cdef', [ -1, 100])]
}

// Repr tells the dtype and the shape where the values do not.
func ExampleRepr() {
	a, err := ndarray.FromSlice([]int16{1, -2, 300})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ndarray.Repr(a, ndarray.FormatOptions{}))
	empty, err := ndarray.New(dtype.Float64, 0, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ndarray.Repr(empty, ndarray.FormatOptions{}))
	// Output:
	// array([  1,  -2, 300], dtype=int16)
	// array([], shape=(0, 3), dtype=float64)
}

// One element on its own has all its digits.
func ExampleFormatElement() {
	a, err := ndarray.FromSlice([]float64{1.0 / 3, 1e16}, 1, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for j := range 2 {
		text, err := ndarray.FormatElement(a, 0, j)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(text)
	}
	// Output:
	// 0.3333333333333333
	// 1e+16
}
