//go:build amd64 && !purego

#include "textflag.h"
#include "reduce_amd64.h"

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
