package draw

import "github.com/ndtool/ndtool/internal/scene"

// Measures of a picture, in pixels.
const (
	margin     = 24.0
	minWidth   = 640.0
	sideBySide = 840.0 // the table and the array stand beside each other up to here
	lineStep   = 18.0  // from one line of text to the next
	columnGap  = 40.0  // between the table and the array
	blockGap   = 22.0  // between the parts of a panel
)

// The texts of a picture.
var (
	titleText = scene.TextStyle{Font: scene.Bold, Size: 19, Color: ink}
	headText  = scene.TextStyle{Font: scene.Bold, Size: 14, Color: ink}
	plainText = scene.TextStyle{Font: scene.Sans, Size: 13, Color: ink}
	softText  = scene.TextStyle{Font: scene.Sans, Size: 12, Color: soft}
	monoText  = scene.TextStyle{Font: scene.Mono, Size: 12, Color: ink}
	tinyText  = scene.TextStyle{Font: scene.Mono, Size: 9.5, Color: soft}
)

func anchored(t scene.TextStyle, a scene.Anchor) scene.TextStyle {
	t.Anchor = a
	return t
}

func colored(t scene.TextStyle, c scene.TextStyle) scene.TextStyle {
	t.Color = c.Color
	return t
}

// canvas is a scene that grows with what is put on it.
type canvas struct {
	scene.Scene
	y float64 // where the next part begins
}

// reach makes the scene wide enough for x.
func (c *canvas) reach(x float64) { c.Width = max(c.Width, x+margin) }

// line puts a text at the left and moves below it.
func (c *canvas) line(text string, t scene.TextStyle) {
	c.Text(margin, c.y+t.Size, text, t)
	c.reach(margin + scene.Width(text, t.Font, t.Size))
	c.y += t.Size + 6
}

// scene draws the picture.
func (p *Picture) scene() *scene.Scene {
	c := &canvas{y: margin - 4}
	c.Width = minWidth
	c.Title = p.describe()
	if p.title != "" {
		c.line(clip(p.title, 90), titleText)
	}
	if text := p.hiddenText(); text != "" {
		c.line(text, softText)
	}
	for i := range p.panels {
		if i > 0 {
			c.y += blockGap
		}
		p.panels[i].draw(c)
	}
	c.Height = c.y + margin - 8
	return &c.Scene
}

// describe is the picture in words.
func (p *Picture) describe() string {
	last := &p.panels[len(p.panels)-1]
	what, numbers := headline(last.form)
	text := what + ", " + numbers
	if p.title != "" {
		text = p.title + ": " + text
	}
	for _, s := range verdict(last.form) {
		text += ". " + s[:len(s)-1]
	}
	return text
}

// draw adds the panel below what is there.
func (p *panel) draw(c *canvas) {
	if p.stages != "" {
		c.line(clip(p.stages, 90), headText)
	}
	what, numbers := headline(p.form)
	c.line(what+", "+numbers, monoText)
	c.line(flags(p.form), colored(monoText, softText))
	c.y += 4
	good := p.form.Layout.IsC(p.form.DType.ItemSize())
	for i, text := range verdict(p.form) {
		if i == 0 {
			mark(&c.Scene, margin+5, c.y+8, good)
		}
		c.Text(margin+18, c.y+plainText.Size, text, plainText)
		c.reach(margin + 18 + scene.Width(text, plainText.Font, plainText.Size))
		c.y += lineStep
	}
	c.y += blockGap - 8

	top := c.y
	right, bottom := p.table(c, margin, top)
	grid := p.grid()
	grid.fit()
	x, y := right+columnGap, top
	if x+grid.width > max(c.Width-margin, margin+p.stripWidth(), sideBySide) {
		x, y = margin, bottom+blockGap
	}
	c.y = max(bottom, grid.draw(c, x, y)) + blockGap
	p.strip(c)
	if text := p.bounds(); text != "" {
		c.line(text, softText)
	}
	if p.copies != nil {
		c.y += blockGap / 2
		text := p.copyText()
		arrowDown(&c.Scene, margin+6, c.y, 20)
		c.Text(margin+22, c.y+plainText.Size+1, text, headText)
		c.reach(margin + 22 + scene.Width(text, headText.Font, headText.Size))
		c.y += 24
	}
}
