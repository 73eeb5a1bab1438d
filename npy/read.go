package npy

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/ndtool/ndtool/ndarray"
)

// Read reads one array from r: a header and exactly the data it declares, so
// that arrays written back to back are read by calling Read again, until
// errors.Is(err, io.EOF). The array keeps the file's byte order and its C or
// Fortran order, in fresh memory aligned to 64 bytes (or Options.Buffer).
//
// Memory grows with the bytes that r really gives: a file that declares more
// than it holds costs a small multiple of its own size. The error is an *Error.
func Read(r io.Reader, opt Options) (*ndarray.Array, error) {
	a, err := read(r, remaining(r), opt)
	return a, within(err, opt.File, opt.Member)
}

// read is Read over left bytes, -1 if their number is not known.
func read(r io.Reader, left int64, opt Options) (*ndarray.Array, error) {
	h, err := readHeader(r, left, opt)
	if err != nil {
		return nil, err
	}
	if left >= 0 {
		left = max(left-h.Offset, 0)
	}
	return readData(r, h, left, opt)
}

// ReadData reads the data that follow a header which ReadHeader has read from
// r, and returns the array. It is for looking at the header first: to choose
// Options.Buffer, say. The errors are those of Read.
func ReadData(r io.Reader, h Header, opt Options) (*ndarray.Array, error) {
	a, err := readData(r, h, remaining(r), opt)
	return a, within(err, opt.File, opt.Member)
}

func readData(r io.Reader, h Header, left int64, opt Options) (*ndarray.Array, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	if err := opt.admit(h, left); err != nil {
		return nil, err
	}
	n := int(h.NumBytes())
	if opt.Buffer != nil || left >= 0 {
		b, err := opt.room(n)
		if err != nil {
			return nil, err
		}
		if got, err := readFull(r, b); err != nil {
			return nil, dataError(h, int64(got), err)
		}
		return arrayOver(b, h)
	}
	b, err := readGrowing(r, n, false)
	if err != nil {
		return nil, dataError(h, int64(len(b)), err)
	}
	return arrayOver(b, h)
}

// dataError is the error for data that end, or cannot be read, after present bytes.
func dataError(h Header, present int64, err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return short(h, present)
	}
	return cut(err, h.Offset+present, "")
}

// arrayOver makes an array of packed data.
func arrayOver(b []byte, h Header) (*ndarray.Array, error) {
	l, err := h.Layout()
	if err != nil {
		return nil, err
	}
	return ndarray.FromBytes(b, h.DType, l)
}

// ReadFile reads the array, of any shape, of a .npy file into fresh memory or
// Options.Buffer. The array does not depend on the file any more, and a program
// that truncates it meanwhile causes an error here, not a fault. Bytes after the
// data are ignored. Devices and pipes are read as by Read.
func ReadFile(name string, opt Options) (*ndarray.Array, error) {
	if opt.File == "" {
		opt.File = name
	}
	f, info, err := open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if !info.Mode().IsRegular() {
		return Read(f, opt)
	}
	a, err := readAt(f, info.Size(), opt)
	return a, within(err, opt.File, opt.Member)
}

// open opens a file that is not a folder.
func open(name string) (*os.File, fs.FileInfo, error) {
	f, err := os.Open(name)
	return opened(name, f, err)
}

// opened describes a file that was opened and refuses a folder.
func opened[F fs.File](name string, f F, err error) (F, fs.FileInfo, error) {
	if err != nil {
		return f, nil, systemError(name, err)
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("is a folder, expected a file")
	}
	if err != nil {
		f.Close()
		return f, nil, systemError(name, err)
	}
	return f, info, nil
}

// systemError wraps what the system says about a file.
func systemError(name string, err error) error {
	reason := err
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		reason = e.Err
	}
	return &Error{File: name, Offset: -1, Reason: reason.Error(), Err: err}
}

// headerAt reads the header at the front of size bytes.
func headerAt(r io.ReaderAt, size int64, opt Options) (Header, error) {
	return readHeader(bufio.NewReaderSize(io.NewSectionReader(r, 0, size), 512), size, opt)
}

// readAt reads the array at the front of size bytes.
func readAt(r io.ReaderAt, size int64, opt Options) (*ndarray.Array, error) {
	h, err := headerAt(r, size, opt)
	if err != nil {
		return nil, err
	}
	if err := opt.admit(h, max(size-h.Offset, 0)); err != nil {
		return nil, err
	}
	b, err := opt.room(int(h.NumBytes()))
	if err != nil {
		return nil, err
	}
	if got, err := readAtParallel(r, b, h.Offset); got < len(b) {
		return nil, dataError(h, int64(got), err)
	}
	return arrayOver(b, h)
}
