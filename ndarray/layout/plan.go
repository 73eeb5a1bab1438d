package layout

// planRoom is how many integers a Plan holds in itself: enough for 2 operands
// of 11 axes or 3 operands of 8 without a heap allocation.
const planRoom = 36

// Plan is the joint walk of several operands of one shape: axes sorted so that
// the destination's (operand 0) smallest stride comes last, and merged as far
// as every operand allows. Strides and offsets are in bytes.
//
// The address of element (i0, i1, …) of operand k is
// Offset(k) + i0·Strides(k)[0] + i1·Strides(k)[1] + …
//
// No axis has size 1. A plan of rank 0 is one element; a plan of no elements
// has the shape (0). On every axis the first operand whose stride is not 0
// walks upward: the others may have negative strides.
//
// A Plan is a value that holds small plans in itself, so building one and
// reading it by pointer allocates nothing. It does not change after Build, so
// copies may be read from several goroutines.
type Plan struct {
	operands int
	rank     int
	width    int // integers from one row of the table to the next
	length   int

	// One table: the offsets of the operands, then rows of width integers: the
	// shape and the strides of each operand. heap holds it where inline is too
	// small.
	inline [planRoom]int
	heap   []int
}

// NewPlan returns the joint walk of the operands; see Build, also for the
// errors.
func NewPlan(operands ...Layout) (Plan, error) {
	var p Plan
	if err := p.Build(operands...); err != nil {
		return Plan{}, err
	}
	return p, nil
}

// Rank returns the number of axes left after merging.
func (p *Plan) Rank() int { return p.rank }

// Operands returns the number of operands.
func (p *Plan) Operands() int { return p.operands }

// Len returns the number of elements of each operand.
func (p *Plan) Len() int { return p.length }

// Shape returns the sizes of the merged axes, in elements. It is a window into
// the plan: read it only.
func (p *Plan) Shape() []int { return p.row(0) }

// Strides returns the byte strides of one operand, an integer an axis. It is a
// window into the plan: read it only.
func (p *Plan) Strides(operand int) []int { return p.row(1 + operand) }

// Offset returns the byte offset of one operand's first visited element.
func (p *Plan) Offset(operand int) int { return p.table()[operand] }

func (p *Plan) table() []int {
	if p.heap != nil {
		return p.heap
	}
	return p.inline[:]
}

func (p *Plan) row(r int) []int {
	i := p.operands + r*p.width
	return p.table()[i : i+p.rank : i+p.rank]
}

// Build makes p the joint walk of the operands, whatever it held before.
// Operand 0 gives the shape and the others are broadcast to it: sizes are
// aligned on the right, a missing axis or a size of 1 stands still.
//
// Axes of size 1 are dropped. An axis that operand 0 walks downward is turned
// round for all operands. Axes are sorted by the size of operand 0's strides,
// the largest first; where it stands still or two are equal the next operand
// decides, and at last the original order. Neighbours are then merged where
// stride[i] == stride[i+1]·size[i+1] holds for every operand. So the order of
// visits is the destination's memory order, not the logical one.
//
// The operands must be valid layouts (see Validate). Errors, after which p is
// of no use: ErrBroadcast, ErrShape without operands, ErrRank, ErrOverflow.
func (p *Plan) Build(operands ...Layout) error {
	if len(operands) == 0 {
		return refusal("plan", ErrShape, -1, "no operands; expected a destination")
	}
	shape := operands[0].Shape
	n := len(operands)
	p.operands, p.width, p.rank, p.length, p.heap = n, len(shape), 0, 1, nil
	if need := n + (1+n)*max(p.width, 1); need > planRoom {
		p.heap = make([]int, need)
	}
	t := p.table()
	for k := range operands {
		l := &operands[k]
		if len(l.Strides) != len(l.Shape) {
			return refusal("plan", ErrRank, -1, "operand "+num(k)+" has "+num(len(l.Strides))+
				" strides for "+num(len(l.Shape))+" axes")
		}
		if k > 0 && !broadcastsTo(l.Shape, shape) {
			return refusal("plan", ErrBroadcast, -1, "operand "+num(k)+" of shape "+tuple(l.Shape)+
				" does not broadcast to "+tuple(shape))
		}
		t[k] = l.Offset
	}
	empty := false
	for _, size := range shape {
		if size < 0 {
			return refusal("plan", ErrShape, -1, "negative size in "+tuple(shape))
		}
		empty = empty || size == 0
	}
	if empty {
		p.rank, p.width, p.length = 1, 1, 0
		clear(t[n : n+1+n])
		return nil
	}
	for axis, size := range shape {
		if size == 1 {
			continue
		}
		var ok bool
		if p.length, ok = mulSize(p.length, size); !ok {
			return refusal("plan", ErrOverflow, axis, "the product of "+tuple(shape)+" overflows")
		}
		p.insert(t, operands, axis, size)
	}
	p.merge(t)
	return nil
}

