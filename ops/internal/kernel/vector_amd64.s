//go:build amd64 && !purego

#include "textflag.h"

// Loops over whole blocks of adjacent elements: with AVX-512 where the machine has
// it, from the label wide on, else with AVX2. A source that stands still is a block
// in which the element is repeated, and a step of 0.
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

// Jumps to the loop with AVX-512 if there is one.
#define CHOOSE \
	CMPB ·wide(SB), $0 \
	JNE  wide

// Z0, Z1 and Z4, Z5 = a block of x and of y.
#define WIDELOADX \
	VMOVDQU64 0(SI), Z0  \
	VMOVDQU64 64(SI), Z1

#define WIDELOADY \
	VMOVDQU64 0(DX), Z4  \
	VMOVDQU64 64(DX), Z5

#define WIDESTORE \
	VMOVDQU64 Z0, 0(DI)  \
	VMOVDQU64 Z1, 64(DI)

#define BINARY(op) \
	OPERANDS              \
	CHOOSE                \
loop:                     \
	LOADX                 \
	LOADY                 \
	EACH(op)              \
	STORE128              \
	NEXT($128)            \
	JNZ loop              \
	VZEROUPPER            \
	RET                   \
wide:                     \
	WIDELOADX             \
	op      0(DX), Z0, Z0 \
	op      64(DX), Z1, Z1 \
	WIDESTORE             \
	NEXT($128)            \
	JNZ wide              \
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

// x = x op y by a macro for 32 bytes, and by one for 64 bytes.
#define MACRO(op, wideop) \
	OPERANDS       \
	CHOOSE         \
loop:              \
	LOADX          \
	LOADY          \
	op(Y4, Y0)     \
	op(Y5, Y1)     \
	op(Y6, Y2)     \
	op(Y7, Y3)     \
	STORE128       \
	NEXT($128)     \
	JNZ loop       \
	VZEROUPPER     \
	RET            \
wide:              \
	WIDELOADX      \
	WIDELOADY      \
	wideop(Z4, Z0) \
	wideop(Z5, Z1) \
	WIDESTORE      \
	NEXT($128)     \
	JNZ wide       \
	VZEROUPPER     \
	RET

// Products of bytes: of the even bytes, and of the odd ones moved down and up
// again. Y12 = 0x00ff….
#define MUL8(y, x) \
	VPSRLW  $8, x, Y8  \
	VPSRLW  $8, y, Y9  \
	VPMULLW y, x, x    \
	VPMULLW Y9, Y8, Y8 \
	VPAND   Y12, x, x  \
	VPSLLW  $8, Y8, Y8 \
	VPOR    Y8, x, x

#define WIDEMUL8(y, x) \
	VPSRLW  $8, x, Z8   \
	VPSRLW  $8, y, Z9   \
	VPMULLW y, x, x     \
	VPMULLW Z9, Z8, Z8  \
	VPANDQ  Z12, x, x   \
	VPSLLW  $8, Z8, Z8  \
	VPORQ   Z8, x, x

TEXT ·mul8(SB), NOSPLIT, $0-48
	VPCMPEQW     Y12, Y12, Y12
	VPSRLW       $8, Y12, Y12
	CMPB         ·wide(SB), $0
	JEQ          narrow
	VPBROADCASTW X12, Z12

narrow:
	MACRO(MUL8, WIDEMUL8)

// Products of 64 bits from those of 32 bits.
#define MUL64(y, x) \
	VPSRLQ   $32, x, Y8  \
	VPMULUDQ y, Y8, Y8   \
	VPSRLQ   $32, y, Y9  \
	VPMULUDQ x, Y9, Y9   \
	VPADDQ   Y9, Y8, Y8  \
	VPSLLQ   $32, Y8, Y8 \
	VPMULUDQ y, x, x     \
	VPADDQ   Y8, x, x

#define WIDEMUL64(y, x) VPMULLQ y, x, x

