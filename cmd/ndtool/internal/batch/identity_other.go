//go:build !unix

package batch

import (
	"io/fs"
	"path/filepath"
)

// fileIdentity is the same for all symbolic links to one file.
func fileIdentity(path string, _ fs.FileInfo) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return filepath.Clean(path)
}
