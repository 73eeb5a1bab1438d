package draw

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ndtool/ndtool/internal/scene"
)

// Text is the picture as lines of text for a terminal. colors is how many colors
// it has: 0 for plain text, 256, or 1<<24.
func (p *Picture) Text(colors int) string {
	t := &textWriter{colors: colors, width: p.width}
	t.line(p.title)
	t.line(p.hiddenText())
	for i := range p.panels {
		if i > 0 {
			t.WriteByte('\n')
		}
		t.panel(&p.panels[i])
	}
	return t.String()
}

// textWriter writes pictures for a terminal.
type textWriter struct {
	strings.Builder
	colors int
	width  int // characters of a line, below 1 for any number
}

// line writes a line, unless it is empty.
func (t *textWriter) line(text string) {
	if text != "" {
		t.WriteString(strings.TrimRight(text, " ") + "\n")
	}
}

func (t *textWriter) panel(p *panel) {
	t.line(p.stages)
	what, numbers := headline(p.form)
	t.line(what + ", " + numbers)
	t.line(flags(p.form))
	sign := tick(p.form.Layout.IsC(p.form.DType.ItemSize()))
	for _, text := range verdict(p.form) {
		t.line(sign + " " + text)
		sign = " "
	}
	t.WriteByte('\n')
	t.table(p)
	t.WriteByte('\n')
	t.array(p)
	t.WriteByte('\n')
	t.storage(p)
	t.line(p.bounds())
	if p.copies != nil {
		t.line("\n↓ " + p.copyText())
	}
}

func tick(good bool) string {
	if good {
		return "✓"
	}
	return "✗"
}

// table writes the axes, and beside each pair whether it joins.
func (t *textWriter) table(p *panel) {
	all := axes(p.form)
	if len(all) == 0 {
		t.line("no axes: one element")
		return
	}
	more := len(all) - maxAxes
	all = all[:min(len(all), maxAxes)]
	rows := [][]string{{"axis", "size", "stride, bytes", "packed C", "packed F"}}
	for _, a := range all {
		c, f := wanted(a, a.wantC), wanted(a, a.wantF)
		if !a.free() {
			c, f = c+" "+tick(a.isC()), f+" "+tick(a.isF())
		} else {
			c, f = c+"  ", f+"  "
		}
		rows = append(rows, []string{strconv.Itoa(a.number), strconv.Itoa(a.size), strconv.Itoa(a.stride), c, f})
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for k, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			b.WriteString("  " + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)) + cell)
		}
		if k > 0 && k < len(all) {
			_, why := joint(all[k-1], all[k], p.form)
			fmt.Fprintf(&b, "   axes %d and %d %s", k-1, k, why)
		}
		t.line(b.String())
	}
	if more > 0 {
		t.line(fmt.Sprintf("  … and %d more axes", more))
	}
}

// array writes the bytes of the elements by their indices.
func (t *textWriter) array(p *panel) {
	g := p.grid()
	t.line("the array: byte of each element")
	width := 0
	for _, e := range p.elements {
		width = max(width, len(strconv.Itoa(e.cell*p.unit)))
	}
	if room := max(1, (t.width-4)/(width+1)); t.width > 0 && g.columns > room {
		g.columns, g.moreColumns = room, true
	}
	rank := p.form.Layout.Rank()
	for b := range g.blocks {
		if rank > 2 {
			t.line("  " + g.outer(b))
		}
		for i := range g.rows {
			t.WriteString("  ")
			for j := range g.columns {
				e := g.element(b, i, j)
				t.cell(fmt.Sprintf(" %*d", width, e.cell*p.unit), walkColor(p.readers[e.cell].colour, p.colors))
			}
			if g.moreColumns {
				t.WriteString(" …")
			}
			t.WriteByte('\n')
		}
		if g.moreRows {
			t.line("   …")
		}
	}
	t.line(g.more())
}

// storage writes the cells, each with the place in the walk of the element that
// reads it, and above them the jumps within a row.
func (t *textWriter) storage(p *panel) {
	t.line(p.storageText() + ": place in the walk")
	width, label := p.textWidths()
	for i, r := range p.rows {
		if r.apart {
			t.line(strings.Repeat(" ", label+4) + "… " + count(p.before(i), "cell"))
		}
		for _, k := range slices.Backward(p.axesWithin(i)) {
			t.line(strings.Repeat(" ", label+3+r.indent*width) + p.jumpLine(r, k, width))
		}
		fmt.Fprintf(t, "  %*s %s", label, rowLabel(r, p.unit), strings.Repeat(" ", r.indent*width))
		for k := range r.n {
			t.WriteString("│")
			reader, read := p.readers[r.first+k]
			if !read {
				t.WriteString(center("·", width-1))
				continue
			}
			t.cell(center(p.readText(reader), width-1), walkColor(reader.colour, p.colors))
		}
		t.WriteString("│\n")
	}
	if n := p.before(len(p.rows)); n > 0 {
		t.line(strings.Repeat(" ", label+4) + "… " + count(n, "cell"))
	}
}

// borders is what a line of storage has besides its label and its cells.
const borders = 4

// textWidths are the characters of a cell with its border, and of the longest
// label of a row.
func (p *panel) textWidths() (cell, label int) {
	cell = 1
	for _, r := range p.readers {
		cell = max(cell, utf8.RuneCountInString(p.readText(r)))
	}
	for _, r := range p.rows {
		label = max(label, len(rowLabel(r, p.unit)))
	}
	return cell + 3, label // a space at both sides and the border
}

// jumpLine is the jumps along an axis within a row: the number of the axis where
// they begin and an arrow where each ends.
func (p *panel) jumpLine(r row, axis, width int) string {
	line := []rune(strings.Repeat(" ", r.n*width+2))
	column := func(cell int) int { return (cell-r.first)*width + width/2 }
	for _, j := range p.jumps {
		if j.axis != axis || j.from < r.first || j.from >= r.first+r.n || j.to < r.first || j.to >= r.first+r.n {
			continue
		}
		from, to := column(j.from), column(j.to)
		for x := min(from, to) + 1; x < max(from, to); x++ {
			line[x] = '─'
		}
		if line[from] == ' ' {
			line[from] = []rune(strconv.Itoa(axis % 10))[0]
		}
		line[to] = '▾'
		if from == to {
			line[to], line[to+1] = []rune(strconv.Itoa(axis % 10))[0], '↺'
		}
	}
	return string(line)
}

// readText is what a cell says: the first element that reads it, and how many do.
func (p *panel) readText(r reader) string {
	return strconv.Itoa(p.elements[r.first].number) + p.timesText(r)
}

func center(text string, width int) string {
	left := (width - utf8.RuneCountInString(text)) / 2
	return fmt.Sprintf("%*s%-*s", left, "", width-left, text)
}

// cell writes a text on a background.
func (t *textWriter) cell(text string, background color.NRGBA) {
	t.WriteString(scene.Paint(text, scene.Readable(background), background, t.colors))
}
