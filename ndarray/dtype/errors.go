package dtype

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// The kinds of failure, for errors.Is.
var (
	// ErrDescr is a descr or a name that is malformed or names no type.
	ErrDescr = errors.New("not a dtype")
	// ErrObject is the object type: valid, and declined, because its items are
	// pickled Python objects.
	ErrObject = fmt.Errorf("pickled Python objects are not supported: %w", errors.ErrUnsupported)
	// ErrPromote is a pair of types without a common type.
	ErrPromote = errors.New("no common dtype")
	// ErrKind is an operation on a type that does not have it.
	ErrKind = errors.New("wrong kind of dtype")
)

// Error is the type of the errors of this package.
type Error struct {
	Pos int    // where the fault is: a byte offset into the text that was parsed, else -1
	Msg string // what is wrong and what was expected
	Err error  // the kind of failure
}

// Error returns one line: what is wrong and what was expected.
func (e *Error) Error() string { return e.Msg }

// Unwrap returns the kind of the failure.
func (e *Error) Unwrap() error { return e.Err }

// failf returns an error without a position.
func failf(kind error, format string, args ...any) error {
	return &Error{Pos: -1, Msg: fmt.Sprintf(format, args...), Err: kind}
}

// at gives an error without a position the position pos.
func at(pos int, err error) error {
	var e *Error
	if errors.As(err, &e) && e.Pos < 0 {
		e.Pos = pos
	}
	return err
}

// clip shortens text from a file for a message.
func clip(s string) string {
	most := 60
	if len(s) <= most {
		return s
	}
	for !utf8.RuneStart(s[most]) && most > 0 {
		most--
	}
	return s[:most] + "…"
}
