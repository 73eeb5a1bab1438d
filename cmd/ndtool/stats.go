package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strings"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/cmd/ndtool/internal/table"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ops"
)

// statistics are what one pass over an array finds. NaN and NaT are counted and
// otherwise left out. Values are texts, as NumPy prints a scalar.
type statistics struct {
	Count int64 `json:"count"` // elements
	NaN   int64 `json:"nan"`   // of them
	Min   value `json:"min,omitempty"`
	Max   value `json:"max,omitempty"`
	Mean  value `json:"mean,omitempty"`
}

// value is the text of a number; in JSON a number where JSON has it.
type value string

// MarshalJSON writes numbers and truth values as such, other texts quoted.
func (v value) MarshalJSON() ([]byte, error) {
	text := strings.TrimSuffix(string(v), ".") // NumPy's 1. is no JSON
	switch {
	case text == "True" || text == "False":
		return []byte(strings.ToLower(text)), nil
	case json.Valid([]byte(text)):
		return []byte(text), nil
	}
	return json.Marshal(string(v))
}

// String is the line of the statistics.
func (s *statistics) String() string {
	var parts []string
	if s.Min != "" {
		parts = append(parts, "min "+string(s.Min), "max "+string(s.Max))
	}
	if s.Mean != "" {
		parts = append(parts, "mean "+string(s.Mean))
	}
	if parts == nil {
		parts = []string{"no values"}
	}
	return fmt.Sprintf("%s, %d NaN", strings.Join(parts, ", "), s.NaN)
}

// statsOf reads an array once, block by block. It returns nil for a dtype whose
// elements are no numbers or dates.
func statsOf(ctx context.Context, a *batch.Array) (*statistics, error) {
	dt := a.Header.DType
	var of interface {
		add(block *ndarray.Array) error
		finish(dt dtype.Type, s *statistics) error
	}
	switch k := dt.Kind(); {
	case k == dtype.KindInt:
		of = &wholes[int64]{}
	case k == dtype.KindUint || k == dtype.KindBool:
		of = &wholes[uint64]{}
	case k == dtype.KindFloat && dt.ItemSize() <= 8, k == dtype.KindBFloat16, k == dtype.KindFloat8E4M3, k == dtype.KindFloat8E5M2:
		of = &floats{}
	case k == dtype.KindDatetime || k == dtype.KindTimedelta:
		of = &wholes[int64]{dates: true}
	case k == dtype.KindComplex && dt.ItemSize() <= 16:
		of = &complexes{}
	default:
		return nil, nil
	}
	s := &statistics{Count: int64(a.Header.Len())}
	err := eachBlock(ctx, func(blocks []*ndarray.Array) (bool, error) { return true, of.add(blocks[0]) }, a)
	if err != nil {
		return nil, err
	}
	return s, of.finish(dt, s)
}

// mean is a sum that loses no small numbers beside large ones (Neumaier), and
// how many were added.
type mean struct {
	sum, lost float64
	n         int64
	inf       float64 // what infinities add up to
}

func (m *mean) add(x float64) {
	m.n++
	if math.IsInf(x, 0) {
		m.inf += x
		return
	}
	t := m.sum + x
	if math.Abs(m.sum) >= math.Abs(x) {
		m.lost += (m.sum - t) + x
	} else {
		m.lost += (x - t) + m.sum
	}
	m.sum = t
}

// value is NaN where nothing was added.
func (m *mean) value() float64 {
	if m.inf != 0 {
		return m.inf
	}
	return (m.sum + m.lost) / float64(m.n)
}

// wholeMean is the mean of integers, whose sum is exact in 128 bits.
type wholeMean struct {
	high, low uint64
	n         int64
}

func (m *wholeMean) add(x uint64, negative bool) {
	var carry uint64
	m.low, carry = bits.Add64(m.low, x, 0)
	m.high += carry
	if negative {
		m.high-- // x stands for x - 2^64
	}
	m.n++
}

