package gonummat_test

import (
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"github.com/ndtool/ndtool/gonummat"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
)

func ExampleMatrix() {
	a, err := ndarray.FromSlice([]float64{1, 2, 3, 4, 5, 6}, 2, 3)
	if err != nil {
		log.Fatal(err)
	}
	m, err := gonummat.Matrix(a.Transpose()) // read where it is
	if err != nil {
		log.Fatal(err)
	}
	var p mat.Dense
	p.Mul(m.T(), m)
	fmt.Println(mat.Formatted(&p))
	// Output:
	// ⎡14  32⎤
	// ⎣32  77⎦
}

func ExampleDense() {
	a, err := ndarray.FromSlice([]float64{1, 2, 3, 4, 5, 6}, 2, 3)
	if err != nil {
		log.Fatal(err)
	}
	left, err := a.Slice(layout.All, layout.To(2))
	if err != nil {
		log.Fatal(err)
	}
	d, copied, err := gonummat.Dense(left)
	if err != nil {
		log.Fatal(err)
	}
	d.Set(1, 1, 50) // seen in a, since d is no copy
	fmt.Println(d.RawMatrix().Stride, copied, ndarray.Format(a, ndarray.FormatOptions{}))

	_, copied, err = gonummat.Dense(a.Transpose())
	fmt.Println(copied, err)
	// Output:
	// 3 false [[ 1.  2.  3.]
	//  [ 4. 50.  6.]]
	// true <nil>
}

func ExampleFromDense() {
	m := mat.NewDense(3, 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9})
	a, err := gonummat.FromDense(m.Slice(0, 2, 1, 3).(*mat.Dense))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Strides(), ndarray.Format(a, ndarray.FormatOptions{}))
	// Output:
	// [24 8] [[2. 3.]
	//  [5. 6.]]
}
