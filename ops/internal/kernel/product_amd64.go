//go:build amd64 && !purego

package kernel

import "golang.org/x/sys/cpu"

// gemmTiles returns the assembly of products of matrices; rows is 0 where there is
// none.
func gemmTiles(t Num) (g tiles) {
	switch {
	case !vectors || !cpu.X86.HasFMA:
	case t == F32 && wide:
		return tiles{12, 128, gemmWideF32, joinF32, flatProduct[float32](product[float32], dotsF32)}
	case t == F32:
		return tiles{6, 64, gemmF32, joinF32, flatProduct[float32](product[float32], dotsF32)}
	case t == F64 && wide:
		return tiles{12, 128, gemmWideF64, joinF64, flatProduct[float64](product[float64], dotsF64)}
	case t == F64:
		return tiles{6, 64, gemmF64, joinF64, flatProduct[float64](product[float64], dotsF64)}
	}
	return g
}
