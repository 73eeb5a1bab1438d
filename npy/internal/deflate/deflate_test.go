package deflate

import (
	"bytes"
	stdflate "compress/flate"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/flate"
	"pgregory.net/rapid"
)

// inflates fails unless two independent readers get src out of b.
func inflates(t interface {
	Helper()
	Fatalf(string, ...any)
}, b, src []byte) {
	t.Helper()
	for name, r := range map[string]io.Reader{"compress/flate": stdflate.NewReader(bytes.NewReader(b)), "klauspost": flate.NewReader(bytes.NewReader(b))} {
		got, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(got, src) {
			t.Fatalf("%s: %d bytes, want %d (%v)", name, len(got), len(src), err)
		}
	}
}

// samples are arrays of the kinds that people store.
func samples() map[string][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	items := func(n, size int, f func(i int) uint64) []byte {
		b := make([]byte, n*size+8)
		for i := range n {
			binary.LittleEndian.PutUint64(b[i*size:], f(i))
		}
		return b[:n*size]
	}
	const n = 20_000
	return map[string][]byte{
		"nothing":   nil,
		"one byte":  {7},
		"two bytes": {7, 7},
		"zeros":     make([]byte, 200_000),
		"arange i2": items(n, 2, func(i int) uint64 { return uint64(i) }),
		"arange i4": items(n, 4, func(i int) uint64 { return uint64(i) }),
		"arange i8": items(n, 8, func(i int) uint64 { return uint64(i) }),
		"labels i8": items(n, 8, func(int) uint64 { return r.Uint64N(10) }),
		"random u1": items(n, 1, func(int) uint64 { return r.Uint64() }),
		"few u1":    items(n, 1, func(int) uint64 { return r.Uint64N(16) }),
		"bool":      items(n, 1, func(int) uint64 { return r.Uint64N(10) / 9 }),
		"normal f8": items(n, 8, func(int) uint64 { return math.Float64bits(r.NormFloat64()) }),
		"normal f4": items(n, 4, func(int) uint64 { return uint64(math.Float32bits(float32(r.NormFloat64()))) }),
		"smooth f8": items(n, 8, func(i int) uint64 { return math.Float64bits(math.Sin(float64(i) / 1000)) }),
		"rounded f8": items(n, 8, func(int) uint64 {
			return math.Float64bits(math.Round(r.NormFloat64()*100) / 100)
		}),
		"image": items(n, 1, func(i int) uint64 { return uint64(i%256+i/256) + r.Uint64N(4) }),
		"half and half": append(items(n, 1, func(int) uint64 { return r.Uint64() }),
			items(n, 8, func(int) uint64 { return 1 })...),
	}
}

func TestSamples(t *testing.T) {
	for name, src := range samples() {
		for _, level := range []int{1, 2, 4, 6, 9} {
			out := Append(nil, nil, src, level, true)
			inflates(t, out, src)
			if most := len(src) + 5*(1+len(src)/maxStored); len(out) > most {
				t.Errorf("%s, level %d: %d bytes take %d, more than stored", name, level, len(src), len(out))
			}
		}
	}
}

// Runs made apart, each with the end of the one before as its window, are one
// stream.
func TestRuns(t *testing.T) {
	for name, src := range samples() {
		for _, size := range []int{1, 2, 3, 5, 1000, 32 << 10, 100_000} {
			if len(src)/size > 20 {
				continue
			}
			out := []byte("before")
			for at := 0; ; at += size {
				end := min(at+size, len(src))
				out = Append(out, src[:at], src[at:end], 6, end == len(src))
				if end == len(src) {
					break
				}
			}
			if !bytes.HasPrefix(out, []byte("before")) {
				t.Fatal("what was in front is gone")
			}
			t.Run(fmt.Sprint(name, "/", size), func(t *testing.T) { inflates(t, out[6:], src) })
		}
	}
}

func TestRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// words from a small vocabulary, so that there is something to match
		words := rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 1, 20), 1, 10).Draw(t, "words")
		var src []byte
		for range rapid.IntRange(0, 400).Draw(t, "n") {
			src = append(src, words[rapid.IntRange(0, len(words)-1).Draw(t, "word")]...)
		}
		cut := rapid.IntRange(0, len(src)).Draw(t, "cut")
		level := rapid.IntRange(1, 9).Draw(t, "level")
		out := Append(nil, nil, src[:cut], level, false)
		inflates(t, Append(out, src[:cut], src[cut:], level, true), src)
	})
}

