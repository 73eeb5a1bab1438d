package kernel

import "math"

// pow is x to the y to within a few units in the last place, also for large
// exponents, where math.Pow loses digits.
func pow(x, y float64) float64 {
	const few = 32 // whole exponents that math.Pow multiplies out, exact results exactly
	whole := y == math.Trunc(y)
	if !(math.Abs(x) <= math.MaxFloat64) || x == 0 || math.Abs(y) > 1<<60 || y != y || y == 0.5 || y == -0.5 ||
		x < 0 && !whole || whole && math.Abs(y) <= few {
		return math.Pow(x, y)
	}
	hi, lo := logarithm(math.Abs(x))
	p := hi * y
	r := math.Exp(p)
	if r != 0 && r <= math.MaxFloat64 {
		r += r * (math.FMA(hi, y, -p) + lo*y)
	}
	if x < 0 && math.Mod(y, 2) != 0 {
		r = -r
	}
	return r
}

// logarithm is the natural logarithm of a finite x > 0 as the sum of two
// numbers, good to about 2^-60 of its size.
func logarithm(x float64) (hi, lo float64) {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = 2*m, e-1
	}
	// log m = 2·atanh t with t = (m-1)/(m+1), at most 0.172; t as two numbers.
	n, d := m-1, m+1 // n is exact
	rest := m - (d - 1)
	t := n / d
	small := (math.FMA(-t, d, n) - t*rest) / d
	// The series t³/3 + t⁵/5 + …
	s, series := t*t, 0.0
	for k := 33; k >= 3; k -= 2 {
		series = series*s + 1/float64(k)
	}
	series *= s * t
	const ln2Hi, ln2Lo = 0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45 // ln 2; e·ln2Hi is exact
	hi, lo = sum(float64(e)*ln2Hi, 2*t)
	return sum(hi, lo+(2*series+2*small+float64(e)*ln2Lo))
}

// sum is a+b as the rounded sum and what it lost.
func sum(a, b float64) (s, lost float64) {
	s = a + b
	c := s - a
	return s, (a - (s - c)) + (b - c)
}
