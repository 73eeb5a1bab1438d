package dtype_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
	"testing"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// inputs are the float32 of scripts/fixtures_dtype.py: all numbers of 16 bits and
// their neighbours, ties and neighbours of ties.
func inputs(yield func(float32)) {
	deltas := []uint32{0, 1, 0xFFFFFFFF, 0x7FF, 0x800, 0x801, 0xFFF, 0x1000, 0x1001, 0x7FFF, 0x8000, 0x8001, 0x80000, 0x7FFFF, 0x80001, 0x100000, 0xFFFFF, 0x100001}
	for half := range 2 {
		for _, d := range deltas {
			for i := range uint32(1 << 16) {
				b := i << 16
				if half == 0 {
					b = math.Float32bits(dtype.Half(i).Float32())
				}
				yield(math.Float32frombits(b + d))
			}
		}
	}
}

func put16(h hash.Hash, v uint16) {
	h.Write([]byte{byte(v), byte(v >> 8)})
}

func TestFloats(t *testing.T) {
	want := map[string]any{}
	read(t, "floats.json", &want)
	check := func(name string, write func(h hash.Hash)) {
		t.Helper()
		h := sha256.New()
		write(h)
		if got := hex.EncodeToString(h.Sum(nil)); got != want[name] {
			t.Errorf("%s: sha256 %s, want %v", name, got, want[name])
		}
	}
	put32 := func(h hash.Hash, f float32) {
		if f != f {
			f = math.Float32frombits(0x7FC00000)
		}
		h.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(f)))
	}
	check("float16 to float32", func(h hash.Hash) {
		for i := range 1 << 16 {
			h.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(dtype.Half(i).Float32())))
		}
	})
	check("float32 to float16", func(h hash.Hash) {
		inputs(func(f float32) { put16(h, uint16(dtype.HalfOf(f))) })
	})
	check("float64 to float16", func(h hash.Hash) {
		for _, to := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			inputs(func(f float32) {
				w := float64(f)
				if math.IsNaN(w) || math.IsInf(w, 0) {
					return
				}
				if to == to {
					w = math.Nextafter(w, to)
				}
				put16(h, uint16(dtype.HalfOf64(w)))
			})
		}
	})
	check("bfloat16 to float32", func(h hash.Hash) {
		for i := range 1 << 16 {
			put32(h, dtype.BHalf(i).Float32())
		}
	})
	check("float8_e4m3fn to float32", func(h hash.Hash) {
		for i := range 1 << 8 {
			put32(h, dtype.E4M3(i).Float32())
		}
	})
	check("float8_e5m2 to float32", func(h hash.Hash) {
		for i := range 1 << 8 {
			put32(h, dtype.E5M2(i).Float32())
		}
	})
	check("float32 to bfloat16", func(h hash.Hash) {
		inputs(func(f float32) {
			if f == f {
				put16(h, uint16(dtype.BHalfOf(f)))
			}
		})
	})
	check("float32 to float8_e4m3fn", func(h hash.Hash) {
		inputs(func(f float32) {
			if f == f {
				h.Write([]byte{byte(dtype.E4M3Of(f))})
			}
		})
	})
	check("float32 to float8_e5m2", func(h hash.Hash) {
		inputs(func(f float32) {
			if f == f {
				h.Write([]byte{byte(dtype.E5M2Of(f))})
			}
		})
	})
	for i, nan := range []float32{math.Float32frombits(0x7FC00000), math.Float32frombits(0xFFC00000)} {
		for name, got := range map[string]float64{
			"nan to bfloat16":      float64(dtype.BHalfOf(nan)),
			"nan to float8_e4m3fn": float64(dtype.E4M3Of(nan)),
			"nan to float8_e5m2":   float64(dtype.E5M2Of(nan)),
		} {
			if want := want[name].([]any)[i]; got != want {
				t.Errorf("%s: %v, want %v", name, got, want)
			}
		}
	}
}
