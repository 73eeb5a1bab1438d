package pyliteral

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// dump writes v in the notation of scripts/fixtures_literal.py.
func dump(b *strings.Builder, v Value) {
	list := func(open, close string) {
		b.WriteString(open)
		for _, item := range v.Items {
			dump(b, item)
			b.WriteByte(',')
		}
		b.WriteString(close)
	}
	switch v.Kind {
	case None:
		b.WriteByte('N')
	case Ellipsis:
		b.WriteByte('E')
	case Bool:
		if v.Bool {
			b.WriteByte('T')
		} else {
			b.WriteByte('F')
		}
	case Int:
		if v.Big {
			b.WriteString("big")
		} else {
			b.WriteString("i" + strconv.FormatInt(v.Int, 10))
		}
	case Float:
		b.WriteByte('f')
	case Str:
		b.WriteString("s" + hex.EncodeToString([]byte(v.Text)))
	case Bytes:
		b.WriteString("b" + hex.EncodeToString([]byte(v.Text)))
	case Tuple:
		list("(", ")")
	case List:
		list("[", "]")
	case Set:
		list("set(", ")")
	case Dict:
		b.WriteByte('{')
		for i, item := range v.Items {
			dump(b, v.Keys[i])
			b.WriteByte(':')
			dump(b, item)
			b.WriteByte(',')
		}
		b.WriteByte('}')
	}
}

// TestPython compares every text of the fixture with Python's answer.
func TestPython(t *testing.T) {
	f, err := os.Open("testdata/literals.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, accepted := 0, 0
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var row []*string
		if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		lines++
		for i, long := range []bool{false, true} {
			text, want := *row[0], row[min(i+1, len(row)-1)]
			v, err := Parse(text, Options{LongSuffix: long})
			switch {
			case want != nil && *want == "?":
			case err != nil && want != nil && !strings.Contains(text, `\N`):
				t.Errorf("Parse(%q, long=%v): %v; Python gives %s", text, long, err, *want)
			case err == nil && want == nil:
				t.Errorf("Parse(%q, long=%v) accepts what Python refuses", text, long)
			case err == nil:
				accepted++
				var b strings.Builder
				dump(&b, v)
				if b.String() != *want {
					t.Errorf("Parse(%q, long=%v) = %s, want %s", text, long, b.String(), *want)
				}
			}
		}
	}
	if sc.Err() != nil {
		t.Fatal(sc.Err())
	}
	if lines < 500 || accepted < lines/10 {
		t.Errorf("only %d texts, %d accepted: the fixture tests nothing", lines, accepted)
	}
}

