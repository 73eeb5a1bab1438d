package stage

import (
	"context"
	"fmt"
	"strings"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// Step is what one stage does to an array, without having its data.
type Step struct {
	Stage   Stage  // the stage and its arguments
	In, Out Form   // the array before and after it
	Reason  string // why bytes have to move; "" for a view
}

// Copies reports whether the step moves bytes: its result lies in storage of
// its own.
func (s Step) Copies() bool { return s.Reason != "" }

// Read returns how many bytes of elements the step reads, 0 for a view.
func (s Step) Read() int {
	if s.Copies() {
		return s.In.NumBytes()
	}
	return 0
}

// Written returns how many bytes of elements the step writes, 0 for a view.
func (s Step) Written() int {
	if s.Copies() {
		return s.Out.NumBytes()
	}
	return 0
}

// Plan is what a pipeline does to an array, step by step.
type Plan struct {
	In, Out Form   // the array before the first and after the last step
	Steps   []Step // one a stage
}

// FormOf returns the form of an array: its dtype, shape, strides and storage.
func FormOf(a *ndarray.Array) Form {
	return Form{DType: a.DType(), Layout: a.Layout(), Storage: a.Storage().Len()}
}

// Plan tells what the pipeline will make of an array of the form. It looks at
// type and layout alone, and is what Apply follows. A refusal is an *Error that
// names the stage; it wraps the sentinels of layout, dtype and ops.
func (p Pipeline) Plan(in Form) (Plan, error) {
	plan := Plan{In: in, Out: in, Steps: make([]Step, len(p))}
	for i, s := range p {
		out, reason, err := s.op.plan(s, plan.Out)
		if err != nil {
			return Plan{}, &Error{Number: i + 1, Of: len(p), Stage: s.String(), Err: s.blame(err)}
		}
		plan.Steps[i] = Step{Stage: s, In: plan.Out, Out: out, Reason: reason}
		plan.Out = out
	}
	return plan, nil
}

// Stream tells whether the result can be saved in one pass over the input's
// storage: no stage moves bytes, or one does that merely packs the elements, and
// what follows it leaves its bytes in their order. Then the elements of source,
// in C order, are the data of the saved result; source lies in the storage of
// In. So reshape and contiguous need no copy between input and output.
func (p Plan) Stream() (source Form, ok bool) {
	for i, s := range p.Steps {
		if !s.Copies() {
			continue
		}
		if s.Stage.op.packs == nil {
			return Form{}, false
		}
		for _, later := range p.Steps[i+1:] {
			if later.Copies() {
				return Form{}, false
			}
		}
		l, err := s.Stage.op.packs(s.Stage, s.In)
		_, verbatim := p.Out.Saved()
		return Form{DType: s.In.DType, Layout: l, Storage: s.In.Storage}, verbatim && err == nil
	}
	source = p.Out
	if order, _ := p.Out.Saved(); order == layout.F {
		source.Layout = source.Layout.Transpose()
	}
	return source, true
}

// Apply runs the pipeline on an array of any shape that its stages fit. The
// result is a view of a's storage where every stage is one, else it has storage
// of its own. When the context is done it soon ends with the context's error, in
// the middle of a stage too. Other errors are those of Plan, and of a storage that
// is closed.
func (p Pipeline) Apply(ctx context.Context, a *ndarray.Array) (*ndarray.Array, error) {
	plan, err := p.Plan(FormOf(a))
	if err != nil {
		return nil, err
	}
	return plan.Apply(ctx, a)
}

// Apply runs the plan on an array of the form it was made for: dtype, shape and
// strides. The result, a view or not, and the errors are as for Pipeline.Apply.
func (p Plan) Apply(ctx context.Context, a *ndarray.Array) (*ndarray.Array, error) {
	for i, s := range p.Steps {
		err := ctx.Err()
		switch {
		case err != nil:
		case s.Copies():
			a, err = s.Stage.op.run(s.Stage, a.WithContext(ctx))
		default:
			a, err = ndarray.FromStorage(a.Storage(), s.Out.DType, s.Out.Layout)
		}
		if err != nil && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, &Error{Number: i + 1, Of: len(p.Steps), Stage: s.Stage.String(), Err: s.Stage.blame(err)}
		}
	}
	return a.WithContext(context.Background()), nil
}

// blame puts the stage's name in the place of the operation that a refusal
// names: the user asked for a reshape and not for a view.
func (s Stage) blame(err error) error {
	switch e := err.(type) {
	case *layout.Error:
		named := *e
		named.Op = s.op.Name
		return &named
	case *ops.Error:
		named := *e
		named.Op = s.op.Name
		return &named
	case *layout.NeedsCopy:
		named := *e
		named.Op = s.op.Name
		return &named
	}
	return err
}

// Tuple is sizes or strides as Python writes a tuple.
func Tuple(s []int) string {
	if len(s) == 1 {
		return fmt.Sprintf("(%d,)", s[0])
	}
	return "(" + strings.ReplaceAll(strings.Trim(fmt.Sprint(s), "[]"), " ", ", ") + ")"
}

// Saved is how np.save stores an array of a form: the order of its elements,
// and whether the bytes of its storage already are the file's data.
func (f Form) Saved() (order layout.Order, verbatim bool) {
	size := f.DType.ItemSize()
	order = layout.C
	contiguous := f.Layout.IsC(size)
	if !contiguous && f.Layout.IsF(size) {
		order, contiguous = layout.F, true
	}
	return order, contiguous && f.Layout.Offset == 0 && f.NumBytes() == f.Storage
}
