//go:build amd64 && !purego

#include "textflag.h"

// Folds of adjacent elements with AVX2.
//
// CX   blocks left, at least 1
// SI   source, DI accumulators

// Rows: 16 accumulators of 8 bytes += 16 elements, which op widens four by four
// from step bytes each.
#define ROWS(op, step, join) \
	MOVQ    n+0(FP), CX        \
	MOVQ    acc+8(FP), DI      \
	MOVQ    x+16(FP), SI       \
loop:                          \
	op      (0*step)(SI), Y0   \
	op      (1*step)(SI), Y1   \
	op      (2*step)(SI), Y2   \
	op      (3*step)(SI), Y3   \
	join    0(DI), Y0, Y0      \
	join    32(DI), Y1, Y1     \
	join    64(DI), Y2, Y2     \
	join    96(DI), Y3, Y3     \
	VMOVDQU Y0, 0(DI)          \
	VMOVDQU Y1, 32(DI)         \
	VMOVDQU Y2, 64(DI)         \
	VMOVDQU Y3, 96(DI)         \
	ADDQ    $(4*step), SI      \
	ADDQ    $128, DI           \
	DECQ    CX                 \
	JNZ     loop               \
	VZEROUPPER                 \
	RET

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

TEXT ·rowsI32(SB), NOSPLIT, $0-24
	ROWS(VPMOVSXDQ, 16, VPADDQ)

TEXT ·rowsU32(SB), NOSPLIT, $0-24
	ROWS(VPMOVZXDQ, 16, VPADDQ)

TEXT ·rowsI16(SB), NOSPLIT, $0-24
	ROWS(VPMOVSXWQ, 8, VPADDQ)

TEXT ·rowsU16(SB), NOSPLIT, $0-24
	ROWS(VPMOVZXWQ, 8, VPADDQ)

TEXT ·rowsI8(SB), NOSPLIT, $0-24
	ROWS(VPMOVSXBQ, 4, VPADDQ)

TEXT ·rowsU8(SB), NOSPLIT, $0-24
	ROWS(VPMOVZXBQ, 4, VPADDQ)

TEXT ·rowsI64(SB), NOSPLIT, $0-24
	ROWS(VMOVDQU, 32, VPADDQ)

TEXT ·rowsF64(SB), NOSPLIT, $0-24
	ROWS(VMOVUPD, 32, VADDPD)

// The squares of 16 float64.
TEXT ·rowsSquares(SB), NOSPLIT, $0-24
	MOVQ n+0(FP), CX
	MOVQ acc+8(FP), DI
	MOVQ x+16(FP), SI

loop:
	VMOVUPD 0(SI), Y0
	VMOVUPD 32(SI), Y1
	VMOVUPD 64(SI), Y2
	VMOVUPD 96(SI), Y3
	VMULPD  Y0, Y0, Y0
	VMULPD  Y1, Y1, Y1
	VMULPD  Y2, Y2, Y2
	VMULPD  Y3, Y3, Y3
	VADDPD  0(DI), Y0, Y0
	VADDPD  32(DI), Y1, Y1
	VADDPD  64(DI), Y2, Y2
	VADDPD  96(DI), Y3, Y3
	VMOVUPD Y0, 0(DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	ADDQ    $128, SI
	ADDQ    $128, DI
	DECQ    CX
	JNZ     loop
	VZEROUPPER
	RET

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
