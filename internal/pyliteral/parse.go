package pyliteral

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// MaxDepth is the deepest nesting of brackets, the limit of Python's own
// tokenizer.
const MaxDepth = 200

// Options widens what Parse accepts.
type Options struct {
	// LongSuffix accepts what numpy reads from headers of version 1.0 and 2.0
	// by cleaning them up first: an L after a number, as Python 2 wrote long
	// integers, and a last line of spaces that no newline ends.
	LongSuffix bool
}

// Error is the one type of error that Parse returns.
type Error struct {
	Pos int // byte offset into the parsed text
	Msg string
}

func (e *Error) Error() string { return "byte " + strconv.Itoa(e.Pos) + ": " + e.Msg }

// Parse reads text as one Python literal, by the rules of ast.literal_eval of
// Python 3.11: white space, comments and line continuations may stand where
// Python allows them, and nothing but white space and comments may follow the
// literal. Values without brackets separated by commas are a tuple.
//
// It takes time and space linear in len(text). It differs from Python in three
// points: named characters (\N{...}) are refused, a lone surrogate written as
// \ud800 is kept as the three bytes that UTF-8 would give it, and a text of more
// than 16 KiB may not hold more than one value per four bytes, which no list of
// distinct names comes near.
//
// The error, if any, is an *Error.
func Parse(text string, opt Options) (Value, error) {
	p := &parser{text: text, room: 4096 + len(text)/4, opt: opt}
	v, err := p.document()
	if err != nil {
		return Value{}, err
	}
	return v, nil
}

// parser reads text from pos on. The methods that read something leave pos
// behind it; those that return an operand also tell its form.
type parser struct {
	text  string
	pos   int
	depth int // open brackets: inside them a newline is white space
	room  int // values that may still come
	opt   Options
}

// form tells what an expression was made of, which decides whether a sign may
// stand before it.
type form uint8

const (
	other  form = iota
	real_       // an unsigned integer or float
	imag        // an unsigned imaginary number
	signed      // a real_ with a sign
)

