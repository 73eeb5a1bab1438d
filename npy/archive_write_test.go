package npy

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndtool/ndtool/ndarray"
)

// Stored archives are numpy.savez's own bytes, on a file and on a pipe.
func TestArchiveAsSavez(t *testing.T) {
	want, err := os.ReadFile("testdata/savez.npz")
	if err != nil {
		t.Fatal(err)
	}
	if got := archive(t, WriterOptions{}, savez(t)...); !bytes.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	path := filepath.Join(t.TempDir(), "a.npz")
	err = WriteArchiveFile(path, WriterOptions{}, func(w *ArchiveWriter) error {
		for _, k := range savez(t) {
			if err := w.Add(k.Key, k.Array); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || !bytes.Equal(content(t, path), want) {
		t.Errorf("the file differs (%v)", err)
	}
	empty, err := os.ReadFile("testdata/empty.npz")
	if err != nil {
		t.Fatal(err)
	}
	if got := archive(t, WriterOptions{}); !bytes.Equal(got, empty) {
		t.Errorf("empty: %q", got)
	}
}

// Compressed archives, to files and to pipes, are read by us and by the
// standard library, and do not depend on the number of workers.
func TestCompressed(t *testing.T) {
	arrays := append(savez(t), Keyed{"big", numbers(t, 3, 400, 500)}, Keyed{"empty", numbers(t, 0)})
	for level := range 10 {
		path := filepath.Join(t.TempDir(), "a.npz")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("PK\x03\x04front"); err != nil { // the archive need not start the file
			t.Fatal(err)
		}
		writeArchive(t, f, WriterOptions{Compress: true, Level: level, Workers: 1}, arrays...)
		f.Close()
		seekable := content(t, path)[9:]
		var one, three bytes.Buffer
		writeArchive(t, onlyWriter{&one}, WriterOptions{Compress: true, Level: level, Workers: 1}, arrays...)
		writeArchive(t, onlyWriter{&three}, WriterOptions{Compress: true, Level: level, Workers: 3}, arrays...)
		if !bytes.Equal(one.Bytes(), three.Bytes()) {
			t.Errorf("level %d: the result depends on the number of workers", level)
		}
		for name, b := range map[string][]byte{"file": seekable, "pipe": one.Bytes(), "with front": content(t, path)} {
			z := openArchive(t, b)
			holds(t, z, arrays...)
			std, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for i, f := range std.File {
				r, err := f.Open()
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				got, err := io.ReadAll(r)
				if err != nil || !bytes.Equal(got, file(t, arrays[i].Array)) {
					t.Errorf("%s: archive/zip reads member %s otherwise (%v)", name, f.Name, err)
				}
				if wantFlag := uint16(flagDescriptor); (f.Flags&wantFlag != 0) != (name == "pipe") {
					t.Errorf("%s: flags %x", name, f.Flags)
				}
			}
		}
	}
	for _, level := range []int{-1, 10} {
		if _, err := NewArchiveWriter(io.Discard, WriterOptions{Level: level}); err == nil {
			t.Errorf("level %d was accepted", level)
		}
	}
}

func TestAlignedMembers(t *testing.T) {
	for _, align := range []int{8, 64, 4096} {
		path := filepath.Join(t.TempDir(), "a.npz")
		err := os.WriteFile(path, archive(t, WriterOptions{Align: align}, savez(t)...), 0o644)
		if err != nil {
			t.Fatal(err)
		}
		a, err := OpenArchiveFile(path, ArchiveOptions{})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		holds(t, a, savez(t)...)
		for _, m := range a.Members() {
			raw, err := m.body()
			if err != nil {
				t.Fatal(err)
			}
			h, err := m.Header()
			if err != nil {
				t.Fatal(err)
			}
			if _, start, _ := raw.Outer(); (start+h.Offset)%int64(align) != 0 {
				t.Errorf("the data of %s start at byte %d, want a multiple of %d", m.Name, start+h.Offset, align)
			}
		}
	}
	for _, align := range []int{-1, 3, 8192} {
		if _, err := NewArchiveWriter(io.Discard, WriterOptions{Align: align}); err == nil {
			t.Errorf("alignment %d was accepted", align)
		}
	}
}

func TestArchiveWriterErrors(t *testing.T) {
	if _, err := NewArchiveWriter(io.Discard, WriterOptions{Comment: "a " + endSignature}); !errors.Is(err, ErrArchive) {
		t.Errorf("a comment that Python takes for the end: %v", err)
	}
	w, err := NewArchiveWriter(io.Discard, WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Add("a", numbers(t, 3)); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"a", "a\x00b", "\xff", strings.Repeat("a", 65536)} {
		if err := w.Add(key, numbers(t, 3)); !errors.Is(err, ErrArchive) {
			t.Errorf("%.10q: %v", key, err)
		}
	}
	if err := w.Add("b", numbers(t, 3)); err != nil {
		t.Errorf("a refused name spoils the writer: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.Add("c", numbers(t, 3)); !errors.Is(err, ErrClosed) {
		t.Errorf("Add after Close: %v", err)
	}
	for _, compress := range []bool{false, true} {
		size := len(archive(t, WriterOptions{Compress: compress}, savez(t)...))
		step := 1
		if compress { // a compressor is slow to make
			step = 7
		}
		for at := 0; at < size; at += step {
			w, err := NewArchiveWriter(&faulty{at: at}, WriterOptions{Compress: compress})
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range savez(t) {
				if err = w.Add(k.Key, k.Array); err != nil {
					break
				}
			}
			if closed := w.Close(); err == nil {
				err = closed
			} else if !errors.Is(closed, errFault) {
				t.Errorf("Close forgot the fault at %d: %v", at, closed)
			}
			if !errors.Is(err, errFault) {
				t.Errorf("fault at %d: %v", at, err)
			}
		}
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a.npz")
	err = WriteArchiveFile(path, WriterOptions{}, func(*ArchiveWriter) error { return errFault })
	if list, _ := os.ReadDir(dir); !errors.Is(err, errFault) || len(list) != 0 {
		t.Errorf("%v; left behind: %v", err, list)
	}
}

func TestRewriteArchive(t *testing.T) {
	for _, compress := range []bool{false, true} {
		b := archive(t, WriterOptions{Compress: compress}, savez(t)...)
		src := openArchive(t, b)
		var out bytes.Buffer
		w, err := NewArchiveWriter(&out, WriterOptions{})
		if err != nil {
			t.Fatal(err)
		}
		err = src.Rewrite(w, Changes{
			Set:    []Keyed{{"new", numbers(t, 2)}, {"scalar", numbers(t, 5)}},
			Rename: map[string]string{"a": "b"},
			Delete: []string{"zero"},
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got := openArchive(t, out.Bytes())
		old := savez(t)
		holds(t, got, Keyed{"b", old[0].Array}, old[1], Keyed{"scalar", numbers(t, 5)}, Keyed{"new", numbers(t, 2)})
		for i, j := range []int{0, 1} {
			a, err := src.Members()[j].body()
			if err != nil {
				t.Fatal(err)
			}
			b, err := got.Members()[i].body()
			if err != nil {
				t.Fatal(err)
			}
			x, _ := io.ReadAll(a)
			y, _ := io.ReadAll(b)
			if !bytes.Equal(x, y) {
				t.Error("a member that did not change was compressed again")
			}
		}
		for name, c := range map[string]Changes{
			"delete": {Delete: []string{"no"}},
			"rename": {Rename: map[string]string{"no": "b"}},
		} {
			w, _ := NewArchiveWriter(io.Discard, WriterOptions{})
			if err := src.Rewrite(w, c); !errors.Is(err, ErrNoMember) {
				t.Errorf("%s a missing member: %v", name, err)
			}
		}
		w, _ = NewArchiveWriter(io.Discard, WriterOptions{})
		if err := src.Rewrite(w, Changes{Rename: map[string]string{"a": "zero"}}); !errors.Is(err, ErrArchive) {
			t.Errorf("rename onto another member: %v", err)
		}
	}
}

// More members than a 16-bit count holds: zip64.
func TestManyMembers(t *testing.T) {
	const n = 66_000
	var b bytes.Buffer
	w, err := NewArchiveWriter(&b, WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if err := w.AddBytes(fmt.Sprint(i), nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	a := openArchive(t, b.Bytes())
	if len(a.Members()) != n {
		t.Errorf("%d members, want %d", len(a.Members()), n)
	}
	std, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || len(std.File) != n {
		t.Errorf("archive/zip: %v", err)
	}
	if _, err := OpenArchive(bytes.NewReader(b.Bytes()), int64(b.Len()), ArchiveOptions{MaxMembers: n - 1}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("one member less allowed: %v", err)
	}
}

// Replace keeps what is not replaced, how each member was packed, and of a
// repeated name the last.
func TestReplace(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range []struct {
		name   string
		method uint16
	}{{"a.npy", zip.Store}, {"folder/", zip.Store}, {"b.npy", zip.Deflate}, {"note", zip.Deflate}, {"a.npy", zip.Deflate}} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: m.name, Method: m.method})
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(m.name, suffix) {
			if err := Write(w, numbers(t, 3)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	src := openArchive(t, b.Bytes())
	var out bytes.Buffer
	w, err := NewArchiveWriter(&out, WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	err = src.Replace(w, func(m *Member) (*ndarray.Array, error) {
		if _, err := m.Header(); errors.Is(err, ErrNotArray) {
			return nil, nil
		}
		return numbers(t, 5), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range openArchive(t, out.Bytes()).Members() {
		h, err := m.Header()
		got = append(got, fmt.Sprintf("%s stored=%v array=%v %v", m.Name, m.Stored(), !errors.Is(err, ErrNotArray), h.Shape))
	}
	want := []string{"folder/ stored=true array=false []", "b.npy stored=false array=true [5]", "note stored=false array=false []", "a.npy stored=false array=true [5]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("members (-want +got):\n%s", diff)
	}
	wrong := errors.New("no")
	w, _ = NewArchiveWriter(io.Discard, WriterOptions{})
	if err := src.Replace(w, func(*Member) (*ndarray.Array, error) { return nil, wrong }); err != wrong {
		t.Errorf("a failure of the function gave %v", err)
	}
}
