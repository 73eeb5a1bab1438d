package gonummat

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/cblas128"
	"gonum.org/v1/gonum/mat"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
)

// Matrix returns a 2-d array of float64 or float32 as a matrix that reads the
// array's elements where they are. Nothing is copied, whatever the strides, the
// byte order and the alignment; later writes to the array are seen. gonum
// multiplies it as fast as a mat.Dense if it is float64 and its rows, or its
// columns, are adjacent elements; it must not be written through RawMatrix.
//
// At panics when an index is out of range, as gonum's matrices do. Errors:
// layout.ErrRank, ndarray.ErrDType, ndarray.ErrClosed.
func Matrix(a *ndarray.Array) (mat.Matrix, error) {
	switch a.DType().Native() {
	case dtype.Float32:
		return reader[float32](a)
	case dtype.Float64:
	default:
		return nil, wrongType("Matrix", a, "float64 or float32")
	}
	m, err := reader[float64](a)
	if err != nil {
		return nil, err
	}
	if data, stride, ok := lend[float64](a, m.r, m.c); ok {
		return rowMajor{m, blas64.General{Rows: m.r, Cols: m.c, Stride: stride, Data: data}}, nil
	}
	if data, stride, ok := lend[float64](a.Transpose(), m.c, m.r); ok {
		t, err := reader[float64](a.Transpose())
		return mat.Transpose{Matrix: rowMajor{t, blas64.General{Rows: m.c, Cols: m.r, Stride: stride, Data: data}}}, err
	}
	return m, nil
}

// CMatrix is Matrix for a 2-d array of complex128 or complex64: nothing is
// copied, and the errors are the same.
func CMatrix(a *ndarray.Array) (mat.CMatrix, error) {
	switch a.DType().Native() {
	case dtype.Complex64:
		return creader[complex64](a)
	case dtype.Complex128:
	default:
		return nil, wrongType("CMatrix", a, "complex128 or complex64")
	}
	m, err := creader[complex128](a)
	if err != nil {
		return nil, err
	}
	if data, stride, ok := lend[complex128](a, m.r, m.c); ok {
		return rowMajorC{m, cblas128.General{Rows: m.r, Cols: m.c, Stride: stride, Data: data}}, nil
	}
	return m, nil
}

// strided reads an array of two axes.
type strided[T number] struct {
	view ndarray.View[T]
	r, c int
}

// viewOf checks the array for the matrix types.
func viewOf[T number](op string, a *ndarray.Array) (strided[T], error) {
	r, c, err := dims[T](op, a)
	if err != nil {
		return strided[T]{}, err
	}
	v, err := ndarray.As[T](a)
	return strided[T]{v, r, c}, err
}

// Dims returns the numbers of rows and columns.
func (m strided[T]) Dims() (r, c int) { return m.r, m.c }

// array returns the array behind the matrix.
func (m strided[T]) array() *ndarray.Array { return m.view.Array() }

// real64 is a real matrix over an array.
type real64[T float32 | float64] struct{ strided[T] }

func reader[T float32 | float64](a *ndarray.Array) (real64[T], error) {
	s, err := viewOf[T]("Matrix", a)
	return real64[T]{s}, err
}

// At returns an element; it panics when an index is out of range.
func (m real64[T]) At(i, j int) float64 { return float64(m.view.At(i, j)) }

// T returns the transpose, of the same elements.
func (m real64[T]) T() mat.Matrix { return mat.Transpose{Matrix: m} }

// rowMajor lets gonum's BLAS read the rows.
type rowMajor struct {
	real64[float64]
	raw blas64.General
}

// T returns the transpose, of the same elements.
func (m rowMajor) T() mat.Matrix { return mat.Transpose{Matrix: m} }

// RawMatrix returns the rows, for reading.
func (m rowMajor) RawMatrix() blas64.General { return m.raw }

// complexes is a complex matrix over an array.
type complexes[T complex64 | complex128] struct{ strided[T] }

func creader[T complex64 | complex128](a *ndarray.Array) (complexes[T], error) {
	s, err := viewOf[T]("CMatrix", a)
	return complexes[T]{s}, err
}

// At returns an element; it panics when an index is out of range.
func (m complexes[T]) At(i, j int) complex128 { return complex128(m.view.At(i, j)) }

// T returns the transpose, of the same elements.
func (m complexes[T]) T() mat.CMatrix { return mat.CTranspose{CMatrix: m} }

// H returns the conjugate transpose, of the same elements.
func (m complexes[T]) H() mat.CMatrix { return mat.ConjTranspose{CMatrix: m} }

// rowMajorC lets gonum's BLAS read the rows.
type rowMajorC struct {
	complexes[complex128]
	raw cblas128.General
}

// T returns the transpose, of the same elements.
func (m rowMajorC) T() mat.CMatrix { return mat.CTranspose{CMatrix: m} }

// H returns the conjugate transpose, of the same elements.
func (m rowMajorC) H() mat.CMatrix { return mat.ConjTranspose{CMatrix: m} }

// RawCMatrix returns the rows, for reading.
func (m rowMajorC) RawCMatrix() cblas128.General { return m.raw }
