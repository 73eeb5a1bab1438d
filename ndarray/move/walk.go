package move

import "github.com/ndtool/ndtool/ndarray/layout"

// axis is one loop of a walk: n steps of dst and src bytes.
type axis struct {
	n, dst, src int
	at          int // the present step, for an odometer
}

// walk is a plan of two operands made ready for the kernels: a nest of loops,
// the innermost last, around the move of one unit.
type walk struct {
	axes     []axis
	dst, src int  // byte offsets of the first unit
	unit     int  // bytes that are adjacent in both operands
	whole    bool // units are items that shuffles must not take apart
}

// walkRoom is how many loops a walk holds without a heap allocation.
const walkRoom = 8

// newWalk reads a plan of items. With join, an innermost axis that is adjacent
// in both operands becomes part of the unit. room may back the axes.
func newWalk(room []axis, p *layout.Plan, itemSize int, join bool) walk {
	w := walk{axes: room[:0], dst: p.Offset(0), src: p.Offset(1), unit: itemSize, whole: !join}
	shape, dst, src := p.Shape(), p.Strides(0), p.Strides(1)
	for k, n := range shape {
		w.axes = append(w.axes, axis{n: n, dst: dst[k], src: src[k]})
	}
	if k := len(w.axes) - 1; join && k >= 0 && w.axes[k].dst == itemSize && w.axes[k].src == itemSize {
		w.unit = itemSize * w.axes[k].n
		w.axes = w.axes[:k]
	}
	return w
}

// flip walks the axis the other way.
func (w *walk) flip(k int) {
	a := &w.axes[k]
	w.dst += (a.n - 1) * a.dst
	w.src += (a.n - 1) * a.src
	a.dst, a.src = -a.dst, -a.src
}

// bytes returns how many bytes the walk moves.
func (w *walk) bytes() int {
	n := w.unit
	for _, a := range w.axes {
		n *= a.n
	}
	return n
}

// sourceBytes returns how many of them differ in the source: those of axes along
// which it stands still count once.
func (w *walk) sourceBytes() int {
	n := w.unit
	for _, a := range w.axes {
		if a.src != 0 {
			n *= a.n
		}
	}
	return n
}

// outside appends to room the axes other than the two named ones, in order;
// an index of -1 names none.
func (w *walk) outside(room []axis, a, b int) []axis {
	room = room[:0]
	for k, x := range w.axes {
		if k != a && k != b {
			room = append(room, x)
		}
	}
	return room
}

// odometer visits every index of a nest of loops, the last one fastest. It
// counts in the axes themselves, which stand at their starts again after the
// last visit.
type odometer struct {
	axes     []axis
	dst, src int // byte offsets of the present visit
}

// next moves on; it returns false after the last visit.
func (o *odometer) next() bool {
	for k := len(o.axes) - 1; k >= 0; k-- {
		a := &o.axes[k]
		o.dst += a.dst
		o.src += a.src
		if a.at++; a.at < a.n {
			return true
		}
		a.at = 0
		o.dst -= a.n * a.dst
		o.src -= a.n * a.src
	}
	return false
}
