package batch

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// journalCase is a file in place, a log, and the entry of work on the file.
func journalCase(t *testing.T) (file, log string, begin func() *entry) {
	t.Helper()
	dir := t.TempDir()
	file, log = filepath.Join(dir, "a.npy"), filepath.Join(dir, "log")
	if err := os.WriteFile(file, []byte("old content"), 0o666); err != nil {
		t.Fatal(err)
	}
	return file, log, func() *entry {
		j, err := OpenJournal(log, false, true)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { j.Close() })
		e, err := j.entry(Input{Path: file}, file, "flip")
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
}

// TestJournalReplace: a run that ended before the new file stood in its place
// is not done, one that ended right after it is, and so is one that ended well.
func TestJournalReplace(t *testing.T) {
	file, _, begin := journalCase(t)
	e := begin()
	if e.finished() {
		t.Fatal("done without a log")
	}
	tmp, err := os.Create(file + ".tmp")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tmp.WriteString("new content"); err != nil {
		t.Fatal(err)
	}
	// later than the old file, whatever the clock of the file system
	later := time.Now().Add(time.Second)
	if err := os.Chtimes(tmp.Name(), later, later); err != nil {
		t.Fatal(err)
	}
	if err := e.intend(tmp); err != nil {
		t.Fatal(err)
	}
	tmp.Close()
	if begin().finished() {
		t.Error("done before the file was renamed")
	}
	if err := os.Rename(tmp.Name(), file); err != nil {
		t.Fatal(err)
	}
	if !begin().finished() {
		t.Error("not done although the file was renamed")
	}
	if err := e.done(); err != nil {
		t.Fatal(err)
	}
	if !begin().finished() {
		t.Error("not done in the end")
	}
	// the user changes the file: it is another one
	if err := os.WriteFile(file, []byte("some content"), 0o666); err != nil {
		t.Fatal(err)
	}
	if begin().finished() {
		t.Error("a changed file counts as done")
	}
}

// TestJournalHead: the same for a header that is rewritten in its file.
func TestJournalHead(t *testing.T) {
	file, log, begin := journalCase(t)
	e := begin()
	if err := e.intendHead([]byte("new")); err != nil {
		t.Fatal(err)
	}
	if begin().finished() {
		t.Error("done before the header was written")
	}
	if err := os.WriteFile(file, []byte("new content"), 0o666); err != nil {
		t.Fatal(err)
	}
	if !begin().finished() {
		t.Error("not done although the header was written")
	}
	if err := e.done(); err != nil {
		t.Fatal(err)
	}
	if !begin().finished() {
		t.Error("not done in the end")
	}
	// a log cut within its last line says what the line before it said
	info, err := os.Stat(log)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(log, info.Size()-5); err != nil {
		t.Fatal(err)
	}
	if !begin().finished() {
		t.Error("not done after the log was cut")
	}
	e = begin()
	if err := e.done(); err != nil {
		t.Fatal(err)
	}
	if !begin().finished() {
		t.Error("a line after a cut one is not read")
	}
}

func TestJournalRefusesOtherFiles(t *testing.T) {
	log := filepath.Join(t.TempDir(), "notes")
	if err := os.WriteFile(log, []byte("my notes\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(log, false, true); err == nil {
		t.Error("took a file of notes for a log")
	}
	if b, _ := os.ReadFile(log); string(b) != "my notes\n" {
		t.Errorf("changed it to %q", b)
	}
}
