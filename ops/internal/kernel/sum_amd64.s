//go:build amd64 && !purego

#include "textflag.h"

// Sums of adjacent float32 in 32 lanes of float64: every number is added to the lane
// of its place in a block of 32. The lanes are kept, and then halves of them added to
// one another until two are left, the sums of the numbers in even places and in odd
// ones.
//
// CX   blocks left, at least 1
// SI   source, DI lanes

#define BEGIN \
	MOVQ n+0(FP), CX     \
	MOVQ lanes+8(FP), DI \
	MOVQ x+16(FP), SI

#define END \
	VEXTRACTF128 $1, Y0, X1      \
	VADDPD       X1, X0, X0      \
	VMOVLPD      X0, even+24(FP) \
	VMOVHPD      X0, odd+32(FP)  \
	VZEROUPPER                   \
	RET

// AVX2: lanes in Y0…Y7.
#define LOAD4(at, a, b, c, d) \
	VMOVUPD (at+0)(DI), a  \
	VMOVUPD (at+32)(DI), b \
	VMOVUPD (at+64)(DI), c \
	VMOVUPD (at+96)(DI), d

#define STORE4(at, a, b, c, d) \
	VMOVUPD a, (at+0)(DI)  \
	VMOVUPD b, (at+32)(DI) \
	VMOVUPD c, (at+64)(DI) \
	VMOVUPD d, (at+96)(DI)

#define HALVE8 \
	VADDPD Y4, Y0, Y0 \
	VADDPD Y5, Y1, Y1 \
	VADDPD Y6, Y2, Y2 \
	VADDPD Y7, Y3, Y3 \
	VADDPD Y2, Y0, Y0 \
	VADDPD Y3, Y1, Y1 \
	VADDPD Y1, Y0, Y0

#define LANES8(add, step) \
	BEGIN                          \
	LOAD4(0, Y0, Y1, Y2, Y3)       \
	LOAD4(128, Y4, Y5, Y6, Y7)     \
loop:                              \
	add((0*step)(SI), Y8, X8, Y0)  \
	add((1*step)(SI), Y9, X9, Y1)  \
	add((2*step)(SI), Y8, X8, Y2)  \
	add((3*step)(SI), Y9, X9, Y3)  \
	add((4*step)(SI), Y8, X8, Y4)  \
	add((5*step)(SI), Y9, X9, Y5)  \
	add((6*step)(SI), Y8, X8, Y6)  \
	add((7*step)(SI), Y9, X9, Y7)  \
	ADDQ $(8*step), SI             \
	DECQ CX                        \
	JNZ  loop                      \
	STORE4(0, Y0, Y1, Y2, Y3)      \
	STORE4(128, Y4, Y5, Y6, Y7)    \
	HALVE8                         \
	END

#define ADDNEXT(from, y, x, lane) \
	VCVTPS2PD from, y       \
	VADDPD    y, lane, lane

// Every second number: Y15 holds their places.
#define ADDEVEN(from, y, x, lane) \
	VPERMPS   from, Y15, y  \
	VCVTPS2PD x, y          \
	VADDPD    y, lane, lane

// AVX-512: lanes in Z0…Z3. What comes 8 KiB later is asked for; of every second number
// that gains nothing.
#define ASKNEXT \
	PREFETCHT0 8192(SI) \
	PREFETCHT0 8256(SI)

#define NOTHING

#define WIDELANES4(ask, add, step) \
	BEGIN                         \
	VMOVUPD 0(DI), Z0             \
	VMOVUPD 64(DI), Z1            \
	VMOVUPD 128(DI), Z2           \
	VMOVUPD 192(DI), Z3           \
loop:                             \
	ask                           \
	add((0*step)(SI), Z8, Y8, Z0) \
	add((1*step)(SI), Z9, Y9, Z1) \
	add((2*step)(SI), Z8, Y8, Z2) \
	add((3*step)(SI), Z9, Y9, Z3) \
	ADDQ $(4*step), SI            \
	DECQ CX                       \
	JNZ  loop                     \
	VMOVUPD Z0, 0(DI)             \
	VMOVUPD Z1, 64(DI)            \
	VMOVUPD Z2, 128(DI)           \
	VMOVUPD Z3, 192(DI)           \
	VADDPD  Z2, Z0, Z0            \
	VADDPD  Z3, Z1, Z1            \
	VADDPD  Z1, Z0, Z0            \
	VEXTRACTF64X4 $1, Z0, Y1      \
	VADDPD  Y1, Y0, Y0            \
	END

#define ADDWIDEEVEN(from, z, y, lane) \
	VPERMPS   from, Z15, z  \
	VCVTPS2PD y, z          \
	VADDPD    z, lane, lane

TEXT ·lanesF32(SB), NOSPLIT, $0-40
	LANES8(ADDNEXT, 16)

TEXT ·lanesEvenF32(SB), NOSPLIT, $0-40
	MOVQ      $0x06040200, AX
	VMOVQ     AX, X15
	VPMOVZXBD X15, Y15
	LANES8(ADDEVEN, 32)

TEXT ·lanesWideF32(SB), NOSPLIT, $0-40
	WIDELANES4(ASKNEXT, ADDNEXT, 32)

TEXT ·lanesWideEvenF32(SB), NOSPLIT, $0-40
	MOVQ      $0x0E0C0A0806040200, AX
	VMOVQ     AX, X15
	VPMOVZXBD X15, Z15
	WIDELANES4(NOTHING, ADDWIDEEVEN, 64)
