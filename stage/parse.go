package stage

import (
	"errors"
	"fmt"
	"strings"
)

// The kinds of faults in a pipeline's text; every one of them means that the
// text is wrong whatever the array.
var (
	ErrSyntax  = errors.New("malformed pipeline")
	ErrUnknown = errors.New("unknown stage")
)

// Parse reads the text of a pipeline: stages with | between them, each a name
// and its arguments with spaces between them, in the order of the parameters.
//
//	transpose 1,0 | slice ::2 | reshape 3,-1
//
// Spaces after a comma do not end an argument, nor do spaces within brackets.
// A ' or a " at the start of an argument quotes it; doubled within, it stands
// for itself. The empty text is the empty
// pipeline, which leaves an array as it is. Errors are *Error and wrap
// ErrSyntax, ErrUnknown or ErrArgument.
func Parse(text string) (Pipeline, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	var p Pipeline
	rest := text
	for more := true; more; {
		var words []string
		var err error
		words, rest, more, err = scan(rest)
		if err == nil && len(words) == 0 {
			err = fmt.Errorf("%w: nothing between two |, expected a stage", ErrSyntax)
		}
		if err != nil {
			return nil, &Error{Number: len(p) + 1, Stage: strings.Join(words, " "), Err: err}
		}
		s, err := New(words[0], words[1:]...)
		if err != nil {
			return nil, &Error{Number: len(p) + 1, Stage: strings.Join(words, " "), Err: err}
		}
		p = append(p, s)
	}
	return p, nil
}

// scan cuts the words of one stage off text; more tells that a | followed.
func scan(text string) (words []string, rest string, more bool, err error) {
	var word strings.Builder
	depth, started := 0, false
	end := func() {
		if started {
			words = append(words, word.String())
		}
		word.Reset()
		started = false
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '|' && depth == 0 && !inDescr(text, i):
			end()
			return words, text[i+1:], true, nil
		case (c == '\'' || c == '"') && !started:
			quoted, n := unquote(text[i:])
			if n == 0 {
				return words, "", false, fmt.Errorf("%w: %c without its end", ErrSyntax, c)
			}
			word.WriteString(quoted)
			started = true
			i += n - 1
			if i+1 < len(text) && text[i+1] != '|' && !isSpace(text[i+1]) {
				return words, "", false, fmt.Errorf("%w: text right after the closing %c", ErrSyntax, c)
			}
			end()
		case isSpace(c) && depth == 0:
			if s := word.String(); started && strings.HasSuffix(s, ",") || continues(text[i:]) {
				continue
			}
			end()
		default:
			switch c {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth = max(0, depth-1)
			}
			word.WriteByte(c)
			started = true
		}
	}
	if depth > 0 {
		return words, "", false, fmt.Errorf("%w: a bracket without its end", ErrSyntax)
	}
	end()
	return words, "", false, nil
}

// continues tells whether the next thing after spaces is a comma, which joins
// what is before it with what follows.
func continues(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	return strings.HasPrefix(text, ",")
}

// inDescr tells whether the | at i begins a one-byte descr such as |u1: it
// stands at the start of a word right before a letter and a digit.
func inDescr(text string, i int) bool {
	return i > 0 && isSpace(text[i-1]) && i+2 < len(text) &&
		strings.IndexByte("biuSVaO?", text[i+1]) >= 0 && '0' <= text[i+2] && text[i+2] <= '9'
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// unquote reads the quoted argument at the start of text and tells how many
// bytes it takes, 0 if its end is missing.
func unquote(text string) (s string, n int) {
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		if text[i] == text[0] {
			if i+1 == len(text) || text[i+1] != text[0] {
				return b.String(), i + 1
			}
			i++
		}
		b.WriteByte(text[i])
	}
	return "", 0
}

// quote writes an argument so that scan reads it back as one word.
func quote(text string) string {
	if text == "()" || text != "" && !strings.ContainsAny(text, " \t\r\n|'\"()[]{},") {
		return text
	}
	if text != "" && strings.Trim(text, "0123456789-,") == "" && !strings.HasSuffix(text, ",") {
		return text // a list of integers
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}
