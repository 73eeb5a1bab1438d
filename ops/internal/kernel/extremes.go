package kernel

import "unsafe"

// bestOf returns the least (op1) or largest (op2) of n blocks of blockBytes; ok is
// false if there is a NaN.
func bestOf[T scalar, O operator](block extremeBlock, n int, x unsafe.Pointer) (best T, ok bool) {
	low, high, nan := block(n, x)
	if nan {
		return best, false
	}
	lanes := [2]uint64{low, high}
	p := unsafe.Pointer(&lanes)
	best = *(*T)(p)
	size := int(unsafe.Sizeof(best))
	for o := size; o < len(lanes)*8; o += size {
		if v := *at[T](p, o); beats[T, O](v, best) {
			best = v
		}
	}
	return best, true
}

// withExtremes is the span of the least (op1) or largest (op2) number.
func withExtremes[T scalar, O operator](t Num) span {
	var op O
	size := t.Size()
	block := extremeBlocks(t, unsafe.Sizeof(op) == 2)
	if block == nil {
		return orderSpan[T, O]
	}
	second := secondExtremes(t, unsafe.Sizeof(op) == 2)
	each := blockBytes / size
	return func(n int, acc, x unsafe.Pointer, xs int) {
		block, blocks := block, n/each
		if second != nil && xs == 2*size {
			block, blocks = second, max(n-1, 0)/each // the number after the last one need not be there
		} else if xs != size {
			blocks = 0
		}
		if blocks >= enough {
			if best, ok := bestOf[T, O](block, blocks, x); ok {
				orderSpan[T, O](1, acc, unsafe.Pointer(&best), size)
				done := blocks * each
				n, x = n-done, unsafe.Add(x, done*xs)
			}
		}
		if n > 0 {
			orderSpan[T, O](n, acc, x, xs)
		}
	}
}

// searched is how many bytes are looked at in assembly before an element in them
// is searched for.
const searched = 1 << 14

// withSearch is the search of a run for the least (op1) or largest (op2) number,
// part by part: only a part with a better number is searched for its place.
func withSearch[T scalar, O operator](t Num) func(n int, best, x unsafe.Pointer, xs int) int {
	var op O
	size := t.Size()
	block := extremeBlocks(t, unsafe.Sizeof(op) == 2)
	if block == nil {
		return searchSpan[T, O]
	}
	finds := findBlocks(t)
	return func(n int, best, x unsafe.Pointer, xs int) int {
		place := -1
		if xs != size {
			return searchSpan[T, O](n, best, x, xs)
		}
		for i := 0; i < n; i += searched / size {
			m := min(searched/size, n-i)
			p := unsafe.Add(x, i*size)
			if blocks := m * size / blockBytes; blocks*blockBytes == m*size && blocks >= enough {
				if top, ok := bestOf[T, O](block, blocks, p); ok {
					if beats[T, O](top, *(*T)(best)) {
						*(*T)(best), place = top, i+find(m, p, top, finds)
					}
					continue
				}
			}
			if k := searchSpan[T, O](m, best, p, size); k >= 0 {
				place = i + k
			}
		}
		return place
	}
}

// find returns the place of the first of n adjacent numbers that equals v, which
// one of them does; n is whole blocks.
func find[T scalar](n int, x unsafe.Pointer, v T, blocks func(n int, x unsafe.Pointer, v uint64) int) int {
	var bits uint64
	*(*T)(unsafe.Pointer(&bits)) = v
	size := int(unsafe.Sizeof(v))
	return blocks(n*size/32, x, bits) / size
}
