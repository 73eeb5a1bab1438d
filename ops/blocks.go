package ops

import (
	"iter"
	"slices"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// Pieces is an array that lies in several places along its first axes: views of
// equal shape but for their length along one axis, read one after another
// without being put together. Blocks and Shards make them.
type Pieces struct {
	axis  int
	views []*ndarray.Array
	ends  []int // where along the axis each view ends
	shape []int
}

// Blocks returns the array of n positions that a block table tells: position i
// is row i%size of block table[i/size] of pool, whose axis 0 counts the blocks
// and axis 1 their size rows. Position is axis 0 of the result. Nothing is
// copied, and consecutive blocks become one view where their rows are evenly
// spaced. Errors: layout.ErrRank for a pool of fewer than two axes,
// layout.ErrIndex for a block that the pool does not have, layout.ErrShape for a
// table too short for n positions or n < 0.
func Blocks(pool *ndarray.Array, table []int, n int) (*Pieces, error) {
	const op = "blocks"
	if pool.Rank() < 2 {
		return nil, fail(op, layout.ErrRank, "a pool of %d axes; blocks and rows are needed", pool.Rank())
	}
	blocks, size := pool.Dim(0), pool.Dim(1)
	if room, ok := times(len(table), size); n < 0 || ok && n > room {
		return nil, fail(op, layout.ErrShape, "%d positions do not fit %d blocks of %d rows", n, len(table), size)
	}
	if n > 0 {
		table = table[:(n-1)/size+1]
	}
	for i, b := range table {
		if b < 0 || b >= blocks {
			return nil, fail(op, layout.ErrIndex, "entry %d of the table is block %d of a pool of %d", i, b, blocks)
		}
	}
	p := &Pieces{shape: append([]int{n}, pool.Shape()[2:]...)}
	l := pool.Layout()
	even := l.Strides[0] == size*l.Strides[1]
	for k := 0; n > 0; {
		run := 1 // of consecutive blocks
		for even && k+run < len(table) && table[k+run] == table[k]+run {
			run++
		}
		rows := min(n, run*size)
		v, err := view(pool, layout.Layout{
			Shape:   append([]int{rows}, l.Shape[2:]...),
			Strides: l.Strides[1:],
			Offset:  l.Offset + table[k]*l.Strides[0],
		})
		if err != nil {
			return nil, err
		}
		p.add(v, rows)
		k, n = k+run, n-rows
	}
	return p, nil
}

// Shards returns the array that the parts make one after another along an axis.
// Nothing is copied. The parts must have one dtype, and one shape off the axis;
// errors are those of Concat, and ErrDType.
func Shards(axis int, parts ...*ndarray.Array) (*Pieces, error) {
	const op = "shards"
	shape, axis, err := joined(op, axis, parts)
	if err != nil {
		return nil, err
	}
	p := &Pieces{axis: axis, shape: shape}
	for k, a := range parts {
		if a.DType() != parts[0].DType() {
			return nil, fail(op, ErrDType, "part %d has dtype %.60s, part 0 has %.60s", k, a.DType(), parts[0].DType())
		}
		p.add(a, a.Dim(axis))
	}
	return p, nil
}

func (p *Pieces) add(v *ndarray.Array, length int) {
	end := length
	if len(p.ends) > 0 {
		end += p.ends[len(p.ends)-1]
	}
	p.views, p.ends = append(p.views, v), append(p.ends, end)
}

// Shape returns a copy of the sizes of the whole.
func (p *Pieces) Shape() []int { return slices.Clone(p.shape) }

// Axis returns the axis along which the pieces follow one another.
func (p *Pieces) Axis() int { return p.axis }

// Len returns the number of pieces.
func (p *Pieces) Len() int { return len(p.views) }

// At returns the view of the whole at one index of the axis, which is dropped;
// a negative index counts from the end. layout.ErrIndex if it is out of range.
func (p *Pieces) At(index int) (*ndarray.Array, error) {
	n := p.shape[p.axis]
	if index < -n || index >= n {
		return nil, fail("pieces", layout.ErrIndex, "index %d is out of range for axis %d of size %d", index, p.axis, n)
	}
	if index < 0 {
		index += n
	}
	for from, v := range p.Range(index, index+1) {
		ix := make([]layout.Index, p.axis, p.axis+1)
		for k := range ix {
			ix[k] = layout.All
		}
		return v.Slice(append(ix, layout.Int(index-from))...)
	}
	return nil, nil // the range above has one index
}

// Range yields the views that make up the indices [lo, hi) of the axis, in
// order, each with the index at which it starts. The range clips like a slice's.
func (p *Pieces) Range(lo, hi int) iter.Seq2[int, *ndarray.Array] {
	return func(yield func(int, *ndarray.Array) bool) {
		k, found := slices.BinarySearch(p.ends, max(lo, 0))
		if found {
			k++
		}
		for ; k < len(p.views); k++ {
			from := p.ends[k] - p.views[k].Dim(p.axis)
			a, b := max(lo, from), min(hi, p.ends[k])
			if from >= hi {
				return
			}
			if a >= b {
				continue
			}
			v, err := span(p.views[k], p.axis, a-from, b-from)
			if err != nil || !yield(a, v) {
				return // an error is not possible: the axis exists and ranges clip
			}
		}
	}
}

// Read copies the indices [lo, hi) of the axis into dst, which has that many
// along the axis, else the shape of the whole, and up to byte order its dtype.
// Errors, before anything is written: layout.ErrIndex for a range outside the
// axis, layout.ErrShape, and those of ndarray.Copy. A dst that overlaps a piece
// gets the values as they were before.
func (p *Pieces) Read(dst *ndarray.Array, lo, hi int) error {
	const op = "read pieces"
	if lo < 0 || hi < lo || hi > p.shape[p.axis] {
		return fail(op, layout.ErrIndex, "range %d:%d is outside axis %d of size %d", lo, hi, p.axis, p.shape[p.axis])
	}
	shape := p.Shape()
	shape[p.axis] = hi - lo
	if !slices.Equal(dst.Shape(), shape) {
		return badShape(op, dst, shape)
	}
	for _, v := range p.Range(lo, hi) {
		if ndarray.SharesMemory(dst, v) == layout.No {
			continue
		}
		// As if the pieces had been copied first.
		whole, err := ndarray.New(v.DType(), shape...)
		if err != nil {
			return err
		}
		if err := p.Read(whole, lo, hi); err != nil {
			return err
		}
		return ndarray.Copy(dst, whole)
	}
	for from, v := range p.Range(lo, hi) {
		to, err := span(dst, p.axis, from-lo, from-lo+v.Dim(p.axis))
		if err != nil {
			return err
		}
		if err := ndarray.Copy(to, v); err != nil {
			return err
		}
	}
	return nil
}
