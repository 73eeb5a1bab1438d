package ops

import (
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// CumSum returns the running sums along an axis, in the types of Sum and the
// shape of x; see Sum. Flatten x first for NumPy's cumsum without an axis.
// float32 and narrower are summed in float64 and rounded one by one.
func CumSum(dst, x *ndarray.Array, axis int) (*ndarray.Array, error) {
	const op = "cumsum"
	c := &cumulation{}
	var err error
	if c.axis, err = axisOf(op, axis, x.Rank()); err != nil {
		return nil, err
	}
	r, err := newReduction(op, kernel.Sum, x, Over{Axes: []int{c.axis}}, false)
	if err != nil {
		return nil, err
	}
	c.reduction = r
	if n, ok := number(r.x.elem); ok {
		c.scan, _ = kernel.Scan(n)
	} else {
		c.scan = kernel.ScanDates()
	}
	if dst == nil {
		if dst, err = freshLike(r.result, x.Shape(), []*ndarray.Array{x}); err != nil {
			return nil, err
		}
	} else {
		if err := checkReduced(op, dst, r.result, x.Shape()); err != nil {
			return nil, err
		}
		if !sameView(dst, x) && ndarray.SharesMemory(dst, x) != layout.No {
			if r.x.array, err = x.Clone(layout.K); err != nil {
				return nil, err
			}
		}
	}
	return written(dst, c.run(dst))
}

// cumulation is a running sum at work on a part of the lines along the axis.
type cumulation struct {
	*reduction
	axis int
	scan kernel.Scanner

	grid                 // the lines: lanes of dst and x
	n, step, outStep int // length and byte strides of the axis
	accs             []byte
	sums             []byte
	args             kernel.Args
}

func (c *cumulation) run(dst *ndarray.Array) error {
	marked := make([]bool, dst.Rank())
	marked[c.axis] = true
	lay, out := c.x.array.Layout(), dst.Layout()
	c.n, c.step, c.outStep = lay.Shape[c.axis], lay.Strides[c.axis], out.Strides[c.axis]
	round, err := c.rounding(dst.DType().Native())
	if err != nil {
		return err
	}
	operands := []operand{{array: dst, elem: c.acc, between: round}, c.x}
	return share(operands, []layout.Layout{axesWhere(out, marked, false), axesWhere(lay, marked, false)}, c.n,
		func(plan *layout.Plan, storages [][]byte) {
			part := *c
			part.all(operands, storages, plan)
		})
}

func (c *cumulation) all(operands []operand, storages [][]byte, plan *layout.Plan) {
	c.grid = newGrid(plan, 2)
	for k, o := range operands {
		c.lanes[k] = o.lane(storages[k], plan, k, &c.args)
	}
	d, x := &c.lanes[result], &c.lanes[folded]
	x.require(alignmentOf(c.x.array.DType()), 0, []int{c.step})
	d.require(alignmentOf(operands[0].array.DType()), 0, []int{c.outStep})
	c.limit(max(1, buffered/c.width()), buffered)
	room := max(c.rows*c.cols, min(c.n, buffered))
	c.accs = make([]byte, room*c.acc.ItemSize())
	c.sums = c.accs
	across := c.inner >= 0 && c.width() >= shortRow && magnitude(x.strides[c.inner]) < magnitude(c.step)
	if !across {
		c.sums = make([]byte, len(c.accs))
	}
	d.elems = c.sums
	d.room(room)
	x.room(room)
	c.each(func(rows, cols int) {
		if across {
			c.byRows(rows, cols)
		} else {
			c.bySpans(rows, cols)
		}
	})
}

// byRows steps along the axis for all lines of a tile at once.
func (c *cumulation) byRows(rows, cols int) {
	d, x := &c.lanes[result], &c.lanes[folded]
	to, from := d.off, x.off
	clear(c.accs)
	size := c.acc.ItemSize()
	for k := 0; k < c.n && !c.ended(); k++ {
		d.off, x.off = to+k*c.outStep, from+k*c.step
		t := tile{rows: rows, cols: cols, lanes: 2}
		t.p[0], t.row[0], t.col[0] = start(c.accs), cols*size, size
		t.p[1], t.row[1], t.col[1] = x.load(rows, cols)
		t.run(func(n int, a *kernel.Args) { c.by.Rows(n, 1, 0, a) }, &c.args)
		d.store(rows, cols)
	}
	d.off, x.off = to, from
}

// bySpans runs along one line of a tile after another.
func (c *cumulation) bySpans(rows, cols int) {
	d, x := &c.lanes[result], &c.lanes[folded]
	to, from := *d, *x
	d.row, d.col, x.row, x.col = 0, c.outStep, 0, c.step
	acc := start(c.accs)
	for i := range rows * cols {
		r, col := i/cols, i%cols
		clear(c.accs[:c.acc.ItemSize()])
		for k := 0; k < c.n && !c.ended(); k += buffered {
			n := min(buffered, c.n-k)
			d.off = to.off + r*to.row + col*to.col + k*c.outStep
			x.off = from.off + r*from.row + col*from.col + k*c.step
			p, _, step := x.load(1, n)
			c.scan.Span(n, acc, start(c.sums), p, step)
			d.store(1, n)
		}
	}
	d.off, d.row, d.col = to.off, to.row, to.col
	x.off, x.row, x.col = from.off, from.row, from.col
}
