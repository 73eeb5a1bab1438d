package plot

import (
	"bytes"
	"context"
	"errors"
	"image/color"
	"image/png"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndtool/ndtool/internal/golden"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// slice makes an array of values.
func slice[T dtype.Element](t *testing.T, values []T, shape ...int) *ndarray.Array {
	t.Helper()
	a, err := ndarray.FromSlice(values, shape...)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// waves is a smooth (rows, columns) array with some values that are not finite.
func waves(t *testing.T, rows, columns int) *ndarray.Array {
	values := make([]float64, rows*columns)
	for i := range values {
		r, c := i/columns, i%columns
		// polynomials: the same on every machine
		values[i] = float64((r-rows/2)*(r-rows/2))/float64(rows) - float64(c*(columns-c))/float64(columns)
	}
	values[columns+2], values[2*columns+3], values[3*columns+4] = math.NaN(), math.Inf(1), math.Inf(-1)
	return slice(t, values, rows, columns)
}

// example is an array of each kind of plot.
func examples(t *testing.T) map[string]*ndarray.Array {
	heat := waves(t, 20, 30)
	ramp := make([]float32, 1000)
	for i := range ramp {
		ramp[i] = float32(i*i%977) * 1e-5
	}
	pixels := make([]uint8, 12*16*4)
	for i := range 12 * 16 {
		pixels[4*i], pixels[4*i+1], pixels[4*i+2], pixels[4*i+3] = uint8(i/16*20), uint8(i%16*15), 90, uint8(255-i)
	}
	return map[string]*ndarray.Array{
		"heat":    heat,
		"line":    slice(t, []float64{1, 2, math.NaN(), 4, math.Inf(1), 2, 3, math.Inf(-1), 0.5, 0.25}),
		"band":    slice(t, ramp),
		"image":   slice(t, pixels, 12, 16, 4),
		"complex": slice(t, []complex64{3 + 4i, 1i, 0, -2}, 2, 2),
		"flags":   slice(t, []bool{true, false, true, true, false, false}, 2, 3),
		"same":    slice(t, []int16{7, 7, 7, 7}, 2, 2),
		"nothing": slice(t, []float64{math.NaN(), math.NaN()}, 1, 2),
	}
}

func TestGolden(t *testing.T) {
	for name, a := range examples(t) {
		t.Run(name, func(t *testing.T) {
			p, err := New(t.Context(), a, Options{Title: name + ".npy"})
			if err != nil {
				t.Fatal(err)
			}
			var svg bytes.Buffer
			if err := p.SVG(&svg); err != nil {
				t.Fatal(err)
			}
			// what deflate makes of an image is not fixed: TestPNG looks at its pixels
			text := images.ReplaceAllString(svg.String(), `href="…"`)
			golden.Compare(t, filepath.Join("testdata", name+".svg"), []byte(text))
			for suffix, screen := range map[string]Screen{".txt": {Width: 70, Height: 24}, ".256.txt": {Width: 40, Height: 20, Colors: 256}} {
				p, err := New(t.Context(), a, Options{Title: name + ".npy", Screen: screen})
				if err != nil {
					t.Fatal(err)
				}
				golden.Compare(t, filepath.Join("testdata", name+suffix), []byte(p.Text()))
			}
		})
	}
}

// TestPNG: the pixels of a heat map have the colors of their values.
func TestPNG(t *testing.T) {
	p, err := New(t.Context(), slice(t, []float64{0, 1, math.NaN(), math.Inf(1)}, 2, 2), Options{})
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
	for _, want := range []color.NRGBA{scaleStops[0], scaleStops[len(scaleStops)-1], nanColor, posColor} {
		n := 0
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				if color.NRGBAModel.Convert(img.At(x, y)) == want {
					n++
				}
			}
		}
		if n < 400*400 {
			t.Errorf("%d pixels of %v, want a quarter of the field", n, want)
		}
	}
}

