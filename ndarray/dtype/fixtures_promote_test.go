package dtype_test

import (
	"slices"
	"testing"

	"github.com/ndtool/ndtool/fixtures"
	"github.com/ndtool/ndtool/ndarray/dtype"
)

// What two types promote to and which casting rule lets one become the other
// is NumPy's answer, for every pair.
func TestPromotions(t *testing.T) {
	cases, err := fixtures.LoadPromotions()
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]dtype.Casting{"no": dtype.No, "equiv": dtype.Equiv, "safe": dtype.Safe, "same_kind": dtype.SameKind, "unsafe": dtype.Unsafe}
	for _, c := range cases {
		a, b := parse(t, c.A), parse(t, c.B)
		got, err := dtype.Promote(a, b)
		if c.Promote == "" {
			if err == nil {
				t.Errorf("Promote(%s, %s) = %s, want a refusal", a, b, got)
			}
		} else if want := parse(t, c.Promote); err != nil || got != want {
			t.Errorf("Promote(%s, %s) = %s, %v, want %s", a, b, got, err, want)
		}
		for name, rule := range rules {
			if got, want := dtype.CanCast(a, b, rule), slices.Contains(c.Cast, name); got != want {
				t.Errorf("CanCast(%s, %s, %s) = %v, want %v", a, b, name, got, want)
			}
		}
	}
}

func parse(t *testing.T, descr string) dtype.Type {
	t.Helper()
	dt, err := dtype.Parse(native(descr))
	if err != nil {
		t.Fatalf("%s: %v", descr, err)
	}
	return dt
}
