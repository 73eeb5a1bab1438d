package deflate

import "math/bits"

// An item of a decoding table, for the next bits of the stream:
//
//	bits 0-4    how many bits the code and its extra bits take
//	bits 5-8    how many of them are the code's
//	bits 9-11   what it is
//	bits 16-31  a literal, a base length or distance, or the place of a subtable
type item uint32

const (
	itemBits  = 0x1F
	itemCode  = 5
	itemKind  = 9
	itemValue = 16

	kindLiteral = 0 << itemKind
	kindBase    = 1 << itemKind // a length or distance
	kindEnd     = 2 << itemKind
	kindSub     = 3 << itemKind // bits 0-4: how many bits index the subtable
	kindNone    = 4 << itemKind // no code starts with these bits
	kindMask    = 7 << itemKind
)

const (
	literalTableBits  = 10
	distanceTableBits = 8
	lengthTableBits   = 7
	maxCodeBits       = 15
)

// table decodes one code: the first 1<<width items are indexed by the next
// bits of the stream, and lead to subtables for longer codes.
type table struct {
	items []item
	width uint
}

// literalItem, distanceItem and lengthItem tell what a symbol is, without the
// bits of its code.
func literalItem(symbol int) item {
	switch {
	case symbol < endOfBlock:
		return kindLiteral | item(symbol)<<itemValue
	case symbol == endOfBlock:
		return kindEnd
	case symbol >= literalCodes: // two codes that no encoder may use
		return kindNone
	}
	extra := item(lengthExtra[symbol-lengthFirst])
	return kindBase | item(lengthBase[symbol-lengthFirst])<<itemValue | extra
}

func distanceItem(symbol int) item {
	if symbol >= distanceCodes {
		return kindNone
	}
	extra := item(distanceExtra[symbol])
	return kindBase | item(distanceBase[symbol])<<itemValue | extra
}

func lengthItem(symbol int) item { return kindLiteral | item(symbol)<<itemValue }

// build makes the table of the code with the given lengths. It reports whether
// they are those of a complete prefix code; a code of one symbol of one bit, and
// one of no symbols, pass as well.
func (t *table) build(lengths []uint8, width uint, symbolItem func(int) item) bool {
	var perLength [maxCodeBits + 1]int
	for _, n := range lengths {
		perLength[n]++
	}
	used := len(lengths) - perLength[0]
	perLength[0] = 0
	var next [maxCodeBits + 2]int
	space, longest := 0, uint(0)
	for n := 1; n <= maxCodeBits; n++ {
		next[n+1] = (next[n] + perLength[n]) << 1
		space += perLength[n] << (maxCodeBits - n)
		if perLength[n] > 0 {
			longest = uint(n)
		}
	}
	if space > 1<<maxCodeBits || space < 1<<maxCodeBits && !(used == 0 || used == 1 && perLength[1] == 1) {
		return false
	}
	t.width = width
	t.items = append(t.items[:0], make([]item, 1<<width)...)
	for i := range t.items {
		t.items[i] = kindNone | 1
	}
	for symbol, n := range lengths {
		if n == 0 {
			continue
		}
		code := int(bits.Reverse16(uint16(next[n])) >> (16 - n))
		next[n]++
		it := symbolItem(symbol) + item(n)<<itemCode + item(n)
		if uint(n) <= width {
			fill(t.items[:1<<width], code, 1<<n, it)
			continue
		}
		prefix := code & (1<<width - 1)
		if t.items[prefix]&kindMask != kindSub {
			t.items[prefix] = kindSub | item(len(t.items))<<itemValue | item(longest-width)
			for range 1 << (longest - width) {
				t.items = append(t.items, kindNone|1)
			}
		}
		sub := t.items[prefix]
		at, size := int(sub>>itemValue), 1<<(sub&itemBits)
		fill(t.items[at:at+size], code>>width, 1<<(uint(n)-width), it)
	}
	return true
}

// fill sets every step-th item from at on.
func fill(items []item, at, step int, it item) {
	for ; at < len(items); at += step {
		items[at] = it
	}
}
