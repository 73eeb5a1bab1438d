//go:build amd64 && !purego

package move

import "testing"

// eachVariant runs the test once for every set of kernels that the machine has.
func eachVariant(t *testing.T, f func(t *testing.T)) {
	v, w := vectors, wide
	t.Cleanup(func() { vectors, wide = v, w })
	t.Run("go", func(t *testing.T) {
		vectors, wide = false, false
		f(t)
	})
	if v {
		t.Run("avx2", func(t *testing.T) {
			vectors, wide = true, false
			f(t)
		})
	}
	if w {
		t.Run("vbmi", func(t *testing.T) {
			vectors, wide = true, true
			f(t)
		})
	}
}
