//go:build amd64 && !purego

#include "textflag.h"
#include "block_amd64.h"

// Conversions of blocks of 32 adjacent elements to wider ones, and of floats, with
// AVX-512 where the machine has it, from the label wide on, else with AVX2 (and F16C).
//
// CX   blocks left, at least 1
// DI   destination, SI source

// Eight numbers from off(SI) by one instruction to a register of dwords.
#define WIDEN4(op, step) \
	op (0*step)(SI), Y0 \
	op (1*step)(SI), Y1 \
	op (2*step)(SI), Y2 \
	op (3*step)(SI), Y3

#define STORE4(off) \
	VMOVDQU Y0, (off+0)(DI)  \
	VMOVDQU Y1, (off+32)(DI) \
	VMOVDQU Y2, (off+64)(DI) \
	VMOVDQU Y3, (off+96)(DI)

#define WIDESTORE2(off) \
	VMOVDQU64 Z0, (off+0)(DI)  \
	VMOVDQU64 Z1, (off+64)(DI)

#define FLOAT4 \
	VCVTDQ2PS Y0, Y0 \
	VCVTDQ2PS Y1, Y1 \
	VCVTDQ2PS Y2, Y2 \
	VCVTDQ2PS Y3, Y3

// 4-byte results of 8 elements a register, which take step bytes in the source.
#define TO32(op, step) \
	ONESOURCE              \
	CHOOSE                \
loop:                     \
	WIDEN4(op, step)      \
	STORE4(0)             \
	ADVANCE($(4*step), $128) \
	JNZ loop              \
	VZEROUPPER            \
	RET                   \
wide:                     \
	op 0(SI), Z0          \
	op (2*step)(SI), Z1   \
	WIDESTORE2(0)         \
	ADVANCE($(4*step), $128) \
	JNZ wide              \
	VZEROUPPER            \
	RET

#define TOFLOAT(op, step) \
	ONESOURCE              \
	CHOOSE                \
loop:                     \
	WIDEN4(op, step)      \
	FLOAT4                \
	STORE4(0)             \
	ADVANCE($(4*step), $128) \
	JNZ loop              \
	VZEROUPPER            \
	RET                   \
wide:                     \
	op 0(SI), Z0          \
	op (2*step)(SI), Z1   \
	VCVTDQ2PS Z0, Z0      \
	VCVTDQ2PS Z1, Z1      \
	WIDESTORE2(0)         \
	ADVANCE($(4*step), $128) \
	JNZ wide              \
	VZEROUPPER            \
	RET

// 8-byte results of 4 elements a register.
#define TO64(op, step) \
	ONESOURCE              \
	CHOOSE                \
loop:                     \
	WIDEN4(op, step)      \
	STORE4(0)             \
	ADDQ $(4*step), SI    \
	WIDEN4(op, step)      \
	STORE4(128)           \
	ADVANCE($(4*step), $256) \
	JNZ loop              \
	VZEROUPPER            \
	RET                   \
wide:                     \
	op 0(SI), Z0          \
	op (2*step)(SI), Z1   \
	WIDESTORE2(0)         \
	op (4*step)(SI), Z0   \
	op (6*step)(SI), Z1   \
	WIDESTORE2(128)       \
	ADVANCE($(8*step), $256) \
	JNZ wide              \
	VZEROUPPER            \
	RET

TEXT ·f32ToF64(SB), NOSPLIT, $0-24
	TO64(VCVTPS2PD, 16)

TEXT ·i32ToF64(SB), NOSPLIT, $0-24
	TO64(VCVTDQ2PD, 16)

TEXT ·i32ToI64(SB), NOSPLIT, $0-24
	TO64(VPMOVSXDQ, 16)

TEXT ·u32ToU64(SB), NOSPLIT, $0-24
	TO64(VPMOVZXDQ, 16)

TEXT ·i16ToI64(SB), NOSPLIT, $0-24
	TO64(VPMOVSXWQ, 8)

TEXT ·u16ToU64(SB), NOSPLIT, $0-24
	TO64(VPMOVZXWQ, 8)

TEXT ·i8ToI64(SB), NOSPLIT, $0-24
	TO64(VPMOVSXBQ, 4)

TEXT ·u8ToU64(SB), NOSPLIT, $0-24
	TO64(VPMOVZXBQ, 4)

TEXT ·i32ToF32(SB), NOSPLIT, $0-24
	TO32(VCVTDQ2PS, 32)

TEXT ·f32ToI32(SB), NOSPLIT, $0-24
	TO32(VCVTTPS2DQ, 32)

TEXT ·i16ToI32(SB), NOSPLIT, $0-24
	TO32(VPMOVSXWD, 16)

TEXT ·u16ToU32(SB), NOSPLIT, $0-24
	TO32(VPMOVZXWD, 16)

TEXT ·i8ToI32(SB), NOSPLIT, $0-24
	TO32(VPMOVSXBD, 8)

TEXT ·u8ToU32(SB), NOSPLIT, $0-24
	TO32(VPMOVZXBD, 8)

