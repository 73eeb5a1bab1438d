package safetensors

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// kind is a sentinel that also is an error of a wider kind.
type kind struct {
	text  string
	wider error
}

func (k *kind) Error() string { return k.text }
func (k *kind) Unwrap() error { return k.wider }

// The kinds of failure, for errors.Is.
var (
	ErrFormat    error = errors.New("not a safetensors file")
	ErrHeader    error = errors.New("malformed header")
	ErrShape     error = errors.New("shape not valid")
	ErrOffsets   error = errors.New("data offsets not valid")
	ErrTruncated error = &kind{"data end early", io.ErrUnexpectedEOF}
	ErrTooLarge  error = errors.New("too large")
	ErrDType     error = &kind{"dtype not supported", errors.ErrUnsupported}
	ErrNoTensor  error = &kind{"no such tensor", fs.ErrNotExist}
	ErrClosed    error = &kind{"file is closed", fs.ErrClosed}
)

// Error tells what is wrong with a file and where.
type Error struct {
	File   string // name of the file; empty for a reader
	Tensor string // name of the tensor; empty where it is about none
	Offset int64  // byte of the file; -1 if there is none to name
	Reason string // what is wrong and what was expected, on one line
	Err    error  // the kind, and where there is one the cause
}

// Error returns one line: file, tensor, byte and reason.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File + ": ")
	}
	if e.Tensor != "" {
		fmt.Fprintf(&b, "tensor %.60q: ", e.Tensor)
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

// within names the file of an error, and the tensor if it does not name one.
func within(err error, file, tensor string) error {
	e, ok := err.(*Error)
	if !ok {
		return err
	}
	e.File = file
	if e.Tensor == "" {
		e.Tensor = tensor
	}
	return e
}

// unreadable is the error for bytes that cannot be read, or end, at a byte.
func unreadable(err error, offset int64) *Error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fail(ErrTruncated, offset, "the file ends here, but its size was given as larger")
	}
	return fail(err, offset, "reading failed: %v", err)
}
