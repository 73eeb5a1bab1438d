package ndarray

import (
	"runtime"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ndarray/move"
)

// overlapWork bounds the exact overlap test before a copy; past it the source
// is copied first, which is always right.
const overlapWork = 1 << 12

// piece is how many bytes are copied before a context is looked at again.
const piece = 64 << 20

// Copy writes the elements of src into dst, broadcasting src to dst's shape.
// The dtypes must be the same up to byte order, which is converted. Where the
// two share elements the result is as if src had been copied first. Large
// copies use all processors (runtime.GOMAXPROCS).
//
// Nothing is written when it fails: ErrReadOnly, ErrSelfOverlap for a dst whose
// elements overlap each other, ErrDType, ErrClosed, layout.ErrBroadcast.
func Copy(dst, src *Array) error {
	if err := CheckWritable("copy", dst); err != nil {
		return err
	}
	swap, err := swapBetween(*dst.dt, *src.dt)
	if err != nil {
		return err
	}
	if dst.store.Closed() {
		return ErrClosed
	}
	var p layout.Plan
	if err := p.Build(dst.lay(), src.lay()); err != nil {
		return err
	}
	if l, near := src.seenFrom(dst); near && swap.Runs == nil && dst.lay().Equal(l) {
		return nil // onto itself
	}
	if SharesMemory(dst, src) != layout.No {
		if src, err = src.Clone(layout.K); err != nil {
			return err
		}
		if err := p.Build(dst.lay(), src.lay()); err != nil {
			return err
		}
	}
	return carry(dst, src, &p, swap)
}

// CheckWritable reports why a bulk write into dst is refused: ErrReadOnly, or
// ErrSelfOverlap when two of its elements share a byte (or when that cannot be
// ruled out within bounded work).
func CheckWritable(op string, dst *Array) error {
	if dst.store.readOnly {
		return fail(op, ErrReadOnly, "the destination's storage is read-only")
	}
	if dst.IsC() {
		return nil
	}
	if dst.lay().SelfOverlap(dst.dt.ItemSize(), overlapWork) != layout.No {
		return fail(op, ErrSelfOverlap, "elements of the destination share memory (shape %s, strides %s): clone it first",
			tuple(dst.lay().Shape), tuple(dst.lay().Strides))
	}
	return nil
}

// copyApart copies between arrays that share no element.
func copyApart(dst, src *Array, swap move.Swap) error {
	var p layout.Plan
	if err := p.Build(dst.lay(), src.lay()); err != nil {
		return err
	}
	return carry(dst, src, &p, swap)
}

// carry moves the items of a plan from src to dst, which share none.
func carry(dst, src *Array, p *layout.Plan, swap move.Swap) error {
	d, err := dst.store.Acquire()
	if err != nil {
		return err
	}
	defer dst.store.Release()
	s, err := src.store.Acquire()
	if err != nil {
		return err
	}
	defer src.store.Release()
	size, workers := dst.dt.ItemSize(), runtime.GOMAXPROCS(0)
	if !dst.bound() && !src.bound() {
		move.Copy(d, s, p, size, swap, workers)
		return nil
	}
	for _, part := range p.Split(p.Len()*size/piece + 1) {
		if err := ContextErr(dst, src); err != nil {
			return err
		}
		move.Copy(d, s, &part, size, swap, workers)
	}
	return nil
}

// swapBetween returns the byte runs of an item to reverse when copying from one
// type to another that differs in byte order alone.
func swapBetween(to, from dtype.Type) (move.Swap, error) {
	if to == from {
		return move.Swap{}, nil
	}
	runs, ok := dtype.SwapBetween(from, to)
	if !ok {
		return move.Swap{}, fail("copy", ErrDType, "cannot copy %.60s into %.60s: cast it first", from, to)
	}
	var s move.Swap
	for _, r := range runs {
		s.Runs = append(s.Runs, move.Run(r))
	}
	return s, nil
}

