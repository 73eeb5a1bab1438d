//go:build amd64 && !purego

#include "textflag.h"
#include "block_amd64.h"

// Truth values: any byte but 0 is true. Z(x) is -1 where it is false.
#define TRUTHS(join, bit, widejoin) \
	OPERANDS               \
	CHOOSE                 \
	VPXOR    Y11, Y11, Y11 \
	VPCMPEQB Y12, Y12, Y12 \
	VPABSB   Y12, Y12      \
loop:                      \
	LOADX                  \
	LOADY                  \
	FALSE4                 \
	EACH(join)             \
	bit                    \
	STORE128               \
	NEXT($128)             \
	JNZ loop               \
	VZEROUPPER             \
	RET                    \
wide:                      \
	MOVL     $1, AX        \
	VPBROADCASTB AX, Z12   \
bits:                      \
	WIDELOADX              \
	WIDELOADY              \
	VPTESTMB Z0, Z0, K1    \
	VPTESTMB Z1, Z1, K2    \
	VPTESTMB Z4, Z4, K3    \
	VPTESTMB Z5, Z5, K4    \
	widejoin K3, K1, K1    \
	widejoin K4, K2, K2    \
	VMOVDQU8.Z Z12, K1, Z0 \
	VMOVDQU8.Z Z12, K2, Z1 \
	WIDESTORE              \
	NEXT($128)             \
	JNZ bits               \
	VZEROUPPER             \
	RET

#define FALSE4 \
	VPCMPEQB Y11, Y0, Y0 \
	VPCMPEQB Y11, Y1, Y1 \
	VPCMPEQB Y11, Y2, Y2 \
	VPCMPEQB Y11, Y3, Y3 \
	VPCMPEQB Y11, Y4, Y4 \
	VPCMPEQB Y11, Y5, Y5 \
	VPCMPEQB Y11, Y6, Y6 \
	VPCMPEQB Y11, Y7, Y7

#define NOTBIT \
	VPANDN Y12, Y0, Y0 \
	VPANDN Y12, Y1, Y1 \
	VPANDN Y12, Y2, Y2 \
	VPANDN Y12, Y3, Y3

#define BIT \
	VPAND Y12, Y0, Y0 \
	VPAND Y12, Y1, Y1 \
	VPAND Y12, Y2, Y2 \
	VPAND Y12, Y3, Y3

TEXT ·andTruth(SB), NOSPLIT, $0-48
	TRUTHS(VPOR, NOTBIT, KANDQ)

TEXT ·orTruth(SB), NOSPLIT, $0-48
	TRUTHS(VPAND, NOTBIT, KORQ)

TEXT ·xorTruth(SB), NOSPLIT, $0-48
	TRUTHS(VPXOR, BIT, KXORQ)
