//go:build amd64 && !purego

#include "go_asm.h"
#include "textflag.h"

// func shuffle(to, from unsafe.Pointer, groups int, p *shuffler, stream bool)
// It asks for the group that comes 16 later: sources that are read in gaps get little
// help from the machine's own prefetching.

// TERM reads the term at DX into x and goes to the next.
#define TERM(x) \
	MOVQ term_src(DX), R13 \
	VMOVDQU (SI)(R13*1), x \
	VPSHUFB term_index(DX), x, x \
	ADDQ $term__size, DX

#define SHUFFLE(STORE, group, vector, other, write) \
group: \
	LEAQ (SI)(R9*8), R14 \
	PREFETCHT0 (R14)(R9*8) \
	PREFETCHT0 64(R14)(R9*8) \
	LEAQ shuffler_table(BX), DX \
	XORQ AX, AX \
vector: \
	TERM(X0) \
	MOVQ shuffler_terms(BX)(AX*8), R15 \
	DECQ R15 \
	JZ write \
other: \
	TERM(X1) \
	VPOR X1, X0, X0 \
	DECQ R15 \
	JNZ other \
write: \
	MOVQ shuffler_at(BX)(AX*8), R13 \
	STORE X0, (DI)(R13*1) \
	INCQ AX \
	CMPQ AX, R10 \
	JB vector \
	ADDQ R8, DI \
	ADDQ R9, SI \
	DECQ CX \
	JNZ group

// ARGS loads the arguments: BX the program, R8 and R9 its steps from group to group,
// R10 its vectors, CX the groups left.
#define ARGS(program_dst, program_src, program_vectors) \
	MOVQ to+0(FP), DI \
	MOVQ from+8(FP), SI \
	MOVQ groups+16(FP), CX \
	MOVQ p+24(FP), BX \
	MOVQ program_dst(BX), R8 \
	MOVQ program_src(BX), R9 \
	MOVQ program_vectors(BX), R10

TEXT ·shuffle(SB), NOSPLIT, $0-33
	ARGS(shuffler_dst, shuffler_src, shuffler_vectors)
	CMPB stream+32(FP), $0
	JNE  gpast
	SHUFFLE(VMOVDQU, group, vector, other, write)
	RET
	SHUFFLE(VMOVNTDQ, gpast, vpast, opast, wpast)
	RET

// func pick(to, from unsafe.Pointer, groups int, p *picker, stream bool)
// There is a loop for every number of sources, Z16 and those that follow it.

// SOURCE reads a source, LAST the last one, of the last group no further than it may.
// (Loads with masks would not set the machine's prefetching going.) Where there are
// several, ASK asks for what is read later.
#define ASK(k) \
	MOVQ (picker_from+8*k)(BX), R13 \
	PREFETCHT0 2048(SI)(R13*1)

#define SOURCE(k, z) \
	ASK(k) \
	VMOVDQU64 (SI)(R13*1), z

#define LAST(k, z) \
	MOVQ (picker_from+8*k)(BX), R13 \
	CMPQ CX, $1 \
	JEQ  masked \
	VMOVDQU64 (SI)(R13*1), z \
	JMP  read \
masked: \
	VMOVDQU8.Z (SI)(R13*1), K1, z \
read:

// TAKE takes bytes of one more source into a vector, by table k of those at DX.
#define TAKE(k, source, vector, taken) \
	VMOVDQU64 (64*k)(DX), taken \
	VPERMI2B source, vector, taken

#define READ1 \
	LAST(0, Z16)

#define READ2 \
	SOURCE(0, Z16) \
	ASK(1) \
	LAST(1, Z17)

#define READ3 \
	SOURCE(0, Z16) \
	SOURCE(1, Z17) \
	ASK(2) \
	LAST(2, Z18)

#define READ4 \
	SOURCE(0, Z16) \
	SOURCE(1, Z17) \
	SOURCE(2, Z18) \
	ASK(3) \
	LAST(3, Z19)

#define READ5 \
	SOURCE(0, Z16) \
	SOURCE(1, Z17) \
	SOURCE(2, Z18) \
	SOURCE(3, Z19) \
	ASK(4) \
	LAST(4, Z20)

#define READ6 \
	SOURCE(0, Z16) \
	SOURCE(1, Z17) \
	SOURCE(2, Z18) \
	SOURCE(3, Z19) \
	SOURCE(4, Z20) \
	ASK(5) \
	LAST(5, Z21)

