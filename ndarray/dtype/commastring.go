package dtype

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ndtool/ndtool/internal/pyliteral"
)

// isCommaString reports whether NumPy reads s as a list of formats: if it
// starts with a repeat count or an empty shape, or has a comma outside brackets.
func isCommaString(s string) bool {
	t := s
	if s != "" && strings.IndexByte("<>=|", s[0]) >= 0 {
		t = s[1:]
	}
	if t != "" && '0' <= t[0] && t[0] <= '9' || strings.HasPrefix(t, "()") && (len(t) == len(s) || len(s) > 3) {
		return true
	}
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case ',':
			if depth == 0 {
				return true
			}
		case '[':
			depth++
		case ']':
			depth--
		}
	}
	return false
}

// parseCommaString reads formats divided by commas, each with an optional
// repeat count or shape: "i4,3f8,(2,3)S5". With a comma they are the fields f0,
// f1, … of a record; a single one without is itself.
func parseCommaString(s string) (format, error) {
	whole := clip(s)
	var fields []Field
	total := 0
	for i := 0; ; i++ {
		f, rest, empty, err := parseItem(s)
		if err != nil {
			return format{}, failf(ErrDescr, "item %d of dtype %q: %v", i+1, whole, err)
		}
		rest = strings.TrimLeftFunc(rest, isSpace)
		if rest == "" && i == 0 && !empty {
			return f, nil
		}
		if rest == "" && i > 0 && empty {
			return record(fields, total)
		}
		if rest != "" && rest[0] != ',' {
			return format{}, failf(ErrDescr, "item %d of dtype %q is malformed, expected a format and a comma", i+1, whole)
		}
		if empty {
			return format{}, failf(ErrDescr, "item %d of dtype %q is empty", i+1, whole)
		}
		if f.bytes() > MaxItemSize-total {
			return format{}, errTooLarge()
		}
		fields = append(fields, f.field("f"+strconv.Itoa(i), "", total))
		total += f.bytes()
		s = rest
		if s != "" {
			s = strings.TrimLeftFunc(s[1:], isSpace)
		}
		if s == "" {
			return record(fields, total)
		}
	}
}

// parseItem reads one format at the start of s; empty tells that there is none.
func parseItem(s string) (f format, rest string, empty bool, err error) {
	take := func(set string, most int) string {
		i := 0
		for i < len(s) && i != most && strings.IndexByte(set, s[i]) >= 0 {
			i++
		}
		t := s[:i]
		s = s[i:]
		return t
	}
	order := take("<>|=", 1)
	repeat := take(" ", -1) + take("(", 1) + take(" ,0123456789", -1) + take(")", 1) + take(" ", -1)
	inner := take("<>|=", 1)
	i := 0
	for i < len(s) && (isAlnum(s[i]) || s[i] == '.' || s[i] == '?') {
		i++
	}
	if i < len(s) && s[i] == '[' {
		j := i + 1
		for j < len(s) && (isAlnum(s[j]) || s[j] == '.' || s[j] == ',') {
			j++
		}
		if j > i+1 && j < len(s) && s[j] == ']' {
			i = j + 1
		}
	}
	name, rest := s[:i], s[i:]
	switch {
	case inner == "":
	case order != "" && nativeChar(order) != nativeChar(inner):
		return format{}, rest, false, failf(ErrDescr, "two byte orders, %s and %s", order, inner)
	default:
		order = inner
	}
	if order == "|" || nativeChar(order) == NativeOrder.String() {
		order = ""
	}
	if repeat == "" && order+name == "" {
		return format{}, rest, true, nil
	}
	f, err = parseString(order + name) // which may have another count
	if err != nil || repeat == "" {
		return f, rest, false, err
	}
	v, err := pyliteral.Parse(repeat, pyliteral.Options{})
	if err != nil {
		return format{}, rest, false, failf(ErrDescr, "malformed repeat count %q", clip(repeat))
	}
	f, err = f.combine(v)
	return f, rest, false, err
}

// nativeChar returns the order that = stands for.
func nativeChar(order string) string {
	if order == "=" {
		return NativeOrder.String()
	}
	return order
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// isSpace reports what Python's regular expressions take as white space.
func isSpace(r rune) bool {
	return 0x1C <= r && r <= 0x1F || r != utf8.RuneError && unicode.IsSpace(r)
}
