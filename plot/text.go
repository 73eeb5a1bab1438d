package plot

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ndtool/ndtool/internal/scene"
)

// What the field of a plot leaves free on a screen.
const (
	margins = 10 // columns, for the labels at the left
	lines   = 9  // for title, notes, axis and scale
)

// labelStep is how many lines there are from one label of a row to the next, at
// least.
const labelStep = 4

// shades stand for values in plain text, from the lowest to the highest.
const shades = " .:-=+*#%@"

// Text is the plot as lines of text that fit Options.Screen: a heat map and an
// image in half blocks or, in plain text, in letters; a line in Braille dots.
func (p *Plot) Text() string {
	t := &textWriter{p: p}
	t.line(p.title)
	t.line(p.what)
	t.line(p.summary())
	var notes []string
	for _, n := range p.odd() {
		text := n.text
		switch {
		case p.screen.Colors > 0 && n.color != (color.NRGBA{}):
			text = scene.Paint("  ", n.color, n.color, p.screen.Colors) + " " + text
		case p.line == nil:
			text = fmt.Sprintf("'%c' %s", n.letter, text)
		}
		notes = append(notes, text)
	}
	t.line(strings.Join(notes, ", "))
	t.line(p.decimated())
	if p.line != nil {
		t.braille()
	} else {
		t.field()
	}
	return t.String()
}

// textWriter writes plots for a terminal.
type textWriter struct {
	strings.Builder
	p *Plot
}

// line writes a line, unless it is empty.
func (t *textWriter) line(text string) {
	if text != "" {
		t.WriteString(strings.TrimRight(text, " ") + "\n")
	}
}

// side is the left border of a row, with a label or without.
func side(label string) string {
	if label == "" {
		return strings.Repeat(" ", margins-2) + "│"
	}
	return strings.Repeat(" ", max(0, margins-3-utf8.RuneCountInString(label))) + label + " ┤"
}

// bottom writes the lower border of a field of so many characters, and the
// indices of the columns below it.
func (t *textWriter) bottom(width int) {
	p := t.p
	t.line(strings.Repeat(" ", margins-2) + "└" + strings.Repeat("─", width))
	labels := []rune(strings.Repeat(" ", width+margins))
	free := 0
	for _, tick := range indexTicks(p.columns, max(1, width/12)) {
		at := int((tick.at + 0.5) / float64(p.columns) * float64(width))
		if at >= free && at+len(tick.text) <= width+1 {
			copy(labels[margins-1+at:], []rune(tick.text))
			free = at + len(tick.text) + 1
		}
	}
	t.line(string(labels))
}

// maxZoom is how many characters (colored: halves) a place is high at most.
const maxZoom = 4

// field writes a heat map or an image.
func (t *textWriter) field() {
	p := t.p
	img := p.picture()
	size := img.Bounds().Size()
	columns, rows := p.places(2)
	zoom := max(1, min(maxZoom, columns/size.X, rows/size.Y))
	colored := p.screen.Colors > 0
	step, wide := 1, 2
	if colored {
		step, wide = 2, 1
	}
	at := func(x, y int) color.NRGBA { // of the zoomed picture; none below its end
		if y /= zoom; y == size.Y {
			return color.NRGBA{}
		}
		return img.NRGBAAt(x/zoom, y)
	}
	labelled := -labelStep
	for y := 0; y < size.Y*zoom; y += step {
		label := ""
		if y/step >= labelled+labelStep && y%zoom < step {
			labelled = y / step
			label = strconv.Itoa(y / zoom * p.down)
		}
		t.WriteString(side(label))
		for x := range size.X * zoom {
			if colored {
				t.WriteString(scene.Paint("▀", at(x, y), at(x, y+1), p.screen.Colors))
			} else {
				t.WriteString(strings.Repeat(string(t.letter(x/zoom, y/zoom, at(x, y))), wide))
			}
		}
		t.WriteByte('\n')
	}
	t.bottom(size.X * zoom * wide)
	if p.heat == nil || p.stats.finite == 0 {
		return
	}
	bar := "'" + shades + "'"
	if colored {
		bar = ""
		for i := range 20 {
			c := scene.Blend(scaleStops, float64(i)/19)
			bar += scene.Paint(" ", c, c, p.screen.Colors)
		}
	}
	from, to := span(p.lo, p.hi)
	t.line(strings.Repeat(" ", margins-1) + from + " " + bar + " " + to)
}

// letter stands for a place in plain text.
func (t *textWriter) letter(x, y int, c color.NRGBA) byte {
	p := t.p
	if p.heat == nil {
		light := 0.299*float64(c.R) + 0.587*float64(c.G) + 0.114*float64(c.B)
		return shade(light / 255)
	}
	switch v := p.heat.at(y, x); {
	case math.IsNaN(v):
		return '?'
	case math.IsInf(v, 1):
		return '^'
	case math.IsInf(v, -1):
		return 'v'
	default:
		return shade(fraction(v, p.lo, p.hi))
	}
}

func shade(x float64) byte { return shades[int(math.Round(x*float64(len(shades)-1)))] }

// dots is a field of Braille characters, of 2 by 4 dots each.
type dots struct {
	columns, rows int // characters
	bits          []rune
}

// set puts a dot; y counts from the top.
func (d *dots) set(x, y int) {
	if x < 0 || y < 0 || x >= 2*d.columns || y >= 4*d.rows {
		return
	}
	bit := [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}[y%4][x%2]
	d.bits[y/4*d.columns+x/2] |= bit
}

// join puts dots from one point to another.
func (d *dots) join(x0, y0, x1, y1 int) {
	n := max(abs(x1-x0), abs(y1-y0), 1)
	for i := range n + 1 {
		d.set(x0+roundDiv(i*(x1-x0), n), y0+roundDiv(i*(y1-y0), n))
	}
}

func roundDiv(a, n int) int { return int(math.Round(float64(a) / float64(n))) }

// braille writes a line.
func (t *textWriter) braille() {
	p := t.p
	d := &dots{columns: max(1, min(p.screen.Width, 200)-margins), rows: max(4, min(p.screen.Height, 30)-lines)}
	d.bits = make([]rune, d.columns*d.rows)
	x := func(i int) int {
		return int((p.index(i) + 0.5) / float64(p.columns) * float64(2*d.columns))
	}
	y := func(v float64) int {
		return int(math.Round((1 - fraction(v, p.lo, p.hi)) * float64(4*d.rows-1)))
	}
	for from, to := range p.line.stretches {
		for i := from; i < to; i++ {
			low, high := y(p.line.low[i]), y(p.line.high[i])
			d.join(x(i), low, x(i), high)
			if i > from {
				d.join(x(i-1), (y(p.line.low[i-1])+y(p.line.high[i-1]))/2, x(i), (low+high)/2)
			}
		}
	}
	labels := make([]string, d.rows)
	for _, tick := range ticks(p.lo, p.hi, max(2, d.rows/3), p.least) {
		labels[y(tick.at)/4] = tick.text
	}
	for r := range d.rows {
		var b strings.Builder
		b.WriteString(side(labels[r]))
		for _, bits := range d.bits[r*d.columns : (r+1)*d.columns] {
			if bits == 0 {
				b.WriteByte(' ') // not the empty pattern: it is drawn as circles in places
				continue
			}
			b.WriteRune(0x2800 + bits)
		}
		t.line(b.String())
	}
	t.bottom(d.columns)
}
