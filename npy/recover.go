package npy

import (
	"io"
	"math"
	"os"
	"slices"
)

// RecoverHeader looks at a .npy file of size bytes that was cut short, or that
// an interrupted append has left with rows which its header does not count. It
// returns the header of the whole rows that are there: the size of the growth
// axis (the first in C order, the last in Fortran order) is changed, nothing
// else. What follows the kept bytes after the header is part of a row. Where
// another array follows the data nothing changes and all is kept.
//
// It fails with ErrTruncated where there is nothing to rescue: within the
// header, and for a 0-d array.
func RecoverHeader(r io.ReaderAt, size int64, opt Options) (h Header, kept int64, err error) {
	h, err = headerAt(r, size, opt)
	if err != nil {
		return h, 0, within(err, opt.File, opt.Member)
	}
	present := max(size-h.Offset, 0)
	declared := h.NumBytes()
	axis := h.growthAxis()
	if axis < 0 && present < declared {
		return h, 0, within(short(h, present), opt.File, opt.Member)
	}
	row := h.rowBytes()
	if axis < 0 || row == 0 {
		return h, declared, nil
	}
	if present > declared {
		next := make([]byte, min(present-declared, int64(len(magic))))
		if n, err := r.ReadAt(next, h.Offset+declared); n < len(next) {
			return h, 0, within(cut(err, h.Offset+declared+int64(n), ""), opt.File, opt.Member)
		}
		if string(next) == magic {
			return h, present, nil
		}
	}
	rows := min(present/row, math.MaxInt)
	h.Shape = slices.Clone(h.Shape)
	h.Shape[axis] = int(rows)
	return h, rows * row, nil
}

// rowBytes returns the bytes of one row along the growth axis, 0 if there are
// none or there is no such axis.
func (h Header) rowBytes() int64 {
	n := int64(h.DType.ItemSize())
	for k, size := range h.Shape {
		if k != h.growthAxis() {
			n *= int64(size)
		}
	}
	return n
}

// RecoverFile makes a file whole in place by RecoverHeader: the header is
// rewritten and the file ends behind the last whole row. It returns the new
// header. At any moment the file is the broken one or one that reads. The
// errors are those of RecoverHeader, and the system's in an *Error.
func RecoverFile(name string, opt EditOptions) (Header, error) {
	f, old, size, err := openEdit(name, &opt)
	if err != nil {
		return Header{}, err
	}
	h, err := recoverFile(f, old, size, opt)
	if closing := f.Close(); err == nil && closing != nil {
		err = systemError("", closing)
	}
	return h, within(err, opt.File, opt.Member)
}

func recoverFile(f *os.File, old Header, size int64, opt EditOptions) (Header, error) {
	h, kept, err := RecoverHeader(f, size, opt.Options)
	if err != nil {
		return h, err
	}
	if h.equal(old) && size == h.Offset+kept {
		return h, nil
	}
	// the header is right for the rows that are there, before and after the cut
	if err := putHeader(f, old, h, opt); err != nil {
		return h, err
	}
	if err := f.Truncate(h.Offset + kept); err != nil {
		return h, systemError("", err)
	}
	if err := opt.sync(f); err != nil {
		return h, systemError("", err)
	}
	return h, nil
}
