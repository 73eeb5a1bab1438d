package layout

import "math/bits"

// mulSize multiplies two sizes that are not negative; false on overflow.
func mulSize(a, b int) (int, bool) {
	hi, lo := bits.Mul(uint(a), uint(b))
	return int(lo), hi == 0 && int(lo) >= 0
}
