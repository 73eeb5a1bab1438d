package npy

import (
	"io"
	"os"
	"slices"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// Appender makes the array of a .npy file grow at its end: along the first axis
// in C order, along the last in Fortran order. The header has room for that
// when NumPy or this package wrote it.
//
// Rows are written first and synced, then the header that counts them: at any
// moment, also after a crash or a power cut, the file holds the old array or
// the new one, whole. What an interrupted append leaves behind the data is
// ignored by readers, and cut by [AppendOptions.DropTail] or [RecoverFile].
type Appender struct {
	f    *os.File
	opt  EditOptions
	disk Header // as in the file
	h    Header // with the rows since
	end  int64  // byte behind the last row
	err  error
}

// AppendOptions say how a file grows.
type AppendOptions struct {
	EditOptions

	// DropTail overwrites bytes that follow the data. Without it they are
	// refused with ErrTail: they may be another array, or what an append that
	// was interrupted has left.
	DropTail bool
}

// OpenAppender opens a .npy file for growing. It fails as OpenMode does, and
// with ErrTail, and with ErrShape for a 0-d array.
func OpenAppender(name string, opt AppendOptions) (*Appender, error) {
	f, h, size, err := openEdit(name, &opt.EditOptions)
	if err != nil {
		return nil, err
	}
	a, err := openAppender(f, h, size, opt)
	if err != nil {
		f.Close()
		return nil, within(err, opt.File, opt.Member)
	}
	return a, nil
}

func openAppender(f *os.File, h Header, size int64, opt AppendOptions) (*Appender, error) {
	if err := opt.admit(h, max(size-h.Offset, 0)); err != nil {
		return nil, err
	}
	a := &Appender{f: f, opt: opt.EditOptions, disk: h, h: h, end: h.Offset + h.NumBytes()}
	if h.growthAxis() < 0 {
		return nil, fail(ErrShape, -1, "a 0-d array cannot grow")
	}
	if size > a.end && !opt.DropTail {
		return nil, fail(ErrTail, a.end, "%d bytes follow the data: another array, or an append that was interrupted (recover rescues its whole rows)", size-a.end)
	}
	if size > a.end {
		if err := f.Truncate(a.end); err != nil {
			return nil, systemError("", err)
		}
	}
	return a, nil
}

// NewAppender starts an array whose number of rows is not known yet at the
// front of f, an open and empty file. h gives the dtype, the order and the
// other sizes; the size of the growth axis (the first in C order, the last in
// Fortran order) starts at 0. When it is closed the file is what np.save writes
// for the whole array. Closing it closes f. The error is an *Error: ErrShape
// for a 0-d array, or what the system says.
func NewAppender(f *os.File, h Header, opt EditOptions) (*Appender, error) {
	if opt.File == "" {
		opt.File = f.Name()
	}
	axis := h.growthAxis()
	if axis < 0 {
		return nil, within(fail(ErrShape, -1, "a 0-d array cannot grow"), opt.File, opt.Member)
	}
	h.Shape = slices.Clone(h.Shape)
	h.Shape[axis] = 0
	b, err := h.AppendBinary(nil)
	if err != nil {
		return nil, within(err, opt.File, opt.Member)
	}
	if _, err := f.WriteAt(b, 0); err != nil {
		return nil, systemError(opt.File, err)
	}
	h.Version = [2]uint8(b[len(magic):])
	h.Offset = int64(len(b))
	return &Appender{f: f, opt: opt, disk: h, h: h, end: h.Offset}, nil
}

// Header returns the header with all rows appended so far.
func (a *Appender) Header() Header {
	h := a.h
	h.Shape = slices.Clone(h.Shape)
	return h
}

// Append writes the rows of x, which has the file's sizes but along the growth
// axis, and the file's dtype (the byte order is converted). The rows count only
// after Flush or Close. If it fails, the file is as it was before it.
func (a *Appender) Append(x *ndarray.Array) error {
	if a.err != nil {
		return a.err
	}
	return within(a.append(x), a.opt.File, a.opt.Member)
}

func (a *Appender) append(x *ndarray.Array) error {
	grown, err := a.grown(x)
	if err != nil {
		return err
	}
	w := &countingWriter{w: io.NewOffsetWriter(a.f, a.end)}
	if err := a.rows(w, x); err != nil {
		if cut := a.f.Truncate(a.end); cut != nil {
			a.err = systemError(a.opt.File, cut)
		}
		return systemError("", err)
	}
	a.end += w.n
	a.h = grown
	return nil
}

// grown returns the header with the rows of x, proving that it will fit.
func (a *Appender) grown(x *ndarray.Array) (Header, error) {
	axis, shape := a.h.growthAxis(), x.Shape()
	fits := len(shape) == len(a.h.Shape)
	for k := range shape {
		fits = fits && (k == axis || shape[k] == a.h.Shape[k])
	}
	if !fits {
		return a.h, fail(ErrShape, -1, "shape %s to append to %s: expected the same sizes but on axis %d", tuple(shape), tuple(a.h.Shape), axis)
	}
	if x.DType().WithOrder(a.h.DType.ByteOrder()) != a.h.DType && x.DType() != a.h.DType {
		return a.h, fail(ErrDType, -1, "dtype %.60s to append to %.60s", x.DType(), a.h.DType)
	}
	h := a.Header()
	h.Shape[axis] += shape[axis]
	_, err := h.appendWithin(nil, h.Version, int(h.Offset))
	return h, err
}

// rows writes the items of x in the file's order and byte order.
func (a *Appender) rows(w io.Writer, x *ndarray.Array) error {
	if a.h.FortranOrder {
		x = x.Transpose()
	}
	if x.DType() == a.h.DType {
		return WriteData(w, x)
	}
	n := x.Dim(0)
	step := max(1, n*blockBytes/max(x.NumBytes(), 1))
	for i := 0; i < n; i += step {
		part, err := x.Slice(layout.Range(i, min(i+step, n)))
		if err != nil {
			return err
		}
		turned, err := ndarray.New(a.h.DType, part.Shape()...)
		if err != nil {
			return err
		}
		if err := ndarray.Copy(turned, part); err != nil {
			return err
		}
		if err := WriteData(w, turned); err != nil {
			return err
		}
	}
	return nil
}

// Flush makes the rows appended so far count: the data are synced, then the
// header is written and synced. The error is an *Error, ErrClosed after Close.
func (a *Appender) Flush() error {
	if a.err != nil {
		return a.err
	}
	if a.h.equal(a.disk) {
		return nil
	}
	if err := a.opt.sync(a.f); err != nil {
		return systemError(a.opt.File, err)
	}
	if err := putHeader(a.f, a.disk, a.h, a.opt); err != nil {
		return within(err, a.opt.File, a.opt.Member)
	}
	a.disk = a.h
	return nil
}

// Close flushes and closes the file. A second Close does nothing.
func (a *Appender) Close() error {
	if a.err == ErrClosed {
		return nil
	}
	err := a.Flush()
	a.err = ErrClosed
	if closing := a.f.Close(); err == nil && closing != nil {
		err = systemError(a.opt.File, closing)
	}
	return err
}

// countingWriter counts what it writes.
type countingWriter struct {
	w io.Writer
	n int64
}

func (c *countingWriter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}
