package kernel

import "unsafe"

// panels are rows of x, or columns of y, by as many as a tile has: the first ones
// where they lie, the others packed.
type panels struct {
	first      unsafe.Pointer // of those that lie somewhere
	count      int            // of them
	next       int            // bytes from one to the next
	line, step int            // bytes in one from a number to the next, and along k

	packed                  []byte
	bytes, size, packedStep int // of a packed panel, of a number in it, along k
}

// at returns where a panel begins, and the bytes from a number to the next and from
// one step along k to the next.
func (p *panels) at(i int) (first unsafe.Pointer, line, step int) {
	if i < p.count {
		return unsafe.Add(p.first, i*p.next), p.line, p.step
	}
	return unsafe.Pointer(&p.packed[(i-p.count)*p.bytes]), p.size, p.packedStep
}

// rows makes panels of n rows of x from row i on, and of depth columns from l on.
func (p *panels) rows(g *Gemm, depth, n int, x Matrix, i, l int) {
	// Numbers along k of one row, or of all rows, are near each other.
	direct := g.parts == 1 && magnitude(x.Row)*n+magnitude(x.Col)*depth <= near
	p.make(g, depth, n, g.Rows(), g.tiles.rows, x.at(i, l), x.Row, x.Col, direct, packRows[float32], packRows[float64])
}

// columns makes panels of n columns of y from column j on, and of depth rows from l on.
func (p *panels) columns(g *Gemm, depth, n int, y Matrix, j, l int) {
	direct := g.parts == 1 && y.Col == g.size && magnitude(y.Row)*depth <= near
	width := g.tiles.bytes / g.size
	p.make(g, depth, n, width, width, y.at(l, j), y.Col, y.Row, direct, packColumns[float32], packColumns[float64])
}

type packer = func(to unsafe.Pointer, parts, depth, n, width int, first unsafe.Pointer, line, step int)

// make makes panels of n lines, so many of them each, of width floats a step.
func (p *panels) make(g *Gemm, depth, n, each, width int, first unsafe.Pointer, line, step int, direct bool, pack32, pack64 packer) {
	p.first, p.count, p.next, p.line, p.step = first, 0, each*line, line, step
	if direct {
		p.count = n / each
	}
	p.size, p.packedStep = g.size, width*g.size
	p.bytes = g.parts * depth * p.packedStep
	done := p.count * each
	if need := (roundUp(n, each) - done) / each * p.bytes; len(p.packed) < need {
		p.packed = make([]byte, need)
	}
	pack := pack32
	if g.size == 8 {
		pack = pack64
	}
	for k := done; k < n; k += each {
		pack(unsafe.Pointer(&p.packed[(k-done)/each*p.bytes]), g.parts, depth, min(each, n-k), width, unsafe.Add(first, k*line), line, step)
	}
}

// packColumns writes a panel of n columns of y: width numbers for every step, of complex
// numbers first all real parts. What is missing is 0.
func packColumns[T float](to unsafe.Pointer, parts, depth, n, width int, first unsafe.Pointer, line, step int) {
	out := unsafe.Slice((*T)(to), parts*depth*width)
	if n < width {
		clear(out)
	}
	if parts == 1 {
		packPanel(out, depth, n, width, first, line, step)
		return
	}
	im := out[depth*width:]
	for l := range depth {
		for i := range n {
			v := *at[pair[T]](first, i*line+l*step)
			out[l*width+i], im[l*width+i] = v.re, v.im
		}
	}
}

// packRows writes a panel of n rows of x: width numbers for every step. Of a complex
// number they are the real part and the imaginary one, and depth steps later the
// imaginary part, negated, and the real one.
func packRows[T float](to unsafe.Pointer, parts, depth, n, width int, first unsafe.Pointer, line, step int) {
	out := unsafe.Slice((*T)(to), parts*depth*width)
	if n*parts < width {
		clear(out)
	}
	if parts == 1 {
		packPanel(out, depth, n, width, first, line, step)
		return
	}
	turned := out[depth*width:]
	for i := range n {
		for l := range depth {
			v := *at[pair[T]](first, i*line+l*step)
			o := l*width + 2*i
			out[o], out[o+1] = v.re, v.im
			turned[o], turned[o+1] = -v.im, v.re
		}
	}
}

// packPanel writes n of width numbers for every step along k.
func packPanel[T float](out []T, depth, n, width int, first unsafe.Pointer, line, step int) {
	size := int(unsafe.Sizeof(out[0]))
	switch size {
	case line: // a step's numbers are adjacent
		for l := range depth {
			copy(out[l*width:], unsafe.Slice((*T)(unsafe.Add(first, l*step)), n))
		}
	case step: // a line's numbers are adjacent
		i := 0
		for ; i+4 <= n; i += 4 {
			row := func(k int) []T { return unsafe.Slice((*T)(unsafe.Add(first, (i+k)*line)), depth) }
			a, b, c, d := row(0), row(1), row(2), row(3)
			for l, o := 0, i; l < depth; l, o = l+1, o+width {
				four := out[o : o+4 : o+4]
				four[0], four[1], four[2], four[3] = a[l], b[l], c[l], d[l]
			}
		}
		for ; i < n; i++ {
			for l, v := range unsafe.Slice((*T)(unsafe.Add(first, i*line)), depth) {
				out[l*width+i] = v
			}
		}
	default:
		for l := range depth {
			for i := range n {
				out[l*width+i] = *at[T](first, l*step+i*line)
			}
		}
	}
}

func magnitude(n int) int { return max(n, -n) }
