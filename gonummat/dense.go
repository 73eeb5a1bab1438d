package gonummat

import (
	"fmt"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/cblas128"
	"gonum.org/v1/gonum/blas/cblas64"
	"gonum.org/v1/gonum/mat"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// Dense returns a 2-d float64 array as a mat.Dense. It shares the array's
// memory, so that writes are seen both ways, if the elements of each row are
// adjacent and the rows do not overlap (the stride of the rows is free), the
// byte order is the machine's, the data are aligned and the array is writable;
// otherwise it is a packed copy, and copied says so.
//
// Errors: layout.ErrRank, ndarray.ErrDType, ndarray.ErrClosed, and
// layout.ErrShape for 0 rows of some columns or the reverse, which gonum does
// not have.
func Dense(a *ndarray.Array) (m *mat.Dense, copied bool, err error) {
	g, copied, err := General64(a)
	if err != nil {
		return nil, false, err
	}
	m = new(mat.Dense)
	if empty, err := emptiness("Dense", g.Rows, g.Cols); empty || err != nil {
		return m, copied, err
	}
	m.SetRawMatrix(g)
	return m, copied, nil
}

// CDense is Dense for a complex128 array: the same shapes, sharing and errors.
func CDense(a *ndarray.Array) (m *mat.CDense, copied bool, err error) {
	g, copied, err := CGeneral128(a)
	if err != nil {
		return nil, false, err
	}
	m = new(mat.CDense)
	if empty, err := emptiness("CDense", g.Rows, g.Cols); empty || err != nil {
		return m, copied, err
	}
	m.SetRawCMatrix(g)
	return m, copied, nil
}

// emptiness looks for the one matrix without elements that gonum has, 0 by 0.
func emptiness(op string, r, c int) (bool, error) {
	if r == 0 != (c == 0) {
		return true, &layout.Error{Op: op, Axis: -1, Detail: fmt.Sprintf("gonum has no matrix of %d rows and %d columns", r, c), Err: layout.ErrShape}
	}
	return r == 0, nil
}

// General64 returns a 2-d float64 array for blas64, sharing or copying as Dense
// does. Errors: layout.ErrRank, ndarray.ErrDType, ndarray.ErrClosed.
func General64(a *ndarray.Array) (g blas64.General, copied bool, err error) {
	data, r, c, stride, copied, err := general[float64]("General64", a)
	return blas64.General{Rows: r, Cols: c, Stride: stride, Data: data}, copied, err
}

// General32 is General64 for a float32 array and blas32: the same shapes,
// sharing and errors.
func General32(a *ndarray.Array) (g blas32.General, copied bool, err error) {
	data, r, c, stride, copied, err := general[float32]("General32", a)
	return blas32.General{Rows: r, Cols: c, Stride: stride, Data: data}, copied, err
}

// CGeneral128 is General64 for a complex128 array and cblas128: the same
// shapes, sharing and errors.
func CGeneral128(a *ndarray.Array) (g cblas128.General, copied bool, err error) {
	data, r, c, stride, copied, err := general[complex128]("CGeneral128", a)
	return cblas128.General{Rows: r, Cols: c, Stride: stride, Data: data}, copied, err
}

// CGeneral64 is General64 for a complex64 array and cblas64: the same shapes,
// sharing and errors.
func CGeneral64(a *ndarray.Array) (g cblas64.General, copied bool, err error) {
	data, r, c, stride, copied, err := general[complex64]("CGeneral64", a)
	return cblas64.General{Rows: r, Cols: c, Stride: stride, Data: data}, copied, err
}

// FromDense returns the array over the memory of m: no copy, rows at m's
// stride. Errors are those of FromGeneral64, for a matrix that was put together
// wrongly. Reshaping or growing m ends the sharing.
func FromDense(m *mat.Dense) (*ndarray.Array, error) { return FromGeneral64(m.RawMatrix()) }

// FromCDense is FromDense for complex128: the same shapes, sharing and errors.
func FromCDense(m *mat.CDense) (*ndarray.Array, error) { return FromCGeneral128(m.RawCMatrix()) }

// FromGeneral64 returns the array of shape (g.Rows, g.Cols) over g.Data: no
// copy, rows at g.Stride. It fails with layout.ErrBounds if the data are too
// few and with layout.ErrShape if rows overlap or a size is negative.
func FromGeneral64(g blas64.General) (*ndarray.Array, error) {
	return borrow("FromGeneral64", g.Data, g.Rows, g.Cols, g.Stride)
}

// FromGeneral32 is FromGeneral64 for float32: the same shapes, sharing and
// errors.
func FromGeneral32(g blas32.General) (*ndarray.Array, error) {
	return borrow("FromGeneral32", g.Data, g.Rows, g.Cols, g.Stride)
}

// FromCGeneral128 is FromGeneral64 for complex128: the same shapes, sharing and
// errors.
func FromCGeneral128(g cblas128.General) (*ndarray.Array, error) {
	return borrow("FromCGeneral128", g.Data, g.Rows, g.Cols, g.Stride)
}

// FromCGeneral64 is FromGeneral64 for complex64: the same shapes, sharing and
// errors.
func FromCGeneral64(g cblas64.General) (*ndarray.Array, error) {
	return borrow("FromCGeneral64", g.Data, g.Rows, g.Cols, g.Stride)
}

// FromMatrix returns the array of any matrix: over its memory if it shows it
// (mat.RawMatrixer, as a mat.Dense does), the array itself of one that Matrix
// made, else a packed copy of what At gives; copied says which. Errors are
// those of FromGeneral64.
func FromMatrix(m mat.Matrix) (a *ndarray.Array, copied bool, err error) {
	if t, ok := m.(mat.Transpose); ok {
		a, copied, err = FromMatrix(t.Matrix)
		if err != nil {
			return nil, false, err
		}
		return a.Transpose(), copied, nil
	}
	if own, ok := m.(interface{ array() *ndarray.Array }); ok {
		return own.array(), false, nil
	}
	if raw, ok := m.(mat.RawMatrixer); ok {
		a, err = FromGeneral64(raw.RawMatrix())
		return a, false, err
	}
	r, c := m.Dims()
	data := make([]float64, 0, r*c)
	for i := range r {
		for j := range c {
			data = append(data, m.At(i, j))
		}
	}
	a, err = ndarray.FromSlice(data, r, c)
	return a, true, err
}
