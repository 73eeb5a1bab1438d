//go:build amd64 && !purego

package kernel

import "unsafe"

const line = 64

// Ask asks for some bytes of memory that will be needed soon.
func Ask(p unsafe.Pointer, bytes int) {
	if bytes > 0 {
		askLines((bytes+line-1)/line, p)
	}
}

// Past returns the loop that copies elements of a size, adjacent ones past the
// caches; nil where there is none. Fence must follow before another goroutine may
// see them.
func Past(size int) Loop {
	if !vectors {
		return nil
	}
	spread := Fit(size, size)
	return func(n int, a *Args) {
		if a.S[0] != size || a.S[1] != size {
			spread(n, a)
			return
		}
		d, x := unsafe.Slice((*byte)(a.P[0]), n*size), unsafe.Slice((*byte)(a.P[1]), n*size)
		first := copy(d[:min(len(d), int(-uintptr(a.P[0])%line))], x)
		lines := (len(d) - first) / line
		if lines > 0 {
			pastLines(lines, unsafe.Pointer(&d[first]), unsafe.Pointer(&x[first]))
		}
		copy(d[first+lines*line:], x[first+lines*line:])
	}
}

// Fence waits until all that Past has written is there.
func Fence() { fenceStores() }
