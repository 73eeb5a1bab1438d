package stage

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// Kind is the kind of value that a parameter takes.
type Kind uint8

// The kinds.
const (
	Ints   Kind = iota // integers with commas between them, "()" for none
	Int                // one integer
	Choice             // one of Param.Choices
	Index              // NumPy's basic indexing: 1:3,::-1,...,0,newaxis
	DType              // a dtype's name or descr text
	Name               // any text
	Number             // one number: an integer, a float, inf, nan, True, False
	Switch             // on when it is named
)

// Param is one parameter of a stage: a flag of the command of the same name,
// and a positional argument in a pipeline.
type Param struct {
	Name     string   // the flag, without dashes; a Switch is named by it in a pipeline too
	Kind     Kind     // what it takes
	Choices  []string // Choice: what is allowed, in upper or lower case as written here
	Optional bool     // may be left out
	Default  string   // the value that stands for one left out, "" for none
	Usage    string   // one line of help
}

// Placeholder is the word that stands for the value in usage lines.
func (p Param) Placeholder() string {
	switch p.Kind {
	case Ints:
		return "INTS"
	case Int:
		return "N"
	case Choice:
		return strings.Join(p.Choices, "|")
	case Index:
		return "SPEC"
	case DType:
		return "DTYPE"
	case Number:
		return "NUMBER"
	}
	return "NAME"
}

// value is one parsed argument; the kind of its parameter tells which field
// holds it. The zero value is an argument left out.
type value struct {
	set   bool
	text  string // as it is written in a pipeline; Choice, Name: the value itself
	ints  []int
	n     int
	index []layout.Index
	dt    dtype.Type
}

// ErrArgument is the kind of a malformed argument.
var ErrArgument = errors.New("malformed argument")

// parse reads the text of one argument.
func (p Param) parse(text string) (value, error) {
	v := value{set: true, text: strings.TrimSpace(text)}
	var err error
	switch p.Kind {
	case Ints:
		v.ints, err = ParseInts(v.text)
	case Int:
		v.n, err = parseInt(v.text)
	case Choice:
		v.text, err = p.choose(v.text)
	case Index:
		v.index, err = layout.ParseIndex(v.text)
	case DType:
		v.dt, err = dtype.Parse(v.text)
	case Number:
		v.text, err = parseNumber(v.text)
	case Name:
		v.text = text
	case Switch:
		if v.text != p.Name {
			err = fmt.Errorf("%q, expected %q or nothing", v.text, p.Name)
		}
	}
	if err != nil {
		return value{}, &ArgumentError{Param: p.Name, Err: err}
	}
	return v, nil
}

// ArgumentError tells which argument was malformed or missing, and why. It
// wraps ErrArgument.
type ArgumentError struct {
	Param string // the name of the parameter
	Err   error  // what is wrong
}

// Error returns one line: the parameter and the fault.
func (e *ArgumentError) Error() string { return e.Param + ": " + e.Err.Error() }

// Unwrap returns ErrArgument and the fault.
func (e *ArgumentError) Unwrap() []error { return []error{ErrArgument, e.Err} }

// choose finds the choice that text means, whatever the case of its letters
// where only one can be meant.
func (p Param) choose(text string) (string, error) {
	if slices.Contains(p.Choices, text) {
		return text, nil
	}
	for _, c := range p.Choices {
		if strings.EqualFold(c, text) {
			return c, nil
		}
	}
	return "", fmt.Errorf("%q, expected %s", text, alternatives(p.Choices))
}

// alternatives is "A", "A or B", "A, B or C".
func alternatives(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// ParseInts reads integers with commas between them, also in parentheses as
// Python writes a tuple; "()" is none of them. It fails with ErrArgument.
func ParseInts(text string) ([]int, error) {
	if text == "()" {
		return []int{}, nil
	}
	if text == "" {
		return nil, errors.New("empty, expected integers with commas between them, or () for none")
	}
	if inner, ok := strings.CutPrefix(text, "("); ok && strings.HasSuffix(inner, ")") {
		// as Python and the messages here write a shape: (4, 6), (3,)
		text = strings.TrimSuffix(strings.TrimSuffix(inner, ")"), ",")
	}
	items := strings.Split(text, ",")
	ints := make([]int, len(items))
	for i, item := range items {
		var err error
		if ints[i], err = parseInt(strings.TrimSpace(item)); err != nil {
			return nil, fmt.Errorf("item %d of %q: %w", i+1, text, err)
		}
	}
	return ints, nil
}

func parseInt(text string) (int, error) {
	n, err := strconv.Atoi(text)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%s is out of range, expected an integer of at most %d bits", text, strconv.IntSize)
	case err != nil:
		return 0, fmt.Errorf("%q, expected an integer", text)
	}
	return n, nil
}

func parseNumber(text string) (string, error) {
	if text == "True" || text == "False" {
		return text, nil
	}
	if _, err := strconv.ParseFloat(text, 64); err != nil && !errors.Is(err, strconv.ErrRange) {
		return "", fmt.Errorf("%q, expected a number", text)
	}
	return text, nil
}
