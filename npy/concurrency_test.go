package npy_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"sync"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy"
)

// TestConcurrentMembers reads, slices and checks the members of one archive, stored
// and deflated, in many goroutines; the race detector watches.
func TestConcurrentMembers(t *testing.T) {
	values := make([]float32, 300*40)
	for i := range values {
		values[i] = float32(i % 97)
	}
	want, err := ndarray.FromSlice(values, 300, 40)
	if err != nil {
		t.Fatal(err)
	}
	for _, compress := range []bool{false, true} {
		name := filepath.Join(t.TempDir(), "a.npz")
		err := npy.WriteArchiveFile(name, npy.WriterOptions{Compress: compress}, func(w *npy.ArchiveWriter) error {
			return errors.Join(w.Add("x", want), w.Add("y", want.Transpose()))
		})
		if err != nil {
			t.Fatal(err)
		}
		archive, err := npy.OpenArchiveFile(name, npy.ArchiveOptions{})
		if err != nil {
			t.Fatal(err)
		}
		defer archive.Close()
		var wg sync.WaitGroup
		for k := range 8 {
			wg.Go(func() {
				for _, m := range archive.Members() {
					got, err := m.Read()
					if err != nil {
						t.Error(err)
						return
					}
					if m.Key() == "y" {
						got = got.Transpose()
					}
					x, err := ndarray.As[float32](got)
					if err != nil || x.At(k, 7) != values[k*40+7] {
						t.Errorf("member %s: element %v, %v", m.Key(), x.At(k, 7), err)
					}
					if _, err := m.Slice(layout.Int(k)); err != nil {
						t.Error(err)
					}
					if err := m.Check(); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
	}
}

// TestConcurrentUse reads one mapped file in many goroutines while one closes it:
// each gets the array or ErrClosed.
func TestConcurrentUse(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.npy")
	a, err := ndarray.FromSlice(make([]int64, 4096), 64, 64)
	if err != nil {
		t.Fatal(err)
	}
	if err := npy.WriteFile(name, a); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		f, err := npy.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		mapped := f.Array()
		var wg sync.WaitGroup
		for k := range 8 {
			wg.Go(func() {
				if k == 0 {
					if err := f.Close(); err != nil {
						t.Error(err)
					}
					return
				}
				var text bytes.Buffer
				if err := npy.Write(&text, mapped); err != nil && !errors.Is(err, ndarray.ErrClosed) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
}
