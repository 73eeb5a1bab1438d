// Package deflate compresses by RFC 1951, for arrays of numbers.
//
// It exists beside the libraries because of how numbers repeat: neighbouring
// items of two or four bytes often share all bytes but one, so that the matches
// are three bytes long. The encoders of Go's standard library and of
// klauspost/compress look for four bytes at least and so give up on them, where
// zlib, and therefore numpy.savez_compressed, does not.
package deflate

import (
	"math"
	"math/bits"
	"slices"
	"sync"
)

const (
	windowSize = 32 << 10 // how far back a match may lie, in bytes
	windowMask = windowSize - 1
	minMatch   = 3
	maxMatch   = 258
	maxSkip    = 3

	// hashBits are more than the positions in a window need: a chain that holds
	// other bytes too costs more than the cache for larger tables.
	hashBits = 17

	// longMatch is the length from which matches have a chain of their own:
	// where items take few values, four bytes are the same too often to be
	// worth looking at.
	longMatch = 8

	// farMatch is the distance from which a match of three bytes costs more
	// than three literals.
	farMatch = 4608
)

// effort says how long to look for matches.
type effort struct {
	good     int // with a match of this length in hand, look a quarter as long
	lazy     int // with a longer match in hand, do not look for a better one a byte later
	nice     int // a match of this length is good enough
	chain    int // candidates for a long match looked at
	chain4   int // and for a short one
	patience int // log2 of the bytes without a match after which places are skipped
}

// The table was tuned on integers, labels, smooth and random floats, images and
// booleans, so that 6 packs each at least as well as zlib's 6.
var efforts = [...]effort{
	1: {4, 0, 8, 2, 2, 7},
	2: {4, 0, 16, 4, 4, 7},
	3: {4, 4, 24, 6, 4, 8},
	4: {8, 16, 32, 8, 6, 8},
	5: {16, 32, 128, 16, 8, 8},
	6: {16, 16, 192, 34, 8, 8},
	7: {32, 64, 258, 96, 48, 10},
	8: {32, 128, 258, 384, 128, 20},
	9: {64, 258, 258, 2048, 1024, 20},
}

// encoder holds the state of one Append. Positions in its tables are indices of
// buf plus 1 plus base, so that what an Append before has left means none.
type encoder struct {
	effort
	buf    []byte // the window, then the source
	base   int32
	head3  [1 << hashBits]int32
	head4  [1 << hashBits]int32
	headL  [1 << hashBits]int32
	prev4  [windowSize]int32 // the position before with the same hash of four bytes
	prevL  [windowSize]int32 // and of longMatch bytes
	blocks blockWriter
}

// Append appends src to dst in compressed form. window is what stands before
// src in the stream, of which up to 32 KiB may be referred to. level is 1, the
// fastest, to 9.
//
// The output is a run of whole blocks of a deflate stream. The last run must
// say so and ends the stream; any other ends at a byte with an empty stored
// block, so that runs made apart can be joined.
func Append(dst, window, src []byte, level int, last bool) []byte {
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	return e.append(dst, window, src, level, last)
}

func (e *encoder) append(dst, window, src []byte, level int, last bool) []byte {
	window = window[max(0, len(window)-windowSize):]
	e.reset(efforts[level], window, src)
	e.blocks.out.b = dst
	for pos := range max(0, min(len(window), len(e.buf)-minMatch)) {
		e.insert(pos)
	}
	e.compress(len(window))
	out := e.blocks.finish(last)
	e.blocks.out.b = nil // the caller's
	return out
}

// encoders are kept because of their size.
var encoders = sync.Pool{New: func() any { return new(encoder) }}

// reset forgets all positions.
func (e *encoder) reset(effort effort, window, src []byte) {
	e.effort = effort
	n := len(window) + len(src)
	if int64(e.base)+int64(len(e.buf))+int64(n) < math.MaxInt32 {
		e.base += int32(len(e.buf))
	} else {
		e.base = 0
		clear(e.head3[:])
		clear(e.head4[:])
		clear(e.headL[:])
	}
	e.buf = append(append(slices.Grow(e.buf[:0], n+8), window...), src...)
	clear(e.buf[n : n+8]) // what load64 may see behind the end
	e.blocks = blockWriter{tokens: e.blocks.tokens[:0]}
}

// compress finds the matches from pos on: at each byte the best, unless the
// next byte has a better one.
func (e *encoder) compress(pos int) {
	e.blocks.start(e.buf, pos)
	length, distance := 0, 0 // the match at pos-1, not yet decided
	pending := false         // the byte at pos-1 is not yet written
	matched := pos           // the end of the last match
	end := len(e.buf)
	for pos < end {
		if skip := e.skip(pos - matched); skip > 0 && length == 0 {
			if pending {
				e.blocks.literal(e.buf[pos-1])
				pending = false
			}
			for range min(skip, end-pos-1) {
				e.blocks.literal(e.buf[pos])
				pos++
			}
		}
		next, nextDistance := 0, 0
		switch {
		case pos > end-minMatch:
		case length > e.lazy:
			e.insert(pos)
		default:
			next, nextDistance = e.longest(pos, worth(length))
		}
		switch {
		case length >= minMatch && !better(next, nextDistance, length, distance):
			e.take(pos, length, distance)
			pos += length - 1
			matched = pos
			length, pending = 0, false
			continue
		case pending:
			e.blocks.literal(e.buf[pos-1])
		}
		length, distance, pending = next, nextDistance, true
		pos++
	}
	if pending {
		e.blocks.literal(e.buf[pos-1])
	}
}

