package ops

import (
	"fmt"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// Add returns x + y, element by element with broadcasting; of bools, x or y; of
// dates, a datetime64 and a timedelta64 or two timedelta64.
//
// As all elementwise operations of this package it writes into dst and returns
// it, or into a fresh array in K order if dst is nil. Types and values are
// NumPy's: NEP 50 promotion, integers that wrap. A dst that overlaps an operand
// gets the result as if the operand had been copied first. Errors, all before
// anything is written: layout.ErrBroadcast, ErrDType, ErrCasting for a dst whose
// dtype does not take the result by same_kind, ndarray.ErrReadOnly,
// ndarray.ErrSelfOverlap, ndarray.ErrClosed.
func Add(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return arithmetic("add", kernel.Add, dst, x, y)
}

// Sub returns x - y; see Add. Bools are refused, as in NumPy. Two datetime64
// give a timedelta64.
func Sub(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return arithmetic("subtract", kernel.Sub, dst, x, y)
}

// Mul returns x · y; see Add. Of bools, x and y; a timedelta64 by a number.
func Mul(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return arithmetic("multiply", kernel.Mul, dst, x, y)
}

// Div returns the true quotient x / y; see Add. Integers and bools give float64.
func Div(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return arithmetic("divide", kernel.Div, dst, x, y)
}

// FloorDiv returns x / y rounded to the floor; see Add. Integers by 0 give 0;
// complex numbers are refused.
func FloorDiv(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return arithmetic("floor_divide", kernel.FloorDiv, dst, x, y)
}

// Remainder returns x - y·floor(x/y), which has the sign of y; see Add.
// Integers by 0 give 0; complex numbers are refused.
func Remainder(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return arithmetic("remainder", kernel.Rem, dst, x, y)
}

// Power returns x to the y; see Add. Integers with any negative exponent are
// refused with ErrValue.
func Power(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return arithmetic("power", kernel.Pow, dst, x, y)
}

// Minimum returns the smaller of x and y, or NaN if one is NaN; see Add.
func Minimum(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return arithmetic("minimum", kernel.Min, dst, x, y)
}

// Maximum returns the larger of x and y, or NaN if one is NaN; see Add.
func Maximum(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	return arithmetic("maximum", kernel.Max, dst, x, y)
}

var arithmeticSignatures [kernel.Max + 1]signatures

func arithmetic(op string, o kernel.Op, dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	s, err := arithmeticSignatures[o].of(x.DType(), y.DType(), func() (signature, error) {
		return arithmeticSignature(op, o, x.DType(), y.DType())
	})
	if err != nil {
		return nil, err
	}
	if o == kernel.Pow && s.out.Kind() == dtype.KindInt {
		if err := checkExponents(op, x, y); err != nil {
			return nil, err
		}
	}
	return apply(op, dst, s, x, y)
}

// checkExponents refuses negative exponents of integers.
func checkExponents(op string, x, y *ndarray.Array) error {
	if x.Len() == 0 || y.Len() == 0 {
		return nil
	}
	zero, err := IntScalar(0).Beside(y.DType())
	if err != nil {
		return err
	}
	negative, err := Less(nil, y, zero)
	if err != nil {
		return err
	}
	any, err := Any(nil, negative, Over{})
	if err != nil {
		return err
	}
	if b, _ := any.Bytes(); b[0] != 0 {
		return fail(op, ErrValue, "an integer to a negative power is no integer")
	}
	return nil
}

// arithmeticSignature finds the loop of an operator and the types it runs in.
func arithmeticSignature(op string, o kernel.Op, x, y dtype.Type) (signature, error) {
	if isDate(x) || isDate(y) {
		return dateSignature(op, o, x.Native(), y.Native())
	}
	n, err := commonNumber(op, x, y)
	if err != nil {
		return signature{}, err
	}
	switch {
	case o == kernel.Div && isInteger(n):
		n = kernel.F64
	case n == kernel.Bool && (o == kernel.FloorDiv || o == kernel.Rem || o == kernel.Pow):
		n = kernel.I8
	}
	loop := kernel.Binary(o, wide(n))
	if loop == nil {
		return signature{}, noRule(op, x, y)
	}
	elem := typeOf[wide(n)]
	return signature{loop: loop, in: []dtype.Type{elem, elem}, out: elem, result: typeOf[n]}, nil
}

// commonNumber is the number that two types promote to.
func commonNumber(op string, x, y dtype.Type) (kernel.Num, error) {
	if _, ok := number(x); !ok {
		return 0, noRule(op, x, y)
	}
	if _, ok := number(y); !ok {
		return 0, noRule(op, x, y)
	}
	dt, err := dtype.Promote(x, y)
	if err != nil {
		return 0, err
	}
	n, ok := number(dt)
	if !ok {
		return 0, noRule(op, x, y)
	}
	return n, nil
}

func noRule(op string, types ...dtype.Type) error {
	text := ""
	for k, dt := range types {
		if k > 0 {
			text += " and "
		}
		text += fmt.Sprintf("%.60s", dt)
	}
	return fail(op, ErrDType, "there is no rule for %s", text)
}

// Negative returns -x; see Add. Unsigned integers wrap; bools are refused.
func Negative(dst, x *ndarray.Array) (*ndarray.Array, error) {
	return function("negative", kernel.Neg, dst, x)
}

// Absolute returns |x|; see Add. Of complex numbers it is real; the least
// integer has no absolute value and stays itself.
func Absolute(dst, x *ndarray.Array) (*ndarray.Array, error) {
	return function("absolute", kernel.Abs, dst, x)
}

// Sqrt returns the square root of x; see Add. Integers and bools of 1 byte give
// float16, of 2 bytes float32, larger ones float64, as in NumPy.
func Sqrt(dst, x *ndarray.Array) (*ndarray.Array, error) {
	return function("sqrt", kernel.Sqrt, dst, x)
}

// Exp returns e to the x, in the types of Sqrt. Results are within 1.5 units of
// the last place of the true ones; on amd64 with AVX2 they may differ in it from
// those of other machines.
func Exp(dst, x *ndarray.Array) (*ndarray.Array, error) {
	return function("exp", kernel.Exp, dst, x)
}

// Log returns the natural logarithm of x, in the types of Sqrt, as exact as Exp.
func Log(dst, x *ndarray.Array) (*ndarray.Array, error) {
	return function("log", kernel.Log, dst, x)
}

var functionSignatures [kernel.Not + 1]signatures

func function(op string, f kernel.Func, dst, x *ndarray.Array) (*ndarray.Array, error) {
	s, err := functionSignatures[f].of(x.DType(), x.DType(), func() (signature, error) {
		return functionSignature(op, f, x.DType())
	})
	if err != nil {
		return nil, err
	}
	return apply(op, dst, s, x)
}

func functionSignature(op string, f kernel.Func, x dtype.Type) (signature, error) {
	if x.Kind() == dtype.KindTimedelta && (f == kernel.Neg || f == kernel.Abs) {
		// NaT is the least integer, which has no negative: it stays itself.
		dt := x.Native()
		return signature{loop: kernel.Unary(f, kernel.I64), in: []dtype.Type{dt}, out: dt, result: dt}, nil
	}
	n, ok := number(x)
	if !ok {
		return signature{}, noRule(op, x)
	}
	if isInteger(n) && f != kernel.Neg && f != kernel.Abs {
		n = floatFor(n)
	}
	loop := kernel.Unary(f, wide(n))
	if loop == nil {
		return signature{}, noRule(op, x)
	}
	s := signature{loop: loop, in: []dtype.Type{typeOf[wide(n)]}, out: typeOf[wide(n)], result: typeOf[n], slow: f == kernel.Sqrt || f == kernel.Exp || f == kernel.Log}
	if f == kernel.Abs && isComplex(n) {
		s.out = map[kernel.Num]dtype.Type{kernel.C64: dtype.Float32, kernel.C128: dtype.Float64}[n]
		s.result = s.out
	}
	return s, nil
}

// floatFor is the smallest float that holds all integers of a type.
func floatFor(n kernel.Num) kernel.Num {
	switch n.Size() {
	case 1:
		return kernel.F16
	case 2:
		return kernel.F32
	}
	return kernel.F64
}
