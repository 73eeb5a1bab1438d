package deflate

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
