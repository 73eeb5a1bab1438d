package move

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndtool/ndtool/ndarray/layout"
)

// operand is a layout inside a buffer with guard bytes on both sides.
type operand struct {
	buf []byte
	lay layout.Layout
}

const guard = 70

// drawDst draws a destination whose items do not overlap: packed in a random
// axis order, with gaps and reversals.
func drawDst(t *rapid.T, shape []int, item int) operand {
	strides := make([]int, len(shape))
	span := item
	offset := 0
	axes := make([]int, len(shape))
	for k := range axes {
		axes[k] = k
	}
	for _, k := range rapid.Permutation(axes).Draw(t, "dst order") {
		span += rapid.SampledFrom([]int{0, 0, 0, 1, item, 3 * item}).Draw(t, "gap")
		strides[k] = span
		last := span * max(shape[k]-1, 0)
		span += last
		if rapid.IntRange(0, 4).Draw(t, "dst reversed") == 0 {
			strides[k] = -strides[k]
			offset += last
		}
	}
	return place(t, shape, strides, offset, span)
}

// drawSrc draws a source: any axis order, gaps, reversals and stride 0.
func drawSrc(t *rapid.T, shape []int, item int) operand {
	o := drawDst(t, shape, item)
	for k := range shape {
		if rapid.IntRange(0, 6).Draw(t, "broadcast") == 0 && o.lay.Strides[k] > 0 {
			o.lay.Strides[k] = 0
		}
	}
	for i := range o.buf {
		o.buf[i] = byte(i*7 + i>>8*13)
	}
	return o
}

func place(t *rapid.T, shape, strides []int, offset, span int) operand {
	pad := guard + rapid.IntRange(0, 63).Draw(t, "misalignment")
	buf := Alloc(pad + span + guard)
	return operand{buf, layout.Layout{Shape: shape, Strides: strides, Offset: offset + pad}}
}

// define is the obvious copy: every index in turn.
func define(dst, src operand, item int, swap Swap) {
	shape := dst.lay.Shape
	if slices.Contains(shape, 0) {
		return
	}
	index := make([]int, len(shape))
	for {
		d, s := dst.lay.Offset, src.lay.Offset
		for k, i := range index {
			d += i * dst.lay.Strides[k]
			s += i * src.lay.Strides[k]
		}
		copy(dst.buf[d:d+item], src.buf[s:s+item])
		for _, r := range swap.Runs {
			for c := range r.Count {
				slices.Reverse(dst.buf[d+r.Offset+c*r.Width : d+r.Offset+(c+1)*r.Width])
			}
		}
		k := len(shape) - 1
		for ; k >= 0; k-- {
			if index[k]++; index[k] < shape[k] {
				break
			}
			index[k] = 0
		}
		if k < 0 {
			return
		}
	}
}

// swapsOf returns the swaps that an item of the size may have.
func swapsOf(item int) []Swap {
	swaps := []Swap{{}}
	for _, w := range []int{2, 4, 8, 16} {
		if item%w == 0 {
			swaps = append(swaps, Swap{Runs: []Run{{0, w, item / w}}})
		}
	}
	if item >= 7 {
		swaps = append(swaps, Swap{Runs: []Run{{0, 2, 1}, {3, 4, 1}}})
	}
	return swaps
}

// checkCopy runs Copy and the definition on twins and compares whole buffers,
// guards and gaps too.
func checkCopy(t interface {
	Helper()
	Fatalf(string, ...any)
}, dst, src operand, item int, swap Swap, workers int) {
	t.Helper()
	want := operand{slices.Clone(dst.buf), dst.lay}
	define(want, src, item, swap)
	p, err := layout.NewPlan(dst.lay, src.lay)
	if err != nil {
		t.Fatalf("plan of %v and %v: %v", dst.lay, src.lay, err)
	}
	Copy(dst.buf, src.buf, &p, item, swap, workers)
	for i := range want.buf {
		if dst.buf[i] != want.buf[i] {
			t.Fatalf("dst %v, src %v, item %d, swap %v: byte %d is %#x, want %#x",
				dst.lay, src.lay, item, swap, i, dst.buf[i], want.buf[i])
		}
	}
}

// lower makes small copies take the ways of large ones until the test ends.
func lower(t *testing.T, cache, piece int) {
	c, f, g := cacheBytes, transposeFrom, grain
	cacheBytes, transposeFrom, grain = cache, cache, piece
	t.Cleanup(func() { cacheBytes, transposeFrom, grain = c, f, g })
}

func drawCopy(t *rapid.T, longest int) {
	shape := rapid.SliceOfN(rapid.IntRange(0, 9), 0, 4).Draw(t, "shape")
	for range rapid.IntRange(0, min(2, len(shape))).Draw(t, "long axes") {
		k := rapid.IntRange(0, len(shape)-1).Draw(t, "long axis")
		shape[k] = rapid.IntRange(1, longest).Draw(t, "long size")
	}
	item := rapid.SampledFrom([]int{0, 1, 1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 8, 12, 16, 16, 17, 24, 32, 40}).Draw(t, "item size")
	swap := rapid.SampledFrom(swapsOf(item)).Draw(t, "swap")
	dst, src := drawDst(t, shape, item), drawSrc(t, shape, item)
	checkCopy(t, dst, src, item, swap, rapid.IntRange(0, 3).Draw(t, "workers"))
}

func TestCopyIsTheDefinition(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { drawCopy(t, 70) })
	})
}

func TestLargeCopyIsTheDefinition(t *testing.T) {
	lower(t, 1, 64)
	eachVariant(t, func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { drawCopy(t, 300) })
	})
}

// TestLargeTransposesOnLines looks at destinations whose rows begin on lines, which
// are written without scratch rows, with every swap.
func TestLargeTransposesOnLines(t *testing.T) {
	lower(t, 1, 1<<20)
	packed := func(item int, shape ...int) operand {
		l, err := layout.New(item, layout.C, shape...)
		if err != nil {
			t.Fatal(err)
		}
		l.Offset = 2 * line
		o := operand{Alloc(4*line + l.Len()*item), l}
		for i := range o.buf {
			o.buf[i] = byte(i*7 + i>>8*13)
		}
		return o
	}
	eachVariant(t, func(t *testing.T) {
		for _, item := range []int{1, 2, 4, 8, 16} {
			for _, rows := range []int{64, 128, 640} {
				for _, cols := range []int{16, 19, 70, 301} {
					for _, swap := range swapsOf(item) {
						src := packed(item, 2, rows, cols)
						var err error
						if src.lay, err = src.lay.Permute(0, 2, 1); err != nil {
							t.Fatal(err)
						}
						checkCopy(t, packed(item, 2, cols, rows), src, item, swap, 1)
					}
				}
			}
		}
	})
}
