package batch

import "fmt"

// Outcome is what was done, or would be, with one input.
type Outcome struct {
	File     string   `json:"file"`
	Output   string   `json:"output,omitempty"` // "" for standard output
	Action   Action   `json:"action"`
	Reason   string   `json:"reason,omitempty"`
	Arrays   []Result `json:"arrays"`
	Read     int64    `json:"bytes_read"`
	Written  int64    `json:"bytes_written"`
	Skipped  bool     `json:"skipped,omitempty"` // an earlier run has done it
	Warnings []string `json:"warnings,omitempty"`
	Place    Place    `json:"-"`
}

// Result is one array of an outcome.
type Result struct {
	Name    string `json:"name,omitempty"`
	Shape   []int  `json:"shape"`
	DType   string `json:"dtype"`
	Fortran bool   `json:"fortran_order"`
}

// count adds an array to the outcome.
func (j *job) count(name string, p planned) {
	o, w := j.o, p.work
	if len(o.Arrays) == 0 || w.Action == Copied && o.Action != Copied || o.Action == NoOp {
		o.Action, o.Reason = w.Action, w.Reason
	}
	o.Read += w.Read
	o.Written += w.Written
	h := w.header(p.plan)
	shape := h.Shape
	if shape == nil {
		shape = []int{}
	}
	o.Arrays = append(o.Arrays, Result{Name: name, Shape: shape, DType: h.DType.Str(), Fortran: h.FortranOrder})
}

// String is the outcome as a dry run tells it.
func (o Outcome) String() string {
	if o.Skipped {
		return fmt.Sprintf("%s: skipped, %s", o.File, o.Reason)
	}
	to := ""
	switch {
	case o.Place == InPlace:
	case o.Output == "":
		to = " -> standard output"
	default:
		to = " -> " + o.Output
	}
	return fmt.Sprintf("%s%s: %s, %d bytes read, %d written (%s)", o.File, to, o.Action, o.Read, o.Written, o.Reason)
}