func (m *wholeMean) value() float64 {
	sum := new(big.Int).SetInt64(int64(m.high))
	sum.Lsh(sum, 64).Add(sum, new(big.Int).SetUint64(m.low))
	f, _ := new(big.Rat).SetFrac(sum, big.NewInt(m.n)).Float64()
	return f
}

// floats are the statistics of real numbers.
type floats struct {
	least, most float64
	mean        mean
	nan         int64
	room        []float64
}

func (f *floats) add(block *ndarray.Array) error {
	elements, err := table.Elements(block, &f.room)
	for _, x := range elements {
		if x != x {
			f.nan++
			continue
		}
		if f.mean.n == 0 {
			f.least, f.most = x, x
		}
		f.least, f.most = min(f.least, x), max(f.most, x)
		f.mean.add(x)
	}
	return err
}

func (f *floats) finish(dt dtype.Type, s *statistics) (err error) {
	if s.NaN = f.nan; f.mean.n == 0 {
		return nil
	}
	if s.Min, err = printed(f.least, dt); err != nil {
		return err
	}
	if s.Max, err = printed(f.most, dt); err != nil {
		return err
	}
	s.Mean, err = printed(f.mean.value(), dtype.Float64)
	return err
}

// wholes are the statistics of integers, and of dates, which are counts.
type wholes[T int64 | uint64] struct {
	dates       bool // NaT is the least count, and there is no mean
	least, most T
	mean        wholeMean
	nat         int64
	room        []T
}

func (w *wholes[T]) add(block *ndarray.Array) (err error) {
	if w.dates {
		if block, err = block.ViewAs(dtype.Int64.WithOrder(block.DType().ByteOrder())); err != nil {
			return err
		}
	}
	elements, err := table.Elements(block, &w.room)
	for _, x := range elements {
		if w.dates && int64(x) == math.MinInt64 {
			w.nat++
			continue
		}
		if w.mean.n == 0 {
			w.least, w.most = x, x
		}
		w.least, w.most = min(w.least, x), max(w.most, x)
		w.mean.add(uint64(x), x < 0)
	}
	return err
}

func (w *wholes[T]) finish(dt dtype.Type, s *statistics) (err error) {
	if s.NaN = w.nat; w.mean.n == 0 {
		return nil
	}
	if s.Min, err = printed(w.least, dt); err != nil {
		return err
	}
	if s.Max, err = printed(w.most, dt); err != nil || w.dates {
		return err
	}
	s.Mean, err = printed(w.mean.value(), dtype.Float64)
	return err
}

// complexes are the statistics of complex numbers, which have no order.
type complexes struct {
	re, im mean
	nan    int64
	room   []complex128
}

func (c *complexes) add(block *ndarray.Array) error {
	elements, err := table.Elements(block, &c.room)
	for _, x := range elements {
		if math.IsNaN(real(x)) || math.IsNaN(imag(x)) {
			c.nan++
			continue
		}
		c.re.add(real(x))
		c.im.add(imag(x))
	}
	return err
}

func (c *complexes) finish(_ dtype.Type, s *statistics) (err error) {
	s.NaN = c.nan
	if c.re.n > 0 {
		s.Mean, err = printed(complex(c.re.value(), c.im.value()), dtype.Complex128)
	}
	return err
}

// printed is a number as NumPy prints a scalar of dtype dt, which it came from.
func printed[T dtype.Element](x T, dt dtype.Type) (value, error) {
	a, err := ndarray.FromSlice([]T{x}, 1)
	if err != nil {
		return "", err
	}
	if k := dt.Kind(); k == dtype.KindDatetime || k == dtype.KindTimedelta {
		a, err = a.ViewAs(dt.Native())
	} else {
		a, err = ops.Cast(nil, a, dt.Native(), dtype.Unsafe)
	}
	if err != nil {
		return "", err
	}
	text, err := ndarray.FormatElement(a, 0)
	return value(text), err
}
