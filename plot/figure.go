package plot

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"github.com/ndtool/ndtool/internal/scene"
)

// Measures of a plot, in pixels.
const (
	margin    = 24.0
	sizeX     = 600.0 // of the largest field
	sizeY     = 450.0
	lineY     = 340.0 // height of the field of a line
	flattest  = 4.0   // the sides of a field differ by this factor at most
	barWidth  = 16.0
	barGap    = 26.0
	tickLong  = 5.0
	labelSize = 11.0
)

var (
	ink  = scene.Hex(0x1A1A1A)
	soft = scene.Hex(0x666666)
	pale = scene.Hex(0xE4E4E4)
	blue = scene.Hex(0x0072B2)
)

var (
	titleText = scene.TextStyle{Font: scene.Bold, Size: 17, Color: ink}
	whatText  = scene.TextStyle{Font: scene.Mono, Size: 12, Color: ink}
	noteText  = scene.TextStyle{Font: scene.Sans, Size: 12, Color: soft}
	tickText  = scene.TextStyle{Font: scene.Sans, Size: labelSize, Color: ink}
)

// field is where values are drawn.
type field struct{ x, y, w, h float64 }

// figure is a scene that grows downward.
type figure struct {
	scene.Scene
	p *Plot
	y float64
}

func (f *figure) line(text string, t scene.TextStyle) {
	if text == "" {
		return
	}
	f.Text(margin, f.y+t.Size, text, t)
	f.Width = max(f.Width, margin+scene.Width(text, t.Font, t.Size)+margin)
	f.y += t.Size + 6
}

// scene draws the plot.
func (p *Plot) scene() *scene.Scene {
	f := &figure{p: p, y: margin - 6}
	f.Title = p.what
	if p.title != "" {
		f.Title = p.title + ": " + p.what
	}
	f.line(clip(p.title, 80), titleText)
	f.line(clip(p.what, 80), whatText)
	f.line(p.summary(), noteText)
	f.notes(p.odd())
	f.line(p.decimated(), noteText)
	f.y += 14
	if p.line != nil {
		f.drawLine()
	} else {
		f.drawField()
	}
	f.Height = f.y + margin
	return &f.Scene
}

// notes writes beside each other what is not on the scale.
func (f *figure) notes(all []note) {
	x := margin
	for _, n := range all {
		if n.color != (color.NRGBA{}) {
			f.Rect(x, f.y+1.5, 11, 11, 2, scene.Fill(n.color))
			x += 17
		}
		f.Text(x, f.y+noteText.Size, n.text, noteText)
		x += scene.Width(n.text, noteText.Font, noteText.Size) + 20
	}
	if len(all) > 0 {
		f.y += noteText.Size + 6
	}
}

// summary tells the range of the values.
func (p *Plot) summary() string {
	if p.stats.finite == 0 {
		return "no finite values"
	}
	what := "values"
	if p.complex {
		what = "magnitudes"
	}
	from, to := span(p.stats.min, p.stats.max)
	return fmt.Sprintf("%s from %s to %s", what, from, to)
}

// note is how many values are not on the scale, and how they are shown: by a
// color, and as a letter in plain text.
type note struct {
	text   string
	color  color.NRGBA // the zero color for none
	letter rune
}

// odd are the notes of what is there.
func (p *Plot) odd() []note {
	kinds := []struct {
		n int
		note
	}{
		{p.stats.nan, note{"NaN", nanColor, '?'}},
		{p.stats.pos, note{"+Inf", posColor, '^'}},
		{p.stats.neg, note{"−Inf", negColor, 'v'}},
	}
	if p.line != nil {
		kinds[0].note = note{"NaN (gaps)", color.NRGBA{}, 0}
	}
	var all []note
	for _, k := range kinds {
		if k.n > 0 {
			k.text = fmt.Sprintf("%d %s", k.n, k.text)
			all = append(all, k.note)
		}
	}
	return all
}

// decimated says how many elements share a place, "" for one.
func (p *Plot) decimated() string {
	switch {
	case p.down*p.across == 1 || p.line != nil && p.across == 1:
		return ""
	case p.line != nil:
		return fmt.Sprintf("Decimated: each column spans the values of %d elements.", p.across)
	}
	return fmt.Sprintf("Decimated: each cell is the mean of %d × %d elements.", p.down, p.across)
}

// drawField draws a heat map or an image with its axes and color bar.
func (f *figure) drawField() {
	p := f.p
	// elements are square, unless the field would become a thin strip
	ratio := min(max(float64(p.columns)/float64(p.rows), 1/flattest), flattest)
	w := min(sizeX, sizeY*ratio)
	rows := indexTicks(p.rows, 8)
	b := field{x: margin + 20 + widest(rows) + tickLong + 6, y: f.y, w: w, h: w / ratio}
	f.Image(b.x, b.y, b.w, b.h, p.picture())
	frame := scene.Stroke(ink, 1)
	f.Rect(b.x, b.y, b.w, b.h, 0, frame)
	for _, t := range indexTicks(p.columns, 8) {
		x := b.x + (t.at+0.5)/float64(p.columns)*b.w
		f.bottomTick(x, b.y+b.h, t.text)
	}
	for _, t := range rows {
		y := b.y + (t.at+0.5)/float64(p.rows)*b.h
		f.leftTick(b.x, y, t.text)
	}
	f.axisNames(b, "axis 1", "axis 0")
	right := b.x + b.w
	if p.heat != nil && p.stats.finite > 0 {
		right = f.colorBar(field{x: right + barGap, y: b.y, w: barWidth, h: b.h})
	}
	f.Width = max(f.Width, right+margin)
	f.y = b.y + b.h + 40
}

