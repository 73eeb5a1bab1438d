package mapping

import (
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Unit is what the offset of a mapping must be a multiple of: the
// allocation granularity, which is 64 KiB on every Windows.
const Unit = 64 << 10

// Map maps length bytes, more than none, of f from offset, a multiple of Unit. The
// bytes must be in the file; f may be closed while they are mapped, unless they
// are to be synced.
func Map(f *os.File, offset int64, length int, mode Mode) ([]byte, error) {
	protect, access := uint32(windows.PAGE_READONLY), uint32(windows.FILE_MAP_READ)
	switch mode {
	case CopyOnWrite:
		protect, access = windows.PAGE_WRITECOPY, windows.FILE_MAP_COPY
	case ReadWrite:
		protect, access = windows.PAGE_READWRITE, windows.FILE_MAP_WRITE
	}
	// a size of 0 takes the file as it is and so cannot lengthen it
	h, err := windows.CreateFileMapping(windows.Handle(f.Fd()), nil, protect, 0, 0, nil)
	if err != nil {
		return nil, os.NewSyscallError("CreateFileMapping", err)
	}
	defer windows.CloseHandle(h)
	addr, err := windows.MapViewOfFile(h, access, uint32(offset>>32), uint32(offset), uintptr(length))
	if err != nil {
		return nil, os.NewSyscallError("MapViewOfFile", err)
	}
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&addr)), length), nil
}

// Unmap ends a mapping, given whole.
func Unmap(b []byte) error {
	return os.NewSyscallError("UnmapViewOfFile", windows.UnmapViewOfFile(uintptr(unsafe.Pointer(&b[0]))))
}

// Sync waits until what was written into a ReadWrite mapping of f is on the disk.
func Sync(f *os.File, b []byte) error {
	if err := windows.FlushViewOfFile(uintptr(unsafe.Pointer(&b[0])), uintptr(len(b))); err != nil {
		return os.NewSyscallError("FlushViewOfFile", err)
	}
	return f.Sync()
}