// Contiguous returns a as a packed array in C or F order: a view of the same
// storage when a is already contiguous in that order (with canonical strides,
// also on axes of size 1), else a copy; copied says which. A 0-d array stays
// 0-d (PyTorch's contiguous; NumPy's ascontiguousarray makes it 1-d). The
// result may share a's storage: to write without changing a, Clone it. Errors:
// ErrMemory, ErrClosed.
func (a *Array) Contiguous(order layout.Order) (r *Array, copied bool, err error) {
	order = a.order(order)
	if (order == layout.C && a.IsC()) || (order == layout.F && a.IsF()) {
		r, l := a.in(a.Rank())
		if l, err = l.Packed(a.dt.ItemSize(), order); err != nil {
			return nil, false, err
		}
		l.Offset = a.offset
		return r.place(l), false, nil
	}
	r, err = a.Clone(order)
	return r, err == nil, err
}

// Clone returns a packed copy of a in storage of its own: in C or F order, in F
// order for A when a is F- and not C-contiguous, or for K in the order in which
// a's axes lie in memory (NumPy's copy). Errors: layout.ErrOrder, ErrMemory,
// ErrClosed.
func (a *Array) Clone(order layout.Order) (*Array, error) {
	c, err := a.emptyLike(a.dt, order)
	if err != nil {
		return nil, err
	}
	return c, copyApart(c, a, move.Swap{})
}

// Native returns a with its elements in the machine's byte order: a itself when
// they already are, else a copy in K order. Errors: ErrMemory, ErrClosed.
func (a *Array) Native() (*Array, error) {
	if !a.dt.Swapped() {
		return a, nil
	}
	dt := a.dt.Native()
	c, err := a.emptyLike(&dt, layout.K)
	if err != nil {
		return nil, err
	}
	swap, err := swapBetween(*c.dt, *a.dt)
	if err != nil {
		return nil, err
	}
	return c, copyApart(c, a, swap)
}

// emptyLike returns a fresh packed array of a's shape in the order.
func (a *Array) emptyLike(dt *dtype.Type, order layout.Order) (*Array, error) {
	if order == layout.K {
		return freshOrdered(dt, a.lay().CopyOrder(), a.lay().Shape)
	}
	return fresh(dt, a.order(order), a.lay().Shape)
}

// order returns what A stands for; other orders stand for themselves.
func (a *Array) order(order layout.Order) layout.Order {
	if order != layout.A {
		return order
	}
	if a.IsF() && !a.IsC() {
		return layout.F
	}
	return layout.C
}

// MayShareMemory reports whether the byte ranges of the elements of a and b,
// from lowest to highest address, meet (NumPy's may_share_memory). Empty arrays
// share nothing.
func MayShareMemory(a, b *Array) bool {
	l, near := b.seenFrom(a)
	return near && layout.MayOverlap(a.lay(), a.dt.ItemSize(), l, b.dt.ItemSize())
}

// SharesMemory tells whether any element of a shares a byte with an element of
// b, exactly (NumPy's shares_memory), with bounded work: the answer may be
// layout.Undecided. Two mappings of one file are not recognised as one memory.
func SharesMemory(a, b *Array) layout.Answer {
	l, near := b.seenFrom(a)
	if !near {
		return layout.No
	}
	return layout.Overlap(a.lay(), a.dt.ItemSize(), l, b.dt.ItemSize(), overlapWork)
}

// seenFrom returns b's layout with its offset counted from the start of a's
// storage. near is false when the two storages have no byte in common; they may
// have some without being the same, over slices of one caller's buffer.
func (b *Array) seenFrom(a *Array) (l layout.Layout, near bool) {
	l = b.lay()
	if a.store == b.store {
		return l, true
	}
	m, n := len(a.store.data), len(b.store.data)
	if m == 0 || n == 0 {
		return l, false
	}
	start, other := a.store.base(), b.store.base()
	if other >= start+uintptr(m) || start >= other+uintptr(n) {
		return l, false
	}
	l.Offset += int(other - start)
	return l, true
}
