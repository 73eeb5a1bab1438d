package scene

import "math"

// Path is lines and cubic curves, drawn one after another.
type Path struct {
	steps []step
}

type stepKind uint8

const (
	moveTo stepKind = iota
	lineTo
	curveTo
	closePath
)

// step is one command with its points; the last of them is where it ends.
type step struct {
	kind stepKind
	p    [3]point
}

type point struct{ x, y float64 }

// MoveTo begins a new part of the path.
func (p *Path) MoveTo(x, y float64) {
	p.steps = append(p.steps, step{moveTo, [3]point{2: {x, y}}})
}

// LineTo goes straight to a point.
func (p *Path) LineTo(x, y float64) {
	p.steps = append(p.steps, step{lineTo, [3]point{2: {x, y}}})
}

// CurveTo goes to (x, y), leaving toward (x1, y1) and arriving from (x2, y2).
func (p *Path) CurveTo(x1, y1, x2, y2, x, y float64) {
	p.steps = append(p.steps, step{curveTo, [3]point{{x1, y1}, {x2, y2}, {x, y}}})
}

// Close goes straight back to where the part began.
func (p *Path) Close() { p.steps = append(p.steps, step{kind: closePath}) }

// pieces is how many straight lines stand for a curve.
const pieces = 24

// flatten returns the path as polygons or polylines, in pixels of the raster.
func (p Path) flatten(scale float64) [][]point {
	var lines [][]point
	var line []point
	at := func(q point) point { return point{q.x * scale, q.y * scale} }
	for _, s := range p.steps {
		switch s.kind {
		case moveTo:
			if len(line) > 0 {
				lines = append(lines, line)
			}
			line = []point{at(s.p[2])}
		case lineTo:
			line = append(line, at(s.p[2]))
		case curveTo:
			from := line[len(line)-1]
			a, b, c := at(s.p[0]), at(s.p[1]), at(s.p[2])
			for i := 1; i <= pieces; i++ {
				line = append(line, bezier(from, a, b, c, float64(i)/pieces))
			}
		case closePath:
			line = append(line, line[0])
		}
	}
	return append(lines, line)
}

// bezier is the point at t, 0 to 1, of a cubic curve.
func bezier(a, b, c, d point, t float64) point {
	u := 1 - t
	k0, k1, k2, k3 := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
	return point{k0*a.x + k1*b.x + k2*c.x + k3*d.x, k0*a.y + k1*b.y + k2*c.y + k3*d.y}
}

// dashes cuts a polyline into pieces of the length on, off apart.
func dashes(line []point, on, off float64) [][]point {
	var out [][]point
	piece := []point{line[0]}
	left, drawing := on, true
	for i := 1; i < len(line); i++ {
		from, to := line[i-1], line[i]
		for {
			d := math.Hypot(to.x-from.x, to.y-from.y)
			if d <= left {
				left -= d
				piece = append(piece, to)
				break
			}
			from = point{from.x + (to.x-from.x)*left/d, from.y + (to.y-from.y)*left/d}
			piece = append(piece, from)
			if drawing {
				out = append(out, piece)
				left = off
			} else {
				left = on
			}
			drawing = !drawing
			piece = []point{from}
		}
	}
	if drawing {
		out = append(out, piece)
	}
	return out
}