#define READ7 \
	SOURCE(0, Z16) \
	SOURCE(1, Z17) \
	SOURCE(2, Z18) \
	SOURCE(3, Z19) \
	SOURCE(4, Z20) \
	SOURCE(5, Z21) \
	ASK(6) \
	LAST(6, Z22)

#define READ8 \
	SOURCE(0, Z16) \
	SOURCE(1, Z17) \
	SOURCE(2, Z18) \
	SOURCE(3, Z19) \
	SOURCE(4, Z20) \
	SOURCE(5, Z21) \
	SOURCE(6, Z22) \
	ASK(7) \
	LAST(7, Z23)

#define TAKE1 \
	VMOVDQU64 (DX), Z0 \
	VPERMB Z16, Z0, Z0

#define TAKE2 TAKE(0, Z17, Z16, Z0)

#define TAKE3 \
	TAKE2 \
	TAKE(1, Z18, Z0, Z1)

#define TAKE4 \
	TAKE3 \
	TAKE(2, Z19, Z1, Z0)

#define TAKE5 \
	TAKE4 \
	TAKE(3, Z20, Z0, Z1)

#define TAKE6 \
	TAKE5 \
	TAKE(4, Z21, Z1, Z0)

#define TAKE7 \
	TAKE6 \
	TAKE(5, Z22, Z0, Z1)

#define TAKE8 \
	TAKE7 \
	TAKE(6, Z23, Z1, Z0)

#define PICK(READ, TAKE, vector, tables) \
group: \
	READ \
	LEAQ picker_table(BX), DX \
	XORQ AX, AX \
one: \
	TAKE \
	MOVQ picker_at(BX)(AX*8), R13 \
	ADDQ $(64*tables), DX \
	INCQ AX \
	TESTB R12, R12 \
	JNE past \
	VMOVDQU64 vector, (DI)(R13*1) \
	CMPQ AX, R10 \
	JB one \
	JMP next \
past: \
	VMOVNTDQ vector, (DI)(R13*1) \
	CMPQ AX, R10 \
	JB one \
next: \
	ADDQ R8, DI \
	ADDQ R9, SI \
	DECQ CX \
	JNZ group \
	VZEROUPPER \
	RET

TEXT ·pick(SB), NOSPLIT, $0-33
	ARGS(picker_dst, picker_src, picker_vectors)
	MOVBLZX stream+32(FP), R12
	KMOVQ picker_keep(BX), K1
	MOVQ picker_sources(BX), AX
	CMPQ AX, $1
	JEQ  is1
	CMPQ AX, $2
	JEQ  is2
	CMPQ AX, $3
	JEQ  is3
	CMPQ AX, $4
	JEQ  is4
	CMPQ AX, $5
	JEQ  is5
	CMPQ AX, $6
	JEQ  is6
	CMPQ AX, $7
	JEQ  is7
	JMP pick8<>(SB)
is1:
	JMP pick1<>(SB)
is2:
	JMP pick2<>(SB)
is3:
	JMP pick3<>(SB)
is4:
	JMP pick4<>(SB)
is5:
	JMP pick5<>(SB)
is6:
	JMP pick6<>(SB)
is7:
	JMP pick7<>(SB)

TEXT pick1<>(SB), NOSPLIT, $0-33
	PICK(READ1, TAKE1, Z0, 1)

TEXT pick2<>(SB), NOSPLIT, $0-33
	PICK(READ2, TAKE2, Z0, 1)

TEXT pick3<>(SB), NOSPLIT, $0-33
	PICK(READ3, TAKE3, Z1, 2)

TEXT pick4<>(SB), NOSPLIT, $0-33
	PICK(READ4, TAKE4, Z0, 3)

TEXT pick5<>(SB), NOSPLIT, $0-33
	PICK(READ5, TAKE5, Z1, 4)

TEXT pick6<>(SB), NOSPLIT, $0-33
	PICK(READ6, TAKE6, Z0, 5)

TEXT pick7<>(SB), NOSPLIT, $0-33
	PICK(READ7, TAKE7, Z1, 6)

TEXT pick8<>(SB), NOSPLIT, $0-33
	PICK(READ8, TAKE8, Z0, 7)
