package ops

import (
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// The sizes of a walk, in elements.
const (
	// buffered is how many elements a buffer holds: 8 KiB of float64.
	buffered = 1024
	// tileRows by tileColumns is the tile of operands whose fastest axes
	// differ.
	tileRows, tileColumns = 64, 64
	// shortRow is the length below which a row is not worth a call of a loop.
	shortRow = 16
	// grain is how many elements are worth a goroutine.
	grain = 1 << 16
)

// walk carries a loop over one plan, tile by tile.
type walk struct {
	grid
	loop kernel.Loop
	args kernel.Args
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
	})
}

func newWalk(loop kernel.Loop, operands []operand, storages [][]byte, plan *layout.Plan) *walk {
	w := &walk{loop: loop, grid: newGrid(plan, len(operands))}
	for k, o := range operands {
		w.lanes[k] = o.lane(storages[k], plan, k)
	}
	w.choose()
	return w
}

// choose picks the axes and the size of the tiles.
func (w *walk) choose() {
	staged := false
	for k := range w.lanes {
		staged = staged || !w.lanes[k].direct()
	}
	switch {
	case w.crossed():
		w.limit(tileRows, tileColumns)
	case staged:
		w.limit(max(1, buffered/w.width()), buffered)
	case w.width() < shortRow:
		// Short rows are walked down the columns, as far as the cache holds.
		w.limit(max(1, 4*buffered/w.width()), shortRow)
	}
	for k := range w.lanes {
		w.lanes[k].room(w.rows * w.cols)
	}
}

// crossed looks for a source that moves far along the inner axis and less far
// along another: then that becomes the tile's other axis, and the source is
// staged through a packed buffer, tile by tile.
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
	}
	t.run(w.loop, &w.args)
	w.lanes[0].store(rows, cols)
}
