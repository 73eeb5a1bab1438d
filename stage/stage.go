// Package stage is the language of ndtool's pipe: operations on one array,
// joined by |, such as
//
//	transpose 1,0 | slice ::2 | reshape 3,-1
//
// [Parse] turns the text into a [Pipeline]; [Pipeline.Plan] tells, from an
// array's type and layout alone, what each stage will make of it and whether
// it has to move bytes; [Pipeline.Apply] does it. Views stay views through a
// whole chain: nothing is copied until a stage has to.
//
// The table that [Ops] returns is the one source of the stages: their names,
// parameters and help. Commands, completion and documentation follow it.
package stage

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// Op is one kind of stage.
type Op struct {
	Name    string   // how it is called
	Suffix  string   // in.npy becomes in.Suffix.npy
	Params  []Param  // in the order of a pipeline's positional arguments
	Short   string   // one line of help
	Long    string   // more of it: the rule, what is a view and what is copied
	Example []string // arguments after the name, as in a pipeline

	computes bool // makes new values

	// plan gives the result's form from the operand's. A reason says that bytes
	// have to move and why; without one the result is a view.
	plan func(s Stage, in Form) (out Form, reason string, err error)
	// run makes the result when bytes have to move, or when more than the
	// layout changes; nil where the planned layout over the same storage is all.
	run runner
	// packs gives, of a stage that moves bytes only to put the elements one
	// behind the other, the operand's layout with its axes in the order in which
	// that is done: slowest first. nil for other stages.
	packs func(s Stage, in Form) (layout.Layout, error)
	apart apart // where the work can be cut; nil for nowhere
}

// Stage is an Op with its arguments.
type Stage struct {
	op   *Op
	args []value
}

// Pipeline is a chain of stages; nil leaves an array as it is.
type Pipeline []Stage

// Error tells which stage failed and why.
type Error struct {
	Number int    // counted from 1
	Of     int    // stages of the pipeline; 0 where it was not read to its end
	Stage  string // its text
	Err    error  // the fault: of kind layout, ops or dtype, or an *ArgumentError
}

// Error returns one line: the number and the text of the stage, unless it is the
// only one, and the fault.
func (e *Error) Error() string {
	if e.Of == 1 {
		return e.Err.Error()
	}
	name, _, _ := strings.Cut(e.Stage, " ")
	return fmt.Sprintf("stage %d (%s): %s", e.Number, e.Stage, strings.TrimPrefix(e.Err.Error(), name+": "))
}

// Unwrap returns the fault.
func (e *Error) Unwrap() error { return e.Err }

// Op returns the kind of the stage.
func (s Stage) Op() *Op { return s.op }

// String returns the stage as a pipeline spells it.
func (s Stage) String() string {
	var b strings.Builder
	b.WriteString(s.op.Name)
	for i, v := range s.args {
		if !v.set {
			continue
		}
		b.WriteByte(' ')
		b.WriteString(quote(s.op.Params[i].write(v)))
	}
	return b.String()
}

// String returns the pipeline as Parse reads it.
func (p Pipeline) String() string {
	texts := make([]string, len(p))
	for i, s := range p {
		texts[i] = s.String()
	}
	return strings.Join(texts, " | ")
}

// write is the text of an argument, without the spaces that it was given with.
func (p Param) write(v value) string {
	if p.Kind == Ints {
		if len(v.ints) == 0 {
			return "()"
		}
		return strings.ReplaceAll(strings.Trim(fmt.Sprint(v.ints), "[]"), " ", ",")
	}
	return v.text
}

// Find returns the kind of stage of that name. The error wraps ErrUnknown and
// names what may have been meant.
func Find(name string) (*Op, error) {
	for i := range table {
		if table[i].Name == name {
			return &table[i], nil
		}
	}
	hint := ""
	if near := nearest(name); near != "" {
		hint = fmt.Sprintf(", did you mean %q?", near)
	}
	return nil, fmt.Errorf("%w %q%s", ErrUnknown, name, hint)
}

// Ops returns the kinds of stages, in the order of the documentation. The
// slice is shared: read it only.
func Ops() []Op { return table }

// New returns the stage of that name with positional arguments, as a pipeline
// has them. Errors wrap ErrUnknown or ErrArgument.
func New(name string, args ...string) (Stage, error) {
	op, err := Find(name)
	if err != nil {
		return Stage{}, err
	}
	s := Stage{op: op, args: make([]value, len(op.Params))}
	next := 0
	for _, text := range args {
		if k := op.switchNamed(text); k >= 0 {
			s.args[k] = value{set: true, text: text}
			continue
		}
		for next < len(op.Params) && op.Params[next].Kind == Switch {
			next++
		}
		if next == len(op.Params) {
			return Stage{}, fmt.Errorf("%w: %q is too much, expected %s", ErrArgument, text, op.Usage())
		}
		if s.args[next], err = op.Params[next].parse(text); err != nil {
			return Stage{}, err
		}
		next++
	}
	if err := s.complete(); err != nil {
		return Stage{}, fmt.Errorf("%w, expected %s", err, op.Usage())
	}
	return s, nil
}

// With returns the stage with its arguments by name, as flags give them.
// Parameters that are not in args are left out. Errors wrap ErrArgument.
func (op *Op) With(args map[string]string) (Stage, error) {
	s := Stage{op: op, args: make([]value, len(op.Params))}
	for k, p := range op.Params {
		text, ok := args[p.Name]
		if !ok {
			continue
		}
		var err error
		if s.args[k], err = p.parse(text); err != nil {
			return Stage{}, err
		}
	}
	return s, s.complete()
}

// complete refuses a stage without a parameter that it needs.
func (s Stage) complete() error {
	for k, p := range s.op.Params {
		if !p.Optional && !s.args[k].set {
			return &ArgumentError{Param: p.Name, Err: errors.New("not given")}
		}
	}
	return nil
}

// Usage is the name with the parameters, as a pipeline has them:
// "reshape INTS [C|F|A]".
func (op *Op) Usage() string {
	var b strings.Builder
	b.WriteString(op.Name)
	for _, p := range op.Params {
		word := strings.ToUpper(p.Name)
		switch p.Kind {
		case Choice:
			word = p.Placeholder()
		case Switch:
			word = p.Name
		}
		if p.Optional {
			word = "[" + word + "]"
		}
		b.WriteString(" " + word)
	}
	return b.String()
}

func (op *Op) switchNamed(text string) int {
	for k, p := range op.Params {
		if p.Kind == Switch && p.Name == text {
			return k
		}
	}
	return -1
}

// Form is an array without its data: all that a plan needs.
type Form struct {
	DType   dtype.Type    // of the elements
	Layout  layout.Layout // shape; strides and offset in bytes
	Storage int           // bytes of the storage that the layout lies in
}

// NumBytes returns the bytes of the logical array, as a packed copy has them.
// A form that ndarray accepted cannot overflow here.
func (f Form) NumBytes() int { return f.Layout.Len() * f.DType.ItemSize() }

// Args yields the arguments that were given: the parameter's name and the text.
func (s Stage) Args() iter.Seq2[string, string] {
	return func(yield func(name, text string) bool) {
		for k, v := range s.args {
			if p := s.op.Params[k]; v.set && !yield(p.Name, p.write(v)) {
				return
			}
		}
	}
}

// Computes reports whether the stage makes new values; other stages only
// rearrange the elements there are.
func (op *Op) Computes() bool { return op.computes }
