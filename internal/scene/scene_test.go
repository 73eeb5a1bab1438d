package scene

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"
)

// sample is a scene with one of everything.
func sample() *Scene {
	s := &Scene{Width: 120, Height: 100, Title: "a <b> & 'c'"}
	s.Rect(10, 10, 30, 20, 0, Fill(Hex(0x0000FF)))
	s.Rect(50, 10, 30, 20, 6, Style{Fill: Hex(0x00FF00), Stroke: Hex(0x000000), Width: 2})
	s.Line(10, 50, 40, 50, Stroke(Hex(0xFF0000), 4))
	s.Line(50, 50, 110, 50, Style{Stroke: Hex(0xFF0000), Width: 4, Dashed: true})
	var p Path
	p.MoveTo(10, 90)
	p.CurveTo(10, 60, 50, 60, 50, 90)
	p.Close()
	s.Draw(p, Fill(Hex(0xFF00FF)))
	s.Text(90, 30, "<&>", TextStyle{Font: Bold, Size: 12, Color: Hex(0x000000), Anchor: Middle})
	s.Text(110, 90, "up", TextStyle{Size: 12, Color: Hex(0x000000), Turned: true})
	img := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	img.SetNRGBA(0, 0, Hex(0x102030))
	img.SetNRGBA(1, 0, Hex(0xFFFF00))
	s.Image(60, 60, 20, 20, img)
	return s
}

func TestSVG(t *testing.T) {
	var b bytes.Buffer
	if err := sample().SVG(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	d := xml.NewDecoder(&b)
	elements := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not well formed: %v\n%s", err, text)
		}
		if _, ok := token.(xml.StartElement); ok {
			elements++
		}
	}
	if elements != 12 {
		t.Errorf("%d elements, want svg, title, style, paper and 8 shapes\n%s", elements, text)
	}
	for _, want := range []string{
		`<title>a &lt;b&gt; &amp; &#39;c&#39;</title>`,
		`<rect x="50" y="10" width="30" height="20" rx="6"`,
		`stroke-dasharray:12 10`,
		`d="M10 90C10 60 50 60 50 90Z"`,
		`>&lt;&amp;&gt;</text>`,
		`rotate(-90 110 90)`,
		`href="data:image/png;base64,`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if strings.Count(text, "http") != 1 {
		t.Errorf("refers to something outside itself:\n%s", text)
	}
}

func TestPNG(t *testing.T) {
	var b bytes.Buffer
	if err := sample().PNG(&b, 2); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if got := img.Bounds().Size(); got != image.Pt(240, 200) {
		t.Errorf("%v pixels", got)
	}
	white, black, red := Hex(0xFFFFFF), Hex(0), Hex(0xFF0000)
	for _, c := range []struct {
		what string
		x, y float64
		want color.NRGBA
	}{
		{"paper", 2, 2, white},
		{"rectangle", 25, 20, Hex(0x0000FF)},
		{"its corner", 10.5, 10.5, Hex(0x0000FF)},
		{"rounded rectangle", 65, 20, Hex(0x00FF00)},
		{"its corner", 50.5, 10.5, white},
		{"its outline", 65, 10, black},
		{"line", 25, 50, red},
		{"its round end", 9, 50, red},
		{"beside the line", 25, 54, white},
		{"dash", 56, 50, red},
		{"gap", 67, 50, white},
		{"next dash", 74, 50, red},
		{"inside the curve", 30, 80, Hex(0xFF00FF)},
		{"outside it", 12, 70, white},
		{"left pixel", 65, 70, Hex(0x102030)},
		{"right pixel", 75, 70, Hex(0xFFFF00)},
	} {
		if got := color.NRGBAModel.Convert(img.At(int(2*c.x), int(2*c.y))); got != c.want {
			t.Errorf("%s at %v, %v: %v, want %v", c.what, c.x, c.y, got, c.want)
		}
	}
}

// ink counts the dark pixels of a part of an image.
func ink(img image.Image, r image.Rectangle) int {
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if g := color.GrayModel.Convert(img.At(x, y)).(color.Gray); g.Y < 128 {
				n++
			}
		}
	}
	return n
}

// TestTextPlaces: a text lies where its anchor says, and a turned one is the
// level one turned.
func TestTextPlaces(t *testing.T) {
	draw := func(st TextStyle) image.Image {
		s := &Scene{Width: 200, Height: 200}
		s.Text(100, 100, "HHHH", st)
		img, err := s.Render(1)
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	all := image.Rect(0, 0, 200, 200)
	st := TextStyle{Font: Mono, Size: 20, Color: Hex(0)}
	w := int(Width("HHHH", Mono, 20))
	if w != 48 {
		t.Errorf("width %d, want 4 times 0.6 of the size", w)
	}
	total := ink(draw(st), all)
	if total == 0 {
		t.Fatal("no text")
	}
	for _, c := range []struct {
		anchor Anchor
		turned bool
		box    image.Rectangle
	}{
		{Start, false, image.Rect(100, 80, 100+w, 101)},
		{Middle, false, image.Rect(100-w/2, 80, 100+w/2+1, 101)},
		{End, false, image.Rect(100-w, 80, 101, 101)},
		{Start, true, image.Rect(80, 100-w, 101, 100)},
		{Middle, true, image.Rect(80, 100-w/2, 101, 100+w/2+1)},
		{End, true, image.Rect(80, 100, 101, 100+w+1)},
	} {
		st.Anchor, st.Turned = c.anchor, c.turned
		img := draw(st)
		if in, n := ink(img, c.box), ink(img, all); in != n || n < total/2 {
			t.Errorf("anchor %d, turned %t: %d of %d dark pixels in %v", c.anchor, c.turned, in, n, c.box)
		}
	}
}

func TestTooLarge(t *testing.T) {
	for _, s := range []*Scene{{Width: 1e5, Height: 1e5}, {}, {Width: math.NaN(), Height: 1}, {Width: math.Inf(1), Height: 1}} {
		if _, err := s.Render(1); err == nil {
			t.Errorf("%v × %v was drawn", s.Width, s.Height)
		}
	}
}

func TestReadable(t *testing.T) {
	contrast := func(a, b color.NRGBA) float64 {
		x, y := luminance(a), luminance(b)
		return (max(x, y) + 0.05) / (min(x, y) + 0.05)
	}
	for rgb := uint32(0); rgb <= 0xFFFFFF; rgb += 0x010305 {
		c := Hex(rgb)
		if r := contrast(c, Readable(c)); r < 4.1 {
			t.Errorf("contrast %.2f on %06x", r, rgb)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestFailedWrites(t *testing.T) {
	if err := sample().SVG(failing{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
	if err := sample().PNG(failing{}, 1); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}

func TestClash(t *testing.T) {
	st := TextStyle{Font: Sans, Size: 10}
	for _, c := range []struct {
		x, y float64
		want string
	}{{50, 60, ""}, {52, 42, "lies on"}, {95, 90, "not inside"}} {
		s := Scene{Width: 100, Height: 100}
		s.Text(50, 40, "one", st)
		s.Text(c.x, c.y, "two", st)
		if got := s.Clash(); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("at %v, %v: %q, want %q", c.x, c.y, got, c.want)
		}
	}
	up := Scene{Width: 100, Height: 100}
	st.Turned = true
	up.Text(50, 90, "reads upward", st)
	up.Text(60, 90, "beside", st)
	if got := up.Clash(); got != "" {
		t.Error(got)
	}
}
