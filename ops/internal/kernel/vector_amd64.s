//go:build amd64 && !purego

#include "textflag.h"

// Loops over whole blocks of adjacent elements with AVX2. A source that stands
// still is a block in which the element is repeated, and a step of 0.
//
// CX   blocks left, at least 1
// DI   destination
// SI   source x, R8 bytes from its block to the next
// DX   source y, R9 bytes from its block to the next

#define OPERANDS \
	MOVQ n+0(FP), CX   \
	MOVQ d+8(FP), DI   \
	MOVQ x+16(FP), SI  \
	MOVQ y+24(FP), DX  \
	MOVQ xs+32(FP), R8 \
	MOVQ ys+40(FP), R9

// Y0…Y3 = a block of 128 bytes of x.
#define LOADX \
	VMOVDQU 0(SI), Y0  \
	VMOVDQU 32(SI), Y1 \
	VMOVDQU 64(SI), Y2 \
	VMOVDQU 96(SI), Y3

// Y4…Y7 = a block of 128 bytes of y.
#define LOADY \
	VMOVDQU 0(DX), Y4  \
	VMOVDQU 32(DX), Y5 \
	VMOVDQU 64(DX), Y6 \
	VMOVDQU 96(DX), Y7

#define STORE128 \
	VMOVDQU Y0, 0(DI)  \
	VMOVDQU Y1, 32(DI) \
	VMOVDQU Y2, 64(DI) \
	VMOVDQU Y3, 96(DI)

// Y0…Y3 = Y0…Y3 op Y4…Y7.
#define EACH(op) \
	op Y4, Y0, Y0 \
	op Y5, Y1, Y1 \
	op Y6, Y2, Y2 \
	op Y7, Y3, Y3

#define NEXT(size) \
	ADDQ R8, SI    \
	ADDQ R9, DX    \
	ADDQ size, DI  \
	DECQ CX

#define BINARY(op) \
	OPERANDS   \
loop:          \
	LOADX      \
	LOADY      \
	EACH(op)   \
	STORE128   \
	NEXT($128) \
	JNZ loop   \
	VZEROUPPER \
	RET

// The same with AVX-512, for floats in the caches.
#define WIDE(op) \
	OPERANDS              \
loop:                     \
	VMOVUPS 0(SI), Z0     \
	VMOVUPS 64(SI), Z1    \
	op      0(DX), Z0, Z0 \
	op      64(DX), Z1, Z1 \
	VMOVUPS Z0, 0(DI)     \
	VMOVUPS Z1, 64(DI)    \
	NEXT($128)            \
	JNZ loop              \
	VZEROUPPER            \
	RET

TEXT ·addF32(SB), NOSPLIT, $0-48
	BINARY(VADDPS)

TEXT ·subF32(SB), NOSPLIT, $0-48
	BINARY(VSUBPS)

TEXT ·mulF32(SB), NOSPLIT, $0-48
	BINARY(VMULPS)

TEXT ·divF32(SB), NOSPLIT, $0-48
	BINARY(VDIVPS)

TEXT ·addF64(SB), NOSPLIT, $0-48
	BINARY(VADDPD)

TEXT ·subF64(SB), NOSPLIT, $0-48
	BINARY(VSUBPD)

TEXT ·mulF64(SB), NOSPLIT, $0-48
	BINARY(VMULPD)

TEXT ·divF64(SB), NOSPLIT, $0-48
	BINARY(VDIVPD)

TEXT ·addWideF32(SB), NOSPLIT, $0-48
	WIDE(VADDPS)

TEXT ·addWideF64(SB), NOSPLIT, $0-48
	WIDE(VADDPD)

TEXT ·subWideF32(SB), NOSPLIT, $0-48
	WIDE(VSUBPS)

TEXT ·subWideF64(SB), NOSPLIT, $0-48
	WIDE(VSUBPD)

TEXT ·mulWideF32(SB), NOSPLIT, $0-48
	WIDE(VMULPS)

TEXT ·mulWideF64(SB), NOSPLIT, $0-48
	WIDE(VMULPD)

TEXT ·divWideF32(SB), NOSPLIT, $0-48
	WIDE(VDIVPS)

TEXT ·divWideF64(SB), NOSPLIT, $0-48
	WIDE(VDIVPD)

TEXT ·add8(SB), NOSPLIT, $0-48
	BINARY(VPADDB)

TEXT ·add16(SB), NOSPLIT, $0-48
	BINARY(VPADDW)

TEXT ·add32(SB), NOSPLIT, $0-48
	BINARY(VPADDD)

TEXT ·add64(SB), NOSPLIT, $0-48
	BINARY(VPADDQ)

TEXT ·sub8(SB), NOSPLIT, $0-48
	BINARY(VPSUBB)

TEXT ·sub16(SB), NOSPLIT, $0-48
	BINARY(VPSUBW)

