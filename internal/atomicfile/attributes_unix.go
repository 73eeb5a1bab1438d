//go:build linux || darwin

package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// keepAttributes gives f the owner and the extended attributes (access lists
// among them) of the file at path, and tells what it could not keep.
func keepAttributes(f *os.File, path string, old fs.FileInfo) (losses []string) {
	was, ok := old.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	if was.Nlink > 1 {
		losses = append(losses, fmt.Sprintf("%d other hard link(s) still name the old content", was.Nlink-1))
	}
	if info, err := f.Stat(); err == nil {
		if now, ok := info.Sys().(*syscall.Stat_t); ok && (now.Uid != was.Uid || now.Gid != was.Gid) {
			if err := f.Chown(int(was.Uid), int(was.Gid)); err != nil {
				losses = append(losses, fmt.Sprintf("owner %d:%d not kept: %v", was.Uid, was.Gid, errors.Unwrap(err)))
			}
		}
	}
	names, err := listAttributes(path)
	if err != nil {
		return append(losses, fmt.Sprintf("extended attributes not kept: %v", err))
	}
	for _, name := range names {
		if err := keepAttribute(f, path, name); err != nil {
			losses = append(losses, fmt.Sprintf("extended attribute %s not kept: %v", name, err))
		}
	}
	return losses
}

func listAttributes(path string) ([]string, error) {
	n, err := unix.Listxattr(path, nil)
	if errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.ENOSYS) {
		return nil, nil
	}
	if err != nil || n == 0 {
		return nil, err
	}
	b := make([]byte, n)
	if n, err = unix.Listxattr(path, b); err != nil {
		return nil, err
	}
	return strings.FieldsFunc(string(b[:n]), func(r rune) bool { return r == 0 }), nil
}

func keepAttribute(f *os.File, path, name string) error {
	n, err := unix.Getxattr(path, name, nil)
	if err != nil {
		return err
	}
	value := make([]byte, n)
	if n, err = unix.Getxattr(path, name, value); err != nil {
		return err
	}
	value = value[:n]
	has := make([]byte, len(value)+1)
	if n, err := unix.Fgetxattr(int(f.Fd()), name, has); err == nil && bytes.Equal(has[:n], value) {
		return nil // a label that the system itself gave, and may not let us set
	}
	return unix.Fsetxattr(int(f.Fd()), name, value, 0)
}
