package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPicturesOfObjects: arrays of Python objects are refused by name.
func TestPicturesOfObjects(t *testing.T) {
	header := "{'descr': '|O', 'fortran_order': False, 'shape': (2,), }"
	header += strings.Repeat(" ", 127-10-len(header)) + "\n"
	name := filepath.Join(t.TempDir(), "o.npy")
	if err := os.WriteFile(name, []byte("\x93NUMPY\x01\x00\x76\x00"+header+"\x80\x04."), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"draw", name, ""}, {"plot", name}} {
		var out, errs bytes.Buffer
		if code := run(args, strings.NewReader(""), &out, &errs); code != exitFailed {
			t.Errorf("%s: exit %d", args[0], code)
		}
		if !strings.Contains(errs.String(), "pickled Python objects") || out.Len() > 0 {
			t.Errorf("%s: %q and %q", args[0], out.String(), errs.String())
		}
	}
}
