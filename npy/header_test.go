package npy

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// Header texts, the sizes they stand for or the kind of the refusal, in each of
// the three versions.
func TestHeaderText(t *testing.T) {
	plain := "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }"
	with := func(old, new string) string { return strings.Replace(plain, old, new, 1) }
	for _, c := range []struct {
		text string
		kind error // nil: accepted as shape (2, 3)
		only byte  // the versions that this is for: 0 all, 1 versions 1 and 2, 3 version 3
	}{
		{plain, nil, 0},
		{plain + "\n", nil, 0},
		{plain + "    \n", nil, 0},
		{plain + "\n    \n", nil, 0},
		{plain + "\n  ", nil, 1},
		{plain + "\n  ", ErrHeader, 3},
		{plain + "\r\n", nil, 0},
		{plain + " # comment", nil, 0},
		{"  " + plain, nil, 0},
		{"\n" + plain, nil, 0},
		{"\n " + plain, ErrHeader, 0},
		{"(" + plain + ")", nil, 0},
		{plain + "\x00", ErrHeader, 0},
		{plain + "x", ErrHeader, 0},
		{plain + "\v", ErrHeader, 0},
		{plain + "\x1f", ErrHeader, 0},
		{plain + "\xa0", ErrHeader, 0},
		{"{'shape': (2, 3), 'descr': \"<f8\", 'fortran_order': False}", nil, 0},
		{"{'descr':'<f8','fortran_order':False,'shape':(2,3)}", nil, 0},
		{with("}", "'shape': (2, 3)}"), nil, 0},
		{with("'shape': (2, 3)", "'shape': (7,), 'shape': (2, 3)"), nil, 0},
		{with("(2, 3)", "(2, 3,)"), nil, 0},
		{with("(2, 3)", "(2L, 3L)"), nil, 1},
		{with("(2, 3)", "(2L, 3L)"), ErrHeader, 3},
		{with("(2, 3)", "[2, 3]"), ErrShape, 0},
		{with("(2, 3)", "(6)"), ErrShape, 0},
		{with("(2, 3)", "6"), ErrShape, 0},
		{with("(2, 3)", "'6'"), ErrShape, 0},
		{with("(2, 3)", "None"), ErrShape, 0},
		{with("(2, 3)", "(2, -3)"), ErrShape, 0},
		{with("(2, 3)", "(-2, -3)"), ErrShape, 0},
		{with("(2, 3)", "(True, 6)"), ErrShape, 0},
		{with("(2, 3)", "(2.0, 3)"), ErrShape, 0},
		{with("(2, 3)", "(None,)"), ErrShape, 0},
		{with("(2, 3)", "(0x2, 3)"), ErrShape, 0},
		{with("(2, 3)", "(1_0,)"), ErrShape, 0},
		{with("(2, 3)", "(+2, 3)"), ErrShape, 0},
		{with("(2, 3)", "(02, 3)"), ErrHeader, 0},
		{with("(2, 3)", "(1+1, 3)"), ErrHeader, 0},
		{with("(2, 3)", "(np.int64(2), 3)"), ErrHeader, 0},
		{with("(2, 3)", "(99999999999999999999,)"), ErrTooLarge, 0},
		{with("(2, 3)", "("+strings.Repeat("1, ", 65)+")"), ErrShape, 0},
		{with("False", "0"), ErrHeader, 0},
		{with("False", "None"), ErrHeader, 0},
		{with("False", "'False'"), ErrHeader, 0},
		{with("False", "false"), ErrHeader, 0},
		{with(", 'shape': (2, 3)", ""), ErrHeader, 0},
		{with(", }", ", 'x': 1}"), ErrHeader, 0},
		{with(", }", ", 1: 2}"), ErrHeader, 0},
		{with(", }", ", b'shape': (2, 3)}"), ErrHeader, 0},
		{with("'<f8'", "'|O'"), ErrObject, 0},
		{with("'<f8'", "[('a', '<f8'), ('b', [('c', '|O8')])]"), ErrObject, 0},
		{with("'<f8'", "'<f3'"), ErrDType, 0},
		{with("'<f8'", "'<f1'"), ErrDType, 0},
		{with("'<f8'", "b'<f8'"), ErrDType, 0},
		{with("'<f8'", "('<f8', (2,))"), ErrDType, 0},
		{with("'<f8'", "None"), ErrDType, 0},
		{with("'<f8'", "{'names': ['a'], 'formats': ['<f8']}"), ErrDType, 0},
		{"", ErrHeader, 0},
		{"{}", ErrHeader, 0},
		{"[]", ErrHeader, 0},
		{"{'descr'}", ErrHeader, 0},
		{plain[:len(plain)-1], ErrHeader, 0},
		{strings.Repeat("(", 5000), ErrHeader, 0},
		{strings.Repeat("{'descr': ", 800), ErrHeader, 0},
	} {
		for version := byte(1); version <= 3; version++ {
			if c.only == 1 && version == 3 || c.only == 3 && version < 3 {
				continue
			}
			if version == 3 && strings.Contains(c.text, "\xa0") {
				c.kind = ErrHeader
			}
			b := raw(version, c.text)
			h, err := ReadHeader(bytes.NewReader(b), Options{})
			switch {
			case !errors.Is(err, c.kind):
				t.Errorf("version %d, %q: %v, want %v", version, c.text, err, c.kind)
			case err == nil && (!slices.Equal(h.Shape, []int{2, 3}) || h.DType != dtype.Float64.WithOrder(dtype.Little) || h.FortranOrder || h.Offset != int64(len(b))):
				t.Errorf("version %d, %q: %+v", version, c.text, h)
			case err != nil:
				e := err.(*Error)
				if e.Offset < int64(prefixLen([2]uint8{version, 0})) || e.Offset > int64(len(b)) || strings.Contains(err.Error(), "\n") {
					t.Errorf("version %d, %q: %v", version, c.text, err)
				}
			}
		}
	}
}

