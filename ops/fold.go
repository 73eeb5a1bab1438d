package ops

import (
	"unsafe"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

const (
	// chunk is how many elements a part of a long fold into few results has. It
	// does not depend on the number of processors, so neither do the sums.
	chunk = 1 << 17
	// accumulators is how many results are folded at once: 16 KiB of float64.
	accumulators = 2048
	// fewResults is up to how many results such a fold has.
	fewResults = 64
)

// run reduces into dst, which has the shape of the result.
//
// Two plans are walked: kept, of the results with the axes of x that stay, and
// for every tile of results over, of the axes that go.
func (r *reduction) run(dst *ndarray.Array) error {
	lay := r.x.array.Layout().Clone()
	r.times = 1
	for k, gone := range r.over {
		if gone && lay.Strides[k] == 0 && lay.Len() > 0 {
			r.times *= lay.Shape[k]
			lay.Shape[k] = 1
		}
	}
	out := dst.Layout()
	if r.keep {
		out = axesWhere(out, r.over, false)
	}
	kept := []layout.Layout{out, axesWhere(lay, r.over, false)}
	if r.mean != nil {
		kept = append(kept, axesWhere(r.mean.Layout(), r.over, false))
	}
	over := axesWhere(lay, r.over, true)
	over.Offset = 0

	round, err := r.rounding(dst.DType().Native())
	if err != nil {
		return err
	}
	operands := []operand{{array: dst, elem: r.acc, between: round}, r.x}
	if r.mean != nil {
		operands = append(operands, operand{array: r.mean, elem: r.x.elem})
	}
	var f folder
	f.reduction, f.operands = r, operands
	if err := f.over.Build(over); err != nil {
		return err
	}
	if results := dst.Len(); results <= fewResults && results*f.over.Len() >= 2*chunk {
		return share(operands, kept, 0, func(plan *layout.Plan, storages [][]byte) {
			f.kept, f.storages = *plan, storages
			f.chunks()
		})
	}
	return share(operands, kept, f.worth(), func(plan *layout.Plan, storages [][]byte) {
		part := f
		part.kept, part.storages = *plan, storages
		part.all()
	})
}

// worth is how many elements the elements of a result count as for share. Assembly
// folds as fast as memory gives them, so those count by their bytes, at which 4 MiB
// are worth a goroutine.
func (f *folder) worth() int {
	n := f.over.Len()
	if f.x.between == nil && f.mean == nil && f.reduction.fold != kernel.Prod {
		n = max(1, n*f.x.elem.ItemSize()/64)
	}
	return n
}

// axesWhere is the layout of the axes that are marked so.
func axesWhere(l layout.Layout, marked []bool, so bool) layout.Layout {
	part := layout.Layout{Offset: l.Offset}
	for k, m := range marked {
		if m == so {
			part.Shape = append(part.Shape, l.Shape[k])
			part.Strides = append(part.Strides, l.Strides[k])
		}
	}
	return part
}

// rounding is the loop from an accumulator to an element of the destination.
func (r *reduction) rounding(to dtype.Type) (kernel.Loop, error) {
	first, err := conversion(r.op, r.acc, r.result)
	if err != nil || r.result == to {
		return orCopy(first, r.acc), err
	}
	second, err := conversion(r.op, r.result, to)
	if first == nil {
		return orCopy(second, r.acc), err
	}
	return through(r.result.ItemSize(), first, orCopy(second, r.result)), err
}

// orCopy is the loop, or for nil the one that copies elements of a type.
func orCopy(loop kernel.Loop, dt dtype.Type) kernel.Loop {
	if loop != nil {
		return loop
	}
	if n, ok := number(dt); ok {
		return kernel.Cast(n, n)
	}
	return kernel.Fit(dt.ItemSize(), dt.ItemSize())
}

// folder is a reduction at work on a part of its results, or for few results on
// a part of the elements.
type folder struct {
	*reduction
	kept, over layout.Plan
	operands   []operand // the destination, x and, if there is one, the mean
	storages   [][]byte

	grid        // the results: lanes as the operands
	accs []byte // accumulators of a tile
	diff []byte // x - mean of a tile, or of a run
	args kernel.Args

	n, step int  // of the innermost axis of over: length, bytes
	byRows  bool // fold rows of results, not one result after another
}

// The lanes of a folder.
const (
	result = iota
	folded
	subtracted
)

// all folds all results, tile by tile.
func (f *folder) all() {
	f.prepare()
	f.each(func(rows, cols int) {
		f.fold(rows, cols)
		f.finish(rows, cols)
	})
}

// prepare chooses the way to fold and makes the buffers.
func (f *folder) prepare() {
	f.grid = newGrid(&f.kept, len(f.operands))
	for k, o := range f.operands {
		f.lanes[k] = o.lane(f.storages[k], &f.kept, k, &f.args)
	}
	x := &f.lanes[folded]
	x.require(alignmentOf(f.x.array.DType()), f.over.Offset(0), f.over.Strides(0))
	x.off += f.over.Offset(0)
	f.narrow(f.over)
	across := f.kept.Len()
	f.byRows = f.n == 1 || across > 1 && (f.n < shortRow && f.n < across ||
		f.width() >= shortRow && magnitude(x.strides[f.inner]) < magnitude(f.step))
	if n, _ := number(f.x.elem); !kernel.TakesSecond(f.reduction.fold, n, f.byRows) {
		if !f.byRows {
			x.pack(f.step, f.n)
		} else if f.inner >= 0 {
			x.pack(x.strides[f.inner], f.width())
		}
	}
	most := buffered
	if f.byRows && x.direct() && f.mean == nil {
		most = accumulators
	}
	f.limit(max(1, most/f.width()), most)

	tile := f.rows * f.cols
	f.accs = make([]byte, tile*f.acc.ItemSize())
	f.lanes[result].elems = f.accs
	f.lanes[result].room(tile)
	if !f.byRows {
		tile = max(tile, min(f.n, buffered)) // a run, or first elements of a tile
	}
	x.room(tile)
	if f.mean != nil {
		f.diff = make([]byte, tile*f.x.elem.ItemSize())
	}
}

// narrow lets the folder fold the elements of a part of over.
func (f *folder) narrow(over layout.Plan) {
	f.lanes[folded].off += over.Offset(0) - f.over.Offset(0)
	f.over = over
	f.n = 1
	if last := over.Rank() - 1; last >= 0 {
		f.n, f.step = over.Shape()[last], over.Strides(0)[last]
	}
}

// fold folds the elements of a tile of results into the accumulators.
func (f *folder) fold(rows, cols int) {
	f.identity(rows, cols)
	if f.over.Len() == 0 {
		return
	}
	if f.byRows {
		last := max(f.over.Rank()-1, 0)
		if f.mean == nil && f.lanes[folded].direct() {
			f.positions(0, last, func() { f.foldAllRows(rows, cols) })
		} else {
			f.positions(0, f.over.Rank(), func() { f.foldRows(rows, cols, 1) })
		}
		return
	}
	x := &f.lanes[folded]
	row, col := x.row, x.col
	x.row, x.col = 0, f.step
	f.positions(0, f.over.Rank()-1, func() {
		off := x.off
		for i := range rows * cols {
			r, c := i/cols, i%cols
			x.off = off + r*row + c*col
			f.foldSpan(r, c, cols)
		}
		x.off = off
	})
	x.row, x.col = row, col
}

// positions visits the indices of the axes of over from axis on and before end,
// with x moved there.
func (f *folder) positions(axis, end int, visit func()) {
	if axis >= end {
		visit()
		return
	}
	n, step := f.over.Shape()[axis], f.over.Strides(0)[axis]
	x := &f.lanes[folded]
	off := x.off
	for k := 0; k < n && (axis > 0 || !f.ended()); k++ {
		f.positions(axis+1, end, visit)
		x.off += step
	}
	x.off = off
}

// identity sets the accumulators of a tile to what folding begins with: least
// and largest begin with the first elements, which do not count twice.
func (f *folder) identity(rows, cols int) {
	size := f.acc.ItemSize()
	t := f.into(rows, cols)
	switch f.reduction.fold {
	case kernel.Minimum, kernel.Maximum:
		t.p[1], t.row[1], t.col[1] = f.lanes[folded].load(rows, cols)
		t.run(orCopy(nil, f.acc), &f.args)
	case kernel.Prod, kernel.All:
		one := byte(1)
		t.p[1] = unsafe.Pointer(&one)
		n, _ := number(f.acc)
		t.run(kernel.Cast(kernel.Bool, n), &f.args)
	default:
		clear(f.accs[:rows*cols*size])
	}
}

// into is a tile of two operands, the first of them the accumulators.
func (f *folder) into(rows, cols int) tile {
	t := tile{rows: rows, cols: cols, lanes: 2}
	t.p[0], t.row[0], t.col[0] = start(f.accs), cols*f.acc.ItemSize(), f.acc.ItemSize()
	return t
}

// atOnce is how many elements are folded or searched before looking whether to stop.
const atOnce = 1 << 20

// foldAllRows is foldRows of all elements along the axis, in pieces.
func (f *folder) foldAllRows(rows, cols int) {
	x := &f.lanes[folded]
	off, most := x.off, max(1, atOnce/(rows*cols))
	for k := 0; k < f.n && !f.ended(); k += most {
		x.off = off + k*f.step
		f.foldRows(rows, cols, min(most, f.n-k))
	}
	x.off = off
}

// foldRows folds count elements along the innermost axis of over into every
// accumulator of a tile.
func (f *folder) foldRows(rows, cols, count int) {
	t := f.into(rows, cols)
	t.p[1], t.row[1], t.col[1] = f.lanes[folded].load(rows, cols)
	if f.mean != nil {
		m := &f.lanes[subtracted]
		d := tile{rows: rows, cols: cols, lanes: 3}
		d.p[1], d.row[1], d.col[1] = t.p[1], t.row[1], t.col[1]
		d.p[2], d.row[2], d.col[2] = m.load(rows, cols)
		size := f.x.elem.ItemSize()
		t.p[1], t.row[1], t.col[1] = start(f.diff), cols*size, size
		d.p[0], d.row[0], d.col[0] = t.p[1], t.row[1], t.col[1]
		d.run(f.difference(), &f.args)
	}
	t.run(func(n int, a *kernel.Args) { f.by.Rows(n, count, f.step, a) }, &f.args)
}

// difference is the loop that subtracts the means.
func (f *folder) difference() kernel.Loop {
	n, _ := number(f.x.elem)
	return kernel.Binary(kernel.Sub, n)
}

// foldSpan folds a run along the innermost axis of over into the accumulator of
// the result in row r and column c of a tile of cols columns.
func (f *folder) foldSpan(r, c, cols int) {
	acc := unsafe.Pointer(&f.accs[(r*cols+c)*f.acc.ItemSize()])
	x := &f.lanes[folded]
	off := x.off
	most := f.n
	if f.mean != nil || !x.direct() {
		most = min(most, buffered)
	}
	for i := 0; i < f.n && !f.decided(acc) && (i == 0 || !f.ended()); i += most {
		n := min(most, f.n-i)
		x.off = off + i*f.step
		p, _, step := x.load(1, n)
		if f.mean != nil {
			m := &f.lanes[subtracted]
			size := f.x.elem.ItemSize()
			d := tile{rows: 1, cols: n, lanes: 3}
			d.p = [kernel.MaxArgs]unsafe.Pointer{start(f.diff), p, unsafe.Add(m.base, m.off+r*m.row+c*m.col)}
			d.col = [kernel.MaxArgs]int{size, step, 0}
			d.run(f.difference(), &f.args)
			p, step = start(f.diff), size
		}
		f.by.Span(n, acc, p, step)
	}
	x.off = off
}

// decided reports whether the elements that are left cannot change the result.
func (f *folder) decided(acc unsafe.Pointer) bool {
	switch f.reduction.fold {
	case kernel.Any:
		return *(*bool)(acc)
	case kernel.All:
		return !*(*bool)(acc)
	}
	return false
}

// finish divides the accumulators of a tile if they are to be and writes them
// into the destination.
func (f *folder) finish(rows, cols int) {
	f.repeat(rows, cols)
	if f.scaled {
		t := tile{rows: 1, cols: rows * cols, lanes: 3}
		size := f.acc.ItemSize()
		divisor, loop := f.divisorOf()
		t.p = [kernel.MaxArgs]unsafe.Pointer{start(f.accs), start(f.accs), divisor}
		t.col = [kernel.MaxArgs]int{size, size, 0}
		t.run(loop, &f.args)
	}
	f.lanes[result].store(rows, cols)
}

// divisorOf is the divisor and the loop that divides accumulators by it.
func (f *folder) divisorOf() (unsafe.Pointer, kernel.Loop) {
	if isDate(f.acc) {
		n := int64(f.divisor)
		return unsafe.Pointer(&n), kernel.DateByInt(kernel.Div)
	}
	z := complex(f.divisor, 0) // the real part comes first
	n, _ := number(f.acc)
	return unsafe.Pointer(&z), kernel.Binary(kernel.Div, n)
}
