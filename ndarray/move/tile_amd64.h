// The kernels of tile_amd64.s with registers of one width and one kind of store. It
// is included once for each, with these names defined:
//
//	WIDTH       bytes of a register
//	V0 … V15    the registers, V16 … V31 too for STEP1
//	LOAD(v)     fills a register: 16 bytes of the row at SI, and of those that are
//	            one, two … lanes further on; goes to the next row
//	TILE        the loops: COLUMNS, for which SKIP goes from the end of the first
//	            lane's rows to that of the last one's, or ROWS
//	BYTES(MOV)  the loops for one-byte items
//	MOVE(v)     stores a register at DX
//	TURN        the name of the function, whose kernels for each size of items are
//	TURN1 …     by name

TEXT TURN(SB), NOSPLIT, $0-72
	MOVQ unit+48(FP), AX
	CMPQ AX, $4
	JB   small
	JEQ  four
	CMPQ AX, $8
	JEQ  eight
	JMP  TURN16(SB)
eight:
	JMP  TURN8(SB)
four:
	JMP  TURN4(SB)
small:
	CMPQ AX, $2
	JEQ  two
	JMP  TURN1(SB)
two:
	JMP  TURN2(SB)

TEXT TURN1(SB), NOSPLIT, $0-72
	BYTES(MOVE)

TEXT TURN2(SB), NOSPLIT, $0-72
	TILE(STEP2, MOVE, 8)

TEXT TURN4(SB), NOSPLIT, $0-72
	TILE(STEP4, MOVE, 4)

TEXT TURN8(SB), NOSPLIT, $0-72
	TILE(STEP8, MOVE, 2)

TEXT TURN16(SB), NOSPLIT, $0-72
	TILE(STEP16, MOVE, 1)

#undef MOVE
#undef TURN
#undef TURN1
#undef TURN2
#undef TURN4
#undef TURN8
#undef TURN16
