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
func mul64(n int, d, x, y unsafe.Pointer, xs, ys int)

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
