package ops

import (
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// Clip returns x with what is below lo raised to it and what is above hi
// lowered to it; see Add. Either bound may be nil for none. NaN in x or a bound
// gives NaN, and where lo is above hi the result is hi, as in NumPy.
func Clip(dst, x, lo, hi *ndarray.Array) (*ndarray.Array, error) {
	const op = "clip"
	switch {
	case lo == nil && hi == nil:
		return nil, fail(op, ErrArgument, "no bounds; at least one is needed")
	case lo == nil:
		return Minimum(dst, x, hi)
	case hi == nil:
		return Maximum(dst, x, lo)
	}
	operands := []*ndarray.Array{x, lo, hi}
	dt, err := commonType(operands)
	if err != nil {
		return nil, err
	}
	s := &signature{out: dt, result: dt}
	if isDate(dt) {
		s.loop = kernel.ClipDates
	} else {
		n, ok := number(dt)
		if !ok {
			return nil, noRule(op, x.DType(), lo.DType(), hi.DType())
		}
		s.out = typeOf[wide(n)]
		s.loop = kernel.Clip(wide(n))
	}
	s.in = []dtype.Type{s.out, s.out, s.out}
	return apply(op, dst, s, operands...)
}

// Where returns x where cond is not 0 and y elsewhere, in their common dtype;
// see Add. Strings, records and all other types will do.
func Where(dst, cond, x, y *ndarray.Array) (*ndarray.Array, error) {
	const op = "where"
	dt, err := commonType([]*ndarray.Array{x, y})
	if err != nil {
		return nil, err
	}
	for _, a := range []*ndarray.Array{x, y} {
		if err := checkText(op, a, dt); err != nil {
			return nil, err
		}
	}
	s := &signature{loop: kernel.Select(dt.ItemSize()), in: []dtype.Type{dtype.Bool, dt, dt}, out: dt, result: dt}
	return apply(op, dst, s, cond, x, y)
}
