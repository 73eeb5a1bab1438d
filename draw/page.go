package draw

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"image/color"
	"io"
	"slices"
	"strings"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/stage"
)

// The parts of the page.
var (
	//go:embed page/page.html
	pageHTML string
	//go:embed page/style.css
	pageStyle string
	//go:embed page/layout.js
	pageLayout string
	//go:embed page/facts.js
	pageFacts string
	//go:embed page/picture.js
	pagePicture string
	//go:embed page/page.js
	pageScript string
)

// ErrTooLarge is the refusal of a page for a storage whose bytes a script cannot
// count.
var ErrTooLarge = errors.New("storage too large for a page")

// maxPageBytes is the largest integer that every script counts exactly.
const maxPageBytes = 1<<53 - 1

// pageData is what the page begins with.
type pageData struct {
	DType  pageType    `json:"dtype"`
	DTypes []pageType  `json:"dtypes"` // to choose from
	Input  pageForm    `json:"input"`
	Stages []pageStage `json:"stages"`
	Colors pageColors  `json:"colors"`
}

type pageType struct {
	Name     string `json:"name"`
	Text     string `json:"text"` // as --dtype takes it
	ItemSize int    `json:"itemsize"`
}

type pageForm struct {
	ItemSize int   `json:"itemsize"`
	Shape    []int `json:"shape"`
	Strides  []int `json:"strides"`
	Offset   int   `json:"offset"`
	Storage  int   `json:"storage"`
}

type pageStage struct {
	Op   string            `json:"op"`
	Args map[string]string `json:"args"`
}

type pageColors struct {
	Walk [][3]uint8 `json:"walk"`
	Axes []string   `json:"axes"`
}

// pageOps are the stages that the page knows, with the arguments it has.
var pageOps = map[string][]string{
	"transpose": {"axes"},
	"slice":     {"at"},
	"expand":    {"to"},
	"unfold":    {"axis", "size", "step"},
	"reshape":   {"to"},
}

// Page writes a page of HTML on which a reader applies transpose, slice, expand,
// unfold and reshape to an array of the form and sees sizes, strides and the
// bytes that are read change. It begins with the stages; those up to the last
// one that the page does not know are applied beforehand. The page needs nothing
// outside itself.
//
// Errors are those of New and of the stages, and ErrTooLarge above 2^53-1 bytes.
func Page(w io.Writer, form stage.Form, stages stage.Pipeline, opt Options) error {
	known := len(stages)
	for known > 0 && pageKnows(stages[known-1]) {
		known--
	}
	plan, err := stages.Plan(form)
	if err != nil {
		return err
	}
	input := plan.In
	if known > 0 {
		input = plan.Steps[known-1].Out
	}
	for _, f := range []stage.Form{input, plan.Out} {
		if err := check(f); err != nil {
			return err
		}
		if int64(f.Storage) > maxPageBytes {
			return fmt.Errorf("%w: %d bytes, expected at most %d", ErrTooLarge, f.Storage, int64(maxPageBytes))
		}
	}
	title := opt.Title
	if before := stages[:known]; len(before) > 0 {
		title = strings.TrimSpace(title + " after " + before.String())
	}
	if title == "" {
		title = "What a view reads"
	}
	data, err := json.Marshal(pageDataOf(input, stages[known:]))
	if err != nil {
		return err
	}
	_, err = strings.NewReplacer(
		"{{title}}", html.EscapeString(title), "{{style}}", pageStyle, "{{data}}", string(data),
		"{{script}}", pageLayout+pageFacts+pagePicture+pageScript,
	).WriteString(w, pageHTML)
	return err
}

// pageKnows tells whether a reader can change the stage on the page.
func pageKnows(s stage.Stage) bool {
	names, known := pageOps[s.Op().Name]
	for name := range s.Args() {
		known = known && slices.Contains(names, name)
	}
	return known
}

func pageDataOf(input stage.Form, stages stage.Pipeline) pageData {
	l := input.Layout
	d := pageData{
		DType:  pageTypeOf(input.DType),
		Input:  pageForm{input.DType.ItemSize(), append([]int{}, l.Shape...), append([]int{}, l.Strides...), l.Offset, input.Storage},
		Stages: []pageStage{},
	}
	d.DTypes = []pageType{d.DType}
	for _, dt := range []dtype.Type{dtype.Uint8, dtype.Int16, dtype.Float32, dtype.Float64, dtype.Complex128} {
		if dt != input.DType {
			d.DTypes = append(d.DTypes, pageTypeOf(dt))
		}
	}
	for _, s := range stages {
		p := pageStage{Op: s.Op().Name, Args: map[string]string{}}
		for name, text := range s.Args() {
			p.Args[name] = text
		}
		d.Stages = append(d.Stages, p)
	}
	for _, c := range walkStops {
		d.Colors.Walk = append(d.Colors.Walk, [3]uint8{c.R, c.G, c.B})
	}
	for _, c := range axisOf {
		d.Colors.Axes = append(d.Colors.Axes, cssColor(c))
	}
	return d
}

// pageTypeOf: a type without a name that a command line reads, such as a record,
// is plain bytes there.
func pageTypeOf(dt dtype.Type) pageType {
	text := dt.Str()
	if parsed, err := dtype.Parse(dt.String()); err == nil && parsed == dt {
		text = dt.String()
	}
	return pageType{clip(dt.String(), 40), text, dt.ItemSize()}
}

func cssColor(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
