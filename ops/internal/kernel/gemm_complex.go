package kernel

import "unsafe"

// AddComplex is Add of matrices of complex numbers whose parts are g's floats:
// four products of real matrices.
func (g *Gemm) AddComplex(m, k, n int, d unsafe.Pointer, row int, x, y Matrix) {
	part := m * n * g.size
	if len(g.parts) < 3*part {
		g.parts = make([]byte, 3*part)
	}
	clear(g.parts[:3*part])
	re := unsafe.Pointer(&g.parts[0])
	minus, im := unsafe.Add(re, part), unsafe.Add(re, 2*part)
	xi, yi := x, y
	xi.P, yi.P = unsafe.Add(x.P, g.size), unsafe.Add(y.P, g.size)
	g.Add(m, k, n, re, n*g.size, x, y)
	g.Add(m, k, n, minus, n*g.size, xi, yi)
	g.Add(m, k, n, im, n*g.size, x, yi)
	g.Add(m, k, n, im, n*g.size, xi, y)
	for i := range m {
		if to, off := unsafe.Add(d, i*row), i*n*g.size; g.size == 4 {
			joinParts[float32](n, to, unsafe.Add(re, off), unsafe.Add(minus, off), unsafe.Add(im, off))
		} else {
			joinParts[float64](n, to, unsafe.Add(re, off), unsafe.Add(minus, off), unsafe.Add(im, off))
		}
	}
}

func joinParts[F float](n int, d, re, minus, im unsafe.Pointer) {
	to := unsafe.Slice((*pair[F])(d), n)
	a, b, c := unsafe.Slice((*F)(re), n), unsafe.Slice((*F)(minus), n), unsafe.Slice((*F)(im), n)
	for j := range to {
		to[j].re += a[j] - b[j]
		to[j].im += c[j]
	}
}
