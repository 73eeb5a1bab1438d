package move

import "unsafe"

// fill repeats one unit of the source along every row.
func (j *job) fill() {
	u := j.unit
	size := j.axes[j.route.inner].n * u
	var room [walkRoom]axis
	outer, rows := j.outside(room[:0], j.route.inner, -1), axis{n: 1}
	if k := len(outer) - 1; k >= 0 {
		outer, rows = outer[:k], outer[k]
	}
	o := odometer{outer, j.dst, j.src}
	for more := true; more; {
		to, from := unsafe.Add(j.to, o.dst), unsafe.Add(j.from, o.src)
		more = o.next()
		if vectors && size >= 2*line && 16%u == 0 && (uintptr(to)|uintptr(rows.dst))&uintptr(u-1) == 0 {
			fillRows(to, from, rows.n, size, rows.dst, rows.src, u, j.swap, j.large)
			continue
		}
		for i := range rows.n {
			to := unsafe.Add(to, i*rows.dst)
			copyRun(to, unsafe.Add(from, i*rows.src), u)
			j.swapRow(to, 1, u)
			repeat(unsafe.Slice((*byte)(to), size), u)
		}
	}
}

// patternBytes is how long the repeated pattern grows before it is copied as a
// whole: it stays in the nearest cache.
const patternBytes = 2048

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
