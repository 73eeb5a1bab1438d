package kernel

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
	"unsafe"
)

// spread copies the elements of a packed operand to one with another stride.
func spread(o *operand, stride int) *operand {
	d := newOperand(o.size, stride, o.n)
	for i := range o.n {
		copy(d.element(i), o.element(i))
	}
	return d
}

// accumulator is one number of a type with room for the largest.
type accumulator [16]byte

func (a *accumulator) pointer() unsafe.Pointer { return unsafe.Pointer(a) }

// identity is what folding begins with in these tests.
func identity(f Fold, t Num, first []byte) (a accumulator) {
	switch f {
	case Minimum, Maximum:
		copy(a[:], first)
		if t == Bool {
			a[0] = truth(a[0]) // as the callers begin
		}
	case Prod, All:
		one := uint8(1)
		Cast(Bool, t)(1, &Args{P: [MaxArgs]unsafe.Pointer{a.pointer(), unsafe.Pointer(&one)}})
	}
	return a
}

func eachFold(t *testing.T, check func(t *testing.T, r *rand.Rand, f Fold, num Num, by Reducer)) {
	r := rand.New(rand.NewPCG(21, 22))
	for num := range Num(Nums) {
		for f := range Fold(folds) {
			if by, ok := Reduce(f, num); ok {
				t.Run(fmt.Sprintf("fold%d/type%d", f, num), func(t *testing.T) { check(t, r, f, num, by) })
			}
		}
	}
}

// TestSpan holds spans of adjacent elements, for which there may be assembly, to
// those of spread ones, bit by bit.
func TestSpan(t *testing.T) {
	eachFold(t, func(t *testing.T, r *rand.Rand, f Fold, num Num, by Reducer) {
		size := num.Size()
		for _, n := range append(lengths, 2000, 5000) {
			if n == 0 {
				continue
			}
			x := newOperand(size, size, n)
			x.fill(r, num, n%2 == 0)
			var got [3]accumulator
			for k, o := range []*operand{x, spread(x, 2*size), spread(x, 3*size)} {
				got[k] = identity(f, by.Acc, x.element(0))
				by.Span(n, got[k].pointer(), o.pointer(), o.stride)
			}
			a, b := quiet(got[0][:by.Acc.Size()], by.Acc, true), quiet(got[1][:by.Acc.Size()], by.Acc, true)
			c := quiet(got[2][:by.Acc.Size()], by.Acc, true)
			if !bytes.Equal(a, b) || !bytes.Equal(a, c) {
				t.Fatalf("n %d: adjacent %x, every second %x, every third %x", n, a, b, c)
			}
		}
	})
}

// TestRows holds the folding of several rows at once to that of one element
// after another.
func TestRows(t *testing.T) {
	eachFold(t, func(t *testing.T, r *rand.Rand, f Fold, num Num, by Reducer) {
		size, accSize := num.Size(), by.Acc.Size()
		for _, n := range []int{1, 2, 15, 16, 17, 33, 64, 65, 130} {
			for _, c := range [][2]int{{1, 1}, {2, 1}, {3, 1}, {8, 1}, {9, 1}, {1, 2}, {5, 2}, {3, 3}} {
				count, apart := c[0], c[1] // every so many numbers
				step := n*size*apart + 3*size
				x := newOperand(size, size, (count-1)*step/size+(n-1)*apart+1)
				x.fill(r, num, (n+count)%2 == 0)
				d := newOperand(accSize, accSize, n)
				for i := range n {
					acc := identity(f, by.Acc, x.element(i*apart))
					copy(d.element(i), acc[:accSize])
				}
				a := new(Args)
				a.P[0], a.S[0], a.P[1], a.S[1] = d.pointer(), accSize, x.pointer(), apart*size
				before := *a
				by.Rows(n, count, step, a)
				if a.P != before.P || a.S != before.S {
					t.Fatal("the operands were changed")
				}
				d.checkGuards(t, "rows")
				for i := range n {
					want := identity(f, by.Acc, x.element(i*apart))
					for row := range count {
						by.Span(1, want.pointer(), unsafe.Add(x.pointer(), i*apart*size+row*step), size)
					}
					g, w := quiet(d.element(i), by.Acc, true), quiet(want[:accSize], by.Acc, true)
					if !bytes.Equal(g, w) {
						t.Fatalf("%d rows of %d, every %d, element %d: %x, want %x", count, n, apart, i, g, w)
					}
				}
			}
		}
	})
}

