//go:build !purego

package kernel

import (
	"math/rand/v2"
	"testing"
	"unsafe"
)

// TestNarrow runs the tests of the loops that choose between AVX-512 and AVX2 with
// the latter, which machines without the former have.
func TestNarrow(t *testing.T) {
	if !wide {
		t.Skip("no AVX-512 on this machine")
	}
	wide = false
	defer func() { wide = true }()
	for name, test := range map[string]func(*testing.T){
		"binary": TestBinary, "logical": TestLogicalLoops, "compare": TestCompare, "unary": TestUnary, "cast": TestCast,
		"swap": TestSwap, "where": TestWhere, "clip": TestClip, "pack": TestPack, "functions": TestExpLog,
	} {
		t.Run(name, test)
	}
}

// TestWide holds the rows of AVX-512 to those of AVX2.
func TestWide(t *testing.T) {
	if !wide {
		t.Skip("no AVX-512 on this machine")
	}
	r := rand.New(rand.NewPCG(51, 52))
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
