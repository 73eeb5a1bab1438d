package pyliteral

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// strings reads one or more adjacent string literals of one kind as one value.
func (p *parser) strings() (Value, error) {
	v := Value{Kind: Str, Pos: p.pos}
	var out strings.Builder
	for n := 0; ; n++ {
		pos := p.pos
		prefix := strings.ToLower(p.word())
		p.pos += len(prefix)
		kind, raw := Str, false
		switch prefix {
		case "", "u":
		case "r":
			raw = true
		case "b":
			kind = Bytes
		case "br", "rb":
			kind, raw = Bytes, true
		case "f", "fr", "rf":
			return v, p.errorf(pos, "found a formatted string; only a literal is read")
		default:
			return v, p.errorf(pos, "unknown string prefix %q", clip(prefix))
		}
		if n == 0 {
			v.Kind = kind
		} else if kind != v.Kind {
			return v, p.errorf(pos, "a string of bytes stands beside a string of text")
		}
		if err := p.quoted(&out, kind == Bytes, raw); err != nil {
			return v, err
		}
		v.End = p.pos
		if err := p.space(); err != nil {
			return v, err
		}
		w := p.pos + len(p.word())
		if w >= len(p.text) || p.text[w] != '\'' && p.text[w] != '"' {
			break
		}
	}
	p.pos = v.End
	v.Text = out.String()
	return v, nil
}

// clip shortens text that is quoted in a message.
func clip(s string) string {
	if len(s) > 20 {
		return s[:20]
	}
	return s
}

// quoted reads one string from its opening quote on and appends its value.
func (p *parser) quoted(out *strings.Builder, bytes, raw bool) error {
	pos := p.pos
	quote := p.text[pos : pos+1]
	if strings.HasPrefix(p.text[pos:], strings.Repeat(quote, 3)) {
		quote = p.text[pos : pos+3]
	}
	p.pos += len(quote)
	for {
		if p.pos >= len(p.text) {
			return p.errorf(pos, "the string that starts here has no end")
		}
		if strings.HasPrefix(p.text[p.pos:], quote) {
			p.pos += len(quote)
			return nil
		}
		switch c := p.text[p.pos]; {
		case c == 0:
			return p.errorf(p.pos, "found a NUL byte in a string")
		case c == '\n' || c == '\r':
			if len(quote) == 1 {
				return p.errorf(pos, "the string that starts here does not end on its line")
			}
			p.newline()
			out.WriteByte('\n')
		case c == '\\' && raw:
			out.WriteByte(c)
			p.pos++
			switch { // the character behind it never ends the string
			case p.pos >= len(p.text):
			case p.newline():
				out.WriteByte('\n')
			case p.text[p.pos] < utf8.RuneSelf && p.text[p.pos] != 0:
				out.WriteByte(p.text[p.pos])
				p.pos++
			}
		case c == '\\':
			if err := p.escape(out, bytes); err != nil {
				return err
			}
		case c < utf8.RuneSelf:
			out.WriteByte(c)
			p.pos++
		default:
			r, n := utf8.DecodeRuneInString(p.text[p.pos:])
			if r == utf8.RuneError && n == 1 {
				return p.errorf(p.pos, "found a byte that is not UTF-8 in a string")
			}
			if bytes {
				return p.errorf(p.pos, "found a character outside ASCII in a string of bytes")
			}
			out.WriteString(p.text[p.pos : p.pos+n])
			p.pos += n
		}
	}
}

// escape reads an escape sequence from its backslash on. One that Python does
// not know stands for itself, with the backslash.
func (p *parser) escape(out *strings.Builder, bytes bool) error {
	pos := p.pos
	p.pos++
	if p.newline() {
		return nil
	}
	c := p.peek()
	if i := strings.IndexByte(`\'"abfnrtv`, c); i >= 0 && p.pos < len(p.text) {
		out.WriteByte("\\'\"\a\b\f\n\r\t\v"[i])
		p.pos++
		return nil
	}
	digits := 0
	switch {
	case '0' <= c && c <= '7':
		end := p.pos
		for end < len(p.text) && end < p.pos+3 && '0' <= p.text[end] && p.text[end] <= '7' {
			end++
		}
		u, _ := strconv.ParseUint(p.text[p.pos:end], 8, 32)
		p.pos = end
		p.put(out, rune(u), bytes)
		return nil
	case c == 'x':
		digits = 2
	case bytes: // the rest are escapes of text only
	case c == 'u':
		digits = 4
	case c == 'U':
		digits = 8
	case c == 'N':
		return p.errorf(pos, `named characters (\N{...}) are not read`)
	}
	if digits == 0 {
		out.WriteByte('\\')
		return nil
	}
	start := p.pos + 1
	if start+digits > len(p.text) {
		return p.errorf(pos, `the escape "\%c" needs %d hexadecimal digits`, c, digits)
	}
	for _, d := range []byte(p.text[start : start+digits]) {
		if digitValue(d) >= 16 {
			return p.errorf(pos, `the escape "\%c" needs %d hexadecimal digits`, c, digits)
		}
	}
	u, _ := strconv.ParseUint(p.text[start:start+digits], 16, 32)
	if u > utf8.MaxRune {
		return p.errorf(pos, "the escape %s is beyond the last character", p.text[pos:start+digits])
	}
	p.pos = start + digits
	p.put(out, rune(u), bytes)
	return nil
}

// put appends a character, or the byte that it stands for in a string of
// bytes. Surrogates, which are no characters, get three bytes all the same.
func (p *parser) put(out *strings.Builder, r rune, bytes bool) {
	switch {
	case bytes:
		out.WriteByte(byte(r))
	case 0xD800 <= r && r <= 0xDFFF:
		out.Write([]byte{0xED, 0x80 | byte(r>>6)&0x3F, 0x80 | byte(r)&0x3F})
	default:
		out.WriteRune(r)
	}
}
