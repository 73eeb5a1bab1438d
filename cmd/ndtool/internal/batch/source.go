package batch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"sync"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/safetensors"
)

// readWhole is the size of a file, in bytes, up to which all of it is read at
// once when it is opened.
const readWhole = 256 << 10

// mapAbove is the size of the data, in bytes, above which a file is mapped
// rather than read: below it a read is as fast, and safe from a file that
// another process cuts short.
const mapAbove = 64 << 20

// Source is an open input: one array, or the archive that it names.
type Source struct {
	in    Input
	file  *os.File // nil for the standard input
	info  fs.FileInfo
	size  int64
	data  []byte // all of it, of the standard input and of small files
	room  *[]byte
	close func() error // of a temporary file

	archive *npy.Archive      // nil for what is none
	tensors *safetensors.File // nil for what is no safetensors file
	reading Reading
	headers *lastHeader // nil for a source that is none of a batch
}

// Reading is what is done about headers that are not as they should be.
type Reading uint8

// The ways of reading.
const (
	Strict  Reading = iota // refuse them
	Repair                 // take odd headers where they can mean one thing only
	Recover                // of a file cut short, take the whole rows that are there
)

// Array is one array of a source, its data not read yet.
type Array struct {
	Header npy.Header
	source *Source
	member *npy.Member         // nil for what is no member of an archive
	tensor *safetensors.Tensor // nil for what is no tensor
}

// Open opens an input and looks at its first bytes: they and not its name tell
// what it is. stdin is what the input "-" reads.
func Open(in Input, stdin io.Reader) (*Source, error) {
	return (&Source{in: in}).open(stdin, false)
}

// open opens an input of the batch.
func (t *Transform) open(in Input) (*Source, error) {
	return (&Source{in: in, reading: t.Reading, headers: &t.headers}).open(t.Stdin, t.Memory > 0)
}

// open is Open; spool keeps the standard input in a file rather than in memory.
func (s *Source) open(stdin io.Reader, spool bool) (*Source, error) {
	if err := s.begin(stdin, spool); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Source) begin(stdin io.Reader, spool bool) error {
	if s.in.Path == Stdin {
		if err := s.stream(stdin, spool); err != nil {
			return fmt.Errorf("reading standard input: %w", err)
		}
	} else {
		f, err := openFile(s.in.Path)
		if err != nil {
			return err
		}
		s.file = f
		info, err := f.Stat()
		if err != nil {
			return err
		}
		if kind := kindOf(info.Mode()); kind != "" || info.IsDir() {
			return fmt.Errorf("is no regular file any more: %w", ErrKind)
		}
		s.info, s.size = info, info.Size()
		if s.size <= readWhole {
			if err := s.readAll(); err != nil {
				return err
			}
		}
	}
	var start [9]byte
	n, err := s.at().ReadAt(start[:], 0)
	if err != nil && err != io.EOF {
		return err
	}
	if npy.IsArchive(start[:n]) {
		s.archive, err = npy.OpenArchive(s.at(), s.size, npy.ArchiveOptions{Options: s.options()})
		return err
	}
	if safetensors.Recognise(start[:n]) {
		s.tensors, err = safetensors.New(s.at(), s.size)
		return err
	}
	if s.in.HasMember {
		return errors.New("is no archive (.npz), so it has no members")
	}
	return nil
}

// options are those of every header in the source.
func (s *Source) options() npy.Options {
	return npy.Options{Repair: s.reading != Strict, As: s.in.As}
}

// inMemory is how much of a stream is kept in memory, in bytes; a longer one
// goes to a temporary file.
const inMemory = 256 << 20

// stream takes in all of a stream, unless its first bytes tell that it is
// nothing that could be read.
func (s *Source) stream(r io.Reader, spool bool) error {
	b := bufio.NewReader(r)
	start, err := b.Peek(9)
	if err != nil && err != io.EOF {
		return err
	}
	if !npy.IsArchive(start) && !safetensors.Recognise(start) && !bytes.HasPrefix(start, []byte("\x93NUMPY")) {
		s.data, s.size = start, int64(len(start))
		return nil
	}
	var front []byte
	if !spool {
		front, err = io.ReadAll(io.LimitReader(b, inMemory))
		if err != nil || len(front) < inMemory {
			s.data, s.size = front, int64(len(front))
			return err
		}
	}
	return s.spool(io.MultiReader(bytes.NewReader(front), b))
}

// spool copies a stream to a temporary file.
func (s *Source) spool(r io.Reader) (err error) {
	if s.file, s.close, err = Temporary(); err != nil {
		return err
	}
	s.size, err = io.Copy(s.file, r)
	return err
}

// Temporary makes a file to work in, which has no name any more where the system
// allows that, and else loses it by end, which also closes it.
func Temporary() (f *os.File, end func() error, err error) {
	if f, err = os.CreateTemp("", "ndtool-"); err != nil {
		return nil, nil, err
	}
	if os.Remove(f.Name()) == nil {
		return f, f.Close, nil
	}
	return f, func() error { return errors.Join(f.Close(), os.Remove(f.Name())) }, nil
}

// rooms hold the bytes of small files, for the next ones.
var rooms = sync.Pool{New: func() any { b := make([]byte, readWhole); return &b }}

// readAll reads the file into memory.
func (s *Source) readAll() error {
	s.room = rooms.Get().(*[]byte)
	n, err := s.file.ReadAt((*s.room)[:s.size], 0)
	if err == io.EOF {
		err = nil // it became shorter just now
	}
	s.data, s.size = (*s.room)[:n], int64(n)
	return err
}

