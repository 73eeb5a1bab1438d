//go:build amd64 && !purego

#include "textflag.h"

// A tile of a product of matrices with FMA: c += a·b. The number of a in row i and
// column l lies i·line + l·step bytes after a, the rows of b lie next bytes apart,
// those of c row bytes.
//
// CX       steps along k left, at least 1
// SI, DX   a: the first row and the seventh
// R9       line; R10, R11 three and five times as much
// R12      step
// BX, R13  b and next
// DI, R8   c and row

#define ARGUMENTS \
	MOVQ k+0(FP), CX       \
	MOVQ a+8(FP), SI       \
	MOVQ line+16(FP), R9   \
	MOVQ step+24(FP), R12  \
	MOVQ b+32(FP), BX      \
	MOVQ next+40(FP), R13  \
	MOVQ c+48(FP), DI      \
	MOVQ row+56(FP), R8    \
	LEAQ (R9)(R9*2), R10   \
	LEAQ (R9)(R9*4), R11

// AVX2: Y4…Y15 are 6 rows of 64 bytes of c; Y0, Y1 a row of b; Y2, Y3 a number of a
// in all places.

#define ZERO(r0, r1) \
	VXORPS r0, r0, r0 \
	VXORPS r1, r1, r1

// Two rows of c by two numbers of a.
#define TWO(load, fma, from0, from1, c0, c1, c2, c3) \
	load from0, Y2 \
	load from1, Y3 \
	fma  Y0, Y2, c0 \
	fma  Y1, Y2, c1 \
	fma  Y0, Y3, c2 \
	fma  Y1, Y3, c3

#define ADDROW(add, low, high) \
	add     0(DI), low, low    \
	add     32(DI), high, high \
	VMOVUPS low, 0(DI)         \
	VMOVUPS high, 32(DI)       \
	ADDQ    R8, DI

#define GEMM(load, fma, add) \
	ARGUMENTS               \
	ZERO(Y4, Y5)            \
	ZERO(Y6, Y7)            \
	ZERO(Y8, Y9)            \
	ZERO(Y10, Y11)          \
	ZERO(Y12, Y13)          \
	ZERO(Y14, Y15)          \
loop:                       \
	VMOVUPS 0(BX), Y0       \
	VMOVUPS 32(BX), Y1      \
	TWO(load, fma, (SI), (SI)(R9*1), Y4, Y5, Y6, Y7)            \
	TWO(load, fma, (SI)(R9*2), (SI)(R10*1), Y8, Y9, Y10, Y11)   \
	TWO(load, fma, (SI)(R9*4), (SI)(R11*1), Y12, Y13, Y14, Y15) \
	ADDQ R12, SI            \
	ADDQ R13, BX            \
	DECQ CX                 \
	JNZ  loop               \
	ADDROW(add, Y4, Y5)     \
	ADDROW(add, Y6, Y7)     \
	ADDROW(add, Y8, Y9)     \
	ADDROW(add, Y10, Y11)   \
	ADDROW(add, Y12, Y13)   \
	ADDROW(add, Y14, Y15)   \
	VZEROUPPER              \
	RET

// AVX-512: Z8…Z31 are 12 rows of 128 bytes of c; Z0, Z1 a row of b; Z2, Z3 a number
// of a in all places. The rows of c are asked for first.

#define ZEROWIDE(r0, r1, r2, r3) \
	VPXORQ r0, r0, r0 \
	VPXORQ r1, r1, r1 \
	VPXORQ r2, r2, r2 \
	VPXORQ r3, r3, r3

#define TWOWIDE(load, fma, from0, from1, c0, c1, c2, c3) \
	load from0, Z2 \
	load from1, Z3 \
	fma  Z0, Z2, c0 \
	fma  Z1, Z2, c1 \
	fma  Z0, Z3, c2 \
	fma  Z1, Z3, c3