TEXT ·sub32(SB), NOSPLIT, $0-48
	BINARY(VPSUBD)

TEXT ·sub64(SB), NOSPLIT, $0-48
	BINARY(VPSUBQ)

TEXT ·mul16(SB), NOSPLIT, $0-48
	BINARY(VPMULLW)

TEXT ·mul32(SB), NOSPLIT, $0-48
	BINARY(VPMULLD)

TEXT ·minI8(SB), NOSPLIT, $0-48
	BINARY(VPMINSB)

TEXT ·maxI8(SB), NOSPLIT, $0-48
	BINARY(VPMAXSB)

TEXT ·minU8(SB), NOSPLIT, $0-48
	BINARY(VPMINUB)

TEXT ·maxU8(SB), NOSPLIT, $0-48
	BINARY(VPMAXUB)

TEXT ·minI16(SB), NOSPLIT, $0-48
	BINARY(VPMINSW)

TEXT ·maxI16(SB), NOSPLIT, $0-48
	BINARY(VPMAXSW)

TEXT ·minU16(SB), NOSPLIT, $0-48
	BINARY(VPMINUW)

TEXT ·maxU16(SB), NOSPLIT, $0-48
	BINARY(VPMAXUW)

TEXT ·minI32(SB), NOSPLIT, $0-48
	BINARY(VPMINSD)

TEXT ·maxI32(SB), NOSPLIT, $0-48
	BINARY(VPMAXSD)

TEXT ·minU32(SB), NOSPLIT, $0-48
	BINARY(VPMINUD)

TEXT ·maxU32(SB), NOSPLIT, $0-48
	BINARY(VPMAXUD)

// Products of bytes: of the even bytes, and of the odd ones moved down and up
// again. Y12 = 0x00ff….
#define MUL8(y, x) \
	VPSRLW   $8, x, Y8     \
	VPSRLW   $8, y, Y9     \
	VPMULLW  y, x, x       \
	VPMULLW  Y9, Y8, Y8    \
	VPAND    Y12, x, x     \
	VPSLLW   $8, Y8, Y8    \
	VPOR     Y8, x, x

TEXT ·mul8(SB), NOSPLIT, $0-48
	VPCMPEQW Y12, Y12, Y12
	VPSRLW   $8, Y12, Y12
	OPERANDS

loop:
	LOADX
	LOADY
	MUL8(Y4, Y0)
	MUL8(Y5, Y1)
	MUL8(Y6, Y2)
	MUL8(Y7, Y3)
	STORE128
	NEXT($128)
	JNZ loop
	VZEROUPPER
	RET

// The smaller or larger of 64-bit integers: y where x > y, or the other way.
#define MIN64(y, x) \
	VPCMPGTQ  y, x, Y8      \
	VBLENDVPD Y8, y, x, x

#define MAX64(y, x) \
	VPCMPGTQ  x, y, Y8      \
	VBLENDVPD Y8, y, x, x

#define ORDER(op) \
	OPERANDS   \
loop:          \
	LOADX      \
	LOADY      \
	op(Y4, Y0) \
	op(Y5, Y1) \
	op(Y6, Y2) \
	op(Y7, Y3) \
	STORE128   \
	NEXT($128) \
	JNZ loop   \
	VZEROUPPER \
	RET

TEXT ·minI64(SB), NOSPLIT, $0-48
	ORDER(MIN64)

TEXT ·maxI64(SB), NOSPLIT, $0-48
	ORDER(MAX64)

// Of floats, and x where x is NaN; x stays also where the two are equal (the
// instruction gives its second operand, here x, then).
#define MINPS(y, x) \
	VCMPPS    $3, x, x, Y8 \
	VMINPS    x, y, Y9     \
	VCMPPS    $3, y, y, Y10 \
	VBLENDVPS Y10, y, Y9, Y9 \
	VBLENDVPS Y8, x, Y9, x

#define MAXPS(y, x) \
	VCMPPS    $3, x, x, Y8 \
	VMAXPS    x, y, Y9     \
	VCMPPS    $3, y, y, Y10 \
	VBLENDVPS Y10, y, Y9, Y9 \
	VBLENDVPS Y8, x, Y9, x

#define MINPD(y, x) \
	VCMPPD    $3, x, x, Y8 \
	VMINPD    x, y, Y9     \
	VCMPPD    $3, y, y, Y10 \
	VBLENDVPD Y10, y, Y9, Y9 \
	VBLENDVPD Y8, x, Y9, x

#define MAXPD(y, x) \
	VCMPPD    $3, x, x, Y8 \
	VMAXPD    x, y, Y9     \
	VCMPPD    $3, y, y, Y10 \
	VBLENDVPD Y10, y, Y9, Y9 \
	VBLENDVPD Y8, x, Y9, x

TEXT ·minF32(SB), NOSPLIT, $0-48
	ORDER(MINPS)

