//go:build amd64 && !purego

#include "textflag.h"

// Folds of adjacent elements with AVX2.
//
// CX   blocks left, at least 1
// SI   source, DI accumulators

// Rows: 16 accumulators of 8 bytes += 16 elements, which op widens four by four
// from size bytes each.
#define ROW(op, size, join) \
	op   (0*size)(SI), Y4 \
	op   (1*size)(SI), Y5 \
	op   (2*size)(SI), Y6 \
	op   (3*size)(SI), Y7 \
	join Y4, Y0, Y0        \
	join Y5, Y1, Y1        \
	join Y6, Y2, Y2        \
	join Y7, Y3, Y3

#define BEGINROWS \
	MOVQ n+0(FP), CX   \
	MOVQ acc+8(FP), DI \
	MOVQ x+16(FP), SI

#define LOADACC \
	VMOVDQU 0(DI), Y0  \
	VMOVDQU 32(DI), Y1 \
	VMOVDQU 64(DI), Y2 \
	VMOVDQU 96(DI), Y3

#define STOREACC(size) \
	VMOVDQU Y0, 0(DI)  \
	VMOVDQU Y1, 32(DI) \
	VMOVDQU Y2, 64(DI) \
	VMOVDQU Y3, 96(DI) \
	ADDQ    size, SI   \
	ADDQ    $128, DI   \
	DECQ    CX

#define ROWS(op, size, join) \
	BEGINROWS                \
loop:                        \
	LOADACC                  \
	ROW(op, size, join) \
	STOREACC($(4*size))      \
	JNZ loop                 \
	VZEROUPPER               \
	RET

// The squares of 16 float64 of a row.
#define SQUARES \
	VMOVUPD 0(SI), Y4  \
	VMOVUPD 32(SI), Y5 \
	VMOVUPD 64(SI), Y6 \
	VMOVUPD 96(SI), Y7 \
	VMULPD  Y4, Y4, Y4  \
	VMULPD  Y5, Y5, Y5  \
	VMULPD  Y6, Y6, Y6  \
	VMULPD  Y7, Y7, Y7  \
	VADDPD  Y4, Y0, Y0  \
	VADDPD  Y5, Y1, Y1  \
	VADDPD  Y6, Y2, Y2  \
	VADDPD  Y7, Y3, Y3

// Rows of truth values: what is not 0 counts 1; Y12 = 1 in every qword.
#define TRUTHS \
	VPMOVZXBQ 0(SI), Y4   \
	VPMOVZXBQ 4(SI), Y5   \
	VPMOVZXBQ 8(SI), Y6   \
	VPMOVZXBQ 12(SI), Y7  \
	VPMINUD   Y12, Y4, Y4  \
	VPMINUD   Y12, Y5, Y5  \
	VPMINUD   Y12, Y6, Y6  \
	VPMINUD   Y12, Y7, Y7  \
	VPADDQ    Y4, Y0, Y0   \
	VPADDQ    Y5, Y1, Y1   \
	VPADDQ    Y6, Y2, Y2   \
	VPADDQ    Y7, Y3, Y3

// Least or largest, or product, of accumulators and rows of one type, 128 bytes a
// block. op(y, acc) may use Y8 and Y9.
#define ORDERROW(op) \
	VMOVDQU 0(SI), Y4  \
	VMOVDQU 32(SI), Y5 \
	VMOVDQU 64(SI), Y6 \
	VMOVDQU 96(SI), Y7 \
	op(Y4, Y0)          \
	op(Y5, Y1)          \
	op(Y6, Y2)          \
	op(Y7, Y3)

#define ORDERROWS(op) \
	BEGINROWS         \
loop:                 \
	LOADACC           \
	ORDERROW(op) \
	STOREACC($128)    \
	JNZ loop          \
	VZEROUPPER        \
	RET

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

// Sums of floats, 8 elements a block into 8 accumulators, which are added as
// ((0+1)+(2+3)) + ((4+5)+(6+7)) in the end: pairwise does the same. After
// VHADDPD the order is 0+1, 4+5, 2+3, 6+7.
#define SUM(load, half, step, change) \
	MOVQ         n+0(FP), CX    \
	MOVQ         x+8(FP), SI    \
	VXORPD       Y0, Y0, Y0     \
	VXORPD       Y1, Y1, Y1     \
loop:                           \
	load         0(SI), Y2      \
	load         half(SI), Y3   \
	change                      \
	VADDPD       Y2, Y0, Y0     \
	VADDPD       Y3, Y1, Y1     \
	ADDQ         $step, SI      \
	DECQ         CX             \
	JNZ          loop           \
	VHADDPD      Y1, Y0, Y0     \
	VEXTRACTF128 $1, Y0, X1     \
	VADDPD       X1, X0, X0     \
	VHADDPD      X0, X0, X0     \
	VMOVSD       X0, ret+16(FP) \
	VZEROUPPER                  \
	RET

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

