package kernel

import "unsafe"

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
	// tooFew is up to how many elements the loop in Go is as fast.
	tooFew = 16
	// enough is how many blocks are worth the way into the assembly.
	enough = 1
)

// still fills scratch with copies of the element of operand k, which stands still,
// to so many bytes.
func (a *Args) still(k, size, bytes int) unsafe.Pointer {
	var even, odd uint64
	switch p := a.P[k]; size {
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
		odd = *at[uint64](a.P[k], 8)
	}
	buf := a.scratch[k-1][:bytes/8]
	for i := 0; i+1 < len(buf); i += 2 {
		buf[i], buf[i+1] = even, odd
	}
	return unsafe.Pointer(&a.scratch[k-1])
}

// last copies the m elements of operand k from done on, which are adjacent and fill
// no block, into scratch.
func (a *Args) last(k, done, m, size int) unsafe.Pointer {
	p := unsafe.Pointer(&a.scratch[k-1])
	copy(unsafe.Slice((*byte)(p), m*size), unsafe.Slice((*byte)(unsafe.Add(a.P[k], done*size)), m*size))
	return p
}

// results is where a block writes results of which store carries m into the
// destination, from element done on.
func (a *Args) results() unsafe.Pointer { return unsafe.Pointer(&a.scratch[3]) }

func (a *Args) store(done, m, size int) {
	copy(unsafe.Slice((*byte)(unsafe.Add(a.P[0], done*size)), m*size), unsafe.Slice((*byte)(a.results()), m*size))
}

// sources returns where the blocks of two sources of n elements lie, the operands
// from first on, each adjacent elements of the given size or one that stands still;
// ok is false otherwise, and for few elements. block is the bytes of a block of
// theirs.
func (a *Args) sources(first, n, size, block int) (p [2]unsafe.Pointer, step [2]int, ok bool) {
	if n <= tooFew {
		return p, step, false
	}
	for k := range p {
		switch a.S[first+k] {
		case size:
			p[k], step[k] = a.P[first+k], block
		case 0:
			p[k] = a.still(first+k, size, block)
		default:
			return p, step, false
		}
	}
	return p, step, true
}

// lasts returns two sources as sources has, for the last m elements, from done on.
func (a *Args) lasts(first, done, m, size int, p [2]unsafe.Pointer, step [2]int) ([2]unsafe.Pointer, [2]int) {
	for k := range p {
		if step[k] != 0 {
			p[k] = a.last(first+k, done, m, size)
		}
	}
	return p, step
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
	each := blockBytes / size
	return func(n int, a *Args) {
		if a.S[0] != size {
			loop(n, a)
			return
		}
		p, step, ok := a.sources(1, n, size, blockBytes)
		if !ok {
			a.rest(loop, 3, n, a.spread(n, size, block))
			return
		}
		m := n & (each - 1)
		if n > m {
			block(n/each, a.P[0], p[0], p[1], step[0], step[1])
		}
		if m > 0 {
			p, step = a.lasts(1, n-m, m, size, p, step)
			block(1, a.results(), p[0], p[1], step[0], step[1])
			a.store(n-m, m, size)
		}
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
			p[k] = unsafe.Pointer(&a.scratch[k])
		case 0:
			p[k], step[k] = a.still(1+k, size, blockBytes), 0
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
	compare := func(n int, d unsafe.Pointer, p [2]unsafe.Pointer, step [2]int) {
		if c.exchange {
			p[0], p[1], step[0], step[1] = p[1], p[0], step[1], step[0]
		}
		c.block(n, d, p[0], p[1], step[0], step[1], c.bias, invert)
	}
	return func(n int, a *Args) {
		p, step, ok := a.sources(1, n, size, compared*size)
		if !ok || a.S[0] != 1 {
			loop(n, a)
			return
		}
		if n >= compared {
			compare(n/compared, a.P[0], p, step)
		}
		if m := n % compared; m > 0 {
			p, step = a.lasts(1, n-m, m, size, p, step)
			compare(1, a.results(), p, step)
			a.store(n-m, m, 1)
		}
	}
}

// withCast is the loop of a conversion.
func withCast(loop Loop, from, to Num, block castBlock) Loop {
	if block == nil {
		return loop
	}
	size := from.Size()
	// packed is how many elements are packed at once of those that step over every
	// second number.
	packed := int(unsafe.Sizeof(Args{}.scratch)) / size
	var even blockOfOne
	if compared*size >= blockBytes {
		even = evenBlocks(size)
	}
	return func(n int, a *Args) {
		switch {
		case a.S[0] != to.Size() || n <= tooFew:
			loop(n, a)
		case a.S[1] == size:
			blocks := n / compared
			if blocks > 0 {
				block(blocks, a.P[0], a.P[1])
			}
			switch m := n % compared; {
			case m <= tooFew || to.Size() > 8:
				a.rest(loop, 2, n, n-m)
			default:
				block(1, a.results(), a.last(1, n-m, m, size))
				a.store(n-m, m, to.Size())
			}
		case a.S[1] == 2*size && even != nil:
			buf := unsafe.Pointer(&a.scratch)
			done := 0
			for done+compared < n { // the number after the last one need not be there
				m := min(packed, (n-1-done)/compared*compared)
				even(m*size/blockBytes, buf, unsafe.Add(a.P[1], done*a.S[1]))
				block(m/compared, unsafe.Add(a.P[0], done*a.S[0]), buf)
				done += m
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
	each := blockBytes / size
	return func(n int, a *Args) {
		if a.S[0] != size || a.S[1] != size || n <= tooFew {
			loop(n, a)
			return
		}
		m := n & (each - 1)
		if n > m {
			block(n/each, a.P[0], a.P[1])
		}
		if m > 0 {
			block(1, a.results(), a.last(1, n-m, m, size))
			a.store(n-m, m, size)
		}
	}
}
