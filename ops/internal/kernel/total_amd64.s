//go:build amd64 && !purego

#include "textflag.h"

// Sums, sums of squares, and counts of adjacent elements. What comes 8 KiB later is
// asked for, as the processor stops at the end of a page.
//
// CX   blocks left, at least 1
// SI   source

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
