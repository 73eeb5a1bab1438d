package plot

import (
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
)

func BenchmarkRead(b *testing.B) {
	for name, shape := range map[string][]int{"heat": {2048, 2048}, "line": {1 << 22}, "image": {1024, 1024, 4}} {
		a, err := ndarray.New(dtype.Float32, shape...)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(a.NumBytes()))
			for b.Loop() {
				if _, err := New(b.Context(), a, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
