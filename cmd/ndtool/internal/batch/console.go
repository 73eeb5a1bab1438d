package batch

import (
	"encoding/json"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"

	"github.com/ndtool/ndtool/internal/message"
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
	io.WriteString(c.errs, "ndtool: "+message.Printable(text)+"\n")
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

// Failure is the line that tells why an input failed.
func Failure(in Input, err error) string { return message.Line(in.Text, err) }
