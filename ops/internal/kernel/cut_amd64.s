//go:build amd64 && !purego

#include "textflag.h"
#include "block_amd64.h"

// Conversions of blocks of 32 adjacent elements to narrower integers, with AVX-512
// where the machine has it, from the label wide on, else with AVX2.
//
// CX   blocks left, at least 1
// DI   destination, SI source
// Y12, Y13  masks of the low byte and word of what is cut

// Integers are cut: the low part of every element is kept.

// Y0…Y3 = the low dwords of 32 qwords.
#define CUT64 \
	VMOVDQU 0(SI), Y0                 \
	VMOVDQU 64(SI), Y1                \
	VMOVDQU 128(SI), Y2               \
	VMOVDQU 192(SI), Y3               \
	VSHUFPS $0x88, 32(SI), Y0, Y0     \
	VSHUFPS $0x88, 96(SI), Y1, Y1     \
	VSHUFPS $0x88, 160(SI), Y2, Y2    \
	VSHUFPS $0x88, 224(SI), Y3, Y3    \
	VPERMQ  $0xD8, Y0, Y0             \
	VPERMQ  $0xD8, Y1, Y1             \
	VPERMQ  $0xD8, Y2, Y2             \
	VPERMQ  $0xD8, Y3, Y3

// Y0, Y1 = the low words of the 32 dwords of Y0…Y3; Y13 = 0x0000ffff….
#define CUT32 \
	VPAND     Y13, Y0, Y0   \
	VPAND     Y13, Y1, Y1   \
	VPAND     Y13, Y2, Y2   \
	VPAND     Y13, Y3, Y3   \
	VPACKUSDW Y1, Y0, Y0    \
	VPACKUSDW Y3, Y2, Y1    \
	VPERMQ    $0xD8, Y0, Y0 \
	VPERMQ    $0xD8, Y1, Y1

// Y0 = the low bytes of the 32 words of Y0, Y1; Y12 = 0x00ff….
#define CUT16 \
	VPAND     Y12, Y0, Y0   \
	VPAND     Y12, Y1, Y1   \
	VPACKUSWB Y1, Y0, Y0    \
	VPERMQ    $0xD8, Y0, Y0

#define MASKS \
	VPCMPEQW Y12, Y12, Y12 \
	VPSRLD   $16, Y12, Y13 \
	VPSRLW   $8, Y12, Y12

// What is kept of a block.
#define STORE64 \
	VMOVDQU Y0, (DI)   \
	VMOVDQU Y1, 32(DI)

#define STORE32 VMOVDQU Y0, (DI)

// The same with AVX-512: so many registers of the block, cut and stored step bytes
// apart.
#define WIDE4(cut, step) \
	VMOVDQU64 0(SI), Z0      \
	VMOVDQU64 64(SI), Z1     \
	VMOVDQU64 128(SI), Z2    \
	VMOVDQU64 192(SI), Z3    \
	cut       Z0, (0*step)(DI) \
	cut       Z1, (1*step)(DI) \
	cut       Z2, (2*step)(DI) \
	cut       Z3, (3*step)(DI)

#define WIDE2(load, cut, step) \
	load 0(SI), Z0         \
	load 64(SI), Z1        \
	cut  Z0, (0*step)(DI)  \
	cut  Z1, (1*step)(DI)

#define NOMASKS

// A loop over blocks of from bytes, of which to are kept: by narrow with AVX2, by wider
// with AVX-512.
#define CUT(masks, narrow, wider, from, to) \
	ONESOURCE         \
	CHOOSE            \
	masks             \
loop:                 \
	narrow            \
	ADVANCE(from, to) \
	JNZ loop          \
	VZEROUPPER        \
	RET               \
wide:                 \
	wider             \
	ADVANCE(from, to) \
	JNZ wide          \
	VZEROUPPER        \
	RET

#define WHOLE4 \
	VCVTTPS2DQ 0(SI), Y0  \
	VCVTTPS2DQ 32(SI), Y1 \
	VCVTTPS2DQ 64(SI), Y2 \
	VCVTTPS2DQ 96(SI), Y3

#define LOADWORDS \
	VMOVDQU (SI), Y0   \
	VMOVDQU 32(SI), Y1

#define CUTWORDS \
	VMOVDQU64 0(SI), Z0 \
	VPMOVWB   Z0, 0(DI)

TEXT ·i64ToI32(SB), NOSPLIT, $0-24
	CUT(NOMASKS, CUT64; STORE128, WIDE4(VPMOVQD, 32), $256, $128)

TEXT ·i64ToI16(SB), NOSPLIT, $0-24
	CUT(MASKS, CUT64; CUT32; STORE64, WIDE4(VPMOVQW, 16), $256, $64)

TEXT ·i64ToI8(SB), NOSPLIT, $0-24
	CUT(MASKS, CUT64; CUT32; CUT16; STORE32, WIDE4(VPMOVQB, 8), $256, $32)

TEXT ·i32ToI16(SB), NOSPLIT, $0-24
	CUT(MASKS, LOADX; CUT32; STORE64, WIDE2(VMOVDQU64, VPMOVDW, 32), $128, $64)

TEXT ·i32ToI8(SB), NOSPLIT, $0-24
	CUT(MASKS, LOADX; CUT32; CUT16; STORE32, WIDE2(VMOVDQU64, VPMOVDB, 16), $128, $32)

TEXT ·i16ToI8(SB), NOSPLIT, $0-24
	CUT(MASKS, LOADWORDS; CUT16; STORE32, CUTWORDS, $64, $32)

TEXT ·f32ToI16(SB), NOSPLIT, $0-24
	CUT(MASKS, WHOLE4; CUT32; STORE64, WIDE2(VCVTTPS2DQ, VPMOVDW, 32), $128, $64)

TEXT ·f32ToI8(SB), NOSPLIT, $0-24
	CUT(MASKS, WHOLE4; CUT32; CUT16; STORE32, WIDE2(VCVTTPS2DQ, VPMOVDB, 16), $128, $32)
