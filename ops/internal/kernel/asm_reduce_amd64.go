//go:build amd64 && !purego

package kernel

import "unsafe"

// acc += x, widened to 8 bytes, for n blocks of 16 elements of count rows, step
// bytes apart.

//go:noescape
func rowsF32(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func rowsWideF32(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func rowsSecondF32(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func rowsSecondF64(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func rowsF64(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func rowsI8(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func rowsI16(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func rowsI32(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func rowsI64(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func rowsU8(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func rowsU16(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func rowsU32(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func rowsSquares(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func rowsTruth(n, count, step int, acc, x unsafe.Pointer)

// acc = acc op x for n blocks of 128 bytes of count rows.

//go:noescape
func leastRowsI8(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func mostRowsI8(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func leastRowsU8(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func mostRowsU8(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func leastRowsI16(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func mostRowsI16(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func leastRowsU16(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func mostRowsU16(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func leastRowsI32(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func mostRowsI32(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func leastRowsU32(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func mostRowsU32(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func leastRowsI64(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func mostRowsI64(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func leastRowsF32(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func mostRowsF32(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func leastRowsF64(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func mostRowsF64(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func prodRowsF32(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func prodRowsF64(n, count, step int, acc, x unsafe.Pointer)

// The sum of n blocks of 8 float64, or of their squares.

//go:noescape
func sumF64(n int, x unsafe.Pointer) float64

//go:noescape
func sumSquares(n int, x unsafe.Pointer) float64

// The sum of n blocks of 4 complex128.

//go:noescape
func sumC128(n int, x unsafe.Pointer) (re, im float64)

// n blocks of 32 float32, adjacent or every second one, added to lanes; see lanes.

//go:noescape
func lanesF32(n int, lanes, x unsafe.Pointer) (even, odd float64)

//go:noescape
func lanesEvenF32(n int, lanes, x unsafe.Pointer) (even, odd float64)

//go:noescape
func lanesWideF32(n int, lanes, x unsafe.Pointer) (even, odd float64)

//go:noescape
func lanesWideEvenF32(n int, lanes, x unsafe.Pointer) (even, odd float64)

// The sum of n blocks of 16 integers, of 128 bytes for the last two.

//go:noescape
func sumI8(n int, x unsafe.Pointer) uint64

//go:noescape
func sumI16(n int, x unsafe.Pointer) uint64

//go:noescape
func sumI32(n int, x unsafe.Pointer) uint64

//go:noescape
func sumI64(n int, x unsafe.Pointer) uint64

//go:noescape
func sumU16(n int, x unsafe.Pointer) uint64

//go:noescape
func sumU32(n int, x unsafe.Pointer) uint64

//go:noescape
func sumU8(n int, x unsafe.Pointer) uint64

//go:noescape
func countTruth(n int, x unsafe.Pointer) uint64

// The extremes of n blocks of 128 bytes, by the lanes of 16 bytes. If
// nan, they have no value.

//go:noescape
func leastI8(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func mostI8(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func leastU8(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func mostU8(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func leastI16(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func mostI16(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func leastU16(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func mostU16(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func leastI32(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func mostI32(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func leastU32(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func mostU32(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func leastI64(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func mostI64(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func leastF32(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func mostF32(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func leastF64(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func mostF64(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func leastWideF32(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func mostWideF32(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func leastWideF64(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func mostWideF64(n int, x unsafe.Pointer) (low, high uint64, nan bool)

// The extremes of every second number of n blocks of 256 bytes.

//go:noescape
func leastSecondF64(n int, x unsafe.Pointer) (low, high uint64, nan bool)

//go:noescape
func mostSecondF64(n int, x unsafe.Pointer) (low, high uint64, nan bool)

// The place in bytes of the first number that equals v in n blocks of 32 bytes, or -1.

//go:noescape
func find8(n int, x unsafe.Pointer, v uint64) int

//go:noescape
func find16(n int, x unsafe.Pointer, v uint64) int

//go:noescape
func find32(n int, x unsafe.Pointer, v uint64) int

//go:noescape
func find64(n int, x unsafe.Pointer, v uint64) int

//go:noescape
func findF32(n int, x unsafe.Pointer, v uint64) int

//go:noescape
func findF64(n int, x unsafe.Pointer, v uint64) int
