package move

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/ndtool/ndtool/ndarray/layout"
)

// benchCopy times the copy of a packed array of the shape, its axes permuted,
// into a packed array; misaligned is the address of both within a line.
func benchCopy(b *testing.B, item int, shape, axes []int, misaligned int) {
	src, err := layout.New(item, layout.C, shape...)
	if err != nil {
		b.Fatal(err)
	}
	src, err = src.Permute(axes...)
	if err != nil {
		b.Fatal(err)
	}
	dst, err := layout.New(item, layout.C, src.Shape...)
	if err != nil {
		b.Fatal(err)
	}
	p, err := layout.NewPlan(dst, src)
	if err != nil {
		b.Fatal(err)
	}
	size := dst.Len() * item
	to, from := Alloc(size + misaligned)[misaligned:], Alloc(size + misaligned)[misaligned:]
	for i := range from {
		from[i] = byte(i)
	}
	Copy(to, from, &p, item, Swap{}, 1)
	b.SetBytes(int64(size))
	// Each turn is paired with a memmove of as many bytes, so that the ratio
	// holds on a machine with other work to do.
	var shares []float64
	for b.Loop() {
		start := time.Now()
		Copy(to, from, &p, item, Swap{}, 1)
		took := time.Since(start)
		b.StopTimer()
		start = time.Now()
		copy(to, from)
		shares = append(shares, float64(time.Since(start))/float64(took))
		b.StartTimer()
	}
	slices.Sort(shares)
	b.ReportMetric(shares[len(shares)/2], "of-memmove")
}

func BenchmarkTranspose(b *testing.B) {
	for _, shape := range [][]int{{8, 8}, {256, 256}, {2048, 2048}, {2047, 2049}, {8192, 8192}, {8191, 8193}} {
		for _, item := range []int{1, 2, 4, 8, 16} {
			b.Run(fmt.Sprintf("%dx%d/%d", shape[0], shape[1], item), func(b *testing.B) {
				benchCopy(b, item, shape, []int{1, 0}, 0)
			})
		}
	}
}

func BenchmarkSmall(b *testing.B) {
	for _, shape := range [][]int{{8, 8}, {4, 6}, {16, 16}, {64, 64}} {
		for _, axes := range [][]int{{0, 1}, {1, 0}} {
			for _, item := range []int{1, 4, 8} {
				b.Run(fmt.Sprintf("%dx%d/%v/%d", shape[0], shape[1], axes, item), func(b *testing.B) {
					src, _ := layout.New(item, layout.C, shape...)
					src, _ = src.Permute(axes...)
					dst, _ := layout.New(item, layout.C, src.Shape...)
					p, err := layout.NewPlan(dst, src)
					if err != nil {
						b.Fatal(err)
					}
					to, from := Alloc(dst.Len()*item), Alloc(dst.Len()*item)
					b.ReportAllocs()
					for b.Loop() {
						Copy(to, from, &p, item, Swap{}, 0)
					}
				})
			}
		}
	}
}
