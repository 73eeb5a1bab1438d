package layout

import "math/bits"

// Extent returns the bytes [lo, hi) of the storage from the lowest to the
// highest that the layout reaches, for items of the given size. A layout
// without elements reaches nothing: 0, 0. It is right whatever the numbers:
// ErrOverflow where a bound, or the length of an axis in bytes, does not fit an
// int; ErrRank, ErrShape and ErrItemSize where the layout makes no sense.
func (l Layout) Extent(itemSize int) (lo, hi int, err error) {
	return l.extent("extent", itemSize)
}

func (l *Layout) extent(op string, itemSize int) (lo, hi int, err error) {
	if lo, hi, ok := l.smallExtent(itemSize); ok {
		return lo, hi, nil
	}
	if itemSize < 0 {
		return 0, 0, refusal(op, ErrItemSize, -1, "item size "+num(itemSize)+"; expected 0 or more bytes")
	}
	if len(l.Strides) != len(l.Shape) {
		return 0, 0, refusal(op, ErrRank, -1, num(len(l.Strides))+" strides for "+num(len(l.Shape))+" axes")
	}
	if len(l.Shape) > MaxRank {
		return 0, 0, rankError(op, len(l.Shape))
	}
	n, err := sizeOf(op, l.Shape)
	if err != nil || n == 0 {
		return 0, 0, err
	}
	// lo only falls and hi only rises, so a sum overflows only if a bound does.
	lo, hi = l.Offset, l.Offset
	for axis, size := range l.Shape {
		if size == 1 {
			continue
		}
		reach, ok := mulStride(size-1, l.Strides[axis])
		if ok {
			if reach < 0 {
				lo, ok = addSize(lo, reach)
			} else {
				hi, ok = addSize(hi, reach)
			}
		}
		if !ok {
			return 0, 0, refusal(op, ErrOverflow, axis, "size "+num(size)+" times stride "+num(l.Strides[axis])+
				" on axis "+num(axis)+" overflows")
		}
	}
	hi, ok := addSize(hi, itemSize)
	if !ok {
		return 0, 0, refusal(op, ErrOverflow, -1, "the highest byte overflows")
	}
	return lo, hi, nil
}

// Validate proves that every element of the layout lies within a storage of
// storageBytes bytes, and that its elements and its packed bytes can be
// counted in an int. A layout without elements is within any storage, whatever
// its strides and offset, as in PyTorch. Errors: ErrRank, ErrShape,
// ErrItemSize, ErrOverflow, ErrBounds.
func (l Layout) Validate(itemSize, storageBytes int) error {
	return l.validate("layout", itemSize, storageBytes)
}

func (l *Layout) validate(op string, itemSize, storageBytes int) error {
	lo, hi, small := l.smallExtent(itemSize)
	if small && lo >= 0 && hi <= storageBytes {
		return nil
	}
	lo, hi, err := l.extent(op, itemSize)
	if err != nil {
		return err
	}
	if lo < 0 {
		return refusal(op, ErrBounds, -1, "reaches byte "+num(lo)+", before the storage")
	}
	if hi > storageBytes {
		return refusal(op, ErrBounds, -1, "reaches byte "+num(hi-1)+" of a storage of "+num(storageBytes)+" bytes")
	}
	if _, err := l.NumBytes(itemSize); err != nil {
		return refusal(op, ErrOverflow, -1, tuple(l.Shape)+" items of "+num(itemSize)+" bytes overflow")
	}
	return nil
}

// smallExtent is extent by plain arithmetic, for a layout of elements whose
// numbers are so small that nothing overflows, their packed bytes included.
func (l *Layout) smallExtent(itemSize int) (lo, hi int, ok bool) {
	// No product of two numbers below the limit overflows, nor does the sum of
	// MaxRank of them.
	const limit = 1 << (bits.UintSize/2 - 4)
	if len(l.Shape) > MaxRank || len(l.Shape) != len(l.Strides) || uint(itemSize) >= limit {
		return 0, 0, false
	}
	lo, hi = l.Offset, l.Offset
	n := 1
	for k, size := range l.Shape {
		stride := l.Strides[k]
		if uint(size-1) >= limit || uint(stride+limit) >= 2*limit || n >= limit {
			return 0, 0, false
		}
		n *= size
		if reach := (size - 1) * stride; reach < 0 {
			lo += reach
		} else {
			hi += reach
		}
	}
	hi += itemSize
	// An offset near the ends of int may have carried a bound beyond it.
	return lo, hi, lo <= l.Offset && hi >= l.Offset && n < limit
}

// AsStrided returns the layout with the given shape, byte strides and byte
// offset over a storage of storageBytes bytes: all of the storage, whatever
// part of it l shows, as PyTorch's as_strided. Negative strides are allowed.
// Errors as for Validate.
func (l Layout) AsStrided(itemSize, storageBytes int, shape, strides []int, offset int) (r Layout, err error) {
	given := Layout{Shape: shape, Strides: strides, Offset: offset}
	if err := given.validate("as_strided", itemSize, storageBytes); err != nil {
		return Layout{}, err
	}
	l.begin(&r, len(shape))
	copy(r.Shape, shape)
	copy(r.Strides, strides)
	r.Offset = offset
	return r, nil
}

// WithStrides returns l with other byte strides, if it then still lies within
// the storage. Errors as for Validate.
func (l Layout) WithStrides(itemSize, storageBytes int, strides ...int) (r Layout, err error) {
	given := Layout{Shape: l.Shape, Strides: strides, Offset: l.Offset}
	if err := given.validate("strides", itemSize, storageBytes); err != nil {
		return Layout{}, err
	}
	l.begin(&r, len(strides))
	copy(r.Shape, l.Shape)
	copy(r.Strides, strides)
	return r, nil
}
