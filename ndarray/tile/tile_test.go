package tile

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ndarray/move"
	"pgregory.net/rapid"
)

// memory is a file in memory that notes how it is used.
type memory struct {
	b       []byte
	written []int // how often each byte was written
	largest int   // bytes of the largest single read or write
}

func (m *memory) WriteAt(b []byte, off int64) (int, error) {
	m.largest = max(m.largest, len(b))
	for i := range b {
		m.written[int(off)+i]++
	}
	return copy(m.b[off:], b), nil
}

func (m *memory) ReadAt(b []byte, off int64) (int, error) {
	m.largest = max(m.largest, len(b))
	n := copy(b, m.b[off:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// source draws a layout of the shape and item size and the bytes it lies in.
func source(t *rapid.T, shape []int, item int) (layout.Layout, []byte) {
	axes := rapid.Permutation(ascending(len(shape))).Draw(t, "axes")
	l, err := layout.NewOrdered(item, axes, shape...)
	if err != nil {
		t.Fatal(err)
	}
	size, _ := l.NumBytes(item)
	for k := range shape {
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			l.Strides[k] = 0
		case 1: // negative
			l.Offset += max(0, shape[k]-1) * l.Strides[k]
			l.Strides[k] = -l.Strides[k]
		case 2: // gaps, small or larger than a page
			gap := rapid.SampledFrom([]int{1, item, 5000}).Draw(t, "gap")
			l.Strides[k] += gap
			size += gap * shape[k]
		}
	}
	l.Offset += 7
	size += 7
	b := make([]byte, size)
	for i := range b {
		b[i] = byte(i*167 + i>>8)
	}
	return l, b
}

func ascending(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// TestCopyIsTheDefinition carries arrays by tiles of every budget and compares
// with the definition: element by element.
func TestCopyIsTheDefinition(t *testing.T) { rapid.Check(t, checkCopy) }

func checkCopy(t *rapid.T) {
	shape := rapid.SliceOfN(rapid.IntRange(0, 9), 0, 4).Draw(t, "shape")
	item := rapid.SampledFrom([]int{1, 2, 3, 4, 8, 16}).Draw(t, "item")
	src, from := source(t, shape, item)
	dst, err := layout.NewOrdered(item, rapid.Permutation(ascending(len(shape))).Draw(t, "order"), shape...)
	if err != nil {
		t.Fatal(err)
	}
	size, _ := dst.NumBytes(item)
	dst.Offset = 64
	var swap move.Swap
	if rapid.Bool().Draw(t, "swap") {
		swap.Runs = []move.Run{{Width: item, Count: 1}}
	}
	want := make([]byte, 64+size)
	for i := range dst.Len() {
		d, s := address(dst, i), address(src, i)
		copy(want[d:d+item], from[s:s+item])
		if len(swap.Runs) > 0 {
			reverse(want[d : d+item])
		}
	}
	budget := rapid.SampledFrom([]int{2 * item, 64, 500, 5000, 20000, 1 << 20}).Draw(t, "budget")
	inOrder := rapid.Bool().Draw(t, "inOrder")
	tiles, err := Cut(Job{Dst: dst, Src: src, ItemSize: item, Swap: swap}, budget, inOrder)
	if errors.Is(err, ErrBudget) && budget < 2*item+1 {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if tiles.bytes() > budget {
		t.Fatalf("tiles of %d bytes for a budget of %d", tiles.bytes(), budget)
	}
	in := &memory{b: from}
	got := &memory{b: make([]byte, len(want)), written: make([]int, len(want))}
	if inOrder {
		var w bytes.Buffer
		if err := tiles.WriteTo(context.Background(), &w, in); err != nil {
			t.Fatal(err)
		}
		copy(got.b[64:], w.Bytes())
	} else if err := tiles.Copy(context.Background(), got, in, 1); err != nil {
		t.Fatal(err)
	} else {
		for i, n := range got.written[64:] {
			if n != 1 {
				t.Fatalf("byte %d written %d times", i, n)
			}
		}
	}
	if !bytes.Equal(got.b, want) {
		t.Fatalf("%v to %v by %d bytes:\n got %v\nwant %v", src, dst, budget, got.b, want)
	}
	if max(in.largest, got.largest) > budget {
		t.Fatalf("a piece of %d bytes for a budget of %d", max(in.largest, got.largest), budget)
	}
}

// address returns the byte of the i-th element in C order.
func address(l layout.Layout, i int) int {
	off := l.Offset
	for k := len(l.Shape) - 1; k >= 0; k-- {
		off += i % l.Shape[k] * l.Strides[k]
		i /= l.Shape[k]
	}
	return off
}

func reverse(b []byte) {
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
}

// TestRunsAreLong shows that a transposition by tiles reads and writes long
// runs on both sides.
func TestRunsAreLong(t *testing.T) {
	src, _ := layout.New(8, layout.F, 4096, 4096)
	dst, _ := layout.New(8, layout.C, 4096, 4096)
	tiles, err := Cut(Job{Dst: dst, Src: src, ItemSize: 8}, 8<<20, false)
	if err != nil {
		t.Fatal(err)
	}
	for operand := range 2 {
		if run := 8 * tiles.run(tiles.chain(operand)); run < 4096 {
			t.Errorf("operand %d has runs of %d bytes, sides %v", operand, run, tiles.size)
		}
	}
}

// TestShortSource tells where a source that ends too early was read.
func TestShortSource(t *testing.T) {
	l, _ := layout.New(8, layout.C, 100)
	tiles, err := Cut(Job{Dst: l, Src: l, ItemSize: 8}, 128, true)
	if err != nil {
		t.Fatal(err)
	}
	err = tiles.WriteTo(context.Background(), io.Discard, &memory{b: make([]byte, 700)})
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v, want an unexpected EOF", err)
	}
}

// TestCancelled stops between tiles.
func TestCancelled(t *testing.T) {
	l, _ := layout.New(8, layout.C, 100)
	tiles, _ := Cut(Job{Dst: l, Src: l, ItemSize: 8}, 128, false)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m := &memory{b: make([]byte, 800), written: make([]int, 800)}
	if err := tiles.Copy(ctx, m, m, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}
