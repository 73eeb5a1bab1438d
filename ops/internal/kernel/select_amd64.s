//go:build amd64 && !purego

#include "textflag.h"
#include "block_amd64.h"

// Choices, with AVX-512 where the machine has it, else with AVX2.

// Where: 32 bytes of the result from the piece of so many truth values at from,
// which widen makes as wide as the elements, as equal compares them with 0.
//
// CX   blocks of 32 elements left, at least 1
// DI   destination, SI truth values
// DX   source x, R8 bytes from its block to the next
// BX   source y, R9 bytes from its block to the next
// Y15  0
#define PIECE(widen, equal, from, at) \
	widen     from(SI), Y0      \
	equal     Y15, Y0, Y0       \
	VMOVDQU   at(DX), Y1        \
	VPBLENDVB Y0, at(BX), Y1, Y1 \
	VMOVDQU   Y1, at(DI)

// The same with the truth values as the bits of K1, and those of the piece in K2.
#define WIDEPIECE(move, from, at) \
	KSHIFTRD $from, K1, K2     \
	move     at(BX), Z1        \
	move     at(DX), K2, Z1    \
	move     Z1, at(DI)

#define WHERE(pieces, widepieces, size) \
	MOVQ  n+0(FP), CX   \
	MOVQ  d+8(FP), DI   \
	MOVQ  c+16(FP), SI  \
	MOVQ  x+24(FP), DX  \
	MOVQ  y+32(FP), BX  \
	MOVQ  xs+40(FP), R8 \
	MOVQ  ys+48(FP), R9 \
	CHOOSE              \
	VPXOR Y15, Y15, Y15 \
loop:                   \
	pieces              \
	ADDQ  $32, SI       \
	ADDQ  R8, DX        \
	ADDQ  R9, BX        \
	ADDQ  size, DI      \
	DECQ  CX            \
	JNZ   loop          \
	VZEROUPPER          \
	RET                 \
wide:                   \
	VMOVDQU  (SI), Y0   \
	VPTESTMB Y0, Y0, K1 \
	widepieces          \
	ADDQ  $32, SI       \
	ADDQ  R8, DX        \
	ADDQ  R9, BX        \
	ADDQ  size, DI      \
	DECQ  CX            \
	JNZ   wide          \
	VZEROUPPER          \
	RET

#define PIECES8 \
	PIECE(VMOVDQU, VPCMPEQB, 0, 0)

#define PIECES16 \
	PIECE(VPMOVZXBW, VPCMPEQW, 0, 0)   \
	PIECE(VPMOVZXBW, VPCMPEQW, 16, 32)

#define PIECES32 \
	PIECE(VPMOVZXBD, VPCMPEQD, 0, 0)   \
	PIECE(VPMOVZXBD, VPCMPEQD, 8, 32)  \
	PIECE(VPMOVZXBD, VPCMPEQD, 16, 64) \
	PIECE(VPMOVZXBD, VPCMPEQD, 24, 96)

#define PIECES64 \
	PIECE(VPMOVZXBQ, VPCMPEQQ, 0, 0)    \
	PIECE(VPMOVZXBQ, VPCMPEQQ, 4, 32)   \
	PIECE(VPMOVZXBQ, VPCMPEQQ, 8, 64)   \
	PIECE(VPMOVZXBQ, VPCMPEQQ, 12, 96)  \
	PIECE(VPMOVZXBQ, VPCMPEQQ, 16, 128) \
	PIECE(VPMOVZXBQ, VPCMPEQQ, 20, 160) \
	PIECE(VPMOVZXBQ, VPCMPEQQ, 24, 192) \
	PIECE(VPMOVZXBQ, VPCMPEQQ, 28, 224)

#define WIDEPIECES8 \
	VMOVDQU8 (BX), Y1     \
	VMOVDQU8 (DX), K1, Y1 \
	VMOVDQU8 Y1, (DI)

#define WIDEPIECES16 \
	WIDEPIECE(VMOVDQU16, 0, 0)

#define WIDEPIECES32 \
	WIDEPIECE(VMOVDQU32, 0, 0)   \
	WIDEPIECE(VMOVDQU32, 16, 64)

