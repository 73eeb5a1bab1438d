package npy

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// adviseHuge asks for huge pages, which cost a fraction to touch for the first
// time, where whole ones fit into b. A refusal does no harm.
func adviseHuge(b []byte) {
	const page = 2 << 20
	first := int(-uintptr(unsafe.Pointer(unsafe.SliceData(b))) % page)
	if whole := (len(b) - first) / page * page; whole > 0 {
		_ = unix.Madvise(b[first:first+whole], unix.MADV_HUGEPAGE)
	}
}
