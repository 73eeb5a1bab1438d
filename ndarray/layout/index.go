package layout

// Index is one item of a basic index, as between the brackets of a[1:3, ...].
// The zero value is All.
type Index struct {
	kind              indexKind
	hasLo, hasHi      bool
	hasStep           bool
	start, stop, step int
}

type indexKind byte

const (
	rangeIndex indexKind = iota
	intIndex
	ellipsisIndex
	newAxisIndex
)

var (
	// All takes a whole axis: ":".
	All = Index{}
	// Ellipsis stands for as many whole axes as are not named: "...".
	Ellipsis = Index{kind: ellipsisIndex}
	// NewAxis adds an axis of size 1: "newaxis" or "None".
	NewAxis = Index{kind: newAxisIndex}
)

// Int takes one element of an axis, which goes; negative counts from the end.
func Int(i int) Index { return Index{kind: intIndex, start: i} }

// Range takes the elements from lo up to but not including hi: "lo:hi".
// Negative bounds count from the end; bounds are clipped to the axis.
func Range(lo, hi int) Index {
	return Index{hasLo: true, hasHi: true, start: lo, stop: hi}
}

// From takes the elements from lo on: "lo:".
func From(lo int) Index { return Index{hasLo: true, start: lo} }

// To takes the elements before hi: ":hi".
func To(hi int) Index { return Index{hasHi: true, stop: hi} }

// By gives a range a step: All.By(-1) is "::-1", Range(8, 2).By(-2) is
// "8:2:-2". A step of 0 is refused by Slice. Other items stay as they are.
func (ix Index) By(step int) Index {
	if ix.kind == rangeIndex {
		ix.hasStep, ix.step = true, step
	}
	return ix
}

// String returns the item as ParseIndex reads it.
func (ix Index) String() string {
	switch ix.kind {
	case intIndex:
		return num(ix.start)
	case ellipsisIndex:
		return "..."
	case newAxisIndex:
		return "newaxis"
	}
	s := ""
	if ix.hasLo {
		s = num(ix.start)
	}
	s += ":"
	if ix.hasHi {
		s += num(ix.stop)
	}
	if ix.hasStep {
		s += ":" + num(ix.step)
	}
	return s
}

// bounds resolves a range on an axis of size n, as Python's slices: the first
// index, the step and how many elements. Without elements the first index is 0
// and the step 1, as in NumPy. The step must not be 0.
func (ix *Index) bounds(n int) (start, step, count int) {
	step = 1
	if ix.hasStep {
		step = ix.step
	}
	// The bounds are clipped to [low, high].
	low, high := 0, n
	if step < 0 {
		low, high = -1, n-1
	}
	start, stop := low, high
	if step < 0 {
		start, stop = high, low
	}
	if ix.hasLo {
		start = clip(ix.start, n, low, high)
	}
	if ix.hasHi {
		stop = clip(ix.stop, n, low, high)
	}
	switch {
	case step == 1 && start < stop:
		return start, 1, stop - start
	case step > 0 && start < stop:
		return start, step, (stop-start-1)/step + 1
	case step == -1 && start > stop:
		return start, -1, start - stop
	case step < 0 && start > stop:
		return start, step, int(uint(start-stop-1)/magnitude(step)) + 1
	}
	return 0, 1, 0
}

func clip(i, n, low, high int) int {
	if i < 0 {
		i += n
	}
	return min(max(i, low), high)
}

// Slice returns the view that NumPy's basic indexing gives: one item an axis,
// Ellipsis once at most, whole axes at the end implied. Ints drop their axis;
// ranges clip and never fail. Errors: ErrIndex for an int out of range or more
// items than axes, ErrStep for a step of 0, ErrRank.
func (l Layout) Slice(ix ...Index) (r Layout, err error) {
	rank, taken, ellipses := len(l.Shape), 0, 0
	out := rank
	for k := range ix {
		switch ix[k].kind {
		case intIndex:
			out--
			taken++
		case rangeIndex:
			taken++
		case newAxisIndex:
			out++
		case ellipsisIndex:
			ellipses++
		}
	}
	if taken > rank {
		return Layout{}, refusal("slice", ErrIndex, -1, num(taken)+" indices for "+num(rank)+" axes")
	}
	if ellipses > 1 {
		return Layout{}, refusal("slice", ErrIndex, -1, "more than one ellipsis")
	}
	if out > MaxRank {
		return Layout{}, rankError("slice", out)
	}
	l.begin(&r, out)
	axis, to := 0, 0
	for k := range ix {
		it := &ix[k]
		switch it.kind {
		case rangeIndex:
			n, stride := l.Shape[axis], l.Strides[axis]
			if it.hasLo || it.hasHi || it.hasStep {
				if it.hasStep && it.step == 0 {
					return Layout{}, refusal("slice", ErrStep, axis, "step 0 on axis "+num(axis))
				}
				start, step, count := it.bounds(n)
				r.Offset += start * stride
				n, stride = count, step*stride
			}
			r.Shape[to], r.Strides[to] = n, stride
			axis++
			to++
		case intIndex:
			n, i := l.Shape[axis], it.start
			if i < 0 {
				i += n
			}
			if uint(i) >= uint(n) {
				return Layout{}, refusal("slice", ErrIndex, axis,
					"index "+num(it.start)+" is out of bounds for axis "+num(axis)+" with size "+num(n))
			}
			r.Offset += i * l.Strides[axis]
			axis++
		case newAxisIndex:
			r.Shape[to], r.Strides[to] = 1, 0
			to++
		case ellipsisIndex:
			for range rank - taken {
				r.Shape[to], r.Strides[to] = l.Shape[axis], l.Strides[axis]
				axis++
				to++
			}
		}
	}
	for ; axis < rank; axis++ {
		r.Shape[to], r.Strides[to] = l.Shape[axis], l.Strides[axis]
		to++
	}
	return r, nil
}
