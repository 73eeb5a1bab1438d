//go:build amd64 && !purego

#include "textflag.h"

// Every second of adjacent numbers with AVX2: n blocks of 128 bytes from twice as
// many.
//
// CX   blocks left, at least 1
// DI   destination, SI source
// Y12  which bytes of two numbers are the first one's

// 32 bytes at to from 64 bytes at from: join puts the first numbers of Y0 and Y1,
// which first leaves alone there, side by side within 16 bytes.
#define FIRSTS(from, to, first, join) \
	VMOVDQU from(SI), Y0      \
	VMOVDQU (from+32)(SI), Y1 \
	first                     \
	join                      \
	VPERMQ  $0xD8, Y0, Y0     \
	VMOVDQU Y0, to(DI)

#define EVEN(first, join) \
	MOVQ n+0(FP), CX         \
	MOVQ d+8(FP), DI         \
	MOVQ x+16(FP), SI        \
loop:                        \
	FIRSTS(0, 0, first, join)    \
	FIRSTS(64, 32, first, join)  \
	FIRSTS(128, 64, first, join) \
	FIRSTS(192, 96, first, join) \
	ADDQ $256, SI            \
	ADDQ $128, DI            \
	DECQ CX                  \
	JNZ  loop                \
	VZEROUPPER               \
	RET

#define ALL

#define MASKED \
	VPAND Y12, Y0, Y0 \
	VPAND Y12, Y1, Y1

#define JOIN8 VPACKUSWB Y1, Y0, Y0
#define JOIN16 VPACKUSDW Y1, Y0, Y0
#define JOIN32 VSHUFPS $0x88, Y1, Y0, Y0
#define JOIN64 VUNPCKLPD Y1, Y0, Y0

TEXT ·even8(SB), NOSPLIT, $0-24
	VPCMPEQW Y12, Y12, Y12
	VPSRLW   $8, Y12, Y12
	EVEN(MASKED, JOIN8)

TEXT ·even16(SB), NOSPLIT, $0-24
	VPCMPEQD Y12, Y12, Y12
	VPSRLD   $16, Y12, Y12
	EVEN(MASKED, JOIN16)

TEXT ·even32(SB), NOSPLIT, $0-24
	EVEN(ALL, JOIN32)

TEXT ·even64(SB), NOSPLIT, $0-24
	EVEN(ALL, JOIN64)

// n lines of 64 bytes past the caches. The destination begins a line.
TEXT ·pastLines(SB), NOSPLIT, $0-24
	MOVQ n+0(FP), CX
	MOVQ d+8(FP), DI
	MOVQ x+16(FP), SI

loop:
	VMOVDQU  0(SI), Y0
	VMOVDQU  32(SI), Y1
	VMOVNTDQ Y0, 0(DI)
	VMOVNTDQ Y1, 32(DI)
	ADDQ     $64, SI
	ADDQ     $64, DI
	DECQ     CX
	JNZ      loop
	VZEROUPPER
	RET

TEXT ·fenceStores(SB), NOSPLIT, $0-0
	SFENCE
	RET

// Asks for n lines of 64 bytes.
TEXT ·askLines(SB), NOSPLIT, $0-16
	MOVQ n+0(FP), CX
	MOVQ p+8(FP), DI

loop:
	PREFETCHT0 (DI)
	ADDQ     $64, DI
	DECQ     CX
	JNZ      loop
	RET
