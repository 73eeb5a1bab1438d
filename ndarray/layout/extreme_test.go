package layout

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// Numbers up to the ends of int: nothing may panic, wrap round unseen, or make
// a view that reaches where its operand did not. Each property is a fuzz target
// as well.

func TestExtentOfAnyNumbers(t *testing.T)  { rapid.Check(t, extentOfAnyNumbers) }
func FuzzExtent(f *testing.F)              { f.Fuzz(rapid.MakeFuzz(extentOfAnyNumbers)) }
func TestViewsOfAnyNumbers(t *testing.T)   { rapid.Check(t, viewsOfAnyNumbers) }
func FuzzViews(f *testing.F)               { f.Fuzz(rapid.MakeFuzz(viewsOfAnyNumbers)) }
func TestOverlapOfAnyNumbers(t *testing.T) { rapid.Check(t, overlapOfAnyNumbers) }
func FuzzOverlap(f *testing.F)             { f.Fuzz(rapid.MakeFuzz(overlapOfAnyNumbers)) }

// extentOfAnyNumbers compares Extent and Validate with unbounded integers.
func extentOfAnyNumbers(t *rapid.T) {
	l := Layout{Shape: extremeShape().Draw(t, "shape"), Offset: rapid.Int().Draw(t, "offset")}
	l.Strides = rapid.SliceOfN(rapid.Int(), l.Rank(), l.Rank()).Draw(t, "strides")
	itemSize := rapid.IntRange(0, math.MaxInt).Draw(t, "itemSize")
	storage := rapid.IntRange(0, math.MaxInt).Draw(t, "storage")

	fits := true
	n, count := big.NewInt(1), big.NewInt(1)
	lo, hi := big.NewInt(int64(l.Offset)), big.NewInt(int64(l.Offset))
	for k, size := range l.Shape {
		n.Mul(n, big.NewInt(int64(size)))
		count.Mul(count, big.NewInt(int64(max(size, 1))))
		reach := new(big.Int).Mul(big.NewInt(int64(size-1)), big.NewInt(int64(l.Strides[k])))
		fits = fits && isInt(reach)
		if reach.Sign() < 0 {
			lo.Add(lo, reach)
		} else {
			hi.Add(hi, reach)
		}
	}
	hi.Add(hi, big.NewInt(int64(itemSize)))
	if n.Sign() == 0 {
		fits = true
		lo.SetInt64(0)
		hi.SetInt64(0)
	}
	gotLo, gotHi, err := l.Extent(itemSize)
	if ok := fits && isInt(count) && isInt(lo) && isInt(hi); ok != (err == nil) {
		t.Fatalf("Extent = %v; the bounds are %v and %v of %v elements", err, lo, hi, count)
	}
	if err != nil {
		if !errors.Is(err, ErrOverflow) {
			t.Fatalf("Extent: %v; expected ErrOverflow", err)
		}
		return
	}
	if int64(gotLo) != lo.Int64() || int64(gotHi) != hi.Int64() {
		t.Fatalf("Extent = %d, %d; want %v, %v", gotLo, gotHi, lo, hi)
	}
	bytes := new(big.Int).Mul(n, big.NewInt(int64(itemSize)))
	within := lo.Sign() >= 0 && gotHi <= storage
	if err := l.Validate(itemSize, storage); (err == nil) != (within && isInt(bytes)) {
		t.Fatalf("Validate = %v for [%v, %v), %v bytes", err, lo, hi, bytes)
	}
}

func isInt(n *big.Int) bool {
	return n.Cmp(big.NewInt(math.MinInt)) >= 0 && n.Cmp(big.NewInt(math.MaxInt)) <= 0
}

func extremeShape() *rapid.Generator[[]int] {
	size := rapid.OneOf(rapid.IntRange(0, 4), rapid.IntRange(0, math.MaxInt))
	return rapid.SliceOfN(size, 0, 4)
}

// extremeLayout draws a valid layout that may span all of an int's range.
func extremeLayout(itemSize int) *rapid.Generator[Layout] {
	return rapid.Custom(func(t *rapid.T) Layout {
		l := Layout{}
		elements, below, above := math.MaxInt/itemSize, 0, itemSize
		for range rapid.IntRange(0, 5).Draw(t, "rank") {
			size := rapid.OneOf(rapid.IntRange(0, min(5, elements)), rapid.IntRange(0, elements)).Draw(t, "size")
			elements /= max(size, 1)
			most := (math.MaxInt - above - below) / max(size-1, 1)
			stride := rapid.IntRange(-most, most).Draw(t, "stride")
			if reach := max(size-1, 0) * stride; reach < 0 {
				below -= reach
			} else {
				above += reach
			}
			if size <= 1 {
				stride = rapid.Int().Draw(t, "free stride")
			}
			l.Shape, l.Strides = append(l.Shape, size), append(l.Strides, stride)
		}
		l.Offset = rapid.IntRange(below, math.MaxInt-above).Draw(t, "offset")
		if err := l.Validate(itemSize, math.MaxInt); err != nil {
			t.Fatalf("%v: %v", l, err)
		}
		return l
	})
}

