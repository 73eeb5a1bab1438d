// Package ndarray holds n-dimensional arrays over bytes: a storage, an element
// type and a layout of shape, byte strides and byte offset, as in NumPy.
//
// # Views and copies
//
// Transpose, Permute, Slice, Flip, Expand, Squeeze, Unsqueeze, Diagonal,
// Unfold, Windows, AsStrided, View, Field, Real, Imag and ViewAs look at the
// same bytes through another layout: they move no data, share the storage, and
// a write through one is seen through all. Copy, Clone and, where the bytes
// have to move, Reshape and Contiguous copy.
//
// # Bounds
//
// No array reaches outside its storage: constructors prove it once and views
// keep it. Failures are errors; only a bad index in At or Set panics, as with
// slices.
//
// # Concurrency
//
// Arrays are immutable apart from the elements behind them: any number of
// goroutines may make views of one array and read its elements at once. Writes
// to elements need the caller's own synchronisation, as with slices.
package ndarray

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// Array is a view of a storage: an element type and a layout that stays inside
// the storage's bytes.
type Array struct {
	store  *Storage
	dt     *dtype.Type
	dims   []int // sizes, then byte strides
	offset int   // bytes
}

// lay returns the layout, which shares its sizes and strides with a.
func (a *Array) lay() layout.Layout {
	r := len(a.dims) / 2
	return layout.Layout{Shape: a.dims[:r:r], Strides: a.dims[r:], Offset: a.offset}
}

// Arrays with room for the sizes and strides of their own layout, so that a
// view is one allocation whatever its rank.
type (
	array2 struct {
		Array
		room [2 * 2]int
	}
	array4 struct {
		Array
		room [2 * 4]int
	}
	array8 struct {
		Array
		room [2 * 8]int
	}
	arrayMax struct {
		Array
		room [2 * layout.MaxRank]int
	}
)

// blank returns an array whose dims are the room for a layout of the rank.
func blank(store *Storage, dt *dtype.Type, rank int) *Array {
	switch {
	case rank <= 2:
		a := new(array2)
		a.store, a.dt, a.dims = store, dt, a.room[:]
		return &a.Array
	case rank <= 4:
		a := new(array4)
		a.store, a.dt, a.dims = store, dt, a.room[:]
		return &a.Array
	case rank <= 8:
		a := new(array8)
		a.store, a.dt, a.dims = store, dt, a.room[:]
		return &a.Array
	}
	a := new(arrayMax)
	a.store, a.dt, a.dims = store, dt, a.room[:]
	return &a.Array
}

// place gives a blank array its layout.
func (a *Array) place(l layout.Layout) *Array {
	r := len(l.Shape)
	a.dims, a.offset = a.dims[:2*r], l.Offset
	copy(a.dims, l.Shape)
	copy(a.dims[r:], l.Strides)
	return a
}

// over returns an array of a layout that is proven to lie inside the storage.
func over(store *Storage, dt *dtype.Type, l layout.Layout) *Array {
	return blank(store, dt, len(l.Shape)).place(l)
}

// fresh returns an array over zeroed storage of its own, packed in the order.
func fresh(dt *dtype.Type, order layout.Order, shape []int) (*Array, error) {
	a := blankOwner(dt, len(shape))
	l, err := layout.Layout{Shape: shape}.In(a.dims).Packed(dt.ItemSize(), order)
	if err != nil {
		return nil, err
	}
	if a.store.data, err = allocate(l.Len() * dt.ItemSize()); err != nil {
		return nil, err
	}
	return a.place(l), nil
}

// freshOrdered is fresh with the axes lying in memory in a given order.
func freshOrdered(dt *dtype.Type, axes, shape []int) (*Array, error) {
	l, err := layout.NewOrdered(dt.ItemSize(), axes, shape...)
	if err != nil {
		return nil, err
	}
	a := blankOwner(dt, len(shape))
	if a.store.data, err = allocate(l.Len() * dt.ItemSize()); err != nil {
		return nil, err
	}
	return a.place(l), nil
}

