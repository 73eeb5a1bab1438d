package stage

import (
	"strconv"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ops"
)

// number is the argument k as it stands beside elements of a type: a number
// without a dtype of its own (NEP 50).
func (s Stage) number(k int, beside dtype.Type) (*ndarray.Array, error) {
	return scalar(s.args[k].text).Beside(beside)
}

// scalar reads a number that parseNumber has accepted.
func scalar(text string) ops.Scalar {
	switch text {
	case "True", "False":
		return ops.BoolScalar(text == "True")
	}
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return ops.IntScalar(i)
	}
	if u, err := strconv.ParseUint(text, 10, 64); err == nil {
		return ops.UintScalar(u)
	}
	f, _ := strconv.ParseFloat(text, 64) // out of range it is ±inf
	return ops.FloatScalar(f)
}

// binaryOp is a function of two arrays, unaryOp one of one.
type (
	binaryOp func(dst, x, y *ndarray.Array) (*ndarray.Array, error)
	unaryOp  func(dst, x *ndarray.Array) (*ndarray.Array, error)
)

// withNumber runs a binaryOp function on the array and the argument 0.
func withNumber(f binaryOp) runner {
	return func(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
		y, err := s.number(0, a.DType())
		if err != nil {
			return nil, err
		}
		return f(nil, a, y)
	}
}

func alone(f unaryOp) runner {
	return func(_ Stage, a *ndarray.Array) (*ndarray.Array, error) { return f(nil, a) }
}

func runClip(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	lo, err := s.number(0, a.DType())
	if err != nil {
		return nil, err
	}
	hi, err := s.number(1, a.DType())
	if err != nil {
		return nil, err
	}
	return ops.Clip(nil, a, lo, hi)
}

// comparisons are the tests of where.
var comparisons = map[string]binaryOp{
	"eq": ops.Equal, "ne": ops.NotEqual, "lt": ops.Less, "le": ops.LessEqual, "gt": ops.Greater, "ge": ops.GreaterEqual,
}

func runWhere(s Stage, a *ndarray.Array) (*ndarray.Array, error) {
	than, err := s.number(1, a.DType())
	if err != nil {
		return nil, err
	}
	cond, err := comparisons[s.args[0].text](nil, a, than)
	if err != nil {
		return nil, err
	}
	other, err := s.number(2, a.DType())
	if err != nil {
		return nil, err
	}
	return ops.Where(nil, cond, a, other)
}
