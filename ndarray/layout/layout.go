// Package layout is the algebra of strided memory: shapes, strides in bytes
// and offsets in bytes, without any memory behind them.
//
// The address of element (i0, i1, …) is
//
//	Offset + i0·Strides[0] + i1·Strides[1] + …
//
// in bytes from the start of the storage. Strides may be zero or negative.
//
// Views (Permute, Slice, View, …) take a valid layout (see Validate) to one
// that reaches no byte that the operand did not reach, so a layout that was
// proven to lie within a storage needs no second proof. Two facts from NumPy
// and PyTorch hold throughout: the stride of an axis of size 1 has no meaning,
// and where a size is 0 no stride has.
package layout

// MaxRank is the largest number of axes, as in NumPy.
const MaxRank = 64

// Layout is a shape with the byte strides and the byte offset that place its
// elements in a storage. Shape and Strides have one length, the rank.
//
// A Layout is immutable by convention: every operation returns a new one and
// leaves its operands as they were, and none keeps a slice that it was given.
type Layout struct {
	Shape   []int // elements along each axis
	Strides []int // bytes from one element to the next along each axis
	Offset  int   // bytes from the start of the storage to element (0, 0, …)

	room []int // see In
}

// In returns l with room for the shape and strides of the next operation's
// result: l.In(buf).Permute(1, 0) places them in buf if it is long enough
// (twice the rank of the result) and so allocates nothing. The room serves
// one operation and is not carried into its result. It must not be the memory
// of l itself.
func (l Layout) In(buf []int) Layout {
	l.room = buf
	return l
}

// begin makes r a layout of the given rank at l's offset, its shape and strides
// to be filled in by the caller.
func (l *Layout) begin(r *Layout, rank int) {
	buf := l.room
	if buf == nil || len(buf) < 2*rank {
		buf = make([]int, 2*rank)
	}
	r.Shape, r.Strides, r.Offset = buf[:rank:rank], buf[rank:2*rank:2*rank], l.Offset
}

// Rank returns the number of axes.
func (l Layout) Rank() int { return len(l.Shape) }

// Len returns the number of elements. The layout must be valid.
func (l Layout) Len() int {
	n := 1
	for _, size := range l.Shape {
		n *= size
	}
	return n
}

// NumBytes returns the bytes of the packed array: the number of elements times
// the item size. Where strides are 0 that is more than the storage holds, so
// it is checked for overflow (ErrOverflow).
func (l Layout) NumBytes(itemSize int) (int, error) {
	n, ok := mulSize(l.Len(), itemSize)
	if !ok {
		return 0, refusal("size", ErrOverflow, -1, tuple(l.Shape)+" items of "+num(itemSize)+" bytes overflow")
	}
	return n, nil
}

// Clone returns the same layout in memory of its own (or in l's room).
func (l Layout) Clone() (r Layout) {
	l.cloneTo(&r)
	return r
}

func (l *Layout) cloneTo(r *Layout) {
	l.begin(r, len(l.Shape))
	copy(r.Shape, l.Shape)
	copy(r.Strides, l.Strides)
}

// Equal tells whether both layouts put the same elements at the same
// addresses: equal shapes, offsets and strides, but for the strides of axes of
// size 1; where a size is 0 equal shapes are enough.
func (l Layout) Equal(o Layout) bool {
	return sameAxes(l, o) && (l.Offset == o.Offset || l.Len() == 0)
}

// sameAxes is Equal without the offset.
func sameAxes(a, b Layout) bool {
	if len(a.Shape) != len(b.Shape) {
		return false
	}
	differ, empty := false, false
	for k, size := range a.Shape {
		if size != b.Shape[k] {
			return false
		}
		empty = empty || size == 0
		differ = differ || size > 1 && a.Strides[k] != b.Strides[k]
	}
	return empty || !differ
}

// String returns the layout as text for debugging, strides in bytes.
func (l Layout) String() string {
	return "shape " + tuple(l.Shape) + " strides " + tuple(l.Strides) + " offset " + num(l.Offset)
}

// Order is an order of elements or axes, as in NumPy's order= arguments.
type Order byte

// The orders.
const (
	C Order = 'C' // last axis fastest
	F Order = 'F' // first axis fastest
	A Order = 'A' // F if the operand is F-contiguous and not C-contiguous, else C
	K Order = 'K' // as close to the operand's own order as possible
)

// New returns the packed layout of a shape at offset 0. Sizes of 0 count as 1
// in the strides. Order is C or F (ErrOrder otherwise). Errors: ErrShape for a
// negative size, ErrRank, ErrItemSize for a negative item size, ErrOverflow if
// the bytes do not fit an int, as in NumPy even when another size is 0.
func New(itemSize int, order Order, shape ...int) (Layout, error) {
	var l Layout
	return l.packed("new", itemSize, order, shape)
}

// Packed returns the packed layout of l's shape at offset 0, for items of
// itemSize bytes, in l's room if it has one. Errors as for New.
func (l Layout) Packed(itemSize int, order Order) (Layout, error) {
	return l.packed("pack", itemSize, order, l.Shape)
}

func (l *Layout) packed(op string, itemSize int, order Order, shape []int) (r Layout, err error) {
	if err := checkPacked(op, itemSize, order, shape); err != nil {
		return Layout{}, err
	}
	l.begin(&r, len(shape))
	copy(r.Shape, shape)
	r.pack(itemSize, order)
	return r, nil
}

// pack sets the strides of r to the packed ones of its shape.
func (r *Layout) pack(itemSize int, order Order) {
	stride := itemSize
	for k := range r.Shape {
		axis := k
		if order != F {
			axis = len(r.Shape) - 1 - k
		}
		r.Strides[axis] = stride
		stride *= max(r.Shape[axis], 1)
	}
}

func checkPacked(op string, itemSize int, order Order, shape []int) error {
	if order != C && order != F {
		return refusal(op, ErrOrder, -1, "order "+string(order)+"; expected C or F")
	}
	if itemSize < 0 {
		return refusal(op, ErrItemSize, -1, "item size "+num(itemSize)+"; expected 0 or more bytes")
	}
	if len(shape) > MaxRank {
		return rankError(op, len(shape))
	}
	if _, err := sizeOf(op, shape); err != nil {
		return err
	}
	bytes := itemSize
	for _, size := range shape {
		var ok bool
		if bytes, ok = mulSize(bytes, max(size, 1)); !ok {
			return refusal(op, ErrOverflow, -1, tuple(shape)+" items of "+num(itemSize)+" bytes overflow")
		}
	}
	return nil
}

// NewOrdered returns the packed layout of a shape whose axes lie in memory in
// the given order: axes[0] has the largest stride, the last one the item size.
// KOrder gives such a permutation. Errors: those of New, and ErrAxis for axes
// that are no permutation.
func NewOrdered(itemSize int, axes []int, shape ...int) (Layout, error) {
	var l Layout
	r, err := l.packed("new", itemSize, C, shape)
	if err != nil {
		return Layout{}, err
	}
	if err := checkPermutation("new", axes, len(shape)); err != nil {
		return Layout{}, err
	}
	stride := itemSize
	for k := len(axes) - 1; k >= 0; k-- {
		axis := axes[k]
		if axis < 0 {
			axis += len(shape)
		}
		r.Strides[axis] = stride
		stride *= max(shape[axis], 1)
	}
	return r, nil
}
