package kernel

import (
	"sync"
	"unsafe"
)

// Fold is a reduction of many numbers to one.
type Fold uint8

// The folds.
const (
	Sum        Fold = iota // integers widen to 64 bits and wrap
	Prod                   // integers widen to 64 bits and wrap
	Minimum                // NaN wins
	Maximum                // NaN wins
	Any                    // of bools
	All                    // of bools
	Count                  // how many bools are true
	SumSquares             // of the absolute values
	folds      int  = iota
)

// Reducer is a fold of numbers of one type into an accumulator of the type Acc.
// Every loop adds to what the accumulator holds already.
type Reducer struct {
	Acc Num

	// Span folds n numbers, the first at x and xs bytes apart, into one
	// accumulator.
	Span func(n int, acc, x unsafe.Pointer, xs int)

	Rows Rows
}

// Reduce returns the reducer of numbers of type t; ok is false where there is
// none. Sums of float32 are accumulated in float64 and spans of floats by
// pairs, so both are at least as accurate as NumPy's.
func Reduce(f Fold, t Num) (r Reducer, ok bool) {
	r = reducers()[t][f]
	return r, r.Span != nil
}

var reducers = sync.OnceValue(func() *[Nums][folds]Reducer {
	return &[Nums][folds]Reducer{
		Bool: {
			Sum:     {I64, countSpan, withRows(truthRows[int64, op3], Sum, Bool, I64)},
			Prod:    {I64, allSpan[int64], eachRow(truthRows[int64, op4])},
			Minimum: {Bool, allSpan[uint8], eachRow(rowsBy(Min, Bool))},
			Maximum: {Bool, anySpan, eachRow(rowsBy(Max, Bool))},
			Any:     {Bool, anySpan, eachRow(rowsBy(Max, Bool))},
			All:     {Bool, allSpan[uint8], eachRow(rowsBy(Min, Bool))},
			Count:   {I64, countSpan, withRows(truthRows[int64, op3], Sum, Bool, I64)},
		},
		I8:   intFolds[int64, int8](I64, I8),
		I16:  intFolds[int64, int16](I64, I16),
		I32:  intFolds[int64, int32](I64, I32),
		I64:  intFolds[int64, int64](I64, I64),
		U8:   intFolds[uint64, uint8](U64, U8),
		U16:  intFolds[uint64, uint16](U64, U16),
		U32:  intFolds[uint64, uint32](U64, U32),
		U64:  intFolds[uint64, uint64](U64, U64),
		F32:  floatFolds[float32](F32),
		F64:  floatFolds[float64](F64),
		C64:  planeFolds[float32](C64, F32),
		C128: planeFolds[float64](C128, F64),
	}
})

func intFolds[A, X integer](acc, t Num) [folds]Reducer {
	return [folds]Reducer{
		Sum:     {acc, withCount(sumSpan[A, X, op1], t), withRows(rows[A, X, op1], Sum, t, acc)},
		Prod:    {acc, prodSpan[A, X], eachRow(rows[A, X, op3])},
		Minimum: {t, withExtremes[X, op1](t), withRows(rowsBy(Min, t), Minimum, t, t)},
		Maximum: {t, withExtremes[X, op2](t), withRows(rowsBy(Max, t), Maximum, t, t)},
	}
}

func floatFolds[X float](t Num) [folds]Reducer {
	r := [folds]Reducer{
		Sum:     {F64, laneSpan, withRows(rows[float64, X, op1], Sum, t, F64)},
		Prod:    {t, prodSpan[X, X], withRows(rowsBy(Mul, t), Prod, t, t)},
		Minimum: {t, withExtremes[X, op1](t), withRows(rowsBy(Min, t), Minimum, t, t)},
		Maximum: {t, withExtremes[X, op2](t), withRows(rowsBy(Max, t), Maximum, t, t)},
	}
	if t == F64 {
		r[Sum].Span = withSum[op1](sumBlocks(Sum)) // NumPy's to the last bit
		r[SumSquares] = Reducer{F64, withSum[op2](sumBlocks(SumSquares)), withRows(rows[float64, X, op2], SumSquares, t, F64)}
	}
	return r
}

func planeFolds[F float](t, part Num) [folds]Reducer {
	r := [folds]Reducer{
		Sum:        {C128, planeSumSpan(), planeSumRows[F](t, part)},
		SumSquares: {F64, planeSquaresSpan[F], eachRow(planeSquaresRows[F])},
		Prod:       {t, planeSpan[F, op1], eachRow(planeRows[F, op1])},
		Minimum:    {t, planeSpan[F, op4], eachRow(planeRows[F, op4])},
		Maximum:    {t, planeSpan[F, op5], eachRow(planeRows[F, op5])},
	}
	if t == C64 {
		r[Sum].Span = planeLaneSpan
	}
	return r
}

// rows adds (op1), adds the square of (op2) or multiplies (op3) operand 1 to
// the accumulators of operand 0.
func rows[A, X scalar, O operator](n int, a *Args) {
	var op O
	d, x := a.P[0], a.P[1]
	ds, xs := a.S[0], a.S[1]
	for do, xo := 0, 0; n > 0; n-- {
		acc, v := at[A](d, do), A(*at[X](x, xo))
		switch unsafe.Sizeof(op) {
		case 1:
			*acc += v
		case 2:
			*acc += A(v * v)
		case 3:
			*acc *= v
		}
		do, xo = do+ds, xo+xs
	}
}