// TestSumAccuracy holds sums of floats to exact ones: the error of a sum by
// pairs grows with the logarithm of the number of terms.
func TestSumAccuracy(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	const n = 1 << 18
	x := make([]float64, n)
	exact, size := new(big.Float).SetPrec(2000), 0.0
	for i := range x {
		x[i] = r.Float64() - 0.5
		size += math.Abs(x[i])
		exact.Add(exact, new(big.Float).SetFloat64(x[i]))
	}
	want, _ := exact.Float64()
	by, _ := Reduce(Sum, F64)
	var got float64
	by.Span(n, unsafe.Pointer(&got), unsafe.Pointer(&x[0]), 8)
	if bound := 0x1p-53 * (math.Log2(n/pairwiseBlock) + pairwiseBlock/8 + 3) * size; math.Abs(got-want) > bound {
		t.Errorf("sum %v, exactly %v: off by more than %g", got, want, bound)
	}
	f := make([]float32, 1_000_000)
	for i := range f {
		f[i] = 0.1
	}
	by, _ = Reduce(Sum, F32)
	got = 0
	by.Span(len(f), unsafe.Pointer(&got), unsafe.Pointer(&f[0]), 4)
	if want := float64(float32(0.1)) * 1e6; math.Abs(got-want) > 1e-9*want {
		t.Errorf("a million times float32(0.1) is %v, want %v", got, want)
	}
}

// TestSearch holds searches to the obvious one.
func TestSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 26))
	for num := range Num(Nums) {
		for _, largest := range []bool{false, true} {
			s, ok := Search(num, largest)
			if !ok {
				continue
			}
			size := num.Size()
			for _, n := range append(lengths, 2047, 2048, 2049, 6000) {
				if n == 0 {
					continue
				}
				x := newOperand(size, size, n)
				x.fill(r, num, n%3 == 0)
				if num == Bool {
					for i := range n {
						x.element(i)[0] &= 1 // as the callers make them
					}
				}
				var places [2]int
				for k, o := range []*operand{x, spread(x, 2*size)} {
					var best accumulator
					copy(best[:], x.element(0))
					places[k] = max(s.Span(n, best.pointer(), o.pointer(), o.stride), 0)
				}
				// One element after another, by Rows.
				var best accumulator
				copy(best[:], x.element(0))
				var want int64
				for i := range n {
					a := &Args{P: [MaxArgs]unsafe.Pointer{unsafe.Pointer(&want), best.pointer(), unsafe.Pointer(&x.element(i)[0])}}
					s.Rows(1, a, int64(i))
				}
				if places[0] != int(want) || places[1] != int(want) {
					t.Fatalf("type %d, largest %v, n %d: places %v, want %d", num, largest, n, places, want)
				}
			}
		}
	}
}

// TestClip holds clipping in two steps to clipping in one.
func TestClip(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 28))
	for num := range Num(Nums) {
		loop := Clip(num)
		if loop == nil {
			continue
		}
		size := num.Size()
		for _, n := range append(lengths, 5000) {
			for _, ls := range strides(size) {
				x, lo, hi := newOperand(size, size, n), newOperand(size, ls, n), newOperand(size, 0, n)
				for _, o := range []*operand{x, lo, hi} {
					o.fill(r, num, n%2 == 0)
				}
				bothWays(t, fmt.Sprintf("clip of type %d, n %d, stride %d", num, n, ls), loop, n, num, true, x, lo, hi)
			}
		}
	}
}

