//go:build amd64 && !purego

#include "textflag.h"

// func fillRowsAVX2(to, from unsafe.Pointer, rows, size, toStride, fromStride, unit int, mask *[16]byte, stream bool)
// Whole lines are stored aligned. What is before the first of them and behind the
// last is stored as a line of its own, wherever that falls.
TEXT ·fillRowsAVX2(SB), NOSPLIT, $0-65
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ rows+16(FP), R11
	MOVQ size+24(FP), CX
	MOVQ toStride+32(FP), R8
	MOVQ fromStride+40(FP), R9
	MOVQ unit+48(FP), R10
	MOVQ mask+56(FP), AX
	MOVBLZX stream+64(FP), R12
	VBROADCASTI128 (AX), Y1

row:
	LEAQ (DI)(CX*1), DX
	MOVQ DI, AX
	CMPQ R10, $4
	JB   small
	JEQ  four
	CMPQ R10, $8
	JEQ  eight
	VBROADCASTI128 (SI), Y0
	JMP  start
eight:
	VPBROADCASTQ (SI), Y0
	JMP  start
four:
	VPBROADCASTD (SI), Y0
	JMP  start
small:
	CMPQ R10, $2
	JEQ  two
	VPBROADCASTB (SI), Y0
	JMP  start
two:
	VPBROADCASTW (SI), Y0

start:
	VPSHUFB Y1, Y0, Y0
	TESTQ   $63, AX
	JZ      lines
	VMOVDQU Y0, (AX)
	VMOVDQU Y0, 32(AX)
	ADDQ    $63, AX
	ANDQ    $~63, AX

lines:
	MOVQ  DX, BX
	ANDQ  $~63, BX
	CMPQ  AX, BX
	JAE   tail
	TESTL R12, R12
	JNE   past

line:
	VMOVDQA Y0, (AX)
	VMOVDQA Y0, 32(AX)
	ADDQ    $64, AX
	CMPQ    AX, BX
	JB      line
	JMP     tail

past:
	VMOVNTDQ Y0, (AX)
	VMOVNTDQ Y0, 32(AX)
	ADDQ     $64, AX
	CMPQ     AX, BX
	JB       past

tail:
	CMPQ    BX, DX
	JEQ     next
	VMOVDQU Y0, -64(DX)
	VMOVDQU Y0, -32(DX)

next:
	ADDQ R8, DI
	ADDQ R9, SI
	DECQ R11
	JNZ  row
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

// func flushRowsAVX2(to, from, next unsafe.Pointer, toStride, fromStride, rows, n int, ask uintptr, askStride int)
TEXT ·flushRowsAVX2(SB), NOSPLIT, $0-72
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ next+16(FP), R11
	MOVQ toStride+24(FP), R8
	MOVQ fromStride+32(FP), R9
	MOVQ rows+40(FP), CX
	MOVQ n+48(FP), R10
	MOVQ ask+56(FP), R12
	MOVQ askStride+64(FP), R13

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
	MOVQ R12, R14

line:
	PREFETCHT1 (R14)
	ADDQ       $64, R14
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
	ADDQ    R13, R12
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

// func runsZ(to, from unsafe.Pointer, n, toStride, fromStride, unit int)
TEXT ·runsZ(SB), NOSPLIT, $0-48
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ toStride+24(FP), R8
	MOVQ fromStride+32(FP), R9
	MOVQ unit+40(FP), R10
	LEAQ -64(R10), R11  // where the last vector of a run begins
	LEAQ -256(R10), R12 // and the last four

run:
	XORQ AX, AX

four:
	CMPQ      AX, R12
	JGT       one
	VMOVDQU64 (SI)(AX*1), Z0
	VMOVDQU64 64(SI)(AX*1), Z1
	VMOVDQU64 128(SI)(AX*1), Z2
	VMOVDQU64 192(SI)(AX*1), Z3
	VMOVDQU64 Z0, (DI)(AX*1)
	VMOVDQU64 Z1, 64(DI)(AX*1)
	VMOVDQU64 Z2, 128(DI)(AX*1)
	VMOVDQU64 Z3, 192(DI)(AX*1)
	ADDQ      $256, AX
	JMP       four

one:
	CMPQ      AX, R11
	JGE       last
	VMOVDQU64 (SI)(AX*1), Z0
	VMOVDQU64 Z0, (DI)(AX*1)
	ADDQ      $64, AX
	JMP       one

last:
	VMOVDQU64 (SI)(R11*1), Z0
	VMOVDQU64 Z0, (DI)(R11*1)
	ADDQ      R8, DI
	ADDQ      R9, SI
	DECQ      CX
	JNZ       run
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
