//go:build amd64 && !purego

#include "textflag.h"

// Folds of adjacent elements with AVX2.
//
// CX   blocks left, at least 1
// SI   source, DI accumulators
//
// What comes 8 KiB later is asked for, as the processor stops at the end of a page.

// Rows: a block of 128 bytes of accumulators, in Y0…Y3, takes in a block of a row.
// fold(from) folds the block at from, a sum of registers; each is the bytes of a
// row's block. What comes at least 8 KiB later in the same column is asked for.
//
// R10  blocks of a row, BX rows left, at least 1
// R11  accumulators, R12 the first row, R8 bytes from a row to the next
// R13  from a block to the one that is asked for

#define LOADACC \
	VMOVDQU 0(DI), Y0  \
	VMOVDQU 32(DI), Y1 \
	VMOVDQU 64(DI), Y2 \
	VMOVDQU 96(DI), Y3

#define STOREACC \
	VMOVDQU Y0, 0(DI)  \
	VMOVDQU Y1, 32(DI) \
	VMOVDQU Y2, 64(DI) \
	VMOVDQU Y3, 96(DI)

#define ASK PREFETCHT0 (DX)

#define ASKBOTH \
	PREFETCHT0 (DX)   \
	PREFETCHT0 64(DX)

#define ASKALL \
	ASKBOTH            \
	PREFETCHT0 128(DX) \
	PREFETCHT0 192(DX)

#define ROWS(fold, each) ROWSBY(ASK, LOADACC, fold, STOREACC, each)
#define ROWS128(fold) ROWSBY(ASKBOTH, LOADACC, fold, STOREACC, $128)

#define ROWSBY(ask, load, fold, store, each) \
	MOVQ n+0(FP), R10     \
	MOVQ count+8(FP), BX  \
	MOVQ step+16(FP), R8  \
	MOVQ acc+24(FP), R11  \
	MOVQ x+32(FP), R12    \
	MOVQ R8, R13          \
far:                      \
	MOVQ R13, AX          \
	IMULQ AX, AX          \
	TESTQ AX, AX          \
	JZ   row              \
	CMPQ AX, $0x4000000   \
	JCC  row              \
	ADDQ R13, R13         \
	JMP  far              \
row:                      \
	MOVQ R10, CX          \
	MOVQ R11, DI          \
	MOVQ R12, SI          \
	LEAQ (SI)(R13*1), DX  \
block:                    \
	ask                   \
	load                  \
	fold((SI))            \
	store                 \
	ADDQ each, SI         \
	ADDQ each, DX         \
	ADDQ $128, DI         \
	DECQ CX               \
	JNZ  block            \
	ADDQ R8, R12          \
	DECQ BX               \
	JNZ  row              \
	VZEROUPPER            \
	RET

// 16 elements, which op widens to 8 bytes, four by four from size bytes each.
#define WIDEN(op, size, join, from) \
	op   (0*size)from, Y4 \
	op   (1*size)from, Y5 \
	op   (2*size)from, Y6 \
	op   (3*size)from, Y7 \
	join Y4, Y0, Y0       \
	join Y5, Y1, Y1       \
	join Y6, Y2, Y2       \
	join Y7, Y3, Y3

#define ADDF32(from) WIDEN(VCVTPS2PD, 16, VADDPD, from)
#define ADDF64(from) WIDEN(VMOVUPD, 32, VADDPD, from)
#define ADDI8(from) WIDEN(VPMOVSXBQ, 4, VPADDQ, from)
#define ADDU8(from) WIDEN(VPMOVZXBQ, 4, VPADDQ, from)
#define ADDI16(from) WIDEN(VPMOVSXWQ, 8, VPADDQ, from)
#define ADDU16(from) WIDEN(VPMOVZXWQ, 8, VPADDQ, from)
#define ADDI32(from) WIDEN(VPMOVSXDQ, 16, VPADDQ, from)
#define ADDU32(from) WIDEN(VPMOVZXDQ, 16, VPADDQ, from)
#define ADDI64(from) WIDEN(VMOVDQU, 32, VPADDQ, from)

