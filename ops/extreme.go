package ops

import (
	"unsafe"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// ArgMin returns the indices of the least elements along one axis, or with no
// axes in the flattened array, as int64; the first of equal ones, and of NaN
// (NaT) before all. No layout is copied for the flattened array. A fresh result is in
// C order; otherwise see Sum. No elements is ErrEmpty, several axes are ErrArgument.
func ArgMin(dst, x *ndarray.Array, over Over) (*ndarray.Array, error) {
	return search("argmin", false, dst, x, over)
}

// ArgMax returns the indices of the largest elements; see ArgMin.
func ArgMax(dst, x *ndarray.Array, over Over) (*ndarray.Array, error) {
	return search("argmax", true, dst, x, over)
}

func search(op string, largest bool, dst, x *ndarray.Array, over Over) (*ndarray.Array, error) {
	s, err := newSearch(op, largest, x, over)
	if err != nil {
		return nil, err
	}
	if dst == nil {
		if dst, err = ndarray.New(dtype.Int64, s.shape...); err != nil {
			return nil, err
		}
	} else if err = checkReduced(op, dst, dtype.Int64, s.shape); err != nil {
		return nil, err
	}
	if ndarray.SharesMemory(dst, s.x.array) != layout.No {
		if s.x.array, err = s.x.array.Clone(layout.K); err != nil {
			return nil, err
		}
	}
	return written(dst, s.run(dst))
}

// extreme is a search of an array along an axis, at work on a part of the
// results.
type extreme struct {
	op    string
	by    kernel.Searcher
	x     operand
	axis  int
	shape []int // of the result
	kept  []int // of the result without the axis that KeepDims leaves

	flat *first // of a flattened array: the best of all results; else nil

	grid           // the results: lanes of dst, or of their places in C order, and x
	n, step int    // length and byte stride of the axis
	places  []byte // int64 of a tile
	best    []byte // elements of a tile
	args    kernel.Args
}

func newSearch(op string, largest bool, x *ndarray.Array, over Over) (*extreme, error) {
	s := &extreme{op: op}
	var err error
	rank := x.Rank()
	switch {
	case over.Axes == nil:
		for range rank {
			if over.KeepDims {
				s.shape = append(s.shape, 1)
			}
		}
		if x.Len() == 0 {
			return nil, fail(op, ErrEmpty, "no elements in shape %v, and none has no place", x.Shape())
		}
		if x, err = s.flatten(x); err != nil {
			return nil, err
		}
	case len(over.Axes) == 1:
		if s.axis, err = axisOf(op, over.Axes[0], rank); err != nil {
			return nil, err
		}
		for k, size := range x.Shape() {
			if k != s.axis {
				s.shape = append(s.shape, size)
				s.kept = append(s.kept, size)
			} else if over.KeepDims {
				s.shape = append(s.shape, 1)
			}
		}
	default:
		return nil, fail(op, ErrArgument, "%d axes; one or none is possible", len(over.Axes))
	}
	if x.Dim(s.axis) == 0 {
		return nil, fail(op, ErrEmpty, "no elements along axis %d of shape %v, and none has no place", s.axis, x.Shape())
	}
	if over.Axes != nil && x.Strides()[s.axis] == 0 { // all are equal, and the first one is found
		if x, err = span(x, s.axis, 0, 1); err != nil {
			return nil, err
		}
	}
	elem := x.DType().Native()
	if n, ok := number(elem); ok {
		elem = typeOf[wide(n)]
		s.by, _ = kernel.Search(wide(n), largest)
	} else if isDate(elem) {
		s.by = kernel.SearchDates(largest)
	} else {
		return nil, noRule(op, elem)
	}
	if elem == dtype.Bool {
		elem = dtype.Uint8 // so that all that is true is 1
	}
	s.x, err = source(op, x, elem)
	return s, err
}

func (s *extreme) run(dst *ndarray.Array) error {
	marked := make([]bool, s.x.array.Rank())
	marked[s.axis] = true
	lay := s.x.array.Layout()
	s.n, s.step = lay.Shape[s.axis], lay.Strides[s.axis]
	out := dst.Layout()
	if len(out.Shape) > len(s.kept) { // KeepDims
		if len(s.kept) == 0 {
			out = layout.Layout{Offset: out.Offset}
		} else {
			out = axesWhere(out, marked, false)
		}
	}
	round, err := conversion(s.op, dtype.Int64, dst.DType().Native())
	if err != nil {
		return err
	}
	operands := []operand{{array: dst, elem: dtype.Int64, between: orCopy(round, dtype.Int64)}, s.x}
	if s.flat != nil {
		return s.runFlat(operands, marked)
	}
	return share(operands, []layout.Layout{out, axesWhere(lay, marked, false)}, s.worth(), func(plan *layout.Plan, storages [][]byte) {
		part := *s
		part.all(operands, storages, plan)
	})
}

// worth is how many elements a line counts as for share; see folder.worth.
func (s *extreme) worth() int { return max(1, s.n*s.x.elem.ItemSize()/64) }

// all finds all results of a plan, tile by tile.
func (s *extreme) all(operands []operand, storages [][]byte, plan *layout.Plan) {
	s.grid = newGrid(plan, 2)
	for k, o := range operands {
		s.lanes[k] = o.lane(storages[k], plan, k, &s.args)
	}
	x := &s.lanes[folded]
	x.require(alignmentOf(s.x.array.DType()), 0, []int{s.step})
	s.limit(max(1, buffered/s.width()), buffered)
	tile := s.rows * s.cols
	s.places = make([]byte, 8*tile)
	s.best = make([]byte, tile*x.elem)
	s.lanes[result].elems = s.places
	s.lanes[result].room(tile)
	x.room(max(tile, min(s.n, buffered)))
	across := s.width() >= shortRow && magnitude(x.strides[max(s.inner, 0)]) < magnitude(s.step)
	s.each(func(rows, cols int) {
		clear(s.places)
		if s.inner >= 0 && across {
			s.byRows(rows, cols)
		} else {
			s.bySpans(rows, cols)
		}
		if s.flat != nil {
			s.offer(rows, cols)
		} else {
			s.lanes[result].store(rows, cols)
		}
	})
}

// byRows steps along the axis for all results of a tile at once.
func (s *extreme) byRows(rows, cols int) {
	x := &s.lanes[folded]
	off := x.off
	size := x.elem
	copies := orCopy(nil, s.x.elem)
	for k := 0; k < s.n && !s.ended(); k++ {
		x.off = off + k*s.step
		t := tile{rows: rows, cols: cols, lanes: 3}
		t.p[0], t.row[0], t.col[0] = start(s.places), 8*cols, 8
		t.p[1], t.row[1], t.col[1] = start(s.best), size*cols, size
		t.p[2], t.row[2], t.col[2] = x.load(rows, cols)
		if k == 0 {
			t.lanes = 2
			t.p[0], t.row[0], t.col[0] = t.p[1], t.row[1], t.col[1]
			t.p[1], t.row[1], t.col[1] = t.p[2], t.row[2], t.col[2]
			t.run(copies, &s.args)
			continue
		}
		t.run(func(n int, a *kernel.Args) { s.by.Rows(n, a, int64(k)) }, &s.args)
	}
	x.off = off
}

// bySpans searches the axis for one result of a tile after another.
func (s *extreme) bySpans(rows, cols int) {
	x := &s.lanes[folded]
	off, row, col := x.off, x.row, x.col
	x.row, x.col = 0, s.step
	most := min(s.n, atOnce)
	if !x.direct() {
		most = min(most, buffered)
	}
	for i := range rows * cols {
		best := unsafe.Pointer(&s.best[i*x.elem])
		place := (*int64)(unsafe.Pointer(&s.places[8*i]))
		first := off + i/cols*row + i%cols*col
		for k := 0; k < s.n && !s.ended(); k += most {
			n := min(most, s.n-k)
			x.off = first + k*s.step
			p, _, step := x.load(1, n)
			if k == 0 {
				copy(s.best[i*x.elem:], unsafe.Slice((*byte)(p), x.elem))
			}
			if at := s.by.Span(n, best, p, step); at >= 0 {
				*place = int64(k + at)
			}
		}
	}
	x.off, x.row, x.col = off, row, col
}
