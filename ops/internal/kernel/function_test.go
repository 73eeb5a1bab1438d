package kernel

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// applied runs a loop of one source over numbers, xs bytes apart, d bytes apart.
func applied[T float](loop Loop, x []T, spread int) []T {
	size := int(unsafe.Sizeof(x[0]))
	far := make([]T, len(x)*spread)
	for i, v := range x {
		far[i*spread] = v
	}
	d := make([]T, len(x))
	loop(len(x), &Args{
		P: [MaxArgs]unsafe.Pointer{unsafe.Pointer(&d[0]), unsafe.Pointer(&far[0])},
		S: [MaxArgs]int{size, spread * size},
	})
	return d
}

// exact is exp or log to more bits than float64 has, by series of big numbers.
func exact(f Func, x float64) *big.Float {
	const bits = 200
	num := func(v float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(v) }
	series := func(first *big.Float, next func(k int, term *big.Float) (*big.Float, *big.Float)) *big.Float {
		sum, term := num(0), first
		for k := 1; ; k++ {
			part, following := next(k, term)
			sum.Add(sum, part)
			if part.Sign() == 0 || part.MantExp(nil) < sum.MantExp(nil)-bits {
				return sum
			}
			term = following
		}
	}
	if f == Log {
		// e·log(2) + 2·atanh(s), with atanh by its series
		m, e := math.Frexp(x)
		atanh2 := func(s *big.Float) *big.Float {
			z := new(big.Float).Mul(s, s)
			return series(new(big.Float).Mul(s, num(2)), func(k int, term *big.Float) (*big.Float, *big.Float) {
				return new(big.Float).Quo(term, num(float64(2*k-1))), new(big.Float).Mul(term, z)
			})
		}
		log := func(v float64) *big.Float {
			return atanh2(new(big.Float).Quo(new(big.Float).Sub(num(v), num(1)), new(big.Float).Add(num(v), num(1))))
		}
		return new(big.Float).Add(log(m), new(big.Float).Mul(num(float64(e)), log(2)))
	}
	// exp(x/1024) by its series, squared ten times
	small := new(big.Float).Quo(num(x), num(1024))
	r := series(num(1), func(k int, term *big.Float) (*big.Float, *big.Float) {
		return term, new(big.Float).Quo(new(big.Float).Mul(term, small), num(float64(k)))
	})
	for range 10 {
		r.Mul(r, r)
	}
	return r
}

// worst is the largest distance of results from exp or log of x, in units of the
// result's last place.
func worst[T float](f Func, x, got []T) (ulps float64, at T) {
	for i, v := range x {
		want := exact(f, float64(v))
		near, _ := want.Float64()
		ulp := math.Nextafter(math.Abs(near), math.Inf(1)) - math.Abs(near)
		if unsafe.Sizeof(v) == 4 {
			n := float32(math.Abs(near))
			ulp = float64(math.Nextafter32(n, float32(math.Inf(1))) - n)
		}
		off, _ := new(big.Float).Sub(want, new(big.Float).SetFloat64(float64(got[i]))).Float64()
		if u := math.Abs(off) / ulp; u > ulps {
			ulps, at = u, v
		}
	}
	return ulps, at
}

// TestExpLog holds exponentials and logarithms to within 1.5 units in the last place
// in float64 and float32, and those of spread numbers to the same bits.
func TestExpLog(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	uniform := func(low, high float64) func() float64 {
		return func() float64 { return low + r.Float64()*(high-low) }
	}
	spread := func(low, high float64) func() float64 {
		return func() float64 { return math.Exp(uniform(low, high)()) }
	}
	around1 := func() float64 { return 1 + r.NormFloat64()*0.05 }
	for _, c := range []struct {
		name   string
		f      Func
		t      Num
		within float64
		draw   func() float64
	}{
		{"all of exp", Exp, F64, 1.5, uniform(-745, 709.7)},
		{"exp around 0", Exp, F64, 1.5, r.NormFloat64},
		{"exp of the smallest", Exp, F64, 1.5, spread(-50, -5)},
		{"all of log", Log, F64, 1.5, spread(-740, 709)},
		{"log around 1", Log, F64, 1.5, around1},
		{"log of subnormal numbers", Log, F64, 1.5, func() float64 { return math.Float64frombits(1 + r.Uint64N(1<<52)) }},
		{"all of exp, float32", Exp, F32, 1.5, uniform(-103, 88.7)},
		{"exp around 0, float32", Exp, F32, 1.5, r.NormFloat64},
		{"all of log, float32", Log, F32, 1.5, spread(-103, 88)},
		{"log around 1, float32", Log, F32, 1.5, around1},
	} {
		if c.t == F64 {
			holds[float64](t, c.name, c.f, c.t, c.within, c.draw)
		} else {
			holds[float32](t, c.name, c.f, c.t, c.within, c.draw)
		}
	}
}

