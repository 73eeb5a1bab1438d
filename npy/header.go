package npy

import (
	"errors"
	"math"
	"math/bits"
	"slices"
	"strconv"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// Header is what a .npy file says about its array. The layout of the file is
// NumPy's (numpy.lib.format): the magic string, two bytes of version, the
// length of the header text, the text, and the items in C or Fortran order.
type Header struct {
	// Version is 1.0, 2.0 or 3.0 as {1, 0}, {2, 0}, {3, 0}. The zero Version
	// lets the writer choose as NumPy does: 1.0, 2.0 for a text of more than
	// 65,535 bytes, 3.0 for one that Latin-1 cannot write.
	Version [2]uint8

	DType        dtype.Type // of the items
	FortranOrder bool       // first axis fastest
	Shape        []int      // elements along each axis; empty for a 0-d array
	Offset       int64      // bytes from the magic string to the first item; set by reading, ignored by writing
}

// HeaderOf returns the header that np.save writes for a: the Fortran flag is
// set if a is F-contiguous and not C-contiguous, so never for empty, 0-d and
// 1-d arrays.
func HeaderOf(a *ndarray.Array) Header {
	return Header{DType: a.DType(), FortranOrder: a.IsF() && !a.IsC(), Shape: a.Shape()}
}

// Len returns the number of elements, math.MaxInt for a shape that no array can
// have. A header that was read, or that AppendBinary accepts, has none such.
func (h Header) Len() int {
	n, err := layout.Size(h.Shape)
	if err != nil {
		return math.MaxInt
	}
	return n
}

// NumBytes returns the size of the data in bytes, math.MaxInt64 for more.
func (h Header) NumBytes() int64 {
	hi, lo := bits.Mul64(uint64(h.Len()), uint64(h.DType.ItemSize()))
	if hi != 0 || lo > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(lo)
}

// Layout returns where the elements are: packed strides in the file's order, in
// bytes, and offset 0 at the first item. The error is layout's, for sizes that
// ReadHeader would refuse.
func (h Header) Layout() (layout.Layout, error) {
	return layout.New(h.DType.ItemSize(), h.order(), h.Shape...)
}

func (h Header) order() layout.Order {
	if h.FortranOrder {
		return layout.F
	}
	return layout.C
}

// growthAxis returns the axis along which data can be added at the end of the
// file, and -1 for a 0-d array.
func (h Header) growthAxis() int {
	if h.FortranOrder {
		return len(h.Shape) - 1
	}
	return min(0, len(h.Shape)-1)
}

// equal reports whether h and o describe the same array.
func (h Header) equal(o Header) bool {
	return h.DType == o.DType && h.FortranOrder == o.FortranOrder && slices.Equal(h.Shape, o.Shape)
}

// check proves that the array can exist: a dtype whose items can be held, at
// most 64 axes, no negative size, and counts and bytes that fit in an int.
// Sizes of 0 do not excuse the others: their product must fit too, as NumPy
// requires, because strides are made of it.
func (h Header) check() error {
	switch {
	case !h.DType.Valid():
		return fail(ErrDType, -1, "the zero dtype has no items")
	case h.DType.HasObject():
		return objectError(-1)
	}
	_, err := h.Layout()
	switch {
	case errors.Is(err, layout.ErrOverflow):
		return because(ErrTooLarge, err, -1, "shape %s of %d-byte items is more than %d bytes", excerpt(tuple(h.Shape)), h.DType.ItemSize(), math.MaxInt)
	case errors.Is(err, layout.ErrRank):
		return because(ErrShape, err, -1, "shape has %d axes, expected at most %d", len(h.Shape), layout.MaxRank)
	case err != nil:
		return because(ErrShape, err, -1, "shape %s, expected sizes of 0 or more", excerpt(tuple(h.Shape)))
	}
	return nil
}

func objectError(offset int64) *Error {
	return fail(ErrObject, offset, "the items are pickled Python objects, which are never unpickled here")
}

// tuple writes sizes as Python's repr of a tuple: (), (3,), (2, 3).
func tuple(shape []int) string {
	b := []byte{'('}
	for i, size := range shape {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, int64(size), 10)
	}
	if len(shape) == 1 {
		b = append(b, ',')
	}
	return string(append(b, ')'))
}