TEXT ·maxF32(SB), NOSPLIT, $0-48
	ORDER(MAXPS)

TEXT ·minF64(SB), NOSPLIT, $0-48
	ORDER(MINPD)

TEXT ·maxF64(SB), NOSPLIT, $0-48
	ORDER(MAXPD)

// Truth values: any byte but 0 is true. Z(x) is -1 where it is false.
#define TRUTHS(join, bit) \
	OPERANDS               \
	VPXOR    Y11, Y11, Y11 \
	VPCMPEQB Y12, Y12, Y12 \
	VPABSB   Y12, Y12      \
loop:                      \
	LOADX                  \
	LOADY                  \
	FALSE4                 \
	EACH(join)             \
	bit                    \
	STORE128               \
	NEXT($128)             \
	JNZ loop               \
	VZEROUPPER             \
	RET

#define FALSE4 \
	VPCMPEQB Y11, Y0, Y0 \
	VPCMPEQB Y11, Y1, Y1 \
	VPCMPEQB Y11, Y2, Y2 \
	VPCMPEQB Y11, Y3, Y3 \
	VPCMPEQB Y11, Y4, Y4 \
	VPCMPEQB Y11, Y5, Y5 \
	VPCMPEQB Y11, Y6, Y6 \
	VPCMPEQB Y11, Y7, Y7

#define NOTBIT \
	VPANDN Y12, Y0, Y0 \
	VPANDN Y12, Y1, Y1 \
	VPANDN Y12, Y2, Y2 \
	VPANDN Y12, Y3, Y3

#define BIT \
	VPAND Y12, Y0, Y0 \
	VPAND Y12, Y1, Y1 \
	VPAND Y12, Y2, Y2 \
	VPAND Y12, Y3, Y3

TEXT ·andTruth(SB), NOSPLIT, $0-48
	TRUTHS(VPOR, NOTBIT)

TEXT ·orTruth(SB), NOSPLIT, $0-48
	TRUTHS(VPAND, NOTBIT)

TEXT ·xorTruth(SB), NOSPLIT, $0-48
	TRUTHS(VPXOR, BIT)

// Complex products, of y's parts by the real and by the imaginary part of x:
// every product is rounded by itself.
#define CMULPS(y, x) \
	VMOVSLDUP x, Y8             \
	VMOVSHDUP x, Y9             \
	VPERMILPS $0xB1, y, Y10     \
	VMULPS    y, Y8, Y8         \
	VMULPS    Y10, Y9, Y9       \
	VADDSUBPS Y9, Y8, x

#define CMULPD(y, x) \
	VMOVDDUP  x, Y8             \
	VPERMILPD $0xF, x, Y9       \
	VPERMILPD $0x5, y, Y10      \
	VMULPD    y, Y8, Y8         \
	VMULPD    Y10, Y9, Y9       \
	VADDSUBPD Y9, Y8, x

TEXT ·mulC64(SB), NOSPLIT, $0-48
	ORDER(CMULPS)

TEXT ·mulC128(SB), NOSPLIT, $0-48
	ORDER(CMULPD)

// Functions of one source. Y12 has the sign bits.
#define UNARY(op) \
	MOVQ n+0(FP), CX  \
	MOVQ d+8(FP), DI  \
	MOVQ x+16(FP), SI \
loop:                 \
	LOADX             \
	op(Y0)            \
	op(Y1)            \
	op(Y2)            \
	op(Y3)            \
	STORE128          \
	ADDQ $128, SI     \
	ADDQ $128, DI     \
	DECQ CX           \
	JNZ  loop         \
	VZEROUPPER        \
	RET

#define SQRTPS(x) VSQRTPS x, x
#define SQRTPD(x) VSQRTPD x, x
#define FLIP(x) VPXOR Y12, x, x
#define DROP(x) VPANDN x, Y12, x

TEXT ·sqrtF32(SB), NOSPLIT, $0-24
	UNARY(SQRTPS)

TEXT ·sqrtF64(SB), NOSPLIT, $0-24
	UNARY(SQRTPD)

TEXT ·negF32(SB), NOSPLIT, $0-24
	VPCMPEQD Y12, Y12, Y12
	VPSLLD   $31, Y12, Y12
	UNARY(FLIP)

TEXT ·negF64(SB), NOSPLIT, $0-24
	VPCMPEQD Y12, Y12, Y12
	VPSLLQ   $63, Y12, Y12
	UNARY(FLIP)

TEXT ·absF32(SB), NOSPLIT, $0-24
	VPCMPEQD Y12, Y12, Y12
	VPSLLD   $31, Y12, Y12
	UNARY(DROP)

TEXT ·absF64(SB), NOSPLIT, $0-24
	VPCMPEQD Y12, Y12, Y12
	VPSLLQ   $63, Y12, Y12
	UNARY(DROP)
