package layout

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPlanForm shows the order and the direction of the axes of a plan.
func TestPlanForm(t *testing.T) {
	type ints = []int
	at := func(offset int, shape, strides []int) Layout {
		return Layout{Shape: shape, Strides: strides, Offset: offset}
	}
	for _, tt := range []struct {
		name     string
		operands []Layout
		shape    []int
		strides  [][]int
		offsets  []int
	}{
		{
			"one element", []Layout{at(3, ints{}, ints{}), at(5, ints{}, ints{})},
			ints{}, [][]int{{}, {}}, ints{3, 5},
		},
		{
			"axes of size 1 go", []Layout{at(0, ints{1, 4, 1}, ints{9, 1, 9}), at(0, ints{1, 4, 1}, ints{9, 2, 9})},
			ints{4}, [][]int{{1}, {2}}, ints{0, 0},
		},
		{
			"the destination's order", []Layout{at(0, ints{2, 3, 4}, ints{1, 8, 2}), at(0, ints{2, 3, 4}, ints{12, 4, 1})},
			ints{12, 2}, [][]int{{2, 1}, {1, 12}}, ints{0, 0},
		},
		{
			"a transposed array to a transposed one", []Layout{at(0, ints{3, 2}, ints{1, 3}), at(7, ints{3, 2}, ints{1, 3})},
			ints{6}, [][]int{{1}, {1}}, ints{0, 7},
		},
		{
			"the destination walks upward", []Layout{at(11, ints{3, 4}, ints{-4, -1}), at(0, ints{3, 4}, ints{4, 1})},
			ints{12}, [][]int{{1}, {-1}}, ints{0, 11},
		},
		{
			"a reversed source stays reversed", []Layout{at(0, ints{4}, ints{1}), at(3, ints{4}, ints{-1})},
			ints{4}, [][]int{{1}, {-1}}, ints{0, 3},
		},
		{
			"the source is broadcast", []Layout{at(0, ints{2, 3, 4}, ints{12, 4, 1}), at(5, ints{3, 1}, ints{1, 99})},
			ints{2, 3, 4}, [][]int{{12, 4, 1}, {0, 1, 0}}, ints{0, 5},
		},
		{
			"where the destination stands still the source decides",
			[]Layout{at(0, ints{2, 3, 4}, ints{0, 8, 0}), at(0, ints{2, 3, 4}, ints{1, 2, 6})},
			ints{4, 3, 2}, [][]int{{0, 8, 0}, {6, 2, 1}}, ints{0, 0},
		},
		{
			"then the next operand, by size, not sign",
			[]Layout{at(0, ints{2, 2}, ints{0, 0}), at(0, ints{2, 2}, ints{1, 1}), at(2, ints{2, 2}, ints{1, -2})},
			ints{2, 2}, [][]int{{0, 0}, {1, 1}, {-2, 1}}, ints{0, 0, 2},
		},
		{
			"three operands merge together",
			[]Layout{at(0, ints{2, 3, 4}, ints{12, 4, 1}), at(0, ints{2, 3, 4}, ints{12, 4, 1}), at(0, ints{2, 3, 4}, ints{0, 4, 1})},
			ints{2, 12}, [][]int{{12, 1}, {12, 1}, {0, 1}}, ints{0, 0, 0},
		},
		{
			"no elements", []Layout{at(6, ints{2, 0}, ints{1, 1}), at(7, ints{2, 0}, ints{1, 1})},
			ints{0}, [][]int{{0}, {0}}, ints{6, 7},
		},
	} {
		p, err := NewPlan(tt.operands...)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if d := cmp.Diff(tt.shape, p.Shape()); d != "" {
			t.Errorf("%s: shape (-want +got):\n%s", tt.name, d)
		}
		for k := range tt.operands {
			if d := cmp.Diff(tt.strides[k], p.Strides(k)) + cmp.Diff(tt.offsets[k], p.Offset(k)); d != "" {
				t.Errorf("%s: operand %d (-want +got):\n%s", tt.name, k, d)
			}
		}
	}
}

// TestLargePlan: what does not fit into a Plan itself is on the heap, and the
// parts of a split do not share it.
func TestLargePlan(t *testing.T) {
	l := Layout{}
	for k := range 20 {
		l.Shape, l.Strides = append(l.Shape, 2), append(l.Strides, 3<<(20-k))
	}
	p, err := NewPlan(l, l, l)
	if err != nil {
		t.Fatal(err)
	}
	if p.Rank() != 1 || p.Len() != 1<<20 {
		t.Errorf("rank %d, %d elements", p.Rank(), p.Len())
	}
	parts := p.Split(2)
	if len(parts) != 2 || parts[0].Shape()[0] != 1<<19 || parts[1].Shape()[0] != 1<<19 || p.Shape()[0] != 1<<20 {
		t.Errorf("split into %v", parts)
	}
	if parts[0].Offset(2) != 0 || parts[1].Offset(2) != 6<<19 {
		t.Errorf("parts start at %d and %d", parts[0].Offset(2), parts[1].Offset(2))
	}
}

// TestSplitKeepsTheDestinationApart: an axis along which the destination stands
// still is not cut, or two parts would write one element.
func TestSplitKeepsTheDestinationApart(t *testing.T) {
	dst := Layout{Shape: []int{100, 3}, Strides: []int{0, 1}}
	src := Layout{Shape: []int{100, 3}, Strides: []int{3, 1}}
	p, err := NewPlan(dst, src)
	if err != nil {
		t.Fatal(err)
	}
	parts := p.Split(8)
	if len(parts) != 3 {
		t.Fatalf("%d parts; want 3, one for each element of the destination", len(parts))
	}
	for k := range parts {
		if parts[k].Offset(0) != k || parts[k].Len() != 100 {
			t.Errorf("part %d starts at %d and has %d elements", k, parts[k].Offset(0), parts[k].Len())
		}
	}
	all := Layout{Shape: []int{100}, Strides: []int{0}}
	if p, err = NewPlan(all, Layout{Shape: []int{100}, Strides: []int{1}}); err != nil {
		t.Fatal(err)
	}
	if parts := p.Split(8); len(parts) != 1 {
		t.Errorf("a sum was cut into %d parts", len(parts))
	}
}

func TestPlanAllocatesNothing(t *testing.T) {
	a, err := New(8, C, 2, 3, 4, 5)
	if err != nil {
		t.Fatal(err)
	}
	b := a.Transpose().Transpose()
	sum := 0
	if n := testing.AllocsPerRun(100, func() {
		var p Plan
		if err := p.Build(a, b, b); err != nil {
			t.Error(err)
		}
		sum += p.Shape()[0] + p.Strides(1)[0] + p.Len()
	}); n != 0 {
		t.Errorf("%v allocations; want 0", n)
	}
}