// The same of float32 with AVX-512.
#define LOADWIDE \
	VMOVUPD 0(DI), Z0 \
	VMOVUPD 64(DI), Z1

#define STOREWIDE \
	VMOVUPD Z0, 0(DI) \
	VMOVUPD Z1, 64(DI)

#define ADDWIDE(from) \
	VCVTPS2PD 0from, Z4  \
	VCVTPS2PD 32from, Z5 \
	VADDPD    Z4, Z0, Z0 \
	VADDPD    Z5, Z1, Z1

// Every second number: 16 float64 from 256 bytes, and 16 float32 from 128.
#define SECOND64(from, at, y) \
	VMOVUPD   (at+0)from, y     \
	VUNPCKLPD (at+32)from, y, y \
	VPERMPD   $0xD8, y, y

#define ADDSECOND64(from) \
	SECOND64(from, 0, Y4)   \
	SECOND64(from, 64, Y5)  \
	SECOND64(from, 128, Y6) \
	SECOND64(from, 192, Y7) \
	VADDPD Y4, Y0, Y0       \
	VADDPD Y5, Y1, Y1       \
	VADDPD Y6, Y2, Y2       \
	VADDPD Y7, Y3, Y3

#define SECOND32(from, at, x, y, z) \
	VMOVUPS      (at+0)from, y         \
	VSHUFPS      $0x88, (at+32)from, y, y \
	VPERMPD      $0xD8, y, y           \
	VEXTRACTF128 $1, y, z              \
	VCVTPS2PD    x, y

#define ADDSECOND32(from) \
	SECOND32(from, 0, X4, Y4, X5)  \
	SECOND32(from, 64, X6, Y6, X7) \
	VCVTPS2PD X5, Y5               \
	VCVTPS2PD X7, Y7               \
	VADDPD    Y4, Y0, Y0           \
	VADDPD    Y5, Y1, Y1           \
	VADDPD    Y6, Y2, Y2           \
	VADDPD    Y7, Y3, Y3

// The squares of 16 float64.
#define SQUARES(from) \
	VMOVUPD 0from, Y4  \
	VMOVUPD 32from, Y5 \
	VMOVUPD 64from, Y6 \
	VMOVUPD 96from, Y7 \
	VMULPD  Y4, Y4, Y4 \
	VMULPD  Y5, Y5, Y5 \
	VMULPD  Y6, Y6, Y6 \
	VMULPD  Y7, Y7, Y7 \
	VADDPD  Y4, Y0, Y0 \
	VADDPD  Y5, Y1, Y1 \
	VADDPD  Y6, Y2, Y2 \
	VADDPD  Y7, Y3, Y3

// Truth values: what is not 0 counts 1; Y12 = 1 in every qword.
#define TRUTHS(from) \
	VPMOVZXBQ 0from, Y4   \
	VPMOVZXBQ 4from, Y5   \
	VPMOVZXBQ 8from, Y6   \
	VPMOVZXBQ 12from, Y7  \
	VPMINUD   Y12, Y4, Y4 \
	VPMINUD   Y12, Y5, Y5 \
	VPMINUD   Y12, Y6, Y6 \
	VPMINUD   Y12, Y7, Y7 \
	VPADDQ    Y4, Y0, Y0  \
	VPADDQ    Y5, Y1, Y1  \
	VPADDQ    Y6, Y2, Y2  \
	VPADDQ    Y7, Y3, Y3

// Least or largest, or product, of accumulators and rows of one type.
#define SAMETYPE(op, from) \
	VMOVDQU 0from, Y4  \
	VMOVDQU 32from, Y5 \
	VMOVDQU 64from, Y6 \
	VMOVDQU 96from, Y7 \
	op(Y4, Y0)         \
	op(Y5, Y1)         \
	op(Y6, Y2)         \
	op(Y7, Y3)

