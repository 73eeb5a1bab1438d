//go:build unix

package batch

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"
)

// fileIdentity is the same for all names of one file.
func fileIdentity(path string, info fs.FileInfo) string {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d:%d", st.Dev, st.Ino)
	}
	return filepath.Clean(path)
}
