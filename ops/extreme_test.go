package ops_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// TestItemsOfNoBytesAreEqualAtOnce compares as many as an int counts.
func TestItemsOfNoBytesAreEqualAtOnce(t *testing.T) {
	a, err := ndarray.New(dtype.VoidOf(0), math.MaxInt)
	if err != nil {
		t.Fatal(err)
	}
	equal, err := ops.ArrayEqual(a, a)
	if !equal || err != nil {
		t.Errorf("equal %v, error %v", equal, err)
	}
}

// TestIndexBeyondInt64 names the index as it was given.
func TestIndexBeyondInt64(t *testing.T) {
	a, err := ndarray.New(dtype.Int8, 2)
	if err != nil {
		t.Fatal(err)
	}
	index, err := ndarray.FromSlice([]uint64{1, math.MaxUint64})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ops.Take(nil, a, index, 0); !errors.Is(err, layout.ErrIndex) || !strings.Contains(err.Error(), "18446744073709551615") {
		t.Errorf("error %v", err)
	}
}
