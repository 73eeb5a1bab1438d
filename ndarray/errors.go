package ndarray

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// The kinds of failure of this package, for errors.Is. Failures of the shape
// and stride rules are layout's sentinels (layout.ErrShape, layout.ErrAxis, …).
var (
	ErrDType       = errors.New("dtype does not fit")
	ErrReadOnly    = errors.New("destination is read-only")
	ErrSelfOverlap = errors.New("destination overlaps itself")
	ErrClosed      = errors.New("storage is closed")
	ErrField       = errors.New("no such field")
	ErrMemory      = errors.New("not enough memory")
)

// Error is a failure of an operation on arrays: which, why, and its kind.
type Error struct {
	Op     string // the operation, as "copy"
	Reason string // what was wrong and what was expected
	Err    error  // one of the sentinels
}

// Error returns the operation and the reason on one line.
func (e *Error) Error() string { return e.Op + ": " + e.Reason }

// Unwrap returns the sentinel.
func (e *Error) Unwrap() error { return e.Err }

func fail(op string, kind error, format string, args ...any) error {
	return &Error{Op: op, Reason: fmt.Sprintf(format, args...), Err: kind}
}

// checkType refuses element types whose items this toolkit cannot hold.
func checkType(op string, dt dtype.Type) error {
	if !dt.Valid() {
		return fail(op, ErrDType, "the zero dtype has no items")
	}
	if dt.HasObject() {
		return &Error{Op: op, Reason: fmt.Sprintf("dtype %.60s holds Python objects, which are not supported", dt), Err: dtype.ErrObject}
	}
	return nil
}

// tuple writes sizes or strides as Python writes a tuple: (), (3,), (2, 3).
func tuple(s []int) string {
	text := strings.ReplaceAll(strings.Trim(fmt.Sprint(s), "[]"), " ", ", ")
	if len(s) == 1 {
		text += ","
	}
	return "(" + text + ")"
}
