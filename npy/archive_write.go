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
// seek, the sizes of compressed members go into their local headers; else they
// follow the data, as with Python's zipfile.
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
	h := HeaderOf(array)
	header, err := h.AppendBinary(nil)
	if err != nil {
		return within(err, "", key+suffix)
	}
	if h.FortranOrder {
		array = array.Transpose()
	}
	return a.add(key+suffix, int64(len(header)), func(w io.Writer) error {
		if err := writeAll(w, header); err != nil {
			return err
		}
		return WriteData(w, array)
	})
}

// AddBytes writes a member that need not be an array, under its full name.
func (a *ArchiveWriter) AddBytes(name string, b []byte) error {
	return a.add(name, 0, func(w io.Writer) error { return writeAll(w, b) })
}

// add writes a member whose contents come from content, which may be called
// twice. What stands skip bytes into it is to be aligned.
func (a *ArchiveWriter) add(name string, skip int64, content func(io.Writer) error) error {
	method := uint16(methodStored)
	if a.opt.Compress {
		method = methodDeflate
	}
	e := newEntry(name, method)
	if err := a.begin(&e); err != nil {
		return err
	}
	fill := 0
	sum := &summer{}
	switch {
	case method == methodStored:
		// the checksum stands in front of the data: two passes over memory
		// are cheaper than going back in a file
		fill = e.fill(a.opt.Align, skip)
		if err := content(sum); err != nil {
			return a.failed(err)
		}
		e.crc, e.size, e.compressed = sum.crc, sum.n, sum.n
	case a.seek == nil:
		e.flags |= flagDescriptor
	}
	a.write(e.appendLocal(nil, fill, a.opt.Align))
	if a.err != nil {
		return a.err
	}
	if method == methodStored {
		return a.finish(e, content(writerFunc(a.write)))
	}
	sum.d = newDeflater(writerFunc(a.write), a.level(), a.opt.Workers)
	err := content(sum)
	err = errors.Join(err, sum.d.Close())
	e.crc, e.size, e.compressed = sum.crc, sum.n, sum.d.n
	if err == nil {
		err = a.complete(e)
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

// complete writes the sizes that were not known in front of the data.
func (a *ArchiveWriter) complete(e entry) error {
	if a.seek == nil {
		_, err := a.write(e.appendDescriptor(nil))
		return err
	}
	if _, err := a.seek.Seek(a.base+e.at, io.SeekStart); err != nil {
		return err
	}
	if err := writeAll(a.seek, e.appendLocal(nil, 0, 0)); err != nil {
		return err
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

// Copy writes a member of another archive under a name of its own, without
// inflating or compressing it again and without proving its checksum.
func (a *ArchiveWriter) Copy(m *Member, name string) error {
	raw, err := m.body()
	if err != nil {
		return m.wrap(err)
	}
	e := newEntry(name, m.Method)
	e.version = max(e.version, m.version)
	e.crc, e.size, e.compressed = m.CRC32, m.Size, m.Compressed
	if err := a.begin(&e); err != nil {
		return err
	}
	fill := 0
	if m.Stored() && a.opt.Align > 1 {
		if h, err := m.Header(); err == nil {
			fill = e.fill(a.opt.Align, h.Offset)
		}
	}
	a.write(e.appendLocal(nil, fill, a.opt.Align))
	if a.err != nil {
		return a.err
	}
	n, err := io.Copy(writerFunc(a.write), raw)
	if err == nil && n != m.Compressed {
		err = m.wrap(cut(io.ErrUnexpectedEOF, n, "%d bytes of the member", m.Compressed))
	}
	return a.finish(e, err)
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

// summer counts and sums what is written to it, and hands it to d if there is
// one.
type summer struct {
	crc uint32
	n   int64
	d   *deflater
}

func (s *summer) Write(b []byte) (int, error) {
	s.crc = crc32.Update(s.crc, crc32.IEEETable, b)
	s.n += int64(len(b))
	if s.d == nil {
		return len(b), nil
	}
	return s.d.Write(b)
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// Replace writes the archive to w, each member as replace has it: the array that
// it returns takes the member's place and is stored or deflated as that was; a
// member for which it returns none is copied as by Copy. It does not close w.
func (a *Archive) Replace(w *ArchiveWriter, replace func(*Member) (*ndarray.Array, error)) error {
	defer func(compress bool) { w.opt.Compress = compress }(w.opt.Compress)
	for _, m := range a.Distinct() {
		array, err := replace(m)
		switch {
		case err != nil:
		case array == nil:
			err = w.Copy(m, m.Name)
		default:
			w.opt.Compress = !m.Stored()
			err = w.Add(m.Key(), array)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Changes are edits of an archive, by NumPy's keys.
type Changes struct {
	Set    []Keyed           // arrays to put in the place of those of the same key, or to add at the end
	Rename map[string]string // key to new key
	Delete []string          // keys
}

// Keyed is an array and its key.
type Keyed struct {
	Key   string
	Array *ndarray.Array
}

// Rewrite writes the archive with the changes to w. Members that do not change
// are copied as they are, not inflated and compressed again; of a repeated name
// the last one. It fails with ErrNoMember for a key to rename or delete that
// does not exist, and when two members would have one name. It does not close w.
func (a *Archive) Rewrite(w *ArchiveWriter, c Changes) error {
	deleted := make(map[*Member]bool)
	renamed := make(map[*Member]string)
	for _, key := range c.Delete {
		m, err := a.Lookup(key)
		if err != nil {
			return err
		}
		deleted[m] = true
	}
	for key, to := range c.Rename {
		m, err := a.Lookup(key)
		if err != nil {
			return err
		}
		if m.Name != m.Key() {
			to += suffix
		}
		renamed[m] = to
	}
	set := make(map[*Member]*ndarray.Array)
	var added []Keyed
	for _, k := range c.Set {
		m, err := a.Lookup(k.Key)
		if _, moved := renamed[m]; err != nil || deleted[m] || moved {
			added = append(added, k)
			continue
		}
		set[m] = k.Array
	}
	for _, m := range a.Distinct() {
		if deleted[m] {
			continue
		}
		var err error
		if array := set[m]; array != nil {
			err = w.Add(m.Key(), array)
		} else if to, ok := renamed[m]; ok {
			err = w.Copy(m, to)
		} else {
			err = w.Copy(m, m.Name)
		}
		if err != nil {
			return err
		}
	}
	for _, k := range added {
		if err := w.Add(k.Key, k.Array); err != nil {
			return err
		}
	}
	return nil
}
