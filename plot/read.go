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

// blocks reads a 2-d array in pieces, as it lies in memory, and visits each.
// The piece is valid during the visit only.
func blocks(ctx context.Context, a *ndarray.Array, visit func(b block)) error {
	turned := abs(a.Strides()[0]) < abs(a.Strides()[1])
	if turned {
		a = a.Transpose()
	}
	rows, columns := a.Dim(0), a.Dim(1)
	width := min(columns, chunk)
	height := min(rows, chunk/width)
	buf := make([]float64, width*height)
	for r := 0; r < rows; r += height {
		for c := 0; c < columns; c += width {
			if err := ctx.Err(); err != nil {
				return err
			}
			part, err := a.Slice(layout.Range(r, min(rows, r+height)), layout.Range(c, min(columns, c+width)))
			if err != nil {
				return err
			}
			b := block{row: r, column: c, rows: part.Dim(0), columns: part.Dim(1)}
			b.values, b.down, b.right = buf[:b.rows*b.columns], b.columns, 1
			if err := numbers(b.values, part); err != nil {
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
	switch {
	case math.IsNaN(v):
		s.nan++
		return false
	case v > math.MaxFloat64:
		s.pos++
		return false
	case v < -math.MaxFloat64:
		s.neg++
		return false
	}
	if s.finite == 0 {
		s.min, s.max = v, v
	}
	s.finite++
	s.min, s.max = min(s.min, v), max(s.max, v)
	return true
}

func abs(a int) int { return max(a, -a) }
