//go:build amd64 && !purego

package kernel

import "unsafe"

// c += a·b for a tile of c; see tiles.

//go:noescape
func gemmF32(k int, a unsafe.Pointer, line, step int, b unsafe.Pointer, next int, c unsafe.Pointer, row int)

//go:noescape
func gemmF64(k int, a unsafe.Pointer, line, step int, b unsafe.Pointer, next int, c unsafe.Pointer, row int)

//go:noescape
func gemmWideF32(k int, a unsafe.Pointer, line, step int, b unsafe.Pointer, next int, c unsafe.Pointer, row int)

//go:noescape
func gemmWideF64(k int, a unsafe.Pointer, line, step int, b unsafe.Pointer, next int, c unsafe.Pointer, row int)

// d += re + im·i for n groups of 32 bytes of re and im.

//go:noescape
func joinF32(n int, d, re, im unsafe.Pointer)

//go:noescape
func joinF64(n int, d, re, im unsafe.Pointer)

// The dot products of 4 rows of x, line bytes apart, and y, of n blocks of 64 bytes.

//go:noescape
func dotsF32(n int, d, x unsafe.Pointer, line int, y unsafe.Pointer)

//go:noescape
func dotsF64(n int, d, x unsafe.Pointer, line int, y unsafe.Pointer)
