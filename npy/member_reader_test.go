package npy

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// A member's bytes are read at any place, in any order.
func TestMemberReaderAt(t *testing.T) {
	a := numbers(t, 50_000)
	whole := file(t, a)
	for _, compress := range []bool{false, true} {
		z := archive(t, WriterOptions{Compress: compress}, Keyed{"a", a})
		m := openArchive(t, z).Members()[0]
		r, err := m.ReaderAt()
		if err != nil {
			t.Fatal(err)
		}
		if h, err := HeaderAt(r, m.Size, Options{}); err != nil || h.Len() != 50_000 {
			t.Errorf("%+v, %v", h, err)
		}
		end := int64(len(whole))
		for _, at := range []int64{0, 1000, 999, end - 5, 3, end, end + 1, 70_000} {
			b := make([]byte, 10)
			n, err := r.ReadAt(b, at)
			want := whole[min(at, end):min(at+10, end)]
			if !bytes.Equal(b[:n], want) || (n < len(b)) != (err == io.EOF) || err != nil && err != io.EOF {
				t.Errorf("compressed %v, at %d: % x, want % x, %v", compress, at, b[:n], want, err)
			}
		}
		if b, err := io.ReadAll(io.NewSectionReader(r, 0, m.Size)); err != nil || !bytes.Equal(b, whole) {
			t.Errorf("compressed %v: read whole: %d bytes, %v", compress, len(b), err)
		}
	}
}

// Who reads a deflated member to its end learns that its checksum is wrong, and
// where it ends early.
func TestMemberReaderAtProves(t *testing.T) {
	z := archive(t, WriterOptions{Compress: true}, Keyed{"a", numbers(t, 50_000)})
	for _, c := range []struct {
		kind  error
		spoil func(*Member)
	}{
		{ErrChecksum, func(m *Member) { m.CRC32++ }},
		{ErrTruncated, func(m *Member) { m.Size++ }},
		{ErrArchive, func(m *Member) { m.Size-- }},
	} {
		m := openArchive(t, z).Members()[0]
		c.spoil(m)
		r, err := m.ReaderAt()
		if err != nil {
			t.Fatal(err)
		}
		b := make([]byte, m.Size)
		if _, err := r.ReadAt(b[:100], 0); err != nil {
			t.Errorf("the front: %v", err)
		}
		if _, err := r.ReadAt(b[100:], 100); !errors.Is(err, c.kind) {
			t.Errorf("%v, want %v", err, c.kind)
		}
	}
}

// Data that are written piece by piece make the archive that the array makes.
func TestAddData(t *testing.T) {
	a := numbers(t, 300, 7)
	data := rawOf(t, a)
	add := func(w *ArchiveWriter, data []byte) error {
		return w.AddData("a", HeaderOf(a), func(w io.Writer) error {
			for part := data; len(part) > 0; part = part[min(1000, len(part)):] {
				if _, err := w.Write(part[:min(1000, len(part))]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for _, opt := range []WriterOptions{{}, {Align: 64}, {Compress: true}} {
		want := archive(t, opt, Keyed{"a", a})
		var b bytes.Buffer
		w, err := NewArchiveWriter(&b, opt)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(add(w, data), w.Close()); err != nil || !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%+v: %v, another archive", opt, err)
		}
		path := filepath.Join(t.TempDir(), "a.npz")
		if err := WriteArchiveFile(path, opt, func(w *ArchiveWriter) error { return add(w, data) }); err != nil {
			t.Error(err)
		}
		if b, err := os.ReadFile(path); err != nil || !opt.Compress && !bytes.Equal(b, want) {
			t.Errorf("%+v: %v, another archive where the writer can seek", opt, err)
		}
		if w, err = NewArchiveWriter(io.Discard, opt); err != nil {
			t.Fatal(err)
		}
		if err := add(w, data[1:]); !errors.Is(err, ErrShape) {
			t.Errorf("%+v: a byte less: %v", opt, err)
		}
		if err := w.Close(); err == nil {
			t.Errorf("%+v: an archive with half a member is closed", opt)
		}
	}
	changing := 0
	w, err := NewArchiveWriter(io.Discard, WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	err = w.AddData("a", Header{DType: dtype.Int8, Shape: []int{1}}, func(w io.Writer) error {
		changing++
		_, err := w.Write([]byte{byte(changing)})
		return err
	})
	if !errors.Is(err, ErrChecksum) {
		t.Errorf("data that change between the passes: %v", err)
	}
}

// The header of a member in a file that is open for appending cannot be
// completed: an error, and no broken archive that looks whole.
func TestArchiveToAppendingFile(t *testing.T) {
	f, err := os.OpenFile(filepath.Join(t.TempDir(), "a.npz"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := NewArchiveWriter(f, WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Add("a", numbers(t, 3)); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("%v", err)
	}
}
