package npy

import (
	"bytes"
	"reflect"
	"testing"

	"codeberg.org/sbinet/npyio"
	"github.com/google/go-cmp/cmp"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
)

// sbinet/npyio, an independent implementation, reads what this package writes,
// and this package what it writes, for the kinds that it knows.
func TestInteropNpyio(t *testing.T) {
	interop(t, []bool{true, false, true, true, false, false})
	interop(t, []int8{-1, 2, 3, 4, 5, 127})
	interop(t, []int16{-1, 2, 3, 4, 5, 1 << 14})
	interop(t, []int32{-1, 2, 3, 4, 5, 1 << 30})
	interop(t, []int64{-1, 2, 3, 4, 5, 1 << 62})
	interop(t, []uint8{0, 2, 3, 4, 5, 255})
	interop(t, []uint16{0, 2, 3, 4, 5, 1 << 15})
	interop(t, []uint32{0, 2, 3, 4, 5, 1 << 31})
	interop(t, []uint64{0, 2, 3, 4, 5, 1 << 63})
	interop(t, []float32{0, 1.5, -2, 3, 1e30, 5})
	interop(t, []float64{0, 1.5, -2, 3, 1e300, 5})
	interop(t, []complex64{0, 1i, 2 - 3i, 3, 4, 5})
	interop(t, []complex128{0, 1i, 2 - 3i, 3, 4, 5})
}

func interop[T dtype.Element](t *testing.T, items []T) {
	t.Helper()
	name := dtype.Of[T]().String()
	a, err := ndarray.FromSlice(items, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	var got []T
	r, err := npyio.NewReader(bytes.NewReader(file(t, a)))
	if err != nil {
		t.Fatalf("%s: npyio: %v", name, err)
	}
	if err := r.Read(&got); err != nil {
		t.Fatalf("%s: npyio: %v", name, err)
	}
	if d := cmp.Diff(items, got); d != "" {
		t.Errorf("%s: npyio reads %s", name, d)
	}
	if d := cmp.Diff([]int{2, 3}, r.Header.Descr.Shape); d != "" {
		t.Errorf("%s: npyio reads the shape %s", name, d)
	}

	var b bytes.Buffer
	if err := npyio.Write(&b, items); err != nil {
		t.Fatalf("%s: npyio: %v", name, err)
	}
	back, err := Read(&b, Options{})
	if err != nil {
		t.Fatalf("%s: what npyio wrote: %v", name, err)
	}
	v, err := ndarray.As[T](back)
	if err != nil {
		t.Fatal(err)
	}
	got = got[:0]
	for x := range v.Values() {
		got = append(got, x)
	}
	if !reflect.DeepEqual(got, items) {
		t.Errorf("%s: npyio's file reads as %v, want %v", name, got, items)
	}
}
