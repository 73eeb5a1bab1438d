package message

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/npy"
)

func TestLine(t *testing.T) {
	_, missing := os.Open("no such file")
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("is odd"), "a.npy: is odd"},
		{&fs.PathError{Op: "read", Path: "a.npy", Err: errors.New("input/output error")}, "a.npy: cannot be read: input/output error"},
		{&fs.PathError{Op: "mkdir", Path: "out", Err: fs.ErrPermission}, "a.npy: mkdir out: permission denied"},
		{&os.LinkError{Op: "rename", Old: ".tmp", New: "b.npy", Err: fs.ErrExist}, "a.npy: rename b.npy: file already exists"},
		{&npy.Error{File: "a.npy", Offset: 8, Reason: "is cut", Err: npy.ErrTruncated}, "a.npy: byte 8: is cut"},
		{errors.New(strings.Repeat("é", 200)), "a.npy: " + strings.Repeat("é", 150) + "…"},
	} {
		if got := Line("a.npy", c.err); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := Line("a.npy", missing); strings.Contains(got, "no such file:") || !strings.HasPrefix(got, "a.npy: ") {
		t.Errorf("%q names the file twice", got)
	}
}

func TestPrintable(t *testing.T) {
	for s, want := range map[string]string{
		"plain é ≠":       "plain é ≠",
		"two\nlines\ttab": `two\nlines\ttab`,
		"\x1b[31mred":     `\x1b[31mred`,
		"\u202ereversed":  `\u202ereversed`,
	} {
		if got := Printable(s); got != want {
			t.Errorf("%q gave %q, want %q", s, got, want)
		}
	}
}