// blankOwner is blank with an empty storage, for few axes in one allocation.
func blankOwner(dt *dtype.Type, rank int) *Array {
	if rank > 4 {
		return blank(new(Storage), dt, rank)
	}
	a := new(struct {
		array4
		Storage
	})
	a.store, a.dt, a.dims = &a.Storage, dt, a.room[:]
	return &a.Array
}

// New returns a zeroed C-contiguous array in fresh storage aligned to 64
// bytes. A shape of no sizes makes a 0-d array of one element. It fails when
// the dtype is invalid or holds objects, when a size is negative, when there
// are more than 64 axes, when the size in bytes overflows, and with ErrMemory
// when there is not so much memory.
func New(dt dtype.Type, shape ...int) (*Array, error) {
	return NewOrder(dt, layout.C, shape...)
}

// NewOrder is New with the elements in C or F order. The errors are New's.
func NewOrder(dt dtype.Type, order layout.Order, shape ...int) (*Array, error) {
	if err := checkType("new", dt); err != nil {
		return nil, err
	}
	return fresh(kept(dt), order, shape)
}

// NewLike is NewOrder with the shape of a, in C or F order, or in that of a's axes
// in memory for K (NumPy's zeros_like). The errors are New's.
func NewLike(a *Array, dt dtype.Type, order layout.Order) (*Array, error) {
	if err := checkType("new", dt); err != nil {
		return nil, err
	}
	return a.emptyLike(kept(dt), order)
}

// numberTypes has every type of number in native order, by its kind and the binary
// logarithm of its size: arrays refer to these and need no copy of their own.
var numberTypes = func() (t [1 << 4][1 << 3]dtype.Type) {
	for _, dt := range []dtype.Type{
		dtype.Bool, dtype.Int8, dtype.Int16, dtype.Int32, dtype.Int64, dtype.Uint8, dtype.Uint16, dtype.Uint32, dtype.Uint64,
		dtype.Float16, dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128,
	} {
		t[dt.Kind()][bits.TrailingZeros(uint(dt.ItemSize()))] = dt
	}
	return t
}()

// kept returns a pointer to a type for arrays to refer to.
func kept(dt dtype.Type) *dtype.Type {
	if k := &numberTypes[dt.Kind()&15][bits.TrailingZeros(uint(dt.ItemSize()))&7]; *k == dt {
		return k
	}
	own := dt
	return &own
}

// NewOrdered is New with the axes lying in memory in the given order:
// axes[0] has the largest stride (NumPy's K order; layout.KOrder gives one). It
// fails as New does and when axes is not a permutation.
func NewOrdered(dt dtype.Type, axes []int, shape ...int) (*Array, error) {
	if err := checkType("new", dt); err != nil {
		return nil, err
	}
	return freshOrdered(kept(dt), axes, shape)
}

// FromSlice returns an array over s itself, without copying; writes are seen
// both ways. With no shape it is 1-d of len(s). It fails when the shape does
// not hold exactly len(s) elements.
func FromSlice[T dtype.Element](s []T, shape ...int) (*Array, error) {
	if len(shape) == 0 {
		shape = []int{len(s)}
	}
	dt := dtype.Of[T]()
	l, err := layout.New(dt.ItemSize(), layout.C, shape...)
	if err != nil {
		return nil, err
	}
	if l.Len() != len(s) {
		return nil, fail("from slice", layout.ErrShape, "%d elements do not fill shape %s", len(s), tuple(shape))
	}
	var b []byte
	if len(s) > 0 {
		b = unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*dt.ItemSize())
	}
	return over(&Storage{data: b}, kept(dt), l), nil
}

// FromBytes returns an array over b with the layout l, without copying. The
// layout is proven to stay inside b; otherwise the error is layout's, naming
// the lowest or highest byte that would be reached. b may start at any address:
// misaligned items are read and written bytewise.
func FromBytes(b []byte, dt dtype.Type, l layout.Layout) (*Array, error) {
	return FromStorage(&Storage{data: b}, dt, l)
}

