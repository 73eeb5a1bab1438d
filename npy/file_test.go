package npy

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// set writes one element.
func set(t testing.TB, a *ndarray.Array, x int32, index ...int) {
	t.Helper()
	v, err := ndarray.As[int32](a)
	if err != nil {
		t.Fatal(err)
	}
	v.Set(x, index...)
}

func TestModes(t *testing.T) {
	before := numbers(t, 2, 3)
	for mode, reaches := range map[Mode]bool{CopyOnWrite: false, ReadWrite: true} {
		path := put(t, "a.npy", append(file(t, before), "tail"...))
		m, err := OpenMode(path, mode, Options{})
		if err != nil {
			t.Fatal(err)
		}
		same(t, m.Array(), before)
		set(t, m.Array(), 77, 1, 2)
		if err := m.Sync(); err != nil {
			t.Error(err)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
		want := numbers(t, 2, 3)
		if reaches {
			set(t, want, 77, 1, 2)
		}
		got, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, append(file(t, want), "tail"...)) {
			t.Errorf("mode %d: the file is %q (%v)", mode, got, err)
		}
	}
	m, err := Open(put(t, "a.npy", file(t, before)))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if !m.Array().ReadOnly() {
		t.Error("a read-only mapping can be written")
	}
	if err := ndarray.Copy(m.Array(), before); !errors.Is(err, ndarray.ErrReadOnly) {
		t.Errorf("copying into a read-only mapping: %v", err)
	}
}

func TestMappedShortFile(t *testing.T) {
	whole := file(t, numbers(t, 100))
	for _, mode := range []Mode{ReadOnly, CopyOnWrite, ReadWrite} {
		for _, n := range []int{0, 5, 100, 128, len(whole) - 1} {
			path := put(t, "a.npy", whole[:n])
			if m, err := OpenMode(path, mode, Options{}); !errors.Is(err, ErrTruncated) {
				t.Errorf("mode %d, %d of %d bytes: %v", mode, n, len(whole), err)
				m.Close()
			}
			if info, err := os.Stat(path); err != nil || info.Size() != int64(n) {
				t.Errorf("mode %d changed the length of the file to %d (%v)", mode, info.Size(), err)
			}
		}
	}
}

func TestUseAfterClose(t *testing.T) {
	m, err := Open(put(t, "a.npy", file(t, numbers(t, 4, 4))))
	if err != nil {
		t.Fatal(err)
	}
	a := m.Array()
	view := a.Transpose()
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
	if err := m.Sync(); !errors.Is(err, ErrClosed) || !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Sync after Close: %v", err)
	}
	if _, err := view.Clone(layout.C); !errors.Is(err, ndarray.ErrClosed) {
		t.Errorf("copying a view after Close: %v", err)
	}
	if _, ok := a.Bytes(); ok {
		t.Error("bytes after Close")
	}
	if _, err := ndarray.As[int32](a); err == nil {
		t.Error("typed access after Close")
	}
}

// The array and its views need no File to stay alive: only Close unmaps.
func TestViewsOutliveTheFile(t *testing.T) {
	want := numbers(t, 1000)
	m, err := Open(put(t, "a.npy", file(t, want)))
	if err != nil {
		t.Fatal(err)
	}
	a := m.Array()
	m = nil
	for range 3 {
		runtime.GC()
	}
	same(t, a, want)
}

func TestCloseWaits(t *testing.T) {
	want, err := ndarray.New(dtype.Int32, 500, 1000)
	if err != nil {
		t.Fatal(err)
	}
	path := put(t, "a.npy", file(t, want))
	for range 20 {
		m, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				if _, err := m.Array().Transpose().Clone(layout.C); err != nil && !errors.Is(err, ndarray.ErrClosed) {
					t.Error(err)
				}
			})
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
		wg.Wait()
	}
}

