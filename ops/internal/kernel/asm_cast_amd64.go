//go:build amd64 && !purego

package kernel

import "unsafe"

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
func f64ToC128(n int, d, x unsafe.Pointer)

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
