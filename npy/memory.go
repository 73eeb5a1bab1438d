package npy

import (
	"strings"
	"unsafe"

	"github.com/ndtool/ndtool/ndarray/move"
)

// unzeroedFrom is the size in bytes from which clearing memory that is then
// read into costs more than the care it takes to avoid it.
const unzeroedFrom = 1 << 20

// unzeroed is move.Alloc for memory that the caller fills to the last byte or
// throws away: large memory is not cleared first, which would cost about as
// much as reading into it.
func unzeroed(n int) []byte {
	if n < unzeroedFrom {
		return move.Alloc(n)
	}
	// the one way to such memory without reaching into the runtime: a builder
	// hands out its buffer only as far as it was written
	const line = 64
	var b strings.Builder
	b.Grow(n + line)
	b.WriteByte(0)
	p := unsafe.StringData(b.String())
	pad := int(-uintptr(unsafe.Pointer(p)) % line)
	m := unsafe.Slice(p, n+line)[pad : pad+n : pad+n]
	adviseHuge(m)
	return m
}
