package gonummat_test

import (
	"fmt"
	"log"

	"gonum.org/v1/gonum/blas/blas64"
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

// The struct that blas64 takes: rows at the array's own stride.
func ExampleGeneral64() {
	a, err := ndarray.FromSlice([]float64{1, 2, 3, 4, 5, 6}, 2, 3)
	if err != nil {
		log.Fatal(err)
	}
	right, err := a.Slice(layout.All, layout.From(1))
	if err != nil {
		log.Fatal(err)
	}
	g, copied, err := gonummat.General64(right)
	fmt.Println(g.Rows, g.Cols, g.Stride, g.Data, copied, err)
	// Output: 2 2 3 [2 3 4 5 6] false <nil>
}

// What shows its memory is shared, a transposed matrix too; other matrices are
// copied.
func ExampleFromMatrix() {
	m := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
	a, copied, err := gonummat.FromMatrix(m.T())
	fmt.Println(a.Strides(), copied, err)
	a, copied, err = gonummat.FromMatrix(mat.NewDiagDense(2, []float64{5, 6}))
	fmt.Println(ndarray.Format(a, ndarray.FormatOptions{}), copied, err)
	// Output:
	// [8 16] false <nil>
	// [[5. 0.]
	//  [0. 6.]] true <nil>
}

func ExampleCMatrix() {
	a, err := ndarray.FromSlice([]complex128{1 + 1i, 2, 3, 4 - 1i}, 2, 2)
	if err != nil {
		log.Fatal(err)
	}
	m, err := gonummat.CMatrix(a.Transpose())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.At(0, 1), m.H().At(0, 0))
	// Output: (3+0i) (1-1i)
}

func ExampleFromGeneral64() {
	g := blas64.General{Rows: 2, Cols: 2, Stride: 3, Data: []float64{1, 2, 0, 3, 4}}
	a, err := gonummat.FromGeneral64(g)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Strides(), ndarray.Format(a, ndarray.FormatOptions{}))
	// Output:
	// [24 8] [[1. 2.]
	//  [3. 4.]]
}
