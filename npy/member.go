package npy

import (
	"encoding/binary"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy/internal/deflate"
)

// deflateRatio is the most that one byte of deflate can yield, in bytes.
const deflateRatio = 1032

// Member is one entry of an archive's directory.
type Member struct {
	Name       string // as in the directory, with its suffix
	Method     uint16 // 0 stored, 8 deflated
	Size       int64  // bytes of the member
	Compressed int64  // bytes that it takes in the archive
	CRC32      uint32 // of the member's bytes

	archive  *Archive
	flags    uint16
	version  uint16 // of the format that is needed to extract it
	headerAt int64  // byte of the archive at which the local header starts
	entryAt  int64  // byte of the archive at which the directory's entry starts
	end      int64  // byte of the archive that the member must not pass
}

// Key returns the name that NumPy shows: without one ".npy" at its end.
func (m *Member) Key() string { return strings.TrimSuffix(m.Name, suffix) }

// Stored reports whether the member's bytes are in the archive as they are, so
// that it can be mapped and sliced without reading the rest.
func (m *Member) Stored() bool { return m.Method == methodStored }

// LocalPath returns the member's name as a path below a folder, with the
// system's separators. It fails with ErrArchive for names that would leave the
// folder ("..", absolute, drive letters) or that the system cannot hold.
func (m *Member) LocalPath() (string, error) {
	p, err := filepath.Localize(strings.TrimSuffix(m.Name, "/"))
	if err != nil || p == "." {
		return "", m.wrap(fail(ErrArchive, m.entryAt, "its name cannot be a file below the target folder"))
	}
	return p, nil
}

func (m *Member) wrap(err error) error { return within(err, m.archive.opt.File, m.Name) }

func (m *Member) options() Options {
	opt := m.archive.opt.Options
	opt.Member = m.Name
	return opt
}

// body proves the local header and returns the member's bytes as they are in
// the archive. Where the local
// header differs from the directory, the directory counts; only the name must
// be the same.
func (m *Member) body() (*io.SectionReader, error) {
	switch {
	case strings.ContainsRune(m.Name, 0):
		return nil, fail(ErrArchive, m.entryAt, "a NUL in the name of the member")
	case m.flags&(flagEncrypted|flagStrong) != 0:
		return nil, fail(ErrEncrypted, m.entryAt, "the member is encrypted")
	case m.flags&flagPatch != 0:
		return nil, fail(ErrMethod, m.entryAt, "the member holds patch data")
	case m.headerAt < 0 || m.headerAt > m.archive.start-localLen:
		return nil, fail(ErrArchive, m.entryAt, "the directory puts the member at byte %d, outside of the %d bytes of members", m.headerAt, m.archive.start)
	}
	var b [localLen]byte
	if n, err := m.archive.r.ReadAt(b[:], m.headerAt); n < len(b) {
		return nil, cut(err, m.headerAt+int64(n), "")
	}
	if string(b[:4]) != localSignature {
		return nil, fail(ErrArchive, m.headerAt, "signature %q where the member should start, expected %q", b[:4], localSignature)
	}
	name := make([]byte, binary.LittleEndian.Uint16(b[26:]))
	if n, err := m.archive.r.ReadAt(name, m.headerAt+localLen); n < len(name) {
		return nil, cut(err, m.headerAt+localLen+int64(n), "")
	}
	if local, err := memberName(name, binary.LittleEndian.Uint16(b[6:])); err != nil || local != m.Name {
		return nil, fail(ErrArchive, m.headerAt+localLen, "the member is named %s in its place, expected %s as in the directory", quote(string(name)), quote(m.Name))
	}
	start := m.headerAt + localLen + int64(len(name)) + int64(binary.LittleEndian.Uint16(b[28:]))
	if start > m.end || m.Compressed > m.end-start {
		return nil, fail(ErrArchive, m.headerAt, "the member takes bytes %d to %d+%d, past byte %d where the next one or the directory starts", start, start, m.Compressed, m.end)
	}
	return io.NewSectionReader(m.archive.r, start, m.Compressed), nil
}

// Open returns the member's bytes, inflated. The last Read, that which meets
// the end, fails with ErrChecksum if the bytes are not those that were stored.
// The errors are of kind ErrArchive, ErrEncrypted, ErrMethod, ErrTruncated.
func (m *Member) Open() (io.Reader, error) {
	r, err := m.open()
	return r, m.wrap(err)
}

func (m *Member) open() (*memberReader, error) {
	raw, err := m.body()
	if err != nil {
		return nil, err
	}
	r := &memberReader{m: m, left: m.Size}
	switch m.Method {
	case methodStored:
		if m.Size != m.Compressed {
			return nil, fail(ErrArchive, m.entryAt, "a stored member of %d bytes takes %d", m.Size, m.Compressed)
		}
		r.from = raw
	case methodDeflate:
		// divided, because the product may overflow
		if m.Size/deflateRatio > m.Compressed {
			return nil, fail(ErrArchive, m.entryAt, "%d bytes declared, which %d compressed bytes cannot hold", m.Size, m.Compressed)
		}
		r.from = deflate.NewReader(raw)
	default:
		return nil, fail(ErrMethod, m.entryAt, "compression method %d, expected 0 (stored) or 8 (deflate)", m.Method)
	}
	return r, nil
}

