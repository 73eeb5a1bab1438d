package move

import "unsafe"

// alignment is what Alloc aligns to: a cache line, and the widest vector.
const alignment = 64

// Alloc returns n zeroed bytes whose first address is a multiple of 64, or nil
// for n ≤ 0. The memory belongs to the garbage collector.
func Alloc(n int) []byte {
	if n <= 0 {
		return nil
	}
	b := make([]byte, n+alignment-1)
	pad := int(-uintptr(unsafe.Pointer(&b[0])) & (alignment - 1))
	return b[pad : pad+n : pad+n]
}
