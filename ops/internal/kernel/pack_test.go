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
				x.scramble(r)
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

// TestPast copies elements past the caches, from and to all places of a line.
func TestPast(t *testing.T) {
	if Past(4) == nil {
		t.Skip("no assembly on this machine")
	}
	r := rand.New(rand.NewPCG(45, 46))
	for _, size := range []int{1, 4, 16} {
		for _, n := range []int{1, 3, 63, 64, 65, 200, 513} {
			for _, ds := range strides(size) {
				if ds == 0 {
					continue
				}
				x := newOperand(size, size, n)
				x.scramble(r)
				d := newOperand(size, ds, n)
				Past(size)(n, &Args{P: [MaxArgs]unsafe.Pointer{d.pointer(), x.pointer()}, S: [MaxArgs]int{ds, size}})
				Fence()
				d.checkGuards(t, "past")
				if !bytes.Equal(d.packed(), x.packed()) {
					t.Fatalf("%d elements of %d bytes, stride %d: %x, want %x", n, size, ds, d.packed(), x.packed())
				}
			}
		}
	}
}
