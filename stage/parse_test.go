package stage

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/ndarray/layout"
)

func TestParse(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{"  \n ", ""},
		{"transpose 1,0 | slice ::2 | reshape 3,-1", "transpose 1,0 | slice ::2 | reshape 3,-1"},
		{"transpose|flip|copy", "transpose | flip | copy"},
		{"reshape 4, -1", "reshape 4,-1"},
		{"reshape 4 , 6  F", "reshape 4,6 F"},
		{"reshape 4,6 f no-copy", "reshape 4,6 F no-copy"},
		{"reshape 4,6 no-copy", "reshape 4,6 no-copy"},
		{"reshape ()", "reshape ()"},
		{"reshape (4, 6) | reshape (24,)", "reshape 4,6 | reshape 24"},
		{"squeeze () | flip -1,+2", "squeeze () | flip -1,2"},
		{"slice 1:3, ::-1, ..., 0, newaxis", "slice '1:3,::-1,...,0,newaxis'"},
		{"slice ()", "slice ()"},
		{"field re", "field re"},
		{"field 'a b'", "field 'a b'"},
		{`field "it's"`, "field 'it''s'"},
		{"field 'it''s | 2'", "field 'it''s | 2'"},
		{"field ''", "field ''"},
		{"view-as |u1 | copy", "view-as '|u1' | copy"},
		{"view-as [('a', '<f4'), ('b', '|i1', (2,))] | field a", "view-as '[(''a'',''<f4''),(''b'',''|i1'',(2,))]' | field a"},
		{"unfold -1 3 2", "unfold -1 3 2"},
		{"as-strided 4,3 80,8 88 elements", "as-strided 4,3 80,8 88 elements"},
	}
	for _, test := range tests {
		p, err := Parse(test.text)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if strings.ReplaceAll(p.String(), ", ", ",") != test.want {
			t.Errorf("%q is %q, expected %q", test.text, p, test.want)
		}
		again, err := Parse(p.String())
		if err != nil || again.String() != p.String() {
			t.Errorf("%q is read back as %q, %v", p, again, err)
		}
	}
}

func TestParseRefusals(t *testing.T) {
	tests := []struct {
		text   string
		kind   error
		number int
		says   string
	}{
		{"|", ErrSyntax, 1, "expected a stage"},
		{"copy | | flip", ErrSyntax, 2, "expected a stage"},
		{"copy |", ErrSyntax, 2, "expected a stage"},
		{"copy | tranpose", ErrUnknown, 2, `did you mean "transpose"?`},
		{"frobnicate 1", ErrUnknown, 1, `unknown stage "frobnicate"`},
		{"reshape", ErrArgument, 1, "to: not given, expected reshape TO [C|F|A] [no-copy]"},
		{"reshape 4,,6", ErrArgument, 1, `item 2 of "4,,6": ""`},
		{"reshape 4x6", ErrArgument, 1, `"4x6", expected an integer`},
		{"reshape 4,6.0", ErrArgument, 1, `"6.0", expected an integer`},
		{"reshape ٤,٦", ErrArgument, 1, "expected an integer"},
		{"reshape 99999999999999999999", ErrArgument, 1, "out of range"},
		{"reshape 4 6", ErrArgument, 1, `order: "6", expected C, F or A`},
		{"reshape 4 F C", ErrArgument, 1, `"C" is too much`},
		{"contiguous K", ErrArgument, 1, "expected C or F"},
		{"copy now", ErrArgument, 1, `"now" is too much, expected copy`},
		{"field 'a", ErrSyntax, 1, "' without its end"},
		{"field 'a'b", ErrSyntax, 1, "right after the closing '"},
		{"view-as [('a', '<f4')", ErrSyntax, 1, "a bracket without its end"},
		{"view-as nosuch", ErrArgument, 1, "dtype: "},
		{"slice 1:x", ErrArgument, 1, "at: "},
		{"slice 1:x", layout.ErrSyntax, 1, "at: "},
	}
	for _, test := range tests {
		_, err := Parse(test.text)
		var e *Error
		if !errors.As(err, &e) || !errors.Is(err, test.kind) {
			t.Errorf("%q: error %v, expected one of kind %v", test.text, err, test.kind)
			continue
		}
		if e.Number != test.number || !strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, expected stage %d and %q", test.text, err, test.number, test.says)
		}
	}
}

// TestTable: every stage is complete and its examples can be read.
func TestTable(t *testing.T) {
	var names []string
	for _, op := range Ops() {
		names = append(names, op.Name)
		if op.Suffix == "" || op.Short == "" || op.Long == "" || len(op.Example) == 0 || op.plan == nil {
			t.Errorf("%s is incomplete", op.Name)
		}
		for _, line := range strings.Split(op.Long, "\n") {
			if len(line) > 120 {
				t.Errorf("%s: a line of help of %d characters", op.Name, len(line))
			}
		}
		for _, text := range op.Example {
			if p, err := Parse(op.Name + " " + text); err != nil || len(p) != 1 {
				t.Errorf("%s %s: %v", op.Name, text, err)
			}
		}
		optional := false
		for _, p := range op.Params {
			if p.Usage == "" || p.Kind == Choice && len(p.Choices) == 0 {
				t.Errorf("%s: parameter %s is incomplete", op.Name, p.Name)
			}
			if optional && !p.Optional {
				t.Errorf("%s: %s must be given but follows one that may be left out", op.Name, p.Name)
			}
			optional = optional || p.Optional
			if p.Default != "" {
				if _, err := p.parse(p.Default); err != nil {
					t.Errorf("%s: default of %s: %v", op.Name, p.Name, err)
				}
			}
		}
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(Ops()) {
		t.Error("a name occurs twice")
	}
}

func TestWith(t *testing.T) {
	op, err := Find("unfold")
	if err != nil {
		t.Fatal(err)
	}
	s, err := op.With(map[string]string{"axis": "0", "size": " 3"})
	if err != nil || s.String() != "unfold 0 3" {
		t.Errorf("%q, %v", s, err)
	}
	if _, err := op.With(map[string]string{"axis": "0"}); !errors.Is(err, ErrArgument) {
		t.Errorf("without size: %v", err)
	}
	if _, err := op.With(map[string]string{"axis": "x", "size": "3"}); !errors.Is(err, ErrArgument) {
		t.Errorf("axis x: %v", err)
	}
	args := make(map[string]string)
	for name, text := range s.Args() {
		args[name] = text
	}
	if len(args) != 2 || args["axis"] != "0" || args["size"] != "3" {
		t.Errorf("arguments %v", args)
	}
}

// FuzzParse: whatever the text, reading it neither fails badly nor changes
// meaning when it is written and read again.
func FuzzParse(f *testing.F) {
	for _, op := range Ops() {
		for _, text := range op.Example {
			f.Add(op.Name + " " + text + " | copy")
		}
	}
	for _, text := range []string{"field 'it''s'", "view-as |u1", "slice 1:3, ::-1", "reshape 4, -1 F", "copy ||", "field [a", `field "`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("error of type %T", err)
			}
			return
		}
		again, err := Parse(p.String())
		if err != nil {
			t.Fatalf("%q is written as %q, which is refused: %v", text, p, err)
		}
		if again.String() != p.String() {
			t.Fatalf("%q is written as %q and read back as %q", text, p, again)
		}
	})
}
