package npy

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// savez holds the arrays of testdata/make.py, in order.
func savez(t testing.TB) []Keyed {
	t.Helper()
	floats, err := ndarray.New(dtype.Float64.WithOrder(dtype.Big), 2, 2)
	if err != nil {
		t.Fatal(err)
	}
	v, err := ndarray.As[float64](floats)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		v.Set(float64(i), i/2, i%2)
	}
	zero, err := ndarray.New(dtype.Float32.WithOrder(dtype.Little), 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	scalar, err := ndarray.New(dtype.Uint8)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := scalar.Bytes()
	b[0] = 7
	ints, err := ndarray.New(dtype.Int32.WithOrder(dtype.Little), 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	w, err := ndarray.As[int32](ints)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		w.Set(int32(i), i/3, i%3)
	}
	return []Keyed{{"a", ints}, {"ünï/x", floats.Transpose()}, {"zero", zero}, {"scalar", scalar}}
}

// archive returns what an ArchiveWriter writes to w, or to memory.
func archive(t testing.TB, opt WriterOptions, arrays ...Keyed) []byte {
	t.Helper()
	var b bytes.Buffer
	writeArchive(t, &b, opt, arrays...)
	return b.Bytes()
}

func writeArchive(t testing.TB, to io.Writer, opt WriterOptions, arrays ...Keyed) {
	t.Helper()
	w, err := NewArchiveWriter(to, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range arrays {
		if err := w.Add(k.Key, k.Array); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func openArchive(t testing.TB, b []byte) *Archive {
	t.Helper()
	a, err := OpenArchive(bytes.NewReader(b), int64(len(b)), ArchiveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// holds fails unless the archive has exactly the arrays.
func holds(t testing.TB, a *Archive, want ...Keyed) {
	t.Helper()
	if len(a.Members()) != len(want) {
		t.Errorf("%d members, want %d", len(a.Members()), len(want))
	}
	for i, k := range want {
		if m := a.Members()[i]; m.Key() != k.Key {
			t.Errorf("member %d is %q, want %q", i, m.Key(), k.Key)
		}
		m, err := a.Lookup(k.Key)
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.Read()
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, k.Array)
		if err := m.Check(); err != nil {
			t.Error(err)
		}
	}
}

func TestReadSavez(t *testing.T) {
	for _, name := range []string{"savez", "compressed", "pipe", "pipe_compressed"} {
		a, err := OpenArchiveFile("testdata/"+name+".npz", ArchiveOptions{})
		if err != nil {
			t.Fatal(err)
		}
		holds(t, a, savez(t)...)
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		if err := a.Close(); err != nil {
			t.Errorf("second Close: %v", err)
		}
	}
}

func TestMapMembers(t *testing.T) {
	a, err := OpenArchiveFile("testdata/savez.npz", ArchiveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var maps []*File
	for _, m := range a.Members() {
		for _, mode := range []Mode{ReadOnly, CopyOnWrite} {
			f, err := m.Map(mode)
			if err != nil {
				t.Fatal(err)
			}
			maps = append(maps, f)
		}
		if _, err := m.Map(ReadWrite); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("mapping for writing: %v", err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	for i, f := range maps { // mappings outlive the archive
		same(t, f.Array(), savez(t)[i/2].Array)
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	c, err := OpenArchiveFile("testdata/compressed.npz", ArchiveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Members()[0].Map(ReadOnly); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("mapping a compressed member: %v", err)
	}
	memory := openArchive(t, archive(t, WriterOptions{}, savez(t)...))
	if _, err := memory.Members()[0].Map(ReadOnly); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("mapping memory: %v", err)
	}
}

func TestSliceMembers(t *testing.T) {
	a := numbers(t, 1000, 100)
	ix := []layout.Index{layout.Range(10, 20), layout.All.By(-2)}
	want, err := a.Slice(ix...)
	if err != nil {
		t.Fatal(err)
	}
	for _, compress := range []bool{false, true} {
		b := archive(t, WriterOptions{Compress: compress}, Keyed{"a", a})
		r := &countingAt{r: bytes.NewReader(b)}
		z, err := OpenArchive(r, int64(len(b)), ArchiveOptions{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := z.Lookup("a")
		if err != nil {
			t.Fatal(err)
		}
		r.bytes = 0
		got, err := m.Slice(ix...)
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, want)
		if r.bytes > 80_000 {
			t.Errorf("compress %v: read %d bytes for a slice near the front", compress, r.bytes)
		}
		if _, err := m.Slice(layout.Int(1000)); !errors.Is(err, layout.ErrIndex) {
			t.Errorf("index out of range: %v", err)
		}
	}
}

func TestLookup(t *testing.T) {
	var b bytes.Buffer
	w, err := NewArchiveWriter(&b, WriterOptions{Comment: "of the world"})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []string{"x", "x.npy", "", "a/b"} {
		if err := w.Add(k, numbers(t, len(k)+1)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"y", "notes.txt"} {
		if err := w.AddBytes(name, file(t, numbers(t, 9))); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.AddBytes("empty", nil); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	a := openArchive(t, b.Bytes())
	if a.Comment() != "of the world" {
		t.Errorf("comment %q", a.Comment())
	}
	for key, name := range map[string]string{
		"x": "x.npy", "x.npy": "x.npy", "x.npy.npy": "x.npy.npy", "": ".npy", ".npy": ".npy", "a/b": "a/b.npy", "y": "y", "notes.txt": "notes.txt",
	} {
		if m, err := a.Lookup(key); err != nil || m.Name != name {
			t.Errorf("%q finds %v (%v), want %q", key, m, err, name)
		}
	}
	_, err = a.Lookup("z")
	if !errors.Is(err, ErrNoMember) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing member: %v", err)
	}
	if lines := a.Warnings(); len(lines) != 1 || !strings.Contains(lines[0], `"x.npy" and "x.npy.npy"`) {
		t.Errorf("warnings %q", lines)
	}
	m, err := a.Lookup("empty")
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Check(); err != nil {
		t.Error(err)
	}
	if is, err := m.IsArray(); is || err != nil {
		t.Errorf("an empty member is an array: %v (%v)", is, err)
	}
}

func TestLocalPath(t *testing.T) {
	for name, ok := range map[string]bool{
		"a.npy": true, "a/b.npy": true, "a b.npy": true,
		"../a.npy": false, "/a.npy": false, "a/../../b.npy": false, "a/../b.npy": false, "./a.npy": false, "": false, "..": false, "/": false, "a//b": false,
	} {
		m := &Member{Name: name, archive: &Archive{}}
		p, err := m.LocalPath()
		if ok != (err == nil) || ok && !filepath.IsLocal(p) {
			t.Errorf("%q: %q, %v", name, p, err)
		}
	}
}

// A member of more than 4 GiB, most of it a hole, and one behind it.
func TestLargeMember(t *testing.T) {
	if intBits == 32 {
		t.Skip("the address space is too small")
	}
	rows := 5000
	h := Header{DType: dtype.Uint8, Shape: []int{rows, 1_000_000}}
	header, err := h.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "large.npz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	e := newEntry("large.npy", methodStored)
	e.size = int64(len(header)) + h.NumBytes()
	e.compressed = e.size
	at := int64(0)
	write := func(b []byte) {
		if _, err := f.WriteAt(b, at); err != nil {
			t.Skip("no sparse files here:", err)
		}
		at += int64(len(b))
	}
	write(e.appendLocal(nil, 0, 0))
	write(header)
	at += h.NumBytes() - 1
	write([]byte{42})
	small := newEntry("small.npy", methodStored)
	small.at = at
	whole := file(t, numbers(t, 3))
	small.size, small.compressed = int64(len(whole)), int64(len(whole))
	write(small.appendLocal(nil, 0, 0))
	write(whole)
	start := at
	write(e.appendDirectory(nil))
	write(small.appendDirectory(nil))
	write(appendEnd(nil, 2, start, at-start, ""))

	a, err := OpenArchiveFile(f.Name(), ArchiveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	m, err := a.Lookup("large")
	if err != nil {
		t.Fatal(err)
	}
	mapped, err := m.Map(ReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer mapped.Close()
	last := []layout.Index{layout.Int(-1), layout.From(-1)}
	part, err := mapped.Array().Slice(last...)
	if err != nil {
		t.Fatal(err)
	}
	read, err := m.Slice(last...)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []*ndarray.Array{part, read} {
		if b := rawOf(t, x); !slices.Equal(b, []byte{42}) {
			t.Errorf("the last item is %v, want 42", b)
		}
	}
	m, err = a.Lookup("small")
	if err != nil {
		t.Fatal(err)
	}
	part, err = m.Slice()
	if err != nil {
		t.Fatal(err)
	}
	same(t, part, numbers(t, 3))
	if std, err := zip.OpenReader(f.Name()); err != nil || int64(std.File[0].UncompressedSize64) != e.size {
		t.Errorf("archive/zip: %v", err)
	} else {
		std.Close()
	}
}
