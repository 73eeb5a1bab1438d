package batch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/term"

	"github.com/ndtool/ndtool/npy"
)

// Console is where a run speaks: results on standard output, messages, one
// line each, on standard error. Its methods may be called from any goroutine.
type Console struct {
	Quiet bool // no notes, no progress; failures are still told

	mu   sync.Mutex
	out  io.Writer
	errs io.Writer
	bar  *progress
}

// NewConsole speaks on the two streams.
func NewConsole(out, errs io.Writer) *Console { return &Console{out: out, errs: errs} }

// Stdout is the stream of results. Writing to it directly is for one result.
func (c *Console) Stdout() io.Writer { return c.out }

// OutTerminal reports whether standard output is a terminal.
func (c *Console) OutTerminal() bool { return isTerminal(c.out) }

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Line tells one line on standard error, prefixed by the program's name.
func (c *Console) Line(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bar.hide()
	io.WriteString(c.errs, "ndtool: "+Printable(text)+"\n")
	c.bar.show()
}

// Note tells a line that is no failure, unless the console is quiet.
func (c *Console) Note(text string) {
	if !c.Quiet {
		c.Line(text)
	}
}

// Print writes a result to standard output.
func (c *Console) Print(b []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bar.hide()
	_, err := c.out.Write(b)
	c.bar.show()
	return err
}

// JSON writes v to standard output on a line of its own.
func (c *Console) JSON(v any) error {
	b, err := MarshalLine(v)
	if err != nil {
		return err
	}
	return c.Print(b)
}

// MarshalLine is v as JSON on one line, with its newline.
func MarshalLine(v any) ([]byte, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return []byte(b.String()), nil
}

// Printable keeps text on its line and away from the terminal's controls.
func Printable(s string) string {
	if !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hidden(r) {
			q := strconv.QuoteRune(r)
			b.WriteString(q[1 : len(q)-1])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool { return !unicode.IsPrint(r) && r != ' ' && r != unicode.ReplacementChar }

// maxReason bounds the reason in a failure's line, in bytes.
const maxReason = 300

// Failure is the line that tells why an input failed: its name, then the
// reason, which does not repeat the name.
func Failure(in Input, err error) string {
	reason := Reason(err)
	if len(reason) > maxReason {
		cut := maxReason
		for cut > 0 && reason[cut]&0xC0 == 0x80 {
			cut--
		}
		reason = reason[:cut] + "…"
	}
	return in.Text + ": " + reason
}

// Reason is an error's text without the name of the input file.
func Reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) && err == error(path) {
		switch path.Op {
		case "open", "stat", "lstat":
			return Reason(path.Err)
		case "read":
			return "cannot be read: " + Reason(path.Err)
		}
		return fmt.Sprintf("%s %s: %v", path.Op, path.Path, path.Err)
	}
	var link *os.LinkError
	if errors.As(err, &link) && err == error(link) {
		return fmt.Sprintf("%s %s: %v", link.Op, link.New, link.Err)
	}
	var format *npy.Error
	if errors.As(err, &format) && err == error(format) {
		plain := *format
		plain.File = ""
		return plain.Error()
	}
	return err.Error()
}
