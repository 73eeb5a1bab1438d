package arrayio

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/npy"
)

// source is an open input that can be read at any position: a local file, or
// a copy of what another file system gives only as a stream.
type source struct {
	io.ReaderAt
	size    int64
	close   func() error
	archive *npy.Archive // nil for an .npy file
}

func (s *source) Close() error { return s.close() }

// open opens an input. The first bytes tell what it is, not the name.
func open(ctx context.Context, f File) (*source, error) {
	s, err := openBytes(ctx, f)
	if err != nil {
		return nil, err
	}
	if s.isArchive() {
		if s.archive, err = npy.OpenArchive(s, s.size, npy.ArchiveOptions{}); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

func (s *source) isArchive() bool {
	var start [6]byte
	n, _ := s.ReadAt(start[:], 0)
	return npy.IsArchive(start[:n])
}

func openBytes(ctx context.Context, f File) (*source, error) {
	if len(f.Data) > 0 {
		return &source{ReaderAt: bytes.NewReader(f.Data), size: int64(len(f.Data)), close: nothing}, nil
	}
	if isLocal(f.Name) {
		n, err := size(ctx, f.Name)
		if err != nil {
			return nil, err
		}
		file, err := os.Open(f.Name)
		if err != nil {
			return nil, err
		}
		return &source{ReaderAt: file, size: n, close: file.Close}, nil
	}
	system, err := systemOf(ctx, f.Name)
	if err != nil {
		return nil, err
	}
	r, err := system.OpenRead(ctx, f.Name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var copied spool
	if _, err := io.Copy(&copied, r); err != nil {
		copied.Close()
		return nil, err
	}
	return &source{ReaderAt: &copied, size: copied.n, close: copied.Close}, nil
}

func nothing() error { return nil }

// entry is an array of a source.
type entry struct {
	key    string
	header npy.Header
	member *npy.Member // nil in an .npy file
	source *source
}

// arrays returns the arrays of a source, of a repeated name the last. Members
// that are none are left out.
func (s *source) arrays() ([]entry, error) {
	if s.archive == nil {
		h, err := npy.HeaderAt(s, s.size, npy.Options{})
		return []entry{{header: h, source: s}}, err
	}
	var list []entry
	for _, m := range s.archive.Distinct() {
		h, err := m.Header()
		if errors.Is(err, npy.ErrNotArray) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, entry{m.Key(), h, m, s})
	}
	return list, nil
}

// load reads the array's data; the checksum of a member is proven.
func (e entry) load() (*ndarray.Array, error) {
	if e.member != nil {
		return e.member.Read()
	}
	return npy.ReadData(io.NewSectionReader(e.source, e.header.Offset, e.header.NumBytes()), e.header, npy.Options{})
}

// examine fills in the element's size and headers.
func (f *File) examine(ctx context.Context) error {
	if !isLocal(f.Name) && len(f.Data) == 0 {
		if done, err := f.examineStream(ctx); done || err != nil {
			return err
		}
	}
	src, err := open(ctx, *f)
	if err != nil {
		return err
	}
	defer src.Close()
	f.Size, f.Archive = src.size, src.archive != nil
	entries, err := src.arrays()
	if err != nil {
		return err
	}
	f.Arrays = nil
	for _, e := range entries {
		a, err := arrayOf(e.key, e.header)
		if err != nil {
			return err
		}
		f.Arrays = append(f.Arrays, a)
	}
	return nil
}

// examineStream reads no more than the header of an .npy file that can only be
// read from the front. It is not done with archives, whose directory comes
// last, nor with files that are not whole.
func (f *File) examineStream(ctx context.Context) (done bool, err error) {
	system, err := systemOf(ctx, f.Name)
	if err != nil {
		return false, err
	}
	if f.Size, err = size(ctx, f.Name); err != nil {
		return false, err
	}
	r, err := system.OpenRead(ctx, f.Name)
	if err != nil {
		return false, err
	}
	defer r.Close()
	h, err := npy.ReadHeader(r, npy.Options{})
	if err != nil || f.Size-h.Offset < h.NumBytes() {
		return false, nil // the reading of the whole tells what is wrong
	}
	a, err := arrayOf("", h)
	f.Arrays = []Array{a}
	return err == nil, err
}
