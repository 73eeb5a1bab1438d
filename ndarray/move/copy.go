// Package move carries the bytes of one layout to another. It knows item
// sizes, not element types: a plan from package layout says where every item
// goes, and the plan alone decides which kernel runs (see PathOf).
package move

import (
	"unsafe"

	"github.com/ndtool/ndtool/ndarray/layout"
)

// Copy moves every item of a plan of two operands, 0 the destination in dst and
// 1 the source in src, and reverses bytes as swap says. itemSize is in bytes.
//
// The caller has proven that both operands stay inside their slices. Items of
// the source are not to overlap items of the destination; the destination's own
// items are not to overlap each other. At most workers goroutines move at once;
// 0 stands for GOMAXPROCS. Copies below a few hundred KiB use one.
//
// Copy allocates nothing for one worker and up to 8 axes.
func Copy(dst, src []byte, p *layout.Plan, itemSize int, swap Swap, workers int) {
	if p.Len() == 0 || itemSize == 0 {
		return
	}
	var room [walkRoom]axis
	plain := swap.none()
	w := newWalk(room[:0], p, itemSize, plain)
	d, s := unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src))
	inner := axis{n: 1}
	depth := 0
	if k := len(w.axes); k > 0 {
		inner, depth = w.axes[k-1], 1
	}
	w.each(depth, func(do, so int) {
		row(unsafe.Add(d, do), unsafe.Add(s, so), inner.n, inner.dst, inner.src, w.unit)
		if plain {
			return
		}
		for i := range inner.n {
			at := do + i*inner.dst
			swap.apply(dst[at : at+itemSize])
		}
	})
}
