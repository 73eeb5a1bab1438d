package move

import (
	"fmt"
	"slices"
	"testing"
	"time"
	"unsafe"

	"github.com/ndtool/ndtool/ndarray/layout"
)

// benchmark is a copy ready to run.
type benchmark struct {
	to, from []byte
	p        layout.Plan
	item     int
	swap     Swap
	bytes    int
}

// newBenchmark copies the view src of a packed array to a packed array. Both
// begin misaligned bytes behind a line.
func newBenchmark(tb testing.TB, item, misaligned int, shape []int, view func(layout.Layout) (layout.Layout, error)) *benchmark {
	base, err := layout.New(item, layout.C, shape...)
	if err != nil {
		tb.Fatal(err)
	}
	src, err := view(base)
	if err != nil {
		tb.Fatal(err)
	}
	dst, err := layout.New(item, layout.C, src.Shape...)
	if err != nil {
		tb.Fatal(err)
	}
	b := &benchmark{item: item, bytes: dst.Len() * item}
	if b.p, err = layout.NewPlan(dst, src); err != nil {
		tb.Fatal(err)
	}
	b.to, b.from = Alloc(b.bytes + misaligned)[misaligned:], Alloc(base.Len()*item + misaligned)[misaligned:]
	for i := range b.from {
		b.from[i] = byte(i)
	}
	b.run()
	return b
}

func (c *benchmark) run() { Copy(c.to, c.from, &c.p, c.item, c.swap, 1) }

// pair times the copy and what it is measured against in turn, so that the ratio
// holds on a machine that has other work to do, and reports its median.
func (c *benchmark) pair(b *testing.B, name string, other func()) {
	b.SetBytes(int64(c.bytes))
	var ratios []float64
	for b.Loop() {
		start := time.Now()
		c.run()
		took := time.Since(start)
		b.StopTimer()
		start = time.Now()
		other()
		ratios = append(ratios, float64(time.Since(start))/float64(max(took, 1)))
		b.StartTimer()
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], name)
}

func permuted(axes ...int) func(layout.Layout) (layout.Layout, error) {
	return func(l layout.Layout) (layout.Layout, error) { return l.Permute(axes...) }
}

func sliced(spec string) func(layout.Layout) (layout.Layout, error) {
	return func(l layout.Layout) (layout.Layout, error) {
		ix, err := layout.ParseIndex(spec)
		if err != nil {
			return l, err
		}
		return l.Slice(ix...)
	}
}

func expanded(shape ...int) func(layout.Layout) (layout.Layout, error) {
	return func(l layout.Layout) (layout.Layout, error) { return l.Expand(shape...) }
}

// BenchmarkTranspose reports the share of memmove that transpositions reach.
func BenchmarkTranspose(b *testing.B) {
	for _, shape := range [][]int{{256, 256}, {2048, 2048}, {2047, 2049}, {8192, 8192}, {8191, 8193}} {
		for _, item := range []int{1, 2, 4, 8, 16} {
			b.Run(fmt.Sprintf("%dx%d/%d", shape[0], shape[1], item), func(b *testing.B) {
				c := newBenchmark(b, item, 0, shape, permuted(1, 0))
				c.pair(b, "of-memmove", func() { copy(c.to, c.from) })
			})
		}
	}
}

// kernelCases are copies that each need another kernel.
var kernelCases = []struct {
	name  string
	item  int
	shape []int
	view  func(layout.Layout) (layout.Layout, error)
	swap  int
}{
	{"transpose 1", 1, []int{256, 256}, permuted(1, 0), 0},
	{"transpose 2", 2, []int{256, 256}, permuted(1, 0), 0},
	{"transpose 4", 4, []int{256, 256}, permuted(1, 0), 0},
	{"transpose 8", 8, []int{256, 256}, permuted(1, 0), 0},
	{"transpose 16", 16, []int{256, 256}, permuted(1, 0), 0},
	{"large transpose 4", 4, []int{2048, 2048}, permuted(1, 0), 0},
	{"large odd transpose 1", 1, []int{2047, 2049}, permuted(1, 0), 0},
	{"join 3 planes", 1, []int{3, 256, 256}, permuted(1, 2, 0), 0},
	{"part 3 channels", 1, []int{256, 256, 3}, permuted(2, 0, 1), 0},
	{"RGBA to RGB", 1, []int{256, 256, 4}, sliced("...,:3"), 0},
	{"reversed rows", 4, []int{256, 256}, sliced(":,::-1"), 0},
	{"every second item", 2, []int{256, 512}, sliced(":,::2"), 0},
	{"fill", 1, []int{256, 1}, expanded(256, 2048), 0},
	{"byte order", 4, []int{256, 256}, permuted(0, 1), 4},
	{"runs of 128", 2, []int{128, 16, 64}, permuted(1, 0, 2), 0},
	{"runs of 4096", 1, []int{1, 4096}, expanded(64, 4096), 0},
}

