package draw

import (
	"math"
	"strconv"

	"github.com/ndtool/ndtool/internal/scene"
)

// mark draws a tick or a cross around a centre.
func mark(s *scene.Scene, x, y float64, good bool) {
	var p scene.Path
	c := no
	if good {
		c = yes
		p.MoveTo(x-4.5, y)
		p.LineTo(x-1.5, y+3.5)
		p.LineTo(x+4.5, y-4)
	} else {
		p.MoveTo(x-3.5, y-3.5)
		p.LineTo(x+3.5, y+3.5)
		p.MoveTo(x+3.5, y-3.5)
		p.LineTo(x-3.5, y+3.5)
	}
	s.Draw(p, scene.Stroke(c, 2))
}

// pillRadius is the radius of the disc with an axis' number.
const pillRadius = 7.5

// pill draws the number of an axis on a disc of its color.
func pill(s *scene.Scene, x, y float64, axis int) {
	st := scene.Fill(axisColor(axis))
	st.Stroke, st.Width = paper, 1.5
	s.Circle(x, y, pillRadius, st)
	s.Text(x, y+3.6, strconv.Itoa(axis), scene.TextStyle{Font: scene.Bold, Size: 10, Color: paper, Anchor: scene.Middle})
}

// head draws the head of an arrow whose tip is (x, y), and which comes from the
// direction (dx, dy).
func head(s *scene.Scene, x, y, dx, dy float64, st scene.Style) {
	d := math.Hypot(dx, dy)
	ux, uy := dx/d, dy/d
	const long, half = 6.5, 3.4
	var p scene.Path
	p.MoveTo(x, y)
	p.LineTo(x-long*ux-half*uy, y-long*uy+half*ux)
	p.LineTo(x-long*ux+half*uy, y-long*uy-half*ux)
	p.Close()
	s.Draw(p, scene.Fill(st.Stroke))
}

// arrowDown draws an arrow of a length from (x, y).
func arrowDown(s *scene.Scene, x, y, length float64) {
	st := scene.Stroke(soft, 2)
	s.Line(x, y, x, y+length-5, st)
	head(s, x, y+length, 0, 1, st)
}