// colorBar draws the scale and returns its right end.
func (f *figure) colorBar(b field) float64 {
	const steps = 256
	img := image.NewNRGBA(image.Rect(0, 0, 1, steps))
	for i := range steps {
		img.SetNRGBA(0, i, scene.Blend(scaleStops, 1-float64(i)/(steps-1)))
	}
	f.Image(b.x, b.y, b.w, b.h, img)
	f.Rect(b.x, b.y, b.w, b.h, 0, scene.Stroke(ink, 1))
	all := ticks(f.p.lo, f.p.hi, max(2, int(b.h/45)), f.p.least)
	for _, t := range all {
		y := b.y + b.h*(1-fraction(t.at, f.p.lo, f.p.hi))
		f.Line(b.x+b.w, y, b.x+b.w+tickLong, y, scene.Stroke(ink, 1))
		f.Text(b.x+b.w+tickLong+4, y+4, t.text, tickText)
	}
	return b.x + b.w + tickLong + 4 + widest(all)
}

// drawLine draws a line with its axes.
func (f *figure) drawLine() {
	p := f.p
	room := (p.hi/2 - p.lo/2) * 0.1
	lo, hi := p.lo-room, p.hi+room
	if math.IsInf(lo, 0) || math.IsInf(hi, 0) {
		lo, hi = p.lo, p.hi
	}
	left := ticks(lo, hi, 6, p.least)
	b := field{x: margin + widest(left) + tickLong + 6, y: f.y, w: sizeX, h: lineY}
	f.Width = max(f.Width, b.x+b.w+margin)
	at := func(i, v float64) (x, y float64) {
		return b.x + (i+0.5)/float64(p.columns)*b.w, b.y + b.h*(1-fraction(v, lo, hi))
	}
	for _, t := range left {
		_, y := at(0, t.at)
		f.Line(b.x, y, b.x+b.w, y, scene.Stroke(pale, 1))
		f.leftTick(b.x, y, t.text)
	}
	for _, t := range indexTicks(p.columns, 8) {
		x, _ := at(t.at, 0)
		f.bottomTick(x, b.y+b.h, t.text)
	}
	f.Rect(b.x, b.y, b.w, b.h, 0, scene.Stroke(soft, 1))
	for from, to := range p.line.stretches {
		f.stretch(from, to, at)
	}
	for i := range p.line.low {
		x, _ := at(p.index(i), 0)
		if p.line.pos[i] {
			f.triangle(x, b.y+2, 1, posColor)
		}
		if p.line.neg[i] {
			f.triangle(x, b.y+b.h-2, -1, negColor)
		}
	}
	f.axisNames(b, "axis 0", "")
	f.y = b.y + b.h + 40
}

// stretch draws the places [from, to) of a line: values as a line, ranges as a
// band.
func (f *figure) stretch(from, to int, at func(i, v float64) (x, y float64)) {
	p := f.p
	st := scene.Stroke(blue, 1.5)
	var path scene.Path
	for i := from; i < to; i++ {
		x, y := at(p.index(i), p.line.high[i])
		if i == from {
			path.MoveTo(x, y)
		} else {
			path.LineTo(x, y)
		}
		if p.across == 1 && (p.columns <= 60 || to-from == 1) {
			f.Circle(x, y, 2.5, scene.Fill(blue))
		}
	}
	if p.across > 1 {
		for i := to - 1; i >= from; i-- {
			path.LineTo(at(p.index(i), p.line.low[i]))
		}
		path.Close()
		st = scene.Style{Fill: blue, Stroke: blue, Width: 1}
	}
	f.Draw(path, st)
}

// triangle marks an infinite value at the edge that it lies beyond.
func (f *figure) triangle(x, y, down float64, c color.NRGBA) {
	var p scene.Path
	p.MoveTo(x, y)
	p.LineTo(x-4, y+7*down)
	p.LineTo(x+4, y+7*down)
	p.Close()
	f.Draw(p, scene.Fill(c))
}

func (f *figure) bottomTick(x, y float64, text string) {
	f.Line(x, y, x, y+tickLong, scene.Stroke(ink, 1))
	t := tickText
	t.Anchor = scene.Middle
	f.Text(x, y+tickLong+labelSize+1, text, t)
}

func (f *figure) leftTick(x, y float64, text string) {
	f.Line(x-tickLong, y, x, y, scene.Stroke(ink, 1))
	t := tickText
	t.Anchor = scene.End
	f.Text(x-tickLong-3, y+4, text, t)
}

// axisNames writes which axis is which.
func (f *figure) axisNames(b field, bottom, left string) {
	t := noteText
	t.Anchor = scene.Middle
	f.Text(b.x+b.w/2, b.y+b.h+tickLong+2*labelSize+11, bottom, t)
	t.Turned = true
	f.Text(margin+10, b.y+b.h/2, left, t)
}

// widest is the width of the longest label.
func widest(all []tick) float64 {
	w := 0.0
	for _, t := range all {
		w = max(w, scene.Width(t.text, tickText.Font, tickText.Size))
	}
	return w
}

// clip shortens a text to n characters.
func clip(text string, n int) string {
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	return string(r[:n-1]) + "…"
}
