//go:build amd64 && !purego

#include "textflag.h"

// Every kernel here transposes a tile: rows of the source become columns of
// the destination. The micro step reads a group, 16 bytes of each of WIDTH/size
// rows, and writes WIDTH bytes of each of 16/size destination rows. The lanes of
// 16 bytes of a register hold rows that are 16/size apart; inside a lane a network
// of unpacks, the same at every level, transposes.
//
//	func transposeN(to, from unsafe.Pointer, toStride, fromStride, steps, groups, unit int, next uintptr, nextStride int)
//
// BX, AX   destination and source of the outer loop
// DI, SI   and of the inner one
// DX       walks over the destination's rows
// R8, R13  fromStride and toStride
// R9, R10  the distances of the lanes: 1 and 3 times 16/size·fromStride
// R11, CX  steps and groups left
// R14      walks over what comes next

#define ARGS(columns) \
	MOVQ to+0(FP), BX \
	MOVQ from+8(FP), AX \
	MOVQ toStride+16(FP), R13 \
	MOVQ fromStride+24(FP), R8 \
	MOVQ steps+32(FP), R11 \
	MOVQ groups+40(FP), CX \
	IMUL3Q $columns, R8, R9 \
	LEAQ (R9)(R9*2), R10

// ZIP interleaves a and b into lo and hi.
#define ZIP(LO, HI, a, b, lo, hi) \
	LO b, a, lo \
	HI b, a, hi

// NET4, NET8 and NET16 are one level of the network.
#define NET4(LO, HI, a0, a1, a2, a3, b0, b1, b2, b3) \
	ZIP(LO, HI, a0, a2, b0, b1) \
	ZIP(LO, HI, a1, a3, b2, b3)

#define NET8(LO, HI, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7) \
	ZIP(LO, HI, a0, a4, b0, b1) \
	ZIP(LO, HI, a1, a5, b2, b3) \
	ZIP(LO, HI, a2, a6, b4, b5) \
	ZIP(LO, HI, a3, a7, b6, b7)

#define NET16(LO, HI, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, aa, ab, ac, ad, ae, af, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, ba, bb, bc, bd, be, bf) \
	NET8(LO, HI, a0, a1, a2, a3, a8, a9, aa, ab, b0, b1, b2, b3, b4, b5, b6, b7) \
	NET8(LO, HI, a4, a5, a6, a7, ac, ad, ae, af, b8, b9, ba, bb, bc, bd, be, bf)

// STORE writes a register to the row at DX.
#define STORE(MOV, v) \
	MOV(v) \
	ADDQ R13, DX

// STEP2 transposes two-byte items into 8 columns.
#define STEP2(MOV) \
	LOAD(V0) \
	LOAD(V1) \
	LOAD(V2) \
	LOAD(V3) \
	LOAD(V4) \
	LOAD(V5) \
	LOAD(V6) \
	LOAD(V7) \
	NET8(VPUNPCKLWD, VPUNPCKHWD, V0, V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12, V13, V14, V15) \
	NET8(VPUNPCKLWD, VPUNPCKHWD, V8, V9, V10, V11, V12, V13, V14, V15, V0, V1, V2, V3, V4, V5, V6, V7) \
	NET8(VPUNPCKLWD, VPUNPCKHWD, V0, V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12, V13, V14, V15) \
	STORE(MOV, V8) \
	STORE(MOV, V9) \
	STORE(MOV, V10) \
	STORE(MOV, V11) \
	STORE(MOV, V12) \
	STORE(MOV, V13) \
	STORE(MOV, V14) \
	STORE(MOV, V15)

// STEP4 transposes four-byte items into 4 columns.
#define STEP4(MOV) \
	LOAD(V0) \
	LOAD(V1) \
	LOAD(V2) \
	LOAD(V3) \
	NET4(VPUNPCKLDQ, VPUNPCKHDQ, V0, V1, V2, V3, V4, V5, V6, V7) \
	NET4(VPUNPCKLDQ, VPUNPCKHDQ, V4, V5, V6, V7, V0, V1, V2, V3) \
	STORE(MOV, V0) \
	STORE(MOV, V1) \
	STORE(MOV, V2) \
	STORE(MOV, V3)