#define MINSB(y, x) VPMINSB y, x, x
#define MAXSB(y, x) VPMAXSB y, x, x
#define MINUB(y, x) VPMINUB y, x, x
#define MAXUB(y, x) VPMAXUB y, x, x
#define MINSW(y, x) VPMINSW y, x, x
#define MAXSW(y, x) VPMAXSW y, x, x
#define MINUW(y, x) VPMINUW y, x, x
#define MAXUW(y, x) VPMAXUW y, x, x
#define MINSD(y, x) VPMINSD y, x, x
#define MAXSD(y, x) VPMAXSD y, x, x
#define MINUD(y, x) VPMINUD y, x, x
#define MAXUD(y, x) VPMAXUD y, x, x
#define MULPS(y, x) VMULPS y, x, x
#define MULPD(y, x) VMULPD y, x, x

#define MINSQ(y, x) \
	VPCMPGTQ  y, x, Y8     \
	VBLENDVPD Y8, y, x, x

#define MAXSQ(y, x) \
	VPCMPGTQ  x, y, Y8     \
	VBLENDVPD Y8, y, x, x

// A NaN in y or in x gives it: the instruction gives x where one is NaN.
#define MINPS(y, x) \
	VCMPPS    $3, y, y, Y8 \
	VMINPS    x, y, x      \
	VBLENDVPS Y8, y, x, x

#define MAXPS(y, x) \
	VCMPPS    $3, y, y, Y8 \
	VMAXPS    x, y, x      \
	VBLENDVPS Y8, y, x, x

#define MINPD(y, x) \
	VCMPPD    $3, y, y, Y8 \
	VMINPD    x, y, x      \
	VBLENDVPD Y8, y, x, x

#define MAXPD(y, x) \
	VCMPPD    $3, y, y, Y8 \
	VMAXPD    x, y, x      \
	VBLENDVPD Y8, y, x, x

#define ROWMINSB(from) SAMETYPE(MINSB, from)
#define ROWMAXSB(from) SAMETYPE(MAXSB, from)
#define ROWMINUB(from) SAMETYPE(MINUB, from)
#define ROWMAXUB(from) SAMETYPE(MAXUB, from)
#define ROWMINSW(from) SAMETYPE(MINSW, from)
#define ROWMAXSW(from) SAMETYPE(MAXSW, from)
#define ROWMINUW(from) SAMETYPE(MINUW, from)
#define ROWMAXUW(from) SAMETYPE(MAXUW, from)
#define ROWMINSD(from) SAMETYPE(MINSD, from)
#define ROWMAXSD(from) SAMETYPE(MAXSD, from)
#define ROWMINUD(from) SAMETYPE(MINUD, from)
#define ROWMAXUD(from) SAMETYPE(MAXUD, from)
#define ROWMULPS(from) SAMETYPE(MULPS, from)
#define ROWMULPD(from) SAMETYPE(MULPD, from)
#define ROWMINSQ(from) SAMETYPE(MINSQ, from)
#define ROWMAXSQ(from) SAMETYPE(MAXSQ, from)
#define ROWMINPS(from) SAMETYPE(MINPS, from)
#define ROWMAXPS(from) SAMETYPE(MAXPS, from)
#define ROWMINPD(from) SAMETYPE(MINPD, from)
#define ROWMAXPD(from) SAMETYPE(MAXPD, from)

// Sums of float64, 8 elements a block into 8 accumulators, which are added as
// ((0+1)+(2+3)) + ((4+5)+(6+7)) in the end: pairwise does the same. After
// VHADDPD the order is 0+1, 4+5, 2+3, 6+7.
#define SUM(change) \
	EIGHTS(change)              \
	VHADDPD      Y1, Y0, Y0     \
	VEXTRACTF128 $1, Y0, X1     \
	VADDPD       X1, X0, X0     \
	VHADDPD      X0, X0, X0     \
	VMOVSD       X0, ret+16(FP) \
	VZEROUPPER                  \
	RET

#define EIGHTS(change) \
	MOVQ         n+0(FP), CX    \
	MOVQ         x+8(FP), SI    \
	VXORPD       Y0, Y0, Y0     \
	VXORPD       Y1, Y1, Y1     \
