package plot

import (
	"context"
	"math"

	"github.com/ndtool/ndtool/ndarray"
)

// line is the range of the values in each stretch of an array; where a stretch
// is one element both ends are its value. NaN where no value is finite.
type line struct {
	low, high []float64
	neg, pos  []bool // there is an infinity
}

// readLine reads a 1-d array.
func (p *Plot) readLine(ctx context.Context, a *ndarray.Array) error {
	p.stats = newStats()
	n := (p.columns-1)/p.across + 1
	l := &line{low: make([]float64, n), high: make([]float64, n), neg: make([]bool, n), pos: make([]bool, n)}
	for i := range n {
		l.low[i], l.high[i] = math.NaN(), math.NaN()
	}
	row, err := a.Unsqueeze(0)
	if err != nil {
		return err
	}
	err = blocks(ctx, row, func(b block) {
		for j, v := range b.values {
			k := (b.column + j) / p.across
			switch {
			case p.stats.add(v):
				if math.IsNaN(l.low[k]) {
					l.low[k], l.high[k] = v, v
				}
				l.low[k], l.high[k] = min(l.low[k], v), max(l.high[k], v)
			case math.IsInf(v, 1):
				l.pos[k] = true
			case math.IsInf(v, -1):
				l.neg[k] = true
			}
		}
	})
	p.line = l
	return err
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
