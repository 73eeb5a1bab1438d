package draw

import (
	"image/color"

	"github.com/ndtool/ndtool/internal/scene"
)

// The colors of a picture. The first that tell axes apart are Okabe and Ito's,
// which people with any kind of color vision can tell apart; nothing is told by
// color alone.
var (
	ink    = scene.Hex(0x1A1A1A)
	soft   = scene.Hex(0x666666)
	faint  = scene.Hex(0xC8C8C8)
	blank  = scene.Hex(0xF3F3F1) // a cell that is not read
	paper  = scene.Hex(0xFFFFFF)
	yes    = scene.Hex(0x00734F)
	no     = scene.Hex(0xB84A00)
	axisOf = []color.NRGBA{
		scene.Hex(0x0072B2), scene.Hex(0xD55E00), scene.Hex(0x009E73), scene.Hex(0xA8437F), scene.Hex(0x5A5A5A),
		scene.Hex(0x7A5C00), scene.Hex(0x4B3FA0), scene.Hex(0x8C2F2F),
	}
)

// axisColor is the color of an axis; they repeat after the eighth.
func axisColor(axis int) color.NRGBA { return axisOf[axis%len(axisOf)] }

// walkStops are the colors from the start of a walk to its end: they darken
// evenly, so that their order shows in grey too.
var walkStops = []color.NRGBA{
	scene.Hex(0xFFF3B8), scene.Hex(0xF9D57E), scene.Hex(0xA9D39E), scene.Hex(0x5BB5A9), scene.Hex(0x2F8FB0), scene.Hex(0x2A64A0), scene.Hex(0x2B3A78),
}

// walkColor is the color of the cell of a rank among n.
func walkColor(rank, n int) color.NRGBA {
	if n < 2 {
		return walkStops[2]
	}
	return scene.Blend(walkStops, float64(rank)/float64(n-1))
}
