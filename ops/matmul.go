package ops

import (
	"slices"
	"unsafe"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// MatMul returns the matrix products of the last two axes of x and y, as
// NumPy's matmul: the axes before them are batches and broadcast; a 1-d operand
// is a row of x or a column of y, and the axis that it lacks is dropped from the
// result; 0-d operands are refused. An inner size of 0 gives zeros. The result
// has the common dtype and is written into dst or, if that is nil, into a fresh
// array, whose matrices are in C order and whose batch axes lie in the order of
// the operands'.
//
// Operands are used where they lie if a matrix's rows or columns are adjacent
// elements (so also transposed and sliced ones, and batches that stand still,
// such as keys expanded over query heads); a matrix that is neither is packed,
// one at a time. Floats and complex numbers are multiplied by gonum's BLAS,
// float16 and narrower in float32, integers (which wrap) and bools (and, or) by
// a blocked loop.
//
// Errors, all before anything is written: layout.ErrRank, layout.ErrShape for
// inner sizes that differ, layout.ErrBroadcast, ErrDType, and for dst
// layout.ErrShape, ErrCasting and those of ndarray.CheckWritable.
func MatMul(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	p, err := newProduct(x, y)
	if err != nil {
		return nil, err
	}
	out := dst
	if dst != nil {
		if !slices.Equal(dst.Shape(), p.result) {
			return nil, badShape(p.op, dst, p.result)
		}
		if err := checkTarget(p.op, dst, typeOf[p.num], p.result); err != nil {
			return nil, err
		}
	}
	fits := dst != nil && dst.IsC() && dst.DType() == p.elem && aligned(dst) &&
		ndarray.SharesMemory(dst, x) == layout.No && ndarray.SharesMemory(dst, y) == layout.No
	if !fits {
		if out, err = p.fresh(); err != nil {
			return nil, err
		}
	}
	if err := p.run(out); err != nil {
		return nil, err
	}
	switch {
	case fits, dst == nil && p.elem == typeOf[p.num]:
		return out, nil
	case dst == nil:
		return Cast(nil, out, typeOf[p.num], dtype.Unsafe)
	}
	return dst, assignThrough(p.op, dst, out, typeOf[p.num])
}

// product is a matmul at work: m by k matrices times k by n ones.
type product struct {
	op      string
	num     kernel.Num // of the result
	elem    dtype.Type // that is computed in
	m, k, n int
	result  []int
	batch   []int
	out     []int // byte strides of the result
	x, y    matrices
}

// matrices are an operand: its matrices along the batch axes.
type matrices struct {
	array   *ndarray.Array // of native, aligned elements
	batch   []int          // byte strides of the batch axes
	row, co int            // byte strides within a matrix
	rows    int
	cols    int

	blas     bool           // whether BLAS reads them, or else a loop of ours…
	rowwise  bool           // … that wants the elements of a row to be adjacent
	packed   *ndarray.Array // the matrix at packedAt, if it had to be packed
	packedAt int
}

func newProduct(x, y *ndarray.Array) (*product, error) {
	p := &product{op: "matmul"}
	if x.Rank() == 0 || y.Rank() == 0 {
		return nil, fail(p.op, layout.ErrRank, "operand of shape () is no matrix")
	}
	n, err := commonNumber(p.op, x.DType(), y.DType())
	if err != nil {
		return nil, err
	}
	p.num, p.elem = n, typeOf[wide(n)]

	row, column := x.Rank() == 1, y.Rank() == 1
	xs, ys := x.Shape(), y.Shape()
	inner := 0
	if !column {
		inner = len(ys) - 2
	}
	p.k = xs[len(xs)-1]
	if p.k != ys[inner] {
		return nil, fail(p.op, layout.ErrShape, "shapes %v and %v do not multiply: size %d of axis %d of the first is not size %d of axis %d of the second",
			xs, ys, p.k, len(xs)-1, ys[inner], inner)
	}
	p.m, p.n = 1, 1
	if !row {
		p.m = xs[len(xs)-2]
	}
	if !column {
		p.n = ys[len(ys)-1]
	}
	if p.batch, err = layout.Broadcast(xs[:max(len(xs)-2, 0)], ys[:max(len(ys)-2, 0)]); err != nil {
		return nil, err
	}
	p.result = slices.Clone(p.batch)
	if !row {
		p.result = append(p.result, p.m)
	}
	if !column {
		p.result = append(p.result, p.n)
	}
	if p.x, err = p.matrices(x, row, false); err != nil {
		return nil, err
	}
	p.y, err = p.matrices(y, column, true)
	return p, err
}

// matrices brings an operand to the element type and its strides to the batch.
func (p *product) matrices(a *ndarray.Array, vector, column bool) (matrices, error) {
	if a.DType() != p.elem || !aligned(a) {
		var err error
		if a, err = Cast(nil, a, p.elem, dtype.Unsafe); err != nil {
			return matrices{}, err
		}
	}
	if vector {
		at := 0
		if column {
			at = 1
		}
		var err error
		if a, err = a.Unsqueeze(at); err != nil {
			return matrices{}, err
		}
	}
	l := a.Layout()
	r := len(l.Shape)
	m := matrices{array: a, row: l.Strides[r-2], co: l.Strides[r-1], rows: l.Shape[r-2], cols: l.Shape[r-1],
		blas: !isInteger(p.num), rowwise: column, packedAt: -1}
	m.batch = make([]int, len(p.batch))
	for k := range r - 2 {
		if l.Shape[k] != 1 {
			m.batch[len(p.batch)-(r-2)+k] = l.Strides[k]
		}
	}
	return m, nil
}

// aligned reports whether every element of a native array can be read in place.
func aligned(a *ndarray.Array) bool {
	l := a.Layout()
	b, err := a.Storage().Acquire()
	if err != nil {
		return false
	}
	defer a.Storage().Release()
	at := lane{base: start(b)}
	at.require(alignmentOf(a.DType()), l.Offset, l.Strides)
	return !at.staged
}

// run computes all products into out, which is zeroed if fresh and packed.
func (p *product) run(out *ndarray.Array) error {
	b, err := out.Storage().Acquire()
	if err != nil {
		return err
	}
	defer out.Storage().Release()
	if out.Len() == 0 {
		return nil
	}
	d := b[out.Offset() : out.Offset()+out.NumBytes()]
	clear(d)
	if p.k == 0 {
		return nil
	}
	p.out = out.Strides()
	return p.each(0, p.x.array.Offset(), p.y.array.Offset(), d)
}

// fresh makes the result.
func (p *product) fresh() (*ndarray.Array, error) {
	axes := layout.WalkOrder(
		layout.Layout{Shape: p.batch, Strides: p.x.batch},
		layout.Layout{Shape: p.batch, Strides: p.y.batch})
	for k := len(axes); k < len(p.result); k++ {
		axes = append(axes, k)
	}
	return ndarray.NewOrdered(p.elem, axes, p.result...)
}

// each multiplies the matrices of the batch axes from axis on: x and y are
// their byte offsets, and the products begin at the start of d.
func (p *product) each(axis, x, y int, d []byte) error {
	if axis < len(p.batch) {
		for i := range p.batch[axis] {
			if err := p.each(axis+1, x+i*p.x.batch[axis], y+i*p.y.batch[axis], d[i*p.out[axis]:]); err != nil {
				return err
			}
		}
		return nil
	}
	xm, err := p.x.at(x)
	if err != nil {
		return err
	}
	defer p.x.array.Storage().Release()
	ym, err := p.y.at(y)
	if err != nil {
		return err
	}
	defer p.y.array.Storage().Release()
	p.multiply(d[:p.m*p.n*p.elem.ItemSize()], xm, ym)
	return nil
}

// operandMatrix is one matrix as it is multiplied: the strides in bytes and,
// for BLAS, the leading dimension in elements and whether to read it transposed.
type operandMatrix struct {
	p          unsafe.Pointer
	row, col   int
	lead       int
	transposed bool
}

// at returns the matrix at a byte offset of the array's storage, packed if
// neither its rows nor its columns are adjacent elements. The storage is
// acquired; the caller releases it.
func (m *matrices) at(off int) (operandMatrix, error) {
	b, err := m.array.Storage().Acquire()
	if err != nil {
		return operandMatrix{}, err
	}
	size := m.array.ItemSize()
	o := operandMatrix{p: unsafe.Add(start(b), off), row: m.row, col: m.co}
	// Along an axis of size 1 any stride will do.
	if m.cols == 1 {
		o.col = size
	}
	if m.rows == 1 {
		o.row = m.cols * size
	}
	if o.fits(m) {
		return o, nil
	}
	if m.rows == 1 { // one row of spread elements is a column, transposed
		o.row, o.col = size, m.co
		if o.fits(m) {
			return o, nil
		}
	}
	if m.packedAt != off {
		l := layout.Layout{Shape: []int{m.rows, m.cols}, Strides: []int{m.row, m.co}, Offset: off}
		a, err := ndarray.FromStorage(m.array.Storage(), m.array.DType(), l)
		if err == nil {
			m.packed, err = a.Clone(layout.C)
		}
		if err != nil {
			m.array.Storage().Release()
			return o, err
		}
		m.packedAt = off
	}
	packed, _ := m.packed.Bytes()
	o = operandMatrix{p: start(packed), row: m.cols * size, col: size}
	o.fits(m)
	return o, nil
}

// fits reports whether the matrix can be read where it lies, and for BLAS finds
// the leading dimension.
func (o *operandMatrix) fits(m *matrices) bool {
	size := m.array.ItemSize()
	switch {
	case !m.blas:
		return !m.rowwise || o.col == size
	case o.col == size && o.row >= m.cols*size && o.row%size == 0:
		o.lead, o.transposed = o.row/size, false
	case o.row == size && o.col >= m.rows*size && o.col%size == 0:
		o.lead, o.transposed = o.col/size, true
	default:
		return false
	}
	return true
}

// multiply writes the product of two matrices into d, which is zeroed.
func (p *product) multiply(d []byte, x, y operandMatrix) {
	m, k, n := p.m, p.k, p.n
	g := gonum.Implementation{}
	switch wide(p.num) {
	case kernel.F32:
		g.Sgemm(x.flag(), y.flag(), m, n, k, 1, elements[float32](x, m, k), x.lead, elements[float32](y, k, n), y.lead, 0, packed[float32](d), n)
	case kernel.F64:
		g.Dgemm(x.flag(), y.flag(), m, n, k, 1, elements[float64](x, m, k), x.lead, elements[float64](y, k, n), y.lead, 0, packed[float64](d), n)
	case kernel.C64:
		g.Cgemm(x.flag(), y.flag(), m, n, k, 1, elements[complex64](x, m, k), x.lead, elements[complex64](y, k, n), y.lead, 0, packed[complex64](d), n)
	case kernel.C128:
		g.Zgemm(x.flag(), y.flag(), m, n, k, 1, elements[complex128](x, m, k), x.lead, elements[complex128](y, k, n), y.lead, 0, packed[complex128](d), n)
	default:
		kernel.MatMul(p.num)(m, k, n, start(d), kernel.Matrix{P: x.p, Row: x.row, Col: x.col}, kernel.Matrix{P: y.p, Row: y.row, Col: y.col})
	}
}

func (o *operandMatrix) flag() blas.Transpose {
	if o.transposed {
		return blas.Trans
	}
	return blas.NoTrans
}

// elements are those of a matrix of rows by cols from the first to the last.
func elements[T any](o operandMatrix, rows, cols int) []T {
	if o.transposed {
		rows, cols = cols, rows
	}
	return unsafe.Slice((*T)(o.p), (rows-1)*o.lead+cols)
}

// packed is a buffer as elements.
func packed[T any](b []byte) []T {
	var zero T
	return unsafe.Slice((*T)(start(b)), len(b)/int(unsafe.Sizeof(zero)))
}
