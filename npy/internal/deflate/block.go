package deflate

import "slices"

const (
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

	least   int // shorter matches, and those as long, cost more than their bytes
	trusted int // pieces for which least is not looked at again
}

// start tells where in src the tokens begin.
func (w *blockWriter) start(src []byte, pos int) {
	w.src, w.from, w.to = src, pos, pos
	w.tokens = slices.Grow(w.tokens, min(len(src)-pos+1, maxTokens))
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
	w.weigh(&c, w.src[w.to:end])
	return c, end
}

// weigh compares what a piece costs with what its bytes would cost as literals.
// Where they take few values at random, almost every match is a loss: then none
// is taken for some pieces but those that are long enough to be worth it at any
// distance.
func (w *blockWriter) weigh(piece *counts, raw []byte) {
	const (
		step   = 7  // one byte in so many counts, at all places of an item in turn
		trust  = 16 // pieces
		match  = 26 // bits of a far match
		margin = 1.1
	)
	if w.trusted > 0 {
		if w.trusted--; w.trusted == 0 {
			w.least = 0
		}
		return
	}
	var values [256]uint32
	n := 0
	for i := 0; i < len(raw); i += step {
		values[raw[i]]++
		n++
	}
	bits := max(entropy(values[:])/float64(n), 1) // of a literal
	if bits*float64(len(raw))*margin < piece.cost()+float64(extraBits(piece)) {
		w.least, w.trusted = int(match/bits), trust
	}
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
