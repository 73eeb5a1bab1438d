package kernel

import "unsafe"

// Sums of floats are accumulated in float64, runs by pairs: a run is halved until
// blocks are left, so that rounding errors grow with the logarithm of its length.

// sumSpan adds n numbers (op1) or their squares (op2) to one accumulator.
func sumSpan[A, X scalar, O operator](n int, acc, x unsafe.Pointer, xs int) {
	*(*A)(acc) += pairwise[A, X, O](n, x, xs)
}

// pairwiseBlock is how many numbers are added one by one, in 8 rows. It and the
// order of the additions are NumPy's, so that sums of float64 are too.
const pairwiseBlock = 128

// pairwise is the sum of n numbers, halves added to halves, so that rounding
// errors grow with the logarithm of n.
func pairwise[A, X scalar, O operator](n int, x unsafe.Pointer, xs int) A {
	var op O
	if n > pairwiseBlock {
		h := n / 2
		h -= h % 8
		return pairwise[A, X, O](h, x, xs) + pairwise[A, X, O](n-h, unsafe.Add(x, h*xs), xs)
	}
	var sum A
	i, o := 0, 0
	if n >= 8 {
		var r [8]A
		for ; i+8 <= n; i += 8 {
			for k := range r {
				v := A(*at[X](x, o))
				if unsafe.Sizeof(op) == 2 {
					v = A(v * v)
				}
				r[k] += v
				o += xs
			}
		}
		sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
	}
	for ; i < n; i++ {
		v := A(*at[X](x, o))
		if unsafe.Sizeof(op) == 2 {
			v = A(v * v)
		}
		sum += v
		o += xs
	}
	return sum
}

// withSum is the span of a sum of float64, or of their squares.
func withSum[O operator](block func(n int, x unsafe.Pointer) float64) span {
	s := sumSpan[float64, float64, O]
	if block == nil {
		return s
	}
	return func(n int, acc, x unsafe.Pointer, xs int) {
		if xs != 8 || n < 16 {
			s(n, acc, x, xs)
			return
		}
		*(*float64)(acc) += pairwiseBlocks[O](n, x, block)
	}
}

// pairwiseBlocks is pairwise of adjacent float64: the same additions.
func pairwiseBlocks[O operator](n int, x unsafe.Pointer, block func(n int, x unsafe.Pointer) float64) float64 {
	if n > pairwiseBlock {
		h := n / 2
		h -= h % 8
		return pairwiseBlocks[O](h, x, block) + pairwiseBlocks[O](n-h, unsafe.Add(x, h*8), block)
	}
	var op O
	sum := block(n/8, x)
	for i := n &^ 7; i < n; i++ {
		v := *at[float64](x, i*8)
		if unsafe.Sizeof(op) == 2 {
			v = float64(v * v)
		}
		sum += v
	}
	return sum
}

// planeSumSpan is the span of a sum of complex128.
func planeSumSpan() span {
	block := planeBlocks()
	return func(n int, acc, x unsafe.Pointer, xs int) {
		re, im := planePairwise(n, x, xs, block)
		sum := (*pair[float64])(acc)
		sum.re += re
		sum.im += im
	}
}

// planePairwise is pairwise of the parts of n complex numbers, 8 of them in turn.
func planePairwise(n int, x unsafe.Pointer, xs int, block func(n int, x unsafe.Pointer) (re, im float64)) (re, im float64) {
	if n > pairwiseBlock/2 {
		h := n / 8 * 4
		re, im = planePairwise(h, x, xs, block)
		r, i := planePairwise(n-h, unsafe.Add(x, h*xs), xs, block)
		return re + r, im + i
	}
	i := 0
	switch {
	case n < 4:
	case block != nil && xs == 16:
		i = n &^ 3
		re, im = block(n/4, x)
	default:
		var r [4]pair[float64]
		for ; i+4 <= n; i += 4 {
			for k := range r {
				v := *at[pair[float64]](x, (i+k)*xs)
				r[k].re += v.re
				r[k].im += v.im
			}
		}
		re, im = (r[0].re+r[1].re)+(r[2].re+r[3].re), (r[0].im+r[1].im)+(r[2].im+r[3].im)
	}
	for ; i < n; i++ {
		v := *at[pair[float64]](x, i*xs)
		re += v.re
		im += v.im
	}
	return re, im
}

func planeSquaresSpan[F float](n int, acc, x unsafe.Pointer, xs int) {
	sumSpan[float64, F, op2](n, acc, x, xs)
	sumSpan[float64, F, op2](n, acc, imaginary[F](x), xs)
}
