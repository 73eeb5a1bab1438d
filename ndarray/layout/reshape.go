package layout

// NeedsCopy tells why a view does not exist: two neighbouring axes of the
// operand would have to become one, and their strides do not allow it. It
// wraps ErrNeedsCopy.
type NeedsCopy struct {
	Op           string // the operation that was asked for
	Outer, Inner int    // the axes of the operand; Inner runs faster
	OuterStride  int    // bytes
	InnerStride  int    // bytes
	InnerSize    int    // elements; OuterStride ≠ InnerStride·InnerSize
	ItemSize     int    // bytes
}

// Error returns one line like "view: axes 0 and 1 do not join: stride 1 ≠ 3·2",
// with the strides in elements where they are whole elements, else in bytes.
func (e *NeedsCopy) Error() string {
	outer, inner, unit := e.OuterStride, e.InnerStride, " bytes"
	if s := e.ItemSize; s > 0 && outer%s == 0 && inner%s == 0 {
		outer, inner, unit = outer/s, inner/s, ""
	}
	return e.Op + ": axes " + num(min(e.Outer, e.Inner)) + " and " + num(max(e.Outer, e.Inner)) +
		" do not join: stride " + num(outer) + " ≠ " + num(inner) + "·" + num(e.InnerSize) + unit
}

// Unwrap returns ErrNeedsCopy.
func (e *NeedsCopy) Unwrap() error { return ErrNeedsCopy }

// ResolveShape returns a copy of the shape in which one -1 is replaced by what
// n elements leave for it. Errors, all ErrShape: two -1, another negative
// size, sizes that do not divide n, a -1 beside a 0, a product that is not n.
func ResolveShape(n int, shape []int) ([]int, error) {
	out := make([]int, len(shape))
	if err := resolve("reshape", n, out, shape); err != nil {
		return nil, err
	}
	return out, nil
}

// resolve fills dst, of the same length, with the resolved shape.
func resolve(op string, n int, dst, shape []int) error {
	free, product, fits := -1, 1, true
	zero := false
	for k, size := range shape {
		dst[k] = size
		if size < 0 {
			if size != -1 {
				return refusal(op, ErrShape, k, "negative size in "+tuple(shape))
			}
			if free >= 0 {
				return refusal(op, ErrShape, k, "more than one -1 in "+tuple(shape))
			}
			free = k
			continue
		}
		zero = zero || size == 0
		if fits {
			product, fits = mulSize(product, max(size, 1))
		}
	}
	if zero && fits {
		product = 0
	}
	switch {
	case free < 0:
		if !fits || product != n {
			return refusal(op, ErrShape, -1, num(n)+" elements do not fill "+tuple(shape))
		}
	case zero:
		return refusal(op, ErrShape, free, "the -1 in "+tuple(shape)+" could be any size")
	case !fits || n%product != 0:
		return refusal(op, ErrShape, free, num(n)+" elements do not divide into "+tuple(shape))
	default:
		dst[free] = n / product
	}
	return nil
}

// View returns the view of another shape with the same elements in the same
// index order: C (last axis fastest), F (first axis fastest) or A (F if l is
// F-contiguous and not C-contiguous, else C). One size may be -1. It never
// copies: where no strides can give that view it returns a *NeedsCopy. The
// rules are NumPy's, those for the free strides of axes of size 1 too.
// Errors: ErrShape, ErrOrder, ErrRank, *NeedsCopy.
func (l Layout) View(itemSize int, order Order, shape ...int) (r Layout, err error) {
	order, err = l.indexOrder("view", itemSize, order)
	if err != nil {
		return Layout{}, err
	}
	if len(shape) > MaxRank {
		return Layout{}, rankError("view", len(shape))
	}
	l.begin(&r, len(shape))
	if err := resolve("view", l.Len(), r.Shape, shape); err != nil {
		return Layout{}, err
	}
	if equalInts(shape, l.Shape) {
		copy(r.Strides, l.Strides)
		return r, nil
	}
	if err := l.viewAs(&r, "view", itemSize, order); err != nil {
		return Layout{}, err
	}
	return r, nil
}

// viewAs gives r, whose shape has as many elements as l, the strides that view
// l in C or F order.
func (l *Layout) viewAs(r *Layout, op string, itemSize int, order Order) error {
	for _, size := range r.Shape {
		if size == 0 {
			r.pack(itemSize, order)
			return nil
		}
	}
	if outer, inner := l.regroup(itemSize, order, r); outer != inner {
		return &NeedsCopy{
			Op: op, Outer: outer, Inner: inner, ItemSize: itemSize,
			OuterStride: l.Strides[outer], InnerStride: l.Strides[inner], InnerSize: l.Shape[inner],
		}
	}
	return nil
}

