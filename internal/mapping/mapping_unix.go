//go:build unix

package mapping

import (
	"os"

	"golang.org/x/sys/unix"
)

// Unit is what the offset of a mapping must be a multiple of.
var Unit = int64(os.Getpagesize())

// Map maps length bytes, more than none, of f from offset, a multiple of Unit. The
// bytes must be in the file; f may be closed while they are mapped.
func Map(f *os.File, offset int64, length int, mode Mode) ([]byte, error) {
	prot, flags := unix.PROT_READ, unix.MAP_SHARED
	switch mode {
	case CopyOnWrite:
		prot, flags = unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE
	case ReadWrite:
		prot |= unix.PROT_WRITE
	}
	return unix.Mmap(int(f.Fd()), offset, length, prot, flags)
}

// Unmap ends a mapping, given whole.
func Unmap(b []byte) error { return unix.Munmap(b) }

// Sync waits until what was written into a ReadWrite mapping of f is on the disk.
func Sync(_ *os.File, b []byte) error { return unix.Msync(b, unix.MS_SYNC) }