TEXT ·f16ToF32(SB), NOSPLIT, $0-24
	TO32(VCVTPH2PS, 16)

TEXT ·i16ToF32(SB), NOSPLIT, $0-24
	TOFLOAT(VPMOVSXWD, 16)

TEXT ·u16ToF32(SB), NOSPLIT, $0-24
	TOFLOAT(VPMOVZXWD, 16)

TEXT ·i8ToF32(SB), NOSPLIT, $0-24
	TOFLOAT(VPMOVSXBD, 8)

TEXT ·u8ToF32(SB), NOSPLIT, $0-24
	TOFLOAT(VPMOVZXBD, 8)

// 8-byte results through dwords.
#define TODOUBLE(op, step) \
	ONESOURCE                   \
	CHOOSE                     \
loop:                          \
	op        (0*step)(SI), X0 \
	op        (1*step)(SI), X1 \
	op        (2*step)(SI), X2 \
	op        (3*step)(SI), X3 \
	VCVTDQ2PD X0, Y0           \
	VCVTDQ2PD X1, Y1           \
	VCVTDQ2PD X2, Y2           \
	VCVTDQ2PD X3, Y3           \
	STORE4(0)                  \
	op        (4*step)(SI), X0 \
	op        (5*step)(SI), X1 \
	op        (6*step)(SI), X2 \
	op        (7*step)(SI), X3 \
	VCVTDQ2PD X0, Y0           \
	VCVTDQ2PD X1, Y1           \
	VCVTDQ2PD X2, Y2           \
	VCVTDQ2PD X3, Y3           \
	STORE4(128)                \
	ADVANCE($(8*step), $256)      \
	JNZ loop                   \
	VZEROUPPER                 \
	RET                        \
wide:                          \
	op        (0*step)(SI), Y0 \
	op        (2*step)(SI), Y1 \
	VCVTDQ2PD Y0, Z0           \
	VCVTDQ2PD Y1, Z1           \
	WIDESTORE2(0)              \
	op        (4*step)(SI), Y0 \
	op        (6*step)(SI), Y1 \
	VCVTDQ2PD Y0, Z0           \
	VCVTDQ2PD Y1, Z1           \
	WIDESTORE2(128)            \
	ADVANCE($(8*step), $256)      \
	JNZ wide                   \
	VZEROUPPER                 \
	RET

TEXT ·i16ToF64(SB), NOSPLIT, $0-24
	TODOUBLE(VPMOVSXWD, 8)

TEXT ·u16ToF64(SB), NOSPLIT, $0-24
	TODOUBLE(VPMOVZXWD, 8)

TEXT ·i8ToF64(SB), NOSPLIT, $0-24
	TODOUBLE(VPMOVSXBD, 4)

TEXT ·u8ToF64(SB), NOSPLIT, $0-24
	TODOUBLE(VPMOVZXBD, 4)

// 2-byte results of 16 bytes.
TEXT ·i8ToI16(SB), NOSPLIT, $0-24
	ONESOURCE
	CHOOSE

loop:
	VPMOVSXBW (SI), Y0
	VPMOVSXBW 16(SI), Y1
	VMOVDQU   Y0, (DI)
	VMOVDQU   Y1, 32(DI)
	ADVANCE($32, $64)
	JNZ loop
	VZEROUPPER
	RET

wide:
	VPMOVSXBW (SI), Z0
	VMOVDQU64 Z0, (DI)
	ADVANCE($32, $64)
	JNZ wide
	VZEROUPPER
	RET

TEXT ·u8ToU16(SB), NOSPLIT, $0-24
	ONESOURCE
	CHOOSE

loop:
	VPMOVZXBW (SI), Y0
	VPMOVZXBW 16(SI), Y1
	VMOVDQU   Y0, (DI)
	VMOVDQU   Y1, 32(DI)
	ADVANCE($32, $64)
	JNZ loop
	VZEROUPPER
	RET

wide:
	VPMOVZXBW (SI), Z0
	VMOVDQU64 Z0, (DI)
	ADVANCE($32, $64)
	JNZ wide
	VZEROUPPER
	RET

// From 8 to 4 bytes: 4 elements of each of 8 registers.
#define FROM64(op, wideop) \
	ONESOURCE               \
	CHOOSE                 \
loop:                      \
	op      0(SI), X0      \
	op      32(SI), X1     \
	op      64(SI), X2     \
	op      96(SI), X3     \
	op      128(SI), X4    \
	op      160(SI), X5    \
	op      192(SI), X6    \
	op      224(SI), X7    \
	VMOVDQU X0, 0(DI)      \
	VMOVDQU X1, 16(DI)     \
	VMOVDQU X2, 32(DI)     \
	VMOVDQU X3, 48(DI)     \
	VMOVDQU X4, 64(DI)     \
	VMOVDQU X5, 80(DI)     \
	VMOVDQU X6, 96(DI)     \
	VMOVDQU X7, 112(DI)    \
	ADVANCE($256, $128)       \
	JNZ loop               \
	VZEROUPPER             \
	RET                    \
