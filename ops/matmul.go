package ops

import (
	"context"
	"slices"

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
// Operands are used where they lie, so also transposed and sliced ones and
// batches that stand still, such as keys expanded over query heads. On amd64
// with AVX2 and FMA floats and complex numbers are multiplied by assembly, which
// packs small panels of any strides; elsewhere by gonum's BLAS, for which a
// matrix is copied, one at a time, if neither its rows nor its columns are
// adjacent elements. float16 and narrower are multiplied in float32, integers
// (which wrap) and bools (and, or) by a blocked loop.
//
// Errors, all before anything is written: layout.ErrRank, layout.ErrShape for
// inner sizes that differ, layout.ErrBroadcast, ErrDType, and for dst
// layout.ErrShape, ErrCasting and those of ndarray.CheckWritable.
func MatMul(dst, x, y *ndarray.Array) (*ndarray.Array, error) {
	p, err := newProduct(x, y)
	if err != nil {
		return nil, err
	}
	p.ctx = contextOf(x, y, dst)
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
	return written(dst, assignThrough(p.op, dst, out, typeOf[p.num]))
}

// product is a matmul at work: m by k matrices times k by n ones.
type product struct {
	ctx     context.Context
	op      string
	num     kernel.Num // of the result
	elem    dtype.Type // that is computed in
	m, k, n int
	result  []int
	batch   []int
	order   []int // of the batch axes, from the slowest, in a fresh result
	out     []int // byte strides of the result
	x, y    matrices
}

// matrices are an operand: its matrices along the batch axes.
type matrices struct {
	array      *ndarray.Array // of native, aligned elements
	batch      []int          // byte strides of the batch axes
	row, col   int            // byte strides within a matrix
	rows, cols int
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
	p.order = layout.WalkOrder(p.batches(x), p.batches(y))
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
	m := matrices{array: a, row: l.Strides[r-2], col: l.Strides[r-1], rows: l.Shape[r-2], cols: l.Shape[r-1]}
	m.batch = p.batches(a).Strides
	return m, nil
}

// batches is the layout of an operand's batch axes, broadcast.
func (p *product) batches(a *ndarray.Array) layout.Layout {
	l := a.Layout()
	n := max(len(l.Shape)-2, 0)
	out := layout.Layout{Shape: p.batch, Strides: make([]int, len(p.batch))}
	for k := range n {
		if l.Shape[k] != 1 {
			out.Strides[len(p.batch)-n+k] = l.Strides[k]
		}
	}
	return out
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
