package ops

import (
	"errors"
	"fmt"

	"github.com/ndtool/ndtool/ndarray/layout"
)

// The kinds of failure of this package, for errors.Is. Failures of shapes and
// axes are layout's sentinels (layout.ErrBroadcast, layout.ErrAxis, …), those of
// a destination that must not be written are ndarray's.
var (
	ErrDType    = errors.New("no rule for these dtypes")
	ErrCasting  = errors.New("cast not allowed by the casting rule")
	ErrEmpty    = errors.New("nothing to work on")
	ErrValue    = errors.New("value out of range")
	ErrArgument = errors.New("argument not allowed")
)

// Error is a failure of an operation: which, why, and its kind.
type Error struct {
	Op     string // the operation, as "add"
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

// axisOf resolves an axis that may count from the end.
func axisOf(op string, axis, rank int) (int, error) {
	if axis < -rank || axis >= rank {
		return 0, fail(op, layout.ErrAxis, "axis %d is out of range for %d axes", axis, rank)
	}
	if axis < 0 {
		axis += rank
	}
	return axis, nil
}

// axesOf marks the named axes, all of them for none.
func axesOf(op string, axes []int, rank int) ([]bool, error) {
	marked := make([]bool, rank)
	if axes == nil {
		for k := range marked {
			marked[k] = true
		}
		return marked, nil
	}
	for _, ax := range axes {
		k, err := axisOf(op, ax, rank)
		if err != nil {
			return nil, err
		}
		if marked[k] {
			return nil, fail(op, layout.ErrAxis, "axis %d is named twice", ax)
		}
		marked[k] = true
	}
	return marked, nil
}
