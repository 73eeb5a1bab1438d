//go:build amd64 && !purego

#include "textflag.h"

// Exponentials and logarithms of 32 bytes at a time with AVX2 and FMA, or of 64 with
// AVX-512, to within 1.5 units in the last place (see TestExpLog). Logarithms stop at
// a group with a number that is not normal and positive, which the caller takes care
// of.
//
// CX   groups of 32 bytes left, at least 1
// DI   destination, SI source
// DX   1, or 2 where there is AVX-512
// Y0   the numbers, Y15 where they are out of bounds
//
// The polynomials meet their functions at Chebyshev's points of the interval.

// A constant in all places of 32 bytes.
#define CONSTANT(name, bits) \
	DATA name<>+0(SB)/8, bits  \
	DATA name<>+8(SB)/8, bits  \
	DATA name<>+16(SB)/8, bits \
	DATA name<>+24(SB)/8, bits \
	GLOBL name<>(SB), RODATA|NOPTR, $32

CONSTANT(one64, $0x3ff0000000000000)
CONSTANT(two64, $0x4000000000000000)
CONSTANT(half64, $0x3fe0000000000000)
CONSTANT(log2e64, $0x3ff71547652b82fe)
CONSTANT(ln2hi64, $0x3fe62e42fefa3800) // 42 bits, so that multiples of it are exact
CONSTANT(ln2lo64, $0x3d2ef35793c76730)
CONSTANT(round64, $0x4338000000000000) // 1.5·2^52: adding it rounds to an integer, in the lowest bits

CONSTANT(expLow64, $0xc086200000000000)  // -708
CONSTANT(expHigh64, $0x4086280000000000) // 709
CONSTANT(expLeast64, $0xc087500000000000) // -746
CONSTANT(expMost64, $0x4086300000000000)  // 710
CONSTANT(n2048, $2048)
CONSTANT(n1024, $1024)
CONSTANT(e2d, $0x3fe0000000000001)       // (exp(r) - 1 - r)/r²
CONSTANT(e3d, $0x3fc5555555555556)
CONSTANT(e4d, $0x3fa5555555553d4f)
CONSTANT(e5d, $0x3f811111111109ad)
CONSTANT(e6d, $0x3f56c16c17893833)
CONSTANT(e7d, $0x3f2a01a01a7c8d47)
CONSTANT(e8d, $0x3efa019b8ef67c6c)
CONSTANT(e9d, $0x3ec71de0d9c145d0)
CONSTANT(e10d, $0x3e92891a8c1d838d)
CONSTANT(e11d, $0x3e5af38d53857513)

CONSTANT(logLow64, $0x0010000000000000)  // the least normal number
CONSTANT(logHigh64, $0x7fefffffffffffff) // the largest number
CONSTANT(toOne64, $0x00095f619980c433)   // the bits of 1 less those of √½
CONSTANT(root64, $0x3fe6a09e667f3bcd)    // √½
CONSTANT(mantissa64, $0x000fffffffffffff)
CONSTANT(two52, $0x4330000000000000)
CONSTANT(two52bias, $0x43300000000003ff) // 2^52 + 1023
CONSTANT(a3d, $0x3fe5555555555558)       // (2·atanh(s) - 2s)/s³ in s²
CONSTANT(a5d, $0x3fd99999999952e2)
CONSTANT(a7d, $0x3fd2492492df148d)
CONSTANT(a9d, $0x3fcc71c62e5800a1)
CONSTANT(a11d, $0x3fc7462b4ab2ef6b)
CONSTANT(a13d, $0x3fc39fe606542dde)
CONSTANT(a15d, $0x3fc2b584aae78a57)

CONSTANT(one32, $0x3f8000003f800000)
CONSTANT(half32, $0x3f0000003f000000)
CONSTANT(log2e32, $0x3fb8aa3b3fb8aa3b)
CONSTANT(ln2hi32, $0x3f3172003f317200) // 15 bits
CONSTANT(ln2lo32, $0x35bfbe8e35bfbe8e)
CONSTANT(round32, $0x4b4000004b400000) // 1.5·2^23

