//go:build amd64 && !purego

#include "textflag.h"
#include "block_amd64.h"

// Comparisons of blocks of 32 elements, with AVX-512 where the machine has it, else
// with AVX2; the results are bytes 0 and 1.
//
// CX   blocks left, at least 1
// DI   destination
// SI   source x, R8 bytes from its block to the next
// DX   source y, R9 bytes from its block to the next
// Y12  0x01…; Y13 the order of dwords after two packs; Y14 what is added to both
//      sources to order unsigned numbers as signed; Y15 -1 to invert the result

DATA order<>+0(SB)/4, $0
DATA order<>+4(SB)/4, $4
DATA order<>+8(SB)/4, $1
DATA order<>+12(SB)/4, $5
DATA order<>+16(SB)/4, $2
DATA order<>+20(SB)/4, $6
DATA order<>+24(SB)/4, $3
DATA order<>+28(SB)/4, $7
GLOBL order<>(SB), RODATA|NOPTR, $32

#define COMPARED \
	MOVQ         n+0(FP), CX        \
	MOVQ         d+8(FP), DI        \
	MOVQ         x+16(FP), SI       \
	MOVQ         y+24(FP), DX       \
	MOVQ         xs+32(FP), R8      \
	MOVQ         ys+40(FP), R9      \
	VPBROADCASTQ bias+48(FP), Y14   \
	VPBROADCASTQ invert+56(FP), Y15 \
	VPCMPEQB     Y12, Y12, Y12      \
	VPABSB       Y12, Y12           \
	VMOVDQU      order<>(SB), Y13

#define FINISH \
	VPXOR   Y15, Y0, Y0 \
	VPAND   Y12, Y0, Y0 \
	VMOVDQU Y0, (DI)    \
	ADDQ    R8, SI      \
	ADDQ    R9, DX      \
	ADDQ    $32, DI     \
	DECQ    CX

// Four registers of 8 dword masks become one of 32 bytes.
#define PACK4 \
	VPACKSSDW Y1, Y0, Y0  \
	VPACKSSDW Y3, Y2, Y2  \
	VPACKSSWB Y2, Y0, Y0  \
	VPERMD    Y0, Y13, Y0

// Two registers of 4 qword masks become one of 8 dword masks.
#define HALVE(b, a) \
	VSHUFPS $0x88, b, a, a \
	VPERMQ  $0xD8, a, a

#define FLOATS(op, pred) \
	op pred, 0(DX), Y0, Y0  \
	op pred, 32(DX), Y1, Y1 \
	op pred, 64(DX), Y2, Y2 \
	op pred, 96(DX), Y3, Y3

#define LOAD8 \
	LOADX               \
	VMOVDQU 128(SI), Y4 \
	VMOVDQU 160(SI), Y5 \
	VMOVDQU 192(SI), Y6 \
	VMOVDQU 224(SI), Y7

#define HALVE4 \
	HALVE(Y1, Y0)   \
	HALVE(Y3, Y2)   \
	HALVE(Y5, Y4)   \
	HALVE(Y7, Y6)   \
	VMOVDQA Y2, Y1  \
	VMOVDQA Y4, Y2  \
	VMOVDQA Y6, Y3

// The bits of K1 become 32 bytes.
#define WIDEFINISH \
	VMOVDQU8.Z Y12, K1, Y0 \
	FINISH

// A comparison of 64 bytes at off with a mask as its result.
#define WIDEFLOATS(op, pred, off, mask) \
	VMOVUPS off(SI), Z0 \
	op      pred, off(DX), Z0, mask

#define JOIN64 \
	KUNPCKBW K1, K2, K1 \
	KUNPCKBW K3, K4, K3 \
	KUNPCKWD K1, K3, K1

#define COMPAREPS(pred) \
	COMPARED                          \
	CHOOSE                            \
loop:                                 \
	LOADX                             \
	FLOATS(VCMPPS, pred)              \
	PACK4                             \
	FINISH                            \
	JNZ loop                          \
	VZEROUPPER                        \
	RET                               \
wide:                                 \
	WIDEFLOATS(VCMPPS, pred, 0, K1)   \
	WIDEFLOATS(VCMPPS, pred, 64, K2)  \
	KUNPCKWD K1, K2, K1               \
	WIDEFINISH                        \
	JNZ wide                          \
	VZEROUPPER                        \
	RET

#define COMPAREPD(pred) \
	COMPARED                          \
	CHOOSE                            \
loop:                                 \
	LOAD8                             \
	FLOATS(VCMPPD, pred)              \
	VCMPPD pred, 128(DX), Y4, Y4      \
	VCMPPD pred, 160(DX), Y5, Y5      \
	VCMPPD pred, 192(DX), Y6, Y6      \
	VCMPPD pred, 224(DX), Y7, Y7      \
	HALVE4                            \
	PACK4                             \
	FINISH                            \
	JNZ loop                          \
	VZEROUPPER                        \
	RET                               \