loop:                           \
	PREFETCHT0   8192(SI)       \
	VMOVUPD      0(SI), Y2      \
	VMOVUPD      32(SI), Y3     \
	change                      \
	VADDPD       Y2, Y0, Y0     \
	VADDPD       Y3, Y1, Y1     \
	ADDQ         $64, SI        \
	DECQ         CX             \
	JNZ          loop

#define SAME

#define SQUARE \
	VMULPD Y2, Y2, Y2 \
	VMULPD Y3, Y3, Y3

// Sums of integers widened to 64 bits, 16 elements a block.
#define COUNT(op, step) \
	MOVQ         n+0(FP), CX           \
	MOVQ         x+8(FP), SI           \
	VPXOR        Y4, Y4, Y4            \
	VPXOR        Y5, Y5, Y5            \
	VPXOR        Y6, Y6, Y6            \
	VPXOR        Y7, Y7, Y7            \
loop:                                  \
	op           (0*step)(SI), Y0      \
	op           (1*step)(SI), Y1      \
	op           (2*step)(SI), Y2      \
	op           (3*step)(SI), Y3      \
	VPADDQ       Y0, Y4, Y4            \
	VPADDQ       Y1, Y5, Y5            \
	VPADDQ       Y2, Y6, Y6            \
	VPADDQ       Y3, Y7, Y7            \
	ADDQ         $(4*step), SI         \
	DECQ         CX                    \
	JNZ          loop                  \
	TOTAL

#define TOTAL \
	VPADDQ       Y5, Y4, Y4     \
	VPADDQ       Y7, Y6, Y6     \
	VPADDQ       Y6, Y4, Y4     \
	VEXTRACTI128 $1, Y4, X5     \
	VPADDQ       X5, X4, X4     \
	VPSRLDQ      $8, X4, X5     \
	VPADDQ       X5, X4, X4     \
	VMOVQ        X4, AX         \
	MOVQ         AX, ret+16(FP) \
	VZEROUPPER                  \
	RET

// Sums of bytes, 128 a block.
#define BYTES(change) \
	MOVQ     n+0(FP), CX   \
	MOVQ     x+8(FP), SI   \
	VPXOR    Y4, Y4, Y4    \
	VPXOR    Y5, Y5, Y5    \
	VPXOR    Y6, Y6, Y6    \
	VPXOR    Y7, Y7, Y7    \
	VPXOR    Y11, Y11, Y11 \
	VPCMPEQB Y12, Y12, Y12 \
	VPABSB   Y12, Y12      \
loop:                      \
	VMOVDQU  0(SI), Y0     \
	VMOVDQU  32(SI), Y1    \
	VMOVDQU  64(SI), Y2    \
	VMOVDQU  96(SI), Y3    \
	change                 \
	VPSADBW  Y11, Y0, Y0   \
	VPSADBW  Y11, Y1, Y1   \
	VPSADBW  Y11, Y2, Y2   \
	VPSADBW  Y11, Y3, Y3   \
	VPADDQ   Y0, Y4, Y4    \
	VPADDQ   Y1, Y5, Y5    \
	VPADDQ   Y2, Y6, Y6    \
	VPADDQ   Y3, Y7, Y7    \
	ADDQ     $128, SI      \
	DECQ     CX            \
	JNZ      loop          \
	TOTAL

// All that is not 0 counts 1.
#define BITS \
	VPMINUB Y12, Y0, Y0 \
	VPMINUB Y12, Y1, Y1 \
	VPMINUB Y12, Y2, Y2 \
	VPMINUB Y12, Y3, Y3

// The least or largest of every lane of blocks of 128 bytes, and of the lanes that
// remain, down to 16 bytes, low and high; nan is whether there is any. op(y, x) leaves
// the better of both in x.
#define BEGINORDER \
	MOVQ    n+0(FP), CX    \
	MOVQ    x+8(FP), SI    \
	VMOVDQU 0(SI), Y0      \
	VMOVDQU 32(SI), Y1     \
	VMOVDQU 64(SI), Y2     \
	VMOVDQU 96(SI), Y3

