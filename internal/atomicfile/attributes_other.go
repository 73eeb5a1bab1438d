//go:build !linux && !darwin

package atomicfile

import (
	"io/fs"
	"os"
)

// keepAttributes keeps nothing here: permissions are kept by the caller, and
// owners and extended attributes are left to the system's inheritance.
func keepAttributes(*os.File, string, fs.FileInfo) (losses []string) { return nil }
