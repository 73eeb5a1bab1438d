package draw

import (
	"fmt"
	"strconv"

	"github.com/ndtool/ndtool/internal/scene"
)

// Measures of the table of axes.
const (
	rowStep  = 26.0
	headStep = 20.0
)

// table draws the axes with what their strides are and what they would be in a
// packed array, and brackets around the axes that join. It returns the right
// end and the bottom.
func (p *panel) table(c *canvas, x, y float64) (right, bottom float64) {
	all := axes(p.form)
	if len(all) == 0 {
		text := "No axes: one element."
		c.Text(x, y+softText.Size, text, softText)
		return x + scene.Width(text, softText.Font, softText.Size), y + lineStep
	}
	more := len(all) - maxAxes
	if more > 0 {
		all = all[:maxAxes]
	}
	columns := []struct {
		head string
		cell func(a axis) string
		good func(a axis) bool // nil without a mark
	}{
		{"axis", func(axis) string { return "" }, nil},
		{"size", func(a axis) string { return strconv.Itoa(a.size) }, nil},
		{"stride, bytes", func(a axis) string { return strconv.Itoa(a.stride) }, nil},
		{"packed C", func(a axis) string { return wanted(a, a.wantC) }, axis.isC},
		{"packed F", func(a axis) string { return wanted(a, a.wantF) }, axis.isF},
	}
	head := anchored(colored(softText, softText), scene.End)
	figure := anchored(monoText, scene.End)
	left := x
	bottom = y + headStep + rowStep*float64(len(all))
	right = x
	for i, col := range columns {
		width := scene.Width(col.head, head.Font, head.Size)
		for _, a := range all {
			width = max(width, scene.Width(col.cell(a), figure.Font, figure.Size))
		}
		if i > 0 {
			right += 22
		}
		right += width
		c.Text(right, y+head.Size, col.head, head)
		for k, a := range all {
			mid := y + headStep + rowStep*(float64(k)+0.5)
			if i == 0 {
				pill(&c.Scene, right-width/2, mid, a.number)
				continue
			}
			t := figure
			if i == 2 && a.free() {
				t.Color = soft
			}
			c.Text(right, mid+4.2, col.cell(a), t)
			if col.good != nil && !a.free() {
				mark(&c.Scene, right+12, mid, col.good(a))
			}
		}
		if col.good != nil {
			right += 16
		}
	}
	c.Line(left, y+headStep-2, right, y+headStep-2, scene.Stroke(faint, 1))
	end := right
	for k := range len(all) - 1 {
		end = max(end, p.bracket(c, right+16, y+headStep+rowStep*(float64(k)+0.5), all[k], all[k+1]))
	}
	if more > 0 {
		c.Text(left, bottom+softText.Size, fmt.Sprintf("… and %d more axes", more), softText)
		bottom += lineStep
	}
	c.reach(end)
	return end, bottom
}

// wanted is the stride that an axis has in a packed array.
func wanted(a axis, stride int) string {
	if a.free() {
		return "any"
	}
	return strconv.Itoa(stride)
}

// bracket draws whether two axes, whose rows have their middles at y and below,
// join, and why. It returns the right end.
func (p *panel) bracket(c *canvas, x, y float64, outer, inner axis) float64 {
	joins, why := joint(outer, inner, p.form)
	st := scene.Stroke(no, 1.5)
	st.Dashed = true
	t := monoText
	t.Size, t.Color = 11, no
	if joins {
		st, t.Color = scene.Stroke(yes, 2.5), yes
	}
	var b scene.Path
	const inset, tick = 4.0, 5.0
	b.MoveTo(x-tick, y+inset)
	b.LineTo(x, y+inset)
	b.LineTo(x, y+rowStep-inset)
	b.LineTo(x-tick, y+rowStep-inset)
	c.Draw(b, st)
	c.Text(x+9, y+rowStep/2+3.8, why, t)
	return x + 9 + scene.Width(why, t.Font, t.Size)
}
