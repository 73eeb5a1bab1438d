package ndarray

import (
	"slices"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// recordColumn formats records as tuples, (1, 2.5), each field by the widths of
// its own column.
func (c column) recordColumn(opt FormatOptions) formatter {
	fields := c.dt.Fields()
	writers := make([]formatter, len(fields))
	for i, field := range fields {
		writers[i] = c.field(field, opt)
	}
	return func(dst, item []byte) []byte {
		dst = append(dst, '(')
		for i, write := range writers {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = write(dst, item)
		}
		if len(writers) == 1 {
			dst = append(dst, ',')
		}
		return append(dst, ')')
	}
}

// field returns what writes one field of a record, given the whole record.
func (c column) field(field dtype.Field, opt FormatOptions) formatter {
	size := field.NumBytes()
	if size == 0 && emptyElements(field, opt) > maxShownEmpty {
		return func(dst, _ []byte) []byte { return append(dst, "[...]"...) }
	}
	sub := subArray{shape: field.Shape, edge: edgeOf(field, opt)}
	start, end := field.Offset, field.Offset+size
	sub.write = column{
		dt: field.Type,
		data: func(yield func([]byte) bool) {
			if size == 0 {
				return
			}
			for item := range c.data {
				for e := range slices.Chunk(item[start:end], field.Type.ItemSize()) {
					if !yield(e) {
						return
					}
				}
			}
		},
		scalar: c.scalar && len(field.Shape) == 0,
		bare:   c.bare,
	}.formatter(opt)
	return func(dst, item []byte) []byte { return sub.append(dst, item[start:end], 0) }
}

// edgeOf returns the elements that are kept at each end of an axis of a
// sub-array, 0 where all are.
func edgeOf(field dtype.Field, opt FormatOptions) int {
	if count, err := layout.Size(field.Shape); err != nil || count > opt.Threshold {
		return opt.EdgeItems
	}
	return 0
}

// emptyElements returns how many elements are written of a field of no bytes,
// also inside its records, no further than one more than maxShownEmpty.
func emptyElements(field dtype.Field, opt FormatOptions) int {
	inside := 1
	for _, f := range field.Type.Fields() {
		inside = min(inside+emptyElements(f, opt), maxShownEmpty+1)
	}
	return saturate(inside, shown(field.Shape, edgeOf(field, opt), maxShownEmpty), maxShownEmpty)
}

// subArray writes the sub-array of a field on one line.
type subArray struct {
	shape []int
	edge  int // see gap
	write formatter
}

// append appends the elements in b, which is those from one axis on.
func (s *subArray) append(dst, b []byte, axis int) []byte {
	if axis == len(s.shape) {
		return s.write(dst, b)
	}
	dst = append(dst, '[')
	n := s.shape[axis]
	step := len(b) / max(n, 1)
	from, count := gap(n, s.edge)
	for i := 0; i < n; i++ {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if i == from {
			dst = append(dst, "..., "...)
			i += count
		}
		dst = s.append(dst, b[i*step:(i+1)*step], axis+1)
	}
	return append(dst, ']')
}
