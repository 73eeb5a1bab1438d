package layout

// Broadcast returns the common shape of several: aligned on the right, sizes
// are equal or 1, and a missing axis counts as 1, as in NumPy. No shapes give
// the shape (). ErrBroadcast names the axis of the result and the two sizes;
// ErrShape for a negative size; ErrRank.
func Broadcast(shapes ...[]int) ([]int, error) {
	rank := 0
	for _, s := range shapes {
		rank = max(rank, len(s))
	}
	if rank > MaxRank {
		return nil, rankError("broadcast", rank)
	}
	out := make([]int, rank)
	for k := range out {
		out[k] = 1
	}
	for which, s := range shapes {
		for k, size := range s {
			axis := rank - len(s) + k
			if size < 0 {
				return nil, refusal("broadcast", ErrShape, axis, "negative size in "+tuple(s))
			}
			if size == 1 || size == out[axis] {
				continue
			}
			if out[axis] != 1 {
				return nil, refusal("broadcast", ErrBroadcast, axis, "operand "+num(which)+" of shape "+tuple(s)+
					" has size "+num(size)+" on axis "+num(axis)+" of the result; expected "+num(out[axis])+" or 1")
			}
			out[axis] = size
		}
	}
	return out, nil
}

// Expand returns the view of a larger shape in which axes of size 1, and new
// axes on the left, repeat by stride 0. A size of -1 keeps the axis, as in
// PyTorch; it cannot stand for a new one. Errors: ErrBroadcast where a size
// other than 1 would change or the shape has fewer axes; ErrShape for other
// negative sizes; ErrRank; ErrOverflow.
func (l Layout) Expand(shape ...int) (r Layout, err error) {
	added := len(shape) - len(l.Shape)
	if added < 0 {
		return Layout{}, refusal("expand", ErrBroadcast, -1, tuple(l.Shape)+" has more axes than "+tuple(shape))
	}
	if len(shape) > MaxRank {
		return Layout{}, rankError("expand", len(shape))
	}
	l.begin(&r, len(shape))
	for k, size := range shape {
		from, stride := 1, 0
		if k >= added {
			from, stride = l.Shape[k-added], l.Strides[k-added]
			if size == -1 {
				size = from
			}
		}
		switch {
		case size < 0:
			return Layout{}, refusal("expand", ErrShape, k, "size "+num(size)+" on axis "+num(k)+" of "+tuple(shape))
		case size == from:
		case from == 1:
			stride = 0
		default:
			return Layout{}, refusal("expand", ErrBroadcast, k, "axis "+num(k)+" of "+tuple(shape)+
				" has size "+num(from)+" in "+tuple(l.Shape)+"; only size 1 expands")
		}
		r.Shape[k], r.Strides[k] = size, stride
	}
	if _, err := sizeOf("expand", r.Shape); err != nil {
		return Layout{}, err
	}
	return r, nil
}
