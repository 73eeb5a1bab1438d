package move

import (
	"encoding/binary"
	"unsafe"
)

// tileGo is tile in portable Go. Items of 1, 2 and 4 bytes are transposed
// inside 64-bit words, 8×8, 4×4 and 2×2 at a time; larger ones move singly.
func tileGo(to, from unsafe.Pointer, toStride, fromStride, height, width, unit int) {
	side := max(8/unit, 1) // items a word
	wholeH, wholeW := height&^(side-1), width&^(side-1)
	if side > 1 {
		for r := 0; r < wholeH; r += side {
			for c := 0; c < wholeW; c += side {
				d := unsafe.Add(to, c*toStride+r*unit)
				s := unsafe.Add(from, r*fromStride+c*unit)
				switch unit {
				case 1:
					words1(d, s, toStride, fromStride)
				case 2:
					words2(d, s, toStride, fromStride)
				case 4:
					words4(d, s, toStride, fromStride)
				}
			}
		}
	} else {
		wholeH, wholeW = 0, 0
	}
	// What the words leave: the columns on the right, then the rows below.
	for c := range width {
		r := 0
		if c < wholeW {
			r = wholeH
		}
		if r < height {
			row(unsafe.Add(to, c*toStride+r*unit), unsafe.Add(from, r*fromStride+c*unit), height-r, unit, fromStride, unit)
		}
	}
}

// word returns the eight bytes at p, the first one lowest.
func word(p unsafe.Pointer) uint64 { return binary.LittleEndian.Uint64((*[8]byte)(p)[:]) }

func putWord(p unsafe.Pointer, x uint64) { binary.LittleEndian.PutUint64((*[8]byte)(p)[:], x) }

// words4 transposes 2×2 items of four bytes.
func words4(to, from unsafe.Pointer, toStride, fromStride int) {
	a, b := word(from), word(unsafe.Add(from, fromStride))
	const low = 1<<32 - 1
	putWord(to, a&low|b<<32)
	putWord(unsafe.Add(to, toStride), a>>32|b&^low)
}

// words2 transposes 4×4 items of two bytes.
func words2(to, from unsafe.Pointer, toStride, fromStride int) {
	a, b := word(from), word(unsafe.Add(from, fromStride))
	c, d := word(unsafe.Add(from, 2*fromStride)), word(unsafe.Add(from, 3*fromStride))
	a, b = mix(a, b, 16, 0x0000ffff0000ffff)
	c, d = mix(c, d, 16, 0x0000ffff0000ffff)
	a, c = mix(a, c, 32, 0x00000000ffffffff)
	b, d = mix(b, d, 32, 0x00000000ffffffff)
	putWord(to, a)
	putWord(unsafe.Add(to, toStride), b)
	putWord(unsafe.Add(to, 2*toStride), c)
	putWord(unsafe.Add(to, 3*toStride), d)
}

// mix swaps the high parts of a with the low parts of b, shift bits apart; low
// masks the low parts.
func mix(a, b uint64, shift uint, low uint64) (uint64, uint64) {
	return a&low | b&low<<shift, a>>shift&low | b&^low
}

// words1 transposes 8×8 bytes.
func words1(to, from unsafe.Pointer, toStride, fromStride int) {
	const (
		low1 = 0x00ff00ff00ff00ff
		low2 = 0x0000ffff0000ffff
		low4 = 0x00000000ffffffff
	)
	a, b := mix(word(from), word(unsafe.Add(from, fromStride)), 8, low1)
	c, d := mix(word(unsafe.Add(from, 2*fromStride)), word(unsafe.Add(from, 3*fromStride)), 8, low1)
	e, f := mix(word(unsafe.Add(from, 4*fromStride)), word(unsafe.Add(from, 5*fromStride)), 8, low1)
	g, h := mix(word(unsafe.Add(from, 6*fromStride)), word(unsafe.Add(from, 7*fromStride)), 8, low1)
	a, c = mix(a, c, 16, low2)
	b, d = mix(b, d, 16, low2)
	e, g = mix(e, g, 16, low2)
	f, h = mix(f, h, 16, low2)
	a, e = mix(a, e, 32, low4)
	b, f = mix(b, f, 32, low4)
	c, g = mix(c, g, 32, low4)
	d, h = mix(d, h, 32, low4)
	putWord(to, a)
	putWord(unsafe.Add(to, toStride), b)
	putWord(unsafe.Add(to, 2*toStride), c)
	putWord(unsafe.Add(to, 3*toStride), d)
	putWord(unsafe.Add(to, 4*toStride), e)
	putWord(unsafe.Add(to, 5*toStride), f)
	putWord(unsafe.Add(to, 6*toStride), g)
	putWord(unsafe.Add(to, 7*toStride), h)
}
