package move

import "unsafe"

// transposeFrom is the size in bytes from which a transposition goes by way of
// scratch, and past the caches: the destination is then written by non-temporal
// stores of whole lines where the machine has them. Other paths go past the
// caches from the size at which source and destination fill two thirds of the last
// one, which is not theirs alone. Tests lower both sizes.
var transposeFrom = 1 << 20

// runFrom is the size in bytes from which the runs of a large copy go past the
// caches one by one, whatever their alignment.
const runFrom = 4096

// cacheDefault stands for the size of a last-level cache that is not known.
const cacheDefault = 16 << 20

// line is the size of a cache line in bytes.
const line = 64

// plain moves the one run of a walk without axes.
func (j *job) plain() {
	to, from := unsafe.Add(j.to, j.dst), unsafe.Add(j.from, j.src)
	switch {
	case j.swap > 0:
		j.reverse(to, from)
	case j.large:
		streamRun(to, from, j.unit)
		j.swapRow(to, 1, 0)
	default:
		copyRun(to, from, j.unit)
		j.swapRow(to, 1, 0)
	}
}

// reverse moves one run and reverses each j.swap bytes of it.
func (j *job) reverse(to, from unsafe.Pointer) {
	n, done := j.unit, 0
	if head := int(-uintptr(to) % line); j.large && vectors && 16%j.swap == 0 && head%j.swap == 0 && head+line <= n {
		copyReversed(to, from, head, j.swap)
		done = head + streamReversed(unsafe.Add(to, head), unsafe.Add(from, head), n-head, j.swap)
	}
	if done < n {
		copyReversed(unsafe.Add(to, done), unsafe.Add(from, done), n-done, j.swap)
	}
}

// copyRun moves n bytes.
func copyRun(to, from unsafe.Pointer, n int) {
	copy(unsafe.Slice((*byte)(to), n), unsafe.Slice((*byte)(from), n))
}

// copyRest moves the bytes of a run of n that come after the first done.
func copyRest(to, from unsafe.Pointer, done, n int) {
	if done < n { // else there is nothing to point at
		copyRun(unsafe.Add(to, done), unsafe.Add(from, done), n-done)
	}
}

// streamRun moves n bytes past the caches.
func streamRun(to, from unsafe.Pointer, n int) {
	head := int(-uintptr(to) % line)
	lines := (n - head) / line
	if !vectors || lines <= 0 {
		copyRun(to, from, n)
		return
	}
	copyRun(to, from, head)
	streamLines(unsafe.Add(to, head), unsafe.Add(from, head), lines)
	copyRest(to, from, head+lines*line, n)
}
