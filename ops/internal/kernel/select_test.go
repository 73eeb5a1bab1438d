package kernel

import (
	"math/rand/v2"
	"testing"
)

// TestWhere chooses by truth values of all kinds, in assembly and without it.
func TestWhere(t *testing.T) {
	r := rand.New(rand.NewPCG(47, 48))
	for _, num := range []Num{U8, I16, F32, F64, C128} {
		size := num.Size()
		for _, n := range lengths {
			for _, xs := range strides(size) {
				for _, ys := range strides(size) {
					c, x, y := newOperand(1, 1, n), newOperand(size, xs, n), newOperand(size, ys, n)
					for i := range n {
						c.element(i)[0] = []byte{0, 1, 0, 2, 255}[r.IntN(5)]
					}
					x.fill(r, num, true)
					y.fill(r, num, true)
					bothWays(t, "where", Select(size), n, num, false, c, x, y)
				}
			}
		}
	}
}
