package draw

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ndtool/ndtool/internal/scene"
)

// The bounds of the array's own picture.
const (
	maxGridColumns = 12
	maxGridRows    = 12
	maxBlocks      = 6
)

// Measures of it, in pixels.
const (
	cellHeight = 30.0
	blockHead  = 18.0
)

// gridText says what is written in the cells of the array.
const gridText = "the array: place in the walk, and byte"

// grid is the array as its indices see it: a block of rows and columns for
// each combination of the outer indices.
type grid struct {
	panel         *panel
	rows, columns int // drawn in each block
	blocks        int // drawn, side by side
	all           int // that there are among the drawn elements
	cell          float64
	width         float64 // of the whole, in pixels
	moreRows      bool
	moreColumns   bool
}

func (p *panel) grid() *grid {
	g := &grid{panel: p, rows: 1, columns: 1, all: 1, cell: p.cellWidth()}
	shape := p.form.Layout.Shape
	rank := len(shape)
	if rank > 0 {
		g.columns = min(p.shown[rank-1], maxGridColumns)
		g.moreColumns = g.columns < shape[rank-1]
	}
	if rank > 1 {
		g.rows = min(p.shown[rank-2], maxGridRows)
		g.moreRows = g.rows < shape[rank-2]
	}
	for k := range rank - 2 {
		g.all *= p.shown[k]
	}
	g.blocks = min(g.all, maxBlocks)
	return g
}

// fit keeps as many blocks as stand side by side above the storage.
func (g *grid) fit() {
	most := int((max(minWidth, g.panel.stripWidth()) - 20 + g.blockWidth()*0.3) / g.pitch())
	g.blocks = max(1, min(g.blocks, most))
	g.width = max(20+float64(g.blocks)*g.pitch()-g.cell/2, scene.Width(gridText, softText.Font, softText.Size))
}

// pitch is the way from one block to the next, with room for what stands above
// each.
func (g *grid) pitch() float64 {
	one := g.blockWidth()
	if g.panel.form.Layout.Rank() > 2 {
		one = max(one, scene.Width(g.outer(g.all-1), monoText.Font, monoText.Size))
	}
	return one + g.cell/2
}

func (g *grid) blockWidth() float64 {
	w := float64(g.columns) * g.cell
	if g.moreColumns {
		w += 20
	}
	return w
}

// draw puts the grid at (x, y) and returns its bottom.
func (g *grid) draw(c *canvas, x, y float64) (bottom float64) {
	p := g.panel
	rank := p.form.Layout.Rank()
	c.Text(x, y+softText.Size, gridText, softText)
	y += headStep
	if rank > 0 {
		y += 4
	}
	left := x
	if rank > 1 {
		left += 20 // for the arrow of the rows
	}
	top := y
	if rank > 0 {
		top += 20 // for the arrow of the columns
	}
	if rank > 2 {
		top += blockHead
	}
	for b := range g.blocks {
		g.block(c, left+float64(b)*g.pitch(), top, b)
	}
	if rank > 0 {
		g.direction(c, left, top-10, rank-1, float64(g.columns)*g.cell, false)
	}
	if rank > 1 {
		g.direction(c, left-10, top, rank-2, float64(g.rows)*cellHeight, true)
	}
	bottom = top + float64(g.rows)*cellHeight
	if g.moreRows {
		c.Text(left+4, bottom+13, "…", plainText)
		bottom += 18
	}
	c.reach(x + g.width)
	if text := g.more(); text != "" {
		c.Text(left, bottom+softText.Size+4, text, softText)
		bottom += lineStep
	}
	return bottom
}

// more says how many of the blocks are drawn, "" for all of them.
func (g *grid) more() string {
	total := 1
	for k, n := range g.panel.form.Layout.Shape {
		if k < g.panel.form.Layout.Rank()-2 {
			total *= n
		}
	}
	if g.blocks == total {
		return ""
	}
	return fmt.Sprintf("%d of %d blocks", g.blocks, total)
}

// element is the element in a row and a column of a block.
func (g *grid) element(block, i, j int) element {
	shown := g.panel.shown
	rank := len(shown)
	if rank > 1 {
		block = block*shown[rank-2] + i
	}
	if rank > 0 {
		block = block*shown[rank-1] + j
	}
	return g.panel.elements[block]
}

// direction draws along which way an axis runs: its number and an arrow.
func (g *grid) direction(c *canvas, x, y float64, axis int, length float64, down bool) {
	st := scene.Stroke(axisColor(axis), 1.6)
	end := min(length, 3*g.cell) - 2
	if down {
		end = min(length, 3*cellHeight) - 2
		c.Line(x, y+10, x, y+end-5, st)
		head(&c.Scene, x, y+end, 0, 1, st)
		pill(&c.Scene, x, y+8, axis)
		return
	}
	c.Line(x+10, y, x+end-5, y, st)
	head(&c.Scene, x+end, y, 1, 0, st)
	pill(&c.Scene, x+8, y, axis)
}

// block draws the rows and columns at one combination of the outer indices.
func (g *grid) block(c *canvas, x, y float64, number int) {
	p := g.panel
	rank := p.form.Layout.Rank()
	if rank > 2 {
		c.Text(x, y-24, g.outer(number), colored(monoText, softText))
	}
	for i := range g.rows {
		for j := range g.columns {
			e := g.element(number, i, j)
			left, top := x+float64(j)*g.cell, y+float64(i)*cellHeight
			fill := walkColor(p.readers[e.cell].colour, p.colors)
			st := scene.Fill(fill)
			st.Stroke, st.Width = paper, 1.5
			c.Rect(left, top, g.cell, cellHeight, 3, st)
			t := monoText
			t.Color, t.Anchor = scene.Readable(fill), scene.Middle
			c.Text(left+g.cell/2, top+14, strconv.Itoa(e.number), t)
			t.Size = 9
			c.Text(left+g.cell/2, top+25, strconv.Itoa(e.cell*p.unit), t)
		}
		if g.moreColumns && i == 0 {
			c.Text(x+float64(g.columns)*g.cell+4, y+cellHeight/2+4, "…", plainText)
		}
	}
}

// outer is the index of a block, such as [1, :, :].
func (g *grid) outer(number int) string {
	rank := g.panel.form.Layout.Rank()
	index := make([]string, rank)
	index[rank-2], index[rank-1] = ":", ":"
	for k := rank - 3; k >= 0; k-- {
		index[k] = strconv.Itoa(number % g.panel.shown[k])
		number /= g.panel.shown[k]
	}
	if rank > maxAxes {
		index = append([]string{"…"}, index[rank-maxAxes:]...)
	}
	return "[" + strings.Join(index, ", ") + "]"
}
