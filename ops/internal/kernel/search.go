package kernel

import (
	"sync"
	"unsafe"
)

// Searcher finds the place of the least or the largest number, of NaN if there
// is one, and of the first of equals.
type Searcher struct {
	// Span searches n numbers, the first at x and xs bytes apart, for one that
	// beats *best, and if there is one writes it there. It returns its place in
	// the run, or -1.
	Span func(n int, best, x unsafe.Pointer, xs int) int

	// Rows does one step for n results: where operand 2 beats operand 1, it
	// writes it there and k into the int64 of operand 0.
	Rows func(n int, a *Args, k int64)
}

// Search returns the searcher for the least numbers of type t or, with largest,
// the largest; ok is false where there is none.
func Search(t Num, largest bool) (s Searcher, ok bool) {
	s = searchers()[t][0]
	if largest {
		s = searchers()[t][1]
	}
	return s, s.Span != nil
}

var searchers = sync.OnceValue(func() *[Nums][2]Searcher {
	return &[Nums][2]Searcher{
		Bool: searches[uint8](U8),
		I8:   searches[int8](I8),
		I16:  searches[int16](I16),
		I32:  searches[int32](I32),
		I64:  searches[int64](I64),
		U8:   searches[uint8](U8),
		U16:  searches[uint16](U16),
		U32:  searches[uint32](U32),
		U64:  searches[uint64](U64),
		F32:  searches[float32](F32),
		F64:  searches[float64](F64),
		C64:  planeSearches[float32](),
		C128: planeSearches[float64](),
	}
})

// SearchDates is Search for counts of time, in which NaT is found first.
func SearchDates(largest bool) Searcher {
	if largest {
		return Searcher{searchSpan[int64, op3], searchRows[int64, op3]}
	}
	return searches[int64](I64)[0] // NaT is the least number
}

func searches[T scalar](t Num) [2]Searcher {
	return [2]Searcher{{withSearch[T, op1](t), searchRows[T, op1]}, {withSearch[T, op2](t), searchRows[T, op2]}}
}

func planeSearches[F float]() [2]Searcher {
	return [2]Searcher{{searchPlaneSpan[F, op1], searchPlaneRows[F, op1]}, {searchPlaneSpan[F, op2], searchPlaneRows[F, op2]}}
}

// beats tells whether v comes before u: less (op1) or more (op2), NaN before
// all; or more as counts of time, of which NaT, the least, is before all (op3).
func beats[T scalar, O operator](v, u T) bool {
	var op O
	switch unsafe.Sizeof(op) {
	case 1:
		return v < u || v != v && u == u
	case 2:
		return v > u || v != v && u == u
	default:
		return v-1 > u-1 // NaT wraps to the largest number
	}
}

func searchSpan[T scalar, O operator](n int, best, x unsafe.Pointer, xs int) int {
	u, place := *(*T)(best), -1
	for i, o := 0, 0; i < n; i++ {
		if v := *at[T](x, o); beats[T, O](v, u) {
			u, place = v, i
		}
		o += xs
	}
	*(*T)(best) = u
	return place
}

func searchRows[T scalar, O operator](n int, a *Args, k int64) {
	d, best, x := a.P[0], a.P[1], a.P[2]
	ds, bs, xs := a.S[0], a.S[1], a.S[2]
	for do, bo, xo := 0, 0, 0; n > 0; n-- {
		u := at[T](best, bo)
		if v := *at[T](x, xo); beats[T, O](v, *u) {
			*u = v
			*at[int64](d, do) = k
		}
		do, bo, xo = do+ds, bo+bs, xo+xs
	}
}

func planeBeats[F float, O operator](v, u pair[F]) bool {
	var op O
	if v.nan() || u.nan() {
		return v.nan() && !u.nan()
	}
	if unsafe.Sizeof(op) == 1 {
		return v.less(u)
	}
	return u.less(v)
}

func searchPlaneSpan[F float, O operator](n int, best, x unsafe.Pointer, xs int) int {
	u, place := (*pair[F])(best), -1
	for i := range n {
		if v := *at[pair[F]](x, i*xs); planeBeats[F, O](v, *u) {
			*u, place = v, i
		}
	}
	return place
}

func searchPlaneRows[F float, O operator](n int, a *Args, k int64) {
	for i := range n {
		u := at[pair[F]](a.P[1], i*a.S[1])
		if v := *at[pair[F]](a.P[2], i*a.S[2]); planeBeats[F, O](v, *u) {
			*u = v
			*at[int64](a.P[0], i*a.S[0]) = k
		}
	}
}
