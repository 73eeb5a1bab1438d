package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestNothingIsSeenBefore looks into the folder while an output is written.
func TestNothingIsSeenBefore(t *testing.T) {
	dir := t.TempDir()
	if f, err := openUnnamed(dir, "none", 0o666); err != nil {
		t.Skip("this file system has no files without names:", err)
	} else if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f := create(t, filepath.Join(dir, "out"), Options{}, "text")
	only(t, dir)
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	only(t, dir, "out")
}

// TestCopyInsteadOfName is for a system that refuses to name a file: one whose
// last name was removed cannot get another.
func TestCopyInsteadOfName(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	f := named(t, path, Options{}, "moved")
	if err := os.Remove(f.temp); err != nil {
		t.Fatal(err)
	}
	f.temp = ""
	if _, err := io.WriteString(f, " on"); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := content(t, path); got != "moved on" {
		t.Errorf("content %q", got)
	}
	only(t, dir, "out")
}

func TestNoRoom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	f := create(t, path, Options{}, "x")
	defer f.Abort()
	if err := Allocate(f.Temporary(), 1<<50); !errors.Is(err, unix.ENOSPC) {
		t.Errorf("a petabyte: %v", err)
	}
	if info, err := f.Temporary().Stat(); err != nil || info.Size() != 1 {
		t.Errorf("%v, %v", info.Size(), err)
	}
	if err := Allocate(f.Temporary(), 1<<16); err != nil {
		t.Error(err)
	}
}
