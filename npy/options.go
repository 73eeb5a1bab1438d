package npy

import "github.com/ndtool/ndtool/ndarray/dtype"

// DefaultMaxHeader is the longest header text read when Options.MaxHeader is
// 0, in bytes. NumPy's own limit is 10,000 characters, which it writes beyond
// for records of many fields.
const DefaultMaxHeader = 1 << 20

// Options bound and name what is read. The zero value is right for files of
// any size: whatever a header declares, no more memory is used than the bytes
// that are really there warrant.
type Options struct {
	// MaxHeader is the longest header text accepted, in bytes; 0 stands for
	// DefaultMaxHeader. A longer one fails with ErrTooLarge.
	MaxHeader int

	// MaxBytes is the largest array accepted, in bytes of data; 0 sets no
	// bound. A larger one fails with ErrTooLarge before anything is allocated.
	MaxBytes int64

	// Buffer is memory to read the data into, instead of fresh memory; the
	// array is over its front and so shares it. An array that does not fit
	// fails with ErrTooLarge. Opening a mapping ignores it.
	Buffer []byte

	// Repair accepts headers that break the rules in a way that can mean only
	// one thing, as other programs have written them: a number or a list as
	// shape, np.int64(3), numbers in any spelling, true and false, a pad of
	// NUL bytes, Python 2's long integers in version 3.0.
	Repair bool

	// As are the types of items of which the descr tells no more than the size.
	// That is how ml_dtypes writes dtype.BFloat16 ('V2'), dtype.Float8E4M3
	// ('V1') and dtype.Float8E5M2 ('f1'). An item is of the first type in As
	// that is written so and, without one, of the first of its size; arrays of
	// other descrs keep their types.
	As []dtype.Type

	// File and Member name the source in errors.
	File, Member string
}

func (o Options) maxHeader() int64 {
	if o.MaxHeader > 0 {
		return int64(o.MaxHeader)
	}
	return DefaultMaxHeader
}

// room returns memory for n bytes of data.
func (o Options) room(n int) ([]byte, error) {
	if o.Buffer == nil {
		return fresh(n)
	}
	if n > len(o.Buffer) {
		return nil, fail(ErrTooLarge, -1, "%d bytes of data for a buffer of %d", n, len(o.Buffer))
	}
	return o.Buffer[:n:n], nil
}

// admit checks the size of the data against the limit and, unless left is -1,
// against the bytes that follow the header.
func (o Options) admit(h Header, left int64) error {
	n := h.NumBytes()
	if o.MaxBytes > 0 && n > o.MaxBytes {
		return fail(ErrTooLarge, h.Offset, "shape %s of %s is %d bytes, the limit is %d", excerpt(tuple(h.Shape)), excerpt(h.DType.String()), n, o.MaxBytes)
	}
	if left >= 0 && n > left {
		return short(h, left)
	}
	return nil
}

// short is the error for fewer data bytes than the header declares.
func short(h Header, present int64) *Error {
	return fail(ErrTruncated, h.Offset+present, "%d bytes of data declared (shape %s of %s), %d present", h.NumBytes(), excerpt(tuple(h.Shape)), excerpt(h.DType.String()), present)
}
