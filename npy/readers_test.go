package npy

import (
	"errors"
	"io"
	"runtime"
)

// onlyReader hides all but Read, so that the number of bytes left is not known.
type onlyReader struct{ r io.Reader }

func (o onlyReader) Read(b []byte) (int, error) { return o.r.Read(b) }

// onlyWriter hides all but Write, so that w cannot seek.
type onlyWriter struct{ w io.Writer }

func (o onlyWriter) Write(b []byte) (int, error) { return o.w.Write(b) }

var errFault = errors.New("the cable came off")

// faulty is a reader, a reader at and a writer that fails from byte at on.
type faulty struct {
	b   []byte
	at  int
	pos int
}

func (f *faulty) Read(b []byte) (int, error) {
	n, err := f.ReadAt(b, int64(f.pos))
	f.pos += n
	return n, err
}

func (f *faulty) ReadAt(b []byte, off int64) (int, error) {
	if off >= int64(f.at) {
		return 0, errFault
	}
	n := copy(b, f.b[off:f.at])
	if n < len(b) {
		return n, errFault
	}
	return n, nil
}

func (f *faulty) Write(b []byte) (int, error) {
	n := min(len(b), f.at-f.pos)
	f.pos += n
	if n < len(b) {
		return n, errFault
	}
	return n, nil
}

// allocated returns the bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
