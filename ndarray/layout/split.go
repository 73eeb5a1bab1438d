package layout

// Split cuts one axis before each of the given indices, as NumPy's split with
// a list: Split(0, 2, 5) gives [:2], [2:5] and [5:]. Indices clip like those of
// ranges, so a part may be empty. Errors: ErrAxis.
func (l Layout) Split(axis int, at ...int) ([]Layout, error) {
	axis, err := axisOf("split", axis, len(l.Shape))
	if err != nil {
		return nil, err
	}
	n := l.Shape[axis]
	parts := make([]Layout, len(at)+1)
	for k := range parts {
		ix := Index{}
		if k > 0 {
			ix.hasLo, ix.start = true, at[k-1]
		}
		if k < len(at) {
			ix.hasHi, ix.stop = true, at[k]
		}
		start, _, count := ix.bounds(n)
		parts[k] = l.part(axis, start, count)
	}
	return parts, nil
}

// Sections cuts one axis into n equal parts, as NumPy's split with a number.
// Errors: ErrAxis; ErrShape if n is below 1, does not divide the size, or is
// more than 1,048,576.
func (l Layout) Sections(axis, n int) ([]Layout, error) {
	axis, err := axisOf("split", axis, len(l.Shape))
	if err != nil {
		return nil, err
	}
	size := l.Shape[axis]
	if n < 1 || size%n != 0 {
		return nil, refusal("split", ErrShape, axis, "axis "+num(axis)+" of size "+num(size)+
			" does not divide into "+num(n)+" equal parts")
	}
	if n > maxParts {
		return nil, tooManyParts("split", axis, n)
	}
	return l.parts(axis, n, size/n), nil
}

// maxParts bounds how many layouts a cut makes. Their number may have nothing
// to do with the memory behind them: an axis of stride 0 has any size, and one
// of size 0 has any number of empty parts.
const maxParts = 1 << 20

func tooManyParts(op string, axis, n int) error {
	return refusal(op, ErrShape, axis, num(n)+" parts of axis "+num(axis)+"; at most "+num(maxParts)+" are made")
}

// Chunk cuts one axis into at most n parts of equal size but for a smaller
// last one, as PyTorch's chunk: 7 into 3 gives 3, 3, 1. Errors: ErrAxis;
// ErrShape if n is below 1 or the parts are more than 1,048,576.
func (l Layout) Chunk(axis, n int) ([]Layout, error) {
	axis, err := axisOf("chunk", axis, len(l.Shape))
	if err != nil {
		return nil, err
	}
	if n < 1 {
		return nil, refusal("chunk", ErrShape, axis, num(n)+" parts; expected 1 or more")
	}
	size, count, each := l.Shape[axis], n, 0
	if size > 0 {
		each = (size-1)/n + 1
		count = (size-1)/each + 1
	}
	if count > maxParts {
		return nil, tooManyParts("chunk", axis, count)
	}
	return l.parts(axis, count, each), nil
}

// parts cuts the axis into n parts of the given size, the last one perhaps
// smaller.
func (l *Layout) parts(axis, n, each int) []Layout {
	parts := make([]Layout, n)
	for k := range parts {
		parts[k] = l.part(axis, k*each, min(each, l.Shape[axis]-k*each))
	}
	return parts
}

// part returns count elements of the axis from start on.
func (l *Layout) part(axis, start, count int) Layout {
	r := Layout{Shape: l.Shape, Strides: l.Strides, Offset: l.Offset}.Clone()
	r.Shape[axis] = count
	r.Offset += start * r.Strides[axis]
	return r
}
