package deflate

import (
	"bytes"
	stdflate "compress/flate"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/flate"
)

// streams returns the sample in the form that several encoders give it.
func streams(t testing.TB, src []byte) map[string][]byte {
	t.Helper()
	out := map[string][]byte{"own": Append(nil, nil, src, 6, true)}
	for _, level := range []int{stdflate.HuffmanOnly, stdflate.NoCompression, 1, 9} {
		var b bytes.Buffer
		w, err := stdflate.NewWriter(&b, level)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(src[:len(src)/2])
		w.Flush()
		w.Write(src[len(src)/2:])
		w.Close()
		out["compress/flate "+string(rune('0'+level))] = b.Bytes()
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, 7)
	if err != nil {
		t.Fatal(err)
	}
	w.Write(src)
	w.Close()
	out["klauspost"] = b.Bytes()
	return out
}

func TestReader(t *testing.T) {
	for name, src := range samples() {
		for how, z := range streams(t, src) {
			for reading, r := range map[string]io.Reader{
				"plain":  bytes.NewReader(z),
				"halves": iotest.HalfReader(bytes.NewReader(z)),
				"errors": iotest.DataErrReader(bytes.NewReader(z)),
				"tail":   bytes.NewReader(append(bytes.Clone(z), "something else"...)),
			} {
				got, err := io.ReadAll(NewReader(r))
				if err != nil || !bytes.Equal(got, src) {
					t.Errorf("%s by %s, %s: %d bytes, want %d (%v)", name, how, reading, len(got), len(src), err)
				}
			}
		}
	}
}

// Input byte by byte, and output in pieces of every kind.
func TestReaderPieces(t *testing.T) {
	src := samples()["half and half"]
	for how, z := range streams(t, src) {
		for _, size := range []int{1, 7, 1000, 200_000} {
			r := NewReader(iotest.OneByteReader(bytes.NewReader(z)))
			var got []byte
			b := make([]byte, size)
			for {
				n, err := r.Read(b)
				got = append(got, b[:n]...)
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("%s: %v", how, err)
				}
			}
			if !bytes.Equal(got, src) {
				t.Errorf("%s in pieces of %d: %d bytes, want %d", how, size, len(got), len(src))
			}
			if n, err := r.Read(b); n != 0 || err != io.EOF {
				t.Errorf("behind the end: %d, %v", n, err)
			}
		}
	}
}

// A stream that is cut anywhere yields a beginning of the data and
// io.ErrUnexpectedEOF, and one whose reader fails that failure.
func TestReaderCut(t *testing.T) {
	src := samples()["rounded f8"][:1000]
	fault := errors.New("fault")
	for how, z := range streams(t, src) {
		for n := range len(z) {
			got, err := io.ReadAll(NewReader(bytes.NewReader(z[:n])))
			if err != io.ErrUnexpectedEOF || !bytes.HasPrefix(src, got) {
				t.Fatalf("%s cut at %d of %d: %d bytes, %v", how, n, len(z), len(got), err)
			}
			_, err = io.ReadAll(NewReader(io.MultiReader(bytes.NewReader(z[:n]), iotest.ErrReader(fault))))
			if err != fault {
				t.Fatalf("%s, fault at %d of %d: %v", how, n, len(z), err)
			}
		}
	}
}

func TestReaderCorrupt(t *testing.T) {
	// made packs pairs of a value and its bits
	made := func(pairs ...uint64) []byte {
		var w bitWriter
		for i := 0; i < len(pairs); i += 2 {
			w.put(pairs[i], uint(pairs[i+1]))
		}
		w.align()
		return append(w.b, make([]byte, 20)...)
	}
	literal := func(id int) (uint64, uint64) {
		return uint64(fixed.literals.bits[id]), uint64(fixed.literals.lengths[id])
	}
	a, aBits := literal('a')
	three, threeBits := literal(257)
	none, noneBits := literal(286)
	for name, z := range map[string][]byte{
		"block of kind 3":               made(1|3<<1, 3),
		"stored length":                 {0x01, 1, 0, 0, 0},
		"distance before the beginning": made(1|1<<1, 3, a, aBits, three, threeBits, 1<<4, 5), // back by 2 after 1
		"unused length":                 made(1|1<<1, 3, a, aBits, none, noneBits),
		"unused distance":               made(1|1<<1, 3, a, aBits, three, threeBits, 0x1F, 5),
		"too many codes":                made(1|2<<1, 3, 30, 5, 0, 5, 0, 4),
		"no code of code lengths":       made(1|2<<1, 3, 0, 5, 0, 5, 0, 4, 0, 12),
		"repetition at the start":       made(1|2<<1, 3, 0, 5, 0, 5, 0, 4, 1, 3, 0, 3, 0, 3, 1, 3, 1, 1),
		"more lengths than codes":       made(1|2<<1, 3, 0, 5, 0, 5, 0, 4, 0, 3, 0, 3, 1, 3, 1, 3, 1, 1, 127, 7, 1, 1, 127, 7),
	} {
		for how, r := range map[string]io.Reader{"at once": bytes.NewReader(z), "by bytes": iotest.OneByteReader(bytes.NewReader(z))} {
			got, err := io.ReadAll(NewReader(r))
			_, stdErr := io.ReadAll(stdflate.NewReader(bytes.NewReader(z)))
			if c := (*CorruptError)(nil); !errors.As(err, &c) || stdErr == nil || c.Offset < 0 || c.Offset > int64(len(z)) {
				t.Errorf("%s, %s: %q, %v; compress/flate: %v", name, how, got, err, stdErr)
			}
		}
	}
}

// Whatever the bytes, the reader and the standard library's agree.
func FuzzReader(f *testing.F) {
	for _, src := range samples() {
		for _, z := range streams(f, src[:min(len(src), 1000)]) {
			f.Add(z)
		}
	}
	f.Fuzz(func(t *testing.T, z []byte) {
		const most = 1 << 20
		got, err := io.ReadAll(io.LimitReader(NewReader(bytes.NewReader(z)), most))
		want, wantErr := io.ReadAll(io.LimitReader(stdflate.NewReader(bytes.NewReader(z)), most))
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%d bytes, %v; compress/flate %d bytes, %v", len(got), err, len(want), wantErr)
		}
		if err == nil && !bytes.Equal(got, want) {
			t.Fatalf("%d bytes differ from compress/flate's %d", len(got), len(want))
		}
		if _, err := io.ReadAll(io.LimitReader(NewReader(iotest.OneByteReader(bytes.NewReader(z))), most)); (err == nil) != (wantErr == nil) {
			t.Fatalf("byte by byte: %v", err)
		}
	})
}

func BenchmarkReader(b *testing.B) {
	for _, name := range []string{"arange i4", "labels i8", "normal f4", "rounded f8", "image"} {
		z := Append(nil, nil, samples()[name], 6, true)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(samples()[name])))
			for b.Loop() {
				if _, err := io.Copy(io.Discard, NewReader(bytes.NewReader(z))); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
