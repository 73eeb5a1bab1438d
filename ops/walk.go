package ops

import (
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// The sizes of a walk, in elements.
const (
	// buffered is how many elements a buffer holds: 16 KiB of float64.
	buffered = 2048
	// staging is how many bytes the buffers of a walk have for one operand: together
	// with what is read and written beside them they stay in the first cache.
	staging = 8 << 10
	// tileRows by tileColumns is the tile of operands whose fastest axes differ:
	// the destination's rows in it are long, as the rows of large arrays often lie
	// a power of two apart, and wait for one another where they are short.
	tileRows, tileColumns = 64, 512
	// shortRow is the length below which a row is not worth a call of a loop.
	shortRow = 16
	// spread is the length from which on spread numbers are worth packing.
	spread = 64
	// beyondCaches is from how many bytes on results that are made of little go
	// past the caches.
	beyondCaches = 32 << 20
	// breath is how many elements a loop goes over before a context is looked at.
	breath = 1 << 18
	// grain is how many elements are worth a goroutine.
	grain = 1 << 16
)

// walk carries a loop over one plan, tile by tile.
type walk struct {
	grid
	loop   kernel.Loop
	args   kernel.Args
	across bool // the fastest axes of operands differ
}

// run executes loop over all elements of operands[0], to whose shape the others
// are broadcast. The arrays must not overlap, unless they are the same view.
func run(loop kernel.Loop, operands ...operand) error {
	layouts := make([]layout.Layout, len(operands))
	for k, o := range operands {
		layouts[k] = o.array.Layout()
	}
	return share(operands, layouts, 1, func(plan *layout.Plan, storages [][]byte) {
		w := newWalk(loop, operands, storages, plan)
		w.each(w.tile)
		if w.lanes[0].carry != nil {
			kernel.Fence()
		}
	})
}

func newWalk(loop kernel.Loop, operands []operand, storages [][]byte, plan *layout.Plan) *walk {
	w := &walk{loop: loop, grid: newGrid(plan, len(operands))}
	for k, o := range operands {
		w.lanes[k] = o.lane(storages[k], plan, k, &w.args)
		if k > 0 && w.inner >= 0 && (o.packs || o.array.ItemSize() <= 2) {
			// Of larger numbers simple loops wait for the memory anyway.
			w.lanes[k].pack(w.lanes[k].strides[w.inner], w.width())
		}
	}
	w.past()
	w.choose()
	return w
}

// past lets large results that are made of little, such as a row and a column, go
// past the caches, which else read the memory first that is written.
func (w *walk) past() {
	dst := &w.lanes[0]
	if !dst.direct() || w.inner < 0 || dst.strides[w.inner] != dst.item || dst.span(w.shape) < beyondCaches {
		return
	}
	read := 0
	for k := range w.lanes[1:] {
		read += w.lanes[1+k].span(w.shape)
	}
	if read <= dst.span(w.shape)/2 {
		dst.carry = kernel.Past(dst.item)
	}
}

// choose picks the axes and the size of the tiles.
func (w *walk) choose() {
	staged, size := false, 1 // the bytes of the largest element
	for k := range w.lanes {
		staged = staged || !w.lanes[k].direct()
		size = max(size, w.lanes[k].item, w.lanes[k].elem)
	}
	w.across = w.crossed()
	switch {
	case w.across:
		w.limit(tileRows, tileColumns)
	case staged:
		n := max(1, staging/size)
		w.limit(max(1, n/w.width()), n)
	case w.width() < shortRow:
		// Short rows are walked down the columns, as far as the cache holds.
		w.limit(max(1, 4*buffered/w.width()), shortRow)
	default:
		w.limit(max(1, breath/w.width()), breath)
	}
	for k := range w.lanes {
		w.lanes[k].room(w.rows * w.cols)
	}
}

// crossed looks for a source that moves far along the inner axis and less far
// along another: then that becomes the tile's other axis, and the source is
// staged through a buffer, tile by tile.
func (w *walk) crossed() bool {
	const line = 64
	inner, found := w.inner, -1
	if inner < 0 {
		return false
	}
	for k := 1; k < len(w.lanes); k++ {
		l := &w.lanes[k]
		step := magnitude(l.strides[inner])
		if step < line || w.shape[inner] < shortRow {
			continue
		}
		best := -1
		for axis, s := range l.strides[:inner] {
			s = magnitude(s)
			if s != 0 && s < step && w.shape[axis] >= shortRow && (best < 0 || s < magnitude(l.strides[best])) {
				best = axis
			}
		}
		if best < 0 || (found >= 0 && best != found) {
			continue
		}
		found = best
		l.staged = true
	}
	if found < 0 {
		return false
	}
	w.outer = found
	return true
}

func magnitude(n int) int { return max(n, -n) }

// tile runs the loop over one tile: it packs what has to be packed, and unpacks
// the destination.
func (w *walk) tile(rows, cols int) {
	t := tile{rows: rows, cols: cols, lanes: len(w.lanes)}
	for k := range w.lanes {
		l := &w.lanes[k]
		if k == 0 {
			t.p[k], t.row[k], t.col[k] = l.target(cols)
		} else {
			t.p[k], t.row[k], t.col[k] = l.load(rows, cols)
		}
		if w.across && l.direct() {
			t.far[k] = l.item
		}
	}
	t.run(w.loop, &w.args)
	w.lanes[0].store(rows, cols)
}