// at is the source as a reader of positions.
func (s *Source) at() io.ReaderAt {
	if s.data == nil {
		return s.file
	}
	return bytes.NewReader(s.data)
}

// ReadAt reads the input at a position.
func (s *Source) ReadAt(b []byte, off int64) (int, error) { return s.at().ReadAt(b, off) }

// Close closes the input. Arrays that were loaded from it are no longer valid,
// unless they were loaded with Keep.
func (s *Source) Close() error {
	if s.room != nil {
		rooms.Put(s.room)
		s.room, s.data = nil, nil
	}
	if s.file == nil {
		return nil
	}
	if s.close != nil {
		return s.close()
	}
	return s.file.Close()
}

// Archive returns the archive, nil for what is none.
func (s *Source) Archive() *npy.Archive { return s.archive }

// Size returns the size of the input in bytes.
func (s *Source) Size() int64 { return s.size }

// One returns the one array that the input means: the file's, the named
// member, or the only array of an archive.
func (s *Source) One() (*Array, error) {
	if s.tensors != nil {
		return s.oneTensor()
	}
	if s.archive == nil {
		h, err := s.header()
		return &Array{Header: h, source: s}, err
	}
	if s.in.HasMember {
		m, err := s.archive.Lookup(s.in.Member)
		if err != nil {
			return nil, err
		}
		return s.Member(m)
	}
	var only *npy.Member
	n := 0
	for _, m := range s.archive.Members() {
		if is, err := m.IsArray(); err != nil {
			return nil, err
		} else if is {
			only = m
			n++
		}
	}
	if n != 1 {
		return nil, fmt.Errorf("holds %d arrays, expected one; name it as FILE:MEMBER", n)
	}
	return s.Member(only)
}

func (s *Source) header() (npy.Header, error) {
	if s.reading == Recover {
		h, _, err := npy.RecoverHeader(s.at(), s.size, s.options())
		return h, err
	}
	if s.headers == nil || s.data == nil {
		return npy.HeaderAt(s.at(), s.size, s.options())
	}
	if h, ok := s.headers.find(s.data); ok {
		return h, nil
	}
	h, err := npy.HeaderAt(s.at(), s.size, s.options())
	if err == nil {
		s.headers.keep(s.data, h)
	}
	return h, err
}

// Member returns the array of a member of the source's archive.
func (s *Source) Member(m *npy.Member) (*Array, error) {
	h, err := m.Header()
	return &Array{Header: h, source: s, member: m}, err
}

// Load returns the array, and what ends its use. A large file is mapped, the
// rest is read; the checksum of a member is proven.
func (a *Array) Load() (*ndarray.Array, func() error, error) {
	switch {
	case a.member != nil:
		arr, err := a.member.Read()
		return arr, nothing, err
	case a.source.data != nil:
		l, err := a.Header.Layout()
		if err != nil {
			return nil, nothing, err
		}
		arr, err := ndarray.FromBytes(a.source.data[a.Header.Offset:], a.Header.DType, l)
		return arr, nothing, err
	case a.Header.NumBytes() > mapAbove && a.tensor != nil:
		return a.mapTensor()
	case a.Header.NumBytes() > mapAbove:
		m, err := npy.OpenFile(a.source.file, npy.ReadOnly, a.source.options())
		if err != nil {
			return nil, nothing, err
		}
		return m.Array(), m.Close, nil
	}
	data, err := a.Data()
	if err != nil {
		return nil, nothing, err
	}
	arr, err := npy.ReadData(data, a.Header, npy.Options{})
	return arr, nothing, err
}

// Keep makes what is loaded from s valid beyond Close.
func (s *Source) Keep() { s.room = nil }

func nothing() error { return nil }

// Data returns the bytes of the array's data, in the file's order. It is to be
// read to its end: then the checksum of a member is proven.
func (a *Array) Data() (io.Reader, error) {
	switch {
	case a.member != nil:
		r, err := a.member.Open()
		if err != nil {
			return nil, err
		}
		_, err = io.CopyN(io.Discard, r, a.Header.Offset)
		return r, err
	case a.source.data != nil:
		return bytes.NewReader(a.source.data[a.Header.Offset:][:a.Header.NumBytes()]), nil
	}
	// over the file itself, so that the system can copy from file to file
	if _, err := a.source.file.Seek(a.Header.Offset, io.SeekStart); err != nil {
		return nil, err
	}
	return &io.LimitedReader{R: a.source.file, N: a.Header.NumBytes()}, nil
}

// Name returns the key of the member, or the name of the tensor, that the array
// is, "" for a single array.
func (a *Array) Name() string {
	switch {
	case a.member != nil:
		return a.member.Key()
	case a.tensor != nil:
		return a.tensor.Name
	}
	return ""
}

// Arrays yields the arrays of the source's archive or safetensors file in their
// order; members that are no arrays are left out, broken ones are errors.
func (s *Source) Arrays() iter.Seq2[*Array, error] {
	return func(yield func(*Array, error) bool) {
		if s.tensors != nil {
			for _, t := range s.tensors.Tensors() {
				if !yield(s.Tensor(t)) {
					return
				}
			}
			return
		}
		for _, m := range s.archive.Members() {
			a, err := s.Member(m)
			if errors.Is(err, npy.ErrNotArray) {
				continue
			}
			if !yield(a, err) {
				return
			}
		}
	}
}
