package npy

import "io"

// HeaderAt reads the header of the .npy file at the front of size bytes and
// proves that all its data are there, without reading them. The error is an
// *Error, as Read's.
func HeaderAt(r io.ReaderAt, size int64, opt Options) (Header, error) {
	h, err := headerAt(r, size, opt)
	if err == nil {
		err = opt.admit(h, max(size-h.Offset, 0))
	}
	return h, within(err, opt.File, opt.Member)
}

// AppendWithin appends the header that can be written over old, the header that
// was read from a file, so that the data keep their place: it has old's version
// and length, and its padding may differ from np.save's. It fails with ErrNoRoom
// where that is too short. See RewriteHeader, which writes it.
func (h Header) AppendWithin(b []byte, old Header) ([]byte, error) {
	return h.appendWithin(b, old.Version, int(old.Offset))
}

// Abort drops the rows appended since the last Flush and closes the file. After
// Close it does nothing. The error is an *Error with what the system says.
func (a *Appender) Abort() error {
	if a.err == ErrClosed {
		return nil
	}
	a.err = ErrClosed
	err := a.f.Truncate(a.disk.Offset + a.disk.NumBytes())
	if closing := a.f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return systemError(a.opt.File, err)
	}
	return nil
}