#define WIDEPIECES64 \
	WIDEPIECE(VMOVDQU64, 0, 0)    \
	WIDEPIECE(VMOVDQU64, 8, 64)   \
	WIDEPIECE(VMOVDQU64, 16, 128) \
	WIDEPIECE(VMOVDQU64, 24, 192)

// Clip: blocks of 128 bytes between the bounds Y14 and Y15. Of two operands the
// float instructions give the first one here if either is NaN, which stays.
#define CLIP(max, min) \
	MOVQ    n+0(FP), CX   \
	MOVQ    d+8(FP), DI   \
	MOVQ    x+16(FP), SI  \
	MOVQ    lo+24(FP), AX \
	MOVQ    hi+32(FP), BX \
	CHOOSE                \
	VMOVDQU (AX), Y14     \
	VMOVDQU (BX), Y15     \
loop:                     \
	VMOVDQU 0(SI), Y0     \
	VMOVDQU 32(SI), Y1    \
	VMOVDQU 64(SI), Y2    \
	VMOVDQU 96(SI), Y3    \
	max     Y0, Y14, Y0   \
	max     Y1, Y14, Y1   \
	max     Y2, Y14, Y2   \
	max     Y3, Y14, Y3   \
	min     Y0, Y15, Y0   \
	min     Y1, Y15, Y1   \
	min     Y2, Y15, Y2   \
	min     Y3, Y15, Y3   \
	VMOVDQU Y0, 0(DI)     \
	VMOVDQU Y1, 32(DI)    \
	VMOVDQU Y2, 64(DI)    \
	VMOVDQU Y3, 96(DI)    \
	ADDQ    $128, SI      \
	ADDQ    $128, DI      \
	DECQ    CX            \
	JNZ     loop          \
	VZEROUPPER            \
	RET                   \
wide:                     \
	VBROADCASTI64X4 (AX), Z14 \
	VBROADCASTI64X4 (BX), Z15 \
each:                     \
	VMOVDQU64 0(SI), Z0   \
	VMOVDQU64 64(SI), Z1  \
	max     Z0, Z14, Z0   \
	max     Z1, Z14, Z1   \
	min     Z0, Z15, Z0   \
	min     Z1, Z15, Z1   \
	VMOVDQU64 Z0, 0(DI)   \
	VMOVDQU64 Z1, 64(DI)  \
	ADDQ    $128, SI      \
	ADDQ    $128, DI      \
	DECQ    CX            \
	JNZ     each          \
	VZEROUPPER            \
	RET

TEXT ·where8(SB), NOSPLIT, $0-56
	WHERE(PIECES8, WIDEPIECES8, $32)

TEXT ·where16(SB), NOSPLIT, $0-56
	WHERE(PIECES16, WIDEPIECES16, $64)

TEXT ·where32(SB), NOSPLIT, $0-56
	WHERE(PIECES32, WIDEPIECES32, $128)

TEXT ·where64(SB), NOSPLIT, $0-56
	WHERE(PIECES64, WIDEPIECES64, $256)

TEXT ·clipI8(SB), NOSPLIT, $0-40
	CLIP(VPMAXSB, VPMINSB)

TEXT ·clipU8(SB), NOSPLIT, $0-40
	CLIP(VPMAXUB, VPMINUB)

TEXT ·clipI16(SB), NOSPLIT, $0-40
	CLIP(VPMAXSW, VPMINSW)

TEXT ·clipU16(SB), NOSPLIT, $0-40
	CLIP(VPMAXUW, VPMINUW)

TEXT ·clipI32(SB), NOSPLIT, $0-40
	CLIP(VPMAXSD, VPMINSD)

TEXT ·clipU32(SB), NOSPLIT, $0-40
	CLIP(VPMAXUD, VPMINUD)

TEXT ·clipF32(SB), NOSPLIT, $0-40
	CLIP(VMAXPS, VMINPS)

TEXT ·clipF64(SB), NOSPLIT, $0-40
	CLIP(VMAXPD, VMINPD)
