package plot

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"github.com/ndtool/ndtool/internal/scene"
)

// widen makes the ends of a scale finite and different.
func widen(lo, hi float64) (float64, float64) {
	switch {
	case math.IsNaN(lo):
		return 0, 1
	case hi/2-lo/2 < max(0x1p-1000, math.Max(math.Abs(lo), math.Abs(hi))*0x1p-44): // equal, or too near to be labelled
		d := max(math.Abs(lo)*0.05, 0.5)
		return max(lo-d, -math.MaxFloat64), min(hi+d, math.MaxFloat64)
	}
	return lo, hi
}

// fraction is where v lies between lo and hi, 0 to 1; halves keep the
// differences finite.
func fraction(v, lo, hi float64) float64 {
	return min(max((v/2-lo/2)/(hi/2-lo/2), 0), 1)
}

// tick is a mark on an axis.
type tick struct {
	at   float64
	text string
}

// ticks are about n round numbers from lo to hi, no nearer to each other than
// least.
func ticks(lo, hi float64, n int, least float64) []tick {
	step := roundStep((hi/2 - lo/2) / float64(n) * 2)
	return every(lo, hi, max(step, least))
}

// indexTicks are about n indices of an axis of so many elements.
func indexTicks(size, n int) []tick {
	return every(0, float64(size-1), max(1, roundStep(float64(size-1)/float64(n))))
}

// roundStep is the one of 1, 2 and 5 times the powers of ten that is nearest to
// x by its factor.
func roundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	switch x /= power; {
	case x < math.Sqrt(2):
		return power
	case x < math.Sqrt(10):
		return 2 * power
	case x < math.Sqrt(50):
		return 5 * power
	}
	return 10 * power
}

// every is the multiples of step from lo to hi.
func every(lo, hi, step float64) []tick {
	var all []tick
	first := math.Ceil(lo/step - 1e-9)
	for k := range 100 {
		at := (first + float64(k)) * step
		if !(at-step*1e-9 <= hi) {
			break
		}
		all = append(all, tick{at: at})
	}
	largest := max(math.Abs(lo), math.Abs(hi))
	for i := range all {
		all[i].text = label(all[i].at, step, largest)
	}
	return all
}

// label writes a multiple of step with as many digits as tell it from its
// neighbours.
func label(v, step, largest float64) string {
	if math.Abs(v) < step/2 {
		return "0"
	}
	places := int(math.Ceil(-math.Log10(step) - 1e-9))
	if largest < 1e6 && places <= 4 {
		return minus(strconv.FormatFloat(v, 'f', max(places, 0), 64))
	}
	digits := int(math.Floor(math.Log10(math.Abs(v)))) + places
	return minus(scientific(strconv.FormatFloat(v, 'e', max(digits, 0), 64)))
}

// span writes the two ends of a range in a few digits, or in as many as tell
// them apart.
func span(lo, hi float64) (from, to string) {
	for digits := 6; ; digits++ {
		from, to = short(lo, digits), short(hi, digits)
		if from != to || lo == hi || digits == 17 {
			return from, to
		}
	}
}

func short(v float64, digits int) string {
	text := strconv.FormatFloat(v+0, 'g', digits, 64) // + 0: no −0
	if strings.ContainsRune(text, 'e') {
		text = scientific(text)
	}
	return minus(text)
}

// scientific drops the zeros of an exponent: 1e+06 is 1e6, 1e+00 is 1.
func scientific(text string) string {
	mantissa, exponent, ok := strings.Cut(text, "e")
	if !ok {
		return text
	}
	sign := ""
	if exponent[0] == '-' {
		sign = "-"
	}
	if exponent = strings.TrimLeft(exponent, "+-0"); exponent == "" {
		return mantissa
	}
	return mantissa + "e" + sign + exponent
}

// minus writes a true minus sign.
func minus(text string) string { return strings.ReplaceAll(text, "-", "−") }

// scaleStops are viridis: it darkens evenly and can be read by people with any
// kind of color vision, and in grey.
var scaleStops = []color.NRGBA{
	scene.Hex(0x440154), scene.Hex(0x482878), scene.Hex(0x3E4A89), scene.Hex(0x31688E), scene.Hex(0x26828E),
	scene.Hex(0x1F9E89), scene.Hex(0x35B779), scene.Hex(0x6DCD59), scene.Hex(0xB4DE2C), scene.Hex(0xFDE725),
}

// The colors of what is not on the scale.
var (
	nanColor = scene.Hex(0xC4C4C4)
	posColor = scene.Hex(0xD55E00)
	negColor = scene.Hex(0xF28EC0)
)

// heatColor is the color of a value on a scale from lo to hi.
func heatColor(v, lo, hi float64) color.NRGBA {
	switch {
	case math.IsNaN(v):
		return nanColor
	case math.IsInf(v, 1):
		return posColor
	case math.IsInf(v, -1):
		return negColor
	}
	return scene.Blend(scaleStops, fraction(v, lo, hi))
}
