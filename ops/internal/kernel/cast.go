package kernel

import (
	"sync"
	"unsafe"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// Cast returns the loop that converts numbers of one type to another with
// NumPy's values: integers wrap, floats are cut to integers (what does not fit
// has no defined value), rounding is to nearest even, complex numbers lose
// their imaginary part, and everything but 0 is true.
func Cast(from, to Num) Loop { return casts()[from][to] }

var casts = sync.OnceValue(func() *[Nums][Nums]Loop {
	return fastCasts(&[Nums][Nums]Loop{
		Bool: castsFromTruth(),
		I8:   castsFrom[int8](),
		I16:  castsFrom[int16](),
		I32:  castsFrom[int32](),
		I64:  castsFrom[int64](),
		U8:   castsFrom[uint8](),
		U16:  castsFrom[uint16](),
		U32:  castsFrom[uint32](),
		U64:  castsFrom[uint64](),
		F32:  castsFrom[float32](),
		F64:  castsFromDouble(castsFrom[float64]()),
		C64:  castsFromPlane[float32](),
		C128: castsFromDouble(castsFromPlane[float64]()),
		F16:  castsFromSmall[op1](),
		BF16: castsFromSmall[op2](),
		E4M3: castsFromSmall[op3](),
		E5M2: castsFromSmall[op4](),
	})
})

// fastCasts are the loops with their blocks in assembly.
func fastCasts(loops *[Nums][Nums]Loop) *[Nums][Nums]Loop {
	for from := range loops {
		for to, loop := range loops[from] {
			loops[from][to] = withCast(loop, Num(from), Num(to), castBlocks(Num(from), Num(to)))
		}
		if _, ok := compareBlocks(NotEqual, Num(from)); ok {
			loops[from][Bool] = notZero(comparisons()[from][NotEqual])
		}
	}
	for to, loop := range loops[Bool] {
		loops[Bool][to] = withTruth(loop, Num(to), castBlocks(U8, Num(to)))
	}
	return loops
}

// withTruth is the loop of a conversion from bool by the one from bytes, of which
// all that are not 0 are made 1 before.
func withTruth(loop Loop, to Num, block castBlock) Loop {
	ones := truthBlocks(1)
	if block == nil || ones == nil {
		return loop
	}
	size := to.Size()
	return func(n int, a *Args) {
		const most = 4 // blocks at a time
		if a.S[0] != size || a.S[1] != 1 {
			loop(n, a)
			return
		}
		buf := unsafe.Pointer(&a.scratch)
		done := 0
		for n-done >= blockBytes {
			blocks := min(most, (n-done)/blockBytes)
			x := unsafe.Add(a.P[1], done)
			ones(blocks, buf, x, x, blockBytes, blockBytes)
			block(blocks*blockBytes/compared, unsafe.Add(a.P[0], done*size), buf)
			done += blocks * blockBytes
		}
		a.rest(loop, 2, n, done)
	}
}

func castsFrom[S scalar]() [Nums]Loop {
	return [Nums]Loop{
		Bool: toTruth[S],
		I8:   convert[int8, S], I16: convert[int16, S], I32: convert[int32, S], I64: convert[int64, S],
		U8: convert[uint8, S], U16: convert[uint16, S], U32: convert[uint32, S], U64: convert[uint64, S],
		F32: convert[float32, S], F64: convert[float64, S],
		C64: toPlane[float32, S], C128: toPlane[float64, S],
		F16: toSmall[S, op1], BF16: toSmall[S, op2], E4M3: toSmall[S, op3], E5M2: toSmall[S, op4],
	}
}

// castsFromDouble are castsFrom with float16 rounded once.
func castsFromDouble(t [Nums]Loop) [Nums]Loop {
	t[F16] = doubleToHalf
	return t
}

func castsFromPlane[F float]() [Nums]Loop {
	// The loops of the real part: it comes first, and strides do the rest.
	t := castsFrom[F]()
	t[Bool] = planeTruth[F]
	t[C64] = convertPlane[float32, F]
	t[C128] = convertPlane[float64, F]
	return t
}

func castsFromTruth() [Nums]Loop {
	return [Nums]Loop{
		Bool: copyTruth,
		I8:   fromTruth[int8], I16: fromTruth[int16], I32: fromTruth[int32], I64: fromTruth[int64],
		U8: copyTruth, U16: fromTruth[uint16], U32: fromTruth[uint32], U64: fromTruth[uint64],
		F32: fromTruth[float32], F64: fromTruth[float64],
		C64: truthToPlane[float32], C128: truthToPlane[float64],
		F16: truthToSmall[op1], BF16: truthToSmall[op2], E4M3: truthToSmall[op3], E5M2: truthToSmall[op4],
	}
}

func castsFromSmall[O operator]() [Nums]Loop {
	return [Nums]Loop{
		Bool: smallTruth[O],
		I8:   fromSmall[int8, O], I16: fromSmall[int16, O], I32: fromSmall[int32, O], I64: fromSmall[int64, O],
		U8: fromSmall[uint8, O], U16: fromSmall[uint16, O], U32: fromSmall[uint32, O], U64: fromSmall[uint64, O],
		F32: fromSmall[float32, O], F64: fromSmall[float64, O],
		C64: smallToPlane[float32, O], C128: smallToPlane[float64, O],
		F16: smallToSmall[O, op1], BF16: smallToSmall[O, op2], E4M3: smallToSmall[O, op3], E5M2: smallToSmall[O, op4],
	}
}

func convert[D, S scalar](n int, a *Args) {
	d, x := a.P[0], a.P[1]
	ds, xs := a.S[0], a.S[1]
	var dz D
	var xz S
	if ds == int(unsafe.Sizeof(dz)) && xs == int(unsafe.Sizeof(xz)) {
		d, x := run[D](n, a, 0), run[S](n, a, 1)
		for i := range d {
			d[i] = D(x[i])
		}
		return
	}
	for do, xo := 0, 0; n > 0; n-- {
		*at[D](d, do) = D(*at[S](x, xo))
		do, xo = do+ds, xo+xs
	}
}

// fromTruth reads bools: a byte that is neither 0 nor 1 is true, hence 1.
func fromTruth[D scalar](n int, a *Args) {
	d, x := a.P[0], a.P[1]
	ds, xs := a.S[0], a.S[1]
	for do, xo := 0, 0; n > 0; n-- {
		*at[D](d, do) = D(truth(*at[uint8](x, xo)))
		do, xo = do+ds, xo+xs
	}
}

func truthToPlane[F float](n int, a *Args) {
	for i := range n {
		*at[pair[F]](a.P[0], i*a.S[0]) = pair[F]{re: F(truth(*at[uint8](a.P[1], i*a.S[1])))}
	}
}

func truthToSmall[O operator](n int, a *Args) {
	for i := range n {
		storeSmall[O](unsafe.Add(a.P[0], i*a.S[0]), float32(truth(*at[uint8](a.P[1], i*a.S[1]))))
	}
}

func toTruth[S scalar](n int, a *Args) {
	d, x := a.P[0], a.P[1]
	ds, xs := a.S[0], a.S[1]
	for do, xo := 0, 0; n > 0; n-- {
		*at[bool](d, do) = *at[S](x, xo) != 0
		do, xo = do+ds, xo+xs
	}
}

func toPlane[F float, S scalar](n int, a *Args) {
	d, x := a.P[0], a.P[1]
	ds, xs := a.S[0], a.S[1]
	for do, xo := 0, 0; n > 0; n-- {
		*at[pair[F]](d, do) = pair[F]{re: F(*at[S](x, xo))}
		do, xo = do+ds, xo+xs
	}
}

func convertPlane[D, S float](n int, a *Args) {
	d, x := a.P[0], a.P[1]
	ds, xs := a.S[0], a.S[1]
	for do, xo := 0, 0; n > 0; n-- {
		v := *at[pair[S]](x, xo)
		*at[pair[D]](d, do) = pair[D]{D(v.re), D(v.im)}
		do, xo = do+ds, xo+xs
	}
}

func planeTruth[S float](n int, a *Args) {
	for i := range n {
		v := *at[pair[S]](a.P[1], i*a.S[1])
		*at[bool](a.P[0], i*a.S[0]) = v.re != 0 || v.im != 0
	}
}

// loadSmall reads one number of the format that O stands for.
func loadSmall[O operator](p unsafe.Pointer) float32 {
	var op O
	switch unsafe.Sizeof(op) {
	case 1:
		return (*(*dtype.Half)(p)).Float32()
	case 2:
		return (*(*dtype.BHalf)(p)).Float32()
	case 3:
		return (*(*dtype.E4M3)(p)).Float32()
	default:
		return (*(*dtype.E5M2)(p)).Float32()
	}
}

// storeSmall writes one number of the format that O stands for.
func storeSmall[O operator](p unsafe.Pointer, f float32) {
	var op O
	switch unsafe.Sizeof(op) {
	case 1:
		*(*dtype.Half)(p) = dtype.HalfOf(f)
	case 2:
		*(*dtype.BHalf)(p) = dtype.BHalfOf(f)
	case 3:
		*(*dtype.E4M3)(p) = dtype.E4M3Of(f)
	default:
		*(*dtype.E5M2)(p) = dtype.E5M2Of(f)
	}
}

func fromSmall[D scalar, O operator](n int, a *Args) {
	d, x := a.P[0], a.P[1]
	ds, xs := a.S[0], a.S[1]
	for do, xo := 0, 0; n > 0; n-- {
		*at[D](d, do) = D(loadSmall[O](unsafe.Add(x, xo)))
		do, xo = do+ds, xo+xs
	}
}

// toSmall goes through float32, as ml_dtypes does, but see doubleToHalf.
func toSmall[S scalar, O operator](n int, a *Args) {
	d, x := a.P[0], a.P[1]
	ds, xs := a.S[0], a.S[1]
	for do, xo := 0, 0; n > 0; n-- {
		storeSmall[O](unsafe.Add(d, do), float32(*at[S](x, xo)))
		do, xo = do+ds, xo+xs
	}
}

// doubleToHalf rounds float64 to float16 in one step, as NumPy does.
func doubleToHalf(n int, a *Args) {
	d, x := a.P[0], a.P[1]
	ds, xs := a.S[0], a.S[1]
	for do, xo := 0, 0; n > 0; n-- {
		*at[dtype.Half](d, do) = dtype.HalfOf64(*at[float64](x, xo))
		do, xo = do+ds, xo+xs
	}
}

func smallToPlane[F float, O operator](n int, a *Args) {
	for i := range n {
		*at[pair[F]](a.P[0], i*a.S[0]) = pair[F]{re: F(loadSmall[O](unsafe.Add(a.P[1], i*a.S[1])))}
	}
}

func smallToSmall[O, P operator](n int, a *Args) {
	for i := range n {
		storeSmall[P](unsafe.Add(a.P[0], i*a.S[0]), loadSmall[O](unsafe.Add(a.P[1], i*a.S[1])))
	}
}

func smallTruth[O operator](n int, a *Args) {
	for i := range n {
		*at[bool](a.P[0], i*a.S[0]) = loadSmall[O](unsafe.Add(a.P[1], i*a.S[1])) != 0
	}
}