#define SIXWIDE(load, fma, p, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11) \
	TWOWIDE(load, fma, (p), (p)(R9*1), c0, c1, c2, c3)         \
	TWOWIDE(load, fma, (p)(R9*2), (p)(R10*1), c4, c5, c6, c7)  \
	TWOWIDE(load, fma, (p)(R9*4), (p)(R11*1), c8, c9, c10, c11)

#define ASKROWS \
	PREFETCHT0 (AX)         \
	PREFETCHT0 64(AX)       \
	PREFETCHT0 (AX)(R8*1)   \
	PREFETCHT0 64(AX)(R8*1) \
	LEAQ       (AX)(R8*2), AX

#define ADDWIDE(add, low, high) \
	add     0(DI), low, low    \
	add     64(DI), high, high \
	VMOVUPS low, 0(DI)         \
	VMOVUPS high, 64(DI)       \
	ADDQ    R8, DI

#define GEMMWIDE(load, fma, add) \
	ARGUMENTS                    \
	LEAQ (SI)(R10*2), DX         \
	MOVQ DI, AX                  \
	ASKROWS                      \
	ASKROWS                      \
	ASKROWS                      \
	ASKROWS                      \
	ASKROWS                      \
	ASKROWS                      \
	ZEROWIDE(Z8, Z9, Z10, Z11)   \
	ZEROWIDE(Z12, Z13, Z14, Z15) \
	ZEROWIDE(Z16, Z17, Z18, Z19) \
	ZEROWIDE(Z20, Z21, Z22, Z23) \
	ZEROWIDE(Z24, Z25, Z26, Z27) \
	ZEROWIDE(Z28, Z29, Z30, Z31) \
loop:                            \
	VMOVUPS 0(BX), Z0            \
	VMOVUPS 64(BX), Z1           \
	SIXWIDE(load, fma, SI, Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15, Z16, Z17, Z18, Z19)   \
	SIXWIDE(load, fma, DX, Z20, Z21, Z22, Z23, Z24, Z25, Z26, Z27, Z28, Z29, Z30, Z31) \
	ADDQ R12, SI                 \
	ADDQ R12, DX                 \
	ADDQ R13, BX                 \
	DECQ CX                      \
	JNZ  loop                    \
	ADDWIDE(add, Z8, Z9)         \
	ADDWIDE(add, Z10, Z11)       \
	ADDWIDE(add, Z12, Z13)       \
	ADDWIDE(add, Z14, Z15)       \
	ADDWIDE(add, Z16, Z17)       \
	ADDWIDE(add, Z18, Z19)       \
	ADDWIDE(add, Z20, Z21)       \
	ADDWIDE(add, Z22, Z23)       \
	ADDWIDE(add, Z24, Z25)       \
	ADDWIDE(add, Z26, Z27)       \
	ADDWIDE(add, Z28, Z29)       \
	ADDWIDE(add, Z30, Z31)       \
	VZEROUPPER                   \
	RET

// The real numbers of re and im, 32 bytes a group, added in turn to n groups of
// complex numbers of d.
#define JOIN(low, high, add) \
	MOVQ n+0(FP), CX          \
	MOVQ d+8(FP), DI          \
	MOVQ re+16(FP), SI        \
	MOVQ im+24(FP), DX        \
loop:                         \
	VMOVUPS (SI), Y0          \
	VMOVUPS (DX), Y1          \
	low     Y1, Y0, Y2        \
	high    Y1, Y0, Y3        \
	VPERM2F128 $0x20, Y3, Y2, Y0 \
	VPERM2F128 $0x31, Y3, Y2, Y1 \
	add     0(DI), Y0, Y0     \
	add     32(DI), Y1, Y1    \
	VMOVUPS Y0, 0(DI)         \
	VMOVUPS Y1, 32(DI)        \
	ADDQ    $32, SI           \
	ADDQ    $32, DX           \
	ADDQ    $64, DI           \
	DECQ    CX                \
	JNZ     loop              \
	VZEROUPPER                \
	RET