// insert adds one axis of the operands to the sorted ones: an insertion sort.
func (p *Plan) insert(t []int, operands []Layout, axis, size int) {
	n, w := p.operands, p.width
	// The new axis goes into the last column of the table, turned upward.
	column := t[n+p.rank:]
	column[0] = size
	sign := 0
	for k := range operands {
		l := &operands[k]
		stride := 0
		if a := axis - (len(operands[0].Shape) - len(l.Shape)); a >= 0 && l.Shape[a] != 1 {
			stride = l.Strides[a]
		}
		if sign == 0 && stride != 0 {
			sign = 1
			if stride < 0 {
				sign = -1
			}
		}
		if sign < 0 {
			t[k] += (size - 1) * stride
			stride = -stride
		}
		column[(1+k)*w] = stride
	}
	at := p.rank
	for at > 0 && p.before(t, at, at-1) {
		for i := n + at; i < n+(1+n)*w; i += w {
			t[i-1], t[i] = t[i], t[i-1]
		}
		at--
	}
	p.rank++
}

// before tells whether column a of the table belongs outside column b.
func (p *Plan) before(t []int, a, b int) bool {
	n, w := p.operands, p.width
	for i := n + w; i < n+(1+n)*w; i += w {
		x, y := t[i+a], t[i+b]
		if x == 0 || y == 0 || x == y || x == -y {
			continue
		}
		return max(x, -x) > max(y, -y)
	}
	return false
}

// merge joins neighbouring columns where every operand allows it.
func (p *Plan) merge(t []int) {
	n, w := p.operands, p.width
	last := 0 // the column that the next one may join
	for c := 1; c < p.rank; c++ {
		size := t[n+c]
		joins := true
		for i := n + w; i < n+(1+n)*w; i += w {
			if t[i+last] != t[i+c]*size {
				joins = false
				break
			}
		}
		if joins {
			t[n+last] *= size
		} else {
			last++
			t[n+last] = size
		}
		for i := n + w; i < n+(1+n)*w; i += w {
			t[i+last] = t[i+c]
		}
	}
	if p.rank > 0 {
		p.rank = last + 1
	}
}

// broadcastsTo tells whether the shape from can be expanded to the shape to.
func broadcastsTo(from, to []int) bool {
	d := len(to) - len(from)
	if d < 0 {
		return false
	}
	for k, size := range from {
		if size != 1 && size != to[d+k] {
			return false
		}
	}
	return true
}

// Cut returns the part of the plan whose index on the axis is in [lo, hi).
// The axis and the range must lie within the plan, as for slicing a slice.
func (p *Plan) Cut(axis, lo, hi int) Plan {
	q := *p
	if p.heap != nil {
		q.heap = append([]int(nil), p.heap...)
	}
	size := q.Shape()[axis]
	if lo < 0 || lo > hi || hi > size {
		panic("layout: cut [" + num(lo) + ", " + num(hi) + ") of an axis of " + num(size))
	}
	for k := range q.operands {
		q.table()[k] += lo * q.Strides(k)[axis]
	}
	q.Shape()[axis] = hi - lo
	if size > 0 {
		q.length = q.length / size * (hi - lo)
	}
	return q
}

// Split cuts the plan into at most n parts of nearly equal length that visit
// every element once. It cuts one axis along which operand 0 moves, the
// outermost that is long enough, so that the parts write disjoint elements if
// operand 0 does not overlap itself. It returns the plan alone where nothing
// can be cut. The parts keep the plan's rank: a size may become 1.
func (p *Plan) Split(n int) []Plan {
	axis := -1
	for k, size := range p.Shape() {
		if p.Strides(0)[k] == 0 {
			continue
		}
		if axis < 0 || size > p.Shape()[axis] {
			axis = k
		}
		if size >= n {
			axis = k
			break
		}
	}
	if axis < 0 || n <= 1 || p.length == 0 {
		return []Plan{*p}
	}
	size := p.Shape()[axis]
	n = min(n, size)
	parts := make([]Plan, n)
	lo := 0
	for k := range parts {
		hi := lo + size/n
		if k < size%n {
			hi++
		}
		parts[k] = p.Cut(axis, lo, hi)
		lo = hi
	}
	return parts
}
