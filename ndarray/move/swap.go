package move

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// Run is a row of Count numbers of Width bytes each that starts Offset bytes
// into every item.
type Run struct {
	Offset, Width, Count int
}

// Swap names the byte runs of an item whose byte order is reversed on the way:
// one Run for a number, two halves for a complex number, a Run a field for a
// record. The zero Swap moves items as they are.
//
// The runs of a Swap lie inside the item and do not overlap.
type Swap struct {
	Runs []Run // in bytes, from the start of an item
}

// none tells whether the swap leaves every item as it is.
func (s Swap) none() bool {
	for _, r := range s.Runs {
		if r.Width > 1 && r.Count > 0 {
			return false
		}
	}
	return true
}

// width returns w > 1 if the swap reverses each w bytes of the whole item; 0 if
// it does not.
func (s Swap) width(itemSize int) int {
	if len(s.Runs) != 1 {
		return 0
	}
	r := s.Runs[0]
	if r.Offset != 0 || r.Width*r.Count != itemSize || r.Width < 2 {
		return 0
	}
	return r.Width
}

// joins tells whether neighbouring items may move as one run of bytes.
func (s Swap) joins(itemSize int) bool { return s.none() || s.width(itemSize) > 0 }

// reverseEach reverses each width bytes of n bytes in place. n is a multiple of
// width.
func reverseEach(p unsafe.Pointer, n, width int) {
	copyReversed(p, p, n, width)
}

// copyReversed copies n bytes and reverses each width of them. n is a multiple
// of width. to and from are equal or do not overlap.
func copyReversed(to, from unsafe.Pointer, n, width int) {
	done := 0
	if 16%width == 0 {
		done = reverseVectors(to, from, n, width)
	}
	if done == n {
		return
	}
	d := unsafe.Slice((*byte)(unsafe.Add(to, done)), n-done)
	s := unsafe.Slice((*byte)(unsafe.Add(from, done)), n-done)
	e := binary.NativeEndian
	switch width {
	case 2:
		const odd = 0x00ff00ff00ff00ff
		for len(d) >= 8 && len(s) >= 8 {
			x := e.Uint64(s)
			e.PutUint64(d, x>>8&odd|x&odd<<8)
			d, s = d[8:], s[8:]
		}
		for len(d) >= 2 && len(s) >= 2 {
			e.PutUint16(d, bits.ReverseBytes16(e.Uint16(s)))
			d, s = d[2:], s[2:]
		}
	case 4:
		for len(d) >= 4 && len(s) >= 4 {
			e.PutUint32(d, bits.ReverseBytes32(e.Uint32(s)))
			d, s = d[4:], s[4:]
		}
	case 8:
		for len(d) >= 8 && len(s) >= 8 {
			e.PutUint64(d, bits.ReverseBytes64(e.Uint64(s)))
			d, s = d[8:], s[8:]
		}
	default:
		for len(d) >= width {
			for i, j := 0, width-1; i <= j; i, j = i+1, j-1 {
				d[i], d[j] = s[j], s[i]
			}
			d, s = d[width:], s[width:]
		}
	}
}
