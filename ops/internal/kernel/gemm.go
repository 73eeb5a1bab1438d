package kernel

import "unsafe"

// The blocks of a product of floats: depth steps along k of as many rows of x, packed,
// stay in the second cache, and of as many columns of y in the third.
const (
	panelRows    = 192
	panelDepth   = 256
	panelColumns = 2048
)

// near is the bytes of a matrix up to which it is not packed but read where it lies.
const near = 64 << 10

// tiles is the assembly of a product, tile by tile.
type tiles struct {
	rows  int // of a tile, even
	bytes int // of a row of it

	// add adds to the tile c, whose rows lie row bytes apart, the product of k steps.
	// The number of a in row i at step l lies i·line + l·step bytes after a; the rows
	// of b, of adjacent numbers, lie next bytes apart.
	add func(k int, a unsafe.Pointer, line, step int, b unsafe.Pointer, next int, c unsafe.Pointer, row int)

	// join adds n groups of 32 bytes of real parts and of imaginary ones to adjacent
	// complex numbers.
	join func(n int, d, re, im unsafe.Pointer)

	flat Product // of few rows or columns
}

// Gemm is a product of matrices of floats or complex numbers in assembly, and the
// packed panels that it works on. It serves one goroutine.
//
// Complex numbers are multiplied as real ones: a row of x is two, its real and negated
// imaginary parts, and its imaginary and real ones, and a column of y is the real
// parts and then the imaginary ones.
type Gemm struct {
	// Done ends a product early, if it is closed; nil never does.
	Done <-chan struct{}

	tiles
	size  int // bytes of a float
	parts int // floats of a number
	a, b  panels
	edge  []byte // a tile
}

// NewGemm returns the product of numbers of type t, F32, F64, C64 or C128, or nil
// where there is none.
func NewGemm(t Num) *Gemm {
	g := &Gemm{parts: 1}
	switch t {
	case C64:
		t, g.parts = F32, 2
	case C128:
		t, g.parts = F64, 2
	}
	if g.tiles = gemmTiles(t); g.rows == 0 {
		return nil
	}
	g.size = t.Size()
	g.edge = make([]byte, g.rows*g.bytes)
	return g
}

// Rows is how many rows of a product a tile has: parts of so many are best.
func (g *Gemm) Rows() int { return g.rows / g.parts }

// Flat returns the product for matrices of so few rows or columns that they are
// not worth packing, or nil where they are. It serves one goroutine.
func (g *Gemm) Flat(m, n int, x, y Matrix) Product {
	if g.parts == 1 && (n <= few && x.Col == g.size || m <= few && (y.Row == g.size || y.Col == g.size)) {
		return g.flat
	}
	return nil
}

// few is up to how many rows or columns a product is not worth packing for.
const few = 4

// Add adds the product of x, of m rows and k columns, and y, of k rows and n
// columns, to d, whose rows are n adjacent elements each, row bytes apart. x and
// y may have any strides.
func (g *Gemm) Add(m, k, n int, d unsafe.Pointer, row int, x, y Matrix) {
	item := g.parts * g.size
	for j := 0; j < n; j += panelColumns {
		cols := min(panelColumns, n-j)
		for l := 0; l < k; l += panelDepth {
			depth := min(panelDepth, k-l)
			g.b.columns(g, depth, cols, y, j, l)
			for i := 0; i < m; i += panelRows {
				select {
				case <-g.Done:
					return
				default:
				}
				rows := min(panelRows, m-i)
				g.a.rows(g, depth, rows, x, i, l)
				g.multiply(rows, depth, cols, unsafe.Add(d, i*row+j*item), row)
			}
		}
	}
}

// multiply adds the product of the panels to a part of d.
func (g *Gemm) multiply(rows, depth, cols int, d unsafe.Pointer, row int) {
	height, width := g.Rows(), g.bytes/g.size
	for j := 0; j < cols; j += width {
		b, _, next := g.b.at(j / width)
		for i := 0; i < rows; i += height {
			a, line, step := g.a.at(i / height)
			c := unsafe.Add(d, i*row+j*g.parts*g.size)
			if g.parts == 1 && i+height <= rows && j+width <= cols {
				g.add(depth, a, line, step, b, next, c, row)
				continue
			}
			clear(g.edge)
			g.add(g.parts*depth, a, line, step, b, next, unsafe.Pointer(&g.edge[0]), g.bytes)
			for r := range min(height, rows-i) {
				g.addRow(min(width, cols-j), unsafe.Add(c, r*row), unsafe.Pointer(&g.edge[g.parts*r*g.bytes]))
			}
		}
	}
}

// addRow adds n numbers of a row of the tile at the edge to d; of complex numbers the
// next row has the imaginary parts.
func (g *Gemm) addRow(n int, d, x unsafe.Pointer) {
	switch {
	case g.parts == 2 && g.size == 4:
		addComplex[float32](n, d, x, unsafe.Add(x, g.bytes), g.join)
	case g.parts == 2:
		addComplex[float64](n, d, x, unsafe.Add(x, g.bytes), g.join)
	case g.size == 4:
		addRun[float32](n, d, x)
	default:
		addRun[float64](n, d, x)
	}
}

func addRun[T float](n int, d, x unsafe.Pointer) {
	c, e := unsafe.Slice((*T)(d), n), unsafe.Slice((*T)(x), n)
	for i := range c {
		c[i] += e[i]
	}
}

func addComplex[F float](n int, d, re, im unsafe.Pointer, join func(n int, d, re, im unsafe.Pointer)) {
	each := 32 / int(unsafe.Sizeof(*new(F)))
	done := n / each * each
	if done > 0 {
		join(n/each, d, re, im)
	}
	to := unsafe.Slice((*pair[F])(d), n)
	for i := done; i < n; i++ {
		to[i].re += unsafe.Slice((*F)(re), n)[i]
		to[i].im += unsafe.Slice((*F)(im), n)[i]
	}
}

// at points to the element in row i and column j.
func (m Matrix) at(i, j int) unsafe.Pointer { return unsafe.Add(m.P, i*m.Row+j*m.Col) }

func roundUp(n, to int) int { return (n + to - 1) / to * to }
