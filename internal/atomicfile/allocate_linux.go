package atomicfile

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func reserve(f *os.File, size int64) error {
	for {
		err := unix.Fallocate(int(f.Fd()), 0, 0, size)
		switch {
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EINVAL):
			return nil
		default:
			return err
		}
	}
}

// roomFor reports whether f can grow to size bytes on its file system, as far as
// that tells.
func roomFor(f *os.File, size int64) bool {
	var disk unix.Statfs_t
	var has unix.Stat_t
	if unix.Fstatfs(int(f.Fd()), &disk) != nil || unix.Fstat(int(f.Fd()), &has) != nil || disk.Blocks == 0 {
		return true
	}
	const block = 512 // bytes, of Stat_t.Blocks
	return uint64(max(size-int64(has.Blocks)*block, 0))/uint64(disk.Bsize) <= disk.Bfree
}

// keepBlocks takes the blocks of n bytes of a file from off on, whose size stays; a
// file system in memory gains nothing by it.
func keepBlocks(f *os.File, off, n int64) {
	var disk unix.Statfs_t
	if unix.Fstatfs(int(f.Fd()), &disk) == nil && disk.Type != unix.TMPFS_MAGIC {
		unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_KEEP_SIZE, off, n) // if it cannot, writing does
	}
}

// far reports whether f lies on another machine.
func far(f *os.File) bool {
	var disk unix.Statfs_t
	if unix.Fstatfs(int(f.Fd()), &disk) != nil {
		return false
	}
	switch uint32(disk.Type) {
	case unix.NFS_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.CEPH_SUPER_MAGIC, unix.FUSE_SUPER_MAGIC:
		return true
	}
	return false
}
