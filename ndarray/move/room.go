package move

import (
	"math"
	"math/bits"
	"runtime"
)

const (
	// askFrom is the size in bytes from which Room asks the system: the question
	// is cheap beside touching so much memory.
	askFrom = 64 << 20

	// most is what the Go runtime can address at all, with room to align it: 2^47
	// bytes, or what an int counts where that has 32 bits.
	most = (math.MaxInt - line) >> ((bits.UintSize - 32) / 2)
)

// Room reports whether Alloc and Unzeroed can give n bytes now, for sizes that a
// file or a caller's shape has made large: where the system refuses memory the Go
// runtime ends the program, and beyond any address space it panics. No page is
// touched.
func Room(n int) bool {
	return n < askFrom || n <= most && (available(n) || idle(n))
}

// idle tells whether the runtime itself keeps n bytes that it does not use:
// where address space is limited the system has them no longer.
func idle(n int) bool {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapIdle >= uint64(n)
}
