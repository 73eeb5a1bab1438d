package move

import "golang.org/x/sys/windows"

// available tells whether the system would commit n bytes of memory now. No
// page of it is touched.
func available(n int) bool {
	p, err := windows.VirtualAlloc(0, uintptr(n), windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	return err == nil && windows.VirtualFree(p, 0, windows.MEM_RELEASE) == nil
}
