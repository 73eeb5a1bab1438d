//go:build unix

package batch

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// openFile opens a regular file for reading, and does not wait for a writer where
// a pipe has taken its place. Unlike os.Open it does not try to watch the file for
// readiness, which takes four more system calls and never works for regular files:
// it shows in batches of small ones.
func openFile(path string) (*os.File, error) {
	for {
		fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
		switch err {
		case nil:
			unix.FcntlInt(uintptr(fd), unix.F_SETFL, 0) // else os.NewFile would watch it
			return os.NewFile(uintptr(fd), path), nil
		case unix.EINTR:
		default:
			return nil, &fs.PathError{Op: "open", Path: path, Err: err}
		}
	}
}
