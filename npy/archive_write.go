package npy

import (
	"errors"
	"hash/crc32"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/ndtool/ndtool/internal/atomicfile"
	"github.com/ndtool/ndtool/ndarray"
)

// WriterOptions say how an archive is written. The zero value writes what
// numpy.savez writes.
type WriterOptions struct {
	// Compress deflates the members, as numpy.savez_compressed.
	Compress bool

	// Level is the effort of Compress from 1, the fastest, to 9; 0 is the
	// default, which packs about as NumPy does.
	Level int

	// Align puts the first item of every stored array at a multiple of this
	// many bytes in the file, for mapping: a power of two up to 4096, 0 for
	// no alignment as in NumPy. 64 suits vector instructions.
	Align int

	// Workers bounds the goroutines that compress at once; 0 stands for
	// GOMAXPROCS. The bytes written do not depend on it.
	Workers int

	// Comment is the archive's comment, at most 65,535 bytes without an end
	// record's signature ("PK\5\6").
	Comment string
}

// ArchiveWriter writes an .npz file, member by member. The result depends on
// nothing but the members: no times, no owners.
type ArchiveWriter struct {
	w       io.Writer
	seek    io.WriteSeeker // w, if it can go back to a local header
	base    int64          // position of the archive's start in seek
	at      int64          // bytes written
	opt     WriterOptions
	entries []entry
	names   map[string]bool
	err     error
}

// NewArchiveWriter writes to any writer. If w is an io.Seeker that really can
// seek, the sizes and the checksum of a member are put into its local header
// when its data are written; else those of compressed members follow the data,
// as with Python's zipfile, and stored ones are summed first. The error is an
// *Error for options out of range.
func NewArchiveWriter(w io.Writer, opt WriterOptions) (*ArchiveWriter, error) {
	switch {
	case opt.Level < 0 || opt.Level > 9:
		return nil, fail(errors.ErrUnsupported, -1, "compression level %d, expected 1 to 9, or 0 for the default", opt.Level)
	case opt.Align < 0 || opt.Align > 4096 || opt.Align&(opt.Align-1) != 0:
		return nil, fail(errors.ErrUnsupported, -1, "alignment %d, expected a power of two up to 4096", opt.Align)
	case len(opt.Comment) > maxCommentLen:
		return nil, fail(ErrTooLarge, -1, "comment of %d bytes, expected at most %d", len(opt.Comment), maxCommentLen)
	case strings.Contains(opt.Comment, endSignature):
		return nil, fail(ErrArchive, -1, "the comment holds %q, which readers take for the end record", endSignature)
	}
	a := &ArchiveWriter{w: w, opt: opt, names: make(map[string]bool)}
	if s, ok := w.(io.WriteSeeker); ok {
		if base, err := s.Seek(0, io.SeekCurrent); err == nil {
			a.seek, a.base = s, base
		}
	}
	return a, nil
}

// Add writes an array as the member key + ".npy", in the layout that Write
// gives it. It fails if the name is taken or cannot be in an archive.
func (a *ArchiveWriter) Add(key string, array *ndarray.Array) error {
	h, data := dataOf(array)
	return a.AddData(key, h, data)
}

// dataOf is the header of an array and what writes its items in that order.
func dataOf(array *ndarray.Array) (Header, func(io.Writer) error) {
	h := HeaderOf(array)
	if h.FortranOrder {
		array = array.Transpose()
	}
	return h, func(w io.Writer) error { return WriteData(w, array) }
}

// AddData writes an array of which h is the header as the member key + ".npy".
// data writes its items, h.NumBytes() bytes in h's order, so that they need not
// be in memory; it is called twice, and has to write the same, where members
// are stored and the writer cannot seek, because the checksum goes first. The
// errors are Add's.
func (a *ArchiveWriter) AddData(key string, h Header, data func(io.Writer) error) error {
	header, err := h.AppendBinary(nil)
	if err != nil {
		return within(err, "", key+suffix)
	}
	return a.add(key+suffix, int64(len(header)), func(w io.Writer) error {
		if err := writeAll(w, header); err != nil {
			return err
		}
		c := &countingWriter{w: w}
		if err := data(c); err != nil {
			return err
		}
		if c.n != h.NumBytes() {
			return within(fail(ErrShape, int64(len(header)), "%d bytes of data were written, the header stands for %d", c.n, h.NumBytes()), "", key+suffix)
		}
		return nil
	})
}

// AddBytes writes a member that need not be an array, under its full name. The
// errors are Add's.
func (a *ArchiveWriter) AddBytes(name string, b []byte) error {
	return a.add(name, 0, func(w io.Writer) error { return writeAll(w, b) })
}

