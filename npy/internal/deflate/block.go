package deflate

import "math/bits"

const (
	literalCodes  = 286
	distanceCodes = 30
	endOfBlock    = 256

	// pieceTokens is how many literals and matches are counted before it is
	// decided whether they join the block so far or start another.
	pieceTokens = 4096

	// maxTokens bounds a block.
	maxTokens = 16 * pieceTokens

	// headerBits is about what the codes of a block of its own cost.
	headerBits = 600

	maxStored = 65535
)

// token is a literal, or a match: length-3 and distance-1 under matchFlag.
type token uint32

const matchFlag = 1 << 24

// counts of the symbols of a piece or block.
type counts struct {
	literals  [literalCodes]uint32
	distances [distanceCodes]uint32
}

func (c *counts) add(o *counts) {
	for i, n := range o.literals {
		c.literals[i] += n
	}
	for i, n := range o.distances {
		c.distances[i] += n
	}
}

// cost estimates the bits of the symbols without their extra bits.
func (c *counts) cost() float64 { return entropy(c.literals[:]) + entropy(c.distances[:]) }

// blockWriter collects tokens and writes them in blocks, each with codes of
// its own where the statistics of the data change.
type blockWriter struct {
	out  bitWriter
	src  []byte
	from int // where in src the block starts
	to   int // and where it ends

	tokens []token // of the block, then of the piece
	whole  int     // how many of them are the block's
	block  counts
	joint  float64 // cost of block

	few, short bool // the last piece had few matches; none that was long
}

// start tells where in src the tokens begin.
func (w *blockWriter) start(src []byte, pos int) {
	w.src, w.from, w.to = src, pos, pos
	w.tokens = make([]token, 0, min(len(src)-pos+1, maxTokens))
}

func (w *blockWriter) literal(b byte) { w.add(token(b)) }

func (w *blockWriter) match(length, distance int) {
	w.add(matchFlag | token(length-minMatch)<<16 | token(distance-1))
}

func (w *blockWriter) add(t token) {
	w.tokens = append(w.tokens, t)
	if len(w.tokens)-w.whole == pieceTokens {
		w.join()
	}
}

// join adds the piece to the block, or writes the block and starts another
// with the piece, whichever is shorter.
func (w *blockWriter) join() {
	if len(w.tokens) == w.whole {
		return
	}
	piece, end := w.count()
	both := w.block
	both.add(&piece)
	cost, own := both.cost(), piece.cost()
	if w.whole > 0 && (cost > w.joint+own+headerBits || len(w.tokens) > maxTokens-pieceTokens) {
		w.write(false)
		both, cost = piece, own
	}
	w.block, w.joint = both, cost
	w.whole = len(w.tokens)
	w.to = end
}

// count counts the symbols of the piece and tells where in src it ends.
func (w *blockWriter) count() (c counts, end int) {
	end = w.to
	matches, long := 0, 0
	for _, t := range w.tokens[w.whole:] {
		if t < matchFlag {
			c.literals[t]++
			end++
			continue
		}
		length := int(t>>16&0xFF) + minMatch
		c.literals[lengthSymbol(length)]++
		c.distances[distanceSymbol(int(t&0xFFFF)+1)]++
		end += length
		matches++
		if length >= longMatch {
			long++
		}
	}
	w.few, w.short = matches < pieceTokens/8, long == 0
	return c, end
}

// finish writes the rest and returns the output.
func (w *blockWriter) finish(last bool) []byte {
	w.join()
	if last {
		w.write(true)
		w.out.align()
		return w.out.b
	}
	if w.whole > 0 {
		w.write(false)
	}
	w.out.stored(nil, false)
	return w.out.b
}

// write writes the block's tokens in the shortest of the three ways.
func (w *blockWriter) write(last bool) {
	w.block.literals[endOfBlock] = 1
	dynamic := newCodes(&w.block)
	extra := extraBits(&w.block)
	dynamicBits := dynamic.headerBits() + dynamic.bits(&w.block) + extra
	fixedBits := fixed.bits(&w.block) + extra
	raw := w.src[w.from:w.to]
	storedBits := 8*len(raw) + 40*(1+len(raw)/maxStored)
	switch {
	case storedBits < min(dynamicBits, fixedBits):
		for len(raw) > maxStored {
			w.out.stored(raw[:maxStored], false)
			raw = raw[maxStored:]
		}
		w.out.stored(raw, last)
	case fixedBits <= dynamicBits:
		w.out.put(b2u(last)|1<<1, 3)
		w.put(&fixed)
	default:
		w.out.put(b2u(last)|2<<1, 3)
		dynamic.putHeader(&w.out)
		w.put(dynamic)
	}
	w.tokens = append(w.tokens[:0], w.tokens[w.whole:]...)
	w.whole = 0
	w.block = counts{}
	w.from = w.to
}

