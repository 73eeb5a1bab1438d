package npy

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/ndtool/ndtool/ndarray"
)

// TestFS reads an array and an archive from file systems whose files can and
// cannot be read at positions.
func TestFS(t *testing.T) {
	want, err := ndarray.FromSlice([]int32{1, 2, 3, 4, 5, 6}, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	var array, archive bytes.Buffer
	if err := Write(&array, want.Transpose()); err != nil {
		t.Fatal(err)
	}
	w, err := NewArchiveWriter(&archive, WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Add("x", want.Transpose()), w.Close()); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"d/a.npy": array.Bytes(), "d/a.npz": archive.Bytes(), "d/cut.npy": array.Bytes()[:140], "d/cut.npz": archive.Bytes()[:100], "d/empty": nil}

	dir := t.TempDir()
	memory := make(fstest.MapFS)
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for name, b := range files {
		memory[name] = &fstest.MapFile{Data: b}
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	zipped, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	if err != nil {
		t.Fatal(err)
	}

	for name, fsys := range map[string]fs.FS{"memory": memory, "folder": os.DirFS(dir), "zip": zipped} {
		t.Run(name, func(t *testing.T) {
			text := ndarray.Format(want.Transpose(), ndarray.FormatOptions{})
			a, err := ReadFS(fsys, "d/a.npy", Options{})
			if err != nil || ndarray.Format(a, ndarray.FormatOptions{}) != text {
				t.Errorf("ReadFS: %v, %v", a, err)
			}
			p, err := OpenArchiveFS(fsys, "d/a.npz", ArchiveOptions{})
			if err != nil {
				t.Fatal(err)
			}
			m, err := p.Lookup("x")
			if err != nil {
				t.Fatal(err)
			}
			if a, err := m.Read(); err != nil || ndarray.Format(a, ndarray.FormatOptions{}) != text {
				t.Errorf("member: %v, %v", a, err)
			}
			mapped, err := m.Map(ReadOnly)
			if (err == nil) != (name == "folder") {
				t.Errorf("Map: %v", err)
			}
			if err == nil {
				if err := mapped.Close(); err != nil {
					t.Error(err)
				}
			}
			for range 2 {
				if err := p.Close(); err != nil {
					t.Errorf("Close: %v", err)
				}
			}

			for file, kind := range map[string]error{"d/cut.npy": ErrTruncated, "d/a.npz": ErrMagic, "d/empty": ErrTruncated, "d/none": fs.ErrNotExist} {
				if _, err := ReadFS(fsys, file, Options{}); !errors.Is(err, kind) {
					t.Errorf("ReadFS of %s: %v, want %v", file, err, kind)
				}
			}
			if _, err := ReadFS(fsys, "d", Options{}); err == nil {
				t.Error("ReadFS of a folder succeeded")
			}
			for file, kind := range map[string]error{"d/a.npy": ErrMagic, "d/cut.npz": ErrTruncated, "d/empty": ErrTruncated, "d/none": fs.ErrNotExist} {
				_, err := OpenArchiveFS(fsys, file, ArchiveOptions{})
				var e *Error
				if !errors.Is(err, kind) || !errors.As(err, &e) || e.File != file {
					t.Errorf("OpenArchiveFS of %s: %v, want %v", file, err, kind)
				}
			}
		})
	}
}

func ExampleReadFS() {
	var file bytes.Buffer
	a, _ := ndarray.FromSlice([]float64{1, 2, 3})
	Write(&file, a)
	// an embed.FS, os.DirFS or a *zip.Reader does as well
	fsys := fstest.MapFS{"weights/b.npy": {Data: file.Bytes()}}

	b, err := ReadFS(fsys, "weights/b.npy", Options{})
	fmt.Println(ndarray.Format(b, ndarray.FormatOptions{}), err)
	// Output: [1. 2. 3.] <nil>
}
