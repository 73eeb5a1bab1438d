package atomicfile

import (
	"errors"

	"golang.org/x/sys/unix"
)

// renameNew renames from to to unless to exists, in one step.
func renameNew(from, to string) error {
	for {
		err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, unix.EEXIST):
			return exists(to)
		case errors.Is(err, unix.EINTR):
		default: // an old kernel, or a file system that cannot
			return linkNew(from, to)
		}
	}
}
