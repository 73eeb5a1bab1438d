package move

import "testing"

// variant is a set of kernels.
type variant struct {
	name string
	use  func()
}

// eachVariant runs the test once for every set of kernels that the machine has.
func eachVariant(t *testing.T, f func(t *testing.T)) {
	all := variants()
	t.Cleanup(all[len(all)-1].use)
	for _, v := range all {
		t.Run(v.name, func(t *testing.T) {
			v.use()
			f(t)
		})
	}
}
