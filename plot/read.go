package plot

import (
	"context"
	"math"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// chunk is how many elements are converted at a time.
const chunk = 1 << 16

// block is a piece of a 2-d array as numbers: the element (i, j) of the piece
// is values[i*down+j*right].
type block struct {
	row, column   int // where it begins
	rows, columns int
	values        []float64
	down, right   int
}

// Source is an array that is read part by part. The parts are views of Layout.
type Source struct {
	DType  dtype.Type    // of the elements
	Layout layout.Layout // of the whole array; strides and offset in bytes

	// Read returns the elements at a part, in any order in memory. The plot does
	// not write to them nor keep them.
	Read func(part layout.Layout) (*ndarray.Array, error)
}

// SourceOf is Source for an array in memory, of any shape. Its parts are views:
// nothing is copied.
func SourceOf(a *ndarray.Array) Source {
	return Source{DType: a.DType(), Layout: a.Layout(), Read: func(part layout.Layout) (*ndarray.Array, error) {
		return ndarray.FromStorage(a.Storage(), a.DType(), part)
	}}
}

// slice is the part of the source that an index names.
func (s Source) slice(ix ...layout.Index) (Source, error) {
	var err error
	s.Layout, err = s.Layout.Slice(ix...)
	return s, err
}

// blocks reads a 2-d source in pieces, as it lies in memory, and visits each.
// The piece is valid during the visit only.
func blocks(ctx context.Context, s Source, visit func(b block)) error {
	l := s.Layout
	turned := abs(l.Strides[0]) < abs(l.Strides[1])
	if turned {
		l = l.Transpose()
	}
	rows, columns := l.Shape[0], l.Shape[1]
	width := min(columns, chunk)
	height := min(rows, chunk/width)
	buf := make([]float64, width*height)
	for r := 0; r < rows; r += height {
		for c := 0; c < columns; c += width {
			if err := ctx.Err(); err != nil {
				return err
			}
			part, err := l.Slice(layout.Range(r, min(rows, r+height)), layout.Range(c, min(columns, c+width)))
			if err != nil {
				return err
			}
			a, err := s.Read(part)
			if err != nil {
				return err
			}
			b := block{row: r, column: c, rows: part.Shape[0], columns: part.Shape[1]}
			b.values, b.down, b.right = buf[:b.rows*b.columns], b.columns, 1
			if err := numbers(b.values, a); err != nil {
				return err
			}
			if turned {
				b = block{row: c, column: r, rows: b.columns, columns: b.rows, values: b.values, down: 1, right: b.columns}
			}
			visit(b)
		}
	}
	return nil
}

// numbers writes the elements of a 2-d array to dst, in C order.
func numbers(dst []float64, a *ndarray.Array) error {
	if a.DType().Kind() == dtype.KindComplex {
		var err error
		if a, err = ops.Absolute(nil, a); err != nil {
			return err
		}
	}
	to, err := ndarray.FromSlice(dst, a.Shape()...)
	if err != nil {
		return err
	}
	_, err = ops.Cast(to, a, dtype.Float64, dtype.Unsafe)
	return err
}

// stats are what there is among the elements.
type stats struct {
	min, max      float64 // of the finite ones; NaN if there are none
	finite        int
	nan, neg, pos int // NaN and the infinities
}

func newStats() stats { return stats{min: math.NaN(), max: math.NaN()} }

// add counts a value and reports whether it is finite.
func (s *stats) add(v float64) bool {
	if v-v != 0 {
		s.addOdd(v)
		return false
	}
	// NaN, as both ends are at first, is no bound
	if !(v >= s.min) {
		s.min = v
	}
	if !(v <= s.max) {
		s.max = v
	}
	s.finite++
	return true
}

// addOdd counts a value that is not finite.
func (s *stats) addOdd(v float64) {
	switch {
	case math.IsNaN(v):
		s.nan++
	case v > 0:
		s.pos++
	default:
		s.neg++
	}
}

func abs(a int) int { return max(a, -a) }
