package ops

import (
	"sync"
	"unsafe"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

const (
	// shortPacked is up to how many packed elements a call is short, and shortAny
	// up to how many of any layout: it then needs no tiles.
	shortPacked = 2 * grain
	shortAny    = 1024
	// shortRank is the most axes that a short call walks.
	shortRank = 4
)

// short is apply for operands of the loop's types that need no buffers and are too
// few to share out: it allocates nothing but the result. done is false for all else,
// also for what is refused.
func (s *signature) short(dst *ndarray.Array, sources []*ndarray.Array) (r *ndarray.Array, done bool) {
	like := sources[0]
	for _, a := range sources[1:] {
		if a.Rank() > like.Rank() || a.Rank() == like.Rank() && a.Len() > like.Len() {
			like = a
		}
	}
	n := like.Len()
	if n == 0 || n > shortPacked || s.result != s.out {
		return nil, false
	}
	cOrder, packed := true, dst == nil || dst.IsC()
	for k, a := range sources {
		cOrder = cOrder && a.IsC()
		packed = packed && cOrder && (a.Rank() == 0 || sameShape(a, like))
		if a.DType() != s.in[k] {
			return nil, false
		}
	}
	switch {
	case !packed && (dst == nil && !cOrder || n > shortAny):
		return nil, false
	case dst == nil:
		var err error
		if dst, err = ndarray.NewLike(like, s.result, layout.C); err != nil {
			return nil, false
		}
	case !sameShape(dst, like) || dst.DType() != s.result || ndarray.CheckWritable("", dst) != nil:
		return nil, false
	default:
		for _, a := range sources {
			same := packed && a.SameStorage(dst) && a.Offset() == dst.Offset() && a.Len() == n
			if !same && ndarray.SharesMemory(dst, a) != layout.No {
				return nil, false
			}
		}
	}
	c := calls.Get().(*call)
	defer calls.Put(c)
	done = c.hold(dst, sources)
	switch {
	case !done:
	case packed:
		for k := range sources {
			if sources[k].Rank() > 0 {
				c.args.S[1+k] = s.in[k].ItemSize()
			}
		}
		c.args.S[0] = s.out.ItemSize()
		s.loop(n, &c.args)
	default:
		done = c.walk(s.loop)
	}
	c.release()
	return dst, done
}

// call is what a short call needs.
type call struct {
	arrays [kernel.MaxArgs]*ndarray.Array // the destination and the sources
	held   int
	args   kernel.Args
	plan   layout.Plan
}

// calls has those that are not at work.
var calls = sync.Pool{New: func() any { return new(call) }}

// hold takes the storages of the arrays. It fails if one is closed, or misaligned.
func (c *call) hold(dst *ndarray.Array, sources []*ndarray.Array) bool {
	c.arrays[0] = dst
	copy(c.arrays[1:], sources)
	c.args.S = [kernel.MaxArgs]int{}
	for k, a := range c.arrays[:1+len(sources)] {
		b, err := a.Storage().Acquire()
		if err != nil {
			return false
		}
		c.held++
		c.args.P[k] = unsafe.Add(start(b), a.Offset())
		if uintptr(c.args.P[k])%uintptr(alignmentOf(a.DType())) != 0 {
			return false
		}
	}
	return true
}

// release gives them back.
func (c *call) release() {
	for k := range c.held {
		c.arrays[k].Storage().Release()
	}
	c.held = 0
	c.arrays, c.args.P = [kernel.MaxArgs]*ndarray.Array{}, [kernel.MaxArgs]unsafe.Pointer{}
}

// walk runs a loop over the rows of the arrays' plan. It fails if there is none, of
// few axes and aligned steps.
func (c *call) walk(loop kernel.Loop) bool {
	if ndarray.BuildPlan(&c.plan, c.arrays[:c.held]...) != nil || c.plan.Rank() > shortRank {
		return false
	}
	shape, rows, last := c.plan.Shape(), 1, c.plan.Rank()-1
	for k, a := range c.arrays[:c.held] {
		c.args.P[k] = unsafe.Add(c.args.P[k], c.plan.Offset(k)-a.Offset())
		for _, s := range c.plan.Strides(k) {
			if s%alignmentOf(a.DType()) != 0 {
				return false
			}
		}
	}
	if last < 0 { // one element
		loop(1, &c.args)
		return true
	}
	for _, n := range shape[:last] {
		rows *= n
	}
	first := c.args.P
	for row := range rows {
		var at [kernel.MaxArgs]int
		rest := row
		for axis := last - 1; axis >= 0; axis-- {
			i := rest % shape[axis]
			rest /= shape[axis]
			for k := range c.held {
				at[k] += i * c.plan.Strides(k)[axis]
			}
		}
		for k := range c.held {
			c.args.P[k] = unsafe.Add(first[k], at[k])
			c.args.S[k] = c.plan.Strides(k)[last]
		}
		loop(shape[last], &c.args)
	}
	return true
}

// sameShape reports whether two arrays have one shape.
func sameShape(a, b *ndarray.Array) bool {
	if a.Rank() != b.Rank() {
		return false
	}
	for k := range a.Rank() {
		if a.Dim(k) != b.Dim(k) {
			return false
		}
	}
	return true
}
