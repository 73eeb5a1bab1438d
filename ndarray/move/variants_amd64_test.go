//go:build amd64 && !purego

package move

// variants returns the sets of kernels that the machine has, the portable one
// first, with the function that selects each.
func variants() []variant {
	all := []variant{{"go", func() { vectors, wide = false, false }}}
	if vectors {
		all = append(all, variant{"avx2", func() { vectors, wide = true, false }})
	}
	if wide {
		all = append(all, variant{"vbmi", func() { vectors, wide = true, true }})
	}
	return all
}
