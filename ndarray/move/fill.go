package move

import (
	"encoding/binary"
	"unsafe"
)

// fill repeats one unit of the source along every row.
func (j *job) fill() {
	u := j.unit
	size := j.axes[j.route.inner].n * u
	vectors := size >= 2*line && 16%u == 0
	var room [walkRoom]axis
	outer, rows := j.outside(room[:0], j.route.inner, -1), axis{n: 1}
	if k := len(outer) - 1; k >= 0 {
		outer, rows = outer[:k], outer[k]
	}
	o := odometer{outer, j.dst, j.src}
	for more := true; more; {
		dst, src := o.dst, o.src
		more = o.next()
		for range rows.n {
			to, from := unsafe.Add(j.to, dst), unsafe.Add(j.from, src)
			if vectors {
				j.fillVectors(to, from, size)
			} else {
				copyRun(to, from, u)
				j.swapRow(to, 1, u)
				repeat(unsafe.Slice((*byte)(to), size), u)
			}
			dst += rows.dst
			src += rows.src
		}
	}
}

// fillVectors fills size bytes with the unit at from, which divides 16.
func (j *job) fillVectors(to, from unsafe.Pointer, size int) {
	p := splat(from, j.unit)
	if j.swap > 0 {
		p = p.reversed(j.swap)
	}
	onLines := p
	if phase := int(-uintptr(to)%line) & (j.unit - 1); phase != 0 {
		onLines = p.shifted(phase)
	}
	fillVectors(to, size, p, onLines, j.large)
}

// patternBytes is how long the repeated pattern grows before it is copied as a
// whole: it stays in the nearest cache.
const patternBytes = 2048

// pattern is 16 bytes that are repeated, as two words of the machine's order.
type pattern [2]uint64

// splat returns the pattern of the u bytes at from; u divides 16.
func splat(from unsafe.Pointer, u int) pattern {
	var x uint64
	switch u {
	case 1:
		x = uint64(*(*byte)(from)) * 0x0101010101010101
	case 2:
		x = uint64(binary.NativeEndian.Uint16((*[2]byte)(from)[:])) * 0x0001000100010001
	case 4:
		x = uint64(binary.NativeEndian.Uint32((*[4]byte)(from)[:])) * 0x0000000100000001
	default:
		x = binary.NativeEndian.Uint64((*[8]byte)(from)[:])
	}
	if u == 16 {
		return pattern{x, binary.NativeEndian.Uint64((*[8]byte)(unsafe.Add(from, 8))[:])}
	}
	return pattern{x, x}
}

// reversed returns the pattern with each width bytes reversed.
func (p pattern) reversed(width int) pattern {
	b := p.bytes()
	copyReversed(unsafe.Pointer(&b), unsafe.Pointer(&b), len(b), width)
	return patternOf(b)
}

// shifted returns the pattern from its byte k on.
func (p pattern) shifted(k int) pattern {
	b := p.bytes()
	return patternOf([16]byte(append(b[k:], b[:k]...)))
}

func (p pattern) bytes() (b [16]byte) {
	binary.NativeEndian.PutUint64(b[:], p[0])
	binary.NativeEndian.PutUint64(b[8:], p[1])
	return b
}

func patternOf(b [16]byte) pattern {
	return pattern{binary.NativeEndian.Uint64(b[:]), binary.NativeEndian.Uint64(b[8:])}
}

// fillGo fills size bytes with the pattern.
func fillGo(to unsafe.Pointer, size int, p pattern) {
	b, first := unsafe.Slice((*byte)(to), size), p.bytes()
	copy(b, first[:])
	repeat(b, len(first))
}

// repeat extends the pattern in the first u bytes of b to the whole of b.
func repeat(b []byte, u int) {
	n := u
	for n < len(b) && n < patternBytes {
		n += copy(b[n:], b[:n])
	}
	pattern := b[:n]
	for n < len(b) {
		n += copy(b[n:], pattern)
	}
}
