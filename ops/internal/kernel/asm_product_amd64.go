//go:build amd64 && !purego

package kernel

import "unsafe"

// c += a·b of panels of k columns and rows: a has 6 numbers a column, b and c
// have 64 bytes a row, and those of c lie row bytes apart.

//go:noescape
func gemmF32(k int, a, b, c unsafe.Pointer, row int)

//go:noescape
func gemmF64(k int, a, b, c unsafe.Pointer, row int)

// The dot product of n blocks of 128 bytes.

//go:noescape
func dotF32(n int, x, y unsafe.Pointer) float32

//go:noescape
func dotF64(n int, x, y unsafe.Pointer) float64
