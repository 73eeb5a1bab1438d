package kernel

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// guard is how many bytes around an operand must stay as they are.
const guard = 64

// operand is a run of elements between guard bytes.
type operand struct {
	all    []byte
	size   int
	stride int
	n      int
}

func newOperand(size, stride, n int) *operand {
	span := 0
	if n > 0 {
		span = (n-1)*max(stride, -stride) + size
	}
	o := &operand{all: make([]byte, span+2*guard), size: size, stride: stride, n: n}
	for i := range o.all {
		o.all[i] = 0xA5
	}
	return o
}

// first is the byte of the first element.
func (o *operand) first() int {
	if o.stride < 0 {
		return guard + (o.n-1)*-o.stride
	}
	return guard
}

func (o *operand) pointer() unsafe.Pointer { return unsafe.Pointer(&o.all[o.first()]) }

func (o *operand) element(i int) []byte {
	at := o.first() + i*o.stride
	return o.all[at : at+o.size]
}

// packed are the elements, one after another.
func (o *operand) packed() []byte {
	var b []byte
	for i := range o.n {
		b = append(b, o.element(i)...)
	}
	return b
}

// checkGuards fails if a byte that belongs to no element has changed.
func (o *operand) checkGuards(t *testing.T, what string) {
	t.Helper()
	mine := make([]bool, len(o.all))
	for i := range o.n {
		at := o.first() + i*o.stride
		for k := at; k < at+o.size; k++ {
			mine[k] = true
		}
	}
	for i, b := range o.all {
		if !mine[i] && b != 0xA5 {
			t.Fatalf("%s: byte %d outside the elements was written", what, i-guard)
		}
	}
}

// fill writes values of a type: with edges those at the edges of it, else small
// numbers that every type holds.
func (o *operand) fill(r *rand.Rand, t Num, edges bool) {
	for i := range o.n {
		put(o.element(i), t, r, edges)
	}
}

// scramble writes random bytes.
func (o *operand) scramble(r *rand.Rand) {
	for i := range o.n {
		for k := range o.element(i) {
			o.element(i)[k] = byte(r.Uint32())
		}
	}
}

func put(b []byte, t Num, r *rand.Rand, edges bool) {
	small := float64(r.IntN(100))
	if t != U8 && t != U16 && t != U32 && t != U64 && t != Bool && r.IntN(2) == 0 {
		small = -small
	}
	pick := edges && r.IntN(2) == 0
	bits := func(of ...uint64) uint64 { return of[r.IntN(len(of))] }
	order := binary.NativeEndian
	switch t {
	case Bool:
		b[0] = byte(bits(0, 0, 1, 1, 2, 255))
	case I8, U8:
		b[0] = byte(int(small))
		if pick {
			b[0] = byte(bits(0x80, 0x7f, 0xff, 0, 1, 0x81))
		}
	case I16, U16:
		v := uint16(int(small))
		if pick {
			v = uint16(bits(0x8000, 0x7fff, 0xffff, 0, 1, 0x00ff, 0x0100))
		}
		order.PutUint16(b, v)
	case I32, U32:
		v := uint32(int(small))
		if pick {
			v = uint32(bits(0x80000000, 0x7fffffff, 0xffffffff, 0, 1, 0x10000))
		}
		order.PutUint32(b, v)
	case I64, U64:
		v := uint64(int(small))
		if pick {
			v = bits(1<<63, 1<<63-1, math.MaxUint64, 0, 1, 1<<32)
		}
		order.PutUint64(b, v)
	case F16:
		v := dtype.HalfOf(float32(small / 4))
		if pick {
			v = dtype.Half(bits(0x7c00, 0xfc00, 0x7e00, 0x8000, 0x0001, 0x7bff))
		}
		order.PutUint16(b, uint16(v))
	case BF16:
		order.PutUint16(b, uint16(dtype.BHalfOf(float32(small/4))))
	case E4M3:
		b[0] = byte(dtype.E4M3Of(float32(small / 4)))
	case E5M2:
		b[0] = byte(dtype.E5M2Of(float32(small / 4)))
	case F32, C64:
		for ; len(b) > 0; b = b[4:] {
			v := float32(small / 4)
			if edges && r.IntN(2) == 0 {
				v = [...]float32{float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), 0, float32(math.Copysign(0, -1)), math.MaxFloat32, math.SmallestNonzeroFloat32}[r.IntN(7)]
			}
			order.PutUint32(b, math.Float32bits(v))
		}
	case F64, C128:
		for ; len(b) > 0; b = b[8:] {
			v := small / 4
			if edges && r.IntN(2) == 0 {
				v = [...]float64{math.Inf(1), math.Inf(-1), math.NaN(), 0, math.Copysign(0, -1), math.MaxFloat64, math.SmallestNonzeroFloat64, 65519.99, 1e-7}[r.IntN(9)]
			}
			order.PutUint64(b, math.Float64bits(v))
		}
	}
}

