//go:build amd64 && !purego

#include "textflag.h"

// Matrix products of packed panels with AVX2 and FMA: c += a·b, where a holds
// k columns of 6 numbers and b k rows of 64 bytes.
//
// Y4…Y15  the 6 rows of 64 bytes of the product
// Y0, Y1  a row of b; Y2, Y3 a number of a in all places

#define GEMM(load, fma, size) \
	MOVQ   k+0(FP), CX              \
	MOVQ   a+8(FP), SI              \
	MOVQ   b+16(FP), DX             \
	MOVQ   c+24(FP), DI             \
	MOVQ   row+32(FP), R8           \
	VXORPS Y4, Y4, Y4               \
	VXORPS Y5, Y5, Y5               \
	VXORPS Y6, Y6, Y6               \
	VXORPS Y7, Y7, Y7               \
	VXORPS Y8, Y8, Y8               \
	VXORPS Y9, Y9, Y9               \
	VXORPS Y10, Y10, Y10            \
	VXORPS Y11, Y11, Y11            \
	VXORPS Y12, Y12, Y12            \
	VXORPS Y13, Y13, Y13            \
	VXORPS Y14, Y14, Y14            \
	VXORPS Y15, Y15, Y15            \
loop:                               \
	VMOVUPS 0(DX), Y0               \
	VMOVUPS 32(DX), Y1              \
	load    (0*size)(SI), Y2        \
	load    (1*size)(SI), Y3        \
	fma     Y0, Y2, Y4              \
	fma     Y1, Y2, Y5              \
	fma     Y0, Y3, Y6              \
	fma     Y1, Y3, Y7              \
	load    (2*size)(SI), Y2        \
	load    (3*size)(SI), Y3        \
	fma     Y0, Y2, Y8              \
	fma     Y1, Y2, Y9              \
	fma     Y0, Y3, Y10             \
	fma     Y1, Y3, Y11             \
	load    (4*size)(SI), Y2        \
	load    (5*size)(SI), Y3        \
	fma     Y0, Y2, Y12             \
	fma     Y1, Y2, Y13             \
	fma     Y0, Y3, Y14             \
	fma     Y1, Y3, Y15             \
	ADDQ    $(6*size), SI           \
	ADDQ    $64, DX                 \
	DECQ    CX                      \
	JNZ     loop

#define ADDROW(add, low, high) \
	add     0(DI), low, low   \
	add     32(DI), high, high \
	VMOVUPS low, 0(DI)        \
	VMOVUPS high, 32(DI)      \
	ADDQ    R8, DI

#define ADDROWS(add) \
	ADDROW(add, Y4, Y5)   \
	ADDROW(add, Y6, Y7)   \
	ADDROW(add, Y8, Y9)   \
	ADDROW(add, Y10, Y11) \
	ADDROW(add, Y12, Y13) \
	ADDROW(add, Y14, Y15) \
	VZEROUPPER            \
	RET

// Dot products of adjacent numbers, 128 bytes a block.
#define DOT(fma, add) \
	MOVQ   n+0(FP), CX      \
	MOVQ   x+8(FP), SI      \
	MOVQ   y+16(FP), DX     \
	VXORPS Y4, Y4, Y4       \
	VXORPS Y5, Y5, Y5       \
	VXORPS Y6, Y6, Y6       \
	VXORPS Y7, Y7, Y7       \
loop:                       \
	VMOVUPS 0(SI), Y0       \
	VMOVUPS 32(SI), Y1      \
	VMOVUPS 64(SI), Y2      \
	VMOVUPS 96(SI), Y3      \
	fma     0(DX), Y0, Y4   \
	fma     32(DX), Y1, Y5  \
	fma     64(DX), Y2, Y6  \
	fma     96(DX), Y3, Y7  \
	ADDQ    $128, SI        \
	ADDQ    $128, DX        \
	DECQ    CX              \
	JNZ     loop            \
	add     Y5, Y4, Y4      \
	add     Y7, Y6, Y6      \
	add     Y6, Y4, Y4      \
	VEXTRACTF128 $1, Y4, X5 \
	add     X5, X4, X4

// func gemmF32(k int, a, b, c unsafe.Pointer, row int)
TEXT ·gemmF32(SB), NOSPLIT, $0-40
	GEMM(VBROADCASTSS, VFMADD231PS, 4)
	ADDROWS(VADDPS)

// func gemmF64(k int, a, b, c unsafe.Pointer, row int)
TEXT ·gemmF64(SB), NOSPLIT, $0-40
	GEMM(VBROADCASTSD, VFMADD231PD, 8)
	ADDROWS(VADDPD)

// func dotF32(n int, x, y unsafe.Pointer) float32
TEXT ·dotF32(SB), NOSPLIT, $0-28
	DOT(VFMADD231PS, VADDPS)
	VHADDPS X4, X4, X4
	VHADDPS X4, X4, X4
	VMOVSS  X4, ret+24(FP)
	VZEROUPPER
	RET

// func dotF64(n int, x, y unsafe.Pointer) float64
TEXT ·dotF64(SB), NOSPLIT, $0-32
	DOT(VFMADD231PD, VADDPD)
	VHADDPD X4, X4, X4
	VMOVSD  X4, ret+24(FP)
	VZEROUPPER
	RET
