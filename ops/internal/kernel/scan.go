package kernel

import "unsafe"

// Scanner is a running sum of numbers in the type Acc, which is that of the
// reducer Sum.
type Scanner struct {
	Acc Num

	// Span adds n numbers, the first at x and xs bytes apart, one by one to
	// *acc, and writes what it is after each to the adjacent elements of d.
	Span func(n int, acc, d, x unsafe.Pointer, xs int)
}

// Scan returns the scanner of numbers of type t; ok is false where there is
// none.
func Scan(t Num) (s Scanner, ok bool) {
	s = [Nums]Scanner{
		Bool: {I64, scanTruth},
		I8:   {I64, scan[int64, int8]}, I16: {I64, scan[int64, int16]}, I32: {I64, scan[int64, int32]}, I64: {I64, scan[int64, int64]},
		U8: {U64, scan[uint64, uint8]}, U16: {U64, scan[uint64, uint16]}, U32: {U64, scan[uint64, uint32]}, U64: {U64, scan[uint64, uint64]},
		F32: {F64, scan[float64, float32]}, F64: {F64, scan[float64, float64]},
		C64: {C128, scanPlane[float32]}, C128: {C128, scanPlane[float64]},
	}[t]
	return s, s.Span != nil
}

func scan[A, X scalar](n int, acc, d, x unsafe.Pointer, xs int) {
	sum := *(*A)(acc)
	out := unsafe.Slice((*A)(d), n)
	o := 0
	for i := range out {
		sum += A(*at[X](x, o))
		out[i] = sum
		o += xs
	}
	*(*A)(acc) = sum
}

func scanTruth(n int, acc, d, x unsafe.Pointer, xs int) {
	sum := (*int64)(acc)
	out := unsafe.Slice((*int64)(d), n)
	for i := range out {
		*sum += int64(truth(*at[uint8](x, i*xs)))
		out[i] = *sum
	}
}

func scanPlane[F float](n int, acc, d, x unsafe.Pointer, xs int) {
	sum := (*pair[float64])(acc)
	out := unsafe.Slice((*pair[float64])(d), n)
	for i := range out {
		v := *at[pair[F]](x, i*xs)
		sum.re += float64(v.re)
		sum.im += float64(v.im)
		out[i] = *sum
	}
}

// ScanDates is the scanner of timedelta64 in one unit: NaT stays.
func ScanDates() Scanner {
	return Scanner{I64, func(n int, acc, d, x unsafe.Pointer, xs int) {
		sum := (*int64)(acc)
		out := unsafe.Slice((*int64)(d), n)
		for i := range out {
			if v := *at[int64](x, i*xs); v == NaT || *sum == NaT {
				*sum = NaT
			} else {
				*sum += v
			}
			out[i] = *sum
		}
	}}
}
