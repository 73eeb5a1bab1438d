//go:build amd64 && !purego

#include "textflag.h"
#include "block_amd64.h"

// Operators of two numbers.

#define BINARY(op) \
	OPERANDS              \
	CHOOSE                \
loop:                     \
	LOADX                 \
	LOADY                 \
	EACH(op)              \
	STORE128              \
	NEXT($128)            \
	JNZ loop              \
	VZEROUPPER            \
	RET                   \
wide:                     \
	WIDELOADX             \
	op      0(DX), Z0, Z0 \
	op      64(DX), Z1, Z1 \
	WIDESTORE             \
	NEXT($128)            \
	JNZ wide              \
	VZEROUPPER            \
	RET

TEXT ·addF32(SB), NOSPLIT, $0-48
	BINARY(VADDPS)

TEXT ·subF32(SB), NOSPLIT, $0-48
	BINARY(VSUBPS)

TEXT ·mulF32(SB), NOSPLIT, $0-48
	BINARY(VMULPS)

TEXT ·divF32(SB), NOSPLIT, $0-48
	BINARY(VDIVPS)

TEXT ·addF64(SB), NOSPLIT, $0-48
	BINARY(VADDPD)

TEXT ·subF64(SB), NOSPLIT, $0-48
	BINARY(VSUBPD)

TEXT ·mulF64(SB), NOSPLIT, $0-48
	BINARY(VMULPD)

TEXT ·divF64(SB), NOSPLIT, $0-48
	BINARY(VDIVPD)

TEXT ·add8(SB), NOSPLIT, $0-48
	BINARY(VPADDB)

TEXT ·add16(SB), NOSPLIT, $0-48
	BINARY(VPADDW)

TEXT ·add32(SB), NOSPLIT, $0-48
	BINARY(VPADDD)

TEXT ·add64(SB), NOSPLIT, $0-48
	BINARY(VPADDQ)

TEXT ·sub8(SB), NOSPLIT, $0-48
	BINARY(VPSUBB)

TEXT ·sub16(SB), NOSPLIT, $0-48
	BINARY(VPSUBW)

TEXT ·sub32(SB), NOSPLIT, $0-48
	BINARY(VPSUBD)

TEXT ·sub64(SB), NOSPLIT, $0-48
	BINARY(VPSUBQ)

TEXT ·mul16(SB), NOSPLIT, $0-48
	BINARY(VPMULLW)

TEXT ·mul32(SB), NOSPLIT, $0-48
	BINARY(VPMULLD)

TEXT ·minI8(SB), NOSPLIT, $0-48
	BINARY(VPMINSB)

TEXT ·maxI8(SB), NOSPLIT, $0-48
	BINARY(VPMAXSB)

TEXT ·minU8(SB), NOSPLIT, $0-48
	BINARY(VPMINUB)

TEXT ·maxU8(SB), NOSPLIT, $0-48
	BINARY(VPMAXUB)

TEXT ·minI16(SB), NOSPLIT, $0-48
	BINARY(VPMINSW)

TEXT ·maxI16(SB), NOSPLIT, $0-48
	BINARY(VPMAXSW)

TEXT ·minU16(SB), NOSPLIT, $0-48
	BINARY(VPMINUW)

TEXT ·maxU16(SB), NOSPLIT, $0-48
	BINARY(VPMAXUW)

TEXT ·minI32(SB), NOSPLIT, $0-48
	BINARY(VPMINSD)

TEXT ·maxI32(SB), NOSPLIT, $0-48
	BINARY(VPMAXSD)

TEXT ·minU32(SB), NOSPLIT, $0-48
	BINARY(VPMINUD)

TEXT ·maxU32(SB), NOSPLIT, $0-48
	BINARY(VPMAXUD)

// Products of bytes: of the even bytes, and of the odd ones moved down and up
// again. Y12 = 0x00ff….
#define MUL8(y, x) \
	VPSRLW  $8, x, Y8  \
	VPSRLW  $8, y, Y9  \
	VPMULLW y, x, x    \
	VPMULLW Y9, Y8, Y8 \
	VPAND   Y12, x, x  \
	VPSLLW  $8, Y8, Y8 \
	VPOR    Y8, x, x

