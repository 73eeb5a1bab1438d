//go:build !unix

package atomicfile

import (
	"io/fs"
	"os"
)

// openNew creates a file that must not exist yet.
func openNew(path string, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
}
