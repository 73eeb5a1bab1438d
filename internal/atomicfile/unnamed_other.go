//go:build !linux

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
)

// openUnnamed is for systems that know files without names.
func openUnnamed(string, string, fs.FileMode) (*os.File, error) { return nil, errors.ErrUnsupported }

func link(*os.File, string) error { return errors.ErrUnsupported }
