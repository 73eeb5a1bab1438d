package npy

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// fileOf returns an open file of n random bytes, and the bytes.
func fileOf(t *testing.T, n int) (*os.File, []byte) {
	t.Helper()
	b := make([]byte, n)
	rand.NewChaCha8([32]byte{1}).Read(b)
	name := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(name, b, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f, b
}

func TestReadPieces(t *testing.T) {
	f, want := fileOf(t, 300_001)
	for _, piece := range []int{4096, 10_000, 1 << 20} {
		for _, off := range []int{0, 1, 128, 4096, 70_000} {
			got := make([]byte, len(want)-off)
			if n, err := readPieces(f, got, int64(off), piece); n != len(got) || err != nil || !bytes.Equal(got, want[off:]) {
				t.Errorf("pieces of %d from %d on: %d bytes of %d (%v)", piece, off, n, len(got), err)
			}
			longer := make([]byte, len(want)+5000)
			if n, err := readPieces(f, longer, int64(off), piece); n != len(want)-off || err != io.EOF || !bytes.Equal(longer[:n], want[off:]) {
				t.Errorf("pieces of %d from %d on, past the end: %d bytes of %d (%v)", piece, off, n, len(want)-off, err)
			}
		}
	}
}

// TestFaultOfAMapping reads where a mapping has no file behind it, as when the
// file is cut meanwhile: an error, and the next read works.
func TestFaultOfAMapping(t *testing.T) {
	f, want := fileOf(t, 100_000)
	for _, n := range []int{99_873, 300_000} {
		if err := copyMapped(make([]byte, n), f, 128); err == nil {
			t.Errorf("%d bytes were read from byte 128 of a file of 100,000", n)
		}
	}
	got := make([]byte, 99_872)
	if err := copyMapped(got, f, 128); err != nil || !bytes.Equal(got, want[128:]) {
		t.Errorf("after it: %v", err)
	}
}
