package pyliteral

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// space skips white space, comments and line continuations. Inside brackets
// newlines are white space too; outside them it stops before one.
func (p *parser) space() error {
	for p.pos < len(p.text) {
		switch p.text[p.pos] {
		case ' ', '\t', '\f':
			p.pos++
		case '#':
			if err := p.comment(); err != nil {
				return err
			}
		case '\n', '\r':
			if p.depth == 0 {
				return nil
			}
			p.newline()
		case '\\':
			if err := p.continuation(); err != nil {
				return err
			}
		default:
			return nil
		}
	}
	return nil
}

// comment skips from a # to the end of the line.
func (p *parser) comment() error {
	n := strings.IndexAny(p.text[p.pos:], "\r\n\x00")
	if n < 0 {
		n = len(p.text) - p.pos
	} else if p.text[p.pos+n] == 0 {
		return p.errorf(p.pos+n, "found a NUL byte in a comment")
	}
	if c := p.text[p.pos : p.pos+n]; !utf8.ValidString(c) {
		return p.errorf(p.pos, "the comment is not valid UTF-8")
	}
	p.pos += n
	return nil
}

// newline skips one line ending if there is one.
func (p *parser) newline() bool {
	switch {
	case p.peek() == '\n':
		p.pos++
	case p.peek() == '\r':
		p.pos++
		if p.peek() == '\n' {
			p.pos++
		}
	default:
		return false
	}
	return true
}

// continuation skips a backslash and the line ending that must follow it,
// which must not be the last thing in the text.
func (p *parser) continuation() error {
	pos := p.pos
	p.pos++
	if !p.newline() {
		return p.errorf(pos, `found a "\" that does not end its line`)
	}
	if p.pos == len(p.text) {
		return p.errorf(pos, `found a "\" before the end of the text`)
	}
	return nil
}

// blankLines skips lines of white space and comments, at the start of a line.
// What follows them must not be indented.
func (p *parser) blankLines() error {
	for {
		line := p.pos
		indent := p.indentation()
		for p.peek() == '\\' {
			if err := p.continuation(); err != nil {
				return err
			}
			indent = p.indentation() || indent
		}
		if p.peek() == '#' {
			if err := p.comment(); err != nil {
				return err
			}
			if !p.newline() {
				return nil
			}
			continue
		}
		if p.newline() {
			continue
		}
		if p.pos == len(p.text) {
			cleaned := p.opt.LongSuffix && line > 0 && p.text[line-1] == '\n'
			if indent && !cleaned {
				return p.errorf(p.pos, "the last line is white space without a newline")
			}
			return nil
		}
		if indent {
			return p.errorf(p.pos, "found an indented line")
		}
		return nil
	}
}

// indentation skips blanks at the start of a line and reports whether the
// column is not 0. A form feed sets it back to 0.
func (p *parser) indentation() bool {
	indent := false
	for ; p.pos < len(p.text); p.pos++ {
		switch p.text[p.pos] {
		case ' ', '\t':
			indent = true
		case '\f':
			indent = false
		default:
			return indent
		}
	}
	return indent
}

// word returns the identifier at p.pos, empty if there is none.
func (p *parser) word() string {
	rest := p.text[p.pos:]
	for i, r := range rest {
		if !isWord(r) || i == 0 && unicode.IsDigit(r) {
			return rest[:i]
		}
	}
	return rest
}

func isWord(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
