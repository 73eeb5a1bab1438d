package gonummat

import (
	"fmt"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// number is the element types that gonum has matrices of.
type number interface {
	float32 | float64 | complex64 | complex128
}

// dims returns the sizes of a 2-d array of T, in either byte order.
func dims[T number](op string, a *ndarray.Array) (r, c int, err error) {
	if a.Rank() != 2 {
		return 0, 0, &layout.Error{Op: op, Axis: -1, Detail: fmt.Sprintf("array of %d axes, expected 2", a.Rank()), Err: layout.ErrRank}
	}
	if want := dtype.Of[T](); a.DType().Native() != want {
		return 0, 0, wrongType(op, a, want.String())
	}
	return a.Dim(0), a.Dim(1), nil
}

func wrongType(op string, a *ndarray.Array, want string) error {
	return &ndarray.Error{Op: op, Reason: fmt.Sprintf("array of %.60s, expected %s", a.DType(), want), Err: ndarray.ErrDType}
}

// lend returns the memory of an array of T as rows of c elements that start
// stride elements apart; ok is false where it does not lie so.
func lend[T number](a *ndarray.Array, r, c int) (data []T, stride int, ok bool) {
	if r == 0 || c == 0 {
		return nil, max(c, 1), true
	}
	size, strides := a.ItemSize(), a.Strides()
	if c > 1 && strides[1] != size {
		return nil, 0, false
	}
	if stride = c; r > 1 {
		if strides[0]%size != 0 || strides[0] < c*size {
			return nil, 0, false
		}
		stride = strides[0] / size
	}
	run, err := a.AsStrided([]int{(r-1)*stride + c}, []int{size}, a.Offset())
	if err != nil {
		return nil, 0, false
	}
	v, err := ndarray.As[T](run)
	if err != nil {
		return nil, 0, false
	}
	data, ok = v.Slice()
	return data, stride, ok
}

// general returns the rows of a for writing: its own memory, or a packed copy.
func general[T number](op string, a *ndarray.Array) (data []T, r, c, stride int, copied bool, err error) {
	if r, c, err = dims[T](op, a); err != nil {
		return nil, 0, 0, 0, false, err
	}
	if a.Storage().Closed() {
		return nil, 0, 0, 0, false, ndarray.ErrClosed
	}
	if !a.ReadOnly() {
		if data, stride, ok := lend[T](a, r, c); ok {
			return data, r, c, stride, false, nil
		}
	}
	fresh, err := ndarray.New(dtype.Of[T](), r, c)
	if err != nil {
		return nil, 0, 0, 0, false, err
	}
	if err := ndarray.Copy(fresh, a); err != nil {
		return nil, 0, 0, 0, false, err
	}
	data, stride, _ = lend[T](fresh, r, c)
	return data, r, c, stride, true, nil
}

// borrow returns the array over rows of c elements that start stride elements
// apart.
func borrow[T number](op string, data []T, r, c, stride int) (*ndarray.Array, error) {
	flat, err := ndarray.FromSlice(data, len(data))
	if err != nil {
		return nil, err
	}
	if r <= 1 {
		stride = c // nothing is a stride away
	}
	switch {
	case r < 0 || c < 0 || stride < c:
		return nil, &layout.Error{Op: op, Axis: -1, Detail: fmt.Sprintf("%d rows of %d elements, %d apart", r, c, stride), Err: layout.ErrShape}
	case stride > len(data) && c > 0 && r > 0:
		return nil, &layout.Error{Op: op, Axis: 0, Detail: fmt.Sprintf("rows %d elements apart in %d", stride, len(data)), Err: layout.ErrBounds}
	case c == 0 || r == 0:
		stride = c
	}
	size := flat.ItemSize()
	return flat.AsStrided([]int{r, c}, []int{stride * size, size}, 0)
}