// errorf returns an error at pos.
func (p *parser) errorf(pos int, format string, args ...any) error {
	return &Error{Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// unexpected returns the error that something else than want stands at p.pos.
func (p *parser) unexpected(want string) error {
	return p.errorf(p.pos, "found %s where %s was expected", p.found(), want)
}

// found describes what stands at p.pos.
func (p *parser) found() string {
	if p.pos >= len(p.text) {
		return "the end of the text"
	}
	if w := p.word(); w != "" {
		if len(w) > 20 {
			w = w[:20]
		}
		return strconv.Quote(w)
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.pos:])
	return strconv.QuoteRune(r)
}

// peek returns the byte at p.pos, 0 at the end of the text.
func (p *parser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

// document reads the whole text: blank lines, one expression, blank lines.
func (p *parser) document() (Value, error) {
	for p.peek() == ' ' || p.peek() == '\t' { // literal_eval strips them
		p.pos++
	}
	if err := p.blankLines(); err != nil {
		return Value{}, err
	}
	v, err := p.expressions()
	if err != nil {
		return Value{}, err
	}
	if p.pos < len(p.text) {
		if !p.newline() {
			return Value{}, p.unexpected("the end of the literal")
		}
		if err := p.blankLines(); err != nil {
			return Value{}, err
		}
		if p.pos < len(p.text) {
			return Value{}, p.unexpected("the end of the literal")
		}
	}
	return v, nil
}

// expressions reads a value outside brackets, or several as a tuple.
func (p *parser) expressions() (Value, error) {
	pos := p.pos
	v, _, err := p.expression()
	if err != nil {
		return v, err
	}
	if err := p.space(); err != nil || p.peek() != ',' {
		return v, err
	}
	t := Value{Kind: Tuple, Pos: pos, Items: []Value{v}}
	for p.peek() == ',' {
		p.pos++
		t.End = p.pos
		if err := p.space(); err != nil {
			return t, err
		}
		if c := p.peek(); p.pos == len(p.text) || c == '\n' || c == '\r' {
			break
		}
		v, _, err := p.expression()
		if err != nil {
			return t, err
		}
		t.Items, t.End = append(t.Items, v), p.pos
		if err := p.space(); err != nil {
			return t, err
		}
	}
	return t, nil
}

// expression reads one value: an atom, a signed number, or the sum or
// difference of a real and an imaginary number.
func (p *parser) expression() (Value, form, error) {
	pos := p.pos
	if p.room--; p.room < 0 {
		return Value{}, other, p.errorf(pos, "found more than %d values in a text of %d bytes", 4096+len(p.text)/4, len(p.text))
	}
	v, f, err := p.operand()
	if err != nil || f != real_ && f != signed {
		return v, f, err
	}
	end := p.pos
	if err := p.space(); err != nil {
		return v, f, err
	}
	if c := p.peek(); c != '+' && c != '-' {
		p.pos = end // the caller skips the space again
		return v, f, nil
	}
	p.pos++
	if err := p.space(); err != nil {
		return v, f, err
	}
	at := p.pos
	_, f, err = p.atom()
	if err != nil {
		return v, f, err
	}
	if f != imag {
		return v, f, p.errorf(at, "found an expression; only a literal is read")
	}
	return Value{Kind: Float, Pos: pos, End: p.pos}, other, nil
}

// operand reads an atom or a number with one sign.
func (p *parser) operand() (Value, form, error) {
	sign := p.peek()
	if sign != '+' && sign != '-' {
		return p.atom()
	}
	pos := p.pos
	p.pos++
	if err := p.space(); err != nil {
		return Value{}, other, err
	}
	v, f, err := p.atom()
	if err != nil {
		return v, f, err
	}
	if f != real_ && f != imag {
		return v, f, p.errorf(pos, "the sign %q does not stand before a number", sign)
	}
	v.Pos, v.End = pos, p.pos
	if sign == '-' && v.Kind == Int {
		v.negate()
	}
	if f == imag {
		return v, other, nil
	}
	return v, signed, nil
}

// negate changes the sign of an Int. The magnitude 2^63, which only the
// negative number holds, arrives as Big with Int at its minimum.
func (v *Value) negate() {
	if v.Big && v.Int == minInt64 {
		v.Big = false
		return
	}
	v.Int = -v.Int
}

// atom reads a constant, a string or a bracketed value.
func (p *parser) atom() (Value, form, error) {
	pos, c := p.pos, p.peek()
	switch {
	case c == '(':
		return p.parenthesised()
	case c == '[':
		v, err := p.items(List, ']')
		return v, other, err
	case c == '{':
		v, err := p.braces()
		return v, other, err
	case c == '\'' || c == '"':
		v, err := p.strings()
		return v, other, err
	case c == '.' && len(p.text)-pos >= 3 && p.text[pos:pos+3] == "...":
		p.pos += 3
		return Value{Kind: Ellipsis, Pos: pos, End: p.pos}, other, nil
	case isDigit(c) || c == '.':
		return p.number()
	}
	w := p.word()
	if end := pos + len(w); end < len(p.text) && (p.text[end] == '\'' || p.text[end] == '"') && w != "" {
		v, err := p.strings()
		return v, other, err
	}
	v := Value{Pos: pos, End: pos + len(w)}
	switch w {
	case "True", "False":
		v.Kind, v.Bool = Bool, w == "True"
	case "None":
		v.Kind = None
	case "set": // set() is how Python writes an empty set
		p.pos += len(w)
		if err := p.space(); err != nil {
			return v, other, err
		}
		if p.peek() != '(' {
			return v, other, p.errorf(pos, `found the name "set"; only a literal is read`)
		}
		args, err := p.items(Tuple, ')')
		if err == nil && len(args.Items) > 0 {
			err = p.errorf(pos, `found a call of "set"; only a literal is read`)
		}
		return Value{Kind: Set, Pos: pos, End: p.pos}, other, err
	case "":
		return v, other, p.unexpected("a value")
	default:
		return v, other, p.errorf(pos, "found the name %s; only a literal is read", p.found())
	}
	p.pos = v.End
	return v, other, nil
}

// open and close count a bracket.
func (p *parser) open() error {
	if p.depth == MaxDepth {
		return p.errorf(p.pos, "brackets are nested deeper than %d", MaxDepth)
	}
	p.depth++
	p.pos++
	return p.space()
}

func (p *parser) close() {
	p.depth--
	p.pos++
}

// parenthesised reads a tuple, or a value in parentheses, which is that value
// and keeps its form.
func (p *parser) parenthesised() (Value, form, error) {
	pos := p.pos
	if err := p.open(); err != nil {
		return Value{}, other, err
	}
	if p.peek() == ')' {
		p.close()
		return Value{Kind: Tuple, Pos: pos, End: p.pos}, other, nil
	}
	v, f, err := p.expression()
	if err != nil {
		return v, f, err
	}
	if err := p.space(); err != nil {
		return v, f, err
	}
	if p.peek() == ')' {
		p.close()
		return v, f, nil
	}
	t := Value{Kind: Tuple, Pos: pos, Items: []Value{v}}
	err = p.rest(&t, ')')
	return t, other, err
}

// items reads a bracketed list of values, from the opening bracket on.
func (p *parser) items(kind Kind, closer byte) (Value, error) {
	v := Value{Kind: kind, Pos: p.pos}
	if err := p.open(); err != nil {
		return v, err
	}
	if p.peek() == closer {
		p.close()
		v.End = p.pos
		return v, nil
	}
	item, _, err := p.expression()
	if err != nil {
		return v, err
	}
	if err := p.space(); err != nil {
		return v, err
	}
	v.Items = []Value{item}
	err = p.rest(&v, closer)
	return v, err
}

// rest reads what follows the first item of v up to the closing bracket.
func (p *parser) rest(v *Value, closer byte) error {
	for {
		done, err := p.separator(closer)
		if err != nil {
			return err
		}
		if done {
			v.End = p.pos
			return nil
		}
		item, _, err := p.expression()
		if err != nil {
			return err
		}
		v.Items = append(v.Items, item)
		if err := p.space(); err != nil {
			return err
		}
	}
}

// separator reads a comma and the space after it, and the closing bracket if
// that is what stands before or behind the comma.
func (p *parser) separator(closer byte) (closed bool, err error) {
	c := p.peek()
	if c != ',' && c != closer {
		return false, p.unexpected(`"," or "` + string(closer) + `"`)
	}
	if c == ',' {
		p.pos++
		if err := p.space(); err != nil {
			return false, err
		}
	}
	if p.peek() == closer {
		p.close()
		return true, nil
	}
	return false, nil
}

// braces reads a dict or a set.
func (p *parser) braces() (Value, error) {
	v := Value{Kind: Dict, Pos: p.pos}
	if err := p.open(); err != nil {
		return v, err
	}
	if p.peek() == '}' {
		p.close()
		v.End = p.pos
		return v, nil
	}
	for {
		key, _, err := p.expression()
		if err != nil {
			return v, err
		}
		if !key.hashable() {
			return v, p.errorf(key.Pos, "a list, dict or set can be no key and no item of a set")
		}
		if err := p.space(); err != nil {
			return v, err
		}
		if len(v.Items) == 0 && p.peek() != ':' {
			v.Kind = Set
		}
		if v.Kind == Set {
			v.Items = append(v.Items, key)
		} else {
			if p.peek() != ':' {
				return v, p.unexpected(`":"`)
			}
			p.pos++
			if err := p.space(); err != nil {
				return v, err
			}
			item, _, err := p.expression()
			if err != nil {
				return v, err
			}
			v.Keys, v.Items = append(v.Keys, key), append(v.Items, item)
			if err := p.space(); err != nil {
				return v, err
			}
		}
		done, err := p.separator('}')
		if err != nil {
			return v, err
		}
		if done {
			v.End = p.pos
			return v, nil
		}
	}
}

// hashable reports whether Python accepts v as a key. A dict stops the walk,
// so that no value is visited by more than one enclosing dict.
func (v *Value) hashable() bool {
	switch v.Kind {
	case List, Dict, Set:
		return false
	case Tuple:
		for i := range v.Items {
			if !v.Items[i].hashable() {
				return false
			}
		}
	}
	return true
}
