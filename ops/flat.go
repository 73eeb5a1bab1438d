package ops

import (
	"sync"
	"unsafe"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// first is the best element of a flattened array, the first one in C order of equals.
// No array is copied for that: lines along one axis are searched in any order, and the
// places of their best elements compared.
type first struct {
	weights []int // places in C order from an index to the next along the axes

	lock  sync.Mutex
	best  []byte
	place int64 // -1 for none yet
}

// flatten prepares the search of all of x, which has elements: it returns x without
// the axes along which it stands still, of which index 0 is the first, and with those
// joined that join, and chooses the axis whose lines are searched.
func (s *extreme) flatten(x *ndarray.Array) (*ndarray.Array, error) {
	l := x.Layout().Clone()
	weights := layout.Layout{Shape: l.Shape, Strides: make([]int, len(l.Shape))}
	weight := 1
	for k := len(l.Shape) - 1; k >= 0; k-- {
		weights.Strides[k] = weight
		weight *= l.Shape[k]
	}
	for k, stride := range l.Strides {
		if stride == 0 {
			l.Shape[k] = 1
		}
	}
	shape, strides := layout.Coalesce(l, weights)
	if len(shape) == 0 {
		shape, strides = []int{1}, [][]int{{0}, {1}}
	}
	s.flat = &first{weights: strides[1], place: -1}
	for k, n := range shape {
		step, least := magnitude(strides[0][k]), magnitude(strides[0][s.axis])
		switch long := n >= shortRow; {
		case long != (shape[s.axis] >= shortRow):
			if long {
				s.axis = k
			}
		case long && step < least, !long && n > shape[s.axis]:
			s.axis = k
		}
	}
	for k, n := range shape {
		if k != s.axis {
			s.kept = append(s.kept, n)
		}
	}
	return view(x, layout.Layout{Shape: shape, Strides: strides[0], Offset: l.Offset})
}

// runFlat searches all lines along the axis and writes the place of the best element.
func (s *extreme) runFlat(operands []operand, marked []bool) error {
	lay := s.x.array.Layout()
	places := axesWhere(layout.Layout{Shape: lay.Shape, Strides: s.flat.weights}, marked, false)
	err := share(operands, []layout.Layout{places, axesWhere(lay, marked, false)}, s.worth(), func(plan *layout.Plan, storages [][]byte) {
		part := *s
		part.all(operands, storages, plan)
	})
	if err != nil {
		return err
	}
	place, err := ndarray.FromSlice([]int64{s.flat.place})
	if err != nil {
		return err
	}
	dst := operands[result].array
	if place, err = place.View(dst.Shape()...); err != nil {
		return err
	}
	return assign(s.op, dst, place)
}

// offer offers the best elements of the lines of a tile.
func (s *extreme) offer(rows, cols int) {
	s.flat.lock.Lock()
	defer s.flat.lock.Unlock()
	at, size := &s.lanes[result], s.lanes[folded].elem
	for i := range rows * cols {
		place := *(*int64)(unsafe.Pointer(&s.places[8*i]))*int64(s.flat.weights[s.axis]) + int64(at.off+i/cols*at.row+i%cols*at.col)
		s.flat.offer(s.by, s.best[i*size:(i+1)*size], place)
	}
}

func (f *first) offer(by kernel.Searcher, elem []byte, place int64) {
	if f.place < 0 {
		f.best, f.place = append(f.best, elem...), place
		return
	}
	switch {
	case by.Span(1, start(f.best), start(elem), 0) >= 0:
		f.place = place
	case place < f.place && by.Span(1, start(elem), start(f.best), 0) < 0: // they are equal
		f.place = place
	}
}
