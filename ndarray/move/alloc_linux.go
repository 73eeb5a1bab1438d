package move

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of a huge page on the systems that have them by advice.
const hugePage = 2 << 20

// adviseHuge asks for huge pages in the part of b that whole ones fit in. A
// system without them refuses, which does no harm.
func adviseHuge(b []byte) {
	first := int(-uintptr(unsafe.Pointer(&b[0])) % hugePage)
	if whole := (len(b) - first) / hugePage * hugePage; whole > 0 {
		_ = unix.Madvise(b[first:first+whole], unix.MADV_HUGEPAGE)
	}
}
