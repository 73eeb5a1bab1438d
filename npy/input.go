package npy

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/move"
)

// readFull reads len(b) bytes. It returns io.EOF if there was none,
// io.ErrUnexpectedEOF if there were fewer, and gives up with io.ErrNoProgress
// on a reader that keeps returning nothing.
func readFull(r io.Reader, b []byte) (n int, err error) {
	const patience = 100
	for idle := 0; n < len(b) && err == nil; {
		var k int
		k, err = r.Read(b[n:])
		if k < 0 || k > len(b)-n {
			return n, errors.New("the reader returned an impossible count")
		}
		n += k
		if idle++; k > 0 {
			idle = 0
		} else if idle > patience && err == nil {
			err = io.ErrNoProgress
		}
	}
	switch {
	case n == len(b):
		return n, nil
	case err == io.EOF && n > 0:
		return n, io.ErrUnexpectedEOF
	}
	return n, err
}

// fresh returns memory for n bytes that are to be read into it.
func fresh(n int) ([]byte, error) {
	if !move.Room(n) {
		return nil, because(ErrTooLarge, ndarray.ErrMemory, -1, "%d bytes are more than the system can give now", n)
	}
	return move.Unzeroed(n), nil
}

// readGrowing reads n bytes into fresh memory. Unless the bytes are known to be
// there, the memory grows with what was read: at most 1 MiB and four times the
// bytes that r really gave. With an error it returns those.
func readGrowing(r io.Reader, n int, known bool) ([]byte, error) {
	const first, factor = 1 << 20, 4
	size := n
	if !known {
		size = min(n, first)
	}
	b, err := fresh(size)
	if err != nil {
		return nil, err
	}
	got, err := readFull(r, b)
	for err == nil && got < n {
		size = n
		if got < n/factor {
			size = factor * got
		}
		grown, full := fresh(size)
		if full != nil {
			return b, full
		}
		copy(grown, b)
		var k int
		k, err = readFull(r, grown[got:])
		b, got = grown, got+k
	}
	return b[:got], err
}

// cut is the error for data that end early, or that cannot be read, at a byte.
func cut(err error, offset int64, format string, args ...any) *Error {
	if e, ok := err.(*Error); ok {
		return e // a reader of this package has said it already
	}
	e := fail(err, offset, format, args...)
	switch err {
	case io.EOF:
		e.Err = &caused{ErrTruncated, io.EOF}
		if offset > 0 {
			e.Err = ErrTruncated
			e.Reason += ", but the data end here"
		} else {
			e.Reason = "there is no data, expected an array"
		}
	case io.ErrUnexpectedEOF:
		e.Err = ErrTruncated
		e.Reason += ", but the data end here"
	default:
		e.Reason = "reading failed: " + err.Error()
	}
	return e
}

// remaining returns the number of bytes that r will still give where that is
// known, and -1 elsewhere.
func remaining(r io.Reader) int64 {
	switch r := r.(type) {
	case *bytes.Reader:
		return int64(r.Len())
	case *bytes.Buffer:
		return int64(r.Len())
	case *strings.Reader:
		return int64(r.Len())
	case *io.LimitedReader:
		if left := remaining(r.R); left >= 0 {
			return min(left, max(r.N, 0))
		}
	case *os.File:
		info, err := r.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return -1
		}
		if at, err := r.Seek(0, io.SeekCurrent); err == nil {
			return max(info.Size()-at, 0)
		}
	}
	return -1
}
