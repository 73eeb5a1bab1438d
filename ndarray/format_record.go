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
	sub := subArray{shape: field.Shape}
	if count, err := layout.Size(field.Shape); err != nil || count > opt.Threshold {
		sub.edge = opt.EdgeItems
	}
	size := field.NumBytes()
	if size == 0 && !bounded(field.Shape, sub.edge, maxShownEmpty) {
		return func(dst, _ []byte) []byte { return append(dst, "[...]"...) }
	}
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
