package scene

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Font is one of the fonts that texts are set in.
type Font uint8

// The fonts.
const (
	Sans Font = iota
	Bold
	Mono
)

// parsed are the fonts, read when first used: a program that draws nothing does
// not pay for them.
var parsed = [...]func() *sfnt.Font{
	Sans: sync.OnceValue(func() *sfnt.Font { return mustParse(goregular.TTF) }),
	Bold: sync.OnceValue(func() *sfnt.Font { return mustParse(gobold.TTF) }),
	Mono: sync.OnceValue(func() *sfnt.Font { return mustParse(gomono.TTF) }),
}

func mustParse(ttf []byte) *sfnt.Font {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(err) // a font that is part of the program
	}
	return f
}

// families are the names that an SVG asks for. Those after the Go fonts are no
// wider than them.
var families = [...]string{
	Sans: "Go,Helvetica,Arial,sans-serif",
	Bold: "Go,Helvetica,Arial,sans-serif",
	Mono: "'Go Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace",
}

// Width returns the length of a text in pixels at a font size.
func Width(text string, f Font, size float64) float64 {
	var buf sfnt.Buffer
	face := parsed[f]()
	em := face.UnitsPerEm()
	sum := 0
	for _, r := range text {
		glyph, err := face.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		advance, err := face.GlyphAdvance(&buf, glyph, fixed.I(int(em)), font.HintingNone)
		if err == nil {
			sum += advance.Round()
		}
	}
	return float64(sum) * size / float64(em)
}
