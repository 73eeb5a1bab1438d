//go:build amd64 && !purego

package move

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// vectors tells whether the machine has the instructions of the assembly, wide
// whether it has those of the 64-byte shuffles too.
var (
	vectors = cpu.X86.HasAVX2
	wide    = vectors && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI
)

// widest returns the width of the machine's registers: 16<<1 or 16<<2 bytes.
func widest() int {
	if wide {
		return 2
	}
	return 1
}

// tile transposes a tile: height rows of width items at from, stride bytes
// apart, become width rows of height items at to.
//
// Kernels cover whole steps and groups; what is left over at the right and at
// the bottom is covered by moving the last step or group back, which writes some
// items twice.
func tile(to, from unsafe.Pointer, toStride, fromStride, height, width, unit int) {
	q := lanes(unit)
	if !vectors || height < q || width < q {
		tileGo(to, from, toStride, fromStride, height, width, unit)
		return
	}
	w := widest()
	for q<<w > height {
		w--
	}
	steps := height / (q << w)
	tileSteps(w, to, from, toStride, fromStride, steps, width, unit)
	if rest := height - steps*(q<<w); rest > 0 {
		for w > 0 && q<<(w-1) >= rest {
			w--
		}
		r := height - q<<w
		tileSteps(w, unsafe.Add(to, r*unit), unsafe.Add(from, r*fromStride), toStride, fromStride, 1, width, unit)
	}
}

// tileSteps runs the kernel for registers of 16<<w bytes on all columns.
func tileSteps(w int, to, from unsafe.Pointer, toStride, fromStride, steps, width, unit int) {
	q := lanes(unit)
	for c := 0; c < width; {
		groups := (width - c) / q
		if groups == 0 {
			c, groups = width-q, 1
		}
		d, s := unsafe.Add(to, c*toStride), unsafe.Add(from, c*unit)
		switch w {
		case 0:
			transposeX(d, s, toStride, fromStride, steps, groups, unit, 0, 0)
		case 1:
			transposeY(d, s, toStride, fromStride, steps, groups, unit, 0, 0)
		default:
			transposeZ(d, s, toStride, fromStride, steps, groups, unit, 0, 0)
		}
		c += groups * q
	}
}

// stripRows is how many rows of the destination are written past the caches
// together.
const stripRows = 16

// streamTile is tile with stores past the caches as far as the rows at to, which
// begin on lines, consist of whole steps. It works in strips of the destination,
// and for each of them asks for its share of the tile at next.
func streamTile(to, from unsafe.Pointer, toStride, fromStride, height, width, unit int, next uintptr, nextStride int) {
	q, w := lanes(unit), widest()
	steps := height / (q << w)
	across := max(width*unit/line, 1) // lines of a row
	for c, asked := 0, 0; c < width && steps > 0; asked += steps {
		groups := min(stripRows, width-c) / q
		if groups == 0 {
			c, groups = width-q, 1
		}
		d, s := unsafe.Add(to, c*toStride), unsafe.Add(from, c*unit)
		if w == 2 {
			ask := asked/across*stripRows*nextStride + asked%across*line
			streamZ(d, s, toStride, fromStride, steps, groups, unit, next+uintptr(ask), nextStride)
		} else {
			streamY(d, s, toStride, fromStride, steps, groups, unit, 0, 0)
		}
		c += groups * q
	}
	if r := steps * (q << w); r < height {
		tile(unsafe.Add(to, r*unit), unsafe.Add(from, r*fromStride), toStride, fromStride, height-r, width, unit)
	}
}

// The kernels transpose items of unit bytes. A step is so many rows that a column of
// them fills a register, whose width X, Y or Z stands for 16, 32 or 64 bytes; a group
// is 16 bytes of every row. streamY and streamZ store past the caches; on the way
// streamZ asks for 16 lines of next, nextStride apart, a step, for the next step
// those behind them.

//go:noescape
func transposeX(to, from unsafe.Pointer, toStride, fromStride, steps, groups, unit int, next uintptr, nextStride int)

//go:noescape
func transposeY(to, from unsafe.Pointer, toStride, fromStride, steps, groups, unit int, next uintptr, nextStride int)

//go:noescape
func transposeZ(to, from unsafe.Pointer, toStride, fromStride, steps, groups, unit int, next uintptr, nextStride int)

//go:noescape
func streamY(to, from unsafe.Pointer, toStride, fromStride, steps, groups, unit int, next uintptr, nextStride int)

//go:noescape
func streamZ(to, from unsafe.Pointer, toStride, fromStride, steps, groups, unit int, next uintptr, nextStride int)