// BenchmarkKernels reports how many times as fast as the portable kernels the
// machine's best are, and under their names the lesser sets: about 1 where the
// kernel that a case needs is missing or switched off (GODEBUG=cpu.avx2=off, the
// build tag purego).
func BenchmarkKernels(b *testing.B) {
	all := variants()
	best := all[len(all)-1]
	defer best.use()
	for _, k := range kernelCases {
		for _, v := range all {
			name := k.name
			if v.name != best.name {
				name += "/" + v.name
			}
			if v.name == all[0].name && v.name != best.name {
				continue // it is what the others are measured against
			}
			b.Run(name, func(b *testing.B) {
				c := newBenchmark(b, k.item, 0, k.shape, k.view)
				if k.swap > 0 {
					c.swap = Swap{Runs: []Run{{0, k.swap, 1}}}
				}
				v.use()
				c.pair(b, "of-go", func() {
					all[0].use()
					c.run()
					v.use()
				})
			})
		}
	}
}

// BenchmarkScratch reports what scratch tiles and stores past the caches gain over
// transposing straight into the destination.
func BenchmarkScratch(b *testing.B) {
	for _, item := range []int{1, 2, 4, 8, 16} {
		for _, shape := range [][]int{{2048, 2048}, {2047, 2049}} {
			b.Run(fmt.Sprintf("%dx%d/%d", shape[0], shape[1], item), func(b *testing.B) {
				c := newBenchmark(b, item, 0, shape, permuted(1, 0))
				c.pair(b, "of-straight", func() {
					from := transposeFrom
					transposeFrom = c.bytes + 1
					c.run()
					transposeFrom = from
				})
			})
		}
	}
}

// BenchmarkSmall times copies of a few items, whose cost is the choice of a path.
func BenchmarkSmall(b *testing.B) {
	for _, shape := range [][]int{{8, 8}, {4, 6}, {64, 64}} {
		for _, axes := range [][]int{{0, 1}, {1, 0}} {
			for _, item := range []int{1, 4, 8} {
				b.Run(fmt.Sprintf("%dx%d/%v/%d", shape[0], shape[1], axes, item), func(b *testing.B) {
					c := newBenchmark(b, item, 0, shape, permuted(axes...))
					b.ReportAllocs()
					for b.Loop() {
						c.run()
					}
				})
			}
		}
	}
}

// BenchmarkAlloc times storage that is touched once and dropped.
func BenchmarkAlloc(b *testing.B) {
	for _, n := range []int{1 << 10, 64 << 20} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(n))
			for b.Loop() {
				p := Alloc(n)
				for i := 0; i < n; i += 4096 {
					p[i] = 1
				}
			}
		})
	}
}

func TestSmallCopiesAllocateNothing(t *testing.T) {
	for _, axes := range [][]int{{0, 1, 2}, {1, 0, 2}, {2, 1, 0}, {0, 2, 1}} {
		for _, item := range []int{1, 3, 4, 8, 24} {
			c := newBenchmark(t, item, 0, []int{8, 9, 10}, permuted(axes...))
			if n := testing.AllocsPerRun(20, c.run); n != 0 {
				t.Errorf("axes %v, items of %d: %v allocations", axes, item, n)
			}
		}
	}
}

func TestAlloc(t *testing.T) {
	for _, n := range []int{-1, 0} {
		if b := Alloc(n); len(b) != 0 {
			t.Errorf("Alloc(%d) has %d bytes", n, len(b))
		}
	}
	for _, n := range []int{1, 63, 64, 65, 4096, 100_000, hugeFrom + 3} {
		b := Alloc(n)
		if len(b) != n || cap(b) != n {
			t.Errorf("Alloc(%d): length %d, capacity %d", n, len(b), cap(b))
		}
		if at := uintptr(unsafe.Pointer(&b[0])); at%line != 0 {
			t.Errorf("Alloc(%d) begins %d bytes behind a line", n, at%line)
		}
		for i, x := range b {
			if x != 0 {
				t.Fatalf("Alloc(%d): byte %d is %d", n, i, x)
			}
		}
	}
}
