//go:build amd64 && !purego

#include "go_asm.h"
#include "textflag.h"

// VECTORS begins the loop over the vectors of a group. Sources that are read
// downward get no help from the machine's own prefetching.
#define VECTORS \
	PREFETCHT0 (SI)(R9*8) \
	LEAQ program_table(BX), DX \
	XORQ AX, AX

// NEXT ends the loops over vectors and over groups.
#define NEXT(vector, group) \
	INCQ AX \
	CMPQ AX, R10 \
	JB vector \
	ADDQ R8, DI \
	ADDQ R9, SI \
	DECQ CX \
	JNZ group

// TERM reads the term at DX into x, or z, and goes to the next.
#define TERM(x) \
	MOVQ term_src(DX), R13 \
	VMOVDQU (SI)(R13*1), x \
	VPSHUFB term_index(DX), x, x \
	ADDQ $term__size, DX

#define WIDETERM(z) \
	MOVQ term_src(DX), R13 \
	KMOVQ term_keep(DX), K1 \
	VMOVDQU64 term_index(DX), Z2 \
	VPERMB.Z (SI)(R13*1), Z2, K1, z \
	ADDQ $term__size, DX

// PROGRAM loads the arguments: BX the program, R8 and R9 its steps from group to
// group, R10 its vectors, CX the groups left.
#define PROGRAM \
	MOVQ to+0(FP), DI \
	MOVQ from+8(FP), SI \
	MOVQ groups+16(FP), CX \
	MOVQ p+24(FP), BX \
	MOVQ program_dst(BX), R8 \
	MOVQ program_src(BX), R9 \
	MOVQ program_vectors(BX), R10

// func runProgramAVX(to, from unsafe.Pointer, groups int, p *program)
TEXT ·runProgramAVX(SB), NOSPLIT, $0-32
	PROGRAM

group:
	VECTORS

vector:
	TERM(X0)
	MOVQ program_terms(BX)(AX*8), R15
	DECQ R15
	JZ   write

term:
	TERM(X1)
	VPOR X1, X0, X0
	DECQ R15
	JNZ  term

write:
	MOVQ    program_at(BX)(AX*8), R13
	VMOVDQU X0, (DI)(R13*1)
	NEXT(vector, group)
	RET

// func runProgramVBMI(to, from unsafe.Pointer, groups int, p *program)
TEXT ·runProgramVBMI(SB), NOSPLIT, $0-32
	PROGRAM

group:
	VECTORS

vector:
	WIDETERM(Z0)
	MOVQ program_terms(BX)(AX*8), R15
	DECQ R15
	JZ   write

term:
	WIDETERM(Z1)
	VPORQ Z1, Z0, Z0
	DECQ  R15
	JNZ   term

write:
	MOVQ      program_at(BX)(AX*8), R13
	VMOVDQU64 Z0, (DI)(R13*1)
	NEXT(vector, group)
	VZEROUPPER
	RET
