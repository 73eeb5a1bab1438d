package ndarray_test

import (
	"fmt"
	"testing"

	"github.com/ndtool/ndtool/fixtures"
)

// Every chain of views gives the shape, strides, offset, sharing and elements
// that NumPy or PyTorch gave, or is refused for the same reason at the same
// step.
func TestViewChains(t *testing.T) {
	for _, name := range []string{"views_numpy.jsonl.gz", "views_torch.jsonl.gz"} {
		t.Run(name, func(t *testing.T) {
			cases, err := fixtures.Load(name)
			if err != nil {
				t.Fatal(err)
			}
			for n, c := range cases {
				what := fmt.Sprintf("case %d: %s %v/%v+%d %+v", n+1, c.In.DType, c.In.Shape, c.In.Strides, c.In.Offset, spelled(c.Steps))
				a, err := open(c.In)
				if err != nil {
					t.Errorf("%s: %v", what, err)
					continue
				}
				r, copied, at, err := walk(a, c.Steps)
				if c.Want == nil {
					checkRefusal(t, what, c.Refuse, err)
					if err != nil && at != len(c.Steps)-1 {
						t.Errorf("%s: refused at step %d already: %v", what, at, err)
					}
					continue
				}
				if err != nil {
					t.Errorf("%s: step %d: %v", what, at, err)
					continue
				}
				for _, d := range differences(t, r, copied, *c.Want) {
					t.Errorf("%s: %s", what, d)
				}
			}
		})
	}
}

// spelled writes steps with the arguments that they have.
func spelled(steps []fixtures.Step) (text []string) {
	for _, s := range steps {
		b := s.Op
		if s.Axes != nil {
			b += fmt.Sprint(" axes ", s.Axes)
		}
		if s.Shape != nil {
			b += fmt.Sprint(" ", s.Shape)
		}
		switch s.Op {
		case "slice":
			b += " " + s.At
		case "field":
			b += " " + s.Name
		case "view_as":
			b += " " + s.DType
		case "swapaxes", "diagonal":
			b += fmt.Sprint(" k ", s.K, " axes ", s.Axis, " ", s.Axis2)
		case "unfold", "split", "unflatten":
			b += fmt.Sprint(" axis ", s.Axis, " size ", s.Size, " step ", s.Step)
		case "as_strided":
			b += fmt.Sprint("/", s.Strides, "+", s.Offset)
		case "moveaxis":
			b += fmt.Sprint(" to ", s.To)
		}
		text = append(text, b+" "+s.Order)
	}
	return text
}
