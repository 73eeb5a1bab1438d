package npy

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// drawView draws an array of random bytes and a chain of views of it.
func drawView(t *rapid.T) *ndarray.Array {
	dt := rapid.SampledFrom([]dtype.Type{
		dtype.Bool, dtype.Uint8, dtype.Int16, dtype.Float32, dtype.Float64, dtype.Complex128, dtype.BytesOf(3), dtype.VoidOf(5), dtype.UnicodeOf(2),
	}).Draw(t, "dtype")
	if rapid.Bool().Draw(t, "swapped") {
		dt = dt.WithOrder(dtype.Big)
	}
	shape := rapid.SliceOfN(rapid.IntRange(0, 5), 0, 4).Draw(t, "shape")
	order := rapid.SampledFrom([]layout.Order{layout.C, layout.F}).Draw(t, "order")
	a, err := ndarray.NewOrder(dt, order, shape...)
	if err != nil {
		t.Fatal(err)
	}
	b, err := a.Storage().Acquire()
	if err != nil {
		t.Fatal(err)
	}
	for i := range b {
		b[i] = byte(i*7 + 1)
	}
	a.Storage().Release()
	for range rapid.IntRange(0, 3).Draw(t, "views") {
		a = drawStep(t, a)
	}
	return a
}

// drawStep draws one view of a.
func drawStep(t *rapid.T, a *ndarray.Array) *ndarray.Array {
	var err error
	switch axes := a.Rank(); rapid.IntRange(0, 4).Draw(t, "view") {
	case 0:
		axesOrder := make([]int, axes)
		for i := range axesOrder {
			axesOrder[i] = i
		}
		if axes > 0 {
			a, err = a.Permute(rapid.Permutation(axesOrder).Draw(t, "axes")...)
		}
	case 1:
		a, err = a.Slice(drawIndex(t, a.Shape())...)
	case 2:
		if axes > 0 {
			a, err = a.Flip(rapid.IntRange(0, axes-1).Draw(t, "axis"))
		}
	case 3:
		if axes < 4 {
			a, err = a.Expand(append([]int{rapid.IntRange(0, 3).Draw(t, "times")}, a.Shape()...)...)
		}
	default:
		a, err = a.Unsqueeze(rapid.IntRange(0, axes).Draw(t, "axis"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// drawIndex draws a basic index.
func drawIndex(t *rapid.T, shape []int) []layout.Index {
	var ix []layout.Index
	for _, size := range shape {
		switch rapid.IntRange(0, 3).Draw(t, "index") {
		case 0:
			ix = append(ix, layout.All)
		case 1:
			if size > 0 {
				ix = append(ix, layout.Int(rapid.IntRange(-size, size-1).Draw(t, "i")))
				continue
			}
			ix = append(ix, layout.NewAxis, layout.All)
		default:
			lo, hi := rapid.IntRange(-6, 6).Draw(t, "lo"), rapid.IntRange(-6, 6).Draw(t, "hi")
			step := rapid.SampledFrom([]int{1, 1, 2, 3, -1, -2}).Draw(t, "step")
			ix = append(ix, layout.Range(lo, hi).By(step))
		}
	}
	return ix
}

// plainFile is the file by the definition: the header, then item by item in C
// order, or in C order of the transpose if the array is in Fortran order.
func plainFile(t interface{ Fatal(...any) }, a *ndarray.Array) []byte {
	h := HeaderOf(a)
	b, err := h.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	if h.FortranOrder {
		a = a.Transpose()
	}
	data, err := a.Storage().Acquire()
	if err != nil {
		t.Fatal(err)
	}
	defer a.Storage().Release()
	for off := range a.Offsets() {
		b = append(b, data[off:off+a.ItemSize()]...)
	}
	return b
}

func TestWriteAnyLayout(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		a := drawView(t)
		want := plainFile(t, a)
		var b bytes.Buffer
		if err := Write(&b, a); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), want) {
			t.Fatalf("%v: got %q, want %q", a, b.Bytes(), want)
		}
		back, err := Read(&b, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(plainFile(t, back), want) {
			t.Fatalf("%v reads back as %v", a, back)
		}
		path := filepath.Join(dir, "a.npy")
		if err := WriteFile(path, a); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("the file differs (%v)", err)
		}
	})
}

// Arrays of more than one block, in layouts that need packing.
func TestWriteBlocks(t *testing.T) {
	big, err := ndarray.New(dtype.Complex128, 3, 400, 500) // 9.6 MB
	if err != nil {
		t.Fatal(err)
	}
	b, _ := big.Bytes()
	for i := range b {
		b[i] = byte(i * 31 >> 3)
	}
	for name, view := range map[string]func() (*ndarray.Array, error){
		"permuted":     func() (*ndarray.Array, error) { return big.Permute(1, 0, 2) },
		"inner":        func() (*ndarray.Array, error) { return big.Permute(0, 2, 1) },
		"every second": func() (*ndarray.Array, error) { return big.Slice(layout.All, layout.All, layout.All.By(2)) },
		"reversed":     func() (*ndarray.Array, error) { return big.Flip() },
		"rows":         func() (*ndarray.Array, error) { return big.Slice(layout.All, layout.Range(0, 399)) },
		"broadcast": func() (*ndarray.Array, error) {
			row, err := big.Slice(layout.Int(0), layout.Int(1))
			if err != nil {
				return nil, err
			}
			return row.Expand(1000, 500)
		},
		"column": func() (*ndarray.Array, error) {
			flat, err := big.View(-1)
			if err != nil {
				return nil, err
			}
			return flat.Slice(layout.All.By(3))
		},
	} {
		t.Run(name, func(t *testing.T) {
			a, err := view()
			if err != nil {
				t.Fatal(err)
			}
			want := plainFile(t, a)
			var b bytes.Buffer
			b.Grow(len(want))
			used := allocated(func() {
				if err := Write(&b, a); err != nil {
					t.Fatal(err)
				}
			})
			if !bytes.Equal(b.Bytes(), want) {
				t.Error("the bytes differ")
			}
			if used >= uint64(a.NumBytes())+1<<20 {
				t.Errorf("used %d bytes of memory for an array of %d", used, a.NumBytes())
			}
		})
	}
}

