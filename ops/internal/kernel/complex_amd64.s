//go:build amd64 && !purego

#include "textflag.h"
#include "block_amd64.h"

// Complex products, of y's parts by the real and by the imaginary part of x:
// every product is rounded by itself.
#define CMULPS(y, x) \
	VMOVSLDUP x, Y8             \
	VMOVSHDUP x, Y9             \
	VPERMILPS $0xB1, y, Y10     \
	VMULPS    y, Y8, Y8         \
	VMULPS    Y10, Y9, Y9       \
	VADDSUBPS Y9, Y8, x

#define CMULPD(y, x) \
	VMOVDDUP  x, Y8             \
	VPERMILPD $0xF, x, Y9       \
	VPERMILPD $0x5, y, Y10      \
	VMULPD    y, Y8, Y8         \
	VMULPD    Y10, Y9, Y9       \
	VADDSUBPD Y9, Y8, x

// Without an instruction that adds and subtracts in turn, the product that is
// subtracted changes its sign: by Z12, the signs of the real parts.
#define WIDECMULPS(y, x) \
	VMOVSLDUP x, Z8         \
	VMOVSHDUP x, Z9         \
	VPERMILPS $0xB1, y, Z10 \
	VMULPS    y, Z8, Z8     \
	VMULPS    Z10, Z9, Z9   \
	VPXORQ    Z12, Z9, Z9   \
	VADDPS    Z9, Z8, x

#define WIDECMULPD(y, x) \
	VMOVDDUP  x, Z8         \
	VPERMILPD $0xFF, x, Z9  \
	VPERMILPD $0x55, y, Z10 \
	VMULPD    y, Z8, Z8     \
	VMULPD    Z10, Z9, Z9   \
	VPXORQ    Z12, Z9, Z9   \
	VADDPD    Z9, Z8, x

TEXT ·mulC64(SB), NOSPLIT, $0-48
	CMPB         ·wide(SB), $0
	JEQ          narrow
	MOVL         $0x80000000, AX
	VPBROADCASTQ AX, Z12

narrow:
	MACRO(CMULPS, WIDECMULPS)

DATA realsign<>+0(SB)/8, $0x8000000000000000
DATA realsign<>+8(SB)/8, $0
GLOBL realsign<>(SB), RODATA|NOPTR, $16

TEXT ·mulC128(SB), NOSPLIT, $0-48
	CMPB            ·wide(SB), $0
	JEQ             narrow
	VBROADCASTI32X4 realsign<>(SB), Z12

narrow:
	MACRO(CMULPD, WIDECMULPD)
