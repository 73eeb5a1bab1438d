package batch

import (
	"fmt"
	"strings"

	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/stage"
)

// Action is what has to be done with the data of an array.
type Action string

// The actions.
const (
	NoOp       Action = "no-op"       // the file already is the result
	HeaderOnly Action = "header-only" // the bytes of the data stay as they are
	Copied     Action = "copied"      // the bytes of the data are moved
)

// Work is what a plan comes to when its result is saved: the same for a run,
// a dry run and an explanation.
type Work struct {
	Action  Action
	Reason  string // why, in words
	Fortran bool   // the result's fortran_order
	Read    int64  // bytes of elements read
	Written int64  // bytes of elements written
}

// FormOf is the form of the array that a header describes.
func FormOf(h npy.Header) (stage.Form, error) {
	l, err := h.Layout()
	return stage.Form{DType: h.DType, Layout: l, Storage: int(h.NumBytes())}, err
}

// WorkOf tells what saving the result of a plan comes to. The bytes count the
// result, unless its data are the input's as they are, and each stage that
// copies, unless that is done on the way (stage.Plan.Stream).
func WorkOf(p stage.Plan) Work {
	var w Work
	order, verbatim := p.Out.Saved()
	w.Fortran = order == layout.F
	_, streams := p.Stream()
	var reasons []string
	for i, s := range p.Steps {
		if !s.Copies() {
			continue
		}
		reasons = append(reasons, fmt.Sprintf("stage %d (%s): %s", i+1, s.Stage, s.Reason))
		if !streams {
			w.Read += int64(s.Read())
			w.Written += int64(s.Written())
		}
	}
	if verbatim && reasons == nil {
		w.Action, w.Reason = HeaderOnly, "the data stay as they are"
		if p.In.DType == p.Out.DType && p.In.Layout.Equal(p.Out.Layout) {
			w.Action, w.Reason = NoOp, "nothing changes"
		}
		return w
	}
	w.Action = Copied
	if !verbatim {
		reasons = append(reasons, fmt.Sprintf("strides %s, offset %d are written in %c order", stage.Tuple(p.Out.Layout.Strides), p.Out.Layout.Offset, order))
	}
	w.Read += int64(p.Out.NumBytes())
	w.Written += int64(p.Out.NumBytes())
	w.Reason = strings.Join(reasons, "; ")
	return w
}

// header is the header of the result of a plan.
func (w Work) header(p stage.Plan) npy.Header {
	return npy.Header{DType: p.Out.DType, FortranOrder: w.Fortran, Shape: p.Out.Layout.Shape}
}
