package move

import (
	"math"
	"math/bits"
	"testing"
	"unsafe"
)

// Memory that is not cleared is aligned as all storage and holds what is put
// into it.
func TestUnzeroed(t *testing.T) {
	for _, n := range []int{-1, 0, 1, 100, unzeroedFrom - 1, unzeroedFrom, hugeFrom + 3} {
		b := Unzeroed(n)
		if len(b) != max(n, 0) || cap(b) != len(b) {
			t.Fatalf("Unzeroed(%d) has %d bytes of %d", n, len(b), cap(b))
		}
		if n <= 0 {
			continue
		}
		if at := uintptr(unsafe.Pointer(&b[0])) % line; at != 0 {
			t.Errorf("Unzeroed(%d) starts %d bytes behind a multiple of %d", n, at, line)
		}
		b[0], b[n-1] = 1, 2
	}
}

// Sizes that no system has are refused, small ones are not asked about.
func TestRoom(t *testing.T) {
	for _, n := range []int{-1, 0, 1, askFrom - 1, askFrom} {
		if !Room(n) {
			t.Errorf("no room for %d bytes", n)
		}
	}
	none := []int{most + 1, math.MaxInt}
	if bits.UintSize == 64 {
		none = append(none, most) // which the system is asked for
	}
	for _, n := range none {
		if Room(n) {
			t.Errorf("room for %d bytes", n)
		}
	}
}