// quiet makes every NaN of packed elements the same one, and with zeros every
// zero +0.
func quiet(b []byte, t Num, zeros bool) []byte {
	b = bytes.Clone(b)
	order := binary.NativeEndian
	switch t {
	case F16:
		for p := b; len(p) > 0; p = p[2:] {
			if v := dtype.Half(order.Uint16(p)).Float32(); v != v {
				order.PutUint16(p, 0x7e00)
			}
		}
	case F32, C64:
		for p := b; len(p) > 0; p = p[4:] {
			if v := math.Float32frombits(order.Uint32(p)); v != v {
				order.PutUint32(p, 0x7fc00000)
			} else if v == 0 && zeros {
				order.PutUint32(p, 0)
			}
		}
	case F64, C128:
		for p := b; len(p) > 0; p = p[8:] {
			if v := math.Float64frombits(order.Uint64(p)); v != v {
				order.PutUint64(p, 0x7ff8000000000000)
			} else if v == 0 && zeros {
				order.PutUint64(p, 0)
			}
		}
	}
	return b
}

// lengths reach past the blocks of every kernel.
var lengths = []int{0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 300, 1025}

// strides are those of a source: adjacent, still, apart, backwards.
func strides(size int) []int { return []int{size, 0, 2 * size, -size} }

// bothWays runs a loop into adjacent elements, for which there may be assembly,
// and into spread ones, for which there is none, and compares.
func bothWays(t *testing.T, what string, loop Loop, n int, to Num, zeros bool, sources ...*operand) {
	t.Helper()
	size := to.Size()
	var results [2][]byte
	for k, stride := range []int{size, 3 * size} {
		d := newOperand(size, stride, n)
		a := new(Args)
		a.P[0], a.S[0] = d.pointer(), stride
		for i, s := range sources {
			a.P[1+i], a.S[1+i] = s.pointer(), s.stride
		}
		before := *a
		loop(n, a)
		if a.P != before.P || a.S != before.S {
			t.Fatalf("%s: the operands were changed", what)
		}
		d.checkGuards(t, what)
		results[k] = quiet(d.packed(), to, zeros)
	}
	if !bytes.Equal(results[0], results[1]) {
		t.Fatalf("%s: adjacent %x, spread %x", what, results[0], results[1])
	}
}

// eachPair runs check on two operands of every length and all their strides.
func eachPair(size int, check func(n int, x, y *operand)) {
	for _, n := range lengths {
		for _, xs := range strides(size) {
			for _, ys := range strides(size) {
				check(n, newOperand(size, xs, n), newOperand(size, ys, n))
			}
		}
	}
}

func TestBinary(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for num := range Num(Nums) {
		size := num.Size()
		for op := range Op(ops) {
			loop := Binary(op, num)
			if loop == nil {
				continue
			}
			eachPair(size, func(n int, x, y *operand) {
				x.fill(r, num, true)
				// Exponents of integers must not be negative.
				y.fill(r, num, op != Pow)
				if op == Pow {
					for i := range n {
						clear(y.element(i))
					}
				}
				// min and max may give either of two zeros
				bothWays(t, fmt.Sprintf("op %d of type %d, n %d, strides %d %d", op, num, n, x.stride, y.stride), loop, n, num, op == Min || op == Max, x, y)
			})
		}
	}
}

