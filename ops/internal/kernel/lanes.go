package kernel

import "unsafe"

// lanes are sums of float32 in blocks: every number is added to the lane of its place in
// the block. In the end halves of the lanes are added to one another until two are left,
// the sums of the numbers in even places and in odd ones, or of the real and imaginary
// parts of complex64.
type lanes [32]float64

const (
	// laneBlock is up to how many pairs are added one by one in lanes: float32 lose
	// nothing by that in float64.
	laneBlock = 2048
	// lanePairs is how many pairs a block has.
	lanePairs = len(lanes{}) / 2
)

// TakesSecond reports whether a fold of every second of adjacent numbers needs no
// packing: by rows, or by a span.
func TakesSecond(f Fold, t Num, byRows bool) bool {
	switch {
	case byRows:
		return secondRows(f, t) != nil
	case f == Minimum || f == Maximum:
		return secondExtremes(t, f == Maximum) != nil
	}
	return f == Sum && t == F32 && hasLanes()
}

// laneSpan is the span of a sum of float32.
func laneSpan(n int, acc, x unsafe.Pointer, xs int) {
	even, odd := sumPairs(n/2, x, 2*xs, xs)
	if n%2 != 0 {
		odd += float64(*at[float32](x, (n-1)*xs))
	}
	*(*float64)(acc) += even + odd
}

// planeLaneSpan is the span of a sum of complex64.
func planeLaneSpan(n int, acc, x unsafe.Pointer, xs int) {
	re, im := sumPairs(n, x, xs, 4)
	sum := (*pair[float64])(acc)
	sum.re += re
	sum.im += im
}

// sumPairs adds n pairs of float32, the first ones and the second ones. A pair begins
// every step bytes, and its second number lies gap bytes after the first.
func sumPairs(n int, x unsafe.Pointer, step, gap int) (even, odd float64) {
	if n <= laneBlock {
		return sumLanes(n, x, step, gap)
	}
	h := n / 2 / lanePairs * lanePairs
	even, odd = sumPairs(h, x, step, gap)
	e, o := sumPairs(n-h, unsafe.Add(x, h*step), step, gap)
	return even + e, odd + o
}

// sumLanes adds n pairs in lanes.
func sumLanes(n int, x unsafe.Pointer, step, gap int) (even, odd float64) {
	var sums lanes
	blocks, second := 0, gap == 8 && step == 16
	switch {
	case !hasLanes():
	case gap == 4 && step == 8:
		blocks = n / lanePairs
	case second:
		blocks = max(n-1, 0) / lanePairs // the number after the last one need not be there
	}
	if blocks > 0 {
		even, odd = addBlocks(second, blocks, &sums, x)
	}
	rest := n - blocks*lanePairs
	if rest == 0 {
		return even, odd
	}
	x = unsafe.Add(x, blocks*lanePairs*step)
	if blocks == 0 {
		return addPairs(&sums, rest, x, step, gap)
	}
	var last [len(sums)]float32
	for i := range rest {
		last[2*i], last[2*i+1] = *at[float32](x, i*step), *at[float32](x, i*step+gap)
	}
	return addBlocks(false, 1, &sums, unsafe.Pointer(&last))
}

// addPairs is addBlocks of n pairs that lie anywhere.
func addPairs(sums *lanes, n int, x unsafe.Pointer, step, gap int) (even, odd float64) {
	for i := 0; i < n; i += lanePairs {
		for k := range min(lanePairs, n-i) {
			o := (i + k) * step
			sums[2*k] += float64(*at[float32](x, o))
			sums[2*k+1] += float64(*at[float32](x, o+gap))
		}
	}
	for h := lanePairs; h > 1; h /= 2 {
		for k := range h {
			sums[k] += sums[h+k]
		}
	}
	return sums[0], sums[1]
}
