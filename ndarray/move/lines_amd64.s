//go:build amd64 && !purego

#include "textflag.h"

// PATTERN repeats two words in y. (A load of both at once would wait until their
// stores have left the store buffer.)
#define PATTERN(low, high, x, y) \
	VMOVQ       low, x \
	VPINSRQ     $1, high, x, x \
	VINSERTI128 $1, x, y, y

// func fillAVX2(to unsafe.Pointer, size int, p, onLines pattern, stream bool)
// Whole lines are stored aligned. What is before the first of them and behind the
// last is stored as a line of its own, wherever that falls.
TEXT ·fillAVX2(SB), NOSPLIT, $0-49
	MOVQ to+0(FP), DI
	MOVQ size+8(FP), CX
	PATTERN(p_0+16(FP), p_1+24(FP), X0, Y0)
	PATTERN(onLines_0+32(FP), onLines_1+40(FP), X1, Y1)
	LEAQ (DI)(CX*1), DX

	TESTQ   $63, DI
	JZ      lines
	VMOVDQU Y0, (DI)
	VMOVDQU Y0, 32(DI)
	ADDQ    $63, DI
	ANDQ    $~63, DI

lines:
	MOVQ DX, R8
	ANDQ $~63, R8
	CMPB stream+48(FP), $0
	JNE  past

line:
	CMPQ    DI, R8
	JAE     tail
	VMOVDQA Y1, (DI)
	VMOVDQA Y1, 32(DI)
	ADDQ    $64, DI
	JMP     line

past:
	CMPQ     DI, R8
	JAE      tail
	VMOVNTDQ Y1, (DI)
	VMOVNTDQ Y1, 32(DI)
	ADDQ     $64, DI
	JMP      past

tail:
	CMPQ    R8, DX
	JEQ     done
	VMOVDQU Y0, -64(DX)
	VMOVDQU Y0, -32(DX)

done:
	VZEROUPPER
	RET

// func streamLinesAVX2(to, from unsafe.Pointer, lines int)
TEXT ·streamLinesAVX2(SB), NOSPLIT, $0-24
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ lines+16(FP), CX

line:
	VMOVDQU  (SI), Y0
	VMOVDQU  32(SI), Y1
	VMOVNTDQ Y0, (DI)
	VMOVNTDQ Y1, 32(DI)
	ADDQ     $64, SI
	ADDQ     $64, DI
	DECQ     CX
	JNZ      line
	VZEROUPPER
	RET

// func flushRowsAVX2(to, from, next unsafe.Pointer, toStride, fromStride, rows, n int)
TEXT ·flushRowsAVX2(SB), NOSPLIT, $0-56
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ next+16(FP), R11
	MOVQ toStride+24(FP), R8
	MOVQ fromStride+32(FP), R9
	MOVQ rows+40(FP), CX
	MOVQ n+48(FP), R10

row:
	MOVQ DI, DX
	ANDQ $63, DX
	MOVQ DI, AX
	MOVQ SI, BX
	SUBQ DX, AX
	SUBQ DX, BX
	ADDQ R10, DX
	SHRQ $6, DX
	JZ   rest

line:
	VMOVDQA  (BX), Y0
	VMOVDQA  32(BX), Y1
	VMOVNTDQ Y0, (AX)
	VMOVNTDQ Y1, 32(AX)
	ADDQ     $64, AX
	ADDQ     $64, BX
	DECQ     DX
	JNZ      line

rest:
	VMOVDQA (BX), Y0
	VMOVDQA 32(BX), Y1
	MOVQ    R11, DX
	ANDQ    $~63, DX
	VMOVDQA Y0, (DX)
	VMOVDQA Y1, 32(DX)
	ADDQ    R8, DI
	ADDQ    R9, SI
	ADDQ    R9, R11
	DECQ    CX
	JNZ     row
	VZEROUPPER
	RET

// func gatherRowsAVX2(to, from unsafe.Pointer, toStride, fromStride, rows, n, ahead int)
// What is left of a row behind its whole lines moves as its last 64 bytes.
TEXT ·gatherRowsAVX2(SB), NOSPLIT, $0-56
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ toStride+16(FP), R9
	MOVQ fromStride+24(FP), R8
	MOVQ rows+32(FP), CX
	MOVQ n+40(FP), R11
	MOVQ ahead+48(FP), R12
	MOVQ R11, R10
	ANDQ $~63, R10

row:
	XORQ AX, AX
	LEAQ (SI)(R12*1), DX

line:
	PREFETCHT1 (DX)(AX*1)
	VMOVDQU    (SI)(AX*1), Y0
	VMOVDQU    32(SI)(AX*1), Y1
	VMOVDQA    Y0, (DI)(AX*1)
	VMOVDQA    Y1, 32(DI)(AX*1)
	ADDQ       $64, AX
	CMPQ       AX, R10
	JB         line
	PREFETCHT1 -1(DX)(R11*1)
	CMPQ       AX, R11
	JEQ        next
	VMOVDQU    -64(SI)(R11*1), Y0
	VMOVDQU    -32(SI)(R11*1), Y1
	VMOVDQU    Y0, -64(DI)(R11*1)
	VMOVDQU    Y1, -32(DI)(R11*1)