// Dot products of four rows of x, line bytes apart, and y: n blocks of 64 adjacent
// bytes each, into d.
//
// Y0, Y1  a block of y; Y4…Y11 the sums

#define DOTS(fma, add, hadd) \
	MOVQ n+0(FP), CX        \
	MOVQ d+8(FP), DI        \
	MOVQ x+16(FP), SI       \
	MOVQ line+24(FP), R9    \
	MOVQ y+32(FP), BX       \
	LEAQ (R9)(R9*2), R10    \
	ZERO(Y4, Y5)            \
	ZERO(Y6, Y7)            \
	ZERO(Y8, Y9)            \
	ZERO(Y10, Y11)          \
loop:                       \
	VMOVUPS 0(BX), Y0       \
	VMOVUPS 32(BX), Y1      \
	PREFETCHT0 1024(SI)        \
	PREFETCHT0 1024(SI)(R9*1)  \
	PREFETCHT0 1024(SI)(R9*2)  \
	PREFETCHT0 1024(SI)(R10*1) \
	VMOVUPS 0(SI), Y2          \
	VMOVUPS 32(SI), Y3         \
	fma     Y0, Y2, Y4         \
	fma     Y1, Y3, Y5         \
	VMOVUPS 0(SI)(R9*1), Y2    \
	VMOVUPS 32(SI)(R9*1), Y3   \
	fma     Y0, Y2, Y6         \
	fma     Y1, Y3, Y7         \
	VMOVUPS 0(SI)(R9*2), Y2    \
	VMOVUPS 32(SI)(R9*2), Y3   \
	fma     Y0, Y2, Y8         \
	fma     Y1, Y3, Y9         \
	VMOVUPS 0(SI)(R10*1), Y2   \
	VMOVUPS 32(SI)(R10*1), Y3  \
	fma     Y0, Y2, Y10        \
	fma     Y1, Y3, Y11        \
	ADDQ    $64, SI            \
	ADDQ    $64, BX            \
	DECQ    CX                 \
	JNZ     loop               \
	add     Y5, Y4, Y4         \
	add     Y7, Y6, Y6         \
	add     Y9, Y8, Y8         \
	add     Y11, Y10, Y10      \
	hadd    Y6, Y4, Y4         \
	hadd    Y10, Y8, Y8

TEXT ·gemmF32(SB), NOSPLIT, $0-64
	GEMM(VBROADCASTSS, VFMADD231PS, VADDPS)

TEXT ·gemmF64(SB), NOSPLIT, $0-64
	GEMM(VBROADCASTSD, VFMADD231PD, VADDPD)

TEXT ·gemmWideF32(SB), NOSPLIT, $0-64
	GEMMWIDE(VBROADCASTSS, VFMADD231PS, VADDPS)

TEXT ·gemmWideF64(SB), NOSPLIT, $0-64
	GEMMWIDE(VBROADCASTSD, VFMADD231PD, VADDPD)

TEXT ·joinF32(SB), NOSPLIT, $0-32
	JOIN(VUNPCKLPS, VUNPCKHPS, VADDPS)

TEXT ·joinF64(SB), NOSPLIT, $0-32
	JOIN(VUNPCKLPD, VUNPCKHPD, VADDPD)

TEXT ·dotsF32(SB), NOSPLIT, $0-40
	DOTS(VFMADD231PS, VADDPS, VHADDPS)
	VHADDPS      Y8, Y4, Y4
	VEXTRACTF128 $1, Y4, X5
	VADDPS       X5, X4, X4
	VMOVUPS      X4, (DI)
	VZEROUPPER
	RET

TEXT ·dotsF64(SB), NOSPLIT, $0-40
	DOTS(VFMADD231PD, VADDPD, VHADDPD)
	VEXTRACTF128 $1, Y4, X5
	VADDPD       X5, X4, X4
	VEXTRACTF128 $1, Y8, X9
	VADDPD       X9, X8, X8
	VMOVUPD      X4, (DI)
	VMOVUPD      X8, 16(DI)
	VZEROUPPER
	RET
