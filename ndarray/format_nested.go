package ndarray

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/ndtool/ndtool/ndarray/layout"
)

// nested writes the elements of an array between brackets, as NumPy's
// array2string does.
type nested struct {
	lay       layout.Layout
	itemSize  int // bytes
	data      []byte
	write     formatter
	edge      int    // see gap
	separator string // between elements: " " or ", "
	word      []byte // the element being written
}

// appendNested appends the values of an array of any rank. prefix is what the
// caller has put before them on the first line; later lines are indented by as
// much. Lines are broken so that one more character fits at the end of the last.
func (a *Array) appendNested(dst, data []byte, opt FormatOptions, separator, prefix string) []byte {
	if a.Len() == 0 {
		return append(dst, "[]"...)
	}
	n := nested{lay: a.lay(), itemSize: a.ItemSize(), data: data, separator: separator}
	if a.Len() > opt.Threshold {
		n.edge = opt.EdgeItems
	}
	limit := maxShown
	if n.itemSize == 0 {
		limit = maxShownEmpty
	}
	if n.edge > 0 && shown(n.lay.Shape, n.edge, limit) > limit {
		return append(dst, "[...]"...)
	}
	n.write = column{dt: *a.dt, data: n.items, scalar: a.Rank() == 0}.formatter(opt)
	return n.append(dst, 0, n.lay.Offset, len(prefix)+1, opt.LineWidth)
}

// gap returns the first index that is left out of an axis and how many are: all
// but edge at each end, or none where edge is 0 or the axis is no longer.
func gap(size, edge int) (from, count int) {
	if edge == 0 || size-edge <= edge {
		return size, 0
	}
	return edge, size - 2*edge
}

// shown returns how many elements are written of a shape, no further than one
// more than limit. Empty axes count as one, for their brackets.
func shown(shape []int, edge, limit int) int {
	total := 1
	for _, size := range shape {
		_, count := gap(size, edge)
		total = saturate(total, max(size-count, 1), limit)
	}
	return total
}

// saturate multiplies two positive counts, no further than one more than limit.
func saturate(a, b, limit int) int {
	if a > limit/b {
		return limit + 1
	}
	return a * b
}

// items yields the elements that are shown.
func (n *nested) items(yield func([]byte) bool) { n.walk(0, n.lay.Offset, yield) }

func (n *nested) walk(axis, off int, yield func([]byte) bool) bool {
	if axis == n.lay.Rank() {
		return yield(n.item(off))
	}
	from, count := gap(n.lay.Shape[axis], n.edge)
	stride := n.lay.Strides[axis]
	for i := 0; i < n.lay.Shape[axis]; i++ {
		if i == from {
			i += count
		}
		if !n.walk(axis+1, off+i*stride, yield) {
			return false
		}
	}
	return true
}

// append appends the elements from one axis on, the first of them at a byte
// offset. indent is the column at which they start and the indentation of later
// lines; width is the characters of a line less the brackets that will follow.
func (n *nested) append(dst []byte, axis, off, indent, width int) []byte {
	rank := n.lay.Rank()
	if axis == rank {
		return n.write(dst, n.item(off))
	}
	dst = append(dst, '[')
	if axis == rank-1 {
		dst = n.appendRow(dst, off, indent, width-1)
		return append(dst, ']')
	}
	between := strings.TrimRight(n.separator, " ") + strings.Repeat("\n", rank-1-axis)
	from, count := gap(n.lay.Shape[axis], n.edge)
	for i := 0; i < n.lay.Shape[axis]; i++ {
		if i > 0 {
			dst = append(dst, between...)
			dst = appendSpaces(dst, indent)
		}
		if i == from {
			i += count
			dst = append(dst, "..."...)
			dst = append(dst, between...)
			dst = appendSpaces(dst, indent)
		}
		dst = n.append(dst, axis+1, off+i*n.lay.Strides[axis], indent+1, width-1)
	}
	return append(dst, ']')
}

// appendRow appends the elements of the last axis, broken into lines.
func (n *nested) appendRow(dst []byte, off, indent, width int) []byte {
	axis := n.lay.Rank() - 1
	from, count := gap(n.lay.Shape[axis], n.edge)
	line, column := len(dst), indent // where the line's text starts in dst and the characters that it takes
	extend := func(word []byte) {
		chars := utf8.RuneCount(word)
		if column > indent && column+chars > width {
			text := bytes.TrimRight(dst[line:], " ")
			dst = append(dst[:line+len(text)], '\n')
			dst = appendSpaces(dst, indent)
			line, column = len(dst), indent
		}
		dst = append(dst, word...)
		column += chars
	}
	for i := 0; i < n.lay.Shape[axis]; i++ {
		if i > 0 {
			dst = append(dst, n.separator...)
			column += len(n.separator)
		}
		if i == from {
			i += count
			extend([]byte("..."))
			dst = append(dst, n.separator...)
			column += len(n.separator)
		}
		n.word = n.write(n.word[:0], n.item(off+i*n.lay.Strides[axis]))
		extend(n.word)
	}
	return dst
}

func (n *nested) item(off int) []byte { return n.data[off : off+n.itemSize] }