func prodSpan[A, X scalar](n int, acc, x unsafe.Pointer, xs int) {
	r := *(*A)(acc)
	for o := 0; n > 0; n-- {
		r *= A(*at[X](x, o))
		o += xs
	}
	*(*A)(acc) = r
}

// orderSpan keeps the least (op1) or the largest (op2) number, or a NaN.
func orderSpan[T scalar, O operator](n int, acc, x unsafe.Pointer, xs int) {
	var op O
	u := *(*T)(acc)
	for o := 0; n > 0; n-- {
		v := *at[T](x, o)
		switch unsafe.Sizeof(op) {
		case 1:
			if v < u || v != v {
				u = v
			}
		case 2:
			if v > u || v != v {
				u = v
			}
		}
		if u != u {
			break
		}
		o += xs
	}
	*(*T)(acc) = u
}

// rowsBy folds rows by an operator of accumulators and elements of one type.
func rowsBy(op Op, t Num) Loop { return inPlace(Binary(op, t)) }

// inPlace is a loop of two sources as one of accumulators and one source.
func inPlace(loop Loop) Loop {
	return func(n int, a *Args) {
		p, s := a.P, a.S
		a.P[1], a.P[2], a.S[1], a.S[2] = p[0], p[1], s[0], s[1]
		loop(n, a)
		a.P, a.S = p, s
	}
}

// planeSpan multiplies complex numbers (op1) or keeps the first (op4) or the
// last (op5) of them in their order.
func planeSpan[F float, O operator](n int, acc, x unsafe.Pointer, xs int) {
	b := Args{P: [MaxArgs]unsafe.Pointer{acc, acc, x}, S: [MaxArgs]int{0, 0, xs}}
	plane[F, O](n, &b)
}

func planeRows[F float, O operator](n int, a *Args) {
	b := Args{P: [MaxArgs]unsafe.Pointer{a.P[0], a.P[0], a.P[1]}, S: [MaxArgs]int{a.S[0], a.S[0], a.S[1]}}
	plane[F, O](n, &b)
}

// planeSumRows adds rows of complex numbers: adjacent ones are twice as many
// floats.
func planeSumRows[F float](t, part Num) Rows {
	twice := withRows(rows[float64, F, op1], Sum, part, F64)
	apart := eachRow(func(n int, a *Args) {
		rows[float64, F, op1](n, a)
		b := *a
		b.P[0], b.P[1] = unsafe.Add(a.P[0], 8), imaginary[F](a.P[1])
		rows[float64, F, op1](n, &b)
	})
	return func(n, count, step int, a *Args) {
		if a.S[0] != C128.Size() || a.S[1] != t.Size() {
			apart(n, count, step, a)
			return
		}
		a.S[0], a.S[1] = F64.Size(), part.Size()
		twice(2*n, count, step, a)
		a.S[0], a.S[1] = C128.Size(), t.Size()
	}
}

func planeSquaresRows[F float](n int, a *Args) {
	rows[float64, F, op2](n, a)
	b := *a
	b.P[1] = imaginary[F](a.P[1])
	rows[float64, F, op2](n, &b)
}

// imaginary points to the imaginary part of a complex number.
func imaginary[F float](x unsafe.Pointer) unsafe.Pointer {
	var p pair[F]
	return unsafe.Add(x, unsafe.Offsetof(p.im))
}

// decided is how many bools are folded before looking whether the rest matters.
const decided = 4096

// anySpan and allSpan tell whether any, or all, of bools are true; they stop
// where the answer is known.
func anySpan(n int, acc, x unsafe.Pointer, xs int) {
	for i := 0; i < n && *(*uint8)(acc) == 0; i += decided {
		if m := min(decided, n-i); countBools(m, unsafe.Add(x, i*xs), xs) > 0 {
			*(*uint8)(acc) = 1
		}
	}
}

func allSpan[A integer](n int, acc, x unsafe.Pointer, xs int) {
	for i := 0; i < n && *(*A)(acc) != 0; i += decided {
		if m := min(decided, n-i); countBools(m, unsafe.Add(x, i*xs), xs) < int64(m) {
			*(*A)(acc) = 0
		}
	}
}

func countBools(n int, x unsafe.Pointer, xs int) int64 {
	var count int64
	countSpan(n, unsafe.Pointer(&count), x, xs)
	return count
}

var countSpan = withCount(truthSpan[int64, op3], Bool)

// truthSpan folds bools: count (op3), product (op4).
func truthSpan[A integer, O operator](n int, acc, x unsafe.Pointer, xs int) {
	b := Args{P: [MaxArgs]unsafe.Pointer{acc, x}, S: [MaxArgs]int{0, xs}}
	truthRows[A, O](n, &b)
}

// truthRows is truthSpan for many accumulators.
func truthRows[A integer, O operator](n int, a *Args) {
	var op O
	d, x := a.P[0], a.P[1]
	ds, xs := a.S[0], a.S[1]
	for do, xo := 0, 0; n > 0; n-- {
		acc, v := at[A](d, do), A(truth(*at[uint8](x, xo)))
		switch unsafe.Sizeof(op) {
		case 3:
			*acc += v
		case 4:
			*acc &= v
		}
		do, xo = do+ds, xo+xs
	}
}
