//go:build amd64 && !purego

package kernel

import "unsafe"

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
