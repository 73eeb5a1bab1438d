package layout

// rankError tells that a result would have too many axes.
func rankError(op string, rank int) error {
	return refusal(op, ErrRank, -1, num(rank)+" axes; at most "+num(MaxRank)+" are possible")
}

// axisOf resolves an axis that may count from the end.
func axisOf(op string, axis, rank int) (int, error) {
	k := axis
	if k < 0 {
		k += rank
	}
	if uint(k) >= uint(rank) {
		return 0, refusal(op, ErrAxis, axis, "axis "+num(axis)+" is out of range for "+num(rank)+" axes")
	}
	return k, nil
}

func repeatedAxis(op string, axis int) error {
	return refusal(op, ErrAxis, axis, "axis "+num(axis)+" is named twice")
}

// axisSet is a set of axes below MaxRank.
type axisSet uint64

func (s axisSet) has(axis int) bool { return s&(1<<axis) != 0 }

// axisSetOf resolves axes that may count from the end and must differ.
func axisSetOf(op string, axes []int, rank int) (axisSet, error) {
	var set axisSet
	for _, axis := range axes {
		k, err := axisOf(op, axis, rank)
		if err != nil {
			return 0, err
		}
		if set.has(k) {
			return 0, repeatedAxis(op, axis)
		}
		set |= 1 << k
	}
	return set, nil
}

func checkPermutation(op string, axes []int, rank int) error {
	if len(axes) != rank {
		return refusal(op, ErrAxis, -1, tuple(axes)+" names "+num(len(axes))+" of "+num(rank)+" axes")
	}
	_, err := axisSetOf(op, axes, rank)
	return err
}

// Permute returns the view whose axis k is axis axes[k] of l. Every axis must
// be named once; negative ones count from the end (ErrAxis).
func (l Layout) Permute(axes ...int) (r Layout, err error) {
	rank := len(l.Shape)
	if len(axes) != rank {
		return Layout{}, checkPermutation("permute", axes, rank)
	}
	l.begin(&r, rank)
	var seen axisSet
	for k, axis := range axes {
		from := axis
		if from < 0 {
			from += rank
		}
		if uint(from) >= uint(rank) || seen.has(from) {
			return Layout{}, checkPermutation("permute", axes, rank)
		}
		seen |= 1 << from
		r.Shape[k] = l.Shape[from]
		r.Strides[k] = l.Strides[from]
	}
	return r, nil
}

// Transpose returns the view with the axes in reverse order.
func (l Layout) Transpose() (r Layout) {
	rank := len(l.Shape)
	l.begin(&r, rank)
	for k := range r.Shape {
		r.Shape[k] = l.Shape[rank-1-k]
		r.Strides[k] = l.Strides[rank-1-k]
	}
	return r
}

// SwapAxes returns the view with axes i and j exchanged (ErrAxis).
func (l Layout) SwapAxes(i, j int) (r Layout, err error) {
	i, err = axisOf("swapaxes", i, len(l.Shape))
	if err != nil {
		return Layout{}, err
	}
	if j, err = axisOf("swapaxes", j, len(l.Shape)); err != nil {
		return Layout{}, err
	}
	l.cloneTo(&r)
	r.Shape[i], r.Shape[j] = r.Shape[j], r.Shape[i]
	r.Strides[i], r.Strides[j] = r.Strides[j], r.Strides[i]
	return r, nil
}

// MoveAxis returns the view in which each axis from[k] stands at to[k] and the
// others keep their order, as NumPy's moveaxis. Both name equally many axes,
// none twice (ErrAxis).
func (l Layout) MoveAxis(from, to []int) (r Layout, err error) {
	rank := len(l.Shape)
	if len(from) != len(to) {
		return Layout{}, refusal("moveaxis", ErrAxis, -1, num(len(from))+" axes to "+num(len(to))+" places")
	}
	moved, err := axisSetOf("moveaxis", from, rank)
	if err != nil {
		return Layout{}, err
	}
	taken, err := axisSetOf("moveaxis", to, rank)
	if err != nil {
		return Layout{}, err
	}
	l.begin(&r, rank)
	place := func(to, from int) {
		r.Shape[to], r.Strides[to] = l.Shape[from], l.Strides[from]
	}
	for k := range from {
		place((to[k]+rank)%rank, (from[k]+rank)%rank)
	}
	free := 0
	for axis := range rank {
		if moved.has(axis) {
			continue
		}
		for taken.has(free) {
			free++
		}
		place(free, axis)
		free++
	}
	return r, nil
}

