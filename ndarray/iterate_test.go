package ndarray_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
)

func ExampleArray_Along() {
	a, _ := ndarray.FromSlice([]int64{0, 1, 2, 3, 4, 5}, 2, 3)
	columns, _ := a.Along(1)
	for i, column := range columns {
		fmt.Println(i, ndarray.Format(column, ndarray.FormatOptions{}))
	}
	// Output:
	// 0 [0 3]
	// 1 [1 4]
	// 2 [2 5]
}

func ExampleArray_Blocks() {
	a, _ := ndarray.FromSlice([]int64{0, 1, 2, 3, 4, 5}, 2, 3)
	blocks, _ := a.Blocks(2, 2)
	for first, block := range blocks {
		fmt.Println(first, block.Shape(), ndarray.Format(block, ndarray.FormatOptions{}))
	}
	// Output:
	// [0 0] [2 2] [[0 1]
	//  [3 4]]
	// [0 2] [2 1] [[2]
	//  [5]]
}

// TestBlocksCoverEveryElementOnce visits each element of a through exactly one
// block, at the index that the block's first element and its own index add to.
func TestBlocksCoverEveryElementOnce(t *testing.T) {
	for _, shape := range [][]int{{}, {0}, {7}, {3, 5}, {4, 1, 6}, {2, 0, 3}} {
		a := must(t)(arange[int64](t, shape...).Flip())
		sizes := make([]int, len(shape))
		for k := range sizes {
			sizes[k] = 2
		}
		blocks, err := a.Blocks(sizes...)
		ok(t, err)
		whole, err := ndarray.As[int64](a)
		ok(t, err)
		seen := map[int64]int{}
		for first, block := range blocks {
			v, err := ndarray.As[int64](block)
			ok(t, err)
			for index, x := range v.All() {
				at := slices.Clone(first)
				for k := range at {
					at[k] += index[k]
				}
				if whole.At(at...) != x {
					t.Fatalf("shape %v: block at %v reads %d, the array %d", shape, first, x, whole.At(at...))
				}
				seen[x]++
			}
		}
		if len(seen) != a.Len() {
			t.Errorf("shape %v: %d of %d elements seen", shape, len(seen), a.Len())
		}
		for x, n := range seen {
			if n != 1 {
				t.Errorf("shape %v: element %d seen %d times", shape, x, n)
			}
		}
	}
	_, err := arange[int64](t, 4).Blocks(0)
	refused(t, err, layout.ErrShape)
	_, err = arange[int64](t, 4).Blocks(1, 1)
	refused(t, err, layout.ErrRank)
	_, err = arange[int64](t, 4).Along(1)
	refused(t, err, layout.ErrAxis)
}
