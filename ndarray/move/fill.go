package move

import "unsafe"

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
	if size <= 2*line {
		row(to, from, n, u, 0, u)
		j.swapRow(to, n, u)
		return
	}
	// The first two vectors hold the pattern, repeated.
	if 32%u == 0 {
		row(to, from, 64/u, u, 0, u)
		j.swapRow(to, 64/u, u)
		fillVectors(to, size, j.large)
		return
	}
	copyRun(to, from, u)
	j.swapRow(to, 1, u)
	repeat(unsafe.Slice((*byte)(to), size), u)
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
