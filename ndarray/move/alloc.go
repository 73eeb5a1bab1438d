package move

import "unsafe"

// hugeFrom is the size in bytes from which Alloc asks for huge pages.
const hugeFrom = 4 << 20

// Alloc returns n zeroed bytes whose first address is a multiple of 64, or nil
// for n ≤ 0. The memory belongs to the garbage collector. Where the system
// offers it, large memory is backed by huge pages, which cost less to touch for
// the first time and to walk with long strides.
func Alloc(n int) []byte {
	if n <= 0 {
		return nil
	}
	b := make([]byte, n+line-1)
	if n >= hugeFrom {
		// Fresh memory from the system comes zeroed and is not yet touched, so
		// the advice comes before the first page fault.
		adviseHuge(b)
	}
	pad := int(-uintptr(unsafe.Pointer(&b[0])) % line)
	return b[pad : pad+n : pad+n]
}