// IsArray reads the first bytes and reports whether they are the magic string
// of a .npy file, which NumPy takes as the sign of an array. The error is an
// *Error, for a member that cannot be read.
func (m *Member) IsArray() (bool, error) {
	r, err := m.open()
	if err != nil {
		return false, m.wrap(err)
	}
	start := make([]byte, len(magic))
	n, err := readFull(r, start)
	if n < len(start) && err != io.EOF && err != io.ErrUnexpectedEOF {
		return false, err
	}
	return string(start[:n]) == magic, nil
}

// Header reads the header of a member that is an array, and inflates no more
// than that. A member that does not begin with the magic string, or is empty and
// not named like an array (a folder, for one), fails with ErrNotArray.
func (m *Member) Header() (Header, error) {
	if m.Size == 0 && !strings.HasSuffix(m.Name, suffix) {
		return Header{}, m.wrap(fail(ErrNotArray, -1, "is empty, no array"))
	}
	r, err := m.open()
	if err != nil {
		return Header{}, m.wrap(err)
	}
	h, err := readHeader(r, m.Size, m.options())
	if err == nil {
		err = m.options().admit(h, m.Size-h.Offset)
	}
	return h, m.wrap(notArray(err))
}

// notArray widens a failure at the magic string.
func notArray(err error) error {
	if e, ok := err.(*Error); ok && errors.Is(e, ErrMagic) {
		e.Err = &caused{ErrNotArray, e.Err}
	}
	return err
}

// Read reads the member's array into fresh memory and proves the checksum of
// all the member's bytes.
func (m *Member) Read() (*ndarray.Array, error) { return m.ReadInto(nil) }

// ReadInto is Read into the front of a buffer, which the array, of any shape,
// then shares; it fails with ErrTooLarge if the data do not fit. A nil buffer
// is fresh memory.
func (m *Member) ReadInto(buffer []byte) (*ndarray.Array, error) {
	a, err := m.read(buffer)
	return a, m.wrap(notArray(err))
}

func (m *Member) read(buffer []byte) (*ndarray.Array, error) {
	r, err := m.open()
	if err != nil {
		return nil, err
	}
	opt := m.options()
	opt.Buffer = buffer
	h, err := readHeader(r, m.Size, opt)
	if err != nil {
		return nil, err
	}
	left := m.Size - h.Offset
	if err := opt.admit(h, left); err != nil {
		return nil, err
	}
	// a declared size that few compressed bytes stand for is not believed
	const plausible = 16
	if m.Size/plausible > m.Compressed {
		left = -1
	}
	a, err := readData(r, h, left, opt)
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(io.Discard, r)
	return a, err
}

// Check reads the whole member and proves its length and checksum, and that it
// is a whole array if it begins like one or is named like one (.npy). The error
// is an *Error, ErrChecksum or one of Header's.
func (m *Member) Check() error {
	isArray, err := m.IsArray()
	if err != nil {
		return err
	}
	if isArray || strings.HasSuffix(m.Name, suffix) {
		if _, err := m.Header(); err != nil {
			return err
		}
	}
	r, err := m.Open()
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, r)
	return err
}

// Slice reads the part of the member's array that a basic index selects, as
// ReadSlice: of a stored member nothing but the part, of a deflated one no
// further than needed. The checksum, which is over all bytes, is not proven.
// The errors are those of ReadSlice.
func (m *Member) Slice(ix ...layout.Index) (*ndarray.Array, error) {
	r, err := m.ReaderAt()
	if err != nil {
		return nil, err
	}
	a, err := ReadSlice(r, m.Size, m.options(), ix...)
	return a, notArray(err)
}

// Map maps the array of a stored member of an archive that OpenArchiveFile
// opened, without proving its checksum. ReadWrite is refused: it would make
// the checksum wrong.
func (m *Member) Map(mode Mode) (*File, error) {
	f, err := m.mapped(mode)
	return f, m.wrap(notArray(err))
}

func (m *Member) mapped(mode Mode) (*File, error) {
	switch {
	case mode == ReadWrite:
		return nil, fail(errors.ErrUnsupported, -1, "members are mapped read-only or copy-on-write: writing would make the checksum wrong")
	case !m.Stored():
		return nil, fail(errors.ErrUnsupported, m.entryAt, "a compressed member cannot be mapped, expected a stored one")
	case m.archive.file == nil:
		return nil, fail(errors.ErrUnsupported, -1, "the archive is not an open file and cannot be mapped")
	}
	r, err := m.open()
	if err != nil {
		return nil, err
	}
	raw := r.from.(*io.SectionReader)
	h, err := headerAt(raw, m.Size, m.options())
	if err == nil {
		err = m.options().admit(h, max(m.Size-h.Offset, 0))
	}
	if err != nil {
		return nil, err
	}
	_, start, _ := raw.Outer()
	return mapArray(m.archive.file, h, start+h.Offset, mode)
}