// STEP8 transposes eight-byte items into 2 columns.
#define STEP8(MOV) \
	LOAD(V0) \
	LOAD(V1) \
	ZIP(VPUNPCKLQDQ, VPUNPCKHQDQ, V0, V1, V2, V3) \
	STORE(MOV, V2) \
	STORE(MOV, V3)

// STEP16 transposes sixteen-byte items into 1 column.
#define STEP16(MOV) \
	LOAD(V0) \
	STORE(MOV, V0)

// STEP1 transposes one-byte items into 16 columns.
#define STEP1(MOV) \
	LOAD(V0) \
	LOAD(V1) \
	LOAD(V2) \
	LOAD(V3) \
	LOAD(V4) \
	LOAD(V5) \
	LOAD(V6) \
	LOAD(V7) \
	LOAD(V8) \
	LOAD(V9) \
	LOAD(V10) \
	LOAD(V11) \
	LOAD(V12) \
	LOAD(V13) \
	LOAD(V14) \
	LOAD(V15) \
	NET16(VPUNPCKLBW, VPUNPCKHBW, V0, V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12, V13, V14, V15, V16, V17, V18, V19, V20, V21, V22, V23, V24, V25, V26, V27, V28, V29, V30, V31) \
	NET16(VPUNPCKLBW, VPUNPCKHBW, V16, V17, V18, V19, V20, V21, V22, V23, V24, V25, V26, V27, V28, V29, V30, V31, V0, V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12, V13, V14, V15) \
	NET16(VPUNPCKLBW, VPUNPCKHBW, V0, V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12, V13, V14, V15, V16, V17, V18, V19, V20, V21, V22, V23, V24, V25, V26, V27, V28, V29, V30, V31) \
	NET16(VPUNPCKLBW, VPUNPCKHBW, V16, V17, V18, V19, V20, V21, V22, V23, V24, V25, V26, V27, V28, V29, V30, V31, V0, V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12, V13, V14, V15) \
	STORE(MOV, V0) \
	STORE(MOV, V1) \
	STORE(MOV, V2) \
	STORE(MOV, V3) \
	STORE(MOV, V4) \
	STORE(MOV, V5) \
	STORE(MOV, V6) \
	STORE(MOV, V7) \
	STORE(MOV, V8) \
	STORE(MOV, V9) \
	STORE(MOV, V10) \
	STORE(MOV, V11) \
	STORE(MOV, V12) \
	STORE(MOV, V13) \
	STORE(MOV, V14) \
	STORE(MOV, V15)

// HALF1 transposes one-byte items into 8 of the 16 columns, by the unpack the lower
// or the upper ones, with 16 registers. R10 is 8 rows behind SI.
#define LOAD1(ZIPB, v) \
	LOAD(V8) \
	XCHGQ SI, R10 \
	LOAD(V9) \
	XCHGQ SI, R10 \
	ZIPB V9, V8, v

#define HALF1(MOV, ZIPB) \
	LEAQ (SI)(R8*8), R10 \
	LOAD1(ZIPB, V0) \
	LOAD1(ZIPB, V1) \
	LOAD1(ZIPB, V2) \
	LOAD1(ZIPB, V3) \
	LOAD1(ZIPB, V4) \
	LOAD1(ZIPB, V5) \
	LOAD1(ZIPB, V6) \
	LOAD1(ZIPB, V7) \
	NET8(VPUNPCKLBW, VPUNPCKHBW, V0, V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12, V13, V14, V15) \
	NET8(VPUNPCKLBW, VPUNPCKHBW, V8, V9, V10, V11, V12, V13, V14, V15, V0, V1, V2, V3, V4, V5, V6, V7) \
	NET8(VPUNPCKLBW, VPUNPCKHBW, V0, V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12, V13, V14, V15) \
	STORE(MOV, V8) \
	STORE(MOV, V9) \
	STORE(MOV, V10) \
	STORE(MOV, V11) \
	STORE(MOV, V12) \
	STORE(MOV, V13) \
	STORE(MOV, V14) \
	STORE(MOV, V15) \
	MOVQ R10, SI

