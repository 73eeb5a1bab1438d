package ndarray_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// guard surrounds destinations with bytes that no copy may touch.
const guard = 0xAA

// copies checks that copying v in the order gives its elements one by one, into
// fresh memory and between guard bytes off bytes into a buffer.
func copies(t *testing.T, v *ndarray.Array, from []byte, order layout.Order, off int) {
	t.Helper()
	inOrder := v
	if order == layout.F {
		inOrder = v.Transpose()
	}
	want := make([]byte, 0, v.NumBytes())
	for at := range inOrder.Offsets() {
		want = append(want, from[at:at+v.ItemSize()]...)
	}
	l, err := layout.New(v.ItemSize(), order, v.Shape()...)
	ok(t, err)
	l.Offset = off
	b := bytes.Repeat([]byte{guard}, off+len(want)+64)
	dst, err := ndarray.FromBytes(b, v.DType(), l)
	ok(t, err)
	ok(t, ndarray.Copy(dst, v))
	if !bytes.Equal(b[off:off+len(want)], want) {
		t.Fatalf("%s copied in order %c to byte %d differs", v, order, off)
	}
	for i, x := range b {
		if (i < off || i >= off+len(want)) && x != guard {
			t.Fatalf("%s copied in order %c to byte %d wrote byte %d", v, order, off, i)
		}
	}
	c, err := v.Clone(order)
	ok(t, err)
	if order == layout.F {
		c = c.Transpose()
	}
	if got, packed := c.Bytes(); !packed || !bytes.Equal(got, want) {
		t.Fatalf("%s cloned in order %c differs", v, order)
	}
}

// filled returns an array of items of some bytes at an offset of a buffer of
// arbitrary bytes.
func filled(t *testing.T, r *rand.Rand, item, off int, shape ...int) (*ndarray.Array, []byte) {
	t.Helper()
	l, err := layout.New(item, layout.C, shape...)
	ok(t, err)
	l.Offset = off
	b := make([]byte, off+l.Len()*item)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	a, err := ndarray.FromBytes(b, dtype.VoidOf(item), l)
	ok(t, err)
	return a, b
}

// TestCopyOfAnyLayout copies permuted, flipped and stepped arrays of all item
// sizes, aligned to nothing, large enough for every kernel and for two workers.
func TestCopyOfAnyLayout(t *testing.T) {
	sizes := []int{1, 2, 3, 4, 5, 7, 8, 16, 31, 33, 64, 100, 255, 256, 257, 512, 1000, 1024, 2047, 2048}
	r := rand.New(rand.NewPCG(1, 2))
	rounds, most := 120, 3_000_000
	if testing.Short() {
		rounds, most = 30, 600_000
	}
	for range rounds {
		item := []int{1, 2, 3, 4, 6, 8, 12, 16, 24}[r.IntN(9)]
		shape, total := make([]int, 1+r.IntN(4)), item
		for k := range shape {
			shape[k] = min(sizes[r.IntN(len(sizes))], max(1, most/total))
			total *= shape[k]
		}
		a, b := filled(t, r, item, r.IntN(70), shape...)
		v := must(t)(a.Permute(r.Perm(len(shape))...))
		for k := range shape {
			switch r.IntN(6) {
			case 0:
				v = must(t)(v.Flip(k))
			case 1:
				ix := make([]layout.Index, len(shape))
				for j := range ix {
					ix[j] = layout.All
				}
				ix[k] = layout.From(r.IntN(3)).By(1 + r.IntN(4))
				v = must(t)(v.Slice(ix...))
			}
		}
		copies(t, v, b, []layout.Order{layout.C, layout.F}[r.IntN(2)], r.IntN(70))
	}
}

// TestCopyOfNarrowBands transposes matrices whose columns are cut into bands of
// which the last has a few columns only, into rows that begin on cache lines.
func TestCopyOfNarrowBands(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, item := range []int{1, 2, 4, 8, 16} {
		for rest := range 6 {
			t.Run(fmt.Sprint(item, "bytes, rest ", rest), func(t *testing.T) {
				a, b := filled(t, r, item, 1, 64, 93696/item+rest)
				copies(t, must(t)(a.Flip(0)).Transpose(), b, layout.C, 64)
			})
		}
	}
}
