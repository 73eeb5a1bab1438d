package atomicfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// only fails unless dir holds exactly these names.
func only(t *testing.T, dir string, names ...string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range list {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("folder holds %q, want %q", got, names)
	}
}

func create(t *testing.T, path string, opt Options, text string) *File {
	t.Helper()
	f, err := Create(path, opt)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, text); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestCommitAndAbort(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	f := create(t, path, Options{}, "new")
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("visible before Commit: %v", err)
	}
	if _, err := f.WriteAt([]byte("N"), 0); err != nil {
		t.Error(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := f.Abort(); err != nil {
		t.Errorf("Abort after Commit: %v", err)
	}
	if err := f.Commit(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("second Commit: %v", err)
	}
	if got := content(t, path); got != "New" {
		t.Errorf("content %q", got)
	}
	only(t, dir, "out")

	if _, err := Create(path, Options{}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("existing target without Force: %v", err)
	}
	f = create(t, path, Options{Force: true}, "other")
	if err := f.Abort(); err != nil {
		t.Error(err)
	}
	if err := f.Abort(); err != nil {
		t.Errorf("second Abort: %v", err)
	}
	if got := content(t, path); got != "New" {
		t.Errorf("after Abort: %q", got)
	}
	only(t, dir, "out")

	f = create(t, path, Options{Force: true, NoSync: true}, "newer")
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := content(t, path); got != "newer" {
		t.Errorf("replaced: %q", got)
	}
	only(t, dir, "out")
}

func TestTargetAppearsMeanwhile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	f := create(t, path, Options{}, "mine")
	write(t, path, "theirs")
	if err := f.Commit(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("Commit over a file that appeared meanwhile: %v", err)
	}
	if got := content(t, path); got != "theirs" {
		t.Errorf("content %q", got)
	}
	only(t, dir, "out")
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	if _, err := Create(dir, Options{Force: true}); err == nil {
		t.Error("a folder was accepted as an output")
	}
	if _, err := Create(filepath.Join(dir, "no", "out"), Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing folder: %v", err)
	}
	only(t, dir)
}

func TestPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are not modelled there")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	for _, mode := range []fs.FileMode{0o600, 0o444, 0o755, 0o640} {
		write(t, path, "old")
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		f := create(t, path, Options{Force: true}, "new")
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode() != mode {
			t.Errorf("mode %v, want %v (%v)", info.Mode(), mode, err)
		}
		os.Remove(path)
	}
	plain, err := os.Create(path) // under the same umask
	if err != nil {
		t.Fatal(err)
	}
	plain.Close()
	fresh := filepath.Join(dir, "fresh")
	if err := create(t, fresh, Options{}, "").Commit(); err != nil {
		t.Fatal(err)
	}
	want, _ := os.Stat(path)
	if got, err := os.Stat(fresh); err != nil || got.Mode() != want.Mode() {
		t.Errorf("a fresh file has mode %v, want %v (%v)", got.Mode(), want.Mode(), err)
	}
}

func TestSymbolicLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	dir := t.TempDir()
	sub := filepath.Join(dir, "sub")
	if err := os.Mkdir(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	real, link, dangling := filepath.Join(sub, "real"), filepath.Join(dir, "link"), filepath.Join(dir, "dangling")
	write(t, real, "old")
	for _, l := range [][2]string{{filepath.Join("sub", "real"), link}, {filepath.Join("sub", "later"), dangling}} {
		if err := os.Symlink(l[0], l[1]); err != nil {
			t.Fatal(err)
		}
	}
	f := create(t, link, Options{Force: true}, "new")
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	f = create(t, dangling, Options{}, "late")
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := content(t, real); got != "new" {
		t.Errorf("target holds %q", got)
	}
	if got := content(t, filepath.Join(sub, "later")); got != "late" {
		t.Errorf("target of the dangling link holds %q", got)
	}
	for _, l := range []string{link, dangling} {
		if info, err := os.Lstat(l); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no longer a link", l)
		}
	}
	only(t, sub, "later", "real")

	loop := filepath.Join(dir, "loop")
	if err := os.Symlink("loop", loop); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(loop, Options{Force: true}); err == nil {
		t.Error("a link to itself was accepted")
	}
}

func TestHardLinksAreTold(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("not counted there")
	}
	dir := t.TempDir()
	path, other := filepath.Join(dir, "out"), filepath.Join(dir, "other")
	write(t, path, "old")
	if err := os.Link(path, other); err != nil {
		t.Fatal(err)
	}
	f := create(t, path, Options{Force: true}, "new")
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(f.Losses(), "; "); !strings.Contains(got, "1 other hard link") {
		t.Errorf("losses %q", got)
	}
	if content(t, path) != "new" || content(t, other) != "old" {
		t.Error("wrong contents")
	}
}

func TestReadFromAndAllocate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	f, err := Create(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Abort()
	if n, err := f.ReadFrom(strings.NewReader("abc")); n != 3 || err != nil {
		t.Fatalf("ReadFrom: %d, %v", n, err)
	}
	if err := Allocate(f.Temporary(), 10); err != nil {
		t.Fatal(err)
	}
	if err := Allocate(f.Temporary(), -1); err == nil {
		t.Error("a negative size was accepted")
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := content(t, path); got != "abc"+strings.Repeat("\x00", 7) {
		t.Errorf("content %q", got)
	}
}

func TestDirectOutputs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no device files there")
	}
	f := create(t, os.DevNull, Options{}, "gone")
	if !f.Direct() {
		t.Error("a device is not written to directly")
	}
	if err := f.Commit(); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&fs.ModeDevice == 0 {
		t.Fatalf("the device is gone: %v", err)
	}
}

func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	f, err := Create("/dev/full", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(bytes.Repeat([]byte("x"), 1<<16)); err == nil {
		t.Error("writing to a full device succeeded")
	}
	f.Abort()
}