#define ENDORDER(op) \
	op(Y1, Y0)                   \
	op(Y3, Y2)                   \
	op(Y2, Y0)                   \
	VEXTRACTI128 $1, Y0, X1      \
	op(Y1, Y0)                   \
	VMOVQ        X0, AX          \
	VPEXTRQ      $1, X0, BX      \
	MOVQ         AX, low+16(FP)  \
	MOVQ         BX, high+24(FP) \
	VZEROUPPER                   \
	RET

#define INTEGERS(op) \
	BEGINORDER          \
	MOVB $0, nan+32(FP) \
loop:                   \
	VMOVDQU 0(SI), Y4   \
	VMOVDQU 32(SI), Y5  \
	VMOVDQU 64(SI), Y6  \
	VMOVDQU 96(SI), Y7  \
	op(Y4, Y0)          \
	op(Y5, Y1)          \
	op(Y6, Y2)          \
	op(Y7, Y3)          \
	ADDQ $128, SI       \
	DECQ CX             \
	JNZ  loop           \
	ENDORDER(op)

// Floats: Y15 collects which lanes met a NaN; then the result does not count.
#define FLOATS(op, cmp, any, mask) \
	BEGINORDER            \
	VXORPD Y15, Y15, Y15  \
loop:                     \
	VMOVUPS 0(SI), Y4     \
	VMOVUPS 32(SI), Y5    \
	VMOVUPS 64(SI), Y6    \
	VMOVUPS 96(SI), Y7    \
	op(Y4, Y0)            \
	op(Y5, Y1)            \
	op(Y6, Y2)            \
	op(Y7, Y3)            \
	cmp    $3, Y5, Y4, Y4 \
	cmp    $3, Y7, Y6, Y6 \
	any    Y4, Y15, Y15   \
	any    Y6, Y15, Y15   \
	ADDQ   $128, SI       \
	DECQ   CX             \
	JNZ    loop           \
	mask   Y15, AX        \
	TESTL  AX, AX         \
	SETNE  nan+32(FP)     \
	ENDORDER(op)

// The same with AVX-512: K1 collects the lanes.
#define WIDEFLOATS(op, cmp) \
	MOVQ    n+0(FP), CX   \
	MOVQ    x+8(FP), SI   \
	VMOVUPS 0(SI), Z0     \
	VMOVUPS 64(SI), Z1    \
	KXORW   K1, K1, K1    \
loop:                     \
	PREFETCHT0 8192(SI)   \
	PREFETCHT0 8256(SI)   \
	VMOVUPS 0(SI), Z4     \
	VMOVUPS 64(SI), Z5    \
	op(Z4, Z0)            \
	op(Z5, Z1)            \
	cmp     $3, Z5, Z4, K2 \
	KORW    K2, K1, K1    \
	ADDQ    $128, SI      \
	DECQ    CX            \
	JNZ     loop          \
	KORTESTW K1, K1       \
	SETNE   nan+32(FP)    \
	op(Z1, Z0)            \
	WIDEEND(op)

#define WIDEEND(op) \
	VEXTRACTF64X4 $1, Z0, Y1 \
	op(Y1, Y0)               \
	VEXTRACTF128 $1, Y0, X1  \
	op(X1, X0)               \
	VMOVQ   X0, AX           \
	VPEXTRQ $1, X0, BX       \
	MOVQ    AX, low+16(FP)   \
	MOVQ    BX, high+24(FP)  \
	VZEROUPPER               \
	RET

// The same of every second number of 256 bytes a block: the others are folded too, in
// lanes that do not count.
#define SECONDS(op) \
	MOVQ    n+0(FP), CX    \
	MOVQ    x+8(FP), SI    \
	VMOVUPD 0(SI), Z0      \
	VMOVUPD 64(SI), Z1     \
	KXORW   K1, K1, K1     \