TEXT ·mul64(SB), NOSPLIT, $0-48
	MACRO(MUL64, WIDEMUL64)

// The smaller or larger of 64-bit integers: y where x > y, or the other way.
#define MIN64(y, x) \
	VPCMPGTQ  y, x, Y8 \
	VBLENDVPD Y8, y, x, x

#define MAX64(y, x) \
	VPCMPGTQ  x, y, Y8 \
	VBLENDVPD Y8, y, x, x

#define WIDEMIN64(y, x) VPMINSQ y, x, x
#define WIDEMAX64(y, x) VPMAXSQ y, x, x

TEXT ·minI64(SB), NOSPLIT, $0-48
	MACRO(MIN64, WIDEMIN64)

TEXT ·maxI64(SB), NOSPLIT, $0-48
	MACRO(MAX64, WIDEMAX64)

// Of floats, and x where x is NaN; x stays also where the two are equal (the
// instruction gives its second operand, here x, then).
#define EXTREME(op, unordered, blend, y, x) \
	unordered $3, x, x, Y8   \
	op        x, y, Y9       \
	unordered $3, y, y, Y10  \
	blend     Y10, y, Y9, Y9 \
	blend     Y8, x, Y9, x

#define WIDEEXTREME(op, compare, move, y, x) \
	compare $3, y, y, K1     \
	compare $7, x, x, K1, K2 \
	op      x, y, x          \
	move    y, K2, x

#define MINPS(y, x) EXTREME(VMINPS, VCMPPS, VBLENDVPS, y, x)
#define MAXPS(y, x) EXTREME(VMAXPS, VCMPPS, VBLENDVPS, y, x)
#define MINPD(y, x) EXTREME(VMINPD, VCMPPD, VBLENDVPD, y, x)
#define MAXPD(y, x) EXTREME(VMAXPD, VCMPPD, VBLENDVPD, y, x)
#define WIDEMINPS(y, x) WIDEEXTREME(VMINPS, VCMPPS, VMOVAPS, y, x)
#define WIDEMAXPS(y, x) WIDEEXTREME(VMAXPS, VCMPPS, VMOVAPS, y, x)
#define WIDEMINPD(y, x) WIDEEXTREME(VMINPD, VCMPPD, VMOVAPD, y, x)
#define WIDEMAXPD(y, x) WIDEEXTREME(VMAXPD, VCMPPD, VMOVAPD, y, x)

TEXT ·minF32(SB), NOSPLIT, $0-48
	MACRO(MINPS, WIDEMINPS)

TEXT ·maxF32(SB), NOSPLIT, $0-48
	MACRO(MAXPS, WIDEMAXPS)

TEXT ·minF64(SB), NOSPLIT, $0-48
	MACRO(MINPD, WIDEMINPD)

TEXT ·maxF64(SB), NOSPLIT, $0-48
	MACRO(MAXPD, WIDEMAXPD)

// Truth values: any byte but 0 is true. Z(x) is -1 where it is false.
#define TRUTHS(join, bit, widejoin) \
	OPERANDS               \
	CHOOSE                 \
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
	RET                    \
wide:                      \
	MOVL     $1, AX        \
	VPBROADCASTB AX, Z12   \
bits:                      \
	WIDELOADX              \
	WIDELOADY              \
	VPTESTMB Z0, Z0, K1    \
	VPTESTMB Z1, Z1, K2    \
	VPTESTMB Z4, Z4, K3    \
	VPTESTMB Z5, Z5, K4    \
	widejoin K3, K1, K1    \
	widejoin K4, K2, K2    \
	VMOVDQU8.Z Z12, K1, Z0 \
	VMOVDQU8.Z Z12, K2, Z1 \
	WIDESTORE              \
	NEXT($128)             \
	JNZ bits               \
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
	TRUTHS(VPOR, NOTBIT, KANDQ)

