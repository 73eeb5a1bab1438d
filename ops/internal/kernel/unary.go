package kernel

import (
	"math"
	"math/cmplx"
	"sync"
	"unsafe"
)

// Func is a function of one operand with a result of the same type, but for Abs
// of a complex number, which is real.
type Func uint8

// The functions.
const (
	Neg Func = iota
	Abs
	Sqrt
	Exp
	Log
	Not       // logical: true for 0; on Bool alone
	funcs int = iota
)

// Unary returns the loop of f on numbers of type t, or nil where NumPy has
// none: operand 0 = f(operand 1).
func Unary(f Func, t Num) Loop { return unaries()[t][f] }

var unaries = sync.OnceValue(func() *[Nums][funcs]Loop {
	return &[Nums][funcs]Loop{
		Bool: {Abs: copyTruth, Not: notTruth},
		I8:   signs[int8](),
		I16:  signs[int16](),
		I32:  signs[int32](),
		I64:  signs[int64](),
		U8:   signs[uint8](),
		U16:  signs[uint16](),
		U32:  signs[uint32](),
		U64:  signs[uint64](),
		F32:  functions[float32](F32),
		F64:  functions[float64](F64),
		C64:  planeFunctions[float32](),
		C128: planeFunctions[float64](),
	}
})

func signs[T integer]() [funcs]Loop {
	return [funcs]Loop{Neg: sign[T, op1], Abs: sign[T, op2]}
}

func functions[T float](t Num) [funcs]Loop {
	return [funcs]Loop{
		Neg: withOne(sign[T, op1], t.Size(), unaryBlocks(Neg, t)), Abs: withOne(function[T, op1], t.Size(), unaryBlocks(Abs, t)),
		Sqrt: withOne(function[T, op2], t.Size(), unaryBlocks(Sqrt, t)),
		Exp:  inGroups[T](function[T, op3], expOf, groups(Exp, t)), Log: inGroups[T](function[T, op4], logOf, groups(Log, t)),
	}
}

func planeFunctions[F float]() [funcs]Loop {
	return [funcs]Loop{
		Neg: planeFunction[F, op1], Abs: modulus[F], Sqrt: planeFunction[F, op2],
		Exp: planeFunction[F, op3], Log: planeFunction[F, op4],
	}
}

// sign negates (op1) or drops the sign (op2) of numbers; both wrap.
func sign[T scalar, O operator](n int, a *Args) {
	var op O
	d, x := a.P[0], a.P[1]
	ds, xs := a.S[0], a.S[1]
	for do, xo := 0, 0; n > 0; n-- {
		v := *at[T](x, xo)
		if unsafe.Sizeof(op) == 1 || v < 0 {
			v = -v
		}
		*at[T](d, do) = v
		do, xo = do+ds, xo+xs
	}
}

func function[T float, O operator](n int, a *Args) {
	var op O
	d, x := a.P[0], a.P[1]
	ds, xs := a.S[0], a.S[1]
	for do, xo := 0, 0; n > 0; n-- {
		v := float64(*at[T](x, xo))
		switch unsafe.Sizeof(op) {
		case 1:
			v = math.Abs(v)
		case 2:
			v = math.Sqrt(v)
		case 3:
			v = expOf(v)
		case 4:
			v = logOf(v)
		}
		*at[T](d, do) = T(v)
		do, xo = do+ds, xo+xs
	}
}

// expOf is e to the x, also just below where it overflows, which math.Exp takes
// for infinity on some machines.
func expOf(x float64) float64 {
	if x > 709 {
		h := math.Exp(x / 2)
		return h * h
	}
	return math.Exp(x)
}

// logOf is the natural logarithm, also of subnormal numbers, which math.Log
// takes for larger ones on some machines.
func logOf(x float64) float64 {
	if x > 0 && x < 0x1p-1022 {
		return math.Log(x*0x1p52) - 52*math.Ln2
	}
	return math.Log(x)
}

// planeLog is the complex logarithm, also where the magnitude overflows or is
// subnormal.
func planeLog(z complex128) complex128 {
	r := math.Hypot(real(z), imag(z))
	if math.IsInf(r, 0) && !cmplx.IsInf(z) {
		return complex(math.Log(math.Hypot(real(z)/2, imag(z)/2))+math.Ln2, cmplx.Phase(z))
	}
	return complex(logOf(r), cmplx.Phase(z))
}

func planeFunction[F float, O operator](n int, a *Args) {
	var op O
	d, x := a.P[0], a.P[1]
	ds, xs := a.S[0], a.S[1]
	for do, xo := 0, 0; n > 0; n-- {
		v := *at[pair[F]](x, xo)
		switch unsafe.Sizeof(op) {
		case 1:
			v = pair[F]{-v.re, -v.im}
		case 2:
			v = narrow[F](cmplx.Sqrt(v.wide()))
		case 3:
			v = narrow[F](cmplx.Exp(v.wide()))
		case 4:
			v = narrow[F](planeLog(v.wide()))
		}
		*at[pair[F]](d, do) = v
		do, xo = do+ds, xo+xs
	}
}

// modulus is the absolute value of complex numbers; operand 0 is real.
func modulus[F float](n int, a *Args) {
	for i := range n {
		v := at[pair[F]](a.P[1], i*a.S[1])
		*at[F](a.P[0], i*a.S[0]) = F(math.Hypot(float64(v.re), float64(v.im)))
	}
}

func copyTruth(n int, a *Args) {
	for i := range n {
		*at[uint8](a.P[0], i*a.S[0]) = truth(*at[uint8](a.P[1], i*a.S[1]))
	}
}

func notTruth(n int, a *Args) {
	for i := range n {
		*at[uint8](a.P[0], i*a.S[0]) = 1 - truth(*at[uint8](a.P[1], i*a.S[1]))
	}
}
