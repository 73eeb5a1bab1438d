package draw

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/ndtool/ndtool/internal/scene"
)

// Measures of the storage, in pixels.
const (
	minCell   = 34.0
	timesSize = 9.0  // of the text that says how many elements read a cell
	firstArc  = 18.0 // height of the lowest jump above a row
	arcStep   = 17.0 // from one level of jumps to the next
	rowGap    = 8.0
	cutHeight = 16.0 // of the line between rows that are apart
)

// cellWidth is the width of a cell, so that its number is readable.
func (p *panel) cellWidth() float64 {
	largest := 0
	for _, e := range p.elements {
		largest = max(largest, e.number, e.cell*p.unit)
	}
	width := max(minCell, scene.Width(strconv.Itoa(largest), scene.Mono, monoText.Size)+9)
	for _, r := range p.readers {
		width = max(width, scene.Width(p.timesText(r), scene.Mono, timesSize)+7)
	}
	return math.Ceil(width)
}

// stripLeft is the room for what stands left of several rows: the byte at the
// start of each, and between them how many cells are left out.
func (p *panel) stripLeft() float64 {
	if len(p.rows) == 1 {
		return 0
	}
	last := p.rows[len(p.rows)-1]
	room := scene.Width(rowLabel(last, p.unit), tinyText.Font, tinyText.Size)
	for i := range len(p.rows) + 1 {
		if p.before(i) > 0 {
			room = max(room, scene.Width(p.cutText(i), softText.Font, softText.Size))
		}
	}
	return room + 8
}

func rowLabel(r row, unit int) string { return fmt.Sprintf("byte %d", r.first*unit) }

// stripWidth is the width of the storage.
func (p *panel) stripWidth() float64 {
	widest := 0
	for _, r := range p.rows {
		widest = max(widest, r.indent+r.n)
	}
	return p.stripLeft() + float64(widest)*p.cellWidth()
}

// place is where a cell is drawn.
type place struct {
	row  int
	x, y float64 // the middle of its top
}

// strip draws the storage and the jumps below what is there.
func (p *panel) strip(c *canvas) {
	text := p.storageText()
	if p.unused() {
		text += "; grey cells are not read"
	}
	c.line(text, softText)
	levels := p.levels()
	w, left := p.cellWidth(), margin+p.stripLeft()
	places := map[int]place{}
	for i, r := range p.rows {
		if r.apart {
			p.cut(c, i, left)
		}
		c.y += rowGap
		if n := levels[i]; n > 0 {
			c.y += firstArc + arcStep*float64(n-1) + pillRadius
		} else if p.entered(i) {
			c.y += rowGap
		}
		for k := range r.n {
			x := left + float64(r.indent+k)*w
			places[r.first+k] = place{row: i, x: x + w/2, y: c.y}
			if _, read := p.readers[r.first+k]; !read {
				st := scene.Fill(blank)
				st.Stroke, st.Width = faint, 1
				c.Rect(x+0.5, c.y+0.5, w-1, cellHeight-1, 2, st)
			}
			if len(p.rows) == 1 {
				c.Text(x+1, c.y+cellHeight+11, strconv.Itoa((r.first+k)*p.unit), tinyText)
			}
		}
		p.runs(c, r, left+float64(r.indent)*w, w)
		if len(p.rows) > 1 {
			c.Text(left-8, c.y+cellHeight/2+3.4, rowLabel(r, p.unit), anchored(tinyText, scene.End))
		}
		c.y += cellHeight
	}
	if len(p.rows) == 1 {
		c.y += 14
	}
	if p.before(len(p.rows)) > 0 {
		p.cut(c, len(p.rows), left)
	}
	c.reach(margin + p.stripWidth())
	p.drawJumps(c, places)
	c.y += 8
}

// unused tells whether a cell that is drawn is not read.
func (p *panel) unused() bool {
	for _, r := range p.rows {
		for k := range r.n {
			if _, read := p.readers[r.first+k]; !read {
				return true
			}
		}
	}
	return false
}

// cut draws that cells before row i are left out.
func (p *panel) cut(c *canvas, i int, left float64) {
	t := softText
	if len(p.rows) > 1 { // clear of the jumps
		left, t.Anchor = left-8, scene.End
	}
	c.Text(left, c.y+cutHeight-3, p.cutText(i), t)
	c.y += cutHeight
}

func (p *panel) cutText(i int) string { return "… " + count(p.before(i), "cell") }

// before is how many cells between row i and the one before it, or behind the
// last row, are not drawn.
func (p *panel) before(i int) int {
	from, to := 0, p.cells
	if i > 0 {
		from = p.rows[i-1].first + p.rows[i-1].n
	}
	if i < len(p.rows) {
		to = p.rows[i].first
	}
	return to - from
}

// runs draws the cells of a row that are read: those of one element together.
func (p *panel) runs(c *canvas, r row, left, w float64) {
	for k := 0; k < r.n; {
		first, read := p.readers[r.first+k]
		if !read {
			k++
			continue
		}
		n := 1
		for k+n < r.n {
			next, read := p.readers[r.first+k+n]
			if !read || next.first != first.first || next.part != first.part+n || next.times != first.times {
				break
			}
			n++
		}
		fill := walkColor(first.colour, p.colors)
		st := scene.Fill(fill)
		st.Stroke, st.Width = paper, 1.5
		x, width := left+float64(k)*w, float64(n)*w
		c.Rect(x, c.y, width, cellHeight, 3, st)
		if first.part == 0 || k > 0 {
			p.number(c, x+width/2, first, scene.Readable(fill) == paper)
		}
		k += n
	}
}

