package batch

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/ops"
	"github.com/ndtool/ndtool/stage"
)

// TestPartsAreTheWhole: what is made in parts, within a memory that does not hold
// the array, is bit for bit what is made at once.
func TestPartsAreTheWhole(t *testing.T) {
	dir := t.TempDir()
	in, once, parts := filepath.Join(dir, "in.npy"), filepath.Join(dir, "once.npy"), filepath.Join(dir, "parts.npy")
	made := 0
	rapid.Check(t, func(r *rapid.T) {
		shape := rapid.SliceOfN(rapid.IntRange(1, 6), 1, 4).Draw(r, "shape")
		shape[rapid.IntRange(0, len(shape)-1).Draw(r, "long axis")] = rapid.IntRange(1, 400).Draw(r, "long")
		dt := rapid.SampledFrom([]string{"?", "i1", "u2", ">u8", ">i4", "i8", "f2", "f4", "f8", ">f4", ">f8", "c8", ">c16"}).Draw(r, "dtype")
		order := rapid.SampledFrom([]layout.Order{layout.C, layout.F}).Draw(r, "order")
		if err := npy.WriteFile(in, scattered(r, dt, order, shape)); err != nil {
			r.Fatal(err)
		}
		view := rapid.SampledFrom([]string{"", "transpose | ", "flip | ", "flip 0 | ", "slice ::2 | ", "slice ...,::-2 | ", fmt.Sprintf("expand 3%s | ", minusOnes(len(shape)))}).Draw(r, "view")
		axis := rapid.IntRange(0, len(shape)-1).Draw(r, "axis")
		text := view + rapid.SampledFrom([]string{
			"add 1 | sqrt", "cast f4", "clip 1 5", fmt.Sprintf("sort %d", axis), fmt.Sprintf("argsort %d", axis), fmt.Sprintf("cumsum %d", axis),
			fmt.Sprintf("roll 2 %d", axis), fmt.Sprintf("take 0,0 %d", axis), fmt.Sprintf("repeat-interleave 2 %d", axis), "tile 2", "tile 2,1",
			fmt.Sprintf("reduce sum %d", axis), fmt.Sprintf("reduce mean %d keepdims", axis), fmt.Sprintf("reduce var %d", axis),
			fmt.Sprintf("reduce prod %d", axis), fmt.Sprintf("reduce max %d", axis), fmt.Sprintf("reduce argmin %d", axis), fmt.Sprintf("reduce count %d", axis),
			fmt.Sprintf("reduce sum 0,%d", len(shape)-1), fmt.Sprintf("reduce all %d | not", axis), "reduce sum", "reduce min keepdims", "reduce prod", "reduce any", "add 1 | reduce count", "reduce max", "reduce mean",
			fmt.Sprintf("reduce min %d", axis), fmt.Sprintf("mul 2 | reduce sum %d | sub 1", axis),
		}).Draw(r, "stages")
		if text == view+fmt.Sprintf("reduce sum 0,%d", 0) {
			text = view + "reduce sum 0"
		}
		pipeline, err := stage.Parse(text)
		if err != nil {
			r.Fatal(err)
		}
		make := func(output string, memory int64) error {
			tr := &Transform{Pipeline: pipeline, Target: Target{Place: OneFile, Path: output, Force: true}, NoSync: true, Memory: memory, Jobs: 1, Workers: 2}
			_, err := tr.Do(t.Context(), Input{Text: in, Path: in}, output)
			return err
		}
		if err := make(once, 0); err != nil {
			return // refused, in parts too
		}
		memory := rapid.Int64Range(256, 1<<14).Draw(r, "memory")
		if err := make(parts, memory); errors.Is(err, ErrMemory) {
			return
		} else if err != nil {
			r.Fatalf("%s: %v", text, err)
		}
		made++
		want, err := os.ReadFile(once)
		if err != nil {
			r.Fatal(err)
		}
		got, err := os.ReadFile(parts)
		if err != nil {
			r.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			r.Fatalf("%s of %s %v %c within %d bytes differs\n%q\n%q", text, dt, shape, order, memory, got[128:], want[128:])
		}
	})
	if made == 0 {
		t.Error("nothing was made in parts")
	}
}

func minusOnes(n int) (text string) {
	for range n {
		text += ",-1"
	}
	return text
}

// scattered is an array of values of many magnitudes, some alike.
func scattered(r *rapid.T, text string, order layout.Order, shape []int) *ndarray.Array {
	dt, err := dtype.Parse(text)
	if err != nil {
		r.Fatal(err)
	}
	n, err := layout.Size(shape)
	if err != nil {
		r.Fatal(err)
	}
	source := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 0))
	values := make([]float64, n)
	for i := range values {
		values[i] = math.Trunc(1e4*source.NormFloat64()) / 7
		if dt.Kind() == dtype.KindBool || dt.Kind() == dtype.KindInt || dt.Kind() == dtype.KindUint {
			values[i] = float64(source.IntN(3))
		}
	}
	a, err := ndarray.FromSlice(values, n)
	if err != nil {
		r.Fatal(err)
	}
	if a, err = a.View(shape...); err == nil {
		if a, err = ops.Cast(nil, a, dt, dtype.Unsafe); err == nil {
			a, _, err = a.Contiguous(order)
		}
	}
	if err != nil {
		r.Fatal(err)
	}
	return a
}