func TestPositions(t *testing.T) {
	const text = ` {'a' "b": (-1, ( 2 ), [3 + 4j]), }`
	v, err := Parse(text, Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := func(v Value) string { return text[v.Pos:v.End] }
	tuple := v.Items[0]
	for _, c := range []struct{ got, want string }{
		{at(v), text[1:]},
		{at(v.Keys[0]), `'a' "b"`},
		{at(tuple), "(-1, ( 2 ), [3 + 4j])"},
		{at(tuple.Items[0]), "-1"},
		{at(tuple.Items[1]), "2"},
		{at(tuple.Items[2]), "[3 + 4j]"},
		{at(tuple.Items[2].Items[0]), "3 + 4j"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		pos  int
		msg  string
	}{
		{"", 0, "found the end of the text where a value was expected"},
		{"(1, 2", 5, `found the end of the text where "," or ")" was expected`},
		{"(1 2)", 3, `found '2' where "," or ")" was expected`},
		{"{'a' 1}", 5, `found '1' where "," or "}" was expected`},
		{"{'a': 1, 2}", 10, `found '}' where ":" was expected`},
		{"{} x", 3, `found "x" where the end of the literal was expected`},
		{"{}\x00", 2, `found '\x00' where the end of the literal was expected`},
		{"{}\n  ", 5, "the last line is white space without a newline"},
		{"(02,)", 1, "an integer must not start with 0"},
		{"(2L,)", 1, "malformed number"},
		{"(1+1,)", 3, "found an expression; only a literal is read"},
		{"np.int64(3)", 0, `found the name "np"; only a literal is read`},
		{"('a", 1, "the string that starts here has no end"},
		{`'\xg0'`, 1, `the escape "\x" needs 2 hexadecimal digits`},
		{`'\N{BULLET}'`, 1, `named characters (\N{...}) are not read`},
		{"f'a'", 0, "found a formatted string; only a literal is read"},
		{"{[]: 1}", 1, "a list, dict or set can be no key and no item of a set"},
		{strings.Repeat("[", 201), 200, "brackets are nested deeper than 200"},
		{strings.Repeat("1,", 1<<15), 40960, "found more than 20480 values in a text of 65536 bytes"},
		{"-'a'", 0, "the sign '-' does not stand before a number"},
		{"'\xff'", 1, "found a byte that is not UTF-8 in a string"},
	} {
		_, err := Parse(c.text, Options{})
		var e *Error
		if !errors.As(err, &e) || e.Pos != c.pos || e.Msg != c.msg {
			t.Errorf("Parse(%q): %v, want byte %d: %s", c.text, err, c.pos, c.msg)
		}
	}
}

// TestLongTexts reads texts that are long in one respect each: what takes more
// than linear time never ends here.
func TestLongTexts(t *testing.T) {
	const n = 1 << 20
	for _, c := range []struct {
		open, item, close string
		ok                bool
	}{
		{"[", "'abc', ", "]", true},
		{"{", "'ab': 'c', ", "}", true},
		{"[", "('a', '<f8'), ", "]", true},
		{"[", "{('one', 'two'): 3}, ", "]", true},
		{"'", `\x41é`, "'", true},
		{"(", "'a' ", ")", true},
		{"(1,", "#\n", ")", true},
		{"(1,", "\\\n", ")", true},
		{"1", " \n", "", true},
		{"1.", "0", "", true},
		{"0x", "f", "", true},
		{"", "9", "", false},
		{"", "-", "1", false},
		{"", "(", "", false},
		{"", "é", "", false},
		{"1", " ", "L 2", false},
	} {
		text := c.open + strings.Repeat(c.item, n/len(c.item)) + c.close
		for _, long := range []bool{false, true} {
			if _, err := Parse(text, Options{LongSuffix: long}); (err == nil) != c.ok {
				t.Errorf("many %q: %v", c.item, err)
			}
		}
	}
}

// FuzzParse checks what must hold for any text: positions lie inside it, an
// accepted text is valid UTF-8, and a value reads the same from its own part
// of the text.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"{'descr': '<f8', 'fortran_order': False, 'shape': (2L, 3), }\n  ",
		`[('a' "b", rb'\x'), {1: None}, {2}, -0x1_0, 1+2j, ...] # c`,
		"'''a\\\n\\u0041''' \\\n 'b'", "1, 2\n\f#\n",
	} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, text string, long bool) {
		v, err := Parse(text, Options{LongSuffix: long})
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Pos < 0 || e.Pos > len(text) {
				t.Fatalf("Parse(%q): error %#v", text, err)
			}
			if s := err.Error(); strings.ContainsAny(s, "\n\r") || !utf8.ValidString(s) || len(s) > 300 {
				t.Fatalf("Parse(%q): message %q", text, s)
			}
			return
		}
		if !utf8.ValidString(text) {
			t.Fatalf("Parse accepts %q", text)
		}
		check(t, text, v, long)
	})
}

// check parses the text of v and of all values in it again.
func check(t *testing.T, text string, v Value, long bool) {
	if v.Pos < 0 || v.Pos >= v.End || v.End > len(text) {
		t.Fatalf("value at %d:%d of %q", v.Pos, v.End, text)
	}
	again, err := Parse("("+text[v.Pos:v.End]+"\n)", Options{LongSuffix: long})
	if err != nil {
		if strings.Contains(err.Error(), "nested") {
			return
		}
		t.Fatalf("the part %q of %q: %v", text[v.Pos:v.End], text, err)
	}
	var a, b strings.Builder
	dump(&a, v)
	dump(&b, again)
	if a.String() != b.String() {
		t.Fatalf("the part %q of %q reads as %s, not %s", text[v.Pos:v.End], text, &b, &a)
	}
	for i := range v.Items {
		check(t, text, v.Items[i], long)
	}
	for i := range v.Keys {
		check(t, text, v.Keys[i], long)
	}
}
