//go:build !amd64 || purego

package move

import "testing"

// eachVariant runs the test once for every set of kernels that the machine has.
func eachVariant(t *testing.T, f func(t *testing.T)) { t.Run("go", f) }
