package ndarray

import (
	"math"
	"math/bits"
	"runtime"

	"github.com/ndtool/ndtool/ndarray/move"
)

// askFrom is the size in bytes from which allocate asks the system first: the
// question is cheap beside touching so much memory.
const askFrom = 64 << 20

// most is what the Go runtime can address at all, with room to align it: 2^47
// bytes, or what an int counts where that has 32 bits.
const most = (math.MaxInt - 64) >> ((bits.UintSize - 32) / 2)

// allocate returns n zeroed bytes, aligned to 64. The Go runtime ends the
// program where the system refuses memory, and panics at sizes beyond any
// address space; a shape that broadcasting or a caller made too large must be
// an error instead.
func allocate(n int) ([]byte, error) {
	if n > most || n >= askFrom && !available(n) && !idle(n) {
		return nil, fail("memory", ErrMemory, "%d bytes are more than the system can give now", n)
	}
	return move.Alloc(n), nil
}

// idle tells whether the runtime itself keeps n bytes that it does not use:
// where address space is limited the system has them no longer.
func idle(n int) bool {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapIdle >= uint64(n)
}