// What the package is for: numbers whose neighbours differ in one byte are to
// be packed as zlib packs them. An encoder that needs four bytes for a match
// takes half as much again and more.
func TestThreeByteMatches(t *testing.T) {
	src := samples()["arange i4"]
	got := len(Append(nil, nil, src, 6, true))
	if most := len(src) * 36 / 100; got > most {
		t.Errorf("%d bytes, want at most %d", got, most)
	}
	var std bytes.Buffer
	w, err := stdflate.NewWriter(&std, 6)
	if err != nil {
		t.Fatal(err)
	}
	w.Write(src)
	w.Close()
	t.Logf("%d bytes; compress/flate %d", got, std.Len())
}

// The output depends on the input alone, not on what was compressed before.
func TestSameOutput(t *testing.T) {
	for name, src := range samples() {
		first := Append(nil, nil, src, 6, true)
		for other, b := range samples() {
			Append(nil, b, b, 6, false)
			if !bytes.Equal(Append(nil, nil, src, 6, true), first) {
				t.Fatalf("%s is compressed otherwise after %s", name, other)
			}
		}
	}
}

// Codes of every shape are complete prefix codes within the limit.
func TestCodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{lengthCodes, distanceCodes, literalCodes}).Draw(t, "n")
		limit := rapid.SampledFrom([]int{9, 10, 15}).Draw(t, "limit")
		counts := make([]uint32, n)
		for range rapid.IntRange(0, n).Draw(t, "used") {
			// up to very unequal counts, which make deep trees
			counts[rapid.IntRange(0, n-1).Draw(t, "id")] = 1 << rapid.IntRange(0, 24).Draw(t, "log")
		}
		c := makeCode(counts, limit)
		space := 0
		seen := make(map[string]bool)
		for id, length := range c.lengths {
			if counts[id] > 0 && length == 0 || int(length) > limit {
				t.Fatalf("symbol %d of count %d has %d bits", id, counts[id], length)
			}
			if length > 0 {
				space += 1 << (limit - int(length))
				word := fmt.Sprintf("%016b", c.bits[id])[16-length:]
				if seen[word] {
					t.Fatalf("word %s twice", word)
				}
				seen[word] = true
			}
		}
		if space != 1<<limit {
			t.Fatalf("the code fills %d of %d", space, 1<<limit)
		}
	})
}

func TestSymbols(t *testing.T) {
	for n := minMatch; n <= maxMatch; n++ {
		i := lengthSymbol(n) - lengthFirst
		if extra := n - lengthBase[i]; extra < 0 || extra >= 1<<lengthExtra[i] {
			t.Errorf("length %d: symbol %d, extra %d", n, i, extra)
		}
	}
	for d := 1; d <= windowSize; d++ {
		s := distanceSymbol(d)
		if extra := d - distanceBase[s]; extra < 0 || extra >= 1<<distanceExtra[s] {
			t.Errorf("distance %d: symbol %d, extra %d", d, s, extra)
		}
	}
}

func FuzzAppend(f *testing.F) {
	for _, src := range samples() {
		f.Add(src[:min(len(src), 2000)], 100, byte(6))
	}
	f.Fuzz(func(t *testing.T, src []byte, cut int, level byte) {
		cut = max(0, min(cut, len(src)))
		l := int(level)%9 + 1
		out := Append(nil, nil, src[:cut], l, false)
		inflates(t, Append(out, src[:cut], src[cut:], l, true), src)
	})
}

func BenchmarkAppend(b *testing.B) {
	for _, name := range []string{"arange i4", "labels i8", "normal f4", "smooth f8", "image"} {
		src := samples()[name]
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			var out []byte
			for b.Loop() {
				out = Append(out[:0], nil, src, 6, true)
			}
			b.ReportMetric(float64(len(out))/float64(len(src)), "ratio")
		})
	}
}

// TestTablesAreLeftBehind checks that what an encoder compressed before says
// nothing about what comes next, and that positions do not overflow.
func TestTablesAreLeftBehind(t *testing.T) {
	used := new(encoder)
	for round := range 3 {
		if round == 1 {
			used.base = math.MaxInt32 - 300_000
		}
		for name, src := range samples() {
			cut := len(src) / 3
			for _, level := range []int{1, 6, 9} {
				want := new(encoder).append(nil, src[:cut], src[cut:], level, true)
				if got := used.append(nil, src[:cut], src[cut:], level, true); !bytes.Equal(got, want) {
					t.Fatalf("%s at level %d: %d bytes, a fresh encoder makes %d", name, level, len(got), len(want))
				}
			}
		}
	}
}