CONSTANT(expLow32, $0xc2ae0000c2ae0000)  // -87
CONSTANT(expHigh32, $0x42b0000042b00000) // 88
CONSTANT(expLeast32, $0xc2d20000c2d20000) // -105
CONSTANT(expMost32, $0x42b4000042b40000)  // 90
CONSTANT(e2s, $0x3f0000003f000000)
CONSTANT(e3s, $0x3e2aaaab3e2aaaab)
CONSTANT(e4s, $0x3d2aaa743d2aaa74)
CONSTANT(e5s, $0x3c0888703c088870)
CONSTANT(e6s, $0x3ab6a1b13ab6a1b1)
CONSTANT(e7s, $0x3950929439509294)

CONSTANT(logLow32, $0x0080000000800000)
CONSTANT(logHigh32, $0x7f7fffff7f7fffff)
CONSTANT(toOne32, $0x004afb0d004afb0d)
CONSTANT(root32, $0x3f3504f33f3504f3)
CONSTANT(mantissa32, $0x007fffff007fffff)
CONSTANT(bias32, $0x0000007f0000007f)
CONSTANT(q3s, $0x3eaaaaaa3eaaaaaa) // (log(1+f) - f + f²/2)/f³
CONSTANT(q4s, $0xbe7ffffebe7ffffe)
CONSTANT(q5s, $0x3e4ccead3e4ccead)
CONSTANT(q6s, $0xbe2aada5be2aada5)
CONSTANT(q7s, $0x3e11e90d3e11e90d)
CONSTANT(q8s, $0xbdfe7a63bdfe7a63)
CONSTANT(q9s, $0x3def51413def5141)
CONSTANT(q10s, $0xbdeb1adebdeb1ade)
CONSTANT(q11s, $0x3d8ec7533d8ec753)

// exp(x) = 2^n·exp(r) with r = x - n·ln(2), at most ln(2)/2.
#define EXP64 \
	VMOVUPD      round64<>(SB), Y3      \
	VFMADD231PD  log2e64<>(SB), Y0, Y3  \
	VSUBPD       round64<>(SB), Y3, Y2  \
	VFNMADD231PD ln2hi64<>(SB), Y2, Y0  \
	VFNMADD231PD ln2lo64<>(SB), Y2, Y0  \
	VMULPD       Y0, Y0, Y1             \
	VMOVUPD      e11d<>(SB), Y4         \
	VFMADD213PD  e10d<>(SB), Y0, Y4     \
	VFMADD213PD  e9d<>(SB), Y0, Y4      \
	VFMADD213PD  e8d<>(SB), Y0, Y4      \
	VFMADD213PD  e7d<>(SB), Y0, Y4      \
	VFMADD213PD  e6d<>(SB), Y0, Y4      \
	VFMADD213PD  e5d<>(SB), Y0, Y4      \
	VFMADD213PD  e4d<>(SB), Y0, Y4      \
	VFMADD213PD  e3d<>(SB), Y0, Y4      \
	VFMADD213PD  e2d<>(SB), Y0, Y4      \
	VFMADD213PD  Y0, Y1, Y4             \
	VADDPD       one64<>(SB), Y4, Y4

