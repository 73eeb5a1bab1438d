//go:build amd64 && !purego

#include "go_asm.h"
#include "textflag.h"

// VECTORS begins the loop over the vectors of a group. It asks for the group that
// comes 16 later: sources that are read downward or in gaps get little help from
// the machine's own prefetching.
#define VECTORS \
	LEAQ (SI)(R9*8), R14 \
	PREFETCHT0 (R14)(R9*8) \
	PREFETCHT0 64(R14)(R9*8) \
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

// GROUPS runs the program with one kind of load, merge and store.
#define GROUPS(TERM, FIRST, OTHER, MERGE, STORE, group, vector, term, write) \
group: \
	VECTORS \
vector: \
	TERM(FIRST) \
	MOVQ program_terms(BX)(AX*8), R15 \
	DECQ R15 \
	JZ write \
term: \
	TERM(OTHER) \
	MERGE OTHER, FIRST, FIRST \
	DECQ R15 \
	JNZ term \
write: \
	MOVQ program_at(BX)(AX*8), R13 \
	STORE FIRST, (DI)(R13*1) \
	NEXT(vector, group)

// func runProgramAVX(to, from unsafe.Pointer, groups int, p *program, stream bool)
TEXT ·runProgramAVX(SB), NOSPLIT, $0-33
	PROGRAM
	CMPB stream+32(FP), $0
	JNE  gpast
	GROUPS(TERM, X0, X1, VPOR, VMOVDQU, group, vector, term, write)
	RET
	GROUPS(TERM, X0, X1, VPOR, VMOVNTDQ, gpast, vpast, tpast, wpast)
	RET

// func runProgramVBMI(to, from unsafe.Pointer, groups int, p *program, stream bool)
TEXT ·runProgramVBMI(SB), NOSPLIT, $0-33
	PROGRAM
	CMPB stream+32(FP), $0
	JNE  gpast
	GROUPS(WIDETERM, Z0, Z1, VPORQ, VMOVDQU64, group, vector, term, write)
	VZEROUPPER
	RET
	GROUPS(WIDETERM, Z0, Z1, VPORQ, VMOVNTDQ, gpast, vpast, tpast, wpast)
	VZEROUPPER
	RET

// func prefetchAVX(from unsafe.Pointer, stride, n int)
TEXT ·prefetchAVX(SB), NOSPLIT, $0-24
	MOVQ from+0(FP), SI
	MOVQ stride+8(FP), R8
	MOVQ n+16(FP), CX

line:
	PREFETCHNTA (SI)
	ADDQ R8, SI
	DECQ CX
	JNZ  line
	RET
