//go:build amd64 && !purego

#include "textflag.h"
#include "block_amd64.h"

// Functions of one number. Y12 has the sign bits, or the order of bytes.

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

// Byte order: the bytes of every number in reverse, 128 bytes a block.

DATA swap16order<>+0(SB)/8, $0x0607040502030001
DATA swap16order<>+8(SB)/8, $0x0e0f0c0d0a0b0809
GLOBL swap16order<>(SB), RODATA|NOPTR, $16

DATA swap32order<>+0(SB)/8, $0x0405060700010203
DATA swap32order<>+8(SB)/8, $0x0c0d0e0f08090a0b
GLOBL swap32order<>(SB), RODATA|NOPTR, $16

DATA swap64order<>+0(SB)/8, $0x0001020304050607
DATA swap64order<>+8(SB)/8, $0x08090a0b0c0d0e0f
GLOBL swap64order<>(SB), RODATA|NOPTR, $16

#define REVERSE(x) VPSHUFB Y12, x, x
#define WIDEREVERSE(x) VPSHUFB Z12, x, x

TEXT ·swap16(SB), NOSPLIT, $0-24
	VBROADCASTI128 swap16order<>(SB), Y12
	UNARY(REVERSE, WIDEREVERSE)

TEXT ·swap32(SB), NOSPLIT, $0-24
	VBROADCASTI128 swap32order<>(SB), Y12
	UNARY(REVERSE, WIDEREVERSE)

TEXT ·swap64(SB), NOSPLIT, $0-24
	VBROADCASTI128 swap64order<>(SB), Y12
	UNARY(REVERSE, WIDEREVERSE)
