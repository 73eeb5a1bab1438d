package scene

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// The lengths of dashes and of the gaps between them, in widths of the line.
const dashOn, dashOff = 3, 2.5

// maxPixels bounds the pixels of a PNG.
const maxPixels = 1 << 26

// PNG writes the scene as a PNG with scale pixels for each of the scene's, on
// white. It fails when that would be more than 64 Mi pixels.
func (s *Scene) PNG(w io.Writer, scale float64) error {
	img, err := s.Render(scale)
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

// Render is the image that PNG writes.
func (s *Scene) Render(scale float64) (*image.RGBA, error) {
	width, height := math.Ceil(s.Width*scale), math.Ceil(s.Height*scale)
	if !(width*height <= maxPixels) || !(width >= 1) || !(height >= 1) {
		return nil, fmt.Errorf("picture of %.0f×%.0f pixels, expected 1 to %d of them", width, height, maxPixels)
	}
	img := image.NewRGBA(image.Rect(0, 0, int(width), int(height)))
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	r := &raster{img: img, scale: scale, faces: map[faceKey]font.Face{}}
	for _, shape := range s.shapes {
		shape.raster(r)
	}
	return img, nil
}

// raster draws shapes on an image.
type raster struct {
	img   *image.RGBA
	scale float64
	faces map[faceKey]font.Face
}

type faceKey struct {
	font Font
	size float64
}

// fill paints the inside of polygons, given in pixels of the image. All of them
// turn the same way, or the parts where they overlap would be left out.
func (r *raster) fill(polygons [][]point, c color.NRGBA) {
	lo, hi := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, line := range polygons {
		for _, p := range line {
			lo = point{min(lo.x, p.x), min(lo.y, p.y)}
			hi = point{max(hi.x, p.x), max(hi.y, p.y)}
		}
	}
	box := image.Rect(int(math.Floor(lo.x)), int(math.Floor(lo.y)), int(math.Ceil(hi.x))+1, int(math.Ceil(hi.y))+1).Intersect(r.img.Bounds())
	if box.Empty() {
		return
	}
	v := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, line := range polygons {
		for i, p := range line {
			x, y := float32(p.x-float64(box.Min.X)), float32(p.y-float64(box.Min.Y))
			if i == 0 {
				v.MoveTo(x, y)
			} else {
				v.LineTo(x, y)
			}
		}
		v.ClosePath()
	}
	v.Draw(r.img, box, image.NewUniform(c), image.Point{})
}

// stroke paints a line of the given width along polylines, round at its ends
// and corners.
func (r *raster) stroke(lines [][]point, style Style) {
	half := style.Width * r.scale / 2
	var polygons [][]point
	for _, line := range lines {
		parts := [][]point{line}
		if style.Dashed {
			parts = dashes(line, dashOn*2*half, dashOff*2*half)
		}
		for _, part := range parts {
			for i, p := range part {
				if !style.Dashed || i > 0 && i < len(part)-1 {
					polygons = append(polygons, disc(p, half))
				}
				if i > 0 {
					polygons = append(polygons, band(part[i-1], p, half))
				}
			}
		}
	}
	r.fill(polygons, style.Stroke)
}

// disc is a circle as a polygon.
func disc(c point, radius float64) []point {
	const corners = 16
	p := make([]point, corners)
	for i := range p {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		p[i] = point{c.x + radius*cos, c.y + radius*sin}
	}
	return p
}

// band is a straight line of a width as a polygon that turns as disc does.
func band(a, b point, half float64) []point {
	d := math.Hypot(b.x-a.x, b.y-a.y)
	if d == 0 {
		return nil
	}
	nx, ny := -(b.y-a.y)/d*half, (b.x-a.x)/d*half
	return []point{{a.x - nx, a.y - ny}, {b.x - nx, b.y - ny}, {b.x + nx, b.y + ny}, {a.x + nx, a.y + ny}}
}

func (c curve) raster(r *raster) {
	lines := c.path.flatten(r.scale)
	if c.style.Fill.A != 0 {
		r.fill(lines, c.style.Fill)
	}
	if c.style.Stroke.A != 0 {
		r.stroke(lines, c.style)
	}
}

// kappa is how far the handles of a curve stand from its ends, in radii, where
// it stands for a quarter of a circle.
const kappa = 0.5523

func (q rect) raster(r *raster) {
	x0, y0, x1, y1 := q.x, q.y, q.x+q.w, q.y+q.h
	a := min(q.radius, q.w/2, q.h/2)
	var p Path
	if a == 0 {
		p.MoveTo(x0, y0)
		p.LineTo(x1, y0)
		p.LineTo(x1, y1)
		p.LineTo(x0, y1)
	} else {
		k := a * (1 - kappa)
		p.MoveTo(x0+a, y0)
		p.LineTo(x1-a, y0)
		p.CurveTo(x1-k, y0, x1, y0+k, x1, y0+a)
		p.LineTo(x1, y1-a)
		p.CurveTo(x1, y1-k, x1-k, y1, x1-a, y1)
		p.LineTo(x0+a, y1)
		p.CurveTo(x0+k, y1, x0, y1-k, x0, y1-a)
		p.LineTo(x0, y0+a)
		p.CurveTo(x0, y0+k, x0+k, y0, x0+a, y0)
	}
	p.Close()
	curve{p, q.style}.raster(r)
}

func (l label) raster(r *raster) {
	x, y := l.x*r.scale, l.y*r.scale
	shift := 0.0
	switch l.style.Anchor {
	case Middle:
		shift = Width(l.text, l.style.Font, l.style.Size) * r.scale / 2
	case End:
		shift = Width(l.text, l.style.Font, l.style.Size) * r.scale
	}
	face := r.face(l.style.Font, l.style.Size)
	if !l.style.Turned {
		d := font.Drawer{Dst: r.img, Src: image.NewUniform(l.style.Color), Face: face, Dot: fixedPoint(x-shift, y)}
		d.DrawString(l.text)
		return
	}
	// drawn level on a sheet of its own, which is then turned
	length, up, down := int(math.Ceil(Width(l.text, l.style.Font, l.style.Size)*r.scale))+2, face.Metrics().Ascent.Ceil(), face.Metrics().Descent.Ceil()
	sheet := image.NewAlpha(image.Rect(0, -up, length, down))
	d := font.Drawer{Dst: sheet, Src: image.Opaque, Face: face}
	d.DrawString(l.text)
	turned := image.NewAlpha(image.Rect(-up, -length, down, 0))
	for v := -up; v < down; v++ {
		for u := range length {
			turned.SetAlpha(v, -1-u, sheet.AlphaAt(u, v))
		}
	}
	at := image.Pt(int(math.Round(x)), int(math.Round(y+shift)))
	draw.DrawMask(r.img, turned.Bounds().Add(at), image.NewUniform(l.style.Color), image.Point{}, turned, turned.Bounds().Min, draw.Over)
}

func fixedPoint(x, y float64) fixed.Point26_6 {
	return fixed.Point26_6{X: fixed.Int26_6(math.Round(x * 64)), Y: fixed.Int26_6(math.Round(y * 64))}
}

func (r *raster) face(f Font, size float64) font.Face {
	key := faceKey{f, size}
	face, ok := r.faces[key]
	if !ok {
		var err error
		face, err = opentype.NewFace(parsed[f](), &opentype.FaceOptions{Size: size * r.scale, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			panic(err) // never fails for a font that was parsed
		}
		r.faces[key] = face
	}
	return face
}

func (p picture) raster(r *raster) {
	x0, y0 := int(math.Round(p.x*r.scale)), int(math.Round(p.y*r.scale))
	x1, y1 := int(math.Round((p.x+p.w)*r.scale)), int(math.Round((p.y+p.h)*r.scale))
	box := image.Rect(x0, y0, x1, y1)
	size := p.img.Bounds().Size()
	for y := box.Min.Y; y < box.Max.Y; y++ {
		v := p.img.Rect.Min.Y + (y-y0)*size.Y/box.Dy()
		for x := box.Min.X; x < box.Max.X; x++ {
			u := p.img.Rect.Min.X + (x-x0)*size.X/box.Dx()
			if (image.Point{X: x, Y: y}).In(r.img.Rect) {
				r.img.Set(x, y, p.img.NRGBAAt(u, v))
			}
		}
	}
}
