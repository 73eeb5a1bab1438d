package ops

import (
	"runtime"
	"slices"
	"unsafe"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"

	"github.com/ndtool/ndtool/internal/parallel"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// productGrain is how many multiplications are worth a goroutine.
const productGrain = 1 << 20

// run computes all products into out, whose matrices are packed.
//
// Floats have two ways. Our own tiles in assembly take a tenth of the time of
// gonum's BLAS on amd64 (1024³ in one thread: float32 9 against 136 ms, float64
// 19 against 221), need no copy of operands of any strides and share batches and
// rows alike. gonum's BLAS is for machines without that assembly, where our plain
// loop, which serves integers, would take twice its time.
func (p *product) run(out *ndarray.Array) error {
	if out.Len() == 0 {
		return nil
	}
	var b [3][]byte
	for k, a := range []*ndarray.Array{out, p.x.array, p.y.array} {
		var err error
		if b[k], err = a.Storage().Acquire(); err != nil {
			return err
		}
		defer a.Storage().Release()
	}
	d := b[0][out.Offset() : out.Offset()+out.NumBytes()]
	clear(d)
	if p.k == 0 {
		return nil
	}
	p.out = out.Strides()
	batches := count(p.batch)
	workers := max(1, min(runtime.GOMAXPROCS(0), batches*p.m*p.n*p.k/productGrain))
	parts := make([]multiplier, workers)
	for w := range parts {
		t := &parts[w]
		*t = multiplier{product: p, d: d, xs: b[1], ys: b[2], gemm: kernel.NewGemm(wide(p.num)), first: 0, last: batches, rows: p.m, cols: p.n}
		switch {
		case batches >= workers:
			t.first, t.last = batches*w/workers, batches*(w+1)/workers
		case t.gemm == nil && !isInteger(p.num):
			// gonum shares the work out itself
			parts = parts[:1]
		case p.m >= p.n:
			t.row, t.rows = p.m*w/workers, p.m*(w+1)/workers-p.m*w/workers
			if t.gemm != nil { // whole tiles
				each := t.gemm.Rows()
				tiles := (p.m-1)/each + 1
				t.row = tiles * w / workers * each
				t.rows = min(tiles*(w+1)/workers*each, p.m) - t.row
			}
		default:
			t.column, t.cols = p.n*w/workers, p.n*(w+1)/workers-p.n*w/workers
		}
		if len(parts) == 1 {
			break
		}
	}
	for w := range parts {
		if g := parts[w].gemm; g != nil {
			g.Done = p.ctx.Done()
		}
	}
	errs := make([]error, len(parts))
	parallel.Do(len(parts), func(w int) { errs[w] = parts[w].all() })
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// fresh makes the result.
func (p *product) fresh() (*ndarray.Array, error) {
	axes := slices.Clone(p.order)
	for k := len(axes); k < len(p.result); k++ {
		axes = append(axes, k)
	}
	return ndarray.NewOrdered(p.elem, axes, p.result...)
}

// multiplier computes the products of a range of batches, or a part of the rows
// or columns of all.
type multiplier struct {
	*product
	d, xs, ys    []byte // the result from its first element on, the operands' storages
	first, last  int    // batches
	row, rows    int    // of the results
	column, cols int
	gemm         *kernel.Gemm
	px, py       packedMatrix
}

// all multiplies the matrices of all batches.
func (t *multiplier) all() error {
	for b := t.first; b < t.last; b++ {
		d, x, y := 0, t.x.array.Offset(), t.y.array.Offset()
		rest := b
		for k := len(t.batch) - 1; k >= 0; k-- {
			i := rest % t.batch[k]
			rest /= t.batch[k]
			d, x, y = d+i*t.out[k], x+i*t.x.batch[k], y+i*t.y.batch[k]
		}
		if err := t.one(d, x, y); err != nil {
			return err
		}
		if err := t.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// stoppable is how many multiplications are done before looking whether to stop.
const stoppable = 1 << 24

// byRows multiplies by so many rows that it stops soon after it is to.
func (t *multiplier) byRows(multiply func(first, rows int)) {
	each := max(1, stoppable/max(1, t.k*t.cols))
	for first := 0; first < t.rows && t.ctx.Err() == nil; first += each {
		multiply(first, min(each, t.rows-first))
	}
}

// one multiplies the matrices at the byte offsets of their first elements.
func (t *multiplier) one(d, x, y int) error {
	size := t.elem.ItemSize()
	width := t.n * size
	to := unsafe.Pointer(&t.d[d+t.row*width+t.column*size])
	xm := kernel.Matrix{P: unsafe.Add(start(t.xs), x+t.row*t.x.row), Row: t.x.row, Col: t.x.col}
	ym := kernel.Matrix{P: unsafe.Add(start(t.ys), y+t.column*t.y.col), Row: t.y.row, Col: t.y.col}
	switch {
	case t.gemm == nil:
	default:
		// The whole decides, so that the results do not depend on the parts.
		if flat := t.gemm.Flat(t.m, t.n, xm, ym); flat != nil {
			flat(t.rows, t.k, t.cols, to, width, xm, ym)
		} else {
			t.gemm.Add(t.rows, t.k, t.cols, to, width, xm, ym)
		}
		return nil
	}
	if isInteger(t.num) {
		return t.looped(to, xm, y)
	}
	xo, err := t.px.forBLAS(&t.x, start(t.xs), x)
	if err != nil {
		return err
	}
	yo, err := t.py.forBLAS(&t.y, start(t.ys), y)
	if err != nil {
		return err
	}
	if xo.finite(t.num, t.m, t.k) && yo.finite(t.num, t.k, t.n) {
		t.blas(to, xo, yo)
		return nil
	}
	// BLAS leaves out products with 0, of which 0·NaN is one.
	return t.looped(to, xm, y)
}

// looped multiplies by the loop that wants rows of adjacent elements of y.
func (t *multiplier) looped(to unsafe.Pointer, x kernel.Matrix, y int) error {
	size := t.elem.ItemSize()
	ym := kernel.Matrix{P: unsafe.Add(start(t.ys), y), Row: t.y.row, Col: t.y.col}
	if ym.Col != size && t.y.cols > 1 {
		b, err := t.py.at(&t.y, y)
		if err != nil {
			return err
		}
		ym = kernel.Matrix{P: start(b), Row: t.n * size, Col: size}
	}
	ym.P = unsafe.Add(ym.P, t.column*size)
	multiply := kernel.MatMul(wide(t.num))
	t.byRows(func(first, rows int) {
		part := x
		part.P = unsafe.Add(x.P, first*x.Row)
		multiply(rows, t.k, t.cols, unsafe.Add(to, first*t.n*size), t.n*size, part, ym)
	})
	return nil
}

// packedMatrix is a copy of the last matrix of an operand that had to be packed.
type packedMatrix struct {
	off   int
	bytes []byte
}

// at returns the matrix at a byte offset, packed in C order.
func (c *packedMatrix) at(m *matrices, off int) ([]byte, error) {
	if c.bytes != nil && c.off == off {
		return c.bytes, nil
	}
	v, err := view(m.array, layout.Layout{Shape: []int{m.rows, m.cols}, Strides: []int{m.row, m.col}, Offset: off})
	if err != nil {
		return nil, err
	}
	packed, err := v.Clone(layout.C)
	if err != nil {
		return nil, err
	}
	c.off = off
	c.bytes, _ = packed.Bytes()
	return c.bytes, nil
}

// blasMatrix is a matrix for BLAS: the leading dimension in elements, and whether
// to read it transposed.
type blasMatrix struct {
	p          unsafe.Pointer
	lead       int
	transposed bool
}

// forBLAS returns the matrix at a byte offset of the storage that starts at base,
// packed if neither its rows nor its columns are adjacent elements.
func (c *packedMatrix) forBLAS(m *matrices, base unsafe.Pointer, off int) (blasMatrix, error) {
	size := m.array.ItemSize()
	row, col := m.row, m.col
	// Along an axis of size 1 any stride will do.
	if m.cols == 1 {
		col = size
	}
	if m.rows == 1 {
		row = m.cols * size
		if m.cols > 1 && col != size { // spread elements are a column, transposed
			row = size
		}
	}
	o := blasMatrix{p: unsafe.Add(base, off)}
	switch {
	case col == size && row >= m.cols*size && row%size == 0:
		o.lead = row / size
	case row == size && col >= m.rows*size && col%size == 0:
		o.lead, o.transposed = col/size, true
	default:
		b, err := c.at(m, off)
		if err != nil {
			return o, err
		}
		o.p, o.lead = start(b), m.cols
	}
	return o, nil
}

// finite reports whether all elements of a matrix of rows by cols are finite; it
// may err on the side of false where they are very large.
func (o *blasMatrix) finite(n kernel.Num, rows, cols int) bool {
	if o.transposed {
		rows, cols = cols, rows
	}
	n = wide(n)
	sum, _ := kernel.Reduce(kernel.Sum, n)
	var acc [2]float64
	for i := range rows {
		sum.Span(cols, unsafe.Pointer(&acc), unsafe.Add(o.p, i*o.lead*n.Size()), n.Size())
	}
	return acc[0]-acc[0] == 0 && acc[1]-acc[1] == 0
}

// blas multiplies two matrices of floats or complex numbers into d.
func (t *multiplier) blas(d unsafe.Pointer, x, y blasMatrix) {
	k, n := t.k, t.n
	size := t.elem.ItemSize()
	step := x.lead * size
	if x.transposed {
		step = size
	}
	g := gonum.Implementation{}
	whole := x.p
	t.byRows(func(first, m int) {
		x.p = unsafe.Add(whole, first*step)
		d := unsafe.Add(d, first*n*size)
		switch wide(t.num) {
		case kernel.F32:
			g.Sgemm(x.flag(), y.flag(), m, n, k, 1, elements[float32](x, m, k), x.lead, elements[float32](y, k, n), y.lead, 0, unsafe.Slice((*float32)(d), m*n), n)
		case kernel.F64:
			g.Dgemm(x.flag(), y.flag(), m, n, k, 1, elements[float64](x, m, k), x.lead, elements[float64](y, k, n), y.lead, 0, unsafe.Slice((*float64)(d), m*n), n)
		case kernel.C64:
			g.Cgemm(x.flag(), y.flag(), m, n, k, 1, elements[complex64](x, m, k), x.lead, elements[complex64](y, k, n), y.lead, 0, unsafe.Slice((*complex64)(d), m*n), n)
		case kernel.C128:
			g.Zgemm(x.flag(), y.flag(), m, n, k, 1, elements[complex128](x, m, k), x.lead, elements[complex128](y, k, n), y.lead, 0, unsafe.Slice((*complex128)(d), m*n), n)
		}
	})
}

func (o *blasMatrix) flag() blas.Transpose {
	if o.transposed {
		return blas.Trans
	}
	return blas.NoTrans
}

// elements are those of a matrix of rows by cols from the first to the last.
func elements[T any](o blasMatrix, rows, cols int) []T {
	if o.transposed {
		rows, cols = cols, rows
	}
	return unsafe.Slice((*T)(o.p), (rows-1)*o.lead+cols)
}
