package layout

// Unfold returns the sliding windows of one axis: the axis keeps
// (n-size)/step+1 windows and their elements come on a new last axis, as in
// PyTorch. An array of rank 0 counts as one element, so only the window axis
// is left. Elements may share memory where step < size. Errors: ErrAxis,
// ErrShape for a size outside 0…n, ErrStep for a step below 1, ErrRank,
// ErrOverflow.
func (l Layout) Unfold(axis, size, step int) (r Layout, err error) {
	rank := len(l.Shape)
	axis, err = axisOf("unfold", axis, max(rank, 1))
	if err != nil {
		return Layout{}, err
	}
	n, stride := 1, 0
	if rank > 0 {
		n, stride = l.Shape[axis], l.Strides[axis]
	}
	if size < 0 || size > n {
		return Layout{}, refusal("unfold", ErrShape, axis, "window of "+num(size)+" on axis "+num(axis)+" of size "+num(n))
	}
	if step <= 0 {
		return Layout{}, refusal("unfold", ErrStep, axis, "step "+num(step)+"; expected 1 or more")
	}
	if rank >= MaxRank {
		return Layout{}, rankError("unfold", rank+1)
	}
	if rank == 0 {
		l.begin(&r, 1)
		r.Shape[0], r.Strides[0] = size, stride
		return r, nil
	}
	l.begin(&r, rank+1)
	copy(r.Shape, l.Shape)
	copy(r.Strides, l.Strides)
	r.Shape[axis], r.Strides[axis] = (n-size)/step+1, step*stride
	r.Shape[rank], r.Strides[rank] = size, stride
	if _, err := sizeOf("unfold", r.Shape); err != nil {
		return Layout{}, err
	}
	return r, nil
}

// Windows returns the sliding windows of several axes at step 1, their
// elements on new last axes in the order given, as NumPy's
// sliding_window_view. An axis may be named again: its windows are taken of
// the windows before. Nil axes stand for all of them. Errors as for Unfold.
func (l Layout) Windows(sizes, axes []int) (r Layout, err error) {
	rank := len(l.Shape)
	if want := len(axes); axes == nil && len(sizes) != rank || axes != nil && len(sizes) != want {
		if axes == nil {
			want = rank
		}
		return Layout{}, refusal("windows", ErrShape, -1, num(len(sizes))+" sizes for "+num(want)+" axes")
	}
	if rank+len(sizes) > MaxRank {
		return Layout{}, rankError("windows", rank+len(sizes))
	}
	l.begin(&r, rank+len(sizes))
	copy(r.Shape, l.Shape)
	copy(r.Strides, l.Strides)
	for k, size := range sizes {
		axis := k
		if axes != nil {
			var err error
			if axis, err = axisOf("windows", axes[k], rank); err != nil {
				return Layout{}, err
			}
		}
		if n := r.Shape[axis]; size < 0 || size > n {
			return Layout{}, refusal("windows", ErrShape, axis, "window of "+num(size)+" on axis "+num(axis)+" of size "+num(n))
		}
		r.Shape[axis] -= size - 1
		r.Shape[rank+k], r.Strides[rank+k] = size, l.Strides[axis]
	}
	if _, err := sizeOf("windows", r.Shape); err != nil {
		return Layout{}, err
	}
	return r, nil
}
