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

// tile transposes a tile: height rows of width items at from, stride bytes
// apart, become width rows of height items at to.
//
// Kernels cover whole steps and groups; what is left over at the right and at
// the bottom is covered by moving the last step or group back, which writes some
// items twice.
func tile(to, from unsafe.Pointer, toStride, fromStride, height, width, unit int) {
	if !vectors || height < lanes(unit) || width < lanes(unit) {
		tileGo(to, from, toStride, fromStride, height, width, unit)
		return
	}
	q := lanes(unit) // items a vector of 16 bytes
	step := 2 * q    // rows a step
	groups := width / q
	lastGroup := width - q
	switch {
	case height >= step:
		tileSteps(to, from, toStride, fromStride, height/step, groups, unit)
		if groups*q < width {
			tileSteps(unsafe.Add(to, lastGroup*toStride), unsafe.Add(from, lastGroup*unit),
				toStride, fromStride, height/step, 1, unit)
		}
		if height%step == 0 {
			return
		}
		r := height - step
		to, from = unsafe.Add(to, r*unit), unsafe.Add(from, r*fromStride)
		tileSteps(to, from, toStride, fromStride, 1, groups, unit)
		if groups*q < width {
			tileSteps(unsafe.Add(to, lastGroup*toStride), unsafe.Add(from, lastGroup*unit),
				toStride, fromStride, 1, 1, unit)
		}
	default:
		for r := 0; r < height; r += q {
			r = min(r, height-q)
			d, s := unsafe.Add(to, r*unit), unsafe.Add(from, r*fromStride)
			tileHalf(d, s, toStride, fromStride, groups, unit)
			if groups*q < width {
				tileHalf(unsafe.Add(d, lastGroup*toStride), unsafe.Add(s, lastGroup*unit),
					toStride, fromStride, 1, unit)
			}
		}
	}
}

// streamTile is tile with stores past the caches as far as the rows at to, which
// begin on 32 bytes, consist of whole steps.
func streamTile(to, from unsafe.Pointer, toStride, fromStride, height, width, unit int) {
	q := lanes(unit)
	step := 2 * q
	steps, groups := height/step, width/q
	if steps > 0 {
		streamSteps(to, from, toStride, fromStride, steps, groups, unit)
		if groups*q < width {
			c := width - q
			streamSteps(unsafe.Add(to, c*toStride), unsafe.Add(from, c*unit), toStride, fromStride, steps, 1, unit)
		}
	}
	if rest := height % step; rest > 0 {
		r := height - rest
		tile(unsafe.Add(to, r*unit), unsafe.Add(from, r*fromStride), toStride, fromStride, rest, width, unit)
	}
}

// tileSteps runs the kernel for the unit; see tile_amd64.s.
func tileSteps(to, from unsafe.Pointer, toStride, fromStride, steps, groups, unit int) {
	switch unit {
	case 1:
		transpose1AVX2(to, from, toStride, fromStride, steps, groups)
	case 2:
		transpose2AVX2(to, from, toStride, fromStride, steps, groups)
	case 4:
		transpose4AVX2(to, from, toStride, fromStride, steps, groups)
	case 8:
		transpose8AVX2(to, from, toStride, fromStride, steps, groups)
	case 16:
		transpose16AVX2(to, from, toStride, fromStride, steps, groups)
	}
}

// streamSteps is tileSteps with stores past the caches.
func streamSteps(to, from unsafe.Pointer, toStride, fromStride, steps, groups, unit int) {
	switch unit {
	case 1:
		stream1AVX2(to, from, toStride, fromStride, steps, groups)
	case 2:
		stream2AVX2(to, from, toStride, fromStride, steps, groups)
	case 4:
		stream4AVX2(to, from, toStride, fromStride, steps, groups)
	case 8:
		stream8AVX2(to, from, toStride, fromStride, steps, groups)
	case 16:
		stream16AVX2(to, from, toStride, fromStride, steps, groups)
	}
}

// tileHalf is tileSteps for a step of half the rows.
func tileHalf(to, from unsafe.Pointer, toStride, fromStride, groups, unit int) {
	switch unit {
	case 1:
		half1AVX2(to, from, toStride, fromStride, groups)
	case 2:
		half2AVX2(to, from, toStride, fromStride, groups)
	case 4:
		half4AVX2(to, from, toStride, fromStride, groups)
	case 8:
		half8AVX2(to, from, toStride, fromStride, groups)
	case 16:
		rowOf[[16]byte](to, from, groups, toStride, 16)
	}
}

// The kernels read groups·16 bytes of each row of the source: for the first
// five, and the second five that store past the caches, of steps·32/size rows,
// for the last four of 16/size rows. size is the number in the name.

//go:noescape
func transpose1AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)

//go:noescape
func transpose2AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)

//go:noescape
func transpose4AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)

//go:noescape
func transpose8AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)

//go:noescape
func transpose16AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)

//go:noescape
func stream1AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)

//go:noescape
func stream2AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)

//go:noescape
func stream4AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)

//go:noescape
func stream8AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)

//go:noescape
func stream16AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)

//go:noescape
func half1AVX2(to, from unsafe.Pointer, toStride, fromStride, groups int)

//go:noescape
func half2AVX2(to, from unsafe.Pointer, toStride, fromStride, groups int)

//go:noescape
func half4AVX2(to, from unsafe.Pointer, toStride, fromStride, groups int)

//go:noescape
func half8AVX2(to, from unsafe.Pointer, toStride, fromStride, groups int)
