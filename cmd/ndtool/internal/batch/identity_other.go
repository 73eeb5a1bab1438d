//go:build !unix

package batch

import (
	"io/fs"
	"path/filepath"
)

// identity is the same for all symbolic links to one file.
func identity(path string, _ fs.FileInfo) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return filepath.Clean(path)
}
