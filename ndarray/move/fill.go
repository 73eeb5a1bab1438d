package move

import (
	"encoding/binary"
	"unsafe"
)

// fill repeats one unit of the source along every row.
func (j *job) fill() {
	in := j.axes[j.route.inner]
	var room [walkRoom]axis
	o := odometer{j.outside(room[:0], j.route.inner, -1), j.dst, j.src}
	for {
		fillRow(unsafe.Add(j.to, o.dst), unsafe.Add(j.from, o.src), in.n, j)
		if !o.next() {
			return
		}
	}
}

// patternBytes is how long the repeated pattern grows before it is copied as a
// whole: it stays in the nearest cache.
const patternBytes = 2048

// fillRow writes n adjacent units, all like the one at from.
func fillRow(to, from unsafe.Pointer, n int, j *job) {
	u := j.unit
	size := n * u
	if size < 2*line {
		row(to, from, n, u, 0, u)
		j.swapRow(to, n, u)
		return
	}
	if 16%u == 0 {
		var pattern [32]byte
		p := unsafe.Pointer(&pattern)
		splat(p, from, u)
		j.swapRow(p, 16/u, u)
		copyRun(unsafe.Add(p, 16), p, 16)
		fillVectors(to, size, &pattern, j.large)
		return
	}
	copyRun(to, from, u)
	j.swapRow(to, 1, u)
	repeat(unsafe.Slice((*byte)(to), size), u)
}

// splat writes 16 bytes that repeat the u bytes at from; u divides 16.
func splat(to, from unsafe.Pointer, u int) {
	var low, high uint64
	switch u {
	case 1:
		low = uint64(*(*byte)(from)) * 0x0101010101010101
	case 2:
		low = uint64(binary.NativeEndian.Uint16((*[2]byte)(from)[:])) * 0x0001000100010001
	case 4:
		low = uint64(binary.NativeEndian.Uint32((*[4]byte)(from)[:])) * 0x0000000100000001
	default:
		low = binary.NativeEndian.Uint64((*[8]byte)(from)[:])
	}
	high = low
	if u == 16 {
		high = binary.NativeEndian.Uint64((*[8]byte)(unsafe.Add(from, 8))[:])
	}
	binary.NativeEndian.PutUint64((*[8]byte)(to)[:], low)
	binary.NativeEndian.PutUint64((*[8]byte)(unsafe.Add(to, 8))[:], high)
}

// fillGo fills size bytes with the pattern.
func fillGo(p unsafe.Pointer, size int, pattern *[32]byte) {
	b := unsafe.Slice((*byte)(p), size)
	copy(b, pattern[:])
	repeat(b, 32)
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