// number writes which element reads a run of cells, and how many do.
func (p *panel) number(c *canvas, x float64, r reader, light bool) {
	t := anchored(monoText, scene.Middle)
	if light {
		t.Color = paper
	}
	y := c.y + cellHeight/2 + 4.3
	times := p.timesText(r)
	if times != "" {
		y = c.y + 14
	}
	c.Text(x, y, strconv.Itoa(p.elements[r.first].number), t)
	t.Size = timesSize
	c.Text(x, c.y+25, times, t)
}

// timesText is how many elements read a cell, "" for one; with dots where only
// those that are drawn were counted.
func (p *panel) timesText(r reader) string {
	switch {
	case p.repeats > 1:
		return fmt.Sprintf("×%d", p.repeats)
	case r.times == 1:
		return ""
	case len(p.elements) < p.form.Layout.Len():
		return fmt.Sprintf("×%d…", r.times)
	}
	return fmt.Sprintf("×%d", r.times)
}

// levels is how many levels of jumps stand above each row; it gives every axis
// that jumps within a row a level there, the shortest jumps the lowest.
func (p *panel) levels() []int {
	n := make([]int, len(p.rows))
	for i := range p.rows {
		n[i] = len(p.axesWithin(i))
	}
	return n
}

// axesWithin are the axes with jumps from a cell to another of row i, by the
// length of the jump.
func (p *panel) axesWithin(i int) []int {
	var found []int
	for _, j := range p.jumps {
		if p.rowOf(j.from) == i && p.rowOf(j.to) == i && !slices.Contains(found, j.axis) {
			found = append(found, j.axis)
		}
	}
	slices.SortStableFunc(found, func(a, b int) int {
		return abs(p.form.Layout.Strides[a]) - abs(p.form.Layout.Strides[b])
	})
	return found
}

// entered tells whether a jump goes from another row to row i.
func (p *panel) entered(i int) bool {
	return slices.ContainsFunc(p.jumps, func(j jump) bool {
		from, to := p.rowOf(j.from), p.rowOf(j.to)
		return min(from, to) >= 0 && max(from, to) == i && from != to
	})
}

// rowOf is the row that a cell is drawn in, -1 for none.
func (p *panel) rowOf(cell int) int {
	return slices.IndexFunc(p.rows, func(r row) bool { return r.first <= cell && cell < r.first+r.n })
}

// drawJumps draws the strides as jumps from cell to cell.
func (p *panel) drawJumps(c *canvas, places map[int]place) {
	type badge struct {
		x, y float64
		axis int
	}
	var badges []badge
	for n, j := range p.jumps {
		from, ok1 := places[j.from]
		to, ok2 := places[j.to]
		if !ok1 || !ok2 {
			continue
		}
		var x, y float64
		st := scene.Stroke(axisColor(j.axis), 1.8)
		if from.row == to.row {
			level := slices.Index(p.axesWithin(from.row), j.axis)
			x, y = arc(&c.Scene, from, to, level, st)
		} else {
			x, y = fall(&c.Scene, from, to, p.cellWidth(), float64(j.axis), st)
		}
		if n == 0 || p.jumps[n-1].axis != j.axis {
			badges = append(badges, badge{x, y, j.axis})
		}
	}
	for i, b := range badges {
		for k := 0; k < i; k++ { // beside the badges that are there
			if o := badges[k]; math.Hypot(b.x-o.x, b.y-o.y) < 2*pillRadius {
				b.x, k = o.x+2*pillRadius+1, -1
			}
		}
		badges[i] = b
		pill(&c.Scene, b.x, b.y, b.axis)
		c.reach(b.x + pillRadius)
	}
}

// arc draws a jump within a row, and returns its highest point. A jump to the
// same cell is a loop.
func arc(s *scene.Scene, from, to place, level int, st scene.Style) (x, y float64) {
	height := firstArc + arcStep*float64(level)
	side := 6 - 4*float64(min(level, 4)) // higher arcs stand around lower ones
	if to.x < from.x {
		side = -side
	}
	x0, x1 := from.x+side, to.x-side
	if to.x == from.x {
		x0, x1 = from.x-9, from.x+9
	}
	const tip = 1.0
	var p scene.Path
	p.MoveTo(x0, from.y-tip)
	p.CurveTo(x0, from.y-height*4/3, x1, from.y-height*4/3, x1, from.y-tip-4)
	s.Draw(p, st)
	head(s, x1, from.y-tip, 0, 1, st)
	return (x0 + x1) / 2, from.y - height - 1
}

// fall draws a jump from one row to another, and returns a point beside it that
// lies between two rows.
func fall(s *scene.Scene, from, to place, w, shift float64, st scene.Style) (x, y float64) {
	shift = 4 * (min(shift, 4) - 1)
	x0, x1 := from.x+shift, to.x+shift
	y0, y1, down := from.y+cellHeight, to.y, 1.0
	if to.row < from.row {
		y0, y1, down = from.y, to.y+cellHeight, -1
	}
	bulge := 0.0
	if to.row-from.row > 1 || from.row-to.row > 1 {
		bulge = (w/2 - shift) / 0.75 // between the numbers of the rows between
	}
	bend := math.Abs(y1-y0) / 2 * down
	var p scene.Path
	p.MoveTo(x0, y0-3*down)
	p.CurveTo(x0+bulge, y0+bend, x1+bulge, y1-bend, x1, y1-4*down)
	s.Draw(p, st)
	head(s, x1, y1, 0, down, st)
	if bulge != 0 {
		return x0 + pillRadius + 4, y0 + 8*down
	}
	return (x0+x1)/2 + pillRadius + 4, (y0 + y1) / 2
}
