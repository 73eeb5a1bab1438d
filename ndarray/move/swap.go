package move

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
	Runs []Run
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

// width returns w > 1 if the swap reverses each w bytes of the whole item, so
// that items may be joined and split; 0 if it does not.
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

// apply reverses the runs of the one item in b, in place.
func (s Swap) apply(item []byte) {
	for _, r := range s.Runs {
		reverseEach(item[r.Offset:r.Offset+r.Width*r.Count], r.Width)
	}
}

// reverseEach reverses each w bytes of b in place.
func reverseEach(b []byte, w int) {
	for len(b) >= w && w > 1 {
		for i, j := 0, w-1; i < j; i, j = i+1, j-1 {
			b[i], b[j] = b[j], b[i]
		}
		b = b[w:]
	}
}
