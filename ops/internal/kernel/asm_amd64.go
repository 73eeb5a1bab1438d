//go:build amd64 && !purego

package kernel

import "unsafe"

// The assembly: d = x op y for n blocks of 128 bytes, xs and ys bytes from one
// block of a source to the next (128, or 0 to stand still).

//go:noescape
func addF32(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func subF32(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func mulF32(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func divF32(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func addF64(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func subF64(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func mulF64(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func divF64(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func add8(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func add16(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func add32(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func add64(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func sub8(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func sub16(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func sub32(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func sub64(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func mul8(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func mul16(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func mul32(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func minI8(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func maxI8(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func minU8(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func maxU8(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func minI16(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func maxI16(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func minU16(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func maxU16(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func minI32(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func maxI32(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func minU32(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func maxU32(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func minI64(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func maxI64(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func minF32(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func maxF32(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func minF64(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func maxF64(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func mulC64(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func mulC128(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func andTruth(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func orTruth(n int, d, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func xorTruth(n int, d, x, y unsafe.Pointer, xs, ys int)

// d = x op y for n blocks of 32 elements, as bytes 0 and 1; bias is added to both
// sources without carry and invert to the result.

//go:noescape
func eqF32(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

//go:noescape
func neF32(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

//go:noescape
func ltF32(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

//go:noescape
func leF32(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

//go:noescape
func eqF64(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

//go:noescape
func neF64(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

//go:noescape
func ltF64(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

//go:noescape
func leF64(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

//go:noescape
func eq8(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

//go:noescape
func gt8(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

//go:noescape
func eq16(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

//go:noescape
func gt16(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

//go:noescape
func eq32(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

//go:noescape
func gt32(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

//go:noescape
func eq64(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

//go:noescape
func gt64(n int, d, x, y unsafe.Pointer, xs, ys int, bias, invert uint64)

// d = x converted, for n blocks of 32 elements.

//go:noescape
func f32ToF64(n int, d, x unsafe.Pointer)

//go:noescape
func i32ToF64(n int, d, x unsafe.Pointer)

//go:noescape
func i32ToI64(n int, d, x unsafe.Pointer)

//go:noescape
func u32ToU64(n int, d, x unsafe.Pointer)

//go:noescape
func i16ToI64(n int, d, x unsafe.Pointer)

//go:noescape
func u16ToU64(n int, d, x unsafe.Pointer)

//go:noescape
func i8ToI64(n int, d, x unsafe.Pointer)

//go:noescape
func u8ToU64(n int, d, x unsafe.Pointer)

//go:noescape
func i32ToF32(n int, d, x unsafe.Pointer)

//go:noescape
func f32ToI32(n int, d, x unsafe.Pointer)

//go:noescape
func i16ToI32(n int, d, x unsafe.Pointer)

//go:noescape
func u16ToU32(n int, d, x unsafe.Pointer)

//go:noescape
func i8ToI32(n int, d, x unsafe.Pointer)

//go:noescape
func u8ToU32(n int, d, x unsafe.Pointer)

//go:noescape
func f16ToF32(n int, d, x unsafe.Pointer)

//go:noescape
func i16ToF32(n int, d, x unsafe.Pointer)

//go:noescape
func u16ToF32(n int, d, x unsafe.Pointer)

//go:noescape
func i8ToF32(n int, d, x unsafe.Pointer)

//go:noescape
func u8ToF32(n int, d, x unsafe.Pointer)

//go:noescape
func i16ToF64(n int, d, x unsafe.Pointer)

//go:noescape
func u16ToF64(n int, d, x unsafe.Pointer)

//go:noescape
func i8ToF64(n int, d, x unsafe.Pointer)

//go:noescape
func u8ToF64(n int, d, x unsafe.Pointer)

//go:noescape
func i8ToI16(n int, d, x unsafe.Pointer)

//go:noescape
func u8ToU16(n int, d, x unsafe.Pointer)

//go:noescape
func f64ToF32(n int, d, x unsafe.Pointer)

//go:noescape
func f64ToI32(n int, d, x unsafe.Pointer)

//go:noescape
func f32ToF16(n int, d, x unsafe.Pointer)

//go:noescape
func f64ToF16(n int, d, x unsafe.Pointer)

//go:noescape
func i64ToI32(n int, d, x unsafe.Pointer)

//go:noescape
func i64ToI16(n int, d, x unsafe.Pointer)

//go:noescape
func i64ToI8(n int, d, x unsafe.Pointer)

//go:noescape
func i32ToI16(n int, d, x unsafe.Pointer)

//go:noescape
func i32ToI8(n int, d, x unsafe.Pointer)

//go:noescape
func i16ToI8(n int, d, x unsafe.Pointer)

//go:noescape
func f32ToI16(n int, d, x unsafe.Pointer)

//go:noescape
func f32ToI8(n int, d, x unsafe.Pointer)

func cpuidFeatures() (ecx uint32)

// d = x with the bytes of every number reversed, for n blocks of 128 bytes.

//go:noescape
func swap16(n int, d, x unsafe.Pointer)

//go:noescape
func swap32(n int, d, x unsafe.Pointer)

//go:noescape
func swap64(n int, d, x unsafe.Pointer)

// acc += x, widened to 8 bytes, for n blocks of 16 elements of count rows, step
// bytes apart.

//go:noescape
func rowsF32(n, count, step int, acc, x unsafe.Pointer)

//go:noescape
func rowsWideF32(n, count, step int, acc, x unsafe.Pointer)

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

// The sum of n blocks of 8 floats.

//go:noescape
func sumF32(n int, x unsafe.Pointer) float64

//go:noescape
func sumF64(n int, x unsafe.Pointer) float64

//go:noescape
func sumSquares(n int, x unsafe.Pointer) float64

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

// d = f(x) for n blocks of 128 bytes.

//go:noescape
func sqrtF32(n int, d, x unsafe.Pointer)

//go:noescape
func sqrtF64(n int, d, x unsafe.Pointer)

//go:noescape
func negF32(n int, d, x unsafe.Pointer)

//go:noescape
func negF64(n int, d, x unsafe.Pointer)

//go:noescape
func absF32(n int, d, x unsafe.Pointer)

//go:noescape
func absF64(n int, d, x unsafe.Pointer)

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

// d = f(x) for n groups of 32 bytes, up to the first group with a number that is
// out of the function's bounds; left is how many groups are left then.

//go:noescape
func expF32(n int, d, x unsafe.Pointer) (left int)

//go:noescape
func expF64(n int, d, x unsafe.Pointer) (left int)

//go:noescape
func logF32(n int, d, x unsafe.Pointer) (left int)

//go:noescape
func logF64(n int, d, x unsafe.Pointer) (left int)

// d = every second number of x, for n blocks of 128 bytes of d.

//go:noescape
func even8(n int, d, x unsafe.Pointer)

//go:noescape
func even16(n int, d, x unsafe.Pointer)

//go:noescape
func even32(n int, d, x unsafe.Pointer)

//go:noescape
func even64(n int, d, x unsafe.Pointer)

// d = x for n lines of 64 bytes, past the caches.

//go:noescape
func pastLines(n int, d, x unsafe.Pointer)

func fenceStores()

// Asks for n lines of 64 bytes.

//go:noescape
func askLines(n int, p unsafe.Pointer)

// d = x where c is not 0, else y, for n blocks of 32 elements.

//go:noescape
func where8(n int, d, c, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func where16(n int, d, c, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func where32(n int, d, c, x, y unsafe.Pointer, xs, ys int)

//go:noescape
func where64(n int, d, c, x, y unsafe.Pointer, xs, ys int)

// d = x between the bounds, which are repeated in 32 bytes, for n blocks of 128
// bytes.

//go:noescape
func clipI8(n int, d, x, lo, hi unsafe.Pointer)

//go:noescape
func clipI16(n int, d, x, lo, hi unsafe.Pointer)

//go:noescape
func clipI32(n int, d, x, lo, hi unsafe.Pointer)

//go:noescape
func clipU8(n int, d, x, lo, hi unsafe.Pointer)

//go:noescape
func clipU16(n int, d, x, lo, hi unsafe.Pointer)

//go:noescape
func clipU32(n int, d, x, lo, hi unsafe.Pointer)

//go:noescape
func clipF32(n int, d, x, lo, hi unsafe.Pointer)

//go:noescape
func clipF64(n int, d, x, lo, hi unsafe.Pointer)
