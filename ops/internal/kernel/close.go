package kernel

import (
	"math"
	"math/cmplx"
)

// Close returns the loop that tells where operand 1 is as near to operand 2 as
// |x - y| ≤ absolute + relative·|y|: float64, or with complex complex128.
// Infinities are near only to themselves, NaN to NaN if equalNaN.
func Close(complex bool, relative, absolute float64, equalNaN bool) Loop {
	if complex {
		return func(n int, a *Args) {
			for i := range n {
				x, y := *at[complex128](a.P[1], i*a.S[1]), *at[complex128](a.P[2], i*a.S[2])
				near := x == y
				switch {
				case near:
				case isNaN(x) || isNaN(y):
					near = equalNaN && isNaN(x) && isNaN(y)
				case !cmplx.IsInf(y):
					near = cmplx.Abs(x-y) <= absolute+relative*cmplx.Abs(y)
				}
				*at[bool](a.P[0], i*a.S[0]) = near
			}
		}
	}
	return func(n int, a *Args) {
		for i := range n {
			x, y := *at[float64](a.P[1], i*a.S[1]), *at[float64](a.P[2], i*a.S[2])
			near := x == y
			switch {
			case near:
			case x != x || y != y:
				near = equalNaN && x != x && y != y
			case !math.IsInf(y, 0):
				near = math.Abs(x-y) <= absolute+relative*math.Abs(y)
			}
			*at[bool](a.P[0], i*a.S[0]) = near
		}
	}
}

// isNaN reports whether a part is NaN, also beside an infinity.
func isNaN(z complex128) bool { return real(z) != real(z) || imag(z) != imag(z) }