// COLUMNS loops over the groups of a tile and inside over its steps: the halves of a
// line are written one after the other.
#define COLUMNS(STEP, MOV, columns) \
	ARGS(columns) \
	IMUL3Q $columns, R13, R15 \
group: \
	MOVQ AX, SI \
	MOVQ BX, DI \
	MOVQ steps+32(FP), R11 \
step: \
	MOVQ DI, DX \
	STEP(MOV) \
	SKIP \
	ADDQ $WIDTH, DI \
	DECQ R11 \
	JNZ step \
	ADDQ $16, AX \
	ADDQ R15, BX \
	DECQ CX \
	JNZ group \
	VZEROUPPER \
	RET

// HALVES is COLUMNS for one-byte items. It takes each group in two halves: more
// than 8 destination rows at a time would overrun the buffers in which stores past
// the caches become whole lines.
#define HALVES(MOV) \
	ARGS(16) \
	MOVQ R13, R15 \
	SHLQ $3, R15 \
group: \
	MOVQ AX, SI \
	MOVQ BX, DI \
	MOVQ steps+32(FP), R11 \
lower: \
	MOVQ DI, DX \
	HALF1(MOV, VPUNPCKLBW) \
	SKIP \
	ADDQ $WIDTH, DI \
	DECQ R11 \
	JNZ lower \
	ADDQ R15, BX \
	MOVQ AX, SI \
	MOVQ BX, DI \
	MOVQ steps+32(FP), R11 \
upper: \
	MOVQ DI, DX \
	HALF1(MOV, VPUNPCKHBW) \
	SKIP \
	ADDQ $WIDTH, DI \
	DECQ R11 \
	JNZ upper \
	ADDQ R15, BX \
	ADDQ $16, AX \
	DECQ CX \
	JNZ group \
	VZEROUPPER \
	RET

// ROWS loops over the steps of a tile and inside over its groups: a line of the
// source is read as a whole.
#define ROWS(STEP, MOV, columns) \
	LANES \
	ARGS(columns) \
	MOVQ next+56(FP), R15 \
	MOVQ nextStride+64(FP), R12 \
step: \
	MOVQ AX, SI \
	MOVQ BX, DX \
	MOVQ R15, R14 \
	MOVQ groups+40(FP), CX \
group: \
	STEP(MOV) \
	SUBQ R9, SI \
	ADDQ $16, SI \
	DECQ CX \
	JNZ group \
	ADDQ R9, AX \
	ADDQ R10, AX \
	ADDQ $WIDTH, BX \
	ADDQ $64, R15 \
	DECQ R11 \
	JNZ step \
	VZEROUPPER \
	RET

// 16 bytes.
#define WIDTH 16
#define SKIP
#define LOAD(v) \
	VMOVDQU (SI), v \
	ADDQ R8, SI
#define TILE(STEP, MOV, columns) COLUMNS(STEP, MOV, columns)
#define BYTES(MOV) HALVES(MOV)
#define V0 X0
#define V1 X1
#define V2 X2
#define V3 X3
#define V4 X4
#define V5 X5
#define V6 X6
#define V7 X7
#define V8 X8
#define V9 X9
#define V10 X10
#define V11 X11
#define V12 X12
#define V13 X13
#define V14 X14
#define V15 X15
#define MOVE(v) VMOVDQU v, (DX)
#define TURN ·transposeX
#define TURN1 transpose1X<>
#define TURN2 transpose2X<>
#define TURN4 transpose4X<>
#define TURN8 transpose8X<>
#define TURN16 transpose16X<>
#include "tile_amd64.h"
#undef WIDTH
#undef SKIP
#undef LOAD
#undef BYTES
#undef TILE
#undef V0
#undef V1
#undef V2
#undef V3
#undef V4
#undef V5
#undef V6
#undef V7
#undef V8
#undef V9
#undef V10
#undef V11
#undef V12
#undef V13
#undef V14
#undef V15

