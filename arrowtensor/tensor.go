// Package arrowtensor turns arrays into arrow-go's tensors and back, without
// copying where a tensor can have the array's layout. It is a module of its
// own, so that programs that do not need Arrow do not depend on it.
//
// Where arrow-go panics (a dtype that tensors do not have, strides that leave
// the buffer) these functions return an error.
package arrowtensor

import (
	"errors"
	"fmt"
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/arrow/tensor"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// The kinds of failure, for errors.Is. Those of shapes and strides are
// layout's.
var (
	ErrDType    = fmt.Errorf("no such dtype on the other side: %w", errors.ErrUnsupported)
	ErrNulls    = errors.New("tensor with missing values")
	ErrReleased = errors.New("tensor is released")
)

// types are the element types that both sides have.
var types = []struct {
	here  dtype.Type
	there arrow.DataType
}{
	{dtype.Int8, arrow.PrimitiveTypes.Int8},
	{dtype.Int16, arrow.PrimitiveTypes.Int16},
	{dtype.Int32, arrow.PrimitiveTypes.Int32},
	{dtype.Int64, arrow.PrimitiveTypes.Int64},
	{dtype.Uint8, arrow.PrimitiveTypes.Uint8},
	{dtype.Uint16, arrow.PrimitiveTypes.Uint16},
	{dtype.Uint32, arrow.PrimitiveTypes.Uint32},
	{dtype.Uint64, arrow.PrimitiveTypes.Uint64},
	{dtype.Float32, arrow.PrimitiveTypes.Float32},
	{dtype.Float64, arrow.PrimitiveTypes.Float64},
}

// Tensor returns an array of integers, float32 or float64 as a tensor of the
// same shape and, in bytes, the same strides. names are those of its axes, all
// of them or none.
//
// The tensor shares the array's memory, and copied is false, unless a tensor
// cannot be so: a negative stride, a stride that is no multiple of the item
// size, the other byte order, and memory that is not aligned are packed in C
// order. Memory of a mapped file is valid as long as the file is not closed,
// which Arrow cannot know.
//
// It fails with ErrDType for other dtypes (cast them first), layout.ErrRank for
// a number of names that is not the rank, and ndarray.ErrClosed.
func Tensor(a *ndarray.Array, names ...string) (t tensor.Interface, copied bool, err error) {
	dt := dataType(a.DType().Native())
	if dt == nil {
		return nil, false, fmt.Errorf("array of %s: %w", a.DType(), ErrDType)
	}
	if len(names) != 0 && len(names) != a.Rank() {
		return nil, false, fmt.Errorf("%d names for %d axes: %w", len(names), a.Rank(), layout.ErrRank)
	}
	b, n, ok, err := lend(a)
	if err != nil {
		return nil, false, err
	}
	if !ok {
		packed, err := ndarray.New(a.DType().Native(), a.Shape()...)
		if err != nil {
			return nil, false, err
		}
		if err := ndarray.Copy(packed, a); err != nil {
			return nil, false, err
		}
		if b, n, _, err = lend(packed); err != nil {
			return nil, false, err
		}
		a, copied = packed, true
	}
	data := array.NewData(dt, n, []*memory.Buffer{nil, memory.NewBufferBytes(b)}, nil, 0, 0)
	defer data.Release() // the tensor holds it
	var strides []int64
	if !a.IsC() { // else row-major strides are inferred
		strides = int64s(a.Strides())
	}
	if len(names) == 0 {
		names = nil
	}
	return tensor.New(data, int64s(a.Shape()), strides, names), copied, nil
}

// dataType returns Arrow's type of a dtype in the machine's byte order, nil if
// tensors do not have it.
func dataType(dt dtype.Type) arrow.DataType {
	for _, t := range types {
		if t.here == dt {
			return t.there
		}
	}
	return nil
}

// lend returns the bytes from the first element to behind the last, and how
// many items they are; ok is false where a tensor over them is not possible.
func lend(a *ndarray.Array) (b []byte, items int, ok bool, err error) {
	data, err := a.Storage().Acquire()
	if err != nil {
		return nil, 0, false, err
	}
	defer a.Storage().Release()
	if a.Len() == 0 {
		return nil, 0, true, nil
	}
	size := a.ItemSize()
	for axis, stride := range a.Strides() {
		if a.Dim(axis) > 1 && (stride < 0 || stride%size != 0) {
			return nil, 0, false, nil
		}
	}
	if aligned, _ := a.Alignment(); aligned < size || a.DType().Swapped() {
		return nil, 0, false, nil
	}
	lo, hi, err := a.Layout().Extent(size)
	if err != nil {
		return nil, 0, false, err
	}
	return data[lo:hi], (hi - lo) / size, true, nil
}

func int64s(x []int) []int64 {
	list := make([]int64, len(x))
	for i, n := range x {
		list[i] = int64(n)
	}
	return list
}

// Array returns the array over a tensor's buffer: nothing is copied. It is
// read-only, as Arrow's buffers are meant to be, and valid until the tensor is
// released (longer, if Go's allocator gave the memory). Date64 becomes
// datetime64[ms].
//
// The strides are proven to stay inside the buffer. It fails with ErrDType for
// other types (Date32), ErrNulls, ErrReleased, layout.ErrBounds and the other
// kinds of layout.
func Array(t tensor.Interface) (*ndarray.Array, error) {
	data := t.Data()
	if data == nil {
		return nil, ErrReleased
	}
	dt, err := typeOf(t.DataType())
	if err != nil {
		return nil, err
	}
	if data.NullN() > 0 {
		return nil, fmt.Errorf("%d of %d: %w", data.NullN(), data.Len(), ErrNulls)
	}
	shape, err := ints(t.Shape())
	if err != nil {
		return nil, err
	}
	strides, err := ints(t.Strides())
	if err != nil {
		return nil, err
	}
	var b []byte
	if buffers := data.Buffers(); len(buffers) > 1 && buffers[1] != nil {
		b = buffers[1].Bytes()
	}
	from, to := data.Offset(), data.Offset()+data.Len()
	if size := dt.ItemSize(); from < 0 || to < from || to > len(b)/size {
		return nil, fmt.Errorf("items %d to %d of a buffer of %d bytes: %w", from, to, len(b), layout.ErrBounds)
	}
	b = b[from*dt.ItemSize() : to*dt.ItemSize()]
	storage := ndarray.NewStorage(b, ndarray.StorageOptions{ReadOnly: true})
	return ndarray.FromStorage(storage, dt, layout.Layout{Shape: shape, Strides: strides})
}

// typeOf returns the dtype of Arrow's type.
func typeOf(there arrow.DataType) (dtype.Type, error) {
	for _, t := range types {
		if arrow.TypeEqual(t.there, there) {
			return t.here, nil
		}
	}
	if there.ID() == arrow.DATE64 {
		return dtype.DatetimeOf(dtype.Unit{Num: 1, Base: dtype.Millisecond}), nil
	}
	return dtype.Type{}, fmt.Errorf("tensor of %s: %w", there, ErrDType)
}

func ints(x []int64) ([]int, error) {
	list := make([]int, len(x))
	for i, n := range x {
		if n > math.MaxInt || n < math.MinInt {
			return nil, fmt.Errorf("%d does not fit in an int: %w", n, layout.ErrOverflow)
		}
		list[i] = int(n)
	}
	return list, nil
}
