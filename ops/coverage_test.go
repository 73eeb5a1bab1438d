package ops_test

import (
	"slices"
	"testing"

	"github.com/ndtool/ndtool/fixtures"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// classes are the layouts that every operation is held to NumPy's results in.
var classes = []struct {
	name string
	is   func(l layout.Layout, size int) bool
}{
	{"C", func(l layout.Layout, size int) bool { return large(l) && l.IsC(size) }},
	{"F", func(l layout.Layout, size int) bool { return large(l) && l.IsF(size) }},
	{"transposed", func(l layout.Layout, _ int) bool {
		return large(l) && slices.ContainsFunc(l.Strides[1:], func(s int) bool { return magnitude(s) > magnitude(l.Strides[0]) })
	}},
	{"stepped", func(l layout.Layout, size int) bool { return large(l) && l.Dense(size) == layout.Gapped }},
	{"reversed", func(l layout.Layout, _ int) bool {
		return large(l) && slices.ContainsFunc(l.Strides, func(s int) bool { return s < 0 })
	}},
	{"broadcast", func(l layout.Layout, _ int) bool {
		for k, s := range l.Strides {
			if s == 0 && l.Shape[k] > 1 && l.Len() > 0 {
				return true
			}
		}
		return false
	}},
	{"empty", func(l layout.Layout, _ int) bool { return l.Len() == 0 }},
	{"0-d", func(l layout.Layout, _ int) bool { return len(l.Shape) == 0 }},
}

func large(l layout.Layout) bool { return len(l.Shape) > 0 && l.Len() > 0 }

func magnitude(n int) int { return max(n, -n) }

// TestFixturesCover fails where the fixtures have no case of an operation on a dtype,
// in either byte order, in a class of layouts.
func TestFixturesCover(t *testing.T) {
	var descrs []string
	for _, name := range []string{"b1", "i1", "u1"} {
		descrs = append(descrs, "|"+name)
	}
	for _, name := range []string{"i2", "i4", "i8", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"} {
		descrs = append(descrs, "<"+name, ">"+name)
	}
	type combination struct{ op, descr, class string }
	for _, c := range []struct {
		file     string
		ops      []string
		operands int      // of each, the first ones, that are looked at
		along    []string // operations that have nothing to work along in a 0-d array
	}{
		{"reduce", []string{"sum", "prod", "mean", "var", "std", "min", "max", "argmin", "argmax", "any", "all", "count_nonzero", "cumsum"}, 1, nil},
		{"matmul", []string{"matmul"}, 2, nil},
		{"join", []string{"concat", "stack", "tile", "repeat_interleave", "roll", "pad", "take", "sort", "argsort", "unique"}, 1,
			[]string{"repeat_interleave", "pad", "take", "sort", "argsort"}},
	} {
		cases, err := fixtures.LoadOps(c.file + ".jsonl.gz")
		if err != nil {
			t.Fatal(err)
		}
		for place := range c.operands {
			seen := map[combination]bool{}
			for _, one := range cases {
				if place >= len(one.Args) {
					continue
				}
				a := one.Args[place]
				dt, err := dtype.Parse(a.DType)
				if err != nil {
					t.Fatal(err)
				}
				l := layout.Layout{Shape: a.Shape, Strides: a.Strides, Offset: a.Offset}
				for _, class := range classes {
					if class.is(l, dt.ItemSize()) {
						seen[combination{one.Op, a.DType, class.name}] = true
					}
				}
			}
			for _, op := range c.ops {
				for _, descr := range descrs {
					for _, class := range classes {
						if class.name == "0-d" && slices.Contains(c.along, op) {
							continue
						}
						if !seen[combination{op, descr, class.name}] {
							t.Errorf("%s: no case of %s of %s, operand %d %s", c.file, op, descr, place, class.name)
						}
					}
				}
			}
		}
	}
}
