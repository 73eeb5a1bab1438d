package layout

// Reinterpret returns the view of the same bytes as items of another size, by
// NumPy's rules: the last axis must be packed unless its size is 1 or the
// array is empty, and its bytes must divide into new items. Errors: ErrRank
// for an array of rank 0, ErrItemSize, ErrNeedsCopy where the last axis is not
// packed, ErrOverflow.
func (l Layout) Reinterpret(from, to int) (r Layout, err error) {
	if from == to {
		return l.Clone(), nil
	}
	if from <= 0 || to <= 0 {
		return Layout{}, refusal("reinterpret", ErrItemSize, -1, "items of "+num(from)+" bytes as items of "+num(to))
	}
	last := len(l.Shape) - 1
	if last < 0 {
		return Layout{}, refusal("reinterpret", ErrRank, -1, "an array of rank 0 keeps its item size of "+num(from)+" bytes")
	}
	size := l.Shape[last]
	if size != 1 && l.Strides[last] != from && l.Len() != 0 {
		return Layout{}, refusal("reinterpret", ErrNeedsCopy, last, "the last axis is not packed: stride "+
			num(l.Strides[last])+" bytes; expected "+num(from))
	}
	bytes, ok := mulSize(size, from)
	if !ok {
		return Layout{}, refusal("reinterpret", ErrOverflow, last, num(size)+" items of "+num(from)+" bytes overflow")
	}
	if to < from && from%to != 0 || bytes%to != 0 {
		return Layout{}, refusal("reinterpret", ErrItemSize, last, "the last axis of "+num(size)+" items of "+
			num(from)+" bytes does not divide into items of "+num(to))
	}
	l.cloneTo(&r)
	r.Shape[last], r.Strides[last] = bytes/to, to
	if _, err := sizeOf("reinterpret", r.Shape); err != nil {
		return Layout{}, err
	}
	return r, nil
}

// Field returns the view of one field of each item, which starts offset bytes
// into it: of a record, or the imaginary half of a complex number. The shape,
// in C order with items of itemSize bytes, is that of a sub-array and comes
// on new last axes. Errors: ErrRank, ErrShape, ErrOverflow; that the field lies
// within the item is the caller's to know.
func (l Layout) Field(offset, itemSize int, shape ...int) (r Layout, err error) {
	rank := len(l.Shape)
	if rank+len(shape) > MaxRank {
		return Layout{}, rankError("field", rank+len(shape))
	}
	l.begin(&r, rank+len(shape))
	copy(r.Shape, l.Shape)
	copy(r.Strides, l.Strides)
	sub := Layout{Shape: r.Shape[rank:], Strides: r.Strides[rank:]}
	copy(sub.Shape, shape)
	if _, err := sizeOf("field", r.Shape); err != nil {
		return Layout{}, err
	}
	sub.pack(itemSize, C)
	r.Offset += offset
	return r, nil
}
