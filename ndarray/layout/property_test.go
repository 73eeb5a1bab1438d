package layout

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Each test compares with a definition by brute force in brute_test.go.

func TestExtentIsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, itemSize := anyLayout(60).Draw(t, "layout"), rapid.IntRange(1, 9).Draw(t, "itemSize")
		lo, hi, err := l.Extent(itemSize)
		wantLo, wantHi := bruteExtent(l, itemSize)
		if err != nil || lo != wantLo || hi != wantHi {
			t.Fatalf("Extent = %d, %d, %v; want %d, %d", lo, hi, err, wantLo, wantHi)
		}
		storage := rapid.IntRange(0, 200).Draw(t, "storage")
		err = l.Validate(itemSize, storage)
		if within := lo >= 0 && hi <= storage; within != (err == nil) {
			t.Fatalf("Validate(%d, %d) = %v for bytes [%d, %d)", itemSize, storage, err, lo, hi)
		}
	})
}

func TestContiguityIsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const itemSize = 4
		l := mixed(itemSize).Draw(t, "layout")
		if got, want := l.IsC(itemSize), bruteContiguous(l, itemSize); got != want {
			t.Fatalf("IsC = %v; want %v", got, want)
		}
		if got, want := l.IsF(itemSize), bruteContiguous(l.Transpose(), itemSize); got != want {
			t.Fatalf("IsF = %v; want %v", got, want)
		}
		if got, want := l.Dense(itemSize), bruteDensity(l, itemSize); got != want {
			t.Fatalf("Dense = %v; want %v", got, want)
		}
	})
}

func TestKeyIsIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := mixed(2).Draw(t, "a"), mixed(2).Draw(t, "b")
		if rapid.Bool().Draw(t, "near") {
			b = a.Clone()
			if k := rapid.IntRange(-1, a.Rank()-1).Draw(t, "axis"); k >= 0 {
				b.Strides[k]++
			}
		}
		b.Offset = a.Offset
		same := slices.Equal(a.Shape, b.Shape) &&
			slices.Equal(slices.Collect(addresses(a)), slices.Collect(addresses(b)))
		if got := a.Equal(b); got != same {
			t.Fatalf("Equal = %v; want %v", got, same)
		}
		if got := a.Key() == b.Key(); got != same {
			t.Fatalf("equal keys: %v; want %v", got, same)
		}
	})
}

func TestCoalesceKeepsTheWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := mixed(4).Draw(t, "a")
		b := sameShape(a).Draw(t, "b")
		shape, strides := Coalesce(a, b)
		merged := []Layout{
			{Shape: shape, Strides: strides[0], Offset: a.Offset},
			{Shape: shape, Strides: strides[1], Offset: b.Offset},
		}
		for k, l := range []Layout{a, b} {
			if d := cmp.Diff(slices.Collect(addresses(l)), slices.Collect(addresses(merged[k]))); d != "" {
				t.Fatalf("operand %d, merged %v (-before +after):\n%s", k, merged[k], d)
			}
		}
		// Nothing is left to merge.
		for k, size := range shape {
			if size == 1 || k > 0 && strides[0][k-1] == strides[0][k]*size && strides[1][k-1] == strides[1][k]*size {
				t.Fatalf("axis %d of %v, %v is left", k, shape, strides)
			}
		}
	})
}

func TestPlanVisitsTheSamePairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dst := mixed(4).Draw(t, "dst")
		src := broadcastable(dst).Draw(t, "src")
		p, err := NewPlan(dst, src)
		if err != nil {
			t.Fatal(err)
		}
		if src, err = src.Expand(dst.Shape...); err != nil {
			t.Fatal(err)
		}
		want := map[[2]int]int{}
		for index := range indices(dst.Shape) {
			want[[2]int{address(dst, index), address(src, index)}]++
		}
		if d := cmp.Diff(want, planPairs(&p)); d != "" {
			t.Fatalf("pairs (-operands +plan %v):\n%s", p, d)
		}
		checkPlan(t, &p, dst.Len())

		got := map[[2]int]int{}
		selfOverlap := bruteSelfOverlap(withoutZeros(dst), 1)
		writes := map[int]int{} // address → the part that writes it
		parts := p.Split(rapid.IntRange(1, 7).Draw(t, "parts"))
		length := 0
		for k := range parts {
			length += parts[k].Len()
			for pair, n := range planPairs(&parts[k]) {
				got[pair] += n
				// Stride 0 alone is no excuse: such an axis is never cut.
				other, written := writes[pair[0]]
				if written && other != k && !selfOverlap {
					t.Fatalf("parts %d and %d both write byte %d", other, k, pair[0])
				}
				writes[pair[0]] = k
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("pairs of the parts (-operands +parts):\n%s", d)
		}
		if length != p.Len() {
			t.Fatalf("the parts have %d elements; want %d", length, p.Len())
		}
	})
}

// withoutZeros is l without the axes of stride 0.
func withoutZeros(l Layout) Layout {
	r := Layout{Offset: l.Offset}
	for k, stride := range l.Strides {
		if stride != 0 {
			r.Shape, r.Strides = append(r.Shape, l.Shape[k]), append(r.Strides, stride)
		}
	}
	return r
}