// writeCounter counts calls.
type writeCounter struct{ calls, bytes int }

func (w *writeCounter) Write(b []byte) (int, error) {
	w.calls++
	w.bytes += len(b)
	return len(b), nil
}

func TestContiguousIsOneWrite(t *testing.T) {
	a, err := ndarray.New(dtype.Float64, 1000, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []*ndarray.Array{a, a.Transpose()} {
		var w writeCounter
		if err := Write(&w, a); err != nil {
			t.Fatal(err)
		}
		if w.calls != 2 || w.bytes != 8_000_128 {
			t.Errorf("%d writes of %d bytes, want the header and the data", w.calls, w.bytes)
		}
	}
}

func TestWriteFaultAtEveryByte(t *testing.T) {
	a := numbers(t, 4, 6)
	odd, err := a.Slice(layout.All, layout.All.By(2))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []*ndarray.Array{a, odd} {
		for at := range len(file(t, a)) {
			if err := Write(&faulty{at: at}, a); !errors.Is(err, errFault) {
				t.Errorf("fault at %d: %v", at, err)
			}
		}
	}
	short := writerFunc(func(b []byte) (int, error) { return len(b) - 1, nil })
	if err := Write(short, a); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("a writer that takes less and says nothing: %v", err)
	}
}

func TestWriteFileKeepsTheOldOnFailure(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.npy")
	if err := WriteFile(path, numbers(t, 3)); err != nil {
		t.Fatal(err)
	}
	m, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	a := m.Array()
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(path, a); !errors.Is(err, ndarray.ErrClosed) {
		t.Errorf("writing a closed array: %v", err)
	}
	back, err := ReadFile(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	same(t, back, numbers(t, 3))
	if list, _ := os.ReadDir(dir); len(list) != 1 {
		t.Errorf("left behind: %v", list)
	}
	if err := WriteFile(filepath.Join(dir, "no", "a.npy"), numbers(t, 3)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing folder: %v", err)
	}
}

func TestHeaderErrors(t *testing.T) {
	for _, c := range []struct {
		h    Header
		kind error
	}{
		{Header{Shape: []int{1}}, ErrDType},
		{Header{DType: dtype.Object, Shape: []int{1}}, ErrObject},
		{Header{DType: dtype.Int8, Shape: []int{2, -1}}, ErrShape},
		{Header{DType: dtype.Int8, Shape: make([]int, 65)}, ErrShape},
		{Header{DType: dtype.Int64, Shape: []int{1 << 30, 1 << 30, 1 << 30}}, ErrTooLarge},
		{Header{DType: dtype.Int64, Shape: []int{0, 1 << 30, 1 << 30, 1 << 30}}, ErrTooLarge},
		{Header{DType: dtype.Int8, Version: [2]uint8{1, 1}}, ErrVersion},
		{Header{DType: dtype.Int8, Version: [2]uint8{4, 0}}, ErrVersion},
		{Header{DType: record(t, "Ω"), Version: [2]uint8{1, 0}}, ErrVersion},
		{Header{DType: record(t, "Ω"), Version: [2]uint8{2, 0}}, ErrVersion},
		{Header{DType: record(t, string(make([]byte, 20000))), Version: [2]uint8{1, 0}}, ErrTooLarge},
	} {
		if b, err := c.h.AppendBinary(nil); !errors.Is(err, c.kind) || len(b) > 0 {
			t.Errorf("%+v: %v (%d bytes)", c.h, err, len(b))
		}
	}
}

// record makes a record of one field.
func record(t testing.TB, name string) dtype.Type {
	t.Helper()
	dt, err := dtype.NewRecord([]dtype.Field{{Name: name, Type: dtype.Int32}}, 4)
	if err != nil {
		t.Fatal(err)
	}
	return dt
}

func TestVersionChoice(t *testing.T) {
	for name, want := range map[string][2]uint8{
		"plain": {1, 0}, "é": {1, 0}, "Ω": {3, 0}, string(bytes.Repeat([]byte("x"), 70000)): {2, 0}, string(bytes.Repeat([]byte("Ω"), 70000)): {3, 0},
	} {
		h := Header{DType: record(t, name), Shape: []int{2}}
		b, err := h.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadHeader(bytes.NewReader(b), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Version != want || !got.equal(h) || got.Offset != int64(len(b)) || len(b)%64 != 0 {
			t.Errorf("%.10q: version %v, want %v; %+v", name, got.Version, want, got.Shape)
		}
	}
}

// TestWriteAfterOthers writes large arrays one behind the other into a file: the
// room that is asked for first leaves no trace.
func TestWriteAfterOthers(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "two.npy"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	a, err := ndarray.New(dtype.Uint8, 3<<20+1)
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	for k := range 2 {
		items, _ := a.Bytes()
		items[k] = 7
		if err := errors.Join(Write(f, a), Write(&want, a)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(f.Name())
	if err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("the file has %d bytes, expected %d (%v)", len(got), want.Len(), err)
	}
}
