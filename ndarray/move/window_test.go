package move

import (
	"testing"

	"github.com/ndtool/ndtool/ndarray/layout"
)

// TestWindows transposes windows of rows that are a power of two apart, or nearly,
// as the tiles of operations on large matrices are; the last rows of the source end
// where its storage does.
func TestWindows(t *testing.T) {
	for _, item := range []int{1, 2, 4, 8, 16} {
		gathered := 0
		for _, apart := range []int{2048, 4096, 4096 - item, 16384, 16384 + item} {
			for _, shape := range [][2]int{{64, 130}, {33, 65}, {200, 270}, {lanes(item), 300}} {
				rows, cols := shape[0], shape[1] // items of a row of the source, rows
				if 4*rows*item > apart || rows*item < 2*line {
					continue
				}
				dst := operand{Alloc(2*guard + rows*cols*item), layout.Layout{Shape: shape[:], Strides: []int{cols * item, item}, Offset: guard}}
				src := operand{Alloc((cols-1)*apart + rows*item), layout.Layout{Shape: shape[:], Strides: []int{item, apart}}}
				for i := range src.buf {
					src.buf[i] = byte(i*7 + i>>8*13)
				}
				if isApart(t, dst, src, item) {
					gathered++
				}
				for _, swap := range swapsOf(item) {
					checkCopy(t, dst, src, item, swap, 1)
				}
			}
		}
		if gathered < 3 {
			t.Errorf("%d windows of items of %d bytes are gathered, expected more", gathered, item)
		}
	}
}

// isApart tells whether a copy gathers the source's rows.
func isApart(t *testing.T, dst, src operand, item int) bool {
	t.Helper()
	shape := dst.lay.Shape
	p, err := layout.NewPlan(dst.lay, src.lay)
	if err != nil {
		t.Fatal(err)
	}
	rows := axis{n: shape[1], dst: item, src: src.lay.Strides[1]}
	cols := axis{n: shape[0], dst: dst.lay.Strides[0], src: item}
	return PathOf(&p, item, Swap{}) == Transpose && apart(rows, cols, item)
}
