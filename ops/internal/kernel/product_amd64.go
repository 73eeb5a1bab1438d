//go:build amd64 && !purego

package kernel

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// gemmTile returns the assembly of a tile of a product of matrices, and the
// product of few rows or columns, or nil.
func gemmTile(t Num) (tile func(k int, a, b, c unsafe.Pointer, row int), flat Product) {
	switch {
	case !vectors || !cpu.X86.HasFMA:
	case t == F32:
		return gemmF32, flatProduct(product[float32], dotF32)
	case t == F64:
		return gemmF64, flatProduct(product[float64], dotF64)
	}
	return nil, nil
}
