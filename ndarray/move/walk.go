package move

import "github.com/ndtool/ndtool/ndarray/layout"

// axis is one loop of a walk: n steps of dst and src bytes.
type axis struct {
	n, dst, src int
}

// walk is a plan of two operands made ready for the kernels: a nest of loops,
// the innermost last, around the move of one block of unit bytes.
type walk struct {
	axes     []axis
	dst, src int // byte offsets of the first block
	unit     int // bytes that are adjacent in both operands
}

// walkRoom is how many loops a walk holds without a heap allocation.
const walkRoom = 8

// newWalk reads a plan of items. With join, an innermost axis that is adjacent
// in both operands becomes part of the block. room may back the axes.
func newWalk(room []axis, p *layout.Plan, itemSize int, join bool) walk {
	w := walk{axes: room[:0], dst: p.Offset(0), src: p.Offset(1), unit: itemSize}
	shape, dst, src := p.Shape(), p.Strides(0), p.Strides(1)
	for k, n := range shape {
		w.axes = append(w.axes, axis{n, dst[k], src[k]})
	}
	if k := len(w.axes) - 1; join && k >= 0 && w.axes[k].dst == itemSize && w.axes[k].src == itemSize {
		w.unit = itemSize * w.axes[k].n
		w.axes = w.axes[:k]
	}
	return w
}

// each calls f with the byte offsets of every visit of the loops outside the
// innermost inner ones.
func (w *walk) each(inner int, f func(dst, src int)) {
	outer := w.axes[:len(w.axes)-inner]
	var room [walkRoom]int
	index := append(room[:0], make([]int, len(outer))...)
	dst, src := w.dst, w.src
	for {
		f(dst, src)
		k := len(outer) - 1
		for ; k >= 0; k-- {
			a := outer[k]
			index[k]++
			dst += a.dst
			src += a.src
			if index[k] < a.n {
				break
			}
			index[k] = 0
			dst -= a.n * a.dst
			src -= a.n * a.src
		}
		if k < 0 {
			return
		}
	}
}
