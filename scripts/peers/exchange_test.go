package main

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	sbinet "codeberg.org/sbinet/npyio/npy"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/npy"
	"gonum.org/v1/gonum/mat"
)

// exchange writes values with each of the two libraries and reads them with the
// other.
func exchange[T interface {
	dtype.Element
	comparable
}](t *testing.T, values ...T) {
	t.Helper()
	t.Run(reflect.TypeFor[T]().Name(), func(t *testing.T) {
		a, err := ndarray.FromSlice(values)
		if err != nil {
			t.Fatal(err)
		}
		var ours, theirs bytes.Buffer
		if err := npy.Write(&ours, a); err != nil {
			t.Fatal(err)
		}
		var read []T
		if err := sbinet.Read(&ours, &read); err != nil || !slices.Equal(read, values) {
			t.Errorf("npyio reads ours as %v, %v", read, err)
		}
		if err := sbinet.Write(&theirs, values); err != nil {
			t.Fatal(err)
		}
		b, err := npy.Read(&theirs, npy.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := items[T](t, b); b.Rank() != 1 || !slices.Equal(got, values) {
			t.Errorf("we read theirs as %v of %v", got, b)
		}
	})
}

func items[T dtype.Element](t *testing.T, a *ndarray.Array) []T {
	t.Helper()
	v, err := ndarray.As[T](a)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(v.Values())
}

func TestExchange(t *testing.T) {
	exchange(t, true, false, true)
	exchange[int8](t, -128, 0, 127)
	exchange[int16](t, -1<<15, 0, 1<<15-1)
	exchange[int32](t, -1<<31, 0, 1<<31-1)
	exchange[int64](t, -1<<63, 0, 1<<63-1)
	exchange[uint8](t, 0, 255)
	exchange[uint16](t, 0, 1<<16-1)
	exchange[uint32](t, 0, 1<<32-1)
	exchange[uint64](t, 0, 1<<64-1)
	exchange[float32](t, 1.5, -0.25)
	exchange(t, 1.5, -0.1)
	exchange[complex64](t, 1+2i, -3i)
	exchange(t, 1+2i, -0.1i)
}

// Matrices go both ways, in C order and in Fortran order.
func TestExchangeMatrices(t *testing.T) {
	values := []float64{0, 1, 2, 3, 4, 5}
	want := mat.NewDense(2, 3, values)
	a, err := ndarray.FromSlice(values, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	f, err := a.Clone('F')
	if err != nil {
		t.Fatal(err)
	}
	for order, x := range map[string]*ndarray.Array{"C": a, "F": f} {
		var b bytes.Buffer
		if err := npy.Write(&b, x); err != nil {
			t.Fatal(err)
		}
		var got mat.Dense
		if err := sbinet.Read(&b, &got); err != nil || !mat.Equal(&got, want) {
			t.Errorf("%s order: npyio reads ours as %v, %v", order, mat.Formatted(&got), err)
		}
	}
	var b bytes.Buffer
	if err := sbinet.Write(&b, want); err != nil {
		t.Fatal(err)
	}
	got, err := npy.Read(&b, npy.Options{})
	if err != nil || !slices.Equal(got.Shape(), []int{2, 3}) || !slices.Equal(items[float64](t, got), values) {
		t.Errorf("we read theirs as %v, %v", got, err)
	}
}
