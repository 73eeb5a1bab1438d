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