// checkPlan tests what Plan promises of its form.
func checkPlan(t *rapid.T, p *Plan, length int) {
	if p.Len() != length {
		t.Fatalf("Len = %d; want %d", p.Len(), length)
	}
	if length == 0 {
		if d := cmp.Diff([]int{0}, p.Shape()); d != "" {
			t.Fatalf("shape of a plan without elements (-want +got):\n%s", d)
		}
		return
	}
	for k, size := range p.Shape() {
		a, b := p.Strides(0)[k], p.Strides(1)[k]
		if size <= 1 || a < 0 || a == 0 && b < 0 {
			t.Fatalf("axis %d has size %d, strides %d and %d", k, size, a, b)
		}
		if k > 0 {
			outerA, outerB := p.Strides(0)[k-1], p.Strides(1)[k-1]
			if outerA == a*size && outerB == b*size {
				t.Fatalf("axes %d and %d are left unmerged", k-1, k)
			}
			if a > 0 && outerA > 0 && outerA < a {
				t.Fatalf("strides of operand 0 grow inward: %v", p.Strides(0))
			}
		}
	}
}

// planPairs counts the pairs of addresses that a plan of two operands visits.
func planPairs(p *Plan) map[[2]int]int {
	pairs := map[[2]int]int{}
	dst := Layout{Shape: p.Shape(), Strides: p.Strides(0), Offset: p.Offset(0)}
	src := Layout{Shape: p.Shape(), Strides: p.Strides(1), Offset: p.Offset(1)}
	for index := range indices(p.Shape()) {
		pairs[[2]int{address(dst, index), address(src, index)}]++
	}
	return pairs
}

func TestViewExistsWhereBruteForceFindsOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const itemSize = 2
		l := mixed(itemSize).Draw(t, "layout")
		order := rapid.SampledFrom([]Order{C, F}).Draw(t, "order")
		to := factorShape(l.Len()).Draw(t, "to")
		want := bruteView(l, order, to)
		got, err := l.View(itemSize, order, to...)
		var why *NeedsCopy
		if want == nil {
			if !errors.As(err, &why) {
				t.Fatalf("View = %v, %v; no strides give it", got, err)
			}
			if why.OuterStride == why.InnerStride*why.InnerSize ||
				l.Strides[why.Outer] != why.OuterStride || l.Strides[why.Inner] != why.InnerStride || l.Shape[why.Inner] != why.InnerSize {
				t.Fatalf("reason %+v does not hold", why)
			}
			return
		}
		if err != nil {
			t.Fatalf("View: %v; brute force finds strides %v", err, want)
		}
		if d := cmp.Diff(orderedAddresses(l, order), orderedAddresses(got, order)); d != "" {
			t.Fatalf("View = %v (-source +view):\n%s", got, d)
		}
	})
}

func TestSelfOverlapIsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, itemSize := mixed(3).Draw(t, "layout"), rapid.IntRange(0, 5).Draw(t, "itemSize")
		if got, want := l.SelfOverlap(itemSize, DefaultWork), answer(bruteSelfOverlap(l, itemSize)); got != want {
			t.Fatalf("SelfOverlap = %v; want %v", got, want)
		}
	})
}

func TestOverlapIsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := mixed(3).Draw(t, "a"), mixed(3).Draw(t, "b")
		aSize, bSize := rapid.IntRange(0, 4).Draw(t, "aSize"), rapid.IntRange(0, 4).Draw(t, "bSize")
		b.Offset += rapid.IntRange(-40, 40).Draw(t, "apart")
		want := bruteOverlap(a, aSize, b, bSize)
		if got := Overlap(a, aSize, b, bSize, DefaultWork); got != answer(want) {
			t.Fatalf("Overlap = %v; want %v", got, want)
		}
		if want && !MayOverlap(a, aSize, b, bSize) {
			t.Fatal("MayOverlap = false where bytes are shared")
		}
	})
}

// TestOverlapOfLargeNumbers: with all addresses times a factor, items of one
// byte meet or not as before, or it is not decided where the numbers are large.
func TestOverlapOfLargeNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := mixed(3).Draw(t, "a"), mixed(3).Draw(t, "b")
		aLo, aHi := bruteExtent(a, 1)
		bLo, bHi := bruteExtent(b, 1)
		low := min(aLo, bLo, 0) // no address may be negative
		a.Offset -= low
		b.Offset -= low
		most := math.MaxInt / max(1, aHi-low, bHi-low)
		factor := rapid.SampledFrom([]int{1, 1 << 10, most / 600, most / 16, most/3 + 1, most/2 + 1, most - 1, most}).Draw(t, "factor")
		factor = max(factor, 1)
		scaled := func(l Layout) Layout {
			l = l.Clone()
			l.Offset *= factor
			for k := range l.Strides {
				l.Strides[k] *= factor
			}
			return l
		}
		want := answer(bruteOverlap(a, 1, b, 1))
		if got := Overlap(scaled(a), 1, scaled(b), 1, DefaultWork); got != want && got != Undecided {
			t.Fatalf("Overlap = %v; want %v", got, want)
		}
		want = answer(bruteSelfOverlap(a, 1))
		if got := scaled(a).SelfOverlap(1, DefaultWork); got != want && got != Undecided {
			t.Fatalf("SelfOverlap = %v; want %v", got, want)
		}
	})
}

// TestViewsStayInside: what a view operation yields from a valid layout reaches
// no other byte, and leaves its operand as it was.
func TestViewsStayInside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const itemSize = 3
		l := chained(itemSize, 9).Draw(t, "layout")
		before := l.Clone()
		v, err := anyView(t, l, itemSize)
		if d := cmp.Diff(before.String(), l.String()); d != "" {
			t.Fatalf("operand changed (-before +after):\n%s", d)
		}
		if err != nil {
			var refused *Error
			var copies *NeedsCopy
			if !errors.As(err, &refused) && !errors.As(err, &copies) {
				t.Fatalf("error of type %T: %v", err, err)
			}
			return
		}
		reached := slices.Collect(addresses(l))
		for addr := range addresses(v) {
			if !slices.Contains(reached, addr) {
				t.Fatalf("view %v of %v reaches byte %d", v, l, addr)
			}
		}
	})
}
