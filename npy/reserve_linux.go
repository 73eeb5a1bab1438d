package npy

import (
	"io"
	"os"

	"golang.org/x/sys/unix"

	"github.com/ndtool/ndtool/internal/atomicfile"
)

// reserve asks for the disk blocks of the next n bytes of a file at once, which is
// cheaper than page by page as they are written. The file's size stays. Where that
// cannot be had, nothing happens: that a disk is full is for the write to say.
func reserve(w io.Writer, n int64) {
	const least = 1 << 20 // bytes from which it pays
	var f *os.File
	switch w := w.(type) {
	case *os.File:
		f = w
	case *atomicfile.File:
		f = w.Temporary()
	}
	if f == nil || n < least {
		return
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return
	}
	var disk unix.Statfs_t
	if unix.Fstatfs(int(f.Fd()), &disk) != nil || disk.Type == unix.TMPFS_MAGIC { // has no blocks to look for
		return
	}
	_ = unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_KEEP_SIZE, at, n)
}
