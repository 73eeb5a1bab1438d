//go:build amd64 && !purego

#include "textflag.h"

// Every kernel here transposes a tile: rows of the source become columns of
// the destination. The micro step reads a group, 16 bytes of each of 32/size
// rows, and writes 32 bytes of each of 16/size destination rows. The two lanes
// of a register hold rows that are 16/size apart; inside a lane a network of
// unpacks, the same at every level, transposes.
//
//	func transposeN(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)
//
// AX, BX   source and destination of the group
// SI, DI   source and destination of the step
// DX       walks over rows
// R8, R9   fromStride and 8·fromStride; R13 toStride
// CX, R11  steps and groups left

#define ARGS \
	MOVQ to+0(FP), BX \
	MOVQ from+8(FP), AX \
	MOVQ toStride+16(FP), R13 \
	MOVQ fromStride+24(FP), R8 \
	MOVQ groups+40(FP), R11 \
	MOVQ R8, R9 \
	SHLQ $3, R9

// ZIP interleaves a and b into lo and hi.
#define ZIP(LO, HI, a, b, lo, hi) \
	LO b, a, lo \
	HI b, a, hi

// NET4 and NET8 are one level of the network.
#define NET4(LO, HI, a0, a1, a2, a3, b0, b1, b2, b3) \
	ZIP(LO, HI, a0, a2, b0, b1) \
	ZIP(LO, HI, a1, a3, b2, b3)

#define NET8(LO, HI, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7) \
	ZIP(LO, HI, a0, a4, b0, b1) \
	ZIP(LO, HI, a1, a5, b2, b3) \
	ZIP(LO, HI, a2, a6, b4, b5) \
	ZIP(LO, HI, a3, a7, b6, b7)

// LOAD reads 16 bytes of the row at SI and of the row scale rows further on.
#define LOAD(scale, x, y) \
	VMOVDQU (SI), x \
	VINSERTI128 $1, (SI)(R8*scale), y, y \
	ADDQ R8, SI

// STORE writes 32 or 16 bytes to the row at DX.
#define STORE(MOV, r) \
	MOV r, (DX) \
	ADDQ R13, DX

// STEP1 transposes 32 rows by 8 one-byte items: the lower or the upper half of a
// group, by the unpack.
#define LOAD1(ZIPB, y) \
	VMOVDQU (SI), X8 \
	VINSERTI128 $1, (SI)(R9*2), Y8, Y8 \
	VMOVDQU (R10), X9 \
	VINSERTI128 $1, (R10)(R9*2), Y9, Y9 \
	ZIPB Y9, Y8, y \
	ADDQ R8, SI \
	ADDQ R8, R10

#define STEP1(MOV, ZIPB) \
	MOVQ DI, DX \
	LEAQ (SI)(R8*8), R10 \
	LOAD1(ZIPB, Y0) \
	LOAD1(ZIPB, Y1) \
	LOAD1(ZIPB, Y2) \
	LOAD1(ZIPB, Y3) \
	LOAD1(ZIPB, Y4) \
	LOAD1(ZIPB, Y5) \
	LOAD1(ZIPB, Y6) \
	LOAD1(ZIPB, Y7) \
	NET8(VPUNPCKLBW, VPUNPCKHBW, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15) \
	NET8(VPUNPCKLBW, VPUNPCKHBW, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7) \
	NET8(VPUNPCKLBW, VPUNPCKHBW, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15) \
	STORE(MOV, Y8) \
	STORE(MOV, Y9) \
	STORE(MOV, Y10) \
	STORE(MOV, Y11) \
	STORE(MOV, Y12) \
	STORE(MOV, Y13) \
	STORE(MOV, Y14) \
	STORE(MOV, Y15) \
	LEAQ (SI)(R9*2), SI \
	ADDQ R9, SI

// STEP2 transposes 16 rows by 8 two-byte items.
#define STEP2(MOV) \
	LOAD(8, X0, Y0) \
	LOAD(8, X1, Y1) \
	LOAD(8, X2, Y2) \
	LOAD(8, X3, Y3) \
	LOAD(8, X4, Y4) \
	LOAD(8, X5, Y5) \
	LOAD(8, X6, Y6) \
	LOAD(8, X7, Y7) \
	NET8(VPUNPCKLWD, VPUNPCKHWD, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15) \
	NET8(VPUNPCKLWD, VPUNPCKHWD, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7) \
	NET8(VPUNPCKLWD, VPUNPCKHWD, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15) \
	STORE(MOV, Y8) \
	STORE(MOV, Y9) \
	STORE(MOV, Y10) \
	STORE(MOV, Y11) \
	STORE(MOV, Y12) \
	STORE(MOV, Y13) \
	STORE(MOV, Y14) \
	STORE(MOV, Y15) \
	LEAQ (SI)(R8*8), SI

