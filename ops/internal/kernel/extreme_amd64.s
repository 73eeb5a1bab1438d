//go:build amd64 && !purego

#include "textflag.h"
#include "reduce_amd64.h"

// Least and largest elements, and where one is, among adjacent ones.
//
// CX   blocks left, at least 1
// SI   source

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