// The least or largest of every lane of blocks of 128 bytes, into 128 bytes at
// best; nan is whether there is any.
#define BEGINORDER \
	MOVQ    n+0(FP), CX    \
	MOVQ    best+8(FP), DI \
	MOVQ    x+16(FP), SI   \
	VMOVDQU 0(SI), Y0      \
	VMOVDQU 32(SI), Y1     \
	VMOVDQU 64(SI), Y2     \
	VMOVDQU 96(SI), Y3

#define ENDORDER \
	VMOVDQU Y0, 0(DI)  \
	VMOVDQU Y1, 32(DI) \
	VMOVDQU Y2, 64(DI) \
	VMOVDQU Y3, 96(DI) \
	VZEROUPPER         \
	RET

#define INTEGERS(op) \
	BEGINORDER             \
	MOVB $0, nan+24(FP)    \
loop:                      \
	op   0(SI), Y0, Y0     \
	op   32(SI), Y1, Y1    \
	op   64(SI), Y2, Y2    \
	op   96(SI), Y3, Y3    \
	ADDQ $128, SI          \
	DECQ CX                \
	JNZ  loop              \
	ENDORDER

#define LESS64(off, best) \
	VMOVDQU   off(SI), Y4        \
	VPCMPGTQ  Y4, best, Y5       \
	VBLENDVPD Y5, Y4, best, best

#define MORE64(off, best) \
	VMOVDQU   off(SI), Y4        \
	VPCMPGTQ  best, Y4, Y5       \
	VBLENDVPD Y5, Y4, best, best

#define QUADS(op) \
	BEGINORDER          \
	MOVB $0, nan+24(FP) \
loop:                   \
	op(0, Y0)           \
	op(32, Y1)          \
	op(64, Y2)          \
	op(96, Y3)          \
	ADDQ $128, SI       \
	DECQ CX             \
	JNZ  loop           \
	ENDORDER

// Floats: Y15 collects which lanes met a NaN.
#define FLOATS(load, op, cmp, any, mask) \
	BEGINORDER                \
	VXORPD Y15, Y15, Y15      \
loop:                         \
	load   0(SI), Y4          \
	load   32(SI), Y5         \
	load   64(SI), Y6         \
	load   96(SI), Y7         \
	op     Y4, Y0, Y0         \
	op     Y5, Y1, Y1         \
	op     Y6, Y2, Y2         \
	op     Y7, Y3, Y3         \
	cmp    $3, Y5, Y4, Y4     \
	cmp    $3, Y7, Y6, Y6     \
	any    Y4, Y15, Y15       \
	any    Y6, Y15, Y15       \
	ADDQ   $128, SI           \
	DECQ   CX                 \
	JNZ    loop               \
	mask   Y15, AX            \
	TESTL  AX, AX             \
	SETNE  nan+24(FP)         \
	ENDORDER

TEXT ·rowsF32(SB), NOSPLIT, $0-24
	ROWS(VCVTPS2PD, 16, VADDPD)

TEXT ·rowsF64(SB), NOSPLIT, $0-24
	ROWS(VMOVUPD, 32, VADDPD)

TEXT ·rowsI8(SB), NOSPLIT, $0-24
	ROWS(VPMOVSXBQ, 4, VPADDQ)

TEXT ·rowsU8(SB), NOSPLIT, $0-24
	ROWS(VPMOVZXBQ, 4, VPADDQ)

TEXT ·rowsI16(SB), NOSPLIT, $0-24
	ROWS(VPMOVSXWQ, 8, VPADDQ)

TEXT ·rowsU16(SB), NOSPLIT, $0-24
	ROWS(VPMOVZXWQ, 8, VPADDQ)

TEXT ·rowsI32(SB), NOSPLIT, $0-24
	ROWS(VPMOVSXDQ, 16, VPADDQ)

TEXT ·rowsU32(SB), NOSPLIT, $0-24
	ROWS(VPMOVZXDQ, 16, VPADDQ)

TEXT ·rowsI64(SB), NOSPLIT, $0-24
	ROWS(VMOVDQU, 32, VPADDQ)

TEXT ·rowsSquares(SB), NOSPLIT, $0-24
	BEGINROWS

loop:
	LOADACC

	SQUARES
	STOREACC($128)
	JNZ loop
	VZEROUPPER
	RET

TEXT ·rowsTruth(SB), NOSPLIT, $0-24
	VPCMPEQQ Y12, Y12, Y12
	VPSRLQ   $63, Y12, Y12
	BEGINROWS

loop:
	LOADACC

	TRUTHS
	STOREACC($16)
	JNZ loop
	VZEROUPPER
	RET

TEXT ·leastRowsI8(SB), NOSPLIT, $0-24
	ORDERROWS(MINSB)

