//go:build linux || darwin

package atomicfile

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fifo")
	if err := unix.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	got := make(chan string)
	go func() {
		r, err := os.Open(path)
		if err != nil {
			got <- err.Error()
			return
		}
		defer r.Close()
		b, _ := io.ReadAll(r)
		got <- string(b)
	}()
	f := create(t, path, Options{}, "through")
	if err := f.Commit(); err != nil {
		t.Error(err)
	}
	if s := <-got; s != "through" {
		t.Errorf("the reader got %q", s)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe is gone: %v", err)
	}
}

func TestExtendedAttributes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	write(t, path, "old")
	const name, value = "user.ndtool.test", "kept"
	if err := unix.Setxattr(path, name, []byte(value), 0); err != nil {
		t.Skip("no extended attributes here:", err)
	}
	f := create(t, path, Options{Force: true}, "new")
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 16)
	n, err := unix.Getxattr(path, name, b)
	if err != nil || string(b[:n]) != value {
		t.Errorf("attribute %q, %v; losses %q", b[:max(n, 0)], err, f.Losses())
	}
}
