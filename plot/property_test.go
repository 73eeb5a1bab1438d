package plot

import (
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/ndtool/ndtool/ndarray"
)

var (
	images = regexp.MustCompile(`href="data:[^"]*"`)
	escape = regexp.MustCompile("\x1b\\[[0-9;]*m")
)

// value draws a number, often one that is hard.
var value = rapid.OneOf(
	rapid.Float64Range(-10, 10),
	rapid.Float64(),
	rapid.SampledFrom([]float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 5e-324, 1e-300}),
)

// TestMeans compares the decimation with its definition.
func TestMeans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(1, 12).Draw(t, "rows"), rapid.IntRange(1, 12).Draw(t, "columns")
		down, across := rapid.IntRange(1, rows).Draw(t, "down"), rapid.IntRange(1, columns).Draw(t, "across")
		values := rapid.SliceOfN(value, rows*columns, rows*columns).Draw(t, "values")
		a, err := ndarray.FromSlice(values, rows, columns)
		if err != nil {
			t.Fatal(err)
		}
		s := newStats()
		h, err := means(t.Context(), SourceOf(a), down, across, &s)
		if err != nil {
			t.Fatal(err)
		}
		for i := range h.rows {
			for j := range h.columns {
				n, mean, infinite := 0, 0.0, false
				largest := 0.0
				for r := i * down; r < min(rows, (i+1)*down); r++ {
					for c := j * across; c < min(columns, (j+1)*across); c++ {
						v := values[r*columns+c]
						infinite = infinite || math.IsInf(v, 0)
						if v-v == 0 {
							n++
							mean += (v/4 - mean) / float64(n) // quarters: sums stay finite
							largest = max(largest, math.Abs(v))
						}
					}
				}
				got := h.at(i, j)
				switch {
				case n > 0 && !(math.Abs(got/4-mean) <= largest*1e-14+1e-300):
					t.Fatalf("place %d, %d is %v, want %v", i, j, got, 4*mean)
				case n == 0 && infinite && !math.IsInf(got, 0), n == 0 && !infinite && !math.IsNaN(got):
					t.Fatalf("place %d, %d without finite values is %v", i, j, got)
				}
			}
		}
		if h.rows != (rows+down-1)/down || h.columns != (columns+across-1)/across {
			t.Fatalf("%d × %d places", h.rows, h.columns)
		}
	})
}

// TestAnyValues: whatever the values, every output is made, texts fit the
// screen, and nothing in the SVG is NaN or infinite.
func TestAnyValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SampledFrom([][]int{{1}, {7}, {300}, {1, 1}, {3, 5}, {40, 2}, {1, 200}, {2, 3, 3}, {5, 4, 4}}).Draw(t, "shape")
		n := 1
		for _, size := range shape {
			n *= size
		}
		values := make([]float64, n)
		few := rapid.SliceOfN(value, 1, 8).Draw(t, "few")
		for i := range values {
			values[i] = few[i*i%len(few)]
		}
		a, err := ndarray.FromSlice(values, shape...)
		if err != nil {
			t.Fatal(err)
		}
		screen := Screen{
			Width: rapid.IntRange(1, 120).Draw(t, "width"), Height: rapid.IntRange(1, 50).Draw(t, "height"),
			Colors: rapid.SampledFrom([]int{0, 256, 1 << 24}).Draw(t, "colors"),
		}
		p, err := New(t.Context(), a, Options{Screen: screen})
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(escape.ReplaceAllString(p.Text(), "")) {
			if n := utf8.RuneCountInString(line) - 1; n > max(screen.Width, 60) {
				t.Fatalf("%d characters on a screen of %d: %q", n, screen.Width, line)
			}
		}
		if p, err = New(t.Context(), a, Options{Title: "any"}); err != nil {
			t.Fatal(err)
		}
		if clash := p.scene().Clash(); clash != "" {
			t.Fatal(clash)
		}
		var svg strings.Builder
		if err := p.SVG(&svg); err != nil {
			t.Fatal(err)
		}
		text := images.ReplaceAllString(svg.String(), "")
		if i := strings.Index(text, "=\"NaN"); i >= 0 || strings.Contains(text, "=\"+Inf") || strings.Contains(text, " NaN ") && p.stats.nan == 0 {
			t.Fatalf("a length that is no number: %s", text)
		}
	})
	p, err := New(t.Context(), waves(t, 30, 40), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.PNG(io.Discard); err != nil {
		t.Fatal(err)
	}
}

// TestTicks: ticks are few, lie on the axis in order, and their labels differ.
func TestTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		end := value.Filter(func(v float64) bool { return v-v == 0 })
		lo, hi := end.Draw(t, "lo"), end.Draw(t, "hi")
		least := rapid.SampledFrom([]float64{0, 1}).Draw(t, "least")
		if least == 1 { // for integers
			lo, hi = math.Trunc(lo), math.Trunc(hi)
		}
		lo, hi = widen(min(lo, hi), max(lo, hi))
		n := rapid.IntRange(2, 12).Draw(t, "n")
		all := ticks(lo, hi, n, least)
		if len(all) > 2*n+2 {
			t.Fatalf("%d ticks from %v to %v, asked for %d", len(all), lo, hi, n)
		}
		for i, k := range all {
			slack := (hi/2 - lo/2) * 1e-6
			if k.at < lo-slack || k.at > hi+slack {
				t.Fatalf("tick %v outside %v to %v", k, lo, hi)
			}
			if i > 0 && (all[i-1].at >= k.at || all[i-1].text == k.text) {
				t.Fatalf("ticks %v and %v from %v to %v", all[i-1], k, lo, hi)
			}
		}
	})
}

// TestSpan: the two ends of a range are written differently unless they are one.
func TestSpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := value.Filter(func(v float64) bool { return v-v == 0 }).Draw(t, "lo")
		hi := lo
		for range rapid.IntRange(0, 3).Draw(t, "steps") {
			hi = math.Nextafter(hi, math.Inf(1))
		}
		if from, to := span(lo, hi); (from == to) != (lo == hi) {
			t.Fatalf("%v and %v are written %s and %s", lo, hi, from, to)
		}
	})
}