loop:                      \
	PREFETCHT0 8192(SI)    \
	PREFETCHT0 8256(SI)    \
	PREFETCHT0 8320(SI)    \
	PREFETCHT0 8384(SI)    \
	VMOVUPD 0(SI), Z4      \
	VMOVUPD 64(SI), Z5     \
	VMOVUPD 128(SI), Z6    \
	VMOVUPD 192(SI), Z7    \
	op(Z4, Z0)             \
	op(Z5, Z1)             \
	VCMPPD  $3, Z5, Z4, K2 \
	op(Z6, Z0)             \
	op(Z7, Z1)             \
	VCMPPD  $3, Z7, Z6, K3 \
	KORW    K2, K1, K1     \
	KORW    K3, K1, K1     \
	ADDQ    $256, SI       \
	DECQ    CX             \
	JNZ     loop           \
	KMOVW   K1, AX         \
	TESTL   $0x55, AX      \
	SETNE   nan+32(FP)     \
	VUNPCKLPD Z1, Z0, Z0   \
	WIDEEND(op)

// The first number that equals v in n blocks of 32 bytes: its place in bytes, or -1.
#define FIND(spread, equal) \
	MOVQ     n+0(FP), CX  \
	MOVQ     x+8(FP), SI  \
	VMOVQ    v+16(FP), X1 \
	spread   X1, Y1       \
	XORQ     AX, AX       \
loop:                     \
	equal((SI)(AX*1))     \
	VPMOVMSKB Y0, BX      \
	TESTL    BX, BX       \
	JNE      found        \
	ADDQ     $32, AX      \
	DECQ     CX           \
	JNZ      loop         \
	MOVQ     $-1, ret+24(FP) \
	VZEROUPPER            \
	RET                   \
found:                    \
	TZCNTL   BX, BX       \
	ADDQ     BX, AX       \
	MOVQ     AX, ret+24(FP) \
	VZEROUPPER            \
	RET

#define EQUALB(at) VPCMPEQB at, Y1, Y0
#define EQUALW(at) VPCMPEQW at, Y1, Y0
#define EQUALL(at) VPCMPEQD at, Y1, Y0
#define EQUALQ(at) VPCMPEQQ at, Y1, Y0
#define EQUALPS(at) VCMPPS $0, at, Y1, Y0
#define EQUALPD(at) VCMPPD $0, at, Y1, Y0

#define LEASTPS(y, x) VMINPS y, x, x
#define MOSTPS(y, x) VMAXPS y, x, x
#define LEASTPD(y, x) VMINPD y, x, x
#define MOSTPD(y, x) VMAXPD y, x, x

TEXT ·rowsF32(SB), NOSPLIT, $0-40
	ROWS(ADDF32, $64)

TEXT ·rowsWideF32(SB), NOSPLIT, $0-40
	ROWSBY(ASK, LOADWIDE, ADDWIDE, STOREWIDE, $64)

TEXT ·rowsF64(SB), NOSPLIT, $0-40
	ROWS128(ADDF64)

TEXT ·rowsSecondF32(SB), NOSPLIT, $0-40
	ROWSBY(ASKBOTH, LOADACC, ADDSECOND32, STOREACC, $128)

TEXT ·rowsSecondF64(SB), NOSPLIT, $0-40
	ROWSBY(ASKALL, LOADACC, ADDSECOND64, STOREACC, $256)

TEXT ·rowsI8(SB), NOSPLIT, $0-40
	ROWS(ADDI8, $16)

TEXT ·rowsU8(SB), NOSPLIT, $0-40
	ROWS(ADDU8, $16)

TEXT ·rowsI16(SB), NOSPLIT, $0-40
	ROWS(ADDI16, $32)

TEXT ·rowsU16(SB), NOSPLIT, $0-40
	ROWS(ADDU16, $32)

TEXT ·rowsI32(SB), NOSPLIT, $0-40
	ROWS(ADDI32, $64)

TEXT ·rowsU32(SB), NOSPLIT, $0-40
	ROWS(ADDU32, $64)

