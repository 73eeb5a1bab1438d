package ndarray

import (
	"fmt"
	"strings"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// Density tells whether a's elements fill one run of memory in some axis order
// ("can be treated as contiguous"), or are broadcast, gapped or overlapping.
func (a *Array) Density() layout.Density { return a.lay().Dense(a.dt.ItemSize()) }

// Key is a comparable identity of dtype, shape and strides, for caches of
// plans and kernels. The offset is not part of it, nor are strides that have no
// meaning.
type Key struct {
	DType  dtype.Type // of the elements
	Layout layout.Key // of shape and strides
}

// Key returns the key of a.
func (a *Array) Key() Key { return Key{*a.dt, a.lay().Key()} }

// Alignment returns the powers of two, in bytes and at most 4096, to which the
// first element and every row (along the last axis) are aligned in memory.
func (a *Array) Alignment() (first, rows int) { return a.lay().Alignment(a.store.base()) }

// CanVectorize tells whether rows can be read by aligned vectors of width
// bytes: unit stride on the last axis and every row aligned.
func (a *Array) CanVectorize(width int) bool {
	return a.lay().CanVectorize(width, a.dt.ItemSize(), a.store.base())
}

// String describes the view for debugging: dtype, shape, byte strides, offset
// and flags, not the values (see Format).
func (a *Array) String() string {
	var flags []string
	if a.IsC() {
		flags = append(flags, "C")
	}
	if a.IsF() {
		flags = append(flags, "F")
	}
	if len(flags) == 0 {
		flags = append(flags, strings.ToLower(a.Density().String()))
	}
	if a.store.readOnly {
		flags = append(flags, "read-only")
	}
	return fmt.Sprintf("%s shape %s strides %s bytes offset %d of %d bytes [%s]",
		*a.dt, tuple(a.lay().Shape), tuple(a.lay().Strides), a.offset, len(a.store.data), strings.Join(flags, " "))
}
