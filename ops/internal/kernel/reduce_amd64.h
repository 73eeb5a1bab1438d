// What folds do with two registers: op(y, x) leaves in x the lesser or greater of both,
// or their product.

#define MINSB(y, x) VPMINSB y, x, x
#define MAXSB(y, x) VPMAXSB y, x, x
#define MINUB(y, x) VPMINUB y, x, x
#define MAXUB(y, x) VPMAXUB y, x, x
#define MINSW(y, x) VPMINSW y, x, x
#define MAXSW(y, x) VPMAXSW y, x, x
#define MINUW(y, x) VPMINUW y, x, x
#define MAXUW(y, x) VPMAXUW y, x, x
#define MINSD(y, x) VPMINSD y, x, x
#define MAXSD(y, x) VPMAXSD y, x, x
#define MINUD(y, x) VPMINUD y, x, x
#define MAXUD(y, x) VPMAXUD y, x, x
#define MULPS(y, x) VMULPS y, x, x
#define MULPD(y, x) VMULPD y, x, x

#define MINSQ(y, x) \
	VPCMPGTQ  y, x, Y8     \
	VBLENDVPD Y8, y, x, x

#define MAXSQ(y, x) \
	VPCMPGTQ  x, y, Y8     \
	VBLENDVPD Y8, y, x, x

// A NaN in y or in x gives it: the instruction gives x where one is NaN.
#define MINPS(y, x) \
	VCMPPS    $3, y, y, Y8 \
	VMINPS    x, y, x      \
	VBLENDVPS Y8, y, x, x

#define MAXPS(y, x) \
	VCMPPS    $3, y, y, Y8 \
	VMAXPS    x, y, x      \
	VBLENDVPS Y8, y, x, x

#define MINPD(y, x) \
	VCMPPD    $3, y, y, Y8 \
	VMINPD    x, y, x      \
	VBLENDVPD Y8, y, x, x

#define MAXPD(y, x) \
	VCMPPD    $3, y, y, Y8 \
	VMAXPD    x, y, x      \
	VBLENDVPD Y8, y, x, x