TEXT ·rowsI64(SB), NOSPLIT, $0-40
	ROWS128(ADDI64)

TEXT ·rowsSquares(SB), NOSPLIT, $0-40
	ROWS128(SQUARES)

TEXT ·rowsTruth(SB), NOSPLIT, $0-40
	VPCMPEQQ Y12, Y12, Y12
	VPSRLQ   $63, Y12, Y12
	ROWS(TRUTHS, $16)

TEXT ·leastRowsI8(SB), NOSPLIT, $0-40
	ROWS128(ROWMINSB)

TEXT ·mostRowsI8(SB), NOSPLIT, $0-40
	ROWS128(ROWMAXSB)

TEXT ·leastRowsU8(SB), NOSPLIT, $0-40
	ROWS128(ROWMINUB)

TEXT ·mostRowsU8(SB), NOSPLIT, $0-40
	ROWS128(ROWMAXUB)

TEXT ·leastRowsI16(SB), NOSPLIT, $0-40
	ROWS128(ROWMINSW)

TEXT ·mostRowsI16(SB), NOSPLIT, $0-40
	ROWS128(ROWMAXSW)

TEXT ·leastRowsU16(SB), NOSPLIT, $0-40
	ROWS128(ROWMINUW)

TEXT ·mostRowsU16(SB), NOSPLIT, $0-40
	ROWS128(ROWMAXUW)

TEXT ·leastRowsI32(SB), NOSPLIT, $0-40
	ROWS128(ROWMINSD)

TEXT ·mostRowsI32(SB), NOSPLIT, $0-40
	ROWS128(ROWMAXSD)

TEXT ·leastRowsU32(SB), NOSPLIT, $0-40
	ROWS128(ROWMINUD)

TEXT ·mostRowsU32(SB), NOSPLIT, $0-40
	ROWS128(ROWMAXUD)

TEXT ·leastRowsI64(SB), NOSPLIT, $0-40
	ROWS128(ROWMINSQ)

TEXT ·mostRowsI64(SB), NOSPLIT, $0-40
	ROWS128(ROWMAXSQ)

TEXT ·leastRowsF32(SB), NOSPLIT, $0-40
	ROWS128(ROWMINPS)

TEXT ·mostRowsF32(SB), NOSPLIT, $0-40
	ROWS128(ROWMAXPS)

TEXT ·leastRowsF64(SB), NOSPLIT, $0-40
	ROWS128(ROWMINPD)

TEXT ·mostRowsF64(SB), NOSPLIT, $0-40
	ROWS128(ROWMAXPD)

TEXT ·prodRowsF32(SB), NOSPLIT, $0-40
	ROWS128(ROWMULPS)

TEXT ·prodRowsF64(SB), NOSPLIT, $0-40
	ROWS128(ROWMULPD)

TEXT ·sumF64(SB), NOSPLIT, $0-24
	SUM(SAME)

TEXT ·sumSquares(SB), NOSPLIT, $0-24
	SUM(SQUARE)

// Real parts are added as (0+1) + (2+3), and so are imaginary ones.
TEXT ·sumC128(SB), NOSPLIT, $0-32
	EIGHTS(SAME)
	VEXTRACTF128 $1, Y0, X2
	VEXTRACTF128 $1, Y1, X3
	VADDPD       X2, X0, X0
	VADDPD       X3, X1, X1
	VADDPD       X1, X0, X0
	VMOVLPD      X0, re+16(FP)
	VMOVHPD      X0, im+24(FP)
	VZEROUPPER
	RET

TEXT ·sumI8(SB), NOSPLIT, $0-24
	COUNT(VPMOVSXBQ, 4)

TEXT ·sumI16(SB), NOSPLIT, $0-24
	COUNT(VPMOVSXWQ, 8)

TEXT ·sumU16(SB), NOSPLIT, $0-24
	COUNT(VPMOVZXWQ, 8)

TEXT ·sumI32(SB), NOSPLIT, $0-24
	COUNT(VPMOVSXDQ, 16)