TEXT ·orTruth(SB), NOSPLIT, $0-48
	TRUTHS(VPAND, NOTBIT, KORQ)

TEXT ·xorTruth(SB), NOSPLIT, $0-48
	TRUTHS(VPXOR, BIT, KXORQ)

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

// Without an instruction that adds and subtracts in turn, the product that is
// subtracted changes its sign: by Z12, the signs of the real parts.
#define WIDECMULPS(y, x) \
	VMOVSLDUP x, Z8         \
	VMOVSHDUP x, Z9         \
	VPERMILPS $0xB1, y, Z10 \
	VMULPS    y, Z8, Z8     \
	VMULPS    Z10, Z9, Z9   \
	VPXORQ    Z12, Z9, Z9   \
	VADDPS    Z9, Z8, x

#define WIDECMULPD(y, x) \
	VMOVDDUP  x, Z8         \
	VPERMILPD $0xFF, x, Z9  \
	VPERMILPD $0x55, y, Z10 \
	VMULPD    y, Z8, Z8     \
	VMULPD    Z10, Z9, Z9   \
	VPXORQ    Z12, Z9, Z9   \
	VADDPD    Z9, Z8, x

TEXT ·mulC64(SB), NOSPLIT, $0-48
	CMPB         ·wide(SB), $0
	JEQ          narrow
	MOVL         $0x80000000, AX
	VPBROADCASTQ AX, Z12

narrow:
	MACRO(CMULPS, WIDECMULPS)

DATA realsign<>+0(SB)/8, $0x8000000000000000
DATA realsign<>+8(SB)/8, $0
GLOBL realsign<>(SB), RODATA|NOPTR, $16

TEXT ·mulC128(SB), NOSPLIT, $0-48
	CMPB            ·wide(SB), $0
	JEQ             narrow
	VBROADCASTI32X4 realsign<>(SB), Z12

narrow:
	MACRO(CMULPD, WIDECMULPD)

// Functions of one source. Y12 has the sign bits.
#define UNARY(op, wideop) \
	MOVQ n+0(FP), CX  \
	MOVQ d+8(FP), DI  \
	MOVQ x+16(FP), SI \
	CHOOSE            \
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
	RET               \
wide:                 \
	VBROADCASTSD X12, Z12 \
functions:            \
	WIDELOADX         \
	wideop(Z0)        \
	wideop(Z1)        \
	WIDESTORE         \
	ADDQ $128, SI     \
	ADDQ $128, DI     \
	DECQ CX           \
	JNZ  functions    \
	VZEROUPPER        \
	RET

#define SIGNS(shift, bits) \
	VPCMPEQD Y12, Y12, Y12 \
	shift    bits, Y12, Y12

#define SQRTPS(x) VSQRTPS x, x
#define SQRTPD(x) VSQRTPD x, x
#define FLIP(x) VPXOR Y12, x, x
#define DROP(x) VPANDN x, Y12, x
#define WIDEFLIP(x) VPXORQ Z12, x, x
#define WIDEDROP(x) VPANDNQ x, Z12, x

TEXT ·sqrtF32(SB), NOSPLIT, $0-24
	UNARY(SQRTPS, SQRTPS)

TEXT ·sqrtF64(SB), NOSPLIT, $0-24
	UNARY(SQRTPD, SQRTPD)

TEXT ·negF32(SB), NOSPLIT, $0-24
	SIGNS(VPSLLD, $31)
	UNARY(FLIP, WIDEFLIP)

TEXT ·negF64(SB), NOSPLIT, $0-24
	SIGNS(VPSLLQ, $63)
	UNARY(FLIP, WIDEFLIP)

TEXT ·absF32(SB), NOSPLIT, $0-24
	SIGNS(VPSLLD, $31)
	UNARY(DROP, WIDEDROP)

TEXT ·absF64(SB), NOSPLIT, $0-24
	SIGNS(VPSLLQ, $63)
	UNARY(DROP, WIDEDROP)