#define WIDEEXP64 \
	VBROADCASTSD      round64<>(SB), Z3     \
	VFMADD231PD.BCST  log2e64<>(SB), Z0, Z3 \
	VSUBPD.BCST       round64<>(SB), Z3, Z2 \
	VFNMADD231PD.BCST ln2hi64<>(SB), Z2, Z0 \
	VFNMADD231PD.BCST ln2lo64<>(SB), Z2, Z0 \
	VMULPD            Z0, Z0, Z1            \
	VBROADCASTSD      e11d<>(SB), Z4        \
	VFMADD213PD.BCST  e10d<>(SB), Z0, Z4    \
	VFMADD213PD.BCST  e9d<>(SB), Z0, Z4     \
	VFMADD213PD.BCST  e8d<>(SB), Z0, Z4     \
	VFMADD213PD.BCST  e7d<>(SB), Z0, Z4     \
	VFMADD213PD.BCST  e6d<>(SB), Z0, Z4     \
	VFMADD213PD.BCST  e5d<>(SB), Z0, Z4     \
	VFMADD213PD.BCST  e4d<>(SB), Z0, Z4     \
	VFMADD213PD.BCST  e3d<>(SB), Z0, Z4     \
	VFMADD213PD.BCST  e2d<>(SB), Z0, Z4     \
	VFMADD213PD       Z0, Z1, Z4            \
	VADDPD.BCST       one64<>(SB), Z4, Z4

#define SCALE64 \
	VPSLLQ $52, Y3, Y3 \
	VPADDQ Y3, Y4, Y0

#define WIDESCALE64 \
	VPSLLQ $52, Z3, Z3 \
	VPADDQ Z3, Z4, Z0

// Where 2^n is no normal number it takes two steps, h = ⌊n/2⌋ and n - h; all that
// is further out gives 0 or infinity as well from the bounds. NaN stays.
#define CLAMP64 \
	VMAXPD Y0, Y12, Y0 \
	VMINPD Y0, Y13, Y0

#define SCALETWICE64 \
	VPSUBQ round64<>(SB), Y3, Y3 \
	VPADDQ n2048<>(SB), Y3, Y1   \
	VPSRLQ $1, Y1, Y1            \
	VPSUBQ n1024<>(SB), Y1, Y1   \
	VPSUBQ Y1, Y3, Y3            \
	VPSLLQ $52, Y1, Y1           \
	VPSLLQ $52, Y3, Y3           \
	VPADDQ one64<>(SB), Y1, Y1   \
	VPADDQ one64<>(SB), Y3, Y3   \
	VMULPD Y1, Y4, Y0            \
	VMULPD Y3, Y0, Y0

#define EXP32 \
	VMOVUPS      round32<>(SB), Y3      \
	VFMADD231PS  log2e32<>(SB), Y0, Y3  \
	VSUBPS       round32<>(SB), Y3, Y2  \
	VFNMADD231PS ln2hi32<>(SB), Y2, Y0  \
	VFNMADD231PS ln2lo32<>(SB), Y2, Y0  \
	VMULPS       Y0, Y0, Y1             \
	VMOVUPS      e7s<>(SB), Y4          \
	VFMADD213PS  e6s<>(SB), Y0, Y4      \
	VFMADD213PS  e5s<>(SB), Y0, Y4      \
	VFMADD213PS  e4s<>(SB), Y0, Y4      \
	VFMADD213PS  e3s<>(SB), Y0, Y4      \
	VFMADD213PS  e2s<>(SB), Y0, Y4      \
	VFMADD213PS  Y0, Y1, Y4             \
	VADDPS       one32<>(SB), Y4, Y4

#define WIDEEXP32 \
	VBROADCASTSS      round32<>(SB), Z3     \
	VFMADD231PS.BCST  log2e32<>(SB), Z0, Z3 \
	VSUBPS.BCST       round32<>(SB), Z3, Z2 \
	VFNMADD231PS.BCST ln2hi32<>(SB), Z2, Z0 \
	VFNMADD231PS.BCST ln2lo32<>(SB), Z2, Z0 \
	VMULPS            Z0, Z0, Z1            \
	VBROADCASTSS      e7s<>(SB), Z4         \
	VFMADD213PS.BCST  e6s<>(SB), Z0, Z4     \
	VFMADD213PS.BCST  e5s<>(SB), Z0, Z4     \
	VFMADD213PS.BCST  e4s<>(SB), Z0, Z4     \
	VFMADD213PS.BCST  e3s<>(SB), Z0, Z4     \
	VFMADD213PS.BCST  e2s<>(SB), Z0, Z4     \
	VFMADD213PS       Z0, Z1, Z4            \
	VADDPS.BCST       one32<>(SB), Z4, Z4

