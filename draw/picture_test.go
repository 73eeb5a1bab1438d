package draw_test

import (
	"bytes"
	"errors"
	"image/png"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndtool/ndtool/draw"
	"github.com/ndtool/ndtool/internal/golden"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/stage"
)

// plan is what the stages do to an array packed in C order.
func plan(t *testing.T, dt, stages string, shape ...int) stage.Plan {
	t.Helper()
	typ, err := dtype.Parse(dt)
	if err != nil {
		t.Fatal(err)
	}
	l, err := layout.New(typ.ItemSize(), layout.C, shape...)
	if err != nil {
		t.Fatal(err)
	}
	n, err := l.NumBytes(typ.ItemSize())
	if err != nil {
		t.Fatal(err)
	}
	p, err := stage.Parse(stages)
	if err != nil {
		t.Fatal(err)
	}
	pl, err := p.Plan(stage.Form{DType: typ, Layout: l, Storage: n})
	if err != nil {
		t.Fatal(err)
	}
	return pl
}

// pictures are the pictures of the documentation.
var pictures = []struct {
	name, dtype, stages string
	shape               []int
}{
	{"contiguous", "f4", "", []int{3, 4}},
	{"transpose", "f4", "transpose", []int{3, 4}},
	{"slice", "f4", "slice ::2,1::3", []int{6, 8}},
	{"expand", "f4", "expand 3,4", []int{4}},
	{"unfold", "i2", "unfold 0 3 1", []int{6}},
	{"permute", "i8", "transpose 2,0,1", []int{2, 3, 4}},
	{"copy", "f4", "transpose | reshape 12", []int{3, 4}},
}

// others are pictures of what is rare: their golden files are text.
var others = []struct {
	name, dtype, stages string
	shape               []int
}{
	{"scalar", "f8", "", nil},
	{"flip", "f4", "flip", []int{3, 4}},
	{"field", "i1,f4,i2", "field f1", []int{5}},
	{"bytes-overlap", "i4", "as-strided 4 2 0", []int{4}},
	{"strided", "f4", "as-strided 4,3 80,8 88", []int{10, 10}},
	{"large", "f4", "transpose", []int{1000, 1000}},
	{"large-3d", "f4", "transpose", []int{100, 100, 100}},
	{"large-1d", "u1", "", []int{1 << 20}},
	{"large-middle", "f8", "slice 500:503,500:503", []int{1000, 1000}},
	{"large-expand", "f4", "expand 1000000,3", []int{3}},
	{"ones", "f4", "", []int{1, 3, 1}},
	{"many-axes", "u1", "", []int{1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 1}},
	{"four-copies", "f4", "transpose | contiguous | transpose | contiguous | transpose | contiguous | transpose | contiguous", []int{2, 3}},
}

func TestPictures(t *testing.T) {
	for _, c := range pictures {
		t.Run(c.name, func(t *testing.T) {
			p, err := draw.New(plan(t, c.dtype, c.stages, c.shape...), draw.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var svg bytes.Buffer
			if err := p.SVG(&svg); err != nil {
				t.Fatal(err)
			}
			golden.Compare(t, filepath.Join("..", "docs", "pictures", c.name+".svg"), svg.Bytes())
			golden.Compare(t, filepath.Join("testdata", c.name+".txt"), []byte(p.Text(0)))
		})
	}
	for _, c := range others {
		t.Run(c.name, func(t *testing.T) {
			p, err := draw.New(plan(t, c.dtype, c.stages, c.shape...), draw.Options{Title: c.name + ".npy"})
			if err != nil {
				t.Fatal(err)
			}
			golden.Compare(t, filepath.Join("testdata", c.name+".txt"), []byte(p.Text(0)))
		})
	}
}

// TestColors: a terminal's picture is the plain one with colors put in.
func TestColors(t *testing.T) {
	p, err := draw.New(plan(t, "f4", "transpose", 3, 4), draw.Options{})
	if err != nil {
		t.Fatal(err)
	}
	colored := p.Text(256)
	if n := strings.Count(colored, "\x1b[38;5;"); n != 24 {
		t.Errorf("%d colored cells, want 12 of the array and 12 of the storage", n)
	}
	var plain strings.Builder
	for i, part := range strings.Split(colored, "\x1b[") {
		if i > 0 {
			_, part, _ = strings.Cut(part, "m")
		}
		plain.WriteString(part)
	}
	if diff := cmp.Diff(p.Text(0), plain.String()); diff != "" {
		t.Error(diff)
	}
}

// TestPNG: the PNG shows the scene of the SVG, twice as large: where the SVG
// has a cell, the PNG has its color.
func TestPNG(t *testing.T) {
	p, err := draw.New(plan(t, "f4", "transpose", 3, 4), draw.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := p.PNG(&b); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	var svg bytes.Buffer
	if err := p.SVG(&svg); err != nil {
		t.Fatal(err)
	}
	checkCells(t, svg.String(), img)
}

func TestRefusals(t *testing.T) {
	form := func(dt dtype.Type, storage int, l layout.Layout) stage.Plan {
		f := stage.Form{DType: dt, Layout: l, Storage: storage}
		return stage.Plan{In: f, Out: f}
	}
	for name, c := range map[string]struct {
		plan stage.Plan
		want error
		text string
	}{
		"empty":    {plan(t, "f4", "", 3, 0), draw.ErrEmpty, "nothing to draw: shape (3, 0) has no elements"},
		"no bytes": {plan(t, "S0", "", 3), draw.ErrEmpty, "nothing to draw: |S0 takes no bytes"},
		"objects":  {form(dtype.Object, 24, layout.Layout{Shape: []int{3}, Strides: []int{8}}), dtype.ErrObject, "Python objects"},
		"outside":  {form(dtype.Float32, 44, layout.Layout{Shape: []int{3, 4}, Strides: []int{16, 4}}), layout.ErrBounds, "byte 47"},
		"before":   {form(dtype.Float32, 48, layout.Layout{Shape: []int{3}, Strides: []int{-4}, Offset: 4}), layout.ErrBounds, "-4"},
		"too many": {form(dtype.Float32, 4, layout.Layout{Shape: []int{1 << 30, 1 << 30, 1 << 30}, Strides: []int{0, 0, 0}}), layout.ErrOverflow, ""},
		"ranks":    {form(dtype.Float32, 4, layout.Layout{Shape: []int{1}, Strides: []int{}}), layout.ErrRank, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := draw.New(c.plan, draw.Options{})
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("error %v, want %v with %q", err, c.want, c.text)
			}
		})
	}
}
