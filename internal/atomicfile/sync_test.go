package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestSyncer: every wait ends, with the error that there was.
func TestSyncer(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	s := NewSyncer(f)
	waits := func(failing bool) {
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				if err := s.Sync(); (err != nil) != failing {
					t.Errorf("error %v, expected one: %v", err, failing)
				}
			})
		}
		wg.Wait()
	}
	waits(false)
	if s.asked != 50 || s.answered != 50 || s.busy {
		t.Errorf("%d waits asked for, %d answered", s.asked, s.answered)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	waits(true)
}

// TestManyInOneFolder: files that appear in a folder at the same time.
func TestManyInOneFolder(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for k := range 40 {
		wg.Go(func() {
			name := filepath.Join(dir, string(rune('A'+k)))
			f, err := Create(name, Options{Fresh: true})
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := f.Write([]byte(name)); err != nil {
				t.Error(err)
			}
			if err := f.Commit(); err != nil {
				t.Error(err)
			}
			if b, err := os.ReadFile(name); string(b) != name || err != nil {
				t.Errorf("%s holds %q, %v", name, b, err)
			}
		})
	}
	wg.Wait()
}

// TestFresh: what was thought not to be there and is comes to light in Commit,
// and stays as it is.
func TestFresh(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "file"), "theirs")
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"file", "folder"} {
		f := create(t, filepath.Join(dir, name), Options{Fresh: true}, "mine")
		if err := f.Commit(); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: Commit gives %v", name, err)
		}
	}
	if got := content(t, filepath.Join(dir, "file")); got != "theirs" {
		t.Errorf("content %q", got)
	}
	if _, err := Create(filepath.Join(dir, "no", "out"), Options{Fresh: true}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing folder: %v", err)
	}
	// to replace is to look
	f := create(t, filepath.Join(dir, "file"), Options{Fresh: true, Force: true}, "mine")
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := content(t, filepath.Join(dir, "file")); got != "mine" {
		t.Errorf("content %q", got)
	}
	only(t, dir, "file", "folder")
}
