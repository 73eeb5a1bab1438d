package layout

import (
	"errors"
	"strconv"
)

// The kinds of refusal, for errors.Is. Every error of this package is an
// *Error or a *NeedsCopy and wraps exactly one of them.
var (
	ErrRank      = errors.New("wrong number of axes")
	ErrAxis      = errors.New("axis out of range or repeated")
	ErrShape     = errors.New("shape does not fit")
	ErrStep      = errors.New("step not allowed")
	ErrIndex     = errors.New("index does not fit")
	ErrSyntax    = errors.New("malformed index")
	ErrBroadcast = errors.New("shapes do not broadcast")
	ErrOverflow  = errors.New("size overflows")
	ErrBounds    = errors.New("reaches outside the storage")
	ErrItemSize  = errors.New("item size does not fit")
	ErrOrder     = errors.New("order not allowed")
	ErrNeedsCopy = errors.New("not possible without a copy")
)

// Error tells which operation was refused and why.
type Error struct {
	Op     string // the operation: "permute", "slice", …
	Axis   int    // the axis in question, counted from 0; -1 if none
	Detail string // what was wrong and what was expected, with the numbers
	Err    error  // the kind, one of the sentinels
}

// Error returns one line: the operation and the detail.
func (e *Error) Error() string { return e.Op + ": " + e.Detail }

// Unwrap returns the kind.
func (e *Error) Unwrap() error { return e.Err }

// refusal returns an *Error. Details are put together from text at the place
// of refusal, so that no operand of the refused operation escapes to the heap.
func refusal(op string, kind error, axis int, detail string) error {
	return &Error{Op: op, Axis: axis, Detail: detail, Err: kind}
}

// num is the decimal text of n.
func num(n int) string { return strconv.Itoa(n) }

// tuple is the text of a shape as Python writes a tuple: (), (3,), (2, 3).
func tuple(s []int) string {
	b := make([]byte, 0, 2+4*len(s))
	b = append(b, '(')
	for k, n := range s {
		if k > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	if len(s) == 1 {
		b = append(b, ',')
	}
	return string(append(b, ')'))
}