func TestLogicalLoops(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for k, loop := range []Loop{And, Or, Xor} {
		eachPair(1, func(n int, x, y *operand) {
			x.fill(r, Bool, true)
			y.fill(r, Bool, true)
			bothWays(t, fmt.Sprintf("logical %d, n %d", k, n), loop, n, Bool, false, x, y)
		})
	}
}

func TestCompare(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for num := range Num(Nums) {
		size := num.Size()
		for rel := range Relation(relations) {
			loop := Compare(rel, num)
			if loop == nil {
				continue
			}
			eachPair(size, func(n int, x, y *operand) {
				x.fill(r, num, true)
				y.fill(r, num, true)
				bothWays(t, fmt.Sprintf("relation %d of type %d, n %d, strides %d %d", rel, num, n, x.stride, y.stride), loop, n, Bool, false, x, y)
			})
		}
	}
}

func TestUnary(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for num := range Num(Nums) {
		for f := range Func(funcs) {
			loop := Unary(f, num)
			if loop == nil {
				continue
			}
			to := num
			if f == Abs && num == C64 {
				to = F32
			} else if f == Abs && num == C128 {
				to = F64
			}
			for _, n := range lengths {
				for _, xs := range strides(num.Size()) {
					x := newOperand(num.Size(), xs, n)
					x.fill(r, num, true)
					bothWays(t, fmt.Sprintf("function %d of type %d, n %d, stride %d", f, num, n, xs), loop, n, to, false, x)
				}
			}
		}
	}
}

func TestCast(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	isFloat := func(n Num) bool { return n >= F32 }
	for from := range Num(Nums) {
		for to := range Num(Nums) {
			// A float that an integer does not hold has no defined value.
			edges := !isFloat(from) || isFloat(to) || to == Bool
			for _, n := range lengths {
				for _, xs := range strides(from.Size()) {
					x := newOperand(from.Size(), xs, n)
					x.fill(r, from, edges)
					if isFloat(from) && !isFloat(to) && to != Bool {
						x.fill(r, from, false)
						makePositive(x, from)
					}
					bothWays(t, fmt.Sprintf("cast %d to %d, n %d, stride %d", from, to, n, xs), Cast(from, to), n, to, false, x)
				}
			}
		}
	}
}

// makePositive drops the signs of floats, for casts to unsigned integers.
func makePositive(o *operand, t Num) {
	width := map[Num]int{F32: 4, C64: 4, F64: 8, C128: 8, F16: 2, BF16: 2, E4M3: 1, E5M2: 1}[t]
	for i := range o.n {
		for b := o.element(i); len(b) > 0; b = b[width:] {
			top := width - 1
			if dtype.NativeOrder == dtype.Big {
				top = 0
			}
			b[top] &= 0x7f
		}
	}
}

func TestSwap(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, c := range []struct {
		width, count int
		to           Num
	}{{2, 1, U16}, {4, 1, U32}, {8, 1, U64}, {4, 2, U64}, {8, 2, C128}} {
		size := c.width * c.count
		for _, n := range lengths {
			for _, xs := range strides(size) {
				x := newOperand(size, xs, n)
				x.scramble(r)
				d := newOperand(size, size, n)
				a := &Args{P: [MaxArgs]unsafe.Pointer{d.pointer(), x.pointer()}, S: [MaxArgs]int{size, xs}}
				Swap(c.width, c.count)(n, a)
				d.checkGuards(t, "swap")
				for i := range n {
					for k := 0; k < size; k++ {
						if want := x.element(i)[k/c.width*c.width+c.width-1-k%c.width]; d.element(i)[k] != want {
							t.Fatalf("swap %d×%d, n %d, stride %d: element %d is %x of %x", c.width, c.count, n, xs, i, d.element(i), x.element(i))
						}
					}
				}
			}
		}
	}
}
