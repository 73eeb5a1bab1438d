//go:build !purego

package kernel

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// TestWide holds the blocks of AVX-512 to those of AVX2, which machines without
// it run.
func TestWide(t *testing.T) {
	if !wide {
		t.Skip("no AVX-512 on this machine")
	}
	r := rand.New(rand.NewPCG(51, 52))
	for num, row := range wideTable {
		for op, block := range row {
			if block == nil {
				continue
			}
			const blocks = 3
			n := blocks * blockBytes / Num(num).Size()
			x, y := newOperand(Num(num).Size(), Num(num).Size(), n), newOperand(Num(num).Size(), Num(num).Size(), n)
			x.fill(r, Num(num), false)
			y.fill(r, Num(num), false)
			for _, step := range []int{blockBytes, 0} {
				var d [2]*operand
				for k, f := range []binaryBlock{block, binaryTable[num][op]} {
					d[k] = newOperand(Num(num).Size(), Num(num).Size(), n)
					f(blocks, d[k].pointer(), x.pointer(), y.pointer(), step, blockBytes)
					d[k].checkGuards(t, "wide")
				}
				if !bytes.Equal(d[0].all, d[1].all) {
					t.Errorf("operator %d of type %d, step %d: %x, want %x", op, num, step, d[0].packed(), d[1].packed())
				}
			}
		}
	}
	// Rows, five of them: four at once and one.
	const blocks, count, step = 3, 5, 300
	x := make([]float32, (count-1)*step/4+blocks*16)
	for i := range x {
		x[i] = r.Float32()
	}
	var sums [2][blocks * 16]float64
	rowsWideF32(blocks, count, step, unsafe.Pointer(&sums[0]), unsafe.Pointer(&x[0]))
	rowsF32(blocks, count, step, unsafe.Pointer(&sums[1]), unsafe.Pointer(&x[0]))
	if sums[0] != sums[1] {
		t.Errorf("rows: %v, want %v", sums[0], sums[1])
	}
}
