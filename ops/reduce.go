package ops

import (
	"slices"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// Over tells which axes a reduction takes away. The zero Over reduces all axes
// to a 0-d array.
type Over struct {
	Axes     []int // negative ones count from the end; nil for all, empty for none
	KeepDims bool  // keep the reduced axes with size 1
}

// Sum returns the sums over the axes: 64-bit and wrapping for bools and
// integers, of the operand's dtype for other numbers and timedelta64, 0 for no
// elements. Sums of float32 and narrower are accumulated in float64, runs of
// floats by pairs.
//
// As all reductions of this package it writes into dst and returns it, or into
// a fresh array, whose axes lie in the order of x's, if dst is nil. Results are
// those of NumPy. Errors: layout.ErrAxis for an axis out of range or named
// twice, ErrDType, ErrCasting and layout.ErrShape for a dst that does not take
// the result, and those of ndarray.CheckWritable.
func Sum(dst, x *ndarray.Array, over Over) (*ndarray.Array, error) {
	return reduce("sum", kernel.Sum, dst, x, over)
}

// Prod returns the products, in the types of Sum, 1 for no elements; see Sum.
// Dates are refused.
func Prod(dst, x *ndarray.Array, over Over) (*ndarray.Array, error) {
	return reduce("prod", kernel.Prod, dst, x, over)
}

// Min returns the least elements, or NaN (NaT) where there is one; see Sum. No
// elements is ErrEmpty.
func Min(dst, x *ndarray.Array, over Over) (*ndarray.Array, error) {
	return reduce("min", kernel.Minimum, dst, x, over)
}

// Max returns the largest elements, or NaN (NaT) where there is one; see Sum.
// No elements is ErrEmpty.
func Max(dst, x *ndarray.Array, over Over) (*ndarray.Array, error) {
	return reduce("max", kernel.Maximum, dst, x, over)
}

// Any returns whether any element is not 0, as bool; false for no elements; see
// Sum.
func Any(dst, x *ndarray.Array, over Over) (*ndarray.Array, error) {
	return reduce("any", kernel.Any, dst, x, over)
}

// All returns whether every element is not 0, as bool; true for no elements;
// see Sum.
func All(dst, x *ndarray.Array, over Over) (*ndarray.Array, error) {
	return reduce("all", kernel.All, dst, x, over)
}

// CountNonzero returns how many elements are not 0, as int64; see Sum.
func CountNonzero(dst, x *ndarray.Array, over Over) (*ndarray.Array, error) {
	return reduce("count_nonzero", kernel.Count, dst, x, over)
}

// Mean returns the means: float64 for bools and integers, else in x's dtype;
// NaN for no elements; see Sum.
func Mean(dst, x *ndarray.Array, over Over) (*ndarray.Array, error) {
	r, err := newReduction("mean", kernel.Sum, x, over, true)
	if err != nil {
		return nil, err
	}
	return r.into(dst)
}

// Var returns the variances, the means of |x - mean|², over the number of
// elements less ddof (NumPy's ddof): real, in float64 for bools and integers,
// else in the precision of x; see Sum. The means are taken first, in float64.
func Var(dst, x *ndarray.Array, over Over, ddof float64) (*ndarray.Array, error) {
	return variance("var", dst, x, over, ddof)
}

// Std returns the standard deviations, the square roots of Var.
func Std(dst, x *ndarray.Array, over Over, ddof float64) (*ndarray.Array, error) {
	v, err := variance("std", nil, x, over, ddof)
	if err != nil {
		return nil, err
	}
	if dst == nil {
		return Sqrt(v, v)
	}
	if err := checkReduced("std", dst, v.DType(), v.Shape()); err != nil {
		return nil, err
	}
	return Sqrt(dst, v)
}

func variance(op string, dst, x *ndarray.Array, over Over, ddof float64) (*ndarray.Array, error) {
	means := over
	means.KeepDims = true
	m, err := newReduction(op, kernel.Sum, x, means, true)
	if err != nil {
		return nil, err
	}
	m.result = m.acc // unrounded
	mean, err := m.into(nil)
	if err != nil {
		return nil, err
	}
	r, err := newReduction(op, kernel.SumSquares, x, over, true)
	if err != nil {
		return nil, err
	}
	r.mean = mean
	r.divisor = max(r.divisor-ddof, 0)
	return r.into(dst)
}

func reduce(op string, f kernel.Fold, dst, x *ndarray.Array, over Over) (*ndarray.Array, error) {
	r, err := newReduction(op, f, x, over, false)
	if err != nil {
		return nil, err
	}
	return r.into(dst)
}

// reduction is a fold of an array over some of its axes.
type reduction struct {
	op   string
	fold kernel.Fold
	x    operand
	over []bool // the axes that go
	keep bool   // with size 1

	times int // how often each element along the axes that go, as x stands still there

	by     kernel.Reducer
	acc    dtype.Type // of the accumulators
	result dtype.Type

	scaled  bool    // whether the accumulators are divided at last
	divisor float64 // the number of elements folded into one, or less
	mean    *ndarray.Array
}

// newReduction finds the types of a fold. A scaled one is divided by the number
// of elements, so integers are folded in float64.
func newReduction(op string, f kernel.Fold, x *ndarray.Array, over Over, scaled bool) (*reduction, error) {
	r := &reduction{op: op, fold: f, keep: over.KeepDims, scaled: scaled, divisor: 1}
	var err error
	if r.over, err = axesOf(op, over.Axes, x.Rank()); err != nil {
		return nil, err
	}
	for k, gone := range r.over {
		if gone {
			r.divisor *= float64(x.Dim(k))
		}
	}
	if r.divisor == 0 && (f == kernel.Minimum || f == kernel.Maximum) {
		return nil, fail(op, ErrEmpty, "no elements along the reduced axes of shape %v, and none has no %s", x.Shape(), op)
	}
	elem, err := r.types(x.DType().Native())
	if err != nil {
		return nil, err
	}
	r.x, err = source(op, x, elem)
	return r, err
}

// types chooses the reducer and the types of the accumulators and the result
// for elements of a native type; it returns the type that x is converted to.
func (r *reduction) types(x dtype.Type) (elem dtype.Type, err error) {
	logical := r.fold == kernel.Any || r.fold == kernel.All || r.fold == kernel.Count
	n, ok := number(x)
	switch {
	case logical && (n == kernel.I8 || n == kernel.U8) && ok:
		// Bytes are as true as bools.
		r.by, _ = kernel.Reduce(r.fold, kernel.Bool)
		r.acc = typeOf[r.by.Acc]
		r.result = r.acc
		return x, nil
	case logical && (ok || isDate(x) || isText(x)):
		n = kernel.Bool
	case isDate(x):
		r.by, ok = kernel.DateReduce(r.fold)
		if !ok || x.Kind() == dtype.KindDatetime && r.fold == kernel.Sum {
			return x, noRule(r.op, x)
		}
		r.acc, r.result = x, x
		return x, nil
	case !ok:
		return x, noRule(r.op, x)
	}
	r.result = typeOf[n]
	if r.scaled && isInteger(n) {
		n = kernel.F64
		r.result = dtype.Float64
	}
	n = wide(n)
	if r.fold == kernel.SumSquares {
		switch {
		case n == kernel.C64:
			n, r.result = kernel.C128, dtype.Float32
		case n == kernel.C128:
			r.result = dtype.Float64
		default:
			n = kernel.F64
		}
	}
	r.by, ok = kernel.Reduce(r.fold, n)
	if !ok {
		return x, noRule(r.op, x)
	}
	r.acc = typeOf[r.by.Acc]
	if isInteger(r.by.Acc) {
		r.result = r.acc // sums widen
	}
	return typeOf[n], nil
}

// into reduces into dst, or into a fresh array.
func (r *reduction) into(dst *ndarray.Array) (*ndarray.Array, error) {
	l := r.x.array.Layout()
	shape := make([]int, 0, len(l.Shape))
	for k, gone := range r.over {
		if !gone {
			shape = append(shape, l.Shape[k])
		} else if r.keep {
			shape = append(shape, 1)
		}
	}
	var err error
	if dst == nil {
		dst, err = r.fresh(l, shape)
	} else {
		err = r.check(dst, shape)
	}
	if err != nil {
		return nil, err
	}
	return written(dst, r.run(dst))
}

// fresh makes the result, its axes in the order of x's.
func (r *reduction) fresh(l layout.Layout, shape []int) (*ndarray.Array, error) {
	place := make([]int, len(l.Shape)) // of x's axes in the result
	next := 0
	for k, gone := range r.over {
		place[k] = next
		if !gone || r.keep {
			next++
		} else {
			place[k] = -1
		}
	}
	order := layout.WalkOrder(l)
	if r.fold == kernel.Count && r.x.array.DType() != dtype.Bool {
		// NumPy counts in a copy of x as bools.
		if order = l.CopyOrder(); l.Len() == 0 {
			slices.Sort(order)
		}
	}
	var axes []int
	for _, k := range order {
		if place[k] >= 0 {
			axes = append(axes, place[k])
		}
	}
	return ndarray.NewOrdered(r.result, axes, shape...)
}

func (r *reduction) check(dst *ndarray.Array, shape []int) error {
	if err := checkReduced(r.op, dst, r.result, shape); err != nil {
		return err
	}
	x := r.x.array
	if ndarray.SharesMemory(dst, x) == layout.No {
		return nil
	}
	c, err := x.Clone(layout.K)
	r.x.array = c
	return err
}

// checkReduced refuses a destination that cannot take a result of one type and
// exactly one shape.
func checkReduced(op string, dst *ndarray.Array, result dtype.Type, shape []int) error {
	if !slices.Equal(dst.Shape(), shape) {
		return badShape(op, dst, shape)
	}
	return checkTarget(op, dst, result, shape)
}

func badShape(op string, dst *ndarray.Array, shape []int) error {
	return fail(op, layout.ErrShape, "the destination has shape %v, the result %v", dst.Shape(), shape)
}
