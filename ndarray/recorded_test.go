package ndarray_test

import (
	"errors"
	"io/fs"
	"testing"

	"github.com/ndtool/ndtool/fixtures"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// recorded reads the named file of calls, and skips the test where the folder
// ../shared is not there.
func recorded(t *testing.T, name string) []fixtures.Recorded {
	t.Helper()
	calls, err := fixtures.LoadRecorded(name)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the folder ../shared is not there")
	}
	if err != nil || len(calls) < 2000 {
		t.Fatalf("%d calls, %v", len(calls), err)
	}
	return calls
}

// openRecorded returns the array over a fresh copy of its memory.
func openRecorded(r fixtures.RecordedArray) (*ndarray.Array, error) {
	dt, err := dtype.Parse(r.DType)
	if err != nil {
		return nil, err
	}
	return ndarray.FromBytes(r.Memory(), dt, layout.Layout{Shape: r.Shape, Strides: r.Strides, Offset: r.Offset})
}

// layoutOf returns where the array is in the memory that it may share.
func layoutOf(r fixtures.RecordedArray) layout.Layout {
	return layout.Layout{Shape: r.Shape, Strides: r.Strides, Offset: r.Low + r.Offset}
}
