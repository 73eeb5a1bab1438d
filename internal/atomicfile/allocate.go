package atomicfile

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// Allocate makes f size bytes long with disk blocks behind all of it where
// the system can promise that (Linux, macOS), so that a full disk is an error
// here and not a fault in the middle of writing through a mapping. Elsewhere,
// and on file systems that cannot reserve, the file is only made that long.
func Allocate(f *os.File, size int64) error {
	if size < 0 {
		return &fs.PathError{Op: "allocate", Path: f.Name(), Err: fmt.Errorf("size %d, expected 0 or more bytes", size)}
	}
	if size > 0 {
		if err := room(f, size); err != nil {
			return err
		}
		if err := reserve(f, size); err != nil {
			return &fs.PathError{Op: "allocate", Path: f.Name(), Err: err}
		}
	}
	return f.Truncate(size)
}

// Reserve prepares f for the next n bytes from where it stands, and leaves its size
// as it is. It fails, as a full disk does, when f cannot grow to that on its file
// system, as far as the system tells that (Linux): to fill a disk before failing is
// slow, and bad for others. Disk blocks for all are taken at once where that makes
// writing faster. A stream that stands nowhere needs nothing.
func Reserve(f *os.File, n int64) error {
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil
	}
	if err := room(f, at+n); err != nil {
		return err
	}
	keepBlocks(f, at, n)
	return nil
}

func room(f *os.File, size int64) error {
	if roomFor(f, size) {
		return nil
	}
	return &fs.PathError{Op: "allocate", Path: f.Name(), Err: syscall.ENOSPC}
}