wide:                      \
	wideop  0(SI), Y0      \
	wideop  64(SI), Y1     \
	wideop  128(SI), Y2    \
	wideop  192(SI), Y3    \
	STORE4(0)              \
	ADVANCE($256, $128)       \
	JNZ wide               \
	VZEROUPPER             \
	RET

TEXT ·f64ToF32(SB), NOSPLIT, $0-24
	FROM64(VCVTPD2PSY, VCVTPD2PS)

TEXT ·f64ToI32(SB), NOSPLIT, $0-24
	FROM64(VCVTTPD2DQY, VCVTTPD2DQ)

// Real numbers become complex ones: 0 after each.
TEXT ·f64ToC128(SB), NOSPLIT, $0-24
	ONESOURCE
	ADDQ   CX, CX
	VXORPD Y15, Y15, Y15

loop:
	VPERMQ   $0x50, 0(SI), Y0
	VPERMQ   $0xFA, 0(SI), Y1
	VPERMQ   $0x50, 32(SI), Y2
	VPERMQ   $0xFA, 32(SI), Y3
	VBLENDPD $0xA, Y15, Y0, Y0
	VBLENDPD $0xA, Y15, Y1, Y1
	VBLENDPD $0xA, Y15, Y2, Y2
	VBLENDPD $0xA, Y15, Y3, Y3
	STORE4(0)
	VPERMQ   $0x50, 64(SI), Y0
	VPERMQ   $0xFA, 64(SI), Y1
	VPERMQ   $0x50, 96(SI), Y2
	VPERMQ   $0xFA, 96(SI), Y3
	VBLENDPD $0xA, Y15, Y0, Y0
	VBLENDPD $0xA, Y15, Y1, Y1
	VBLENDPD $0xA, Y15, Y2, Y2
	VBLENDPD $0xA, Y15, Y3, Y3
	STORE4(128)
	ADVANCE($128, $256)
	JNZ      loop
	VZEROUPPER
	RET

TEXT ·f32ToF16(SB), NOSPLIT, $0-24
	ONESOURCE
	CHOOSE

loop:
	VMOVUPS   0(SI), Y0
	VMOVUPS   32(SI), Y1
	VMOVUPS   64(SI), Y2
	VMOVUPS   96(SI), Y3
	VCVTPS2PH $0, Y0, 0(DI)
	VCVTPS2PH $0, Y1, 16(DI)
	VCVTPS2PH $0, Y2, 32(DI)
	VCVTPS2PH $0, Y3, 48(DI)
	ADVANCE($128, $64)
	JNZ loop
	VZEROUPPER
	RET

wide:
	VMOVUPS   0(SI), Z0
	VMOVUPS   64(SI), Z1
	VCVTPS2PH $0, Z0, 0(DI)
	VCVTPS2PH $0, Z1, 32(DI)
	ADVANCE($128, $64)
	JNZ wide
	VZEROUPPER
	RET

// From float64 to float16 in one rounding: by way of a float32 that is cut, and
// whose last bit is set where bits were lost. The rounding mode is changed for it.
// Y12 = 1 in every dword.
#define ODD(off, x) \
	VMOVUPD      off(SI), Y4         \
	VCVTPD2PSY   Y4, x               \
	VCVTPS2PD    x, Y5               \
	VCMPPD       $4, Y4, Y5, Y5      \
	VEXTRACTF128 $1, Y5, X6          \
	VSHUFPS      $0x88, X6, X5, X5   \
	VPAND        X12, X5, X5         \
	VPOR         X5, x, x

TEXT ·f64ToF16(SB), NOSPLIT, $8-24
	ONESOURCE
	VPCMPEQD X12, X12, X12
	VPSRLD   $31, X12, X12
	VSTMXCSR old-8(SP)
	MOVL     old-8(SP), AX
	ORL      $0x6000, AX
	MOVL     AX, cut-4(SP)
	VLDMXCSR cut-4(SP)

loop:
	ODD(0, X0)
	ODD(32, X1)
	ODD(64, X2)
	ODD(96, X3)
	VCVTPS2PH $0, X0, 0(DI)
	VCVTPS2PH $0, X1, 8(DI)
	VCVTPS2PH $0, X2, 16(DI)
	VCVTPS2PH $0, X3, 24(DI)
	ODD(128, X0)
	ODD(160, X1)
	ODD(192, X2)
	ODD(224, X3)
	VCVTPS2PH $0, X0, 32(DI)
	VCVTPS2PH $0, X1, 40(DI)
	VCVTPS2PH $0, X2, 48(DI)
	VCVTPS2PH $0, X3, 56(DI)
	ADVANCE($256, $64)
	JNZ loop
	VLDMXCSR old-8(SP)
	VZEROUPPER
	RET

// func cpuidFeatures() (ecx uint32)
TEXT ·cpuidFeatures(SB), NOSPLIT, $0-4
	MOVL $1, AX
	XORL CX, CX
	CPUID
	MOVL CX, ecx+0(FP)
	RET
