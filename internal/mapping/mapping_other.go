//go:build !unix && !windows

package mapping

import (
	"errors"
	"os"
)

// Unit is what the offset of a mapping must be a multiple of.
const Unit = 1

// Map reads the bytes instead: there is no mapping here. What is written into
// them could not reach the file, so ReadWrite is refused.
func Map(f *os.File, offset int64, length int, mode Mode) ([]byte, error) {
	if mode == ReadWrite {
		return nil, errors.ErrUnsupported
	}
	b := make([]byte, length)
	_, err := f.ReadAt(b, offset)
	return b, err
}

// Unmap ends a mapping, given whole.
func Unmap([]byte) error { return nil }

// Sync waits until what was written into a ReadWrite mapping of f is on the disk.
func Sync(*os.File, []byte) error { return nil }