#define SCALE32 \
	VPSLLD $23, Y3, Y3 \
	VPADDD Y3, Y4, Y0

#define WIDESCALE32 \
	VPSLLD $23, Z3, Z3 \
	VPADDD Z3, Z4, Z0

#define CLAMP32 \
	VMAXPS Y0, Y12, Y0 \
	VMINPS Y0, Y13, Y0

#define SCALETWICE32 \
	VPSUBD round32<>(SB), Y3, Y3 \
	VPSRAD $1, Y3, Y1            \
	VPSUBD Y1, Y3, Y3            \
	VPSLLD $23, Y1, Y1           \
	VPSLLD $23, Y3, Y3           \
	VPADDD one32<>(SB), Y1, Y1   \
	VPADDD one32<>(SB), Y3, Y3   \
	VMULPS Y1, Y4, Y0            \
	VMULPS Y3, Y0, Y0

// log(x) = k·ln(2) + log(1+f) with 1+f = x/2^k from √½ to √2. In float64
// log(1+f) = f - (f²/2 - s·(f²/2 + R)) with s = f/(2+f) and R = (2·atanh(s) - 2s)/s.
#define LOG64 \
	VPADDQ      toOne64<>(SB), Y0, Y0    \
	VPSRLQ      $52, Y0, Y3              \
	VPOR        two52<>(SB), Y3, Y3      \
	VSUBPD      two52bias<>(SB), Y3, Y3  \
	VPAND       mantissa64<>(SB), Y0, Y0 \
	VPADDQ      root64<>(SB), Y0, Y0     \
	VSUBPD      one64<>(SB), Y0, Y2      \
	VADDPD      two64<>(SB), Y2, Y4      \
	VDIVPD      Y4, Y2, Y4               \
	VMULPD      Y4, Y4, Y5               \
	VMOVUPD     a15d<>(SB), Y0           \
	VFMADD213PD a13d<>(SB), Y5, Y0       \
	VFMADD213PD a11d<>(SB), Y5, Y0       \
	VFMADD213PD a9d<>(SB), Y5, Y0        \
	VFMADD213PD a7d<>(SB), Y5, Y0        \
	VFMADD213PD a5d<>(SB), Y5, Y0        \
	VFMADD213PD a3d<>(SB), Y5, Y0        \
	VMULPD      half64<>(SB), Y2, Y1     \
	VMULPD      Y2, Y1, Y1               \
	VFMADD213PD Y1, Y5, Y0               \
	VMULPD      Y4, Y0, Y0               \
	VFMADD231PD ln2lo64<>(SB), Y3, Y0    \
	VSUBPD      Y0, Y1, Y1               \
	VSUBPD      Y2, Y1, Y1               \
	VMULPD      ln2hi64<>(SB), Y3, Y0    \
	VSUBPD      Y1, Y0, Y0

#define WIDELOG64 \
	VPADDQ.BCST      toOne64<>(SB), Z0, Z0    \
	VPSRLQ           $52, Z0, Z3              \
	VPORQ.BCST       two52<>(SB), Z3, Z3      \
	VSUBPD.BCST      two52bias<>(SB), Z3, Z3  \
	VPANDQ.BCST      mantissa64<>(SB), Z0, Z0 \
	VPADDQ.BCST      root64<>(SB), Z0, Z0     \
	VSUBPD.BCST      one64<>(SB), Z0, Z2      \
	VADDPD.BCST      two64<>(SB), Z2, Z4      \
	VDIVPD           Z4, Z2, Z4               \
	VMULPD           Z4, Z4, Z5               \
	VBROADCASTSD     a15d<>(SB), Z0           \
	VFMADD213PD.BCST a13d<>(SB), Z5, Z0       \
	VFMADD213PD.BCST a11d<>(SB), Z5, Z0       \
	VFMADD213PD.BCST a9d<>(SB), Z5, Z0        \
	VFMADD213PD.BCST a7d<>(SB), Z5, Z0        \
	VFMADD213PD.BCST a5d<>(SB), Z5, Z0        \
	VFMADD213PD.BCST a3d<>(SB), Z5, Z0        \
	VMULPD.BCST      half64<>(SB), Z2, Z1     \
	VMULPD           Z2, Z1, Z1               \
	VFMADD213PD      Z1, Z5, Z0               \
	VMULPD           Z4, Z0, Z0               \
	VFMADD231PD.BCST ln2lo64<>(SB), Z3, Z0    \
	VSUBPD           Z0, Z1, Z1               \
	VSUBPD           Z2, Z1, Z1               \
	VMULPD.BCST      ln2hi64<>(SB), Z3, Z0    \
	VSUBPD           Z1, Z0, Z0

