package stage

import (
	"iter"

	"github.com/ndtool/ndtool/ndarray/layout"
)

// Contiguity is a word for how the elements of a form lie in memory: "C", "F",
// "C and F", or, in no packed order, "dense", "broadcast", "gapped" or
// "overlapping".
func (f Form) Contiguity() string {
	size := f.DType.ItemSize()
	c, fortran := f.Layout.IsC(size), f.Layout.IsF(size)
	switch {
	case c && fortran:
		return "C and F"
	case c:
		return "C"
	case fortran:
		return "F"
	}
	return f.Layout.Dense(size).String()
}

// Merged returns the form's axes joined where that keeps the order of the
// elements: sizes and strides in bytes (layout.Coalesce).
func (f Form) Merged() (shape, strides []int) {
	shape, all := layout.Coalesce(f.Layout)
	return shape, all[0]
}

// Walk returns the axes of the walk that a copy of the form takes: those of a
// packed destination in the order of Saved, sorted by stride and joined where
// both sides allow it; sizes and the form's strides in bytes. Errors:
// layout.ErrOverflow.
func (f Form) Walk() (shape, strides []int, err error) {
	order, _ := f.Saved()
	to, err := layout.New(f.DType.ItemSize(), order, f.Layout.Shape...)
	if err != nil {
		return nil, nil, err
	}
	p, err := layout.NewPlan(to, f.Layout)
	if err != nil {
		return nil, nil, err
	}
	return p.Shape(), p.Strides(1), nil
}

// LongestRun returns the most bytes that lie one behind the other in memory in
// the order of the elements.
func (f Form) LongestRun() int {
	shape, strides := f.Merged()
	n := f.DType.ItemSize()
	if f.Layout.Len() == 0 {
		return 0
	}
	if last := len(shape) - 1; last >= 0 && strides[last] == n {
		n *= shape[last]
	}
	return n
}

// Runs yields the form's runs of bytes in the order of the elements: where in
// the storage each starts, and how long it is.
func (f Form) Runs() iter.Seq2[int, int] {
	return func(yield func(offset, length int) bool) {
		length := f.LongestRun()
		if length == 0 {
			return
		}
		shape, strides := f.Merged()
		if last := len(shape) - 1; last >= 0 && strides[last] == f.DType.ItemSize() {
			shape, strides = shape[:last], strides[:last]
		}
		index := make([]int, len(shape))
		offset := f.Layout.Offset
		for {
			if !yield(offset, length) {
				return
			}
			k := len(index) - 1
			for ; k >= 0; k-- {
				offset += strides[k]
				if index[k]++; index[k] < shape[k] {
					break
				}
				offset -= shape[k] * strides[k]
				index[k] = 0
			}
			if k < 0 {
				return
			}
		}
	}
}
