package scene

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"image/color"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"
)

// SVG writes the scene as an SVG document that needs nothing outside itself.
func (s *Scene) SVG(w io.Writer) error {
	out := svgWriter{classes: map[string]string{}}
	for _, shape := range s.shapes {
		shape.svg(&out)
	}
	var head bytes.Buffer
	width, height := number(s.Width), number(s.Height)
	fmt.Fprintf(&head, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img">`, width, height, width, height)
	fmt.Fprintf(&head, "\n<title>%s</title>\n<style>\n", html.EscapeString(s.Title))
	for i, rule := range out.rules {
		fmt.Fprintf(&head, ".%s{%s}\n", className(i), rule)
	}
	head.WriteString("</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n") // the ink is dark, wherever it is shown
	for _, part := range [][]byte{head.Bytes(), out.body.Bytes(), []byte("</svg>\n")} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// svgWriter collects the elements; equal styles share a class.
type svgWriter struct {
	body    bytes.Buffer
	classes map[string]string // rule to class
	rules   []string
}

func (w *svgWriter) class(rule string) string {
	name, ok := w.classes[rule]
	if !ok {
		name = className(len(w.rules))
		w.classes[rule] = name
		w.rules = append(w.rules, rule)
	}
	return name
}

func className(i int) string { return "c" + strconv.Itoa(i) }

// number writes a length to a tenth of a pixel.
func number(x float64) string {
	x = math.Round(x*10) / 10
	if x == 0 {
		x = 0 // no minus
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func hex(c color.NRGBA) string {
	if c.A == 0 {
		return "none"
	}
	text := fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	if c.A != 0xFF {
		text += fmt.Sprintf("%02x", c.A)
	}
	return text
}

func (s Style) rule() string {
	rule := "fill:" + hex(s.Fill)
	if s.Stroke.A != 0 {
		rule += ";stroke:" + hex(s.Stroke) + ";stroke-width:" + number(s.Width)
		if s.Dashed {
			rule += fmt.Sprintf(";stroke-dasharray:%s %s", number(dashOn*s.Width), number(dashOff*s.Width))
		} else {
			rule += ";stroke-linecap:round;stroke-linejoin:round"
		}
	}
	return rule
}

func (r rect) svg(w *svgWriter) {
	fmt.Fprintf(&w.body, `<rect x="%s" y="%s" width="%s" height="%s"`, number(r.x), number(r.y), number(r.w), number(r.h))
	if r.radius > 0 {
		fmt.Fprintf(&w.body, ` rx="%s"`, number(r.radius))
	}
	fmt.Fprintf(&w.body, " class=\"%s\"/>\n", w.class(r.style.rule()))
}

func (c curve) svg(w *svgWriter) {
	var d strings.Builder
	for _, s := range c.path.steps {
		switch s.kind {
		case moveTo, lineTo:
			fmt.Fprintf(&d, "%c%s %s", "ML"[s.kind], number(s.p[2].x), number(s.p[2].y))
		case curveTo:
			fmt.Fprintf(&d, "C%s %s %s %s %s %s", number(s.p[0].x), number(s.p[0].y), number(s.p[1].x), number(s.p[1].y), number(s.p[2].x), number(s.p[2].y))
		case closePath:
			d.WriteByte('Z')
		}
	}
	fmt.Fprintf(&w.body, "<path d=\"%s\" class=\"%s\"/>\n", d.String(), w.class(c.style.rule()))
}

func (l label) svg(w *svgWriter) {
	rule := fmt.Sprintf("font:%spx %s;fill:%s;white-space:pre", number(l.style.Size), families[l.style.Font], hex(l.style.Color))
	if l.style.Font == Bold {
		rule = strings.Replace(rule, "font:", "font:bold ", 1)
	}
	switch l.style.Anchor {
	case Middle:
		rule += ";text-anchor:middle"
	case End:
		rule += ";text-anchor:end"
	}
	turn := ""
	if l.style.Turned {
		turn = fmt.Sprintf(` transform="rotate(-90 %s %s)"`, number(l.x), number(l.y))
	}
	fmt.Fprintf(&w.body, "<text x=\"%s\" y=\"%s\"%s class=\"%s\">%s</text>\n", number(l.x), number(l.y), turn, w.class(rule), html.EscapeString(l.text))
}

func (p picture) svg(w *svgWriter) {
	var data bytes.Buffer
	if err := png.Encode(&data, p.img); err != nil {
		panic(err) // into memory, of an image that is not empty
	}
	fmt.Fprintf(&w.body, `<image x="%s" y="%s" width="%s" height="%s" preserveAspectRatio="none" style="image-rendering:pixelated" href="data:image/png;base64,%s"/>`+"\n",
		number(p.x), number(p.y), number(p.w), number(p.h), base64.StdEncoding.EncodeToString(data.Bytes()))
}
