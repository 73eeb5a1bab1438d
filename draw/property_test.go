package draw

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/stage"
)

// drawForm draws a valid form with elements: any sizes and strides, the storage
// as large as they need or larger.
func drawForm(t *rapid.T) stage.Form {
	dt := rapid.SampledFrom([]dtype.Type{dtype.Uint8, dtype.Int16, dtype.Float32, dtype.Complex128, dtype.VoidOf(6)}).Draw(t, "dtype")
	sizes := rapid.SampledFrom([]int{1, 1, 2, 3, 4, 5, 12, 30, 1000})
	l := layout.Layout{Shape: rapid.SliceOfN(sizes, 0, 7).Draw(t, "shape")}
	unit := rapid.SampledFrom([]int{1, 2, dt.ItemSize()}).Draw(t, "unit")
	for range l.Shape {
		l.Strides = append(l.Strides, unit*rapid.OneOf(rapid.IntRange(-3, 12), rapid.IntRange(-4000, 4000)).Draw(t, "stride"))
	}
	lo, hi, err := l.Extent(dt.ItemSize())
	if err != nil {
		t.Fatal(err)
	}
	l.Offset = max(0, -lo) + unit*rapid.IntRange(0, 40).Draw(t, "offset")
	return stage.Form{DType: dt, Layout: l, Storage: hi + l.Offset + rapid.IntRange(0, 50).Draw(t, "rest")}
}

// TestAnyLayout: whatever the layout, what is drawn is bounded and right.
func TestAnyLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawForm(t)
		width := rapid.IntRange(0, 120).Draw(t, "width")
		p, err := New(stage.Plan{In: f, Out: f}, Options{Title: "any", Width: width})
		if err != nil {
			t.Fatal(err)
		}
		checkPanel(t, &p.panels[0])
		if clash := p.scene().Clash(); clash != "" {
			t.Fatal(clash)
		}
		_, cells, _ := strings.Cut(p.Text(0), "\nstorage")
		for line := range strings.Lines(cells) {
			if n := utf8.RuneCountInString(line) - 1; strings.Count(line, "│") > 2 && width > 0 && n > width {
				t.Fatalf("%d characters of %d: %q", n, width, line)
			}
		}
		var svg strings.Builder
		if err := p.SVG(&svg); err != nil {
			t.Fatal(err)
		}
		for d := xml.NewDecoder(strings.NewReader(svg.String())); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if n := svg.Len(); n > 120_000 {
			t.Fatalf("SVG of %d bytes", n)
		}
	})
}

// checkPanel compares the cells with the definition: for each element that is
// drawn, in C order, the bytes from its address on.
func checkPanel(t *rapid.T, p *panel) {
	l, size := p.form.Layout, p.form.DType.ItemSize()
	first, times := map[int]int{}, map[int]int{}
	n, _ := layout.Size(p.shown)
	for i := range n {
		offset, number, rest, scale := l.Offset, 0, i, 1
		for k := l.Rank() - 1; k >= 0; k-- {
			at := rest % p.shown[k]
			rest /= p.shown[k]
			offset += at * l.Strides[k]
			number += at * scale
			scale *= l.Shape[k]
		}
		for b := offset; b < offset+size; b += p.unit {
			if b%p.unit != 0 {
				t.Fatalf("element at byte %d begins inside a cell of %d", offset, p.unit)
			}
			if _, seen := first[b/p.unit]; !seen {
				first[b/p.unit] = number
			}
			times[b/p.unit]++
		}
	}
	if len(p.readers) != len(first) {
		t.Fatalf("%d cells are read, want %d", len(p.readers), len(first))
	}
	for c, r := range p.readers {
		if p.elements[r.first].number != first[c] || r.times != times[c] {
			t.Fatalf("cell %d is read by %d first and %d times, want %d, %d", c, p.elements[r.first].number, r.times, first[c], times[c])
		}
		if c < 0 || c >= p.cells {
			t.Fatalf("cell %d of %d", c, p.cells)
		}
		if p.repeats > 1 && p.whole && r.times != p.repeats {
			t.Fatalf("cell %d is read %d times, told %d", c, r.times, p.repeats)
		}
	}
	if whole := l.Len() <= maxElements && p.cells <= maxCells; whole != p.whole {
		t.Fatalf("whole is %t", p.whole)
	}
	end := 0
	for _, r := range p.rows {
		if r.n < 1 || r.first < end || r.apart != (r.first > end) {
			t.Fatalf("row %+v after cell %d", r, end)
		}
		end = r.first + r.n
	}
	switch {
	case end > p.cells, p.whole && end != p.cells:
		t.Fatalf("rows end at cell %d of %d", end, p.cells)
	case !p.whole && len(p.rows) > maxRows, len(p.elements) > maxElements:
		t.Fatalf("%d rows, %d elements", len(p.rows), len(p.elements))
	}
	if p.rowOf(l.Offset/p.unit) < 0 && len(p.rows) < maxRows {
		t.Fatal("the first element is not drawn")
	}
}