// Flip returns the view with the given axes reversed, by negative strides as
// in NumPy; without axes, all of them. ErrAxis if one is out of range or named
// twice.
func (l Layout) Flip(axes ...int) (r Layout, err error) {
	set, err := axisSetOf("flip", axes, len(l.Shape))
	if err != nil {
		return Layout{}, err
	}
	l.cloneTo(&r)
	for k, size := range r.Shape {
		if len(axes) > 0 && !set.has(k) {
			continue
		}
		if size > 0 {
			r.Offset += (size - 1) * r.Strides[k]
		}
		r.Strides[k] = -r.Strides[k]
	}
	return r, nil
}

// Squeeze returns the view without the given axes, which must have size 1
// (ErrShape, as in NumPy); without axes, without any axis of size 1.
func (l Layout) Squeeze(axes ...int) (r Layout, err error) {
	set, err := axisSetOf("squeeze", axes, len(l.Shape))
	if err != nil {
		return Layout{}, err
	}
	rank := 0
	for k, size := range l.Shape {
		switch {
		case len(axes) == 0 && size == 1:
			set |= 1 << k
		case !set.has(k):
			rank++
		case size != 1:
			return Layout{}, refusal("squeeze", ErrShape, k, "axis "+num(k)+" has size "+num(size)+"; expected 1")
		}
	}
	l.begin(&r, rank)
	to := 0
	for k := range l.Shape {
		if !set.has(k) {
			r.Shape[to], r.Strides[to] = l.Shape[k], l.Strides[k]
			to++
		}
	}
	return r, nil
}

// Unsqueeze returns the view with new axes of size 1 at the given places of
// the result, as NumPy's expand_dims. Errors: ErrAxis, ErrRank.
func (l Layout) Unsqueeze(axes ...int) (r Layout, err error) {
	rank := len(l.Shape) + len(axes)
	if rank > MaxRank {
		return Layout{}, rankError("unsqueeze", rank)
	}
	set, err := axisSetOf("unsqueeze", axes, rank)
	if err != nil {
		return Layout{}, err
	}
	l.begin(&r, rank)
	from := 0
	for k := range r.Shape {
		if set.has(k) {
			r.Shape[k], r.Strides[k] = 1, 0
			continue
		}
		r.Shape[k], r.Strides[k] = l.Shape[from], l.Strides[from]
		from++
	}
	return r, nil
}

// Diagonal returns the view of the elements whose indices on axes i and j
// differ by k: the index on j is k larger. The two axes go and the diagonal
// comes last, as in NumPy. ErrAxis if the axes are out of range or the same.
func (l Layout) Diagonal(k, i, j int) (r Layout, err error) {
	rank := len(l.Shape)
	i, err = axisOf("diagonal", i, rank)
	if err != nil {
		return Layout{}, err
	}
	if j, err = axisOf("diagonal", j, rank); err != nil {
		return Layout{}, err
	}
	if i == j {
		return Layout{}, repeatedAxis("diagonal", i)
	}
	size, start := min(l.Shape[i], l.Shape[j]-k), k*l.Strides[j]
	if k < 0 {
		size, start = min(l.Shape[i]+k, l.Shape[j]), -k*l.Strides[i]
	}
	size = max(size, 0)
	l.begin(&r, rank-1)
	to := 0
	for axis := range l.Shape {
		if axis != i && axis != j {
			r.Shape[to], r.Strides[to] = l.Shape[axis], l.Strides[axis]
			to++
		}
	}
	r.Shape[to], r.Strides[to] = size, l.Strides[i]+l.Strides[j]
	if size > 0 {
		r.Offset += start
	}
	return r, nil
}