// STEP4 transposes 8 rows by 4 four-byte items.
#define STEP4(MOV) \
	LOAD(4, X0, Y0) \
	LOAD(4, X1, Y1) \
	LOAD(4, X2, Y2) \
	LOAD(4, X3, Y3) \
	NET4(VPUNPCKLDQ, VPUNPCKHDQ, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7) \
	NET4(VPUNPCKLDQ, VPUNPCKHDQ, Y4, Y5, Y6, Y7, Y0, Y1, Y2, Y3) \
	STORE(MOV, Y0) \
	STORE(MOV, Y1) \
	STORE(MOV, Y2) \
	STORE(MOV, Y3) \
	LEAQ (SI)(R8*4), SI

// STEP8 transposes 4 rows by 2 eight-byte items.
#define STEP8(MOV) \
	LOAD(2, X0, Y0) \
	LOAD(2, X1, Y1) \
	ZIP(VPUNPCKLQDQ, VPUNPCKHQDQ, Y0, Y1, Y2, Y3) \
	STORE(MOV, Y2) \
	STORE(MOV, Y3) \
	LEAQ (SI)(R8*2), SI

// STEP16 transposes 2 rows by 1 sixteen-byte item.
#define STEP16(MOV) \
	LOAD(1, X0, Y0) \
	STORE(MOV, Y0) \
	ADDQ R8, SI

// TILE loops over the groups of a tile and inside over its steps.
#define TILE(STEP, MOV, columns) \
	ARGS \
	IMUL3Q $columns, R13, R15 \
group: \
	MOVQ AX, SI \
	MOVQ BX, DI \
	MOVQ steps+32(FP), CX \
step: \
	MOVQ DI, DX \
	STEP(MOV) \
	ADDQ $32, DI \
	DECQ CX \
	JNZ step \
	ADDQ $16, AX \
	ADDQ R15, BX \
	DECQ R11 \
	JNZ group

// TILE1 is TILE for one-byte items. It takes each group in two halves: more
// than 8 destination rows at a time would overrun the write-combining buffers.
#define TILE1(MOV) \
	ARGS \
	MOVQ R13, R15 \
	SHLQ $3, R15 \
group: \
	MOVQ AX, SI \
	MOVQ BX, DI \
	MOVQ steps+32(FP), CX \
lower: \
	STEP1(MOV, VPUNPCKLBW) \
	ADDQ $32, DI \
	DECQ CX \
	JNZ lower \
	ADDQ R15, BX \
	MOVQ AX, SI \
	MOVQ BX, DI \
	MOVQ steps+32(FP), CX \
upper: \
	STEP1(MOV, VPUNPCKHBW) \
	ADDQ $32, DI \
	DECQ CX \
	JNZ upper \
	ADDQ R15, BX \
	ADDQ $16, AX \
	DECQ R11 \
	JNZ group

// The half kernels are one step of half the rows, without lanes.
#define HALFARGS \
	MOVQ to+0(FP), DI \
	MOVQ from+8(FP), AX \
	MOVQ toStride+16(FP), R13 \
	MOVQ fromStride+24(FP), R8 \
	MOVQ groups+32(FP), R11 \
	MOVQ DI, DX

#define LOADX(x) \
	VMOVDQU (SI), x \
	ADDQ R8, SI

#define STORE8X \
	STORE(VMOVDQU, X8) \
	STORE(VMOVDQU, X9) \
	STORE(VMOVDQU, X10) \
	STORE(VMOVDQU, X11) \
	STORE(VMOVDQU, X12) \
	STORE(VMOVDQU, X13) \
	STORE(VMOVDQU, X14) \
	STORE(VMOVDQU, X15)

#define NEXTGROUP \
	ADDQ $16, AX \
	DECQ R11 \
	JNZ group

#define LOADX1(ZIPB, x) \
	VMOVDQU (SI), X8 \
	VMOVDQU (SI)(R8*8), X9 \
	ZIPB X9, X8, x \
	ADDQ R8, SI

#define HALF1(ZIPB) \
	MOVQ AX, SI \
	LOADX1(ZIPB, X0) \
	LOADX1(ZIPB, X1) \
	LOADX1(ZIPB, X2) \
	LOADX1(ZIPB, X3) \
	LOADX1(ZIPB, X4) \
	LOADX1(ZIPB, X5) \
	LOADX1(ZIPB, X6) \
	LOADX1(ZIPB, X7) \
	NET8(VPUNPCKLBW, VPUNPCKHBW, X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12, X13, X14, X15) \
	NET8(VPUNPCKLBW, VPUNPCKHBW, X8, X9, X10, X11, X12, X13, X14, X15, X0, X1, X2, X3, X4, X5, X6, X7) \
	NET8(VPUNPCKLBW, VPUNPCKHBW, X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12, X13, X14, X15) \
	STORE8X

