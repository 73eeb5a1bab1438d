package draw

import (
	"fmt"
	"strings"

	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/stage"
)

// maxAxes bounds the axes in the table of a picture.
const maxAxes = 8

// axis is what the table says of one axis. Strides are in bytes.
type axis struct {
	number, size, stride int
	wantC, wantF         int // the strides of a packed array of the shape
}

// free tells that the stride of the axis has no meaning.
func (a axis) free() bool { return a.size == 1 }

func (a axis) isC() bool { return a.free() || a.stride == a.wantC }
func (a axis) isF() bool { return a.free() || a.stride == a.wantF }

// axes are the facts of every axis. The products cannot overflow: they are at
// most the bytes of the array, which Validate has counted.
func axes(f stage.Form) []axis {
	l := f.Layout
	all := make([]axis, l.Rank())
	want := f.DType.ItemSize()
	for k := range all {
		all[k] = axis{number: k, size: l.Shape[k], stride: l.Strides[k], wantF: want}
		want *= l.Shape[k]
	}
	want = f.DType.ItemSize()
	for k := len(all) - 1; k >= 0; k-- {
		all[k].wantC = want
		want *= l.Shape[k]
	}
	return all
}

// elements is a stride in elements, if it is a whole number of them.
func inElements(stride int, f stage.Form) (int, bool) {
	size := f.DType.ItemSize()
	return stride / size, stride%size == 0
}

// joint tells whether an axis and the next one are one axis for the walk, and
// why. Strides are in elements where they are whole ones, else in bytes, as in
// the errors of layout.
func joint(outer, inner axis, f stage.Form) (joins bool, why string) {
	if outer.free() || inner.free() {
		return true, "join: size 1"
	}
	so, whole := inElements(outer.stride, f)
	si, whole2 := inElements(inner.stride, f)
	if !whole || !whole2 {
		so, si = outer.stride, inner.stride
	}
	if joins = outer.stride == inner.stride*inner.size; joins {
		return true, fmt.Sprintf("join: %d = %d·%d", so, si, inner.size)
	}
	return false, fmt.Sprintf("do not join: %d ≠ %d·%d", so, si, inner.size)
}

// verdict says in sentences why the view is or is not contiguous.
func verdict(f stage.Form) []string {
	l, size := f.Layout, f.DType.ItemSize()
	c, fortran := l.IsC(size), l.IsF(size)
	switch {
	case c && fortran:
		return []string{"Contiguous in C and in F order: the walk goes from cell to cell."}
	case c:
		return []string{"C-contiguous: each stride is the item size times the later sizes, so the walk goes from cell to cell."}
	}
	var why []string
	all := axes(f)
	for k := len(all) - 1; k >= 0; k-- {
		if a := all[k]; !a.isC() {
			why = append(why, fmt.Sprintf("Not C-contiguous: axis %d moves by %d bytes, packed in C order it would move by %d.", a.number, a.stride, a.wantC))
			break
		}
	}
	if fortran {
		return append(why, "F-contiguous: each stride is the item size times the earlier sizes, so the first axis goes from cell to cell.")
	}
	switch l.Dense(size) {
	case layout.Dense:
		why = append(why, "Not F-contiguous either, but dense: the elements fill one run of memory, in another order.")
	case layout.Broadcasts:
		for _, a := range all {
			if !a.free() && a.stride == 0 {
				why = append(why, fmt.Sprintf("Broadcast: axis %d has stride 0, so every index of it reads the same bytes.", a.number))
				break
			}
		}
	case layout.Gapped:
		why = append(why, "Gapped: between its elements lie bytes that it does not read.")
	case layout.Overlaps:
		if l.SelfOverlap(size, layout.DefaultWork) == layout.Yes {
			why = append(why, "Overlapping: several elements read the same bytes.")
		} else {
			why = append(why, "Several elements may read the same bytes: that is too hard to tell.")
		}
	}
	return why
}

// title lines of a view: what it is, and the numbers that make it.
func headline(f stage.Form) (what, numbers string) {
	l := f.Layout
	what = fmt.Sprintf("%s %s", clip(f.DType.String(), 40), tuple(l.Shape))
	numbers = fmt.Sprintf("strides %s bytes", tuple(l.Strides))
	if elements, ok := elementStrides(f); ok {
		numbers += fmt.Sprintf(" = %s elements", tuple(elements))
	}
	numbers += fmt.Sprintf(", offset %d", l.Offset)
	return what, numbers
}

func elementStrides(f stage.Form) (strides []int, whole bool) {
	strides = make([]int, f.Layout.Rank())
	for k, s := range f.Layout.Strides {
		e, ok := inElements(s, f)
		if !ok {
			return nil, false
		}
		strides[k] = e
	}
	return strides, true
}

// tuple is sizes or strides, cut in the middle where they are very many.
func tuple(s []int) string {
	if len(s) <= maxAxes {
		return stage.Tuple(s)
	}
	first, last := stage.Tuple(s[:maxAxes/2]), stage.Tuple(s[len(s)-maxAxes/2:])
	return strings.TrimSuffix(first, ")") + ", …, " + strings.TrimPrefix(last, "(")
}

// flags are the words for what the layout is.
func flags(f stage.Form) string {
	l, size := f.Layout, f.DType.ItemSize()
	text := fmt.Sprintf("C_CONTIGUOUS %s, F_CONTIGUOUS %s, %s", pythonBool(l.IsC(size)), pythonBool(l.IsF(size)), l.Dense(size))
	shape, strides := f.Merged()
	if len(shape) < l.Rank() {
		text += fmt.Sprintf("; merges to %s, strides %s", tuple(shape), tuple(strides))
	} else if l.Rank() > 1 {
		text += "; no axes merge"
	}
	return text
}

func pythonBool(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

// clip shortens a text to n characters.
func clip(text string, n int) string {
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	return string(r[:n-1]) + "…"
}

// bounds says what of the view and its storage is drawn, "" for all of it.
func (p *panel) bounds() string {
	if p.whole {
		return ""
	}
	drawn := 0
	for _, r := range p.rows {
		drawn += r.n
	}
	if len(p.elements) == p.form.Layout.Len() && drawn == p.cells {
		return ""
	}
	return fmt.Sprintf("Drawn in part: the first %s of %s elements, %d of %d cells.", times(p.shown), times(p.form.Layout.Shape), drawn, p.cells)
}

// times is a shape as a product.
func times(shape []int) string {
	var b strings.Builder
	for k, n := range shape {
		if k == maxAxes {
			b.WriteString(" × …")
			break
		}
		if k > 0 {
			b.WriteString(" × ")
		}
		fmt.Fprint(&b, n)
	}
	return b.String()
}

// storageText says what the cells are.
func (p *panel) storageText() string {
	text := fmt.Sprintf("storage, %s in %s of %s", count(p.form.Storage, "byte"), count(p.cells, "cell"), count(p.unit, "byte"))
	if p.span > 1 {
		text += fmt.Sprintf("; an element takes %d cells", p.span)
	}
	return text
}

// copyText says what the stage that reads the panel does.
func (p *panel) copyText() string {
	return fmt.Sprintf("%s copies %s to new storage: %s", p.copies.Stage, count(p.copies.Written(), "byte"), p.copies.Reason)
}

// hiddenText says that storages are left out before the first panel.
func (p *Picture) hiddenText() string {
	if p.hidden == 0 {
		return ""
	}
	return count(p.hidden, "storage") + " before this, not drawn"
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
