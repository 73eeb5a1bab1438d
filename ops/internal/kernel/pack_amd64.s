//go:build amd64 && !purego

#include "textflag.h"

// Every second of adjacent numbers, with AVX-512 where the machine has it, else with
// AVX2: n blocks of 128 bytes from twice as many.
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

// The same of 64 bytes, of which the instruction cuts each two numbers to the first.
#define CUT(op, from, to) \
	VMOVDQU64 from(SI), Z0   \
	op        Z0, Y0         \
	VMOVDQU   Y0, to(DI)

#define EVEN(first, join, op) \
	MOVQ n+0(FP), CX         \
	MOVQ d+8(FP), DI         \
	MOVQ x+16(FP), SI        \
	CMPB ·wide(SB), $0       \
	JNE  wide                \
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
	RET                      \
wide:                        \
	CUT(op, 0, 0)            \
	CUT(op, 64, 32)          \
	CUT(op, 128, 64)         \
	CUT(op, 192, 96)         \
	ADDQ $256, SI            \
	ADDQ $128, DI            \
	DECQ CX                  \
	JNZ  wide                \
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
	EVEN(MASKED, JOIN8, VPMOVWB)

TEXT ·even16(SB), NOSPLIT, $0-24
	VPCMPEQD Y12, Y12, Y12
	VPSRLD   $16, Y12, Y12
	EVEN(MASKED, JOIN16, VPMOVDW)

TEXT ·even32(SB), NOSPLIT, $0-24
	EVEN(ALL, JOIN32, VPMOVQD)

// Of numbers of 8 bytes Z14 has the places of the first ones in two registers.
DATA firsts<>+0(SB)/8, $0
DATA firsts<>+8(SB)/8, $2
DATA firsts<>+16(SB)/8, $4
DATA firsts<>+24(SB)/8, $6
DATA firsts<>+32(SB)/8, $8
DATA firsts<>+40(SB)/8, $10
DATA firsts<>+48(SB)/8, $12
DATA firsts<>+56(SB)/8, $14
GLOBL firsts<>(SB), RODATA|NOPTR, $64

TEXT ·even64(SB), NOSPLIT, $0-24
	MOVQ n+0(FP), CX
	MOVQ d+8(FP), DI
	MOVQ x+16(FP), SI
	CMPB ·wide(SB), $0
	JNE  wide

loop:
	FIRSTS(0, 0, ALL, JOIN64)
	FIRSTS(64, 32, ALL, JOIN64)
	FIRSTS(128, 64, ALL, JOIN64)
	FIRSTS(192, 96, ALL, JOIN64)
	ADDQ $256, SI
	ADDQ $128, DI
	DECQ CX
	JNZ  loop
	VZEROUPPER
	RET

wide:
	VMOVDQU64 firsts<>(SB), Z14

each:
	VMOVDQU64 0(SI), Z0
	VMOVDQU64 128(SI), Z1
	VPERMT2Q  64(SI), Z14, Z0
	VPERMT2Q  192(SI), Z14, Z1
	VMOVDQU64 Z0, 0(DI)
	VMOVDQU64 Z1, 64(DI)
	ADDQ      $256, SI
	ADDQ      $128, DI
	DECQ      CX
	JNZ       each
	VZEROUPPER
	RET

// n lines of 64 bytes past the caches. The destination begins a line.
TEXT ·pastLines(SB), NOSPLIT, $0-24
	MOVQ n+0(FP), CX
	MOVQ d+8(FP), DI
	MOVQ x+16(FP), SI
	CMPB ·wide(SB), $0
	JNE  wide

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

wide:
	VMOVDQU64 (SI), Z0
	VMOVNTDQ  Z0, (DI)
	ADDQ      $64, SI
	ADDQ      $64, DI
	DECQ      CX
	JNZ       wide
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
