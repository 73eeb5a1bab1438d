package kernel

import "unsafe"

// The blocks of a product of floats: panelRows by depthOf of x are packed so
// that they stay in the second cache, depthOf by panelColumns of y in the third.
const (
	tileHeight   = 6  // rows of a tile of the product
	tileBytes    = 64 // bytes of a row of it
	panelRows    = 16 * tileHeight
	panelDepth   = 256
	panelColumns = 2048
)

// Gemm is a product of matrices of floats in assembly, and the packed panels
// that it works on. It serves one goroutine.
type Gemm struct {
	// Done ends a product early, if it is closed; nil never does.
	Done <-chan struct{}

	tile  func(k int, a, b, c unsafe.Pointer, row int)
	flat  Product // of few rows or columns
	size  int
	a, b  []byte
	parts []byte // see AddComplex
	edge  [tileHeight * tileBytes]byte
}

// NewGemm returns the product of F32 or F64, or for AddComplex of C64 or C128, or
// nil where there is none.
func NewGemm(t Num) *Gemm {
	switch t {
	case C64:
		t = F32
	case C128:
		t = F64
	}
	tile, flat := gemmTile(t)
	if tile == nil {
		return nil
	}
	return &Gemm{tile: tile, flat: flat, size: t.Size()}
}

// Flat returns the product for matrices of so few rows or columns that they are
// not worth packing, or nil where they are. It serves one goroutine.
func (g *Gemm) Flat(m, n int, x, y Matrix) Product {
	if n <= few && x.Col == g.size || m <= few && (y.Row == g.size || y.Col == g.size) {
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
	width := tileBytes / g.size
	depth := min(k, panelDepth)
	g.a = grown(g.a, depth*min(panelRows, roundUp(m, tileHeight))*g.size)
	g.b = grown(g.b, depth*min(panelColumns, roundUp(n, width))*g.size)
	for j := 0; j < n; j += panelColumns {
		cols := min(panelColumns, n-j)
		for l := 0; l < k; l += panelDepth {
			depth := min(panelDepth, k-l)
			g.pack(g.b, y.at(l, j), y.Row, y.Col, depth, cols, width)
			for i := 0; i < m; i += panelRows {
				select {
				case <-g.Done:
					return
				default:
				}
				rows := min(panelRows, m-i)
				g.pack(g.a, x.at(i, l), x.Col, x.Row, depth, rows, tileHeight)
				g.panels(rows, depth, cols, unsafe.Add(d, i*row+j*g.size), row)
			}
		}
	}
}

// panels multiplies packed panels into a part of the product.
func (g *Gemm) panels(rows, depth, cols int, d unsafe.Pointer, row int) {
	width := tileBytes / g.size
	for j := 0; j < cols; j += width {
		b := unsafe.Pointer(&g.b[j*depth*g.size])
		for i := 0; i < rows; i += tileHeight {
			a := unsafe.Pointer(&g.a[i*depth*g.size])
			c := unsafe.Add(d, i*row+j*g.size)
			if i+tileHeight <= rows && j+width <= cols {
				g.tile(depth, a, b, c, row)
				continue
			}
			clear(g.edge[:])
			g.tile(depth, a, b, unsafe.Pointer(&g.edge), tileBytes)
			for r := range min(tileHeight, rows-i) {
				n := min(width, cols-j)
				if g.size == 4 {
					addRun[float32](n, unsafe.Add(c, r*row), unsafe.Pointer(&g.edge[r*tileBytes]))
				} else {
					addRun[float64](n, unsafe.Add(c, r*row), unsafe.Pointer(&g.edge[r*tileBytes]))
				}
			}
		}
	}
}

func addRun[T float](n int, d, x unsafe.Pointer) {
	c, e := unsafe.Slice((*T)(d), n), unsafe.Slice((*T)(x), n)
	for i := range c {
		c[i] += e[i]
	}
}

// pack writes panels of width numbers for every step along k, one panel after
// another: along bytes lead to the next step, across to the next number. What is
// missing in the last panel is 0.
func (g *Gemm) pack(to []byte, p unsafe.Pointer, along, across, depth, n, width int) {
	if g.size == 4 {
		packPanels[float32](to, p, along, across, depth, n, width)
	} else {
		packPanels[float64](to, p, along, across, depth, n, width)
	}
}

func packPanels[T float](to []byte, p unsafe.Pointer, along, across, depth, n, width int) {
	size := int(unsafe.Sizeof(*new(T)))
	out := unsafe.Slice((*T)(unsafe.Pointer(&to[0])), depth*roundUp(n, width))
	for j := 0; j < n; j += width {
		full := min(width, n-j)
		panel := out[:depth*width]
		out = out[depth*width:]
		first := unsafe.Add(p, j*across)
		if full < width {
			clear(panel)
		}
		switch size {
		case across: // a step's numbers are adjacent
			for l := range depth {
				copy(panel[l*width:], unsafe.Slice((*T)(unsafe.Add(first, l*along)), full))
			}
		case along: // a number's steps are adjacent
			for i := range full {
				for l, v := range unsafe.Slice((*T)(unsafe.Add(first, i*across)), depth) {
					panel[l*width+i] = v
				}
			}
		default:
			for l := range depth {
				for i := range full {
					panel[l*width+i] = *at[T](first, l*along+i*across)
				}
			}
		}
	}
}

// at points to the element in row i and column j.
func (m Matrix) at(i, j int) unsafe.Pointer { return unsafe.Add(m.P, i*m.Row+j*m.Col) }

func roundUp(n, to int) int { return (n + to - 1) / to * to }

func grown(b []byte, n int) []byte {
	if len(b) < n {
		return make([]byte, n)
	}
	return b
}
