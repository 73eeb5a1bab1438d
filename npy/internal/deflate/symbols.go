package deflate

import "math/bits"

const (
	literalCodes  = 286
	distanceCodes = 30
	endOfBlock    = 256
)

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