func TestImageLevels(t *testing.T) {
	for name, c := range map[string]struct {
		a    *ndarray.Array
		want color.NRGBA
	}{
		"uint8":   {slice(t, []uint8{255, 128, 0}, 1, 1, 3), color.NRGBA{255, 128, 0, 255}},
		"uint16":  {slice(t, []uint16{65535, 32768, 0}, 1, 1, 3), color.NRGBA{255, 128, 0, 255}},
		"int64":   {slice(t, []int64{300, 128, -5}, 1, 1, 3), color.NRGBA{255, 128, 0, 255}},
		"float32": {slice(t, []float32{1.5, 0.5, -1}, 1, 1, 3), color.NRGBA{255, 128, 0, 255}},
		"bool":    {slice(t, []bool{true, false, true}, 1, 1, 3), color.NRGBA{255, 0, 255, 255}},
		"alpha":   {slice(t, []uint8{255, 0, 0, 0}, 1, 1, 4), color.NRGBA{255, 255, 255, 255}},
		"NaN":     {slice(t, []float64{1, math.NaN(), 0}, 1, 1, 3), nanColor},
		"Inf":     {slice(t, []float64{math.Inf(1), 0, math.Inf(-1)}, 1, 1, 3), color.NRGBA{255, 0, 0, 255}},
	} {
		p, err := New(t.Context(), c.a, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.photo.NRGBAAt(0, 0); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	record, err := dtype.Parse("i4,f4")
	if err != nil {
		t.Fatal(err)
	}
	date, err := dtype.Parse("M8[s]")
	if err != nil {
		t.Fatal(err)
	}
	of := func(dt dtype.Type, shape ...int) *ndarray.Array {
		a, err := ndarray.New(dt, shape...)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	for name, c := range map[string]struct {
		a    *ndarray.Array
		want error
		text string
	}{
		"empty":    {of(dtype.Float32, 0, 3), ErrShape, "(0, 3) has no elements"},
		"scalar":   {of(dtype.Float32), ErrShape, "() is one value"},
		"3-d":      {of(dtype.Float32, 5, 6, 7), ErrShape, "(5, 6, 7) has 3 axes"},
		"4-d":      {of(dtype.Float32, 5, 6, 7, 3), ErrShape, "4 axes"},
		"channels": {of(dtype.Uint8, 3, 6, 7), ErrShape, "transpose 1,2,0"},
		"record":   {of(record, 3), ErrDType, "choose one of its fields"},
		"date":     {of(date, 3), ErrDType, "cast it to int64"},
		"bytes":    {of(dtype.BytesOf(3), 3), ErrDType, "|S3 is no number"},
		"void":     {of(dtype.VoidOf(3), 3), ErrDType, "is no number"},
		"colors":   {of(dtype.Complex64, 2, 2, 3), ErrDType, "complex64 has no colors"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New(t.Context(), c.a, Options{})
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("error %v, want %v with %q", err, c.want, c.text)
			}
		})
	}
	for _, r := range [][2]float64{{2, 1}, {math.NaN(), 1}} {
		if _, err := New(t.Context(), of(dtype.Float32, 3), Options{Range: r}); !errors.Is(err, ErrRange) {
			t.Errorf("range %v: %v", r, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(ctx, of(dtype.Float32, 3, 3), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("ended context: %v", err)
	}
}

// TestDTypes: every type of numbers is shown by its values.
func TestDTypes(t *testing.T) {
	for _, name := range []string{"?", "i1", ">i2", "i4", ">i8", "u1", "u2", ">u4", "u8", "f2", ">f4", "f8", "c8", ">c16", "bfloat16", "float8_e4m3fn", "float8_e5m2"} {
		dt, err := dtype.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		a, err := ndarray.New(dt, 2, 3)
		if err != nil {
			t.Fatal(err)
		}
		p, err := New(t.Context(), a, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if p.stats.finite != 6 || p.stats.min != 0 || p.stats.max != 0 {
			t.Errorf("%s: %+v", name, p.stats)
		}
	}
}

// TestOrders: what is shown does not depend on how the array lies in memory.
func TestOrders(t *testing.T) {
	a := waves(t, 700, 300)
	want, err := New(t.Context(), a, Options{})
	if err != nil {
		t.Fatal(err)
	}
	fortran, err := a.Clone(layout.F)
	if err != nil {
		t.Fatal(err)
	}
	flipped, err := a.Flip()
	if err != nil {
		t.Fatal(err)
	}
	if flipped, err = flipped.Clone(layout.F); err != nil {
		t.Fatal(err)
	}
	if flipped, err = flipped.Flip(); err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string]*ndarray.Array{"F": fortran, "flipped": flipped} {
		got, err := New(t.Context(), b, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.stats, got.stats, cmp.AllowUnexported(stats{})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		for i, v := range want.heat.values {
			if w := got.heat.values[i]; !(math.Abs(v-w) <= 1e-9) && math.Float64bits(v) != math.Float64bits(w) {
				t.Fatalf("%s: place %d is %v, want %v", name, i, w, v)
			}
		}
	}
}
