//go:build amd64 && !purego

package move

import "unsafe"

// fillRows fills rows of size bytes, at least 64, each with a unit of the source
// that divides 16 bytes and reaches every row on a multiple of its size. It reverses
// each swap bytes on the way; past the caches if stream.
func fillRows(to, from unsafe.Pointer, rows, size, toStride, fromStride, unit, swap int, stream bool) {
	mask := reversal(max(swap, 1))
	fillRowsAVX2(to, from, rows, size, toStride, fromStride, unit, &mask, stream)
}

// streamLines copies whole lines past the caches. to begins on a line.
func streamLines(to, from unsafe.Pointer, lines int) {
	if !vectors {
		copyRun(to, from, lines*line)
		return
	}
	streamLinesAVX2(to, from, lines)
}

// flushRows copies n bytes of each of so many scratch rows to the destination,
// in whole lines past the caches: from the line that the row's first byte is in
// to the last whole one. What is left goes to the scratch rows at next, to be
// followed there by the bytes that come after it. The rows at to and from are
// equally far from lines, and so are those at next from where they go.
// For every line that it writes it asks for one of the rows at ask, askStride apart.
func flushRows(to, from, next unsafe.Pointer, toStride, fromStride, rows, n int, ask uintptr, askStride int) {
	if !vectors {
		flushRowsGo(to, from, next, toStride, fromStride, rows, n)
		return
	}
	flushRowsAVX2(to, from, next, toStride, fromStride, rows, n, ask, askStride)
}

// gatherRows copies rows of n bytes into scratch rows that begin on lines, and
// asks for the bytes ahead of them.
func gatherRows(to, from unsafe.Pointer, toStride, fromStride, rows, n, ahead int) {
	if !vectors || n < line {
		row(to, from, rows, toStride, fromStride, n)
		return
	}
	gatherRowsAVX2(to, from, toStride, fromStride, rows, n, ahead)
}

// moveRuns moves n runs of unit bytes, more than 32, to and from apart; past the
// caches if stream is set and all runs are whole lines of the destination.
func moveRuns(to, from unsafe.Pointer, n, dst, src, unit int, stream bool) {
	if !vectors {
		moveRunsGo(to, from, n, dst, src, unit)
		return
	}
	// Ask for the runs that come a kilobyte later, as long as there are some.
	ahead := 0
	if later := 1024/unit + 1; later < n {
		ahead = later * src
	}
	if stream && (uintptr(to)|uintptr(dst)|uintptr(unit))%line == 0 {
		streamRunsAVX2(to, from, n, dst, src, unit, ahead)
		return
	}
	if wide && ahead == 0 && unit >= 64 {
		runsZ(to, from, n, dst, src, unit)
		return
	}
	runsAVX2(to, from, n, dst, src, unit, ahead)
}

// fence orders stores past the caches before all later ones.
func fence() {
	if vectors {
		storeFence()
	}
}

// reverseVectors copies n bytes as far as 16 divides them, reversing each width
// bytes, and returns how many it has done. width divides 16.
func reverseVectors(to, from unsafe.Pointer, n, width int) int {
	if !vectors || n < 16 {
		return 0
	}
	mask := reversal(width)
	reverseAVX2(to, from, n/16, &mask)
	return n &^ 15
}

// streamReversed is reverseVectors past the caches, as far as whole lines go. to
// begins on a line.
func streamReversed(to, from unsafe.Pointer, n, width int) int {
	mask := reversal(width)
	if lines := n / line; lines > 0 {
		streamReversedAVX2(to, from, lines, &mask)
	}
	return n &^ (line - 1)
}

// reversal returns the shuffle of 16 bytes that reverses each width of them.
func reversal(width int) (mask [16]byte) {
	for b := range mask {
		mask[b] = byte(b + width - 1 - 2*(b%width))
	}
	return mask
}

//go:noescape
func fillRowsAVX2(to, from unsafe.Pointer, rows, size, toStride, fromStride, unit int, mask *[16]byte, stream bool)

//go:noescape
func streamLinesAVX2(to, from unsafe.Pointer, lines int)

//go:noescape
func flushRowsAVX2(to, from, next unsafe.Pointer, toStride, fromStride, rows, n int, ask uintptr, askStride int)

//go:noescape
func gatherRowsAVX2(to, from unsafe.Pointer, toStride, fromStride, rows, n, ahead int)

//go:noescape
func runsAVX2(to, from unsafe.Pointer, n, toStride, fromStride, unit, ahead int)

//go:noescape
func runsZ(to, from unsafe.Pointer, n, toStride, fromStride, unit int)

//go:noescape
func streamRunsAVX2(to, from unsafe.Pointer, n, toStride, fromStride, unit, ahead int)

//go:noescape
func reverseAVX2(to, from unsafe.Pointer, vectors int, mask *[16]byte)

//go:noescape
func streamReversedAVX2(to, from unsafe.Pointer, lines int, mask *[16]byte)

//go:noescape
func shuffle(to, from unsafe.Pointer, groups int, p *shuffler, stream bool)

//go:noescape
func pick(to, from unsafe.Pointer, groups int, p *picker, stream bool)

func storeFence()