next:
	ADDQ R8, SI
	ADDQ R9, DI
	DECQ CX
	JNZ  row
	VZEROUPPER
	RET

// func runsAVX2(to, from unsafe.Pointer, n, toStride, fromStride, unit, ahead int)
// Without bytes ahead to ask for it does not ask: that takes as long as a load.
TEXT ·runsAVX2(SB), NOSPLIT, $0-56
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ toStride+24(FP), R8
	MOVQ fromStride+32(FP), R9
	MOVQ unit+40(FP), R10
	MOVQ ahead+48(FP), R12
	LEAQ -32(R10), R11 // where the last vector of a run begins

	TESTQ R12, R12
	JZ   near

run:
	XORQ AX, AX
	LEAQ (SI)(R12*1), DX

vector:
	PREFETCHT0 (DX)(AX*1)
	VMOVDQU    (SI)(AX*1), Y0
	VMOVDQU    Y0, (DI)(AX*1)
	ADDQ       $32, AX
	CMPQ       AX, R11
	JAE        last
	VMOVDQU    (SI)(AX*1), Y0
	VMOVDQU    Y0, (DI)(AX*1)
	ADDQ       $32, AX
	CMPQ       AX, R11
	JB         vector

last:
	VMOVDQU (SI)(R11*1), Y0
	VMOVDQU Y0, (DI)(R11*1)
	ADDQ    R8, DI
	ADDQ    R9, SI
	DECQ    CX
	JNZ     run
	VZEROUPPER
	RET

near:
	XORQ AX, AX

pair:
	VMOVDQU (SI)(AX*1), Y0
	VMOVDQU Y0, (DI)(AX*1)
	ADDQ    $32, AX
	CMPQ    AX, R11
	JAE     end
	VMOVDQU (SI)(AX*1), Y0
	VMOVDQU Y0, (DI)(AX*1)
	ADDQ    $32, AX
	CMPQ    AX, R11
	JB      pair

end:
	VMOVDQU (SI)(R11*1), Y0
	VMOVDQU Y0, (DI)(R11*1)
	ADDQ    R8, DI
	ADDQ    R9, SI
	DECQ    CX
	JNZ     near
	VZEROUPPER
	RET

// func streamRunsAVX2(to, from unsafe.Pointer, n, toStride, fromStride, unit, ahead int)
TEXT ·streamRunsAVX2(SB), NOSPLIT, $0-56
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ toStride+24(FP), R8
	MOVQ fromStride+32(FP), R9
	MOVQ unit+40(FP), R10
	MOVQ ahead+48(FP), R12

run:
	XORQ AX, AX
	LEAQ (SI)(R12*1), DX

line:
	PREFETCHT0 (DX)(AX*1)
	VMOVDQU    (SI)(AX*1), Y0
	VMOVDQU    32(SI)(AX*1), Y1
	VMOVNTDQ   Y0, (DI)(AX*1)
	VMOVNTDQ   Y1, 32(DI)(AX*1)
	ADDQ       $64, AX
	CMPQ       AX, R10
	JB         line
	ADDQ       R8, DI
	ADDQ       R9, SI
	DECQ       CX
	JNZ        run
	VZEROUPPER
	RET

// func reverseAVX2(to, from unsafe.Pointer, vectors int, mask *[16]byte)
TEXT ·reverseAVX2(SB), NOSPLIT, $0-32
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ vectors+16(FP), CX
	MOVQ mask+24(FP), AX
	VBROADCASTI128 (AX), Y4
	SUBQ $8, CX
	JB   rest

eight:
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VMOVDQU 64(SI), Y2
	VMOVDQU 96(SI), Y3
	VPSHUFB Y4, Y0, Y0
	VPSHUFB Y4, Y1, Y1
	VPSHUFB Y4, Y2, Y2
	VPSHUFB Y4, Y3, Y3
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	SUBQ    $-128, SI
	SUBQ    $-128, DI
	SUBQ    $8, CX
	JAE     eight

rest:
	ADDQ $8, CX
	JZ   done

one:
	VMOVDQU (SI), X0
	VPSHUFB X4, X0, X0
	VMOVDQU X0, (DI)
	ADDQ    $16, SI
	ADDQ    $16, DI
	DECQ    CX
	JNZ     one

done:
	VZEROUPPER
	RET

// func streamReversedAVX2(to, from unsafe.Pointer, lines int, mask *[16]byte)
TEXT ·streamReversedAVX2(SB), NOSPLIT, $0-32
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ lines+16(FP), CX
	MOVQ mask+24(FP), AX
	VBROADCASTI128 (AX), Y4

line:
	VMOVDQU  (SI), Y0
	VMOVDQU  32(SI), Y1
	VPSHUFB  Y4, Y0, Y0
	VPSHUFB  Y4, Y1, Y1
	VMOVNTDQ Y0, (DI)
	VMOVNTDQ Y1, 32(DI)
	ADDQ     $64, SI
	ADDQ     $64, DI
	DECQ     CX
	JNZ      line
	VZEROUPPER
	RET

// func storeFence()
TEXT ·storeFence(SB), NOSPLIT, $0-0
	SFENCE
	RET
