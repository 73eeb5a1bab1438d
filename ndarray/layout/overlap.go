package layout

// Answer is the answer to a question whose exact answer may cost too much.
type Answer int

// The answers.
const (
	No Answer = iota
	Yes
	Undecided // not decided within the bound on work
)

// String returns "no", "yes" or "undecided".
func (a Answer) String() string {
	switch a {
	case No:
		return "no"
	case Yes:
		return "yes"
	}
	return "undecided"
}

// DefaultWork is a bound on work for the overlap questions that takes well
// under a millisecond and decides every layout met in practice.
const DefaultWork = 1 << 14

// MayOverlap tells whether the byte ranges that two layouts of one storage span
// have a byte in common: the cheap answer, never false where bytes are shared.
// aSize and bSize are the item sizes; items of 0 bytes share none.
func MayOverlap(a Layout, aSize int, b Layout, bSize int) bool {
	if aSize == 0 || bSize == 0 {
		return false
	}
	aLo, aHi, errA := a.Extent(aSize)
	bLo, bHi, errB := b.Extent(bSize)
	if errA != nil || errB != nil {
		return true
	}
	return aLo < bHi && bLo < aHi && aLo < aHi && bLo < bHi
}

// Overlap tells exactly whether two layouts of one storage have a byte in
// common, or that it could not be decided within maxWork steps. That is a
// bounded linear Diophantine problem: hard in general, quick for the strides
// that views have. aSize and bSize are the item sizes.
func Overlap(a Layout, aSize int, b Layout, bSize, maxWork int) Answer {
	if !MayOverlap(a, aSize, b, bSize) {
		return No
	}
	if a.Offset == b.Offset {
		return Yes // the first elements
	}
	// The byte i of an element of a is the byte j of an element of b:
	// a.Offset + Σ x·a.Strides + i = b.Offset + Σ y·b.Strides + j. The
	// difference of the addresses of the elements lies in an interval.
	e := equation{terms: make([]term, 0, len(a.Shape)+len(b.Shape)), work: maxWork}
	apart := int64(b.Offset) - int64(a.Offset)
	e.span(apart-int64(aSize-1), apart+int64(bSize-1))
	for k, size := range a.Shape {
		if size > 1 {
			e.add(int64(a.Strides[k]), 0, int64(size-1))
		}
	}
	for k, size := range b.Shape {
		if size > 1 {
			e.add(-int64(b.Strides[k]), 0, int64(size-1))
		}
	}
	return e.solve()
}

// SelfOverlap tells exactly whether two elements of the layout share a byte, or
// that it could not be decided within maxWork steps.
func (l Layout) SelfOverlap(itemSize, maxWork int) Answer {
	var buf [8]axis
	axes, empty := l.sorted(buf[:0])
	if empty || itemSize <= 0 || nested(axes, itemSize) {
		return No
	}
	// Two different elements are apart by Σ d·stride, where not all d are 0 and
	// the one of the largest stride among those is positive, or the two are
	// exchanged. So there is one equation for each axis that may be that one.
	decided := true
	e := equation{terms: make([]term, 0, len(axes)), work: maxWork}
	for first := range axes {
		e.terms = e.terms[:0]
		e.span(-int64(itemSize-1), int64(itemSize-1))
		e.add(int64(axes[first].stride), 1, int64(axes[first].size-1))
		for _, ax := range axes[:first] {
			e.add(int64(ax.stride), -int64(ax.size-1), int64(ax.size-1))
		}
		switch e.solve() {
		case Yes:
			return Yes
		case Undecided:
			decided = false
		}
	}
	if decided {
		return No
	}
	return Undecided
}

// nested tells whether each of the sorted axes steps over all that the ones
// before it span, which is so for all but odd layouts and rules out an overlap.
func nested(axes []axis, itemSize int) bool {
	span := itemSize // bytes from the first to past the last element
	for _, ax := range axes {
		if ax.stride < span {
			return false
		}
		span += (ax.size - 1) * ax.stride
	}
	return true
}
