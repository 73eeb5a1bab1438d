// Package tile carries an array from one place to another in pieces that fit a
// byte budget: from an io.ReaderAt that holds its source layout to an
// io.WriterAt that holds its destination layout, so that files many times
// larger than memory are transposed, packed or cut without being mapped.
//
// A tile is a box of the joint walk of both layouts. Its sides are grown in
// turn along the source's and the destination's fastest axes, so that both the
// reads and the writes are runs as long as the budget allows.
package tile

import (
	"errors"
	"fmt"

	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ndarray/move"
)

// ErrBudget is the kind of the failure that not even the smallest tile fits
// the budget.
var ErrBudget = errors.New("byte budget too small")

// maxGap is the largest hole, in bytes, that is read over rather than around: a
// page, which the system reads anyhow.
const maxGap = 4096

// Job says what goes where. Shape and order are those of Dst; Src is broadcast
// to it. Both are valid layouts over their files, offsets counted from the
// files' starts; no two elements of Dst share a byte, and the two files (or
// the byte ranges, when it is one file) do not meet.
type Job struct {
	Dst, Src layout.Layout
	ItemSize int       // bytes
	Swap     move.Swap // bytes to reverse in every item
}

// Packed is the job that puts the elements of src, in C order and without gaps,
// at a byte offset of the destination, as a file has them behind its header. It
// copies nothing yet. The error is layout.New's.
func Packed(src layout.Layout, itemSize int, offset int64) (Job, error) {
	dst, err := layout.New(itemSize, layout.C, src.Shape...)
	dst.Offset = int(offset)
	return Job{Dst: dst, Src: src, ItemSize: itemSize}, err
}

// Budget is how many bytes of buffers a job may hold at once when none is
// given.
const Budget = 64 << 20

// Tiles is a job cut into boxes.
type Tiles struct {
	job  Job
	plan layout.Plan
	size []int // sides of a full tile, in elements, one an axis of the plan
	n    []int // tiles along each axis
}

// Cut plans the tiles of a job whose buffers take at most budget bytes (0
// stands for Budget). In order, where set, makes every tile one run of the
// destination and their sequence its bytes from first to last: the destination
// can then be a stream. It fails with ErrBudget when the budget does not hold
// one element and its surroundings, and as layout.NewPlan does.
func Cut(j Job, budget int, inOrder bool) (*Tiles, error) {
	if budget == 0 {
		budget = Budget
	}
	t := &Tiles{job: j}
	if err := t.plan.Build(j.Dst, j.Src); err != nil {
		return nil, err
	}
	shape := t.plan.Shape()
	t.size, t.n = make([]int, len(shape)), make([]int, len(shape))
	for k := range t.size {
		t.size[k] = min(1, shape[k])
	}
	if t.bytes() > budget {
		return nil, fmt.Errorf("%w: one item of %d bytes needs %d, the budget is %d", ErrBudget, j.ItemSize, t.bytes(), budget)
	}
	t.grow(budget, inOrder)
	for k := range t.n {
		if t.size[k] > 0 {
			t.n[k] = (shape[k] + t.size[k] - 1) / t.size[k]
		}
	}
	return t, nil
}

// Len returns the number of tiles.
func (t *Tiles) Len() int {
	if t.plan.Len() == 0 || t.job.ItemSize == 0 {
		return 0
	}
	n := 1
	for _, k := range t.n {
		n *= k
	}
	return n
}

// grow doubles the sides of the tile while its buffers fit the budget: always
// along the chain, of the destination or of the source, whose runs are shorter.
func (t *Tiles) grow(budget int, inOrder bool) {
	dst, src := t.chain(0), t.chain(1)
	if inOrder {
		src = nil
	}
	shape := t.plan.Shape()
	for {
		d, s := next(dst, t.size, shape), next(src, t.size, shape)
		axis := d
		if d < 0 || (s >= 0 && t.run(src) < t.run(dst)) {
			axis = s
		}
		if axis < 0 {
			return
		}
		old := t.size[axis]
		t.size[axis] = min(2*old, shape[axis])
		if t.bytes() <= budget {
			continue
		}
		t.size[axis] = old
		// The last step that fits: in units of the old side, then one by one
		// would not change the figures any more.
		for step := old / 2; step >= max(1, old/16); step /= 2 {
			t.size[axis] = min(t.size[axis]+step, shape[axis])
			if t.bytes() > budget {
				t.size[axis] -= step
			}
		}
		return
	}
}

// chain returns the axes along which an operand moves, the fastest first.
func (t *Tiles) chain(operand int) []int {
	strides := t.plan.Strides(operand)
	var axes []int
	for k := len(strides) - 1; k >= 0; k-- {
		if strides[k] == 0 {
			continue
		}
		at := len(axes)
		axes = append(axes, k)
		for at > 0 && magnitude(strides[axes[at-1]]) > magnitude(strides[k]) {
			axes[at] = axes[at-1]
			at--
		}
		axes[at] = k
	}
	return axes
}

// next returns the first axis of a chain on which the tile is not full, or -1.
func next(chain, size, shape []int) int {
	for _, k := range chain {
		if size[k] < shape[k] {
			return k
		}
	}
	return -1
}

// run returns the number of elements in which a tile goes along a chain before
// it leaves an axis unfinished: the length of its runs.
func (t *Tiles) run(chain []int) int {
	n := 1
	for _, k := range chain {
		n *= t.size[k]
		if t.size[k] < t.plan.Shape()[k] {
			break
		}
	}
	return n
}

// bytes returns the memory that a full tile takes: the source's blocks with the
// gaps that are read over, and the packed items of the destination.
func (t *Tiles) bytes() int {
	n := t.job.ItemSize
	for _, k := range t.size {
		n *= k
	}
	b := t.blocks(t.size)
	in := b.length
	for _, k := range b.outer {
		in *= t.size[k]
	}
	return n + in
}

func magnitude(n int) int { return max(n, -n) }

// blocks says how the source of a box is read: as blocks of length bytes, one
// for every index of the outer axes; the inner axes lie within a block, with
// the source's own strides. reach is how many bytes of the block lie below its
// first element (negative strides).
type blocks struct {
	inner, outer []int // axes of the plan, the fastest first
	length       int   // bytes
	below        int   // bytes
}

// blocks joins axes into one block as long as the holes stay small.
func (t *Tiles) blocks(size []int) blocks {
	strides := t.plan.Strides(1)
	b := blocks{length: t.job.ItemSize}
	chain := t.chain(1)
	for i, k := range chain {
		s := magnitude(strides[k])
		if size[k] > 1 && s-b.length > maxGap {
			b.outer = chain[i:]
			break
		}
		b.inner = append(b.inner, k)
		if strides[k] < 0 {
			b.below += (size[k] - 1) * s
		}
		b.length += (size[k] - 1) * s
	}
	return b
}