TEXT ·mostRowsI8(SB), NOSPLIT, $0-24
	ORDERROWS(MAXSB)

TEXT ·leastRowsU8(SB), NOSPLIT, $0-24
	ORDERROWS(MINUB)

TEXT ·mostRowsU8(SB), NOSPLIT, $0-24
	ORDERROWS(MAXUB)

TEXT ·leastRowsI16(SB), NOSPLIT, $0-24
	ORDERROWS(MINSW)

TEXT ·mostRowsI16(SB), NOSPLIT, $0-24
	ORDERROWS(MAXSW)

TEXT ·leastRowsU16(SB), NOSPLIT, $0-24
	ORDERROWS(MINUW)

TEXT ·mostRowsU16(SB), NOSPLIT, $0-24
	ORDERROWS(MAXUW)

TEXT ·leastRowsI32(SB), NOSPLIT, $0-24
	ORDERROWS(MINSD)

TEXT ·mostRowsI32(SB), NOSPLIT, $0-24
	ORDERROWS(MAXSD)

TEXT ·leastRowsU32(SB), NOSPLIT, $0-24
	ORDERROWS(MINUD)

TEXT ·mostRowsU32(SB), NOSPLIT, $0-24
	ORDERROWS(MAXUD)

TEXT ·leastRowsI64(SB), NOSPLIT, $0-24
	ORDERROWS(MINSQ)

TEXT ·mostRowsI64(SB), NOSPLIT, $0-24
	ORDERROWS(MAXSQ)

TEXT ·leastRowsF32(SB), NOSPLIT, $0-24
	ORDERROWS(MINPS)

TEXT ·mostRowsF32(SB), NOSPLIT, $0-24
	ORDERROWS(MAXPS)

TEXT ·leastRowsF64(SB), NOSPLIT, $0-24
	ORDERROWS(MINPD)

TEXT ·mostRowsF64(SB), NOSPLIT, $0-24
	ORDERROWS(MAXPD)

TEXT ·prodRowsF32(SB), NOSPLIT, $0-24
	ORDERROWS(MULPS)

TEXT ·prodRowsF64(SB), NOSPLIT, $0-24
	ORDERROWS(MULPD)

TEXT ·sumF64(SB), NOSPLIT, $0-24
	SUM(VMOVUPD, 32, 64, SAME)

TEXT ·sumF32(SB), NOSPLIT, $0-24
	SUM(VCVTPS2PD, 16, 32, SAME)

TEXT ·sumSquares(SB), NOSPLIT, $0-24
	SUM(VMOVUPD, 32, 64, SQUARE)

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

TEXT ·leastI8(SB), NOSPLIT, $0-25
	INTEGERS(VPMINSB)

TEXT ·mostI8(SB), NOSPLIT, $0-25
	INTEGERS(VPMAXSB)

TEXT ·leastU8(SB), NOSPLIT, $0-25
	INTEGERS(VPMINUB)

TEXT ·mostU8(SB), NOSPLIT, $0-25
	INTEGERS(VPMAXUB)

TEXT ·leastI16(SB), NOSPLIT, $0-25
	INTEGERS(VPMINSW)

TEXT ·mostI16(SB), NOSPLIT, $0-25
	INTEGERS(VPMAXSW)

TEXT ·leastU16(SB), NOSPLIT, $0-25
	INTEGERS(VPMINUW)

TEXT ·mostU16(SB), NOSPLIT, $0-25
	INTEGERS(VPMAXUW)

TEXT ·leastI32(SB), NOSPLIT, $0-25
	INTEGERS(VPMINSD)

TEXT ·mostI32(SB), NOSPLIT, $0-25
	INTEGERS(VPMAXSD)

TEXT ·leastU32(SB), NOSPLIT, $0-25
	INTEGERS(VPMINUD)

TEXT ·mostU32(SB), NOSPLIT, $0-25
	INTEGERS(VPMAXUD)

TEXT ·leastI64(SB), NOSPLIT, $0-25
	QUADS(LESS64)

TEXT ·mostI64(SB), NOSPLIT, $0-25
	QUADS(MORE64)

TEXT ·leastF32(SB), NOSPLIT, $0-25
	FLOATS(VMOVUPS, VMINPS, VCMPPS, VORPS, VMOVMSKPS)

TEXT ·mostF32(SB), NOSPLIT, $0-25
	FLOATS(VMOVUPS, VMAXPS, VCMPPS, VORPS, VMOVMSKPS)

TEXT ·leastF64(SB), NOSPLIT, $0-25
	FLOATS(VMOVUPD, VMINPD, VCMPPD, VORPD, VMOVMSKPD)

TEXT ·mostF64(SB), NOSPLIT, $0-25
	FLOATS(VMOVUPD, VMAXPD, VCMPPD, VORPD, VMOVMSKPD)
