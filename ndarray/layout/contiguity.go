package layout

import "math/bits"

// IsC tells whether the layout is C-contiguous: each stride is the product of
// the later sizes times the item size, axes of size 1 aside. A layout of 0
// elements or of one always is.
func (l Layout) IsC(itemSize int) bool {
	want := itemSize
	packed := true
	for k := len(l.Shape) - 1; k >= 0; k-- {
		size := l.Shape[k]
		if size == 1 {
			continue
		}
		if size == 0 {
			return true
		}
		packed = packed && l.Strides[k] == want
		want *= size
	}
	return packed
}

// IsF tells whether the layout is F-contiguous: the mirror of IsC. itemSize is
// in bytes.
func (l Layout) IsF(itemSize int) bool {
	want := itemSize
	packed := true
	for k, size := range l.Shape {
		if size == 1 {
			continue
		}
		if size == 0 {
			return true
		}
		packed = packed && l.Strides[k] == want
		want *= size
	}
	return packed
}

// Density tells how the elements of a layout fill the bytes that it spans.
type Density int

// The densities.
const (
	Dense      Density = iota // every byte of the span belongs to one element
	Broadcasts                // an axis has stride 0, so elements repeat
	Gapped                    // no byte belongs to two elements, some to none
	Overlaps                  // elements share bytes, or that is too hard to rule out
)

// String returns "dense", "broadcast", "gapped" or "overlapping".
func (d Density) String() string {
	switch d {
	case Dense:
		return "dense"
	case Broadcasts:
		return "broadcast"
	case Gapped:
		return "gapped"
	}
	return "overlapping"
}

// Dense tells whether the layout "can be treated as contiguous": whether its
// elements fill a block of bytes in some axis order, so that what treats every
// element alike may walk the block (from Extent's lo on) from end to end. The
// signs of strides do not matter, nor do axes of size 1; a layout of 0 elements
// or of one is dense. Otherwise it tells why not.
func (l Layout) Dense(itemSize int) Density {
	var buf [8]axis
	axes, empty := l.sorted(buf[:0])
	if empty {
		return Dense
	}
	if len(axes) > 0 && axes[0].stride == 0 {
		return Broadcasts
	}
	if !nested(axes, itemSize) && l.SelfOverlap(itemSize, DefaultWork) != No {
		return Overlaps
	}
	span := itemSize
	for _, ax := range axes {
		if ax.stride != span {
			return Gapped
		}
		span *= ax.size
	}
	return Dense
}

// axis is an axis with a size above 1 and the magnitude of its stride.
type axis struct{ size, stride int }

// sorted appends the axes of l that matter, the smallest stride first.
func (l *Layout) sorted(axes []axis) (sorted []axis, empty bool) {
	for k, size := range l.Shape {
		if size == 0 {
			return nil, true
		}
		if size == 1 {
			continue
		}
		ax := axis{size, max(l.Strides[k], -l.Strides[k])}
		at := len(axes)
		axes = append(axes, ax)
		for at > 0 && axes[at-1].stride > ax.stride {
			axes[at] = axes[at-1]
			at--
		}
		axes[at] = ax
	}
	return axes, false
}

// SameDense tells whether several layouts "can be treated as contiguous"
// together: each is dense and all have equal shapes and strides, so that one
// walk from end to end meets matching elements. Offsets may differ.
func SameDense(itemSize int, ls ...Layout) bool {
	for k := range ls {
		if k > 0 && !sameAxes(ls[0], ls[k]) {
			return false
		}
	}
	return len(ls) == 0 || ls[0].Dense(itemSize) == Dense
}

// maxAlignment is the largest alignment that is told, in bytes: a page.
const maxAlignment = 4096

// Alignment returns the powers of two, in bytes and at most 4096, to which the
// first element and every row (the elements of the last axis) are aligned. base
// is the address of the storage, or any number aligned as it is.
func (l Layout) Alignment(base uintptr) (first, rows int) {
	bitsSet := uint64(base) + uint64(l.Offset)
	first = alignmentOf(bitsSet)
	for k := 0; k < len(l.Shape)-1; k++ {
		if l.Shape[k] > 1 {
			bitsSet |= uint64(l.Strides[k])
		}
	}
	return first, alignmentOf(bitsSet)
}

func alignmentOf(bitsSet uint64) int {
	return 1 << bits.TrailingZeros64(bitsSet|maxAlignment)
}

// CanVectorize tells whether rows can be read by aligned vectors of width
// bytes (a power of two, at most 4096): the last axis has unit stride and
// every row is aligned to the width.
func (l Layout) CanVectorize(width, itemSize int, base uintptr) bool {
	if last := len(l.Shape) - 1; last >= 0 && l.Shape[last] > 1 && l.Strides[last] != itemSize {
		return false
	}
	_, rows := l.Alignment(base)
	return rows >= width
}