// func transpose1AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)
TEXT ·transpose1AVX2(SB), NOSPLIT, $0-48
	TILE1(VMOVDQU)
	VZEROUPPER
	RET

// func transpose2AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)
TEXT ·transpose2AVX2(SB), NOSPLIT, $0-48
	TILE(STEP2, VMOVDQU, 8)
	VZEROUPPER
	RET

// func transpose4AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)
TEXT ·transpose4AVX2(SB), NOSPLIT, $0-48
	TILE(STEP4, VMOVDQU, 4)
	VZEROUPPER
	RET

// func transpose8AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)
TEXT ·transpose8AVX2(SB), NOSPLIT, $0-48
	TILE(STEP8, VMOVDQU, 2)
	VZEROUPPER
	RET

// func transpose16AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)
TEXT ·transpose16AVX2(SB), NOSPLIT, $0-48
	TILE(STEP16, VMOVDQU, 1)
	VZEROUPPER
	RET

// func stream1AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)
TEXT ·stream1AVX2(SB), NOSPLIT, $0-48
	TILE1(VMOVNTDQ)
	VZEROUPPER
	RET

// func stream2AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)
TEXT ·stream2AVX2(SB), NOSPLIT, $0-48
	TILE(STEP2, VMOVNTDQ, 8)
	VZEROUPPER
	RET

// func stream4AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)
TEXT ·stream4AVX2(SB), NOSPLIT, $0-48
	TILE(STEP4, VMOVNTDQ, 4)
	VZEROUPPER
	RET

// func stream8AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)
TEXT ·stream8AVX2(SB), NOSPLIT, $0-48
	TILE(STEP8, VMOVNTDQ, 2)
	VZEROUPPER
	RET

// func stream16AVX2(to, from unsafe.Pointer, toStride, fromStride, steps, groups int)
TEXT ·stream16AVX2(SB), NOSPLIT, $0-48
	TILE(STEP16, VMOVNTDQ, 1)
	VZEROUPPER
	RET

// func half1AVX2(to, from unsafe.Pointer, toStride, fromStride, groups int)
TEXT ·half1AVX2(SB), NOSPLIT, $0-40
	HALFARGS
group:
	HALF1(VPUNPCKLBW)
	HALF1(VPUNPCKHBW)
	NEXTGROUP
	RET

// func half2AVX2(to, from unsafe.Pointer, toStride, fromStride, groups int)
TEXT ·half2AVX2(SB), NOSPLIT, $0-40
	HALFARGS
group:
	MOVQ AX, SI
	LOADX(X0)
	LOADX(X1)
	LOADX(X2)
	LOADX(X3)
	LOADX(X4)
	LOADX(X5)
	LOADX(X6)
	LOADX(X7)
	NET8(VPUNPCKLWD, VPUNPCKHWD, X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12, X13, X14, X15)
	NET8(VPUNPCKLWD, VPUNPCKHWD, X8, X9, X10, X11, X12, X13, X14, X15, X0, X1, X2, X3, X4, X5, X6, X7)
	NET8(VPUNPCKLWD, VPUNPCKHWD, X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12, X13, X14, X15)
	STORE8X
	NEXTGROUP
	RET

// func half4AVX2(to, from unsafe.Pointer, toStride, fromStride, groups int)
TEXT ·half4AVX2(SB), NOSPLIT, $0-40
	HALFARGS
group:
	MOVQ AX, SI
	LOADX(X0)
	LOADX(X1)
	LOADX(X2)
	LOADX(X3)
	NET4(VPUNPCKLDQ, VPUNPCKHDQ, X0, X1, X2, X3, X4, X5, X6, X7)
	NET4(VPUNPCKLDQ, VPUNPCKHDQ, X4, X5, X6, X7, X0, X1, X2, X3)
	STORE(VMOVDQU, X0)
	STORE(VMOVDQU, X1)
	STORE(VMOVDQU, X2)
	STORE(VMOVDQU, X3)
	NEXTGROUP
	RET

// func half8AVX2(to, from unsafe.Pointer, toStride, fromStride, groups int)
TEXT ·half8AVX2(SB), NOSPLIT, $0-40
	HALFARGS
group:
	MOVQ AX, SI
	LOADX(X0)
	LOADX(X1)
	ZIP(VPUNPCKLQDQ, VPUNPCKHQDQ, X0, X1, X2, X3)
	STORE(VMOVDQU, X2)
	STORE(VMOVDQU, X3)
	NEXTGROUP
	RET
