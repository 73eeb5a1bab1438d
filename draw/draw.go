// Package draw makes pictures of array layouts: the storage as cells, those that
// a view reads coloured and numbered in the order of its walk, its strides as
// jumps from cell to cell, the axes that merge, and the reason why the view is
// or is not contiguous.
//
// [New] looks at a [stage.Plan], so a picture needs a dtype and a layout but no
// data. [Picture.SVG] and [Picture.PNG] draw the same scene, [Picture.Text]
// writes it for a terminal. [Page] is a page on which a reader tries views.
package draw

import (
	"errors"
	"fmt"
	"io"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/stage"
)

// ErrEmpty is the refusal of an array without elements, or whose elements take
// no bytes: there is no cell to draw.
var ErrEmpty = errors.New("nothing to draw")

// maxPanels bounds the storages of one picture.
const maxPanels = 3

// Picture is what is drawn of the arrays of a plan.
type Picture struct {
	title  string
	width  int     // characters, below 1 for any number
	panels []panel // one a storage, in the order of the plan
	hidden int     // storages before them that are not drawn
}

// Options say how a picture is made. The zero value is for SVG and PNG.
type Options struct {
	Title string // such as the input's file name
	Width int    // for Text: characters that the cells of a line fit in; below 1 is any number
}

// New returns the picture of a plan: the view that its stages make of the
// input's storage and, where a stage has to copy, the view that it copies and
// then what becomes of the copy. Large storages are drawn in part; the picture
// says so.
//
// Errors are those of the layout (layout.ErrBounds where the view lies outside
// the storage), ErrEmpty, and dtype.ErrObject for Python objects.
func New(plan stage.Plan, opt Options) (*Picture, error) {
	p := &Picture{title: opt.Title, width: opt.Width}
	from, text := plan.In, "" // of the storage at hand
	add := func(f stage.Form, copies *stage.Step) error {
		one, err := fitPanel(from, f, opt.Width)
		if err != nil {
			return err
		}
		one.stages, one.copies = text, copies
		p.panels = append(p.panels, one)
		return nil
	}
	for i := range plan.Steps {
		s := &plan.Steps[i]
		if s.Copies() {
			if err := add(s.In, s); err != nil {
				return nil, err
			}
			from, text = s.Out, ""
			continue
		}
		if text != "" {
			text += " | "
		}
		text += s.Stage.String()
	}
	if err := add(plan.Out, nil); err != nil {
		return nil, err
	}
	if n := len(p.panels) - maxPanels; n > 0 {
		p.panels, p.hidden = p.panels[n:], n
	}
	return p, nil
}

// SVG writes the picture as an SVG document. The error is w's.
func (p *Picture) SVG(w io.Writer) error { return p.scene().SVG(w) }

// PNG writes the picture as a PNG, two pixels for each of the SVG's. The error
// is w's.
func (p *Picture) PNG(w io.Writer) error { return p.scene().PNG(w, 2) }

// check refuses a form that has no picture.
func check(f stage.Form) error {
	size := f.DType.ItemSize()
	if err := f.Layout.Validate(size, f.Storage); err != nil {
		return err
	}
	switch {
	case f.DType.HasObject():
		return fmt.Errorf("%w: they have no layout to draw", dtype.ErrObject)
	case size == 0:
		return fmt.Errorf("%w: %s takes no bytes", ErrEmpty, f.DType)
	case f.Layout.Len() == 0:
		return fmt.Errorf("%w: shape %s has no elements", ErrEmpty, stage.Tuple(f.Layout.Shape))
	}
	return nil
}
