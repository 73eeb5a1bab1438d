package npy

import (
	"io/fs"
	"os"
)

// EditOptions say how a file is changed in place.
type EditOptions struct {
	Options
	NoSync bool // do not wait until the bytes are on the disk
}

// openEdit opens a regular file for changing and reads its header.
func openEdit(name string, opt *EditOptions) (*os.File, Header, int64, error) {
	if opt.File == "" {
		opt.File = name
	}
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return nil, Header{}, 0, systemError(name, err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fail(fs.ErrInvalid, -1, "cannot be changed in place: not a regular file")
	}
	var h Header
	if err == nil {
		h, err = headerAt(f, info.Size(), opt.Options)
	}
	if err != nil {
		f.Close()
		return nil, h, 0, within(err, opt.File, opt.Member)
	}
	return f, h, info.Size(), nil
}

// sync waits for the disk unless told not to.
func (o EditOptions) sync(f *os.File) error {
	if o.NoSync {
		return nil
	}
	return f.Sync()
}

// RewriteHeader gives the array of a file another shape, order or dtype of the
// same number of bytes, by one write of the header and one sync, whatever the
// file's size. The data stay where they are, so the header keeps its length
// and version; its padding may differ from np.save's.
//
// A reshape in the file's order, a squeeze or an unsqueeze need a new shape; a
// full transpose reverses the shape and flips the Fortran flag.
//
// It fails with ErrNoRoom if the new header is longer than the old one and its
// padding, with ErrShape if the number of bytes differs, and with ErrTruncated
// if the file is not whole; then the file is as it was.
func RewriteHeader(name string, h Header, opt EditOptions) error {
	f, old, size, err := openEdit(name, &opt)
	if err != nil {
		return err
	}
	err = rewriteHeader(f, old, size, h, opt)
	if closing := f.Close(); err == nil && closing != nil {
		err = systemError("", closing)
	}
	return within(err, opt.File, opt.Member)
}

func rewriteHeader(f *os.File, old Header, size int64, h Header, opt EditOptions) error {
	if err := opt.admit(old, max(size-old.Offset, 0)); err != nil {
		return err
	}
	if err := h.check(); err != nil {
		return err
	}
	if h.NumBytes() != old.NumBytes() {
		return fail(ErrShape, -1, "the new header stands for %d bytes of data, the file has %d", h.NumBytes(), old.NumBytes())
	}
	return putHeader(f, old, h, opt)
}

// putHeader writes a header in the place of the old one and syncs.
func putHeader(f *os.File, old, h Header, opt EditOptions) error {
	b, err := h.appendWithin(nil, old.Version, int(old.Offset))
	if err != nil {
		return err
	}
	if _, err := f.WriteAt(b, 0); err != nil {
		return systemError("", err)
	}
	if err := opt.sync(f); err != nil {
		return systemError("", err)
	}
	return nil
}
