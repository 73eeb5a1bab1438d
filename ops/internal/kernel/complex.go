package kernel

import (
	"math"
	"math/cmplx"
	"unsafe"
)

// plane is the arithmetic of complex numbers beyond sum and difference, and
// the order by real, then imaginary part.
func plane[F float, O operator](n int, a *Args) {
	var op O
	d, x, y := a.P[0], a.P[1], a.P[2]
	ds, xs, ys := a.S[0], a.S[1], a.S[2]
	for do, xo, yo := 0, 0, 0; n > 0; n-- {
		u, v := *at[pair[F]](x, xo), *at[pair[F]](y, yo)
		switch unsafe.Sizeof(op) {
		case 1:
			u = u.mul(v)
		case 2:
			u = u.div(v)
		case 3:
			u = u.pow(v)
		case 4:
			if !(u.lessEqual(v) || u.nan()) {
				u = v
			}
		case 5:
			if !(v.lessEqual(u) || u.nan()) {
				u = v
			}
		}
		*at[pair[F]](d, do) = u
		do, xo, yo = do+ds, xo+xs, yo+ys
	}
}

func (x pair[F]) nan() bool { return x.re != x.re || x.im != x.im }

// mul rounds every product by itself (the conversions forbid fusing), so that
// all machines give one result.
func (x pair[F]) mul(y pair[F]) pair[F] {
	return pair[F]{F(x.re*y.re) - F(x.im*y.im), F(x.re*y.im) + F(x.im*y.re)}
}

// div is Smith's division, as NumPy's.
func (x pair[F]) div(y pair[F]) pair[F] {
	if abs(y.re) >= abs(y.im) {
		if y.re == 0 && y.im == 0 {
			zero := abs(y.re)
			return pair[F]{x.re / zero, x.im / zero}
		}
		ratio := y.im / y.re
		scale := 1 / (y.re + F(y.im*ratio))
		return pair[F]{(x.re + F(x.im*ratio)) * scale, (x.im - F(x.re*ratio)) * scale}
	}
	ratio := y.re / y.im
	scale := 1 / (y.im + F(y.re*ratio))
	return pair[F]{(F(x.re*ratio) + x.im) * scale, (F(x.im*ratio) - x.re) * scale}
}

// pow is NumPy's power: by repeated multiplication for small whole exponents.
func (x pair[F]) pow(y pair[F]) pair[F] {
	if y.re == 0 && y.im == 0 {
		return pair[F]{1, 0}
	}
	if x.re == 0 && x.im == 0 {
		if y.re > 0 {
			return pair[F]{}
		}
		nan := F(math.NaN())
		return pair[F]{nan, nan}
	}
	if n := int(y.re); y.im == 0 && F(n) == y.re && n > -100 && n < 100 {
		r := pair[F]{1, 0}
		for k := max(n, -n); k > 0; k >>= 1 {
			if k&1 != 0 {
				r = r.mul(x)
			}
			x = x.mul(x)
		}
		if n < 0 {
			r = pair[F]{1, 0}.div(r)
		}
		return r
	}
	return narrow[F](cmplx.Pow(x.wide(), y.wide()))
}

// less orders by the real part, then by the imaginary one. Where the real parts
// differ a NaN in an imaginary part makes it false, as in NumPy.
func (x pair[F]) less(y pair[F]) bool {
	return x.re < y.re && x.im == x.im && y.im == y.im || x.re == y.re && x.im < y.im
}

// lessEqual is less, or equal.
func (x pair[F]) lessEqual(y pair[F]) bool {
	return x.re < y.re && x.im == x.im && y.im == y.im || x.re == y.re && x.im <= y.im
}

// wide is x in double precision.
func (x pair[F]) wide() complex128 { return complex(float64(x.re), float64(x.im)) }

// narrow rounds a number in double precision.
func narrow[F float](x complex128) pair[F] { return pair[F]{F(real(x)), F(imag(x))} }

func abs[F float](x F) F { return F(math.Abs(float64(x))) }