func holds[T float](t *testing.T, name string, f Func, num Num, within float64, draw func() float64) {
	t.Helper()
	n := 4003
	if testing.Short() {
		n = 403
	}
	x := make([]T, n)
	for i := range x {
		x[i] = T(draw())
	}
	got := applied(Unary(f, num), x, 1)
	ulps, at := worst(f, x, got)
	if ulps > within {
		t.Errorf("%s: %.2f units off at %v, not within %v", name, ulps, at, within)
	}
	t.Logf("%s: within %.3f units", name, ulps)
	for i, v := range applied(Unary(f, num), x, 3) {
		if v != got[i] {
			t.Fatalf("%s: of %v is %v among adjacent numbers, %v among spread ones", name, x[i], got[i], v)
		}
	}
}

// TestExpLogEdges checks the special values, each at every place of a group.
func TestExpLogEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	edges := []struct{ x, exp, log float64 }{
		{0, 1, -inf}, {math.Copysign(0, -1), 1, -inf}, {inf, inf, inf}, {-inf, 0, nan}, {nan, nan, nan},
		{-1, 1 / math.E, nan}, {800, inf, math.Log(800)}, {-800, 0, nan}, {-745.2, 0, nan}, {1, math.E, 0},
		{709.78, 1.7928227943945155e308, math.Log(709.78)}, {5e-324, 1, -744.4400719213812},
	}
	for place := range 9 {
		for _, e := range edges {
			x := []float64{1, 1, 1, 1, 1, 1, 1, 1, 1}
			x[place] = e.x
			for f, want := range map[Func]float64{Exp: e.exp, Log: e.log} {
				other := map[Func]float64{Exp: math.E, Log: 0}[f]
				for i, got := range applied(Unary(f, F64), x, 1) {
					w := other
					if i == place {
						w = want
					}
					if !(math.Abs(got-w) <= 4e-16*math.Abs(w)) && got != w && (got == got || w == w) {
						t.Errorf("function %d of %v at %d: %v, want %v", f, x[i], i, got, w)
					}
				}
			}
		}
	}
}

// TestExpLogEdges32 does the same for float32.
func TestExpLogEdges32(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for x, want := range map[float32]float32{
		inf: inf, -inf: 0, 88.72: float32(math.Exp(float64(float32(88.72)))), 88.73: inf, 1e30: inf, -1e30: 0,
		-103: 1e-45, -104: 0, 0: 1, -87.5: float32(math.Exp(-87.5)),
	} {
		got := applied(Unary(Exp, F32), []float32{1, 1, 1, x, 1, 1, 1, nan, 1}, 1)
		if math.Abs(float64(got[3]-want)) > 4e-7*float64(want) && got[3] != want || got[7] == got[7] || math.Abs(float64(got[0])-math.E) > 3e-7 {
			t.Errorf("exp of %v is %v, want %v, and of 1 and NaN among it %v and %v", x, got[3], want, got[0], got[7])
		}
	}
	for x, want := range map[float32]float32{inf: inf, 0: -inf, 1e-45: -103.27893, 1: 0} {
		got := applied(Unary(Log, F32), []float32{2, x, 2, 2, 2, 2, 2, -1, 2}, 1)
		if math.Abs(float64(got[1]-want)) > 1e-5 && got[1] != want || got[7] == got[7] || math.Abs(float64(got[0])-math.Ln2) > 1e-7 {
			t.Errorf("log of %v is %v, want %v, and of 2 and -1 among it %v and %v", x, got[1], want, got[0], got[7])
		}
	}
}