#define WIDEMUL8(y, x) \
	VPSRLW  $8, x, Z8   \
	VPSRLW  $8, y, Z9   \
	VPMULLW y, x, x     \
	VPMULLW Z9, Z8, Z8  \
	VPANDQ  Z12, x, x   \
	VPSLLW  $8, Z8, Z8  \
	VPORQ   Z8, x, x

TEXT ·mul8(SB), NOSPLIT, $0-48
	VPCMPEQW     Y12, Y12, Y12
	VPSRLW       $8, Y12, Y12
	CMPB         ·wide(SB), $0
	JEQ          narrow
	VPBROADCASTW X12, Z12

narrow:
	MACRO(MUL8, WIDEMUL8)

// Products of 64 bits from those of 32 bits.
#define MUL64(y, x) \
	VPSRLQ   $32, x, Y8  \
	VPMULUDQ y, Y8, Y8   \
	VPSRLQ   $32, y, Y9  \
	VPMULUDQ x, Y9, Y9   \
	VPADDQ   Y9, Y8, Y8  \
	VPSLLQ   $32, Y8, Y8 \
	VPMULUDQ y, x, x     \
	VPADDQ   Y8, x, x

#define WIDEMUL64(y, x) VPMULLQ y, x, x

TEXT ·mul64(SB), NOSPLIT, $0-48
	MACRO(MUL64, WIDEMUL64)

// The smaller or larger of 64-bit integers: y where x > y, or the other way.
#define MIN64(y, x) \
	VPCMPGTQ  y, x, Y8 \
	VBLENDVPD Y8, y, x, x

#define MAX64(y, x) \
	VPCMPGTQ  x, y, Y8 \
	VBLENDVPD Y8, y, x, x

#define WIDEMIN64(y, x) VPMINSQ y, x, x
#define WIDEMAX64(y, x) VPMAXSQ y, x, x

TEXT ·minI64(SB), NOSPLIT, $0-48
	MACRO(MIN64, WIDEMIN64)

TEXT ·maxI64(SB), NOSPLIT, $0-48
	MACRO(MAX64, WIDEMAX64)

// Of floats, and x where x is NaN; x stays also where the two are equal (the
// instruction gives its second operand, here x, then).
#define EXTREME(op, unordered, blend, y, x) \
	unordered $3, x, x, Y8   \
	op        x, y, Y9       \
	unordered $3, y, y, Y10  \
	blend     Y10, y, Y9, Y9 \
	blend     Y8, x, Y9, x

#define WIDEEXTREME(op, compare, move, y, x) \
	compare $3, y, y, K1     \
	compare $7, x, x, K1, K2 \
	op      x, y, x          \
	move    y, K2, x

#define MINPS(y, x) EXTREME(VMINPS, VCMPPS, VBLENDVPS, y, x)
#define MAXPS(y, x) EXTREME(VMAXPS, VCMPPS, VBLENDVPS, y, x)
#define MINPD(y, x) EXTREME(VMINPD, VCMPPD, VBLENDVPD, y, x)
#define MAXPD(y, x) EXTREME(VMAXPD, VCMPPD, VBLENDVPD, y, x)
#define WIDEMINPS(y, x) WIDEEXTREME(VMINPS, VCMPPS, VMOVAPS, y, x)
#define WIDEMAXPS(y, x) WIDEEXTREME(VMAXPS, VCMPPS, VMOVAPS, y, x)
#define WIDEMINPD(y, x) WIDEEXTREME(VMINPD, VCMPPD, VMOVAPD, y, x)
#define WIDEMAXPD(y, x) WIDEEXTREME(VMAXPD, VCMPPD, VMOVAPD, y, x)

TEXT ·minF32(SB), NOSPLIT, $0-48
	MACRO(MINPS, WIDEMINPS)

TEXT ·maxF32(SB), NOSPLIT, $0-48
	MACRO(MAXPS, WIDEMAXPS)

TEXT ·minF64(SB), NOSPLIT, $0-48
	MACRO(MINPD, WIDEMINPD)

TEXT ·maxF64(SB), NOSPLIT, $0-48
	MACRO(MAXPD, WIDEMAXPD)
