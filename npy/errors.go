package npy

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"unicode"
)

// kind is a sentinel that also is an error of a wider kind.
type kind struct {
	text  string
	wider error
}

func (k *kind) Error() string { return k.text }
func (k *kind) Unwrap() error { return k.wider }

// The kinds of failure, for errors.Is. Those for data that is well formed but
// declined also are errors.ErrUnsupported.
var (
	ErrMagic      error = errors.New("not a .npy file")
	ErrVersion    error = errors.New("unknown format version")
	ErrHeader     error = errors.New("malformed header")
	ErrDType      error = errors.New("dtype not understood")
	ErrShape      error = errors.New("shape not valid")
	ErrTruncated  error = &kind{"data ends early", io.ErrUnexpectedEOF}
	ErrTooLarge   error = errors.New("too large")
	ErrObject     error = &kind{"Python objects are declined", errors.ErrUnsupported}
	ErrCompressed error = &kind{"compressed file", errors.ErrUnsupported}

	ErrArchive   error = errors.New("malformed archive")
	ErrChecksum  error = errors.New("checksum differs")
	ErrEncrypted error = &kind{"encrypted member", errors.ErrUnsupported}
	ErrMethod    error = &kind{"unknown compression method", errors.ErrUnsupported}
	ErrNotArray  error = errors.New("member is not an array")
	ErrNoMember  error = &kind{"no such member", fs.ErrNotExist}

	ErrClosed error = &kind{"file is closed", fs.ErrClosed}
	ErrNoRoom error = errors.New("header does not fit in its old place")
	ErrTail   error = errors.New("bytes after the data")
)

// Error tells what is wrong with a file and where.
type Error struct {
	File   string // name of the file; empty for a stream
	Member string // name in the archive; empty outside of archives
	Offset int64  // byte of the array's file or member (of the archive itself if Member is empty); -1 if there is none to name
	Reason string // what is wrong and what was expected, on one line
	Err    error  // the kind, and where there is one the cause
}

// Error returns one line: file, member, byte and reason.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File + ": ")
	}
	if e.Member != "" {
		b.WriteString("member " + quote(e.Member) + ": ")
	}
	if e.Offset >= 0 {
		fmt.Fprintf(&b, "byte %d: ", e.Offset)
	}
	b.WriteString(e.Reason)
	return b.String()
}

// Unwrap returns the kind of the failure.
func (e *Error) Unwrap() error { return e.Err }

// fail makes an Error of a kind at a byte, -1 for none.
func fail(kind error, offset int64, format string, args ...any) *Error {
	return &Error{Offset: offset, Reason: fmt.Sprintf(format, args...), Err: kind}
}

// because makes an Error that is of a kind and carries its cause.
func because(kind, cause error, offset int64, format string, args ...any) *Error {
	e := fail(kind, offset, format, args...)
	e.Err = &caused{kind, cause}
	return e
}

// caused is a kind of failure together with what brought it about.
type caused struct{ kind, cause error }

func (c *caused) Error() string   { return c.kind.Error() + ": " + c.cause.Error() }
func (c *caused) Unwrap() []error { return []error{c.kind, c.cause} }

// within names the file and member of an error that does not name one yet.
func within(err error, file, member string) error {
	e, ok := err.(*Error)
	if !ok || e.File != "" || e.Member != "" {
		return err
	}
	e.File, e.Member = file, member
	return e
}

// quote writes text for a message: quoted, on one line, of bounded length.
func quote(s string) string {
	if c := clip(s); len(c) < len(s) {
		return strconv.Quote(c) + "…"
	}
	return strconv.Quote(s)
}

// excerpt is quote without the quotes where the text is plain.
func excerpt(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return quote(s)
	}
	if c := clip(s); len(c) < len(s) {
		return c + "…"
	}
	return s
}

// clip cuts text to what a message can hold, between two characters.
func clip(s string) string {
	const most = 60
	for i := range s {
		if i >= most {
			return s[:i]
		}
	}
	return s
}
