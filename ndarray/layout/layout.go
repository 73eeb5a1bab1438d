// Package layout is the algebra of strided memory: shapes, strides in bytes
// and offsets in bytes, without any memory behind them.
//
// The address of element (i0, i1, …) is
//
//	Offset + i0·Strides[0] + i1·Strides[1] + …
//
// in bytes from the start of the storage. Strides may be zero or negative.
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
// one operation and is not carried into its result.
func (l Layout) In(buf []int) Layout {
	l.room = buf
	return l
}

// Rank returns the number of axes.
func (l Layout) Rank() int { return len(l.Shape) }

// Order is an order of elements or axes, as in NumPy's order= arguments.
type Order byte

// The orders.
const (
	C Order = 'C' // last axis fastest
	F Order = 'F' // first axis fastest
	A Order = 'A' // F if the operand is F-contiguous and not C-contiguous, else C
	K Order = 'K' // as close to the operand's own order as possible
)
