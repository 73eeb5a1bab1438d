package ops_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// counting is an array of 1…80 in turn, as elements of a dtype.
func counting(b *testing.B, dt dtype.Type, shape ...int) *ndarray.Array {
	b.Helper()
	n, err := layout.Size(shape)
	if err != nil {
		b.Fatal(err)
	}
	values := make([]int32, n)
	for i := range values {
		values[i] = int32(1 + i*7919%80)
	}
	a, err := ndarray.FromSlice(values, shape...)
	if err != nil {
		b.Fatal(err)
	}
	if a, err = ops.Cast(nil, a, dt, dtype.Unsafe); err != nil {
		b.Fatal(err)
	}
	return a
}

func every(b *testing.B, a *ndarray.Array, spec string) *ndarray.Array {
	b.Helper()
	ix, err := layout.ParseIndex(spec)
	if err != nil {
		b.Fatal(err)
	}
	if a, err = a.Slice(ix...); err != nil {
		b.Fatal(err)
	}
	return a
}

// BenchmarkKernelsReduce folds arrays by rows and by columns in one thread: what
// the assembly gains.
func BenchmarkKernelsReduce(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	type fold = func(dst, x *ndarray.Array, over ops.Over) (*ndarray.Array, error)
	for _, c := range []struct {
		name  string
		fold  fold
		dt    dtype.Type
		side  int
		view  string
		axes  []int
		bytes int
	}{
		{"sum/f4/rows/4096", ops.Sum, dtype.Float32, 4096, "...", []int{0}, 4},
		{"sum/f4/rows/2048", ops.Sum, dtype.Float32, 2048, "...", []int{0}, 4},
		{"sum/f8/rows/4096", ops.Sum, dtype.Float64, 4096, "...", []int{0}, 8},
		{"sum/f8/rows/2048", ops.Sum, dtype.Float64, 2048, "...", []int{0}, 8},
		{"sum/f8/rows/256", ops.Sum, dtype.Float64, 256, "...", []int{0}, 8},
		{"sum/c8/rows/1024", ops.Sum, dtype.Complex64, 1024, "...", []int{0}, 8},
		{"sum/c16/rows/1024", ops.Sum, dtype.Complex128, 1024, "...", []int{0}, 16},
		{"sum/f8/rows/even", ops.Sum, dtype.Float64, 2048, ":,::2", []int{0}, 8},
		{"sum/f4/rows/even", ops.Sum, dtype.Float32, 2048, ":,::2", []int{0}, 4},
		{"sum/f4/columns/4096", ops.Sum, dtype.Float32, 4096, "...", []int{1}, 4},
		{"sum/f4/columns/1024", ops.Sum, dtype.Float32, 1024, "...", []int{1}, 4},
		{"sum/f8/columns/1024", ops.Sum, dtype.Float64, 1024, "...", []int{1}, 8},
		{"sum/f4/columns/even", ops.Sum, dtype.Float32, 2048, ":,::2", []int{1}, 4},
		{"sum/f8/columns/even", ops.Sum, dtype.Float64, 2048, ":,::2", []int{1}, 8},
		{"sum/c8/columns/1024", ops.Sum, dtype.Complex64, 1024, "...", []int{1}, 8},
		{"sum/c16/columns/1024", ops.Sum, dtype.Complex128, 1024, "...", []int{1}, 16},
		{"argmax/f4/columns/1024", ops.ArgMax, dtype.Float32, 1024, "...", []int{1}, 4},
		{"argmax/f8/columns/1024", ops.ArgMax, dtype.Float64, 1024, "...", []int{1}, 8},
		{"sum/f4/rows/8", ops.Sum, dtype.Float32, 8, "...", []int{0}, 4},
	} {
		b.Run(c.name, func(b *testing.B) {
			a := every(b, counting(b, c.dt, c.side, c.side), c.view)
			dst, err := c.fold(nil, a, ops.Over{Axes: c.axes})
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(a.Len() * c.bytes))
			for b.Loop() {
				if _, err := c.fold(dst, a, ops.Over{Axes: c.axes}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkKernelsMatMul multiplies matrices in one thread.
func BenchmarkKernelsMatMul(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, dt := range []dtype.Type{dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128} {
		for _, side := range []int{64, 512} {
			b.Run(fmt.Sprintf("%s/%d", dt, side), func(b *testing.B) {
				x, y := counting(b, dt, side, side), counting(b, dt, side, side)
				dst, err := ops.MatMul(nil, x, y)
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if _, err := ops.MatMul(dst, x, y); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
