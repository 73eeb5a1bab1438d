//go:build amd64 && !purego

package kernel

import "unsafe"

// rowBlocks returns the assembly that folds rows into accumulators and how many
// elements a block has, or nil.
func rowBlocks(f Fold, t Num) (block rowBlock, each int) {
	if !vectors {
		return nil, 0
	}
	switch f {
	case Sum, Count:
		if t == F32 && wide {
			return rowsWideF32, 16
		}
		return [Nums]rowBlock{
			Bool: rowsTruth, I8: rowsI8, I16: rowsI16, I32: rowsI32, I64: rowsI64,
			U8: rowsU8, U16: rowsU16, U32: rowsU32, U64: rowsI64, F32: rowsF32, F64: rowsF64,
		}[t], 16
	case SumSquares:
		return [Nums]rowBlock{F64: rowsSquares}[t], 16
	case Prod:
		return [Nums]rowBlock{F32: prodRowsF32, F64: prodRowsF64}[t], blockBytes / t.Size()
	case Minimum:
		return [Nums]rowBlock{
			I8: leastRowsI8, I16: leastRowsI16, I32: leastRowsI32, I64: leastRowsI64,
			U8: leastRowsU8, U16: leastRowsU16, U32: leastRowsU32, F32: leastRowsF32, F64: leastRowsF64,
		}[t], blockBytes / t.Size()
	case Maximum:
		return [Nums]rowBlock{
			I8: mostRowsI8, I16: mostRowsI16, I32: mostRowsI32, I64: mostRowsI64,
			U8: mostRowsU8, U16: mostRowsU16, U32: mostRowsU32, F32: mostRowsF32, F64: mostRowsF64,
		}[t], blockBytes / t.Size()
	}
	return nil, 0
}

// secondRows returns the assembly that adds every second number of rows, 16 a block,
// or nil.
func secondRows(f Fold, t Num) rowBlock {
	switch {
	case !vectors || f != Sum:
		return nil
	case t == F32:
		return rowsSecondF32
	case t == F64:
		return rowsSecondF64
	}
	return nil
}

// findBlocks returns the assembly that finds a number, or nil.
func findBlocks(t Num) func(n int, x unsafe.Pointer, v uint64) int {
	if !vectors {
		return nil
	}
	return [Nums]func(n int, x unsafe.Pointer, v uint64) int{
		I8: find8, I16: find16, I32: find32, I64: find64,
		U8: find8, U16: find16, U32: find32, U64: find64, F32: findF32, F64: findF64,
	}[t]
}

// sumBlocks returns the assembly of sums of float64 or of their squares, or nil.
func sumBlocks(f Fold) func(n int, x unsafe.Pointer) float64 {
	switch {
	case !vectors:
		return nil
	case f == SumSquares:
		return sumSquares
	}
	return sumF64
}

// planeBlocks returns the assembly of a sum of complex128, or nil.
func planeBlocks() func(n int, x unsafe.Pointer) (re, im float64) {
	if !vectors {
		return nil
	}
	return sumC128
}

// hasLanes tells whether there is assembly for lanes.
func hasLanes() bool { return vectors }

// addBlocks is that assembly. It is called by name so that the lanes stay on the stack.
func addBlocks(second bool, n int, sums *lanes, x unsafe.Pointer) (even, odd float64) {
	p := unsafe.Pointer(sums)
	switch {
	case wide && second:
		return lanesWideEvenF32(n, p, x)
	case wide:
		return lanesWideF32(n, p, x)
	case second:
		return lanesEvenF32(n, p, x)
	}
	return lanesF32(n, p, x)
}

// countBlocks returns the assembly of integer sums and how many elements a block
// has, or nil.
func countBlocks(t Num) (sum func(n int, x unsafe.Pointer) uint64, each int) {
	if !vectors {
		return nil, 0
	}
	each = 16
	if t == Bool || t == U8 {
		each = 128
	}
	return [Nums]func(n int, x unsafe.Pointer) uint64{
		Bool: countTruth, I8: sumI8, I16: sumI16, I32: sumI32, I64: sumI64, U8: sumU8, U16: sumU16, U32: sumU32, U64: sumI64,
	}[t], each
}

// extremeBlocks returns the assembly of the least or largest number, or nil.
func extremeBlocks(t Num, largest bool) extremeBlock {
	switch {
	case !vectors:
		return nil
	case wide && t == F32 && largest:
		return mostWideF32
	case wide && t == F32:
		return leastWideF32
	case wide && t == F64 && largest:
		return mostWideF64
	case wide && t == F64:
		return leastWideF64
	case largest:
		return [Nums]extremeBlock{
			I8: mostI8, I16: mostI16, I32: mostI32, I64: mostI64,
			U8: mostU8, U16: mostU16, U32: mostU32, F32: mostF32, F64: mostF64,
		}[t]
	}
	return [Nums]extremeBlock{
		I8: leastI8, I16: leastI16, I32: leastI32, I64: leastI64,
		U8: leastU8, U16: leastU16, U32: leastU32, F32: leastF32, F64: leastF64,
	}[t]
}

// secondExtremes returns the assembly of the least or largest of every second number,
// or nil.
func secondExtremes(t Num, largest bool) extremeBlock {
	switch {
	case t != F64 || !wide:
		return nil
	case largest:
		return mostSecondF64
	}
	return leastSecondF64
}
