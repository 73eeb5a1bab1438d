// Loops over whole blocks of 128 bytes of adjacent elements: with AVX-512 where the
// machine has it, from the label wide on, else with AVX2.
//
// CX   blocks left, at least 1
// DI   destination
// SI   source x, R8 bytes from its block to the next
// DX   source y, R9 bytes from its block to the next
//
// A source that stands still is a block in which the element is repeated, and a step
// of 0.

// The operands of a loop of two sources.
#define OPERANDS \
	MOVQ n+0(FP), CX   \
	MOVQ d+8(FP), DI   \
	MOVQ x+16(FP), SI  \
	MOVQ y+24(FP), DX  \
	MOVQ xs+32(FP), R8 \
	MOVQ ys+40(FP), R9

// Y0…Y3 = a block of 128 bytes of x.
#define LOADX \
	VMOVDQU 0(SI), Y0  \
	VMOVDQU 32(SI), Y1 \
	VMOVDQU 64(SI), Y2 \
	VMOVDQU 96(SI), Y3

// Y4…Y7 = a block of 128 bytes of y.
#define LOADY \
	VMOVDQU 0(DX), Y4  \
	VMOVDQU 32(DX), Y5 \
	VMOVDQU 64(DX), Y6 \
	VMOVDQU 96(DX), Y7

#define STORE128 \
	VMOVDQU Y0, 0(DI)  \
	VMOVDQU Y1, 32(DI) \
	VMOVDQU Y2, 64(DI) \
	VMOVDQU Y3, 96(DI)

// Y0…Y3 = Y0…Y3 op Y4…Y7.
#define EACH(op) \
	op Y4, Y0, Y0 \
	op Y5, Y1, Y1 \
	op Y6, Y2, Y2 \
	op Y7, Y3, Y3

#define NEXT(size) \
	ADDQ R8, SI    \
	ADDQ R9, DX    \
	ADDQ size, DI  \
	DECQ CX

// Jumps to the loop with AVX-512 if there is one.
#define CHOOSE \
	CMPB ·wide(SB), $0 \
	JNE  wide

// Z0, Z1 and Z4, Z5 = a block of x and of y.
#define WIDELOADX \
	VMOVDQU64 0(SI), Z0  \
	VMOVDQU64 64(SI), Z1

#define WIDELOADY \
	VMOVDQU64 0(DX), Z4  \
	VMOVDQU64 64(DX), Z5

#define WIDESTORE \
	VMOVDQU64 Z0, 0(DI)  \
	VMOVDQU64 Z1, 64(DI)

// x = x op y by a macro for 32 bytes, and by one for 64 bytes.
#define MACRO(op, wideop) \
	OPERANDS       \
	CHOOSE         \
loop:              \
	LOADX          \
	LOADY          \
	op(Y4, Y0)     \
	op(Y5, Y1)     \
	op(Y6, Y2)     \
	op(Y7, Y3)     \
	STORE128       \
	NEXT($128)     \
	JNZ loop       \
	VZEROUPPER     \
	RET            \
wide:              \
	WIDELOADX      \
	WIDELOADY      \
	wideop(Z4, Z0) \
	wideop(Z5, Z1) \
	WIDESTORE      \
	NEXT($128)     \
	JNZ wide       \
	VZEROUPPER     \
	RET

// The operands of a loop of one source.
#define ONESOURCE \
	MOVQ n+0(FP), CX  \
	MOVQ d+8(FP), DI  \
	MOVQ x+16(FP), SI

// A loop of one source for which Y12, and Z12 by its first 16 bytes, is made ready.
#define UNARY(op, wideop) \
	ONESOURCE                   \
	CHOOSE                      \
loop:                           \
	LOADX                       \
	op(Y0)                      \
	op(Y1)                      \
	op(Y2)                      \
	op(Y3)                      \
	STORE128                    \
	ADDQ $128, SI               \
	ADDQ $128, DI               \
	DECQ CX                     \
	JNZ  loop                   \
	VZEROUPPER                  \
	RET                         \
wide:                           \
	VSHUFI32X4 $0, Z12, Z12, Z12 \
functions:                      \
	WIDELOADX                   \
	wideop(Z0)                  \
	wideop(Z1)                  \
	WIDESTORE                   \
	ADDQ $128, SI               \
	ADDQ $128, DI               \
	DECQ CX                     \
	JNZ  functions              \
	VZEROUPPER                  \
	RET

// From 32 elements to the next: the bytes of a source's and of the destination's.
#define ADVANCE(from, to) \
	ADDQ from, SI \
	ADDQ to, DI   \
	DECQ CX