#define LOG32 \
	VPADDD       toOne32<>(SB), Y0, Y0    \
	VPSRLD       $23, Y0, Y3              \
	VPSUBD       bias32<>(SB), Y3, Y3     \
	VCVTDQ2PS    Y3, Y3                   \
	VPAND        mantissa32<>(SB), Y0, Y0 \
	VPADDD       root32<>(SB), Y0, Y0     \
	VSUBPS       one32<>(SB), Y0, Y2      \
	VMULPS       Y2, Y2, Y1               \
	VMOVUPS      q11s<>(SB), Y0           \
	VFMADD213PS  q10s<>(SB), Y2, Y0       \
	VFMADD213PS  q9s<>(SB), Y2, Y0        \
	VFMADD213PS  q8s<>(SB), Y2, Y0        \
	VFMADD213PS  q7s<>(SB), Y2, Y0        \
	VFMADD213PS  q6s<>(SB), Y2, Y0        \
	VFMADD213PS  q5s<>(SB), Y2, Y0        \
	VFMADD213PS  q4s<>(SB), Y2, Y0        \
	VFMADD213PS  q3s<>(SB), Y2, Y0        \
	VMULPS       Y2, Y0, Y0               \
	VMULPS       Y1, Y0, Y0               \
	VFMADD231PS  ln2lo32<>(SB), Y3, Y0    \
	VFNMADD231PS half32<>(SB), Y1, Y0     \
	VADDPS       Y2, Y0, Y0               \
	VFMADD231PS  ln2hi32<>(SB), Y3, Y0

#define WIDELOG32 \
	VPADDD.BCST       toOne32<>(SB), Z0, Z0    \
	VPSRLD            $23, Z0, Z3              \
	VPSUBD.BCST       bias32<>(SB), Z3, Z3     \
	VCVTDQ2PS         Z3, Z3                   \
	VPANDD.BCST       mantissa32<>(SB), Z0, Z0 \
	VPADDD.BCST       root32<>(SB), Z0, Z0     \
	VSUBPS.BCST       one32<>(SB), Z0, Z2      \
	VMULPS            Z2, Z2, Z1               \
	VBROADCASTSS      q11s<>(SB), Z0           \
	VFMADD213PS.BCST  q10s<>(SB), Z2, Z0       \
	VFMADD213PS.BCST  q9s<>(SB), Z2, Z0        \
	VFMADD213PS.BCST  q8s<>(SB), Z2, Z0        \
	VFMADD213PS.BCST  q7s<>(SB), Z2, Z0        \
	VFMADD213PS.BCST  q6s<>(SB), Z2, Z0        \
	VFMADD213PS.BCST  q5s<>(SB), Z2, Z0        \
	VFMADD213PS.BCST  q4s<>(SB), Z2, Z0        \
	VFMADD213PS.BCST  q3s<>(SB), Z2, Z0        \
	VMULPS            Z2, Z0, Z0               \
	VMULPS            Z1, Z0, Z0               \
	VFMADD231PS.BCST  ln2lo32<>(SB), Z3, Z0    \
	VFNMADD231PS.BCST half32<>(SB), Z1, Z0     \
	VADDPS            Z2, Z0, Z0               \
	VFMADD231PS.BCST  ln2hi32<>(SB), Z3, Z0

