package deflate

// bitWriter writes bits, the first in the lowest place of a byte.
type bitWriter struct {
	b    []byte
	acc  uint64
	held uint // bits in acc, less than 16 between calls
}

// put writes n bits of v, at most 48.
func (w *bitWriter) put(v uint64, n uint) {
	w.acc |= v << w.held
	w.held += n
	for w.held >= 16 {
		w.b = append(w.b, byte(w.acc), byte(w.acc>>8))
		w.acc >>= 16
		w.held -= 16
	}
}

// align fills up the last byte.
func (w *bitWriter) align() {
	for w.held > 0 {
		w.b = append(w.b, byte(w.acc))
		w.acc >>= 8
		w.held -= min(w.held, 8)
	}
}

// stored writes a block of at most 65,535 bytes as they are.
func (w *bitWriter) stored(b []byte, last bool) {
	w.put(b2u(last), 3)
	w.align()
	n := uint16(len(b))
	w.b = append(w.b, byte(n), byte(n>>8), byte(^n), byte(^n>>8))
	w.b = append(w.b, b...)
}
