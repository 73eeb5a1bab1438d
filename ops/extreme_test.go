package ops_test

import (
	"math"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
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
