//go:build !amd64 || purego

package move

// variants returns the sets of kernels that the machine has: the portable one.
func variants() []variant { return []variant{{"go", func() {}}} }