wide:                                 \
	WIDEFLOATS(VCMPPD, pred, 0, K1)   \
	WIDEFLOATS(VCMPPD, pred, 64, K2)  \
	WIDEFLOATS(VCMPPD, pred, 128, K3) \
	WIDEFLOATS(VCMPPD, pred, 192, K4) \
	JOIN64                            \
	WIDEFINISH                        \
	JNZ wide                          \
	VZEROUPPER                        \
	RET

TEXT ·eqF32(SB), NOSPLIT, $0-64
	COMPAREPS($0)

TEXT ·neF32(SB), NOSPLIT, $0-64
	COMPAREPS($4)

TEXT ·ltF32(SB), NOSPLIT, $0-64
	COMPAREPS($0x11)

TEXT ·leF32(SB), NOSPLIT, $0-64
	COMPAREPS($0x12)

TEXT ·eqF64(SB), NOSPLIT, $0-64
	COMPAREPD($0)

TEXT ·neF64(SB), NOSPLIT, $0-64
	COMPAREPD($4)

TEXT ·ltF64(SB), NOSPLIT, $0-64
	COMPAREPD($0x11)

TEXT ·leF64(SB), NOSPLIT, $0-64
	COMPAREPD($0x12)

// Integers: x op y after the bias.
#define SIDE(op, off, x) \
	VPXOR   off(SI), Y14, x  \
	VPXOR   off(DX), Y14, Y8 \
	op      Y8, x, x

#define WIDESIDE(op, off, mask) \
	VPXORQ off(SI), Z14, Z0 \
	VPXORQ off(DX), Z14, Z1 \
	op     Z1, Z0, mask

#define BROADEN VPBROADCASTQ X14, Z14

#define COMPARE8(op) \
	COMPARED                \
	CHOOSE                  \
loop:                       \
	SIDE(op, 0, Y0)         \
	FINISH                  \
	JNZ loop                \
	VZEROUPPER              \
	RET                     \
wide:                       \
	VPXOR 0(SI), Y14, Y0    \
	VPXOR 0(DX), Y14, Y1    \
	op    Y1, Y0, K1        \
	WIDEFINISH              \
	JNZ wide                \
	VZEROUPPER              \
	RET

#define COMPARE16(op) \
	COMPARED                \
	CHOOSE                  \
loop:                       \
	SIDE(op, 0, Y0)         \
	SIDE(op, 32, Y1)        \
	VPACKSSWB Y1, Y0, Y0    \
	VPERMQ    $0xD8, Y0, Y0 \
	FINISH                  \
	JNZ loop                \
	VZEROUPPER              \
	RET                     \
wide:                       \
	BROADEN                 \
each:                       \
	WIDESIDE(op, 0, K1)     \
	WIDEFINISH              \
	JNZ each                \
	VZEROUPPER              \
	RET

#define COMPARE32(op) \
	COMPARED                \
	CHOOSE                  \
loop:                       \
	SIDE(op, 0, Y0)         \
	SIDE(op, 32, Y1)        \
	SIDE(op, 64, Y2)        \
	SIDE(op, 96, Y3)        \
	PACK4                   \
	FINISH                  \
	JNZ loop                \
	VZEROUPPER              \
	RET                     \
wide:                       \
	BROADEN                 \
each:                       \
	WIDESIDE(op, 0, K1)     \
	WIDESIDE(op, 64, K2)    \
	KUNPCKWD K1, K2, K1     \
	WIDEFINISH              \
	JNZ each                \
	VZEROUPPER              \
	RET

#define COMPARE64(op) \
	COMPARED                \
	CHOOSE                  \
loop:                       \
	SIDE(op, 0, Y0)         \
	SIDE(op, 32, Y1)        \
	SIDE(op, 64, Y2)        \
	SIDE(op, 96, Y3)        \
	SIDE(op, 128, Y4)       \
	SIDE(op, 160, Y5)       \
	SIDE(op, 192, Y6)       \
	SIDE(op, 224, Y7)       \
	HALVE4                  \
	PACK4                   \
	FINISH                  \
	JNZ loop                \
	VZEROUPPER              \
	RET                     \
wide:                       \
	BROADEN                 \
each:                       \
	WIDESIDE(op, 0, K1)     \
	WIDESIDE(op, 64, K2)    \
	WIDESIDE(op, 128, K3)   \
	WIDESIDE(op, 192, K4)   \
	JOIN64                  \
	WIDEFINISH              \
	JNZ each                \
	VZEROUPPER              \
	RET

TEXT ·eq8(SB), NOSPLIT, $0-64
	COMPARE8(VPCMPEQB)

TEXT ·gt8(SB), NOSPLIT, $0-64
	COMPARE8(VPCMPGTB)

TEXT ·eq16(SB), NOSPLIT, $0-64
	COMPARE16(VPCMPEQW)

TEXT ·gt16(SB), NOSPLIT, $0-64
	COMPARE16(VPCMPGTW)

TEXT ·eq32(SB), NOSPLIT, $0-64
	COMPARE32(VPCMPEQD)

TEXT ·gt32(SB), NOSPLIT, $0-64
	COMPARE32(VPCMPGTD)

TEXT ·eq64(SB), NOSPLIT, $0-64
	COMPARE64(VPCMPEQQ)

TEXT ·gt64(SB), NOSPLIT, $0-64
	COMPARE64(VPCMPGTQ)
