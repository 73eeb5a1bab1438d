package move

import "github.com/ndtool/ndtool/ndarray/layout"

// Path names the way that a copy takes. It follows from the plan, the item size
// and the swap alone, so it is the same on every machine; which instructions
// walk it is the machine's matter.
type Path uint8

// The paths, in the order in which they are tried.
const (
	Nothing    Path = iota // no bytes to move
	Plain                  // one run of bytes
	Fill                   // the source stands still along the innermost axis
	Reverse                // the source runs backwards along the innermost axis
	Join                   // a few planes of small items become the channels of pixels
	Part                   // the channels of pixels become a few planes
	Transpose              // two axes change places: tiles
	Step                   // the source takes short steps: shuffles gather them
	Runs                   // rows of items or of longer runs, one by one
	pathsCount = iota
)

var pathNames = [pathsCount]string{
	"nothing", "plain", "fill", "reverse", "join", "part", "transpose", "step", "runs",
}

// String returns the path's name in lower case.
func (p Path) String() string {
	if int(p) < len(pathNames) {
		return pathNames[p]
	}
	return "unknown"
}

// PathOf returns the way that Copy takes for the same plan, item size in bytes
// and swap.
func PathOf(p *layout.Plan, itemSize int, swap Swap) Path {
	if p.Len()*itemSize == 0 {
		return Nothing
	}
	var room [walkRoom]axis
	w := newWalk(room[:0], p, itemSize, swap.joins(itemSize))
	return w.route().path
}

// route is a path with the axes that it works on.
type route struct {
	path Path
	// inner is the axis along which the destination is filled, always the last
	// but for Join, whose long axis is the last but one. cross is the other axis
	// that the path needs: the one along which the source runs for Transpose,
	// the channels for Join and Part. An index of -1 stands for no axis.
	inner, cross int
}

// lanes is how many units of the size fill 16 bytes, the width of a shuffle.
func lanes(unit int) int { return 16 / unit }

// route chooses the path. This is the only place that does.
func (w *walk) route() route {
	last := len(w.axes) - 1
	if last < 0 {
		return route{Plain, -1, -1}
	}
	in, u := w.axes[last], w.unit
	if in.dst != u || u > 16 || w.whole {
		return w.runs()
	}
	if k := last - 1; k >= 0 && w.joins(k) {
		return route{Join, k, last}
	}
	switch in.src {
	case 0:
		return route{Fill, last, -1}
	case -u:
		return route{Reverse, last, -1}
	}
	for k, a := range w.axes[:last] {
		if a.src != u && a.src != -u {
			continue
		}
		switch {
		case a.n >= lanes(u) && in.n >= lanes(u) && u&(u-1) == 0:
			return route{Transpose, last, k}
		case a.n < lanes(u) && abs(in.src) <= 16 && in.n >= lanes(u):
			return route{Part, last, k}
		}
	}
	if abs(in.src) <= max(8, 4*u) && in.n >= lanes(u) {
		return route{Step, last, -1}
	}
	return w.runs()
}

// joins tells whether the last axis is the channels of pixels that are packed
// along axis k of the destination, with fewer channels than a shuffle's width.
func (w *walk) joins(k int) bool {
	c, px := w.axes[k+1], w.axes[k]
	return c.n < lanes(w.unit) && px.dst == c.n*w.unit && px.n >= 16 && abs(px.src) <= 16
}

// runs returns the path of last resort. Where another axis of the source lies
// closer together than the innermost, the two are walked in tiles.
func (w *walk) runs() route {
	last := len(w.axes) - 1
	cross := last
	for k, a := range w.axes {
		if a.n > 1 && a.src != 0 && abs(a.src) < abs(w.axes[cross].src) {
			cross = k
		}
	}
	if cross == last || w.unit >= line {
		return route{Runs, last, -1}
	}
	return route{Transpose, last, cross}
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}