// TestSort holds sorting and ordering to the definition.
func TestSort(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 30))
	nan := math.NaN()
	x := []float64{3, nan, -1, math.Inf(1), 0, nan, 2, -1, math.Inf(-1)}
	for range 50 {
		r.Shuffle(len(x), func(i, j int) { x[i], x[j] = x[j], x[i] })
		s, _ := SortNumbers(F64)
		places := make([]int64, len(x))
		for i := range places {
			places[i] = int64(i)
		}
		s.Order(len(x), unsafe.Pointer(&x[0]), places)
		for i := 1; i < len(places); i++ {
			u, v := x[places[i-1]], x[places[i]]
			if v < u || u != u && v == v || (u == v || u != u && v != v) && places[i-1] > places[i] {
				t.Fatalf("%v in the order %v", x, places)
			}
		}
		y := slices.Clone(x)
		s.Sort(len(y), unsafe.Pointer(&y[0]))
		for i, k := range places {
			if y[i] != x[k] && !(y[i] != y[i] && x[k] != x[k]) {
				t.Fatalf("sorted %v, ordered %v", y, places)
			}
		}
	}
	dates := []int64{5, NaT, -3, NaT, 0}
	SortDates().Sort(len(dates), unsafe.Pointer(&dates[0]))
	if !slices.Equal(dates, []int64{-3, 0, 5, NaT, NaT}) {
		t.Errorf("dates sorted as %v", dates)
	}
	text := []byte("b\x00ab\xffaaaa\x00")
	SortBytes(2).Sort(len(text)/2, unsafe.Pointer(&text[0]))
	if string(text) != "a\x00aaabb\x00\xffa" {
		t.Errorf("text sorted as %q", text)
	}
}

// TestGemm holds products in panels to the definition.
func TestGemm(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for _, num := range []Num{F32, F64, C64, C128} {
		g := NewGemm(num)
		if g == nil {
			t.Logf("no assembly for type %d", num)
			continue
		}
		size := num.Size()
		for _, s := range [][3]int{{1, 1, 1}, {6, 1, 16}, {7, 3, 17}, {5, 300, 3}, {100, 17, 33}, {13, 257, 40}, {97, 8, 2100}, {2, 64, 50}, {50, 64, 2}, {200, 300, 100}, {61, 70, 128}, {7, 9, 3}, {3, 11, 9}} {
			m, k, n := s[0], s[1], s[2]
			for _, transposed := range []bool{false, true} {
				x, y := newOperand(size, size, m*k), newOperand(size, size, k*n)
				x.fill(r, num, false)
				y.fill(r, num, false)
				xm, ym := Matrix{x.pointer(), k * size, size}, Matrix{y.pointer(), n * size, size}
				if transposed {
					xm.Row, xm.Col, ym.Row, ym.Col = size, m*size, size, k*size
				}
				row := (n + 2) * size
				d := newOperand(size, size, m*(n+2))
				clear(d.all[guard : len(d.all)-guard])
				if flat := g.Flat(m, n, xm, ym); flat != nil {
					flat(m, k, n, d.pointer(), row, xm, ym)
				} else {
					g.Add(m, k, n, d.pointer(), row, xm, ym)
				}
				d.checkGuards(t, "gemm")
				want := newOperand(size, size, m*n)
				clear(want.all[guard : len(want.all)-guard])
				packed := y
				if transposed {
					packed = newOperand(size, size, k*n)
					for l := range k {
						for j := range n {
							copy(packed.element(l*n+j), y.element(j*k+l))
						}
					}
				}
				MatMul(num)(m, k, n, want.pointer(), n*size, xm, Matrix{packed.pointer(), n * size, size})
				for i := range m {
					for j := range n + 2 {
						got := d.element(i*(n+2) + j)
						if j >= n {
							if !bytes.Equal(got, make([]byte, size)) {
								t.Fatalf("%v: written past row %d", s, i)
							}
							continue
						}
						// The operands are quarters below 25, so all sums are exact in float64
						// and, but for the longest, in float32.
						if !bytes.Equal(got, want.element(i*n+j)) {
							t.Fatalf("type %d, %v, transposed %v: element %d,%d is %x, want %x", num, s, transposed, i, j, got, want.element(i*n+j))
						}
					}
				}
			}
		}
	}
}