// Groups of which all numbers are within bounds go to f, others to outside. With
// AVX-512 two groups at once go to widef, which gives the same results.
#define GROUPS(compare, move, low, high, widecompare, f, widef, outside) \
	MOVQ     n+0(FP), CX                \
	MOVQ     d+8(FP), DI                \
	MOVQ     x+16(FP), SI               \
	MOVBLZX  ·wide(SB), DX              \
	INCL     DX                         \
loop:                                   \
	CMPQ     DX, $2                     \
	JLT      one                        \
	CMPQ     CX, DX                     \
	JGE      two                        \
one:                                    \
	VMOVUPS  (SI), Y0                   \
	compare  $0x19, low<>(SB), Y0, Y14  \
	compare  $0x16, high<>(SB), Y0, Y15 \
	VORPS    Y14, Y15, Y15              \
	move     Y15, AX                    \
	TESTL    AX, AX                     \
	JNE      out                        \
	f                                   \
store:                                  \
	VMOVUPS  Y0, (DI)                   \
	ADDQ     $32, SI                    \
	ADDQ     $32, DI                    \
	DECQ     CX                         \
	JNZ      loop                       \
	JMP      end                        \
two:                                    \
	VMOVUPS  (SI), Z0                   \
	widecompare $0x19, low<>(SB), Z0, K1  \
	widecompare $0x16, high<>(SB), Z0, K2 \
	KORTESTW K1, K2                     \
	JNE      one                        \
	widef                               \
	VMOVUPS  Z0, (DI)                   \
	ADDQ     $64, SI                    \
	ADDQ     $64, DI                    \
	SUBQ     $2, CX                     \
	CMPQ     CX, $2                     \
	JGE      two                        \
	TESTQ    CX, CX                     \
	JNE      one                        \
	JMP      end                        \
out:                                    \
	outside                             \
end:                                    \
	MOVQ     CX, left+24(FP)            \
	VZEROUPPER                          \
	RET

#define EXPONENTIAL64 \
	EXP64 \
	SCALE64

#define WIDEEXPONENTIAL64 \
	WIDEEXP64 \
	WIDESCALE64

#define FAR64 \
	CLAMP64      \
	EXP64        \
	SCALETWICE64 \
	JMP store

#define EXPONENTIAL32 \
	EXP32 \
	SCALE32

#define WIDEEXPONENTIAL32 \
	WIDEEXP32 \
	WIDESCALE32

#define FAR32 \
	CLAMP32      \
	EXP32        \
	SCALETWICE32 \
	JMP store

#define STOP

TEXT ·expF64(SB), NOSPLIT, $0-32
	VMOVUPD expLeast64<>(SB), Y12
	VMOVUPD expMost64<>(SB), Y13
	GROUPS(VCMPPD, VMOVMSKPD, expLow64, expHigh64, VCMPPD.BCST, EXPONENTIAL64, WIDEEXPONENTIAL64, FAR64)

TEXT ·logF64(SB), NOSPLIT, $0-32
	GROUPS(VCMPPD, VMOVMSKPD, logLow64, logHigh64, VCMPPD.BCST, LOG64, WIDELOG64, STOP)

TEXT ·expF32(SB), NOSPLIT, $0-32
	VMOVUPS expLeast32<>(SB), Y12
	VMOVUPS expMost32<>(SB), Y13
	GROUPS(VCMPPS, VMOVMSKPS, expLow32, expHigh32, VCMPPS.BCST, EXPONENTIAL32, WIDEEXPONENTIAL32, FAR32)

TEXT ·logF32(SB), NOSPLIT, $0-32
	GROUPS(VCMPPS, VMOVMSKPS, logLow32, logHigh32, VCMPPS.BCST, LOG32, WIDELOG32, STOP)