// The byte of a fault is the byte of the file, whatever the character set.
func TestFaultOffset(t *testing.T) {
	for version, name := range map[byte]string{1: "\xe9\xe8", 2: "\xe9", 3: "é"} {
		text := "{'descr': [('" + name + "', '<f8')], 'fortran_order': 0, 'shape': (2, 3)}"
		b := raw(version, text)
		_, err := ReadHeader(bytes.NewReader(b), Options{})
		e, ok := err.(*Error)
		if want := bytes.Index(b, []byte("0, 'shape'")); !ok || e.Offset != int64(want) {
			t.Errorf("version %d: %v, want byte %d", version, err, want)
		}
	}
	b := raw(3, "{'descr': '\xff'}")
	_, err := ReadHeader(bytes.NewReader(b), Options{})
	if e, ok := err.(*Error); !ok || e.Offset != 23 || !errors.Is(err, ErrHeader) {
		t.Errorf("bad UTF-8 at byte 23: %v", err)
	}
}

// Headers that break the rules but can mean one thing only are refused with a
// hint, and read by Repair.
func TestRepair(t *testing.T) {
	for text, shape := range map[string][]int{
		"{'descr': '<f8', 'fortran_order': False, 'shape': (184)}":                         {184},
		"{'descr': '<f8', 'fortran_order': False, 'shape': 184}":                           {184},
		"{'descr': '<f8', 'fortran_order': False, 'shape': [2, 3]}":                        {2, 3},
		"{'descr': '<f8', 'fortran_order': False, 'shape': (np.int64(3), numpy.uint8(4))}": {3, 4},
		"{\"descr\": \"<f8\", \"fortran_order\": false, \"shape\": [2, 3]}":                {2, 3},
		"{'descr': '<f8', 'fortran_order': 0, 'shape': (2, 3)}":                            {2, 3},
		"{'descr': '<f8', 'fortran_order': np.False_, 'shape': (2, 3)}":                    {2, 3},
		"{'descr': '<f8', 'fortran_order': np.True_, 'shape': (2, 3)}":                     {2, 3},
		"{'descr': '<f8', 'fortran_order': False, 'shape': (2.0, 3)}":                      {2, 3},
		"{'descr': '<f8', 'fortran_order': False, 'shape': (0x10, 1_0, +2)}":               {16, 10, 2},
		"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)}\x00\x00\x00":            {2, 3},
	} {
		for _, version := range []byte{1, 3} {
			b := raw(version, text)
			_, err := ReadHeader(bytes.NewReader(b), Options{})
			if err == nil || !strings.Contains(err.Error(), "fix") {
				t.Errorf("%s: %v, want a refusal that names fix", text, err)
			}
			h, err := ReadHeader(bytes.NewReader(b), Options{Repair: true})
			if err != nil || !slices.Equal(h.Shape, shape) || h.FortranOrder != strings.Contains(text, "True") || h.Offset != int64(len(b)) {
				t.Errorf("%s: %+v, %v", text, h, err)
			}
		}
	}
	b := raw(3, "{'descr': '<f8', 'fortran_order': False, 'shape': (2L, 3L)}")
	if h, err := ReadHeader(bytes.NewReader(b), Options{Repair: true}); err != nil || !slices.Equal(h.Shape, []int{2, 3}) {
		t.Errorf("%+v, %v", h, err)
	}
	inString := raw(1, "{'descr': [('np.int64(3) true', '<f8')], 'fortran_order': False, 'shape': (2)}")
	h, err := ReadHeader(bytes.NewReader(inString), Options{Repair: true})
	if err != nil || h.DType.Fields()[0].Name != "np.int64(3) true" {
		t.Errorf("a field name was respelled: %v, %v", h.DType, err)
	}
	for _, text := range []string{
		"{'descr': '<f8', 'fortran_order': False, 'shape': (2.5,)}",
		"{'descr': '<f8', 'fortran_order': 2, 'shape': (2,)}",
		"{'descr': '<f8', 'fortran_order': False, 'shape': '2'}",
		"{'descr': '<f8', 'fortran_order': False}",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (n,)}",
	} {
		_, err := ReadHeader(bytes.NewReader(raw(1, text)), Options{})
		if err == nil || strings.Contains(err.Error(), "fix") {
			t.Errorf("%s: %v, want a refusal without a hint", text, err)
		}
	}
}

