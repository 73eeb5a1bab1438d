package npy

import (
	"errors"
	"hash/crc32"
	"io"
	"sync"

	"github.com/ndtool/ndtool/npy/internal/deflate"
)

// memberReader yields the bytes of a member and proves length and checksum at
// the end.
type memberReader struct {
	m    *Member
	from io.Reader
	left int64
	crc  uint32
	err  error
}

func (r *memberReader) Read(b []byte) (int, error) {
	n, err := r.read(b)
	return n, r.m.wrap(err)
}

func (r *memberReader) read(b []byte) (int, error) {
	if r.err != nil || len(b) == 0 {
		return 0, r.err
	}
	if r.left == 0 {
		r.err = r.finish()
		return 0, r.err
	}
	const piece = 256 << 10 // so that the checksum finds the bytes in the cache
	n, err := r.from.Read(b[:min(int64(len(b)), r.left, piece)])
	r.crc = crc32.Update(r.crc, crc32.IEEETable, b[:n])
	r.left -= int64(n)
	if err == io.EOF && r.left == 0 {
		err = nil
	}
	if err != nil {
		r.err = r.broken(err)
	}
	return n, r.err
}

// broken names the fault of a member that cannot be read to its end.
func (r *memberReader) broken(err error) error {
	at := r.m.Size - r.left
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fail(ErrTruncated, at, "%d bytes declared, the member ends here", r.m.Size)
	}
	if corrupt, ok := errors.AsType[*deflate.CorruptError](err); ok {
		return because(ErrArchive, err, at, "near byte %d of the %d compressed: %s", corrupt.Offset, r.m.Compressed, corrupt.Reason)
	}
	return cut(err, at, "")
}

// finish is for when all declared bytes were read.
func (r *memberReader) finish() error {
	if r.m.Method == methodDeflate {
		var more [1]byte
		switch n, err := readFull(r.from, more[:]); {
		case n > 0:
			return fail(ErrArchive, r.m.Size, "the member goes on after the %d bytes declared", r.m.Size)
		case err != io.EOF:
			return r.broken(err)
		}
	}
	if r.crc != r.m.CRC32 {
		return fail(ErrChecksum, r.m.Size, "the checksum (CRC-32) is %08x, expected %08x", r.crc, r.m.CRC32)
	}
	return io.EOF
}

// ReaderAt returns the member's bytes, m.Size of them, for reading at any place,
// so that a member of any size can be worked on within little memory: by
// ReadSlice, HeaderAt, or tiles.
//
// Of a stored member they are read where they lie in the archive, and the
// checksum is not proven. A deflated one is inflated as far as what is asked for,
// and anew for a place in front of that: once for work that goes through the
// bytes in their order, which then fails with ErrChecksum at the end where Open
// does. For other work copy what Open returns to a file. Both may be used by
// several goroutines.
func (m *Member) ReaderAt() (io.ReaderAt, error) {
	r, err := m.open()
	if err != nil {
		return nil, m.wrap(err)
	}
	if m.Stored() {
		return r.from.(*io.SectionReader), nil
	}
	return &inflater{r: r}, nil
}

// inflater reads a deflated member at any place.
type inflater struct {
	mu sync.Mutex
	r  *memberReader
}

// ReadAt implements io.ReaderAt.
func (f *inflater) ReadAt(b []byte, at int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	m := f.r.m
	done := m.Size - f.r.left
	if at < done {
		r, err := m.open()
		if err != nil {
			return 0, m.wrap(err)
		}
		f.r, done = r, 0
	}
	if at > m.Size {
		return 0, io.EOF
	}
	if _, err := io.CopyN(io.Discard, f.r, at-done); err != nil {
		return 0, err
	}
	n, err := readFull(f.r, b)
	if f.r.left == 0 {
		_, err = f.r.Read(make([]byte, 1)) // the checksum, and that it ends here
		if err == io.EOF && n == len(b) {
			err = nil
		}
	}
	return n, err
}
