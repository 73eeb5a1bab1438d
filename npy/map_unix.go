//go:build unix

package npy

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapUnit is what the offset of a mapping must be a multiple of.
var mapUnit = int64(os.Getpagesize())

func mapFile(f *os.File, offset int64, length int, mode Mode) ([]byte, error) {
	prot, flags := unix.PROT_READ, unix.MAP_SHARED
	switch mode {
	case CopyOnWrite:
		prot, flags = unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE
	case ReadWrite:
		prot |= unix.PROT_WRITE
	}
	return unix.Mmap(int(f.Fd()), offset, length, prot, flags)
}

func unmapFile(b []byte) error { return unix.Munmap(b) }

func syncMapping(_ *os.File, b []byte) error { return unix.Msync(b, unix.MS_SYNC) }
