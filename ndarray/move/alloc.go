package move

import (
	"strings"
	"unsafe"
)

const (
	// hugeFrom is the size in bytes from which Alloc asks for huge pages.
	hugeFrom = 4 << 20

	// unzeroedFrom is the size in bytes from which clearing memory that is then
	// read into costs more than the care it takes to avoid it.
	unzeroedFrom = 1 << 20
)

// Alloc returns n zeroed bytes whose first address is a multiple of 64, or nil
// for n ≤ 0. The memory belongs to the garbage collector. Where the system
// offers it, large memory is backed by huge pages, which cost less to touch for
// the first time and to walk with long strides. Ask Room first where n is not
// the program's own.
func Alloc(n int) []byte {
	if n <= 0 {
		return nil
	}
	return onLine(make([]byte, n+line-1), n)
}

// Unzeroed is Alloc for memory that the caller fills to the last byte or throws
// away: large memory holds what it held before, because to clear it costs about
// as much as to read into it.
func Unzeroed(n int) []byte {
	if n < unzeroedFrom {
		return Alloc(n)
	}
	// the one way to such memory without reaching into the runtime: a builder
	// hands out its buffer only as far as it was written
	var b strings.Builder
	b.Grow(n + line)
	b.WriteByte(0)
	return onLine(unsafe.Slice(unsafe.StringData(b.String()), n+line), n)
}

// onLine returns n bytes of b, which has room for them from a multiple of 64 on.
func onLine(b []byte, n int) []byte {
	if n >= hugeFrom {
		// Fresh memory from the system comes zeroed and is not yet touched, so
		// the advice comes before the first page fault.
		adviseHuge(b)
	}
	pad := int(-uintptr(unsafe.Pointer(&b[0])) % line)
	return b[pad : pad+n : pad+n]
}
