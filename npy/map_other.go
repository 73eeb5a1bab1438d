//go:build !unix && !windows

package npy

import (
	"errors"
	"os"

	"github.com/ndtool/ndtool/ndarray/move"
)

// mapUnit is what the offset of a mapping must be a multiple of.
const mapUnit = 1

// mapFile reads the bytes instead: there is no mapping here. What is written
// into them could not reach the file, so ReadWrite is refused.
func mapFile(f *os.File, offset int64, length int, mode Mode) ([]byte, error) {
	if mode == ReadWrite {
		return nil, errors.ErrUnsupported
	}
	b := move.Alloc(length)
	_, err := f.ReadAt(b, offset)
	return b, err
}

func unmapFile([]byte) error { return nil }

func syncMapping(*os.File, []byte) error { return nil }
