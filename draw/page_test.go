package draw_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndtool/ndtool/draw"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/stage"
)

var pageData = regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`)

// page writes the page of stages on an array packed in C order.
func page(t *testing.T, title, dt, stages string, shape ...int) (text string, data map[string]any) {
	t.Helper()
	pl := plan(t, dt, "", shape...)
	p, err := stage.Parse(stages)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := draw.Page(&b, pl.In, p, draw.Options{Title: title}); err != nil {
		t.Fatal(err)
	}
	m := pageData.FindSubmatch(b.Bytes())
	if m == nil {
		t.Fatalf("no data in %s", &b)
	}
	if err := json.Unmarshal(m[1], &data); err != nil {
		t.Fatal(err)
	}
	delete(data, "colors")
	delete(data, "dtypes")
	return b.String(), data
}

// TestPageNeedsNothing: no element of the page asks for anything outside it.
// That the page works is checked in a browser by scripts/check_page.py.
func TestPageNeedsNothing(t *testing.T) {
	text, _ := page(t, "a.npy", "f4", "transpose", 3, 4)
	for _, m := range regexp.MustCompile(`[a-z]+://[^"'\s]*`).FindAllString(text, -1) {
		if m != "http://www.w3.org/2000/svg" { // a name, not an address
			t.Errorf("refers to %s", m)
		}
	}
	for _, word := range []string{"<link rel=\"stylesheet", "src=", "@import", "url(", "fetch(", "XMLHttpRequest", "import ", "eval(", "innerHTML", "{{"} {
		if strings.Contains(text, word) {
			t.Errorf("has %q", word)
		}
	}
	if !strings.Contains(text, "<title>a.npy</title>") {
		t.Error("no title")
	}
}

func TestPageData(t *testing.T) {
	form := func(itemsize, offset, storage int, shape, strides []any) map[string]any {
		return map[string]any{"itemsize": float64(itemsize), "offset": float64(offset), "storage": float64(storage), "shape": shape, "strides": strides}
	}
	float32Type := map[string]any{"name": "float32", "text": "float32", "itemsize": 4.0}
	one := func(op string, args map[string]any) any { return map[string]any{"op": op, "args": args} }
	for _, c := range []struct {
		name, dtype, stages string
		shape               []int
		title               string
		want                map[string]any
	}{
		{"stages", "f4", "transpose 1,0 | unfold 0 2", []int{3, 4}, "What a view reads", map[string]any{
			"dtype": float32Type, "input": form(4, 0, 48, []any{3.0, 4.0}, []any{16.0, 4.0}),
			"stages": []any{one("transpose", map[string]any{"axes": "1,0"}), one("unfold", map[string]any{"axis": "0", "size": "2"})},
		}},
		{"none", "f4", "", nil, "What a view reads", map[string]any{
			"dtype": float32Type, "input": form(4, 0, 4, []any{}, []any{}), "stages": []any{},
		}},
		{"unknown before", "f4", "transpose | flip 0 | slice 1:", []int{3, 4}, "after transpose | flip 0", map[string]any{
			"dtype": float32Type, "input": form(4, 12, 48, []any{4.0, 3.0}, []any{-4.0, 16.0}),
			"stages": []any{one("slice", map[string]any{"at": "1:"})},
		}},
		{"unknown order", "f4", "reshape 4,3 F", []int{4, 3}, "after reshape 4,3 F", map[string]any{
			"dtype": float32Type, "input": form(4, 0, 48, []any{4.0, 3.0}, []any{12.0, 4.0}), "stages": []any{},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, data := page(t, "", c.dtype, c.stages, c.shape...)
			if diff := cmp.Diff(c.want, data); diff != "" {
				t.Error(diff)
			}
			if !strings.Contains(text, "<title>"+c.title+"</title>") {
				t.Errorf("no title %q", c.title)
			}
		})
	}
}

// TestPageNames: names that look like parts of a page stay names.
func TestPageNames(t *testing.T) {
	bad := "</script><script>alert(1)</script>"
	text, data := page(t, bad, "[('"+bad+"','<i4')]", "", 3)
	if strings.Contains(text, "alert(1)</script>") {
		t.Error("a name became a script")
	}
	if name := data["dtype"].(map[string]any)["name"].(string); !strings.HasPrefix(name, "[('</script>") {
		t.Errorf("dtype %q", name)
	}
}

func TestPageRefusals(t *testing.T) {
	write := func(f stage.Form, stages string) error {
		p, err := stage.Parse(stages)
		if err != nil {
			t.Fatal(err)
		}
		return draw.Page(new(bytes.Buffer), f, p, draw.Options{})
	}
	packed := plan(t, "f4", "", 3, 4).In
	if err := write(packed, "slice 3:"); !errors.Is(err, draw.ErrEmpty) {
		t.Errorf("empty: %v", err)
	}
	if err := write(packed, "slice 7"); !errors.Is(err, layout.ErrIndex) {
		t.Errorf("outside: %v", err)
	}
	packed.DType = dtype.Object
	if err := write(packed, ""); err == nil {
		t.Error("objects are drawn")
	}
}