// 32 bytes.
#define WIDTH 32
#define SKIP ADDQ R9, SI
#define LOAD(v) \
	VBROADCASTI128 (SI), v \
	VINSERTI128 $1, (SI)(R9*1), v, v \
	ADDQ R8, SI
#define TILE(STEP, MOV, columns) COLUMNS(STEP, MOV, columns)
#define BYTES(MOV) HALVES(MOV)
#define V0 Y0
#define V1 Y1
#define V2 Y2
#define V3 Y3
#define V4 Y4
#define V5 Y5
#define V6 Y6
#define V7 Y7
#define V8 Y8
#define V9 Y9
#define V10 Y10
#define V11 Y11
#define V12 Y12
#define V13 Y13
#define V14 Y14
#define V15 Y15
#define MOVE(v) VMOVDQU v, (DX)
#define TURN ·transposeY
#define TURN1 transpose1Y<>
#define TURN2 transpose2Y<>
#define TURN4 transpose4Y<>
#define TURN8 transpose8Y<>
#define TURN16 transpose16Y<>
#include "tile_amd64.h"
#define MOVE(v) VMOVNTDQ v, (DX)
#define TURN ·streamY
#define TURN1 stream1Y<>
#define TURN2 stream2Y<>
#define TURN4 stream4Y<>
#define TURN8 stream8Y<>
#define TURN16 stream16Y<>
#include "tile_amd64.h"
#undef WIDTH
#undef SKIP
#undef LOAD
#undef BYTES
#undef TILE
#undef V0
#undef V1
#undef V2
#undef V3
#undef V4
#undef V5
#undef V6
#undef V7
#undef V8
#undef V9
#undef V10
#undef V11
#undef V12
#undef V13
#undef V14
#undef V15

// 64 bytes. K1, K2 and K3 choose the lanes. What goes past the caches asks for a line
// of what comes next for each that it writes.
#define WIDTH 64
#define LANES \
	MOVL $0x00f0, AX \
	KMOVW AX, K1 \
	MOVL $0x0f00, AX \
	KMOVW AX, K2 \
	MOVL $0xf000, AX \
	KMOVW AX, K3
#define LOAD(v) \
	VBROADCASTI32X4 (SI), v \
	VBROADCASTI32X4 (SI)(R9*1), K1, v \
	VBROADCASTI32X4 (SI)(R9*2), K2, v \
	VBROADCASTI32X4 (SI)(R10*1), K3, v \
	ADDQ R8, SI
#define TILE(STEP, MOV, columns) ROWS(STEP, MOV, columns)
#define BYTES(MOV) ROWS(STEP1, MOV, 16)
#define V0 Z0
#define V1 Z1
#define V2 Z2
#define V3 Z3
#define V4 Z4
#define V5 Z5
#define V6 Z6
#define V7 Z7
#define V8 Z8
#define V9 Z9
#define V10 Z10
#define V11 Z11
#define V12 Z12
#define V13 Z13
#define V14 Z14
#define V15 Z15
#define V16 Z16
#define V17 Z17
#define V18 Z18
#define V19 Z19
#define V20 Z20
#define V21 Z21
#define V22 Z22
#define V23 Z23
#define V24 Z24
#define V25 Z25
#define V26 Z26
#define V27 Z27
#define V28 Z28
#define V29 Z29
#define V30 Z30
#define V31 Z31
#define MOVE(v) VMOVDQU64 v, (DX)
#define TURN ·transposeZ
#define TURN1 transpose1Z<>
#define TURN2 transpose2Z<>
#define TURN4 transpose4Z<>
#define TURN8 transpose8Z<>
#define TURN16 transpose16Z<>
#include "tile_amd64.h"
#define MOVE(v) \
	VMOVNTDQ v, (DX) \
	PREFETCHT1 (R14) \
	ADDQ R12, R14
#define TURN ·streamZ
#define TURN1 stream1Z<>
#define TURN2 stream2Z<>
#define TURN4 stream4Z<>
#define TURN8 stream8Z<>
#define TURN16 stream16Z<>
#include "tile_amd64.h"