// indexOrder resolves A and refuses what is no order of indices.
func (l *Layout) indexOrder(op string, itemSize int, order Order) (Order, error) {
	switch order {
	case C, F:
		return order, nil
	case A:
		if l.IsF(itemSize) && !l.IsC(itemSize) {
			return F, nil
		}
		return C, nil
	}
	return 0, refusal(op, ErrOrder, -1, "order "+string(order)+"; expected C, F or A")
}

func equalInts(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for k := range a {
		if a[k] != b[k] {
			return false
		}
	}
	return true
}

// regroup finds the strides of r, whose shape has as many elements as l's and at
// least one, read in the given index order. It walks both shapes from the left in
// groups of equal product; within a group the axes of l other than those of size
// 1 must join. It returns two axes that do not, or two equal numbers.
func (l *Layout) regroup(itemSize int, order Order, r *Layout) (outer, inner int) {
	from, to := 0, 0
	stride := itemSize // what trailing sizes of 1 get
	for {
		for from < len(l.Shape) && l.Shape[from] == 1 {
			from++
		}
		if from == len(l.Shape) {
			break
		}
		head, last := from, from // the group's first axis of l, and its last so far
		old, first := l.Shape[from], to
		size := r.Shape[to]
		from++
		to++
		for size != old {
			if size < old {
				size *= r.Shape[to]
				to++
				continue
			}
			for l.Shape[from] == 1 {
				from++
			}
			outer, inner = last, from
			if order == F {
				outer, inner = from, last
			}
			if l.Strides[outer] != l.Strides[inner]*l.Shape[inner] {
				return outer, inner
			}
			old *= l.Shape[from]
			last = from
			from++
		}
		if order == F {
			stride = l.Strides[head]
			for k := first; k < to; k++ {
				r.Strides[k] = stride
				stride *= r.Shape[k]
			}
			continue
		}
		stride = l.Strides[last]
		s := stride
		for k := to - 1; k >= first; k-- {
			r.Strides[k] = s
			s *= r.Shape[k]
		}
	}
	for ; to < len(r.Shape); to++ {
		r.Strides[to] = stride
	}
	return 0, 0
}

// Flatten returns the view in which the axes first to last (both included,
// negative counting from the end) are one, in the given index order. An array
// of rank 0 becomes rank 1. Errors: ErrAxis, ErrOrder, *NeedsCopy.
func (l Layout) Flatten(itemSize int, order Order, first, last int) (r Layout, err error) {
	order, err = l.indexOrder("flatten", itemSize, order)
	if err != nil {
		return Layout{}, err
	}
	rank := len(l.Shape)
	// Of rank 0 only axis 0 or -1 may be named, as if there were one.
	if first, err = axisOf("flatten", first, max(rank, 1)); err != nil {
		return Layout{}, err
	}
	if last, err = axisOf("flatten", last, max(rank, 1)); err != nil {
		return Layout{}, err
	}
	if first > last {
		return Layout{}, refusal("flatten", ErrAxis, first, "axis "+num(first)+" comes after axis "+num(last))
	}
	end := min(last+1, rank)
	l.begin(&r, first+1+rank-end)
	joined := 1
	for _, size := range l.Shape[first:end] {
		joined *= size
	}
	copy(r.Shape, l.Shape[:first])
	r.Shape[first] = joined
	copy(r.Shape[first+1:], l.Shape[end:])
	if err := l.viewAs(&r, "flatten", itemSize, order); err != nil {
		return Layout{}, err
	}
	return r, nil
}

// Unflatten returns the view in which one axis becomes several, in C order. It
// always exists; one size may be -1. Errors: ErrAxis, ErrShape, ErrRank.
func (l Layout) Unflatten(axis int, sizes ...int) (r Layout, err error) {
	axis, err = axisOf("unflatten", axis, len(l.Shape))
	if err != nil {
		return Layout{}, err
	}
	rank := len(l.Shape) - 1 + len(sizes)
	if rank > MaxRank {
		return Layout{}, rankError("unflatten", rank)
	}
	l.begin(&r, rank)
	end := axis + len(sizes)
	if err := resolve("unflatten", l.Shape[axis], r.Shape[axis:end], sizes); err != nil {
		return Layout{}, err
	}
	copy(r.Shape, l.Shape[:axis])
	copy(r.Strides, l.Strides[:axis])
	copy(r.Shape[end:], l.Shape[axis+1:])
	copy(r.Strides[end:], l.Strides[axis+1:])
	if l.Shape[axis] == 0 { // the other new sizes are not bounded by it
		if _, err := sizeOf("unflatten", r.Shape); err != nil {
			return Layout{}, err
		}
	}
	stride := l.Strides[axis]
	for k := end - 1; k >= axis; k-- {
		r.Strides[k] = stride
		stride *= max(r.Shape[k], 1)
	}
	return r, nil
}
