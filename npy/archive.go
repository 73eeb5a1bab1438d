package npy

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// suffix is what NumPy appends to the key of an array to name its member.
const suffix = ".npy"

// Archive is an open .npz file: a zip archive whose members are .npy files.
// Members are read when they are asked for.
type Archive struct {
	r       io.ReaderAt
	file    *os.File  // to map members; nil if r is no file
	closer  io.Closer // what Close closes; nil for a reader that stays the caller's
	opt     ArchiveOptions
	start   int64 // of the directory
	members []*Member
	last    map[string]*Member // of each name
	comment string
}

// ArchiveOptions bound what is read from an archive. The zero value sets no
// bounds beyond the ones that follow from the bytes that exist: a member
// yields no more than its declared size, and is refused when that is more than
// its compressed bytes can hold.
type ArchiveOptions struct {
	Options        // for the members; File names the archive
	MaxMembers int // most members accepted; 0 sets no bound
}

// OpenArchive reads the directory of a .npz file of size bytes. As np.load it
// wants the file to begin with a member or, if it has none, with the end
// record; like Python's zipfile it allows a comment or other bytes at the end.
//
// The error is an *Error: ErrMagic for what is no archive, ErrTruncated for one
// that was cut, ErrArchive for records that contradict each other.
func OpenArchive(r io.ReaderAt, size int64, opt ArchiveOptions) (*Archive, error) {
	a := &Archive{r: r, opt: opt}
	if err := a.open(size); err != nil {
		return nil, within(err, opt.File, "")
	}
	return a, nil
}

// OpenArchiveFile is OpenArchive for a file, whose stored members can be
// mapped. Close it when done. Errors are those of OpenArchive, and the system's
// in an *Error.
func OpenArchiveFile(name string, opt ArchiveOptions) (*Archive, error) {
	if opt.File == "" {
		opt.File = name
	}
	f, info, err := open(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		f.Close()
		return nil, within(fail(fs.ErrInvalid, -1, "an archive is read from its end: expected a regular file"), opt.File, "")
	}
	a, err := OpenArchive(f, info.Size(), opt)
	if err != nil {
		f.Close()
		return nil, err
	}
	a.file, a.closer = f, f
	return a, nil
}

func (a *Archive) open(size int64) error {
	if size < 0 {
		return fail(ErrTruncated, -1, "a size of %d bytes", size)
	}
	start := make([]byte, min(size, int64(len(magic))))
	if n, err := a.r.ReadAt(start, 0); n < len(start) {
		return cut(err, int64(n), "")
	}
	switch {
	case size == 0:
		return fail(ErrTruncated, 0, "the file is empty, expected a zip archive")
	case strings.HasPrefix(localSignature, string(start)) || strings.HasPrefix(endSignature, string(start)):
		return fail(ErrTruncated, size, "the file ends within its first bytes, expected a zip archive")
	case string(start) == magic:
		return fail(ErrMagic, 0, "a single array (.npy), expected a zip archive (.npz)")
	case !IsArchive(start):
		return fail(ErrMagic, 0, "begins with %q, expected a zip archive (%q)", start, localSignature)
	}
	d, err := findDirectory(a.r, size)
	if err != nil {
		return err
	}
	a.start, a.comment = d.start, d.comment
	if a.members, err = readMembers(a.r, d, a.opt.MaxMembers); err != nil {
		return err
	}
	a.last = make(map[string]*Member, len(a.members))
	for _, m := range a.members {
		m.archive = a
		a.last[m.Name] = m
	}
	return nil
}

// IsArchive reports whether a file that begins with start, at least 4 bytes of
// it, is one that np.load takes for an archive.
func IsArchive(start []byte) bool {
	return strings.HasPrefix(string(start), localSignature) || strings.HasPrefix(string(start), endSignature)
}

// Members returns the members in the directory's order, repeated names
// included.
func (a *Archive) Members() []*Member { return a.members }

// Distinct returns the members that count, in the directory's order: of a
// repeated name the last.
func (a *Archive) Distinct() []*Member {
	var list []*Member
	for _, m := range a.members {
		if a.last[m.Name] == m {
			list = append(list, m)
		}
	}
	return list
}

// Comment returns the archive's comment.
func (a *Archive) Comment() string { return a.comment }

// Lookup finds a member as NumPy does: the one named key, else the one named
// key + ".npy"; of a repeated name the last. It fails with ErrNoMember.
func (a *Archive) Lookup(key string) (*Member, error) {
	if m, ok := a.last[key]; ok {
		return m, nil
	}
	if m, ok := a.last[key+suffix]; ok {
		return m, nil
	}
	return nil, within(fail(ErrNoMember, -1, "no member %s in the archive", quote(key)), a.opt.File, "")
}

// Warnings tells, a line each, what in the archive may surprise: names that
// occur more than once, and keys that two names have in common.
func (a *Archive) Warnings() []string {
	var lines []string
	count := make(map[string]int)
	for _, m := range a.members {
		if count[m.Name]++; count[m.Name] == 2 {
			lines = append(lines, fmt.Sprintf("member %s occurs more than once: the last one counts", quote(m.Name)))
		}
		if _, ok := a.last[m.Name+suffix]; ok && count[m.Name] == 1 {
			lines = append(lines, fmt.Sprintf("members %s and %s have one key: it stands for the first", quote(m.Name), quote(m.Name+suffix)))
		}
	}
	return lines
}

// Close closes the file that OpenArchiveFile or OpenArchiveFS opened. Mappings
// of members stay.
func (a *Archive) Close() error {
	if a.closer == nil {
		return nil
	}
	if err := a.closer.Close(); !errors.Is(err, fs.ErrClosed) {
		return err
	}
	return nil
}
