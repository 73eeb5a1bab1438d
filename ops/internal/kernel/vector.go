package kernel

import (
	"slices"
	"unsafe"
)

// Loops whose whole blocks of adjacent elements run in assembly where there is
// one. What is left over, and operands with other strides, run in the loop in
// Go, which gives the same results.

type (
	// extremeBlock finds the least or largest of n blocks of blockBytes, by the
	// lanes of 16 bytes; if nan, they have no value.
	extremeBlock func(n int, x unsafe.Pointer) (low, high uint64, nan bool)

	// binaryBlock is d = x op y for n blocks of blockBytes; xs and ys are the
	// bytes from one block of a source to the next, 0 to stand still.
	binaryBlock func(n int, d, x, y unsafe.Pointer, xs, ys int)

	// compareBlock is a relation for n blocks of compared elements.
	compareBlock func(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

	// whereBlock is d = x where c is true, else y, for n blocks of compared elements.
	whereBlock func(n int, d, c, x, y unsafe.Pointer, xs, ys int)

	// clipBlock is d = x between bounds that are repeated in 32 bytes, for n blocks
	// of blockBytes.
	clipBlock func(n int, d, x, lo, hi unsafe.Pointer)

	// castBlock is a conversion of n blocks of compared elements.
	castBlock func(n int, d, x unsafe.Pointer)

	// blockOfOne is d = f(x) for n blocks of blockBytes.
	blockOfOne func(n int, d, x unsafe.Pointer)

	// rowBlock folds n blocks of count rows, step bytes apart, into accumulators,
	// one row after the other.
	rowBlock func(n, count, step int, acc, x unsafe.Pointer)
)

const (
	blockBytes = 128
	compared   = 32
	// enough is how many blocks are worth the way into the assembly.
	enough = 1
)

// still fills a buffer with the element at p, for a source that stands still.
func still(buf []uint64, p unsafe.Pointer, size int) {
	var even, odd uint64
	switch size {
	case 1:
		even = uint64(*(*uint8)(p)) * 0x0101010101010101
	case 2:
		even = uint64(*(*uint16)(p)) * 0x0001000100010001
	case 4:
		even = uint64(*(*uint32)(p)) * 0x0000000100000001
	default:
		even = *(*uint64)(p)
	}
	odd = even
	if size == 16 {
		odd = *at[uint64](p, 8)
	}
	for ; len(buf) >= 2; buf = buf[2:] {
		buf[0], buf[1] = even, odd
	}
}

// sources returns where the blocks of two sources lie, the operands from first on,
// each adjacent elements of the given size or an element that stands still; ok is
// false otherwise. block is the bytes of a block of theirs.
func (a *Args) sources(first, size, block int) (p [2]unsafe.Pointer, step [2]int, ok bool) {
	for k := range p {
		switch a.S[first+k] {
		case size:
			p[k], step[k] = a.P[first+k], block
		case 0:
			still(a.still[k][:block/8], a.P[first+k], size)
			p[k] = unsafe.Pointer(&a.still[k])
		default:
			return p, step, false
		}
	}
	return p, step, true
}

// rest runs loop on what is left of n elements of the first operands after the
// first done.
func (a *Args) rest(loop Loop, operands, n, done int) {
	if n == done {
		return
	}
	first := a.P
	for k := range operands {
		a.P[k] = unsafe.Add(a.P[k], done*a.S[k])
	}
	loop(n-done, a)
	a.P = first
}

// withBlocks is a loop of two sources and a destination of one size.
func withBlocks(loop Loop, size int, block binaryBlock) Loop {
	if block == nil || loop == nil {
		return loop
	}
	return func(n int, a *Args) {
		blocks := n * size / blockBytes
		if a.S[0] == size && blocks >= enough {
			if p, step, ok := a.sources(1, size, blockBytes); ok {
				block(blocks, a.P[0], p[0], p[1], step[0], step[1])
				a.rest(loop, 3, n, blocks*blockBytes/size)
				return
			}
			if done := a.spread(n, size, block); done > 0 {
				a.rest(loop, 3, n, done)
				return
			}
		}
		loop(n, a)
	}
}

// spread is a loop of two sources, of which one or both step over every second
// number: these are packed, two blocks at a time. It returns how many elements
// are done, 0 if the sources lie otherwise.
func (a *Args) spread(n, size int, block binaryBlock) (done int) {
	const blocks = 2
	even := evenBlocks(size)
	each := blocks * blockBytes / size
	if even == nil || n <= each {
		return 0
	}
	var p [2]unsafe.Pointer
	var step, far [2]int
	for k := range p {
		p[k], step[k] = a.P[1+k], blockBytes
		switch a.S[1+k] {
		case size:
			far[k] = blocks * blockBytes
		case 2 * size:
			p[k] = unsafe.Pointer(&a.still[k])
		case 0:
			still(a.still[k][:blockBytes/8], a.P[1+k], size)
			p[k], step[k] = unsafe.Pointer(&a.still[k]), 0
		default:
			return 0
		}
	}
	// The number after the last one need not be there.
	for ; done+each < n; done += each {
		for k := range p {
			if a.S[1+k] == 2*size {
				even(blocks, p[k], unsafe.Add(a.P[1+k], done*2*size))
			}
		}
		i := done / each
		block(blocks, unsafe.Add(a.P[0], done*size), unsafe.Add(p[0], i*far[0]), unsafe.Add(p[1], i*far[1]), step[0], step[1])
	}
	return done
}

// comparison is the assembly of a relation: block, with the sources exchanged
// and the result inverted if so wanted.
type comparison struct {
	block            compareBlock
	bias             uint64
	invert, exchange bool
}

// withCompared is the loop of a relation of sources of one size.
func withCompared(loop Loop, size int, c comparison) Loop {
	var invert uint64
	if c.invert {
		invert--
	}
	return func(n int, a *Args) {
		blocks := n / compared
		if a.S[0] == 1 && blocks >= enough {
			if p, step, ok := a.sources(1, size, compared*size); ok {
				if c.exchange {
					p[0], p[1], step[0], step[1] = p[1], p[0], step[1], step[0]
				}
				c.block(blocks, a.P[0], p[0], p[1], step[0], step[1], c.bias, invert)
				a.rest(loop, 3, n, blocks*compared)
				return
			}
		}
		loop(n, a)
	}
}

// withCast is the loop of a conversion.
func withCast(loop Loop, from, to Num, block castBlock) Loop {
	if block == nil {
		return loop
	}
	var even blockOfOne
	if compared*from.Size() >= blockBytes {
		even = evenBlocks(from.Size())
	}
	return func(n int, a *Args) {
		blocks := n / compared
		switch {
		case a.S[0] != to.Size() || blocks < enough:
			loop(n, a)
		case a.S[1] == from.Size():
			block(blocks, a.P[0], a.P[1])
			a.rest(loop, 2, n, blocks*compared)
		case a.S[1] == 2*from.Size() && even != nil:
			// Every second number is packed; the one after the last need not be there.
			buf := unsafe.Pointer(&a.still)
			done := 0
			for ; done+compared < n; done += compared {
				even(compared*from.Size()/blockBytes, buf, unsafe.Add(a.P[1], done*a.S[1]))
				block(1, unsafe.Add(a.P[0], done*a.S[0]), buf)
			}
			a.rest(loop, 2, n, done)
		default:
			loop(n, a)
		}
	}
}

// zero is what numbers are compared with to tell whether they are true.
var zero [16]byte

// notZero is the loop of conversions to bool by a comparison.
func notZero(unequal Loop) Loop {
	return func(n int, a *Args) {
		p, s := a.P[2], a.S[2]
		a.P[2], a.S[2] = unsafe.Pointer(&zero), 0
		unequal(n, a)
		a.P[2], a.S[2] = p, s
	}
}

// withOne is the loop of a function of one source of the same size.
func withOne(loop Loop, size int, block blockOfOne) Loop {
	if block == nil {
		return loop
	}
	return func(n int, a *Args) {
		blocks := n * size / blockBytes
		if a.S[0] != size || a.S[1] != size || blocks < enough {
			loop(n, a)
			return
		}
		block(blocks, a.P[0], a.P[1])
		a.rest(loop, 2, n, blocks*blockBytes/size)
	}
}

// bounded is the assembly of a function for n groups of groupBytes, up to the
// first one with a number that is not from low to high: left is how many groups
// are left then. 1 lies within all bounds.
type bounded struct {
	block     func(n int, d, x unsafe.Pointer) (left int)
	low, high float64
}

const groupBytes = 32

func (g *bounded) holds(v float64) bool { return v >= g.low && v <= g.high }

// inGroups is the loop of a function that is not exact, f in Go. All numbers
// within the bounds go through the assembly, in a buffer where they are not whole
// groups of adjacent ones, so that a result depends on nothing but its number.
func inGroups[T float](loop Loop, f func(float64) float64, g bounded) Loop {
	if g.block == nil {
		return loop
	}
	size := int(unsafe.Sizeof(*new(T)))
	each := groupBytes / size
	return func(n int, a *Args) {
		adjacent := a.S[0] == size && a.S[1] == size
		most := int(unsafe.Sizeof(a.still)) / size
		if adjacent {
			most = each
		}
		for done := 0; done < n; {
			if groups := (n - done) / each; groups > 0 && adjacent {
				done += each * (groups - g.block(groups, unsafe.Add(a.P[0], done*size), unsafe.Add(a.P[1], done*size)))
			}
			if m := min(most, n-done); m > 0 {
				inBuffer[T](m, done, a, f, &g)
				done += m
			}
		}
	}
}

// inBuffer is the function of m numbers from the given one on, by way of a buffer.
func inBuffer[T float](m, from int, a *Args, f func(float64) float64, g *bounded) {
	buf := unsafe.Slice((*T)(unsafe.Pointer(&a.still)), int(unsafe.Sizeof(a.still)/unsafe.Sizeof(*new(T))))
	each := groupBytes / int(unsafe.Sizeof(buf[0]))
	groups := (m + each - 1) / each
	for i := range groups * each {
		buf[i] = 1
		if i < m {
			if v := *at[T](a.P[1], (from+i)*a.S[1]); g.holds(float64(v)) {
				buf[i] = v
			}
		}
	}
	g.block(groups, unsafe.Pointer(&buf[0]), unsafe.Pointer(&buf[0]))
	for i, r := range buf[:m] {
		if v := float64(*at[T](a.P[1], (from+i)*a.S[1])); !g.holds(v) {
			r = T(f(v))
		}
		*at[T](a.P[0], (from+i)*a.S[0]) = r
	}
}

// Rows folds count rows of n elements of operand 1, step bytes apart, into the
// accumulators of operand 0, element by element and row after row.
type Rows func(n, count, step int, a *Args)

// eachRow folds row after row by a loop of two operands.
func eachRow(loop Loop) Rows {
	return func(n, count, step int, a *Args) {
		x := a.P[1]
		for i := range count {
			a.P[1] = unsafe.Add(x, i*step)
			loop(n, a)
		}
		a.P[1] = x
	}
}

// withRows folds rows of adjacent elements in assembly.
func withRows(loop Loop, f Fold, t, acc Num) Rows {
	rows := eachRow(loop)
	block, each := rowBlocks(f, t)
	if block == nil {
		return rows
	}
	size, accSize := t.Size(), acc.Size()
	return func(n, count, step int, a *Args) {
		blocks := n / each
		if a.S[0] != accSize || a.S[1] != size || blocks < enough {
			rows(n, count, step, a)
			return
		}
		block(blocks, count, step, a.P[0], a.P[1])
		if done := blocks * each; done < n {
			p := a.P
			a.P[0], a.P[1] = unsafe.Add(p[0], done*accSize), unsafe.Add(p[1], done*size)
			rows(n-done, count, step, a)
			a.P = p
		}
	}
}

type span = func(n int, acc, x unsafe.Pointer, xs int)

// withSum is the span of a sum of floats, or of their squares, in float64.
func withSum[X float, O operator](block func(n int, x unsafe.Pointer) float64) span {
	s := sumSpan[float64, X, O]
	if block == nil {
		return s
	}
	var v X
	size := int(unsafe.Sizeof(v))
	return func(n int, acc, x unsafe.Pointer, xs int) {
		if xs != size || n < 16 {
			s(n, acc, x, xs)
			return
		}
		*(*float64)(acc) += pairwiseBlocks[X, O](n, x, block)
	}
}

// pairwiseBlocks is pairwise of adjacent floats: the same additions.
func pairwiseBlocks[X float, O operator](n int, x unsafe.Pointer, block func(n int, x unsafe.Pointer) float64) float64 {
	var v X
	size := int(unsafe.Sizeof(v))
	if n > pairwiseBlock {
		h := n / 2
		h -= h % 8
		return pairwiseBlocks[X, O](h, x, block) + pairwiseBlocks[X, O](n-h, unsafe.Add(x, h*size), block)
	}
	var op O
	sum := block(n/8, x)
	for i := n &^ 7; i < n; i++ {
		v := float64(*at[X](x, i*size))
		if unsafe.Sizeof(op) == 2 {
			v = float64(v * v)
		}
		sum += v
	}
	return sum
}

// withCount is the span of a sum of integers in 64 bits.
func withCount(s span, t Num) span {
	block, each := countBlocks(t)
	size := t.Size()
	if block == nil {
		return s
	}
	return func(n int, acc, x unsafe.Pointer, xs int) {
		blocks := n / each
		if xs != size || blocks < 1 {
			s(n, acc, x, xs)
			return
		}
		*(*uint64)(acc) += block(blocks, x)
		if done := blocks * each; done < n {
			s(n-done, acc, unsafe.Add(x, done*size), xs)
		}
	}
}

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
	return func(n int, acc, x unsafe.Pointer, xs int) {
		if blocks := n * size / blockBytes; xs == size && blocks >= enough {
			if best, ok := bestOf[T, O](block, blocks, x); ok {
				orderSpan[T, O](1, acc, unsafe.Pointer(&best), size)
				done := blocks * blockBytes / size
				n, x = n-done, unsafe.Add(x, done*size)
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
						*(*T)(best), place = top, i+find(m, p, top)
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
// one of them does.
func find[T scalar](n int, x unsafe.Pointer, v T) int {
	return slices.Index(unsafe.Slice((*T)(x), n), v)
}