// skip returns how many bytes to write without looking for a match, when the
// last one ended so many bytes ago.
func (e *encoder) skip(ago int) int {
	patience := e.patience
	if e.blocks.few {
		patience -= 4
	}
	return min(ago>>patience, maxSkip)
}

// better decides between a match and the one a byte later, which costs a
// literal more. Where both are long, a nearer one is worth more than one byte:
// distances take more bits the larger they are.
func better(next, nextDistance, length, distance int) bool {
	if length < longMatch || next < length {
		return next > length
	}
	return 4*(next-length)+bits.Len(uint(distance))-bits.Len(uint(nextDistance)) > 2
}

// worth returns what the next match must exceed to be looked at by better.
func worth(length int) int {
	if length < longMatch {
		return length
	}
	return length - 1
}

// take writes the match at pos-1 and enters the positions behind pos.
func (e *encoder) take(pos, length, distance int) {
	e.blocks.match(length, distance)
	stop := min(pos-1+length, len(e.buf)-minMatch+1)
	if distance <= longMatch { // the inside of a run is like its end
		pos = max(pos, stop-1-2*longMatch)
	}
	for p := pos + 1; p < stop; p++ {
		e.insert(p)
	}
}

// insert enters a position, which has at least three bytes behind it, and
// returns the ones before it that look like it: the last of those with the same
// hash of three bytes, of four, and of longMatch; below 0 means none.
func (e *encoder) insert(pos int) (at3, at4, atL int) {
	at := e.base + int32(pos+1)
	v := load64(e.buf, pos)
	h3, h4 := hash3(v), hash4(v)
	before3, before4 := e.head3[h3], e.head4[h4]
	e.head3[h3], e.head4[h4], e.prev4[pos&windowMask] = at, at, before4
	if !e.blocks.short {
		hL := hashL(v)
		before := e.headL[hL]
		e.headL[hL], e.prevL[pos&windowMask] = at, before
		atL = e.position(before)
	}
	return e.position(before3), e.position(before4), atL
}

// position returns the index of buf that stands in a table.
func (e *encoder) position(entry int32) int { return int(entry-e.base) - 1 }

// longest enters a position and returns the longest match there that is longer
// than least, and its distance; 0 if there is none.
func (e *encoder) longest(pos, least int) (length, distance int) {
	at3, at4, atL := e.insert(pos)
	room := min(maxMatch, len(e.buf)-pos)
	least = max(least, e.blocks.least)
	if least >= room {
		return 0, 0
	}
	lowest := max(0, pos-windowSize+1)
	chain, chain4, nice := e.chain, e.chain4, longMatch-1
	switch {
	case e.blocks.short: // matches are short here: look for long ones only as they turn up
		chain, nice = 0, e.nice
	case least >= e.good:
		chain = max(chain/4, 1)
	}
	if e.blocks.few {
		chain4 = min(chain4, 4)
	}
	if chain > 0 && room > max(least, longMatch-1) {
		length, distance = e.follow(&e.prevL, atL, pos, lowest, max(least, longMatch-1), min(e.nice, room), room, chain)
		if distance > 0 {
			return length, distance
		}
	}
	if room > max(least, minMatch) && least < nice && at4 >= lowest {
		length, distance = e.follow(&e.prev4, at4, pos, lowest, max(least, minMatch), min(nice, room), room, chain4)
		if distance > 0 {
			return length, distance
		}
	}
	if least < minMatch && at3 >= max(lowest, pos-farMatch) && (load64(e.buf, at3)^load64(e.buf, pos))<<40 == 0 {
		return minMatch, pos - at3
	}
	return 0, 0
}

// follow looks along a chain from at for a match at pos longer than best, and
// stops at one that is nice.
func (e *encoder) follow(prev *[windowSize]int32, at, pos, lowest, best, nice, room, chain int) (length, distance int) {
	buf := e.buf
	tail, mask, ending := e.ending(pos, best)
	for last := pos; at >= lowest && at < last && chain > 0; chain-- { // positions fall along the chain
		if (load64(buf, at+tail)^ending)&mask == 0 {
			if n := matchLen(buf, at, pos, room); n > best {
				best, distance = n, pos-at
				if n >= nice {
					break
				}
				tail, mask, ending = e.ending(pos, best)
			}
		}
		last = at
		at = e.position(prev[at&windowMask])
	}
	return best, distance
}

// ending returns the last bytes, at most eight, that a match longer than best
// has in common with pos: where they start, which of the eight count, and what
// they are.
func (e *encoder) ending(pos, best int) (tail int, mask, bytes uint64) {
	tail = max(best-7, 0)
	mask = ^uint64(0) >> (8 * max(7-best, 0))
	return tail, mask, load64(e.buf, pos+tail)
}

// matchLen counts the equal bytes at two positions, at most room.
func matchLen(b []byte, at, pos, room int) int {
	n := 0
	for ; n+8 <= room; n += 8 {
		if x := load64(b, at+n) ^ load64(b, pos+n); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
	}
	for n < room && b[at+n] == b[pos+n] {
		n++
	}
	return n
}

// load64 reads eight bytes; buf has room behind its end for that.
func load64(b []byte, i int) uint64 {
	b = b[i : i+8 : cap(b)]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

func hash3(v uint64) uint32 { return uint32(v) << 8 * 0x9E3779B1 >> (32 - hashBits) }

func hash4(v uint64) uint32 { return uint32(v) * 0x9E3779B1 >> (32 - hashBits) }

func hashL(v uint64) uint32 {
	return uint32(v << (8 * (8 - longMatch)) * 0x9E3779B97F4A7C15 >> (64 - hashBits))
}