// viewsOfAnyNumbers applies view operations with arbitrary arguments: the
// result reaches only bytes between those that the operand reaches.
func viewsOfAnyNumbers(t *rapid.T) {
	itemSize := rapid.IntRange(1, 16).Draw(t, "itemSize")
	l := extremeLayout(itemSize).Draw(t, "layout")
	lo, hi, err := l.Extent(itemSize)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		v, err := extremeView(t, l, itemSize)
		if err != nil {
			var refused *Error
			var copies *NeedsCopy
			if !errors.As(err, &refused) && !errors.As(err, &copies) || err.Error() == "" {
				t.Fatalf("error of type %T: %v", err, err)
			}
			continue
		}
		if len(v.Shape) != len(v.Strides) {
			t.Fatalf("%v has other ranks", v)
		}
		vLo, vHi, err := v.Extent(itemSize)
		if err != nil {
			t.Fatalf("view %v of %v: %v", v, l, err)
		}
		if vLo < vHi && (vLo < lo || vHi > hi) {
			t.Fatalf("view %v of %v reaches [%d, %d) beyond [%d, %d)", v, l, vLo, vHi, lo, hi)
		}
		if lo < hi && (v.Offset < lo || v.Offset >= hi) {
			t.Fatalf("view %v of %v starts beyond [%d, %d)", v, l, lo, hi)
		}
		// What only reads a layout must not panic either.
		v.IsC(itemSize)
		v.IsF(itemSize)
		v.Dense(itemSize)
		v.Alignment(0)
		v.Key()
		v.Equal(l)
		Coalesce(v)
		KOrder(v, v)
		p, err := NewPlan(v, v)
		if err != nil {
			t.Fatalf("plan of %v: %v", v, err)
		}
		for _, part := range p.Split(3) {
			ends := Layout{Shape: part.Shape(), Strides: part.Strides(0), Offset: part.Offset(0)}
			if pLo, pHi, err := ends.Extent(itemSize); err != nil || pLo < pHi && (pLo < lo || pHi > hi) {
				t.Fatalf("part %v of a plan of %v: %v", ends, v, err)
			}
		}
		l, lo, hi = v, vLo, vHi
	}
}

// extremeView is anyView with arguments of any size.
func extremeView(t *rapid.T, l Layout, itemSize int) (Layout, error) {
	small := rapid.IntRange(-2, l.Rank()+1)
	number := rapid.OneOf(small, small, rapid.Int())
	one := func() int { return number.Draw(t, "n") }
	some := func() []int { return rapid.SliceOfN(number, 0, 4).Draw(t, "numbers") }
	size := rapid.OneOf(number, rapid.SampledFrom(append([]int{1}, l.Shape...)))
	sizes := func() []int { return rapid.SliceOfN(size, 0, 5).Draw(t, "sizes") }
	switch rapid.IntRange(0, 18).Draw(t, "op") {
	case 0:
		return l.Permute(some()...)
	case 1:
		return l.Transpose(), nil
	case 2:
		return l.SwapAxes(one(), one())
	case 3:
		return l.MoveAxis(some(), some())
	case 4, 5:
		return l.Slice(rapid.SliceOfN(anyIndex(), 0, l.Rank()+1).Draw(t, "index")...)
	case 6:
		return l.Flip(some()...)
	case 7:
		return l.Squeeze(some()...)
	case 8:
		return l.Unsqueeze(some()...)
	case 9:
		return l.Expand(sizes()...)
	case 10:
		return l.Diagonal(one(), one(), one())
	case 11:
		return l.Unfold(one(), size.Draw(t, "size"), one())
	case 12:
		return l.Windows(sizes(), some())
	case 13:
		return l.View(itemSize, rapid.SampledFrom([]Order{C, F, A, K}).Draw(t, "order"), sizes()...)
	case 14:
		return l.Flatten(itemSize, C, one(), one())
	case 15:
		return l.Unflatten(one(), sizes()...)
	case 16:
		return l.Field(0, 0, sizes()...)
	case 17:
		parts, err := l.Split(one(), some()...)
		if err != nil {
			return Layout{}, err
		}
		return rapid.SampledFrom(parts).Draw(t, "part"), nil
	default:
		parts, err := l.Chunk(one(), rapid.IntRange(-1, 9).Draw(t, "parts"))
		if err != nil {
			return Layout{}, err
		}
		return rapid.SampledFrom(parts).Draw(t, "part"), nil
	}
}

// overlapOfAnyNumbers asks for no exact answer, but for those that follow from
// the bounds, and for an end.
func overlapOfAnyNumbers(t *rapid.T) {
	itemSize := rapid.IntRange(1, 16).Draw(t, "itemSize")
	a, b := extremeLayout(itemSize).Draw(t, "a"), extremeLayout(itemSize).Draw(t, "b")
	const work = 1000
	a.SelfOverlap(itemSize, work)
	if a.Len() > 0 && Overlap(a, itemSize, a, itemSize, work) == No {
		t.Fatalf("%v does not overlap itself", a)
	}
	ab, ba := Overlap(a, itemSize, b, itemSize, work), Overlap(b, itemSize, a, itemSize, work)
	if ab != ba && ab != Undecided && ba != Undecided {
		t.Fatalf("Overlap = %v, and %v the other way round", ab, ba)
	}
	if ab == Yes && !MayOverlap(a, itemSize, b, itemSize) {
		t.Fatal("MayOverlap = false where bytes are shared")
	}
}
