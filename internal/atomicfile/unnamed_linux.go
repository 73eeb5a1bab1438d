package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// openUnnamed creates a file in dir that has no name yet (name is for messages):
// when the process ends before it gets one, the system removes it.
func openUnnamed(dir, name string, perm fs.FileMode) (*os.File, error) {
	for {
		fd, err := unix.Open(dir, unix.O_RDWR|unix.O_TMPFILE|unix.O_CLOEXEC, uint32(perm.Perm()))
		switch {
		case err == nil:
			return os.NewFile(uintptr(fd), name), nil
		case !errors.Is(err, unix.EINTR):
			return nil, &fs.PathError{Op: "open", Path: dir, Err: err}
		}
	}
}

// link gives f, which has no name, the name path unless that exists.
func link(f *os.File, path string) error {
	fd := int(f.Fd())
	err := unix.Linkat(fd, "", unix.AT_FDCWD, path, unix.AT_EMPTY_PATH)
	if errors.Is(err, unix.ENOENT) { // kernels before 6.10 keep that for the privileged
		err = unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", fd), unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW)
	}
	if err != nil {
		return &fs.PathError{Op: "create", Path: path, Err: err}
	}
	return nil
}
