package plot

import (
	"context"
	"math"

	"github.com/ndtool/ndtool/ndarray/layout"
)

// line is the range of the values in each stretch of an array; where a stretch
// is one element both ends are its value. NaN where no value is finite.
type line struct {
	low, high []float64
	neg, pos  []bool // there is an infinity
}

// readLine reads a 1-d array.
func (p *Plot) readLine(ctx context.Context, s Source) error {
	p.stats = newStats()
	n := (p.columns-1)/p.across + 1
	l := &line{low: make([]float64, n), high: make([]float64, n), neg: make([]bool, n), pos: make([]bool, n)}
	for i := range n {
		l.low[i], l.high[i] = math.NaN(), math.NaN()
	}
	row, err := s.slice(layout.NewAxis)
	if err != nil {
		return err
	}
	err = blocks(ctx, row, func(b block) {
		for j := 0; j < b.columns; {
			k := (b.column + j) / p.across
			end := min(b.columns, (k+1)*p.across-b.column)
			l.add(k, b.values[j:end], &p.stats)
			j = end
		}
	})
	p.line = l
	return err
}

// add takes values into place k.
func (l *line) add(k int, values []float64, s *stats) {
	low, high := l.low[k], l.high[k]
	for _, v := range values {
		switch {
		case s.add(v):
			// NaN, as both are at first, is no bound
			if !(v >= low) {
				low = v
			}
			if !(v <= high) {
				high = v
			}
		case math.IsInf(v, 1):
			l.pos[k] = true
		case math.IsInf(v, -1):
			l.neg[k] = true
		}
	}
	l.low[k], l.high[k] = low, high
}

// stretches yields the runs [from, to) of places that have values.
func (l *line) stretches(yield func(from, to int) bool) {
	for from := 0; from < len(l.low); {
		if math.IsNaN(l.low[from]) {
			from++
			continue
		}
		to := from + 1
		for to < len(l.low) && !math.IsNaN(l.low[to]) {
			to++
		}
		if !yield(from, to) {
			return
		}
		from = to
	}
}

// index is the place i's position on the axis of elements.
func (p *Plot) index(i int) float64 {
	from := i * p.across
	return (float64(from) + float64(min(from+p.across, p.columns)-1)) / 2
}