// FromStorage is FromBytes over a storage, which several arrays of any shape
// may share; nothing is copied. It fails as FromBytes does, and with ErrClosed.
func FromStorage(s *Storage, dt dtype.Type, l layout.Layout) (*Array, error) {
	if err := checkType("from bytes", dt); err != nil {
		return nil, err
	}
	if err := l.Validate(dt.ItemSize(), len(s.data)); err != nil {
		return nil, err
	}
	return over(s, kept(dt), l), nil
}

// DType returns the element type.
func (a *Array) DType() dtype.Type { return *a.dt }

// Shape returns a copy of the sizes, in elements.
func (a *Array) Shape() []int { return slices.Clone(a.lay().Shape) }

// Strides returns a copy of the strides, in bytes.
func (a *Array) Strides() []int { return slices.Clone(a.lay().Strides) }

// ElemStrides returns the strides in elements, as PyTorch counts them. ok is
// false when a stride is not a multiple of the item size.
func (a *Array) ElemStrides() (strides []int, ok bool) {
	strides = slices.Clone(a.lay().Strides)
	size := a.dt.ItemSize()
	for k, s := range strides {
		if size == 0 || s%size != 0 {
			return nil, false
		}
		strides[k] = s / size
	}
	return strides, true
}

// Offset returns the byte of the storage at which element (0, 0, …) starts.
func (a *Array) Offset() int { return a.offset }

// Rank returns the number of axes.
func (a *Array) Rank() int { return len(a.dims) / 2 }

// Dim returns the size of one axis in elements; a negative axis counts from the
// end. It panics when the axis is out of range.
func (a *Array) Dim(axis int) int {
	if axis < 0 {
		axis += len(a.dims) / 2
	}
	return a.lay().Shape[axis]
}

// Len returns the number of elements.
func (a *Array) Len() int { return a.lay().Len() }

// ItemSize returns the size of one element in bytes.
func (a *Array) ItemSize() int { return a.dt.ItemSize() }

// NumBytes returns the bytes of the logical array, Len·ItemSize: what a packed
// copy takes. The storage may be smaller (expanded arrays) or larger.
func (a *Array) NumBytes() int { return a.lay().Len() * a.dt.ItemSize() }

// Layout returns a copy of shape, byte strides and byte offset.
func (a *Array) Layout() layout.Layout { return a.lay().Clone() }

// BuildPlan makes p the joint walk of the elements of arrays, of which all are
// broadcast to the shape of the first, and copies none of their layouts. The errors
// are those of layout.Plan.Build.
func BuildPlan(p *layout.Plan, arrays ...*Array) error {
	var room [4]layout.Layout
	layouts := room[:0]
	for _, a := range arrays {
		layouts = append(layouts, a.lay())
	}
	return p.Build(layouts...)
}

// Storage returns the bytes that a is a view of, under a's context if it has one.
func (a *Array) Storage() *Storage { return a.store }

// ReadOnly reports whether writes through a are refused.
func (a *Array) ReadOnly() bool { return a.store.readOnly }

// IsC reports whether a is C-contiguous: each stride is the product of the
// later sizes and the item size. Axes of size 1 do not count; arrays of 0 or 1
// elements always are (NumPy's and PyTorch's rule).
func (a *Array) IsC() bool { return a.lay().IsC(a.dt.ItemSize()) }

// IsF is IsC for Fortran order, the first axis fastest.
func (a *Array) IsF() bool { return a.lay().IsF(a.dt.ItemSize()) }

// SameStorage reports whether a and b are views of one storage. It says nothing
// about which elements they share: see SharesMemory.
func (a *Array) SameStorage(b *Array) bool { return a.store.proper() == b.store.proper() }

// Bytes returns the bytes of a C-contiguous array without copying, in the
// array's own byte order; ok is false when a is not C-contiguous or its storage
// is closed. The slice is valid as long as the storage is, and must not be
// written when the array is read-only: a mapped file faults.
func (a *Array) Bytes() (b []byte, ok bool) {
	if !a.IsC() {
		return nil, false
	}
	data, err := a.store.Acquire()
	if err != nil {
		return nil, false
	}
	defer a.store.Release()
	n := a.NumBytes()
	if n == 0 {
		return nil, true
	}
	return data[a.offset : a.offset+n : a.offset+n], true
}