// add writes a member whose contents come from content, which may be called
// twice. What stands skip bytes into it is to be aligned.
func (a *ArchiveWriter) add(name string, skip int64, content func(io.Writer) error) error {
	method, fill := uint16(methodStored), 0
	if a.opt.Compress {
		method = methodDeflate
	}
	e := newEntry(name, method)
	if err := a.begin(&e); err != nil {
		return err
	}
	sum := &summer{}
	if method == methodStored {
		fill = e.fill(a.opt.Align, skip)
	}
	switch {
	case a.seek != nil: // sizes and checksum are put into the header at the end
	case method == methodStored:
		if err := content(sum); err != nil {
			return a.failed(err)
		}
		e.crc, e.size, e.compressed = sum.crc, sum.n, sum.n
		*sum = summer{}
	default:
		e.flags |= flagDescriptor
	}
	a.write(e.appendLocal(nil, fill, a.opt.Align))
	if a.err != nil {
		return a.err
	}
	begin := a.at
	var err error
	if sum.to = writerFunc(a.write); method == methodStored {
		err = content(sum)
	} else {
		d := newDeflater(sum.to, a.level(), a.opt.Workers)
		sum.to = d
		err = errors.Join(content(sum), d.Close())
	}
	if err == nil && e.size > 0 && (e.crc != sum.crc || e.size != sum.n) {
		err = fail(ErrChecksum, -1, "the data changed while they were written")
	}
	e.crc, e.size, e.compressed = sum.crc, sum.n, a.at-begin
	if err == nil {
		err = a.complete(e, fill)
	}
	return a.finish(e, err)
}

// level returns the deflate level. 6 is NumPy's.
func (a *ArchiveWriter) level() int {
	if a.opt.Level == 0 {
		return 6
	}
	return a.opt.Level
}

// begin checks the name and places the member.
func (a *ArchiveWriter) begin(e *entry) error {
	switch {
	case a.err != nil:
		return a.err
	case a.names[e.name]:
		return within(fail(ErrArchive, -1, "the archive has a member of this name already"), "", e.name)
	case len(e.name) > math.MaxUint16 || strings.ContainsRune(e.name, 0) || !utf8.ValidString(e.name):
		return within(fail(ErrArchive, -1, "a name that an archive cannot hold: expected valid UTF-8 without NUL of at most %d bytes", math.MaxUint16), "", e.name)
	}
	e.at = a.at
	return nil
}

// complete writes the sizes and the checksum, if they were not known in front of
// the data.
func (a *ArchiveWriter) complete(e entry, fill int) error {
	if e.flags&flagDescriptor != 0 {
		_, err := a.write(e.appendDescriptor(nil))
		return err
	}
	if a.seek == nil {
		return nil
	}
	if _, err := a.seek.Seek(a.base+e.at, io.SeekStart); err != nil {
		return err
	}
	b := e.appendLocal(nil, fill, a.opt.Align)
	if err := writeAll(a.seek, b); err != nil {
		return err
	}
	if at, err := a.seek.Seek(0, io.SeekCurrent); err != nil || at != a.base+e.at+int64(len(b)) {
		return errors.Join(err, fail(errors.ErrUnsupported, a.base+e.at, "the header of a member cannot be written over: is the file open for appending?"))
	}
	_, err := a.seek.Seek(a.base+a.at, io.SeekStart)
	return err
}

// finish enters the member into the directory.
func (a *ArchiveWriter) finish(e entry, err error) error {
	if err != nil {
		return a.failed(err)
	}
	a.names[e.name] = true
	a.entries = append(a.entries, e)
	return nil
}

// failed makes the writer useless: part of a member is in the file.
func (a *ArchiveWriter) failed(err error) error {
	if a.err == nil {
		a.err = err
	}
	return a.err
}

func (a *ArchiveWriter) write(b []byte) (int, error) {
	if a.err != nil {
		return 0, a.err
	}
	err := writeAll(a.w, b)
	if err != nil {
		return 0, a.failed(err)
	}
	a.at += int64(len(b))
	return len(b), nil
}

// Close writes the directory. It does not close the writer underneath.
func (a *ArchiveWriter) Close() error {
	if a.err != nil {
		return a.err
	}
	start := a.at
	var b []byte
	for i := range a.entries {
		b = a.entries[i].appendDirectory(b[:0])
		if _, err := a.write(b); err != nil {
			return err
		}
	}
	if _, err := a.write(appendEnd(b[:0], len(a.entries), start, a.at-start, a.opt.Comment)); err != nil {
		return err
	}
	a.err = ErrClosed
	return nil
}

// WriteArchiveFile writes the file name by fill, which adds the members. The
// file appears, or replaces an old one, only when it is complete and synced.
// The error is an *Error, or what fill returns.
func WriteArchiveFile(name string, opt WriterOptions, fill func(*ArchiveWriter) error) error {
	f, err := atomicfile.Create(name, atomicfile.Options{Force: true})
	if err != nil {
		return systemError(name, err)
	}
	defer f.Abort()
	w, err := NewArchiveWriter(f, opt)
	if err != nil {
		return within(err, name, "")
	}
	if err := fill(w); err != nil {
		return within(err, name, "")
	}
	if err := w.Close(); err != nil {
		return systemError(name, err)
	}
	if err := f.Commit(); err != nil {
		return systemError(name, err)
	}
	return nil
}

// summer counts and sums what is written to it, and hands it on where there is a
// writer to hand it to.
type summer struct {
	crc uint32
	n   int64
	to  io.Writer
}

func (s *summer) Write(b []byte) (int, error) {
	const piece = 256 << 10 // so that what was summed is handed on from the cache
	done := 0
	for done < len(b) {
		part := b[done:min(done+piece, len(b))]
		s.crc = crc32.Update(s.crc, crc32.IEEETable, part)
		if s.to != nil {
			if err := writeAll(s.to, part); err != nil {
				return done, err
			}
		}
		done += len(part)
		s.n += int64(len(part))
	}
	return done, nil
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }
