// Package table turns text in rows and columns into arrays and back, by the
// rules of numpy.loadtxt and numpy.savetxt, row by row in bounded memory.
package table

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"
)

// maxLine is the longest line that is read, in bytes.
const maxLine = 64 << 20

// ErrText is the kind of a fault in a text.
var ErrText = errors.New("malformed text")

// Error tells where a text is at fault.
type Error struct {
	Line   int // counted from 1
	Column int // counted from 1; 0 where it is about the line
	Reason string
}

// Error returns one line: line, column and reason.
func (e *Error) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Reason)
}

// Unwrap returns ErrText.
func (e *Error) Unwrap() error { return ErrText }

// Dialect says how fields and lines are told apart.
type Dialect struct {
	Delimiter string // between fields; empty for any white space
	Quote     byte   // around fields that contain a delimiter or a line's end, doubled for itself; 0 for none
	Comment   string // what it begins is left out up to the line's end; empty for none
	AtStart   bool   // only comments at the start of a line are such
	Skip      int    // lines at the start that are left out
}

// Reader reads rows of fields. Lines end by \n, \r\n or \r; empty ones are left
// out.
type Reader struct {
	d    Dialect
	in   *bufio.Reader
	line int // lines read so far
	at   int // the line at which the row began
	buf  []byte
	ends []int // of the fields in flat
	flat []byte
	row  [][]byte
}

// NewReader reads a text, without a byte order mark of UTF-8 at its start.
func NewReader(r io.Reader, d Dialect) (*Reader, error) {
	t := &Reader{d: d, in: bufio.NewReaderSize(&universal{r: r}, 64<<10)}
	start, err := t.in.Peek(3)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case bytes.Equal(start, []byte("\uFEFF")):
		t.in.Discard(len(start))
	case bytes.HasPrefix(start, []byte{0xFF, 0xFE}), bytes.HasPrefix(start, []byte{0xFE, 0xFF}):
		return nil, &Error{Line: 1, Reason: "the text is UTF-16, expected UTF-8"}
	}
	for range d.Skip {
		if _, err := t.nextLine(); err != nil {
			if err == io.EOF {
				return t, nil
			}
			return nil, err
		}
	}
	return t, nil
}

// Line returns the number of the line at which the last row began.
func (t *Reader) Line() int { return t.at }

// Header reads the first row, which may be a comment, as names.
func (t *Reader) Header() ([]string, error) {
	comment := t.d.Comment
	t.d.Comment = ""
	row, err := t.Next()
	t.d.Comment = comment
	if err != nil {
		return nil, err
	}
	var names []string
	for i, field := range row {
		if i == 0 && comment != "" {
			field = bytes.TrimPrefix(field, []byte(comment))
			if len(field) == 0 && t.d.Delimiter == "" {
				continue // a comment sign that stands alone
			}
		}
		if !utf8.Valid(field) {
			return nil, &Error{t.at, i + 1, fmt.Sprintf("the name %.40q is not UTF-8", field)}
		}
		names = append(names, string(bytes.TrimSpace(field)))
	}
	return names, nil
}

// Next returns the fields of the next row, valid until the next call. At the
// end it returns io.EOF.
func (t *Reader) Next() ([][]byte, error) {
	for {
		line, err := t.nextLine()
		if err != nil {
			return nil, err
		}
		t.at = t.line
		if len(line) == 0 {
			continue
		}
		quoted := t.d.Quote != 0 && bytes.IndexByte(line, t.d.Quote) >= 0
		if t.d.Comment != "" {
			switch {
			case bytes.HasPrefix(line, []byte(t.d.Comment)):
				continue
			case t.d.AtStart || quoted:
			default:
				if i := bytes.Index(line, []byte(t.d.Comment)); i >= 0 {
					line = line[:i]
				}
			}
		}
		t.row = t.row[:0]
		switch {
		case quoted:
			if err := t.splitQuoted(line); err != nil {
				return nil, err
			}
		case t.d.Delimiter == "":
			t.splitSpace(line)
		default:
			t.split(line)
		}
		if len(t.row) > 0 {
			return t.row, nil
		}
	}
}

// nextLine returns the next line without its end.
func (t *Reader) nextLine() ([]byte, error) {
	t.buf = t.buf[:0]
	for {
		part, err := t.in.ReadSlice('\n')
		if err == nil && len(t.buf) == 0 {
			t.line++
			return part[:len(part)-1], nil
		}
		if len(t.buf)+len(part) > maxLine {
			return nil, &Error{Line: t.line + 1, Reason: fmt.Sprintf("longer than %d bytes", maxLine)}
		}
		t.buf = append(t.buf, part...)
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(t.buf) == 0:
			return nil, io.EOF
		case err != nil && err != io.EOF:
			return nil, err
		}
		t.line++
		return bytes.TrimSuffix(t.buf, []byte("\n")), nil
	}
}

// split cuts a line at the delimiters.
func (t *Reader) split(line []byte) {
	if len(line) == 0 {
		return // all of it was a comment
	}
	for {
		field, rest, more := bytes.Cut(line, []byte(t.d.Delimiter))
		t.row = append(t.row, field)
		if !more {
			return
		}
		line = rest
	}
}

// splitSpace cuts a line at white space.
func (t *Reader) splitSpace(line []byte) {
	for field := range bytes.FieldsFuncSeq(line, isSpace) {
		t.row = append(t.row, field)
	}
}

// isSpace is Python's str.isspace.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F }

// splitQuoted cuts a line in which a quote occurs. A field is quoted if the
// quote is its first byte; then it goes on, over the ends of lines too, up to
// the next quote, and two quotes stand for one. Text behind the closing quote
// belongs to the field, as in numpy.loadtxt.
func (t *Reader) splitQuoted(line []byte) error {
	t.flat, t.ends = t.flat[:0], t.ends[:0]
	for pos := 0; ; {
		if t.d.Delimiter == "" {
			pos += len(line[pos:]) - len(bytes.TrimLeftFunc(line[pos:], isSpace))
			if pos == len(line) || t.commentAt(line[pos:]) {
				break
			}
		}
		if pos < len(line) && line[pos] == t.d.Quote {
			pos++
			for {
				n := bytes.IndexByte(line[pos:], t.d.Quote)
				if n >= 0 {
					t.flat = append(t.flat, line[pos:pos+n]...)
					if pos += n + 1; pos == len(line) || line[pos] != t.d.Quote {
						break
					}
					t.flat = append(t.flat, t.d.Quote)
					pos++
					continue
				}
				t.flat = append(append(t.flat, line[pos:]...), '\n')
				if len(t.flat) > maxLine {
					return &Error{Line: t.at, Reason: fmt.Sprintf("longer than %d bytes", maxLine)}
				}
				next, err := t.nextLine()
				if err == io.EOF {
					return &Error{t.at, len(t.ends) + 1, "the quote is not closed"}
				}
				if err != nil {
					return err
				}
				line, pos = next, 0
			}
		}
		n, end := t.fieldEnd(line[pos:])
		t.flat = append(t.flat, line[pos:pos+n]...)
		t.ends = append(t.ends, len(t.flat))
		if pos += n; end {
			break
		}
		pos += len(t.d.Delimiter)
	}
	from := 0
	for _, end := range t.ends {
		t.row = append(t.row, t.flat[from:end])
		from = end
	}
	return nil
}

// commentAt reports whether a comment begins inside a line.
func (t *Reader) commentAt(rest []byte) bool {
	return t.d.Comment != "" && !t.d.AtStart && bytes.HasPrefix(rest, []byte(t.d.Comment))
}

// fieldEnd returns where the field at the start of rest ends, and whether it is
// the line's last.
func (t *Reader) fieldEnd(rest []byte) (n int, last bool) {
	n = len(rest)
	last = true
	if t.d.Comment != "" && !t.d.AtStart {
		if i := bytes.Index(rest, []byte(t.d.Comment)); i >= 0 {
			n = i
		}
	}
	i := bytes.IndexFunc(rest[:n], isSpace)
	if t.d.Delimiter != "" {
		i = bytes.Index(rest[:n], []byte(t.d.Delimiter))
	}
	if i >= 0 {
		return i, false
	}
	return n, last
}

// universal reads \r\n and \r as \n.
type universal struct {
	r  io.Reader
	cr bool // the last byte was \r
}

func (u *universal) Read(b []byte) (int, error) {
	for {
		n, err := u.r.Read(b)
		kept := 0
		for _, c := range b[:n] {
			skip := c == '\n' && u.cr
			u.cr = c == '\r'
			if u.cr {
				c = '\n'
			}
			if !skip {
				b[kept] = c
				kept++
			}
		}
		if kept > 0 || err != nil || len(b) == 0 {
			return kept, err
		}
	}
}
