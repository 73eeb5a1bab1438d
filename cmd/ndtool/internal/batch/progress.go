package batch

import (
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress is the bar at the foot of a terminal: files, bytes, rate and time
// left. A nil progress shows nothing.
type progress struct {
	bar   *progressbar.ProgressBar
	total int
}

// Progress shows a bar for a run of n inputs of so many bytes in all, if
// standard error is a terminal and the console is not quiet. It returns what
// ends it.
func (c *Console) Progress(n int, bytes int64) (end func()) {
	if n < 2 || !c.ShowsProgress() {
		return func() {}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bar = newProgress(c.errs, n, bytes)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.bar.hide()
		c.bar = nil
	}
}

// ShowsProgress reports whether there is a terminal for a bar.
func (c *Console) ShowsProgress() bool { return !c.Quiet && isTerminal(c.errs) }

func newProgress(w io.Writer, n int, bytes int64) *progress {
	return &progress{total: n, bar: progressbar.NewOptions64(max(bytes, 1),
		progressbar.OptionSetWriter(fitted{w}),
		progressbar.OptionShowBytes(true),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetDescription("0/"+strconv.Itoa(n)+" files"),
		progressbar.OptionFullWidth(),
		progressbar.OptionClearOnFinish(),
	)}
}

// fitted keeps what goes to a terminal on one of its lines, however narrow it
// is or becomes.
type fitted struct{ w io.Writer }

func (f fitted) Write(b []byte) (int, error) {
	file, ok := f.w.(*os.File)
	if !ok {
		return f.w.Write(b)
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil || width < 2 {
		return f.w.Write(b)
	}
	if _, err := io.WriteString(f.w, fit(string(b), width-1)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// fit cuts each part of text that begins at the left edge to a width in
// characters.
func fit(text string, width int) string {
	parts := strings.Split(text, "\r")
	for i, part := range parts {
		if runes := []rune(part); len(runes) > width {
			parts[i] = string(runes[:width])
		}
	}
	return strings.Join(parts, "\r")
}

// Advance moves the bar: done inputs of the whole, and bytes more of input.
func (c *Console) Advance(done int, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bar == nil {
		return
	}
	c.bar.bar.Describe(strconv.Itoa(done) + "/" + strconv.Itoa(c.bar.total) + " files")
	c.bar.bar.Add64(bytes)
}

func (p *progress) hide() {
	if p != nil {
		p.bar.Clear()
	}
}

func (p *progress) show() {
	if p != nil {
		p.bar.RenderBlank()
	}
}
