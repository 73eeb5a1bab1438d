package deflate

import (
	"math"
	"math/bits"
	"slices"
	"sync"
)

// code is a canonical prefix code: for each symbol the length in bits, 0 if it
// does not occur, and the bits, the first to be written lowest.
type code struct {
	lengths []uint8
	bits    []uint16
}

// symbol is one that occurs: its count, and below it its number in 16 bits, so
// that symbols sort as what they are.
type symbol uint64

func newSymbol(id int, count uint32) symbol { return symbol(count)<<16 | symbol(id) }
func (s symbol) id() int                    { return int(s & 0xFFFF) }
func (s symbol) count() uint64              { return uint64(s >> 16) }

// makeCode returns the shortest code for the counts with no length over limit.
// At least two symbols get a code, as some readers insist on.
func makeCode(counts []uint32, limit int) code {
	c := code{make([]uint8, len(counts)), make([]uint16, len(counts))}
	used := make([]symbol, 0, len(counts))
	for id, n := range counts {
		if n > 0 {
			used = append(used, newSymbol(id, n))
		}
	}
	for id := 0; len(used) < 2; id++ {
		if counts[id] == 0 {
			used = append(used, newSymbol(id, 1))
		}
	}
	slices.Sort(used)
	perLength := limitLengths(depths(used), limit)
	// the rarest symbols get the longest codes
	i := 0
	for length := limit; length > 0; length-- {
		for range perLength[length] {
			c.lengths[used[i].id()] = uint8(length)
			i++
		}
	}
	c.assign(perLength)
	return c
}

// depths returns the number of leaves at each depth of Huffman's tree over the
// symbols, which rise in count: two queues, the leaves and the inner nodes,
// whose counts rise as they are made.
func depths(used []symbol) []int {
	n := len(used)
	type node struct {
		count  uint64
		parent int
	}
	nodes := make([]node, 2*n-1)
	for i, s := range used {
		nodes[i].count = s.count()
	}
	leaf, inner := 0, n
	for made := n; made < 2*n-1; made++ {
		for range 2 {
			k := inner
			if leaf < n && (inner == made || nodes[leaf].count <= nodes[inner].count) {
				k = leaf
				leaf++
			} else {
				inner++
			}
			nodes[made].count += nodes[k].count
			nodes[k].parent = made
		}
	}
	depth := make([]int, 2*n-1)
	perDepth := make([]int, n+1)
	for i := 2*n - 3; i >= 0; i-- {
		depth[i] = depth[nodes[i].parent] + 1
		if i < n {
			perDepth[depth[i]]++
		}
	}
	return perDepth
}

// limitLengths moves the leaves that are too deep up, and others down to make
// room for them.
func limitLengths(perLength []int, limit int) []int {
	out := make([]int, limit+1)
	for length, n := range perLength {
		out[min(length, limit)] += n
	}
	// the share of the code space that is taken, in units of the deepest leaf
	taken := 0
	for length := 1; length <= limit; length++ {
		taken += out[length] << (limit - length)
	}
	for ; taken > 1<<limit; taken-- {
		out[limit]--
		for length := limit - 1; length > 0; length-- {
			if out[length] > 0 {
				out[length]--
				out[length+1] += 2
				break
			}
		}
	}
	return out
}

// assign gives the symbols their bits, in the order that the format lays down.
func (c code) assign(perLength []int) {
	next := make([]uint16, len(perLength)+1)
	for length := 1; length < len(perLength); length++ {
		next[length+1] = (next[length] + uint16(perLength[length])) << 1
	}
	for id, length := range c.lengths {
		if length > 0 {
			c.bits[id] = bits.Reverse16(next[length]) >> (16 - length)
			next[length]++
		}
	}
}

// entropy estimates the bits that symbols of these counts take.
func entropy(counts []uint32) float64 {
	log := logarithms()
	total, sum := uint32(0), 0.0
	for _, n := range counts {
		if n > 0 {
			total += n
			sum += float64(n) * log.of(n)
		}
	}
	if total == 0 {
		return 0
	}
	return float64(total)*log.of(total) - sum
}

// logTable holds the logarithms, to the base 2, of small numbers; for those of
// larger ones it looks at their first bits.
type logTable [1 << 12]float64

var logarithms = sync.OnceValue(func() *logTable {
	t := new(logTable)
	for n := 1; n < len(t); n++ {
		t[n] = math.Log2(float64(n))
	}
	return t
})

func (t *logTable) of(n uint32) float64 {
	more := max(bits.Len32(n)-12, 0)
	return t[n>>more] + float64(more)
}
