package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/npy"
)

// TestNamesOnTerminals looks at an archive whose members' names hold what a
// terminal obeys.
func TestNamesOnTerminals(t *testing.T) {
	a, err := ndarray.FromSlice([]int32{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	archive := filepath.Join(dir, "z.npz")
	err = npy.WriteArchiveFile(archive, npy.WriterOptions{}, func(w *npy.ArchiveWriter) error {
		if err := w.Add("\x1b[2J", a); err != nil {
			return err
		}
		return w.Add("two\nlines", a)
	})
	if err != nil {
		t.Fatal(err)
	}
	strange := filepath.Join(dir, "\x1b[2J.npy")
	if err := npy.WriteFile(strange, a); err != nil {
		t.Skip("no such file name on this system")
	}
	for _, args := range [][]string{
		{"show", strange, archive}, {"info", strange}, {"check", strange}, {"explain", strange, "transpose"}, {"diff", strange, archive + ":two\nlines"},
		{"show", archive}, {"info", archive}, {"check", archive}, {"diff", archive, archive}, {"explain", archive + ":\x1b[2J", "transpose"},
		{"pipe", archive, "view 3", "-o", filepath.Join(dir, "o.npz")}, {"unpack", archive, "--out-dir", filepath.Join(dir, "u")},
	} {
		var out, errs bytes.Buffer
		run(args, strings.NewReader(""), &out, &errs)
		if text := out.String() + errs.String(); strings.Contains(text, "\x1b") || strings.Contains(text, "two\nlines") {
			t.Errorf("ndtool %s writes a name as it is: %q", args[0], text)
		}
	}
}
