package kernel

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// TestPack packs spread numbers and reads none beyond the last one: an operand
// ends with it, and its guard bytes must not come out.
func TestPack(t *testing.T) {
	if Pack(4) == nil {
		t.Skip("no assembly on this machine")
	}
	r := rand.New(rand.NewPCG(43, 44))
	for _, size := range []int{1, 2, 4, 8} {
		for _, n := range lengths {
			for _, xs := range strides(size) {
				x := newOperand(size, xs, n)
				for i := range n {
					for k := range x.element(i) {
						x.element(i)[k] = byte(r.Uint32())
					}
				}
				d := newOperand(size, size, n)
				Pack(size)(n, &Args{P: [MaxArgs]unsafe.Pointer{d.pointer(), x.pointer()}, S: [MaxArgs]int{size, xs}})
				d.checkGuards(t, "pack")
				if !bytes.Equal(d.packed(), x.packed()) {
					t.Fatalf("%d numbers of %d bytes, stride %d: %x, want %x", n, size, xs, d.packed(), x.packed())
				}
			}
		}
	}
}
