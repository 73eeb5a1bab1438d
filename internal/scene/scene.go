// Package scene is a picture as a list of shapes, with two back ends: SVG and
// PNG. What draws a picture does so once, whatever it becomes.
//
// Lengths are in CSS pixels, y points downward, and later shapes lie on top of
// earlier ones. Texts are measured in the Go fonts, which the PNG uses; the SVG
// asks for them and falls back to fonts that are no wider.
package scene

import (
	"fmt"
	"image"
	"image/color"
	"math"
)

// Scene is a picture. The zero value is empty; its Width and Height are set
// before it is written.
type Scene struct {
	Width, Height float64
	Title         string // what it shows, for those who do not see it
	shapes        []shape
}

// shape is a part of a scene that both back ends can draw.
type shape interface {
	svg(w *svgWriter)
	raster(r *raster)
}

// Style is how the inside and the outline of a shape are drawn. A color without
// alpha leaves that part out.
type Style struct {
	Fill, Stroke color.NRGBA
	Width        float64 // of the outline
	Dashed       bool
}

// Anchor says which point of a text is given.
type Anchor uint8

// The anchors.
const (
	Start  Anchor = iota // the left end
	Middle               // the centre
	End                  // the right end
)

// TextStyle is how a text is drawn.
type TextStyle struct {
	Font   Font
	Size   float64
	Color  color.NRGBA
	Anchor Anchor
	Turned bool // reads upward
}

// Hex is a color from its number, such as 0x0072B2.
func Hex(rgb uint32) color.NRGBA {
	return color.NRGBA{R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: 0xFF}
}

// Fill is the style of a shape without an outline.
func Fill(c color.NRGBA) Style { return Style{Fill: c} }

// Stroke is the style of a line.
func Stroke(c color.NRGBA, width float64) Style { return Style{Stroke: c, Width: width} }

type rect struct {
	x, y, w, h, radius float64
	style              Style
}

// Rect adds a rectangle with corners of the given radius.
func (s *Scene) Rect(x, y, w, h, radius float64, style Style) {
	s.shapes = append(s.shapes, rect{x, y, w, h, radius, style})
}

type curve struct {
	path  Path
	style Style
}

// Draw adds a path.
func (s *Scene) Draw(p Path, style Style) { s.shapes = append(s.shapes, curve{p, style}) }

// Line adds a straight line.
func (s *Scene) Line(x0, y0, x1, y1 float64, style Style) {
	var p Path
	p.MoveTo(x0, y0)
	p.LineTo(x1, y1)
	s.Draw(p, style)
}

// Circle adds a circle.
func (s *Scene) Circle(x, y, r float64, style Style) { s.Rect(x-r, y-r, 2*r, 2*r, r, style) }

type label struct {
	x, y  float64
	text  string
	style TextStyle
}

// Text adds a line of text: y is its base line, x the point that the anchor
// names. For a turned text x is the base line.
func (s *Scene) Text(x, y float64, text string, style TextStyle) {
	if text != "" {
		s.shapes = append(s.shapes, label{x, y, text, style})
	}
}

type picture struct {
	x, y, w, h float64
	img        *image.NRGBA
}

// Image adds an image, stretched to the rectangle; its pixels stay sharp.
func (s *Scene) Image(x, y, w, h float64, img *image.NRGBA) {
	s.shapes = append(s.shapes, picture{x, y, w, h, img})
}

// Readable is the color, black or white, of a text on the background c.
func Readable(c color.NRGBA) color.NRGBA {
	if luminance(c) > 0.2 {
		return Hex(0x1A1A1A)
	}
	return Hex(0xFFFFFF)
}

// luminance is the relative luminance of a color, 0 for black to 1 for white.
func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// Blend is the color at x, from 0 to 1, of a row of colors at equal distances.
func Blend(stops []color.NRGBA, x float64) color.NRGBA {
	x *= float64(len(stops) - 1)
	i := min(int(x), len(stops)-2)
	a, b, t := stops[i], stops[i+1], x-float64(i)
	mix := func(p, q uint8) uint8 { return uint8(math.Round(float64(p)*(1-t) + float64(q)*t)) }
	return color.NRGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 0xFF}
}

// Clash tells of two texts that lie on each other, or of one that is not inside
// of the picture, "" where there are none: for tests.
func (s *Scene) Clash() string {
	var all []box
	for _, sh := range s.shapes {
		l, ok := sh.(label)
		if !ok {
			continue
		}
		b := l.box()
		for _, o := range all {
			if b.x < o.x+o.w && o.x < b.x+b.w && b.y < o.y+o.h && o.y < b.y+b.h {
				return fmt.Sprintf("%q at %.1f, %.1f lies on %q at %.1f, %.1f", b.text, b.x, b.y, o.text, o.x, o.y)
			}
		}
		if b.x < 0 || b.y < 0 || b.x+b.w > s.Width || b.y+b.h > s.Height {
			return fmt.Sprintf("%q at %.1f, %.1f is not inside of %.1f by %.1f", b.text, b.x, b.y, s.Width, s.Height)
		}
		all = append(all, b)
	}
	return ""
}

// box is the room of a text above its base line.
type box struct {
	text       string
	x, y, w, h float64
}

func (l label) box() box {
	w, h := Width(l.text, l.style.Font, l.style.Size), 0.7*l.style.Size
	before := 0.0
	switch l.style.Anchor {
	case Middle:
		before = w / 2
	case End:
		before = w
	}
	if l.style.Turned {
		return box{l.text, l.x - h, l.y - w + before, h, w}
	}
	return box{l.text, l.x - before, l.y - h, w, h}
}
