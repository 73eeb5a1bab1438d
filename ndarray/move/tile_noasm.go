//go:build !amd64 || purego

package move

import "unsafe"

// vectors and wide tell whether the machine has the instructions of the assembly:
// here there is none, and what needs it is never called.
const vectors, wide = false, false

// cacheBytes is the size of the last-level cache.
var cacheBytes = cacheDefault

func tile(to, from unsafe.Pointer, toStride, fromStride, height, width, unit int) {
	tileGo(to, from, toStride, fromStride, height, width, unit)
}

func fillRows(_, _ unsafe.Pointer, _, _, _, _, _, _ int, _ bool) {}

func moveRuns(to, from unsafe.Pointer, n, dst, src, unit int, _ bool) {
	moveRunsGo(to, from, n, dst, src, unit)
}

func fence() {}

func reverseVectors(_, _ unsafe.Pointer, _, _ int) int { return 0 }

func streamReversed(_, _ unsafe.Pointer, _, _ int) int { return 0 }

func shuffle(_, _ unsafe.Pointer, _ int, _ *shuffler, _ bool) {}

func pick(_, _ unsafe.Pointer, _ int, _ *picker, _ bool) {}

func streamTile(to, from unsafe.Pointer, toStride, fromStride, height, width, unit int, _ uintptr, _ int) {
	tileGo(to, from, toStride, fromStride, height, width, unit)
}

func streamLines(to, from unsafe.Pointer, lines int) { copyRun(to, from, lines*line) }

func flushRows(to, from, next unsafe.Pointer, toStride, fromStride, rows, n int, _ uintptr, _ int) {
	flushRowsGo(to, from, next, toStride, fromStride, rows, n)
}

func gatherRows(to, from unsafe.Pointer, toStride, fromStride, rows, n, _ int) {
	row(to, from, rows, toStride, fromStride, n)
}
