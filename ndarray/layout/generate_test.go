package layout

import "pgregory.net/rapid"

// Generators of layouts for the property tests, small enough for brute force.

// shapes draws a shape of rank 0 to 4 and at most maxLen elements; sizes of 0 and 1 included.
func shapes(maxLen int) *rapid.Generator[[]int] {
	return rapid.Custom(func(t *rapid.T) []int {
		shape := make([]int, rapid.SampledFrom([]int{1, 2, 3, 4, 2, 3, 4, 0}).Draw(t, "rank"))
		room := maxLen
		for k := range shape {
			// Shrinks to the left; zeros are rare, since one empties the layout.
			shape[k] = rapid.SampledFrom([]int{1, 2, 3, 2, 3, 4, 5, 2, 3, 4, 1, 2, 3, 4, 0}).Draw(t, "size")
			if shape[k] > room {
				shape[k] = 1
			}
			room /= max(shape[k], 1)
		}
		return shape
	})
}

// anyLayout draws a layout with arbitrary small strides and offset, which most
// often overlaps itself.
func anyLayout(maxLen int) *rapid.Generator[Layout] {
	return rapid.Custom(func(t *rapid.T) Layout {
		l := Layout{Shape: shapes(maxLen).Draw(t, "shape")}
		l.Strides = rapid.SliceOfN(rapid.IntRange(-24, 24), len(l.Shape), len(l.Shape)).Draw(t, "strides")
		l.Offset = rapid.IntRange(-20, 20).Draw(t, "offset")
		return l
	})
}

// chained draws a layout as views make them: a packed one, then steps/3 to steps
// random view operations that it allows.
func chained(itemSize, steps int) *rapid.Generator[Layout] {
	return rapid.Custom(func(t *rapid.T) Layout {
		order := rapid.SampledFrom([]Order{C, F}).Draw(t, "order")
		l, err := New(itemSize, order, shapes(60).Draw(t, "shape")...)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(steps/3, steps).Draw(t, "steps") {
			if next, err := anyView(t, l, itemSize); err == nil && next.Len() <= 400 && next.Rank() <= 6 {
				l = next
			}
		}
		return l
	})
}

// mixed draws a layout of one kind or the other.
func mixed(itemSize int) *rapid.Generator[Layout] {
	return rapid.OneOf(chained(itemSize, 9), anyLayout(60))
}

// anyView applies a random view operation; its arguments need not be valid.
func anyView(t *rapid.T, l Layout, itemSize int) (Layout, error) {
	axis := func() int { return rapid.IntRange(-l.Rank()-1, l.Rank()).Draw(t, "axis") }
	small := func() int { return rapid.SampledFrom([]int{1, 2, 3, 1, 2, 4, 0, -1}).Draw(t, "small") }
	switch rapid.IntRange(0, 15).Draw(t, "op") {
	case 0:
		axes := make([]int, l.Rank())
		for k := range axes {
			axes[k] = k
		}
		return l.Permute(rapid.Permutation(axes).Draw(t, "axes")...)
	case 1:
		return l.Transpose(), nil
	case 2:
		return l.SwapAxes(axis(), axis())
	case 3:
		return l.MoveAxis([]int{axis(), axis()}, []int{axis(), axis()})
	case 4, 5:
		return l.Slice(rapid.SliceOfN(anyIndex(), 0, l.Rank()+1).Draw(t, "index")...)
	case 6:
		return l.Flip(axis())
	case 7:
		return l.Squeeze()
	case 8:
		return l.Unsqueeze(axis())
	case 9:
		shape := append([]int{}, l.Shape...)
		for k := range shape {
			if shape[k] == 1 {
				shape[k] = small()
			}
		}
		return l.Expand(append([]int{rapid.IntRange(1, 3).Draw(t, "new")}, shape...)...)
	case 10:
		return l.Diagonal(rapid.IntRange(-3, 3).Draw(t, "k"), axis(), axis())
	case 11:
		return l.Unfold(axis(), small(), small())
	case 12:
		return l.Windows([]int{small()}, []int{axis()})
	case 13:
		return l.View(itemSize, rapid.SampledFrom([]Order{C, F, A}).Draw(t, "order"),
			factorShape(l.Len()).Draw(t, "to")...)
	case 14:
		return l.Flatten(itemSize, C, axis(), axis())
	default:
		return l.Unflatten(axis(), small(), -1)
	}
}

// anyIndex draws an item of an index, small numbers and extreme ones.
func anyIndex() *rapid.Generator[Index] {
	return rapid.Custom(func(t *rapid.T) Index {
		small := rapid.IntRange(-5, 5)
		number := rapid.OneOf(small, small, small, small, small, rapid.Int())
		ix := All
		switch rapid.IntRange(0, 15).Draw(t, "kind") {
		case 0:
			return Int(rapid.IntRange(-3, 3).Draw(t, "int"))
		case 1:
			return Ellipsis
		case 2:
			return NewAxis
		case 3, 4:
			ix = From(number.Draw(t, "from"))
		case 5, 6:
			ix = To(number.Draw(t, "to"))
		case 7, 8:
			ix = Range(number.Draw(t, "lo"), number.Draw(t, "hi"))
		}
		if rapid.Bool().Draw(t, "stepped") {
			ix = ix.By(number.Draw(t, "step"))
		}
		return ix
	})
}

// factorShape draws a shape of n elements.
func factorShape(n int) *rapid.Generator[[]int] {
	return rapid.Custom(func(t *rapid.T) []int {
		if n == 0 {
			return []int{rapid.IntRange(0, 5).Draw(t, "size"), 0}
		}
		shape, rest := []int{}, n
		for rest > 1 || rapid.Bool().Draw(t, "one") && len(shape) < 6 {
			var divisors []int
			for d := 1; d <= rest; d++ {
				if rest%d == 0 {
					divisors = append(divisors, d)
				}
			}
			d := rapid.SampledFrom(divisors).Draw(t, "size")
			shape, rest = append(shape, d), rest/d
			if len(shape) > 6 {
				return append(shape, rest)
			}
		}
		return shape
	})
}

// sameShape draws another operand of l's shape: with other strides.
func sameShape(l Layout) *rapid.Generator[Layout] {
	return rapid.Custom(func(t *rapid.T) Layout {
		o := l.Clone()
		for k := range o.Strides {
			switch rapid.IntRange(0, 4).Draw(t, "change") {
			case 0:
				o.Strides[k] = rapid.IntRange(-30, 30).Draw(t, "stride")
			case 1:
				o.Strides[k] = 0
			case 2:
				o.Strides[k] *= -1
			}
		}
		o.Offset = rapid.IntRange(0, 20).Draw(t, "offset")
		return o
	})
}

// broadcastable draws an operand that expands to l's shape, with odd strides
// where it does.
func broadcastable(l Layout) *rapid.Generator[Layout] {
	return rapid.Custom(func(t *rapid.T) Layout {
		o := sameShape(l).Draw(t, "same shape")
		for k := range o.Shape {
			if rapid.IntRange(0, 3).Draw(t, "repeat") == 3 {
				o.Shape[k] = 1
			}
		}
		drop := 0
		for drop < o.Rank() && o.Shape[drop] == 1 && rapid.Bool().Draw(t, "drop") {
			drop++
		}
		o.Shape, o.Strides = o.Shape[drop:], o.Strides[drop:]
		return o
	})
}