// put writes the block's tokens and its end.
func (w *blockWriter) put(c *codes) {
	out := &w.out
	for _, t := range w.tokens[:w.whole] {
		if t < matchFlag {
			out.put(uint64(c.literals.bits[t]), uint(c.literals.lengths[t]))
			continue
		}
		length, distance := int(t>>16&0xFF)+minMatch, int(t&0xFFFF)+1
		s := lengthSymbol(length)
		v, n := uint64(c.literals.bits[s]), uint(c.literals.lengths[s])
		v |= uint64(length-lengthBase[s-lengthFirst]) << n
		n += uint(lengthExtra[s-lengthFirst])
		out.put(v, n)
		d := distanceSymbol(distance)
		v, n = uint64(c.distances.bits[d]), uint(c.distances.lengths[d])
		v |= uint64(distance-distanceBase[d]) << n
		n += uint(distanceExtra[d])
		out.put(v, n)
	}
	out.put(uint64(c.literals.bits[endOfBlock]), uint(c.literals.lengths[endOfBlock]))
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Lengths and distances are written as a symbol and extra bits (RFC 1951,
// 3.2.5).
const lengthFirst = 257

var (
	lengthBase    [literalCodes - lengthFirst]int
	lengthExtra   [literalCodes - lengthFirst]uint8
	lengthSymbols [maxMatch + 1]uint16
	distanceBase  [distanceCodes]int
	distanceExtra [distanceCodes]uint8
)

func init() {
	base := minMatch
	for i := range lengthBase {
		lengthBase[i] = base
		if i >= 8 {
			lengthExtra[i] = uint8(i/4 - 1)
		}
		base += 1 << lengthExtra[i]
	}
	// the longest match has a symbol without extra bits
	last := len(lengthBase) - 1
	lengthBase[last], lengthExtra[last] = maxMatch, 0
	for i, base := range lengthBase {
		for n := base; n <= maxMatch; n++ {
			lengthSymbols[n] = uint16(lengthFirst + i)
		}
	}
	base = 1
	for i := range distanceBase {
		distanceBase[i] = base
		if i >= 4 {
			distanceExtra[i] = uint8(i/2 - 1)
		}
		base += 1 << distanceExtra[i]
	}
}

func lengthSymbol(n int) int { return int(lengthSymbols[n]) }

// distanceSymbol counts two symbols for each power of two.
func distanceSymbol(d int) int {
	if d <= 4 {
		return d - 1
	}
	top := bits.Len(uint(d-1)) - 1
	return 2*top + (d-1)>>(top-1)&1
}

// extraBits returns the extra bits of all symbols.
func extraBits(c *counts) int {
	n := 0
	for i, extra := range lengthExtra {
		n += int(c.literals[lengthFirst+i]) * int(extra)
	}
	for i, extra := range distanceExtra {
		n += int(c.distances[i]) * int(extra)
	}
	return n
}

// codes are the two codes of a block.
type codes struct{ literals, distances code }

func newCodes(c *counts) *codes {
	return &codes{makeCode(c.literals[:], 15), makeCode(c.distances[:], 15)}
}

// fixed are the codes that need no header.
var fixed = fixedCodes()

func fixedCodes() codes {
	c := codes{code{make([]uint8, 288), make([]uint16, 288)}, code{make([]uint8, 32), make([]uint16, 32)}}
	for id := range c.literals.lengths {
		switch {
		case id < 144:
			c.literals.lengths[id] = 8
		case id < 256:
			c.literals.lengths[id] = 9
		case id < 280:
			c.literals.lengths[id] = 7
		default:
			c.literals.lengths[id] = 8
		}
	}
	c.literals.assign([]int{7: 24, 8: 152, 9: 112})
	for id := range c.distances.lengths {
		c.distances.lengths[id] = 5
	}
	c.distances.assign([]int{5: 32})
	return c
}

// bits returns what the symbols take, without extra bits.
func (c *codes) bits(n *counts) int {
	sum := 0
	for id, count := range n.literals {
		sum += int(count) * int(c.literals.lengths[id])
	}
	for id, count := range n.distances {
		sum += int(count) * int(c.distances.lengths[id])
	}
	return sum
}

// The lengths of the codes are themselves written in a code, with symbols for
// runs (RFC 1951, 3.2.7).
const (
	lengthCodes = 19
	runCopy     = 16 // the length before, 3 to 6 times
	runZero     = 17 // 0, 3 to 10 times
	runZeros    = 18 // 0, 11 to 138 times
)

var lengthCodeOrder = [lengthCodes]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

var runExtra = [lengthCodes]uint8{runCopy: 2, runZero: 3, runZeros: 7}

// lengthToken is a symbol of the code lengths and the value of its extra bits.
type lengthToken struct{ symbol, extra uint8 }

// header is how the lengths of the codes are written.
type header struct {
	literals, distances, lengths int // codes listed
	tokens                       []lengthToken
	code                         code
}

func (c *codes) header() header {
	h := header{literals: trim(c.literals.lengths, 257), distances: trim(c.distances.lengths, 1)}
	all := append(append(make([]uint8, 0, literalCodes+distanceCodes), c.literals.lengths[:h.literals]...), c.distances.lengths[:h.distances]...)
	var counts [lengthCodes]uint32
	for i := 0; i < len(all); {
		run := 1
		for i+run < len(all) && all[i+run] == all[i] {
			run++
		}
		t := lengthToken{all[i], 0}
		switch {
		case all[i] == 0 && run >= 11:
			run = min(run, 138)
			t = lengthToken{runZeros, uint8(run - 11)}
		case all[i] == 0 && run >= 3:
			t = lengthToken{runZero, uint8(run - 3)}
		case i > 0 && all[i] == all[i-1] && run >= 3:
			run = min(run, 6)
			t = lengthToken{runCopy, uint8(run - 3)}
		default:
			run = 1
		}
		h.tokens = append(h.tokens, t)
		counts[t.symbol]++
		i += run
	}
	h.code = makeCode(counts[:], 7)
	h.lengths = lengthCodes
	for h.lengths > 4 && h.code.lengths[lengthCodeOrder[h.lengths-1]] == 0 {
		h.lengths--
	}
	return h
}

// trim leaves out the symbols at the end that do not occur.
func trim(lengths []uint8, least int) int {
	n := len(lengths)
	for n > least && lengths[n-1] == 0 {
		n--
	}
	return n
}

// headerBits returns what putHeader writes.
func (c *codes) headerBits() int {
	h := c.header()
	n := 3 + 5 + 5 + 4 + 3*h.lengths
	for _, t := range h.tokens {
		n += int(h.code.lengths[t.symbol] + runExtra[t.symbol])
	}
	return n
}

func (c *codes) putHeader(out *bitWriter) {
	h := c.header()
	out.put(uint64(h.literals-257), 5)
	out.put(uint64(h.distances-1), 5)
	out.put(uint64(h.lengths-4), 4)
	for _, id := range lengthCodeOrder[:h.lengths] {
		out.put(uint64(h.code.lengths[id]), 3)
	}
	for _, t := range h.tokens {
		n := uint(h.code.lengths[t.symbol])
		out.put(uint64(h.code.bits[t.symbol])|uint64(t.extra)<<n, n+uint(runExtra[t.symbol]))
	}
}

// bitWriter writes bits, the first in the lowest place of a byte.
type bitWriter struct {
	b    []byte
	acc  uint64
	held uint // bits in acc, less than 16 between calls
}

// put writes n bits of v, at most 48.
func (w *bitWriter) put(v uint64, n uint) {
	w.acc |= v << w.held
	w.held += n
	for w.held >= 16 {
		w.b = append(w.b, byte(w.acc), byte(w.acc>>8))
		w.acc >>= 16
		w.held -= 16
	}
}

// align fills up the last byte.
func (w *bitWriter) align() {
	for w.held > 0 {
		w.b = append(w.b, byte(w.acc))
		w.acc >>= 8
		w.held -= min(w.held, 8)
	}
}

// stored writes a block of at most 65,535 bytes as they are.
func (w *bitWriter) stored(b []byte, last bool) {
	w.put(b2u(last), 3)
	w.align()
	n := uint16(len(b))
	w.b = append(w.b, byte(n), byte(n>>8), byte(^n), byte(^n>>8))
	w.b = append(w.b, b...)
}