// TestPow holds powers to a few units in the last place of exact ones.
func TestPow(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for range 2000 {
		x := math.Exp(r.NormFloat64())
		y := float64(r.IntN(601) - 300)
		got := pow(x, y)
		want := new(big.Float).SetPrec(400).SetInt64(1)
		base := new(big.Float).SetPrec(400).SetFloat64(x)
		for range int(math.Abs(y)) {
			want.Mul(want, base)
		}
		if y < 0 {
			want.Quo(new(big.Float).SetPrec(400).SetInt64(1), want)
		}
		w, _ := want.Float64()
		if math.IsInf(w, 0) || w < 0x1p-1000 {
			continue
		}
		if math.Abs(got-w) > 4*0x1p-52*w && math.Abs(y) > 32 || math.Abs(got-w) > 40*0x1p-52*w {
			t.Errorf("%v to the %v is %v, want %v", x, y, got, w)
		}
	}
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range [][3]float64{{0, 0, 1}, {nan, 0, 1}, {1, nan, 1}, {0, -1, inf}, {-2, 3, -8}, {-2, 0.5, nan}, {inf, -1, 0}, {-1, inf, 1}, {2, 2000, inf}, {-3, 41, -math.Pow(3, 41)}, {4, 0.5, 2}} {
		if got := pow(c[0], c[1]); math.Abs(got-c[2]) > 1e-15*math.Abs(c[2]) || (got != got) != (c[2] != c[2]) {
			t.Errorf("%v to the %v is %v, want %v", c[0], c[1], got, c[2])
		}
	}
}

// TestCalendar holds the days of months and the months of days to package time.
func TestCalendar(t *testing.T) {
	epoch := time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
	for month := int64(-30000); month < 30000; month++ {
		first := time.Date(1970, time.Month(1+month), 1, 0, 0, 0, 0, time.UTC)
		day := (first.Unix() - epoch.Unix()) / 86400
		if got := daysBefore(month); got != day {
			t.Fatalf("%d days before month %d, want %d", got, month, day)
		}
		if got := monthOf(day); got != month {
			t.Fatalf("day %d lies in month %d, want %d", day, got, month)
		}
		if got := monthOf(day - 1); got != month-1 {
			t.Fatalf("day %d lies in month %d, want %d", day-1, got, month-1)
		}
	}
}

// TestFloorDivision holds the division of integers to that of big ones.
func TestFloorDivision(t *testing.T) {
	values := []int8{-128, -127, -100, -7, -3, -2, -1, 0, 1, 2, 3, 7, 100, 126, 127}
	for _, x := range values {
		for _, y := range values {
			if y == 0 {
				if floorDiv(x, y) != 0 || floorRem(x, y) != 0 {
					t.Errorf("%d by 0: %d and %d", x, floorDiv(x, y), floorRem(x, y))
				}
				continue
			}
			q := int(math.Floor(float64(x) / float64(y)))
			if got := floorDiv(x, y); got != int8(q) {
				t.Errorf("%d // %d is %d, want %d", x, y, got, q)
			}
			if got := floorRem(x, y); int(got) != int(x)-q*int(y) {
				t.Errorf("%d %% %d is %d, want %d", x, y, got, int(x)-q*int(y))
			}
		}
	}
	for _, y := range []float64{3, -3, 0.1, math.Inf(1), math.Inf(-1)} {
		for _, x := range []float64{7, -7, 0, math.Copysign(0, -1), 1e300, 0.3} {
			r := remainder(x, y)
			if r != 0 && cmp.Compare(r, 0) != cmp.Compare(y, 0) || math.Signbit(r) != math.Signbit(y) {
				t.Errorf("%v %% %v is %v, which has not the sign of the divisor", x, y, r)
			}
		}
	}
}
