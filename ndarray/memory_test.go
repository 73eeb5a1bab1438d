package ndarray_test

import (
	"errors"
	"math"
	"strconv"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// TestTooLargeForMemory asks for copies that no machine can hold: errors, where
// the Go runtime alone would panic or end the program.
func TestTooLargeForMemory(t *testing.T) {
	one, err := ndarray.FromSlice([]int8{1})
	if err != nil {
		t.Fatal(err)
	}
	sizes := []int{math.MaxInt, math.MaxInt - 62}
	if strconv.IntSize == 64 {
		sizes = append(sizes, math.MaxInt-63, 1<<(strconv.IntSize-2), 1<<(strconv.IntSize-17))
	}
	for _, n := range sizes {
		wide, err := one.Expand(n)
		if err != nil {
			t.Fatal(err)
		}
		for name, f := range map[string]func() (*ndarray.Array, error){
			"new":        func() (*ndarray.Array, error) { return ndarray.New(dtype.Int8, n) },
			"new F":      func() (*ndarray.Array, error) { return ndarray.NewOrder(dtype.Int8, layout.F, 1, n) },
			"newordered": func() (*ndarray.Array, error) { return ndarray.NewOrdered(dtype.Int8, []int{1, 0}, n, 1) },
			"new rank 6": func() (*ndarray.Array, error) { return ndarray.New(dtype.Int8, 1, 1, 1, 1, 1, n) },
			"clone":      func() (*ndarray.Array, error) { return wide.Clone(layout.C) },
			"clone K":    func() (*ndarray.Array, error) { return wide.Clone(layout.K) },
			"contiguous": func() (*ndarray.Array, error) {
				r, _, err := wide.Contiguous(layout.C)
				return r, err
			},
		} {
			if r, err := f(); r != nil || !errors.Is(err, ndarray.ErrMemory) {
				t.Errorf("%s of %d bytes: %v, %v; want ErrMemory", name, n, r, err)
			}
		}
	}
}
