package draw_test

import (
	"fmt"
	"image"
	"image/color"
	"regexp"
	"testing"
)

var (
	ruleText = regexp.MustCompile(`(?m)^\.(c\d+)\{fill:(#[0-9a-f]{6});stroke:#ffffff`)
	rectText = regexp.MustCompile(`<rect x="([0-9.]+)" y="([0-9.]+)" width="34" height="30" rx="3" class="(c\d+)"/>`)
)

// checkCells looks up every cell of an SVG in an image of twice its size.
func checkCells(t *testing.T, svg string, img image.Image) {
	t.Helper()
	fills := map[string]string{}
	for _, m := range ruleText.FindAllStringSubmatch(svg, -1) {
		fills[m[1]] = m[2]
	}
	cells := rectText.FindAllStringSubmatch(svg, -1)
	if len(cells) != 24 {
		t.Fatalf("%d cells, want 12 of the array and 12 of the storage", len(cells))
	}
	for _, m := range cells {
		var x, y float64
		if _, err := fmt.Sscan(m[1], &x); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Sscan(m[2], &y); err != nil {
			t.Fatal(err)
		}
		// near the left border, where no text is
		c := color.NRGBAModel.Convert(img.At(int(2*(x+4)), int(2*(y+15)))).(color.NRGBA)
		if got := fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B); got != fills[m[3]] {
			t.Errorf("cell at %v, %v is %s, want %s", x, y, got, fills[m[3]])
		}
	}
}
