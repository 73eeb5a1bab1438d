package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"testing"
)

// named starts an output as on a system without files that have no name.
func named(t *testing.T, path string, opt Options, text string) *File {
	t.Helper()
	f, name, err := temporary(filepath.Dir(path), 0o666)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, text); err != nil {
		t.Fatal(err)
	}
	return &File{f: f, opt: opt, name: path, target: path, temp: name}
}

func TestTemporaryNames(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	if err := named(t, path, Options{}, "aborted").Abort(); err != nil {
		t.Fatal(err)
	}
	only(t, dir)
	if err := named(t, path, Options{}, "one").Commit(); err != nil {
		t.Fatal(err)
	}
	if err := named(t, path, Options{}, "two").Commit(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over an existing file: %v", err)
	}
	if got := content(t, path); got != "one" {
		t.Errorf("content %q", got)
	}
	only(t, dir, "out")
	if err := named(t, path, Options{Force: true}, "three").Commit(); err != nil {
		t.Fatal(err)
	}
	if got := content(t, path); got != "three" {
		t.Errorf("content %q", got)
	}
	only(t, dir, "out")
}

// TestGiveName lets a file get a name before it replaces another, by whatever
// way there is.
func TestGiveName(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	write(t, path, "old")
	f := create(t, path, Options{Force: true, NoSync: true}, "new")
	f.temp = ""
	if err := f.giveName(); err != nil {
		t.Fatal(err)
	}
	if got := content(t, f.temp); got != "new" {
		t.Errorf("under its temporary name: %q", got)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := content(t, path); got != "new" {
		t.Errorf("content %q", got)
	}
}