// What is written reads back as the same header.
func TestHeaderRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.String().Draw(t, "name")
		field, err := dtype.NewRecord([]dtype.Field{{Name: "n" + name, Type: dtype.Float32}, {Name: "'", Offset: 4, Type: dtype.BytesOf(3)}}, 7)
		if err != nil {
			t.Skip(err) // a name that no record can have
		}
		h := Header{
			DType:        rapid.SampledFrom([]dtype.Type{dtype.Bool, dtype.Int64.WithOrder(dtype.Big), dtype.UnicodeOf(4), field}).Draw(t, "dtype"),
			FortranOrder: rapid.Bool().Draw(t, "order"),
			Shape:        rapid.SliceOfN(rapid.IntRange(0, 2), 0, 20).Draw(t, "shape"),
		}
		b, err := h.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadHeader(bytes.NewReader(append(b, "data"...)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !got.equal(h) || got.Offset != int64(len(b)) || len(b)%dataAlign != 0 || b[len(b)-1] != '\n' {
			t.Fatalf("%+v reads back as %+v", h, got)
		}
		again, err := got.appendWithin(nil, got.Version, len(b))
		if err != nil || !bytes.Equal(again, b) {
			t.Fatalf("rewritten in place: %q (%v), want %q", again, err, b)
		}
	})
}