TEXT ·sumU32(SB), NOSPLIT, $0-24
	COUNT(VPMOVZXDQ, 16)

TEXT ·sumI64(SB), NOSPLIT, $0-24
	COUNT(VMOVDQU, 32)

TEXT ·sumU8(SB), NOSPLIT, $0-24
	BYTES(SAME)

TEXT ·countTruth(SB), NOSPLIT, $0-24
	BYTES(BITS)

TEXT ·leastI8(SB), NOSPLIT, $0-33
	INTEGERS(MINSB)

TEXT ·mostI8(SB), NOSPLIT, $0-33
	INTEGERS(MAXSB)

TEXT ·leastU8(SB), NOSPLIT, $0-33
	INTEGERS(MINUB)

TEXT ·mostU8(SB), NOSPLIT, $0-33
	INTEGERS(MAXUB)

TEXT ·leastI16(SB), NOSPLIT, $0-33
	INTEGERS(MINSW)

TEXT ·mostI16(SB), NOSPLIT, $0-33
	INTEGERS(MAXSW)

TEXT ·leastU16(SB), NOSPLIT, $0-33
	INTEGERS(MINUW)

TEXT ·mostU16(SB), NOSPLIT, $0-33
	INTEGERS(MAXUW)

TEXT ·leastI32(SB), NOSPLIT, $0-33
	INTEGERS(MINSD)

TEXT ·mostI32(SB), NOSPLIT, $0-33
	INTEGERS(MAXSD)

TEXT ·leastU32(SB), NOSPLIT, $0-33
	INTEGERS(MINUD)

TEXT ·mostU32(SB), NOSPLIT, $0-33
	INTEGERS(MAXUD)

TEXT ·leastI64(SB), NOSPLIT, $0-33
	INTEGERS(MINSQ)

TEXT ·mostI64(SB), NOSPLIT, $0-33
	INTEGERS(MAXSQ)

TEXT ·leastF32(SB), NOSPLIT, $0-33
	FLOATS(LEASTPS, VCMPPS, VORPS, VMOVMSKPS)

TEXT ·mostF32(SB), NOSPLIT, $0-33
	FLOATS(MOSTPS, VCMPPS, VORPS, VMOVMSKPS)

TEXT ·leastF64(SB), NOSPLIT, $0-33
	FLOATS(LEASTPD, VCMPPD, VORPD, VMOVMSKPD)

TEXT ·mostF64(SB), NOSPLIT, $0-33
	FLOATS(MOSTPD, VCMPPD, VORPD, VMOVMSKPD)

TEXT ·leastWideF32(SB), NOSPLIT, $0-33
	WIDEFLOATS(LEASTPS, VCMPPS)

TEXT ·mostWideF32(SB), NOSPLIT, $0-33
	WIDEFLOATS(MOSTPS, VCMPPS)

TEXT ·leastWideF64(SB), NOSPLIT, $0-33
	WIDEFLOATS(LEASTPD, VCMPPD)

TEXT ·mostWideF64(SB), NOSPLIT, $0-33
	WIDEFLOATS(MOSTPD, VCMPPD)

TEXT ·leastSecondF64(SB), NOSPLIT, $0-33
	SECONDS(LEASTPD)

TEXT ·mostSecondF64(SB), NOSPLIT, $0-33
	SECONDS(MOSTPD)

TEXT ·find8(SB), NOSPLIT, $0-32
	FIND(VPBROADCASTB, EQUALB)

TEXT ·find16(SB), NOSPLIT, $0-32
	FIND(VPBROADCASTW, EQUALW)

TEXT ·find32(SB), NOSPLIT, $0-32
	FIND(VPBROADCASTD, EQUALL)

TEXT ·find64(SB), NOSPLIT, $0-32
	FIND(VPBROADCASTQ, EQUALQ)

TEXT ·findF32(SB), NOSPLIT, $0-32
	FIND(VPBROADCASTD, EQUALPS)

TEXT ·findF64(SB), NOSPLIT, $0-32
	FIND(VPBROADCASTQ, EQUALPD)
