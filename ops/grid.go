package ops

import (
	"runtime"
	"unsafe"

	"github.com/ndtool/ndtool/internal/parallel"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// grid is a plan cut into tiles: rows along one axis, columns along the inner,
// last one, and lanes that are moved from tile to tile.
type grid struct {
	lanes        []lane
	shape        []int
	inner, outer int // the axes of a tile's columns and rows; -1 for none
	rows, cols   int // of a tile, at most
}

// newGrid makes a grid of whole planes over the last two axes of a plan.
func newGrid(plan *layout.Plan, lanes int) grid {
	g := grid{lanes: make([]lane, lanes), shape: plan.Shape()}
	g.inner = len(g.shape) - 1
	g.outer = max(g.inner-1, -1)
	g.rows, g.cols = g.height(), g.width()
	return g
}

// width and height are the lengths of the inner and the outer axis.
func (g *grid) width() int  { return g.length(g.inner) }
func (g *grid) height() int { return g.length(g.outer) }

func (g *grid) length(axis int) int {
	if axis < 0 {
		return 1
	}
	return g.shape[axis]
}

// limit makes the tiles no larger than rows by cols.
func (g *grid) limit(rows, cols int) {
	g.rows, g.cols = min(rows, g.height()), min(cols, g.width())
}

// each visits all tiles with their numbers of rows and columns, or those before
// the context of an operand is done. The lanes stand at the tile's first elements.
func (g *grid) each(visit func(rows, cols int)) {
	for k := range g.lanes {
		l := &g.lanes[k]
		if g.inner >= 0 {
			l.col = l.strides[g.inner]
		}
		if g.outer >= 0 {
			l.row = l.strides[g.outer]
		}
	}
	g.nest(0, visit)
}

// nest is the loops over the axes from the given one on, and then over tiles.
func (g *grid) nest(axis int, visit func(rows, cols int)) {
	switch {
	case axis >= len(g.shape):
		g.plane(visit)
	case axis == g.inner, axis == g.outer:
		g.nest(axis+1, visit)
	default:
		for i := 0; i < g.shape[axis] && !g.ended(); i++ {
			g.nest(axis+1, visit)
			g.shift(axis, 1)
		}
		g.shift(axis, -g.shape[axis])
	}
}

// ended reports whether the context of an operand is done. Where the lanes stand
// does not matter then.
func (g *grid) ended() bool {
	for k := range g.lanes {
		if ndarray.ContextErr(g.lanes[k].array) != nil {
			return true
		}
	}
	return false
}

// plane visits the tiles of the outer and the inner axis.
func (g *grid) plane(visit func(rows, cols int)) {
	height, width := g.height(), g.width()
	for r := 0; r < height; r += g.rows {
		rows := min(g.rows, height-r)
		for c := 0; c < width && !g.ended(); c += g.cols {
			cols := min(g.cols, width-c)
			visit(rows, cols)
			g.shift(g.inner, cols)
		}
		g.shift(g.inner, -width)
		g.shift(g.outer, rows)
	}
	g.shift(g.outer, -height)
}

// shift moves all lanes n steps along an axis.
func (g *grid) shift(axis, n int) {
	if axis < 0 {
		return
	}
	for k := range g.lanes {
		l := &g.lanes[k]
		l.off += n * l.strides[axis]
	}
}

// tile is where the operands of a loop lie in a grid of rows by columns.
type tile struct {
	rows, cols, lanes int
	p                 [kernel.MaxArgs]unsafe.Pointer
	row, col          [kernel.MaxArgs]int // strides in bytes

	// far is the bytes of an element where the rows lie in memory so far apart and
	// are so short that the processor does not foresee the next one; 0 elsewhere.
	far [kernel.MaxArgs]int
}

// run calls the loop on the whole tile at once if every operand steps from the
// end of a row to the next one, else along its longer lines.
func (t *tile) run(loop kernel.Loop, a *kernel.Args) {
	whole := true
	for k := range t.lanes {
		whole = whole && t.row[k] == t.cols*t.col[k]
	}
	switch {
	case t.rows == 1 || whole:
		t.lines(loop, a, 1, t.rows*t.cols, &t.row, &t.col)
	case t.cols >= shortRow || t.cols >= t.rows:
		t.lines(loop, a, t.rows, t.cols, &t.row, &t.col)
	default:
		t.lines(loop, a, t.cols, t.rows, &t.col, &t.row)
	}
}

// lines calls the loop for count lines of n elements.
func (t *tile) lines(loop kernel.Loop, a *kernel.Args, count, n int, next, step *[kernel.MaxArgs]int) {
	a.S = *step
	for i := range count {
		for k := range t.lanes {
			if t.far[k] != 0 && t.far[k] == step[k] && i+1 < count {
				kernel.Ask(unsafe.Add(t.p[k], (i+1)*next[k]), n*step[k])
			}
		}
		for k := range t.lanes {
			a.P[k] = unsafe.Add(t.p[k], i*next[k])
		}
		loop(n, a)
	}
}

// share builds the plan of the operands' layouts and hands its parts, with the
// operands' storages, to as many goroutines as each elements a position of the
// plan are worth. If the context of an operand is done meanwhile the error is its.
func share(operands []operand, layouts []layout.Layout, each int, work func(plan *layout.Plan, storages [][]byte)) error {
	var plan layout.Plan
	if err := plan.Build(layouts...); err != nil {
		return err
	}
	if plan.Len() == 0 {
		return nil
	}
	storages := make([][]byte, 0, len(operands))
	defer func() {
		for k := range storages {
			operands[k].array.Storage().Release()
		}
	}()
	for _, o := range operands {
		b, err := o.array.Storage().Acquire()
		if err != nil {
			return err
		}
		storages = append(storages, b)
	}
	n := min(runtime.GOMAXPROCS(0), plan.Len()*each/grain)
	if n <= 1 {
		work(&plan, storages)
		return ended(operands)
	}
	parts := plan.Split(n)
	parallel.Do(len(parts), func(i int) { work(&parts[i], storages) })
	return ended(operands)
}
