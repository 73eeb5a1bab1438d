package scene

import (
	"fmt"
	"image/color"
)

// Paint returns a text in a color on a background, as a terminal of so many
// colors reads it: 256, or 1<<24 for those that take any. With 0 colors it is
// the text alone. A background without alpha is the terminal's own.
func Paint(text string, front, back color.NRGBA, colors int) string {
	if colors == 0 {
		return text
	}
	codes := "38;" + terminal(front, colors)
	if back.A != 0 {
		codes += ";48;" + terminal(back, colors)
	}
	return "\x1b[" + codes + "m" + text + "\x1b[0m"
}

// terminal is the number of a color in a terminal's own language.
func terminal(c color.NRGBA, colors int) string {
	if colors > 256 {
		return fmt.Sprintf("2;%d;%d;%d", c.R, c.G, c.B)
	}
	// the nearest of the cube of 6×6×6: 0, 95, 135, 175, 215, 255
	level := func(v uint8) int {
		if v < 48 {
			return 0
		}
		return max(1, (int(v)-35)/40)
	}
	return fmt.Sprintf("5;%d", 16+36*level(c.R)+6*level(c.G)+level(c.B))
}