func TestMapEmptyArray(t *testing.T) {
	for _, mode := range []Mode{ReadOnly, CopyOnWrite, ReadWrite} {
		m, err := OpenMode(put(t, "a.npy", file(t, numbers(t, 0, 4))), mode, Options{})
		if err != nil {
			t.Fatal(err)
		}
		same(t, m.Array(), numbers(t, 0, 4))
		if err := m.Sync(); err != nil {
			t.Error(err)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
		if _, err := m.Array().Clone(layout.C); !errors.Is(err, ndarray.ErrClosed) {
			t.Errorf("copying an empty array after Close: %v", err)
		}
	}
}

func TestCreate(t *testing.T) {
	dir := t.TempDir()
	for _, want := range []*ndarray.Array{numbers(t, 3, 4), numbers(t, 4, 3).Transpose(), numbers(t), numbers(t, 0, 2)} {
		path := filepath.Join(dir, "a.npy")
		m, err := Create(path, HeaderOf(want))
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Size() != int64(len(file(t, want))) {
			t.Errorf("length %d (%v)", info.Size(), err)
		}
		if err := ndarray.Copy(m.Array(), want); err != nil {
			t.Fatal(err)
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, file(t, want)) {
			t.Errorf("%v: the file is %q (%v)", want, got, err)
		}
	}
	if _, err := Create(filepath.Join(dir, "b.npy"), Header{DType: dtype.Int8, Shape: []int{-1}}); !errors.Is(err, ErrShape) {
		t.Errorf("a negative size: %v", err)
	}
	if _, err := Create(filepath.Join(dir, "no", "b.npy"), Header{DType: dtype.Int8}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing folder: %v", err)
	}
	if list, _ := os.ReadDir(dir); len(list) != 1 {
		t.Errorf("left behind: %v", list)
	}
	if intBits == 64 {
		path := filepath.Join(dir, "huge.npy")
		_, err := Create(path, Header{DType: dtype.Float64, Shape: []int{1 << 25, 1 << 30}})
		if err == nil {
			t.Error("2^58 bytes of disk were there")
		}
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a file that could not be made is left behind (%v)", err)
		}
	}
}

func TestOpenFileKeepsTheCallersFile(t *testing.T) {
	f, err := os.OpenFile(put(t, "a.npy", file(t, numbers(t, 5))), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, mode := range []Mode{ReadOnly, ReadWrite} {
		m, err := OpenFile(f, mode, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Stat(); err != nil {
			t.Errorf("mode %d: the file was closed", mode)
		}
	}
}

// A file of more than 4 GiB, most of it a hole.
func TestLargeFile(t *testing.T) {
	if intBits == 32 {
		t.Skip("the address space is too small")
	}
	size := 3_000_000
	h := Header{DType: dtype.Int32.WithOrder(dtype.Little), Shape: []int{size * 1000}} // more than 2^31 items
	b, err := h.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	path := put(t, "large.npy", b)
	end := int64(len(b)) + h.NumBytes()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(end); err != nil {
		t.Skip("no sparse files here:", err)
	}
	if _, err := f.WriteAt([]byte{42}, end-4); err != nil {
		t.Skip("no sparse files here:", err)
	}
	last := func(a *ndarray.Array, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		v, err := ndarray.As[int32](a)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.At(a.Len() - 1); got != 42 {
			t.Errorf("the last item is %d, want 42", got)
		}
	}
	m, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	last(m.Array(), nil)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	tail := layout.From(-3)
	last(ReadFileSlice(path, Options{}, tail))
	h.Shape = []int{2, h.Shape[0] / 2}
	if err := RewriteHeader(path, h, EditOptions{NoSync: true}); err != nil {
		t.Fatal(err)
	}
	last(ReadFileSlice(path, Options{}, layout.Int(1), tail))
	h.Shape = []int{h.Shape[0] * h.Shape[1]}
	if err := RewriteHeader(path, h, EditOptions{NoSync: true}); err != nil {
		t.Fatal(err)
	}
	grow, err := OpenAppender(path, AppendOptions{EditOptions: EditOptions{NoSync: true}})
	if err != nil {
		t.Fatal(err)
	}
	more, err := ndarray.FromSlice([]int32{7, 42})
	if err != nil {
		t.Fatal(err)
	}
	if err := grow.Append(more); err != nil {
		t.Fatal(err)
	}
	if err := grow.Close(); err != nil {
		t.Fatal(err)
	}
	last(ReadFileSlice(path, Options{}, tail))
}
