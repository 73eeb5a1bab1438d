package stage

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndtool/ndtool/internal/looks"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops"
)

// counted is an array of the shape whose elements count from 0 in C order.
func counted(t *testing.T, shape ...int) *ndarray.Array {
	t.Helper()
	n, err := layout.Size(shape)
	if err != nil {
		t.Fatal(err)
	}
	s := make([]int32, n)
	for i := range s {
		s[i] = int32(i)
	}
	a, err := ndarray.FromSlice(s, shape...)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func apply(t *testing.T, text string, a *ndarray.Array) *ndarray.Array {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Apply(t.Context(), a)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

// TestApply: the values of the memory model through the language of stages,
// strides in bytes of int32.
func TestApply(t *testing.T) {
	tests := []struct {
		shape   []int
		text    string
		want    []int // shape
		strides []int
		offset  int
		copies  bool
	}{
		{[]int{2, 3, 4}, "", []int{2, 3, 4}, []int{48, 16, 4}, 0, false},
		{[]int{2, 3, 4}, "transpose 0,2,1", []int{2, 4, 3}, []int{48, 4, 16}, 0, false},
		{[]int{2, 3, 4}, "transpose", []int{4, 3, 2}, []int{4, 16, 48}, 0, false},
		{[]int{2, 3, 4}, "swapaxes 0 -1", []int{4, 3, 2}, []int{4, 16, 48}, 0, false},
		{[]int{2, 3, 4}, "moveaxis 0 -1", []int{3, 4, 2}, []int{16, 4, 48}, 0, false},
		{[]int{2, 3, 4}, "transpose 2,0,1 | reshape 4,6", []int{4, 6}, []int{4, 16}, 0, false},
		{[]int{2, 3, 4}, "transpose | reshape 24", []int{24}, []int{4}, 0, true},
		{[]int{2, 3, 4}, "slice :,:,:2", []int{2, 3, 2}, []int{48, 16, 4}, 0, false},
		{[]int{2, 3, 4}, "slice ...,1,::-2", []int{2, 2}, []int{48, -8}, 28, false},
		{[]int{2, 3, 4}, "contiguous F", []int{2, 3, 4}, []int{4, 8, 24}, 0, true},
		{[]int{2, 3, 4}, "contiguous", []int{2, 3, 4}, []int{48, 16, 4}, 0, false},
		{[]int{2, 3, 4}, "reshape 4,6 F", []int{4, 6}, []int{4, 16}, 0, true},
		{[]int{2, 3, 4}, "transpose | reshape 4,6 A", []int{4, 6}, []int{4, 16}, 0, false},
		{[]int{2, 3, 4}, "flatten K", []int{24}, []int{4}, 0, false},
		{[]int{2, 3, 4}, "transpose | flatten K", []int{24}, []int{4}, 0, false},
		{[]int{2, 3, 4}, "transpose | flatten", []int{24}, []int{4}, 0, true},
		{[]int{2, 3, 4}, "diagonal 1 1 2", []int{2, 3}, []int{48, 20}, 4, false},
		{[]int{3, 1}, "expand 3,4", []int{3, 4}, []int{4, 0}, 0, false},
		{[]int{3}, "expand 4,-1", []int{4, 3}, []int{0, 4}, 0, false},
		{[]int{6}, "unfold 0 3", []int{4, 3}, []int{4, 4}, 0, false},
		{[]int{6}, "unfold 0 3 2", []int{2, 3}, []int{8, 4}, 0, false},
		{[]int{2, 3}, "flip 0", []int{2, 3}, []int{-12, 4}, 12, false},
		{[]int{2, 3}, "flip", []int{2, 3}, []int{-12, -4}, 20, false},
		{[]int{2, 3}, "flip ()", []int{2, 3}, []int{12, 4}, 0, false},
		{[]int{2, 1, 1}, "squeeze", []int{2}, []int{4}, 0, false},
		{[]int{2, 1, 1}, "squeeze -1", []int{2, 1}, []int{4, 4}, 0, false},
		{[]int{2, 1}, "squeeze ()", []int{2, 1}, []int{4, 4}, 0, false},
		{[]int{2}, "unsqueeze 0", []int{1, 2}, []int{8, 4}, 0, false},
		{[]int{10, 10}, "as-strided 4,3 20,2 22 elements", []int{4, 3}, []int{80, 8}, 88, false},
		{[]int{10, 10}, "slice 5 | as-strided 2 4", []int{2}, []int{4}, 0, false},
		{[]int{6}, "view-as u1", []int{24}, []int{1}, 0, false},
	}
	for _, test := range tests {
		a := counted(t, test.shape...)
		r := apply(t, test.text, a)
		l := r.Layout()
		if !slices.Equal(l.Shape, test.want) || !sameStrides(l, test.strides) || l.Offset != test.offset {
			t.Errorf("%v | %s: %v, expected %v strides %v offset %d", test.shape, test.text, r, test.want, test.strides, test.offset)
		}
		if copied := r.Storage() != a.Storage(); copied != test.copies {
			t.Errorf("%v | %s: copied %v, expected %v", test.shape, test.text, copied, test.copies)
		}
	}
}

// sameStrides compares strides where they mean something.
func sameStrides(l layout.Layout, strides []int) bool {
	if l.Len() == 0 {
		return true
	}
	for k, n := range l.Shape {
		if n > 1 && l.Strides[k] != strides[k] {
			return false
		}
	}
	return len(l.Strides) == len(strides)
}

func TestFieldsAndParts(t *testing.T) {
	dt, err := dtype.Parse("[('a', 'i1'), ('b', 'c8'), (('title', 'c'), 'i2', (2, 3))]")
	if err != nil {
		t.Fatal(err)
	}
	a, err := ndarray.New(dt, 4)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"field b":        "complex64 shape (4,) strides (21,)",
		"field b | real": "float32 shape (4,) strides (21,)",
		"field b | imag": "float32 shape (4,) strides (21,)",
		"field c":        "int16 shape (4, 2, 3) strides (21, 6, 2)",
		"field a | real": "int8 shape (4,) strides (21,)",
	} {
		if r := apply(t, text, a); !strings.HasPrefix(r.String(), want) || r.Storage() != a.Storage() {
			t.Errorf("%s: %v, expected %s", text, r, want)
		}
	}
	if r := apply(t, "field b | imag", a); r.Offset() != 5 {
		t.Errorf("imag at byte %d, expected 5", r.Offset())
	}
}

func TestRefusals(t *testing.T) {
	tests := []struct {
		shape []int
		text  string
		kind  error
	}{
		{[]int{2, 3}, "reshape 5,5", layout.ErrShape},
		{[]int{2, 3}, "reshape -1,-1", layout.ErrShape},
		{[]int{2, 3}, "transpose | view 6", layout.ErrNeedsCopy},
		{[]int{2, 3}, "transpose | reshape 6 no-copy", layout.ErrNeedsCopy},
		{[]int{2, 3}, "transpose 0,0", layout.ErrAxis},
		{[]int{2, 3}, "slice 5", layout.ErrIndex},
		{[]int{2, 3}, "slice ::0", layout.ErrStep},
		{[]int{2, 3}, "expand 2,4", layout.ErrBroadcast},
		{[]int{2, 3}, "unfold 0 3 1", layout.ErrShape},
		{[]int{2, 3}, "squeeze 0", layout.ErrShape},
		{[]int{2, 3}, "as-strided 7 4", layout.ErrBounds},
		{[]int{2, 3}, "as-strided 2 4611686018427387904 0 elements", layout.ErrOverflow},
		{[]int{2, 3}, "field x", ndarray.ErrField},
		{[]int{2, 3}, "imag", ndarray.ErrDType},
		{[]int{2, 3}, "view-as f8", layout.ErrItemSize},
	}
	for _, test := range tests {
		a := counted(t, test.shape...)
		p, err := Parse(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		r, err := p.Apply(t.Context(), a)
		var e *Error
		if !errors.Is(err, test.kind) || !errors.As(err, &e) || e.Number != len(p) || r != nil {
			t.Errorf("%v | %s: %v, %v; expected a failure of stage %d of kind %v", test.shape, test.text, r, err, len(p), test.kind)
		}
	}
}

// TestPlanFollowsApply: for any chain the plan, made without data, says what
// the run does: dtype, shape, strides, offset, and where it copies.
func TestPlanFollowsApply(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 4).Draw(t, "shape")
		n := 1
		for _, size := range shape {
			n *= size
		}
		s := make([]int32, n)
		for i := range s {
			s[i] = int32(i)
		}
		flat, err := ndarray.FromSlice(s)
		if err != nil {
			t.Fatal(err)
		}
		a, err := flat.View(shape...)
		if err != nil {
			t.Fatal(err)
		}
		dt, err := dtype.Parse(rapid.SampledFrom([]string{"i4", ">i2", "?", "u1", "f8", ">f4", "c8", "f2"}).Draw(t, "dtype"))
		if err != nil {
			t.Fatal(err)
		}
		if a, err = ops.Cast(nil, a, dt, dtype.Unsafe); err != nil {
			t.Fatal(err)
		}
		var p Pipeline
		for range rapid.IntRange(1, 5).Draw(t, "stages") {
			text := drawStage(t)
			next, err := Parse(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if _, err := append(p[:len(p):len(p)], next...).Plan(FormOf(a)); err == nil {
				p = append(p, next...)
			}
		}
		plan, err := p.Plan(FormOf(a))
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Apply(context.Background(), a)
		if err != nil {
			t.Fatalf("%s: planned, but %v", p, err)
		}
		got := FormOf(r)
		if got.DType != plan.Out.DType || !got.Layout.Equal(plan.Out.Layout) || got.Storage != plan.Out.Storage {
			t.Fatalf("%s on %v: planned %v of %d bytes, made %v of %d", p, shape, plan.Out.Layout, plan.Out.Storage, got.Layout, got.Storage)
		}
		views := !slices.ContainsFunc(plan.Steps, Step.Copies)
		if (r.Storage() == a.Storage()) != views {
			t.Fatalf("%s on %v: views %v, but storage shared %v", p, shape, views, r.Storage() == a.Storage())
		}
		source, ok := plan.Stream()
		if views && !ok {
			t.Fatalf("%s on %v: views alone, but no stream", p, shape)
		}
		if !ok {
			return
		}
		// the elements of the source in C order are those of the result in the
		// order in which it is saved
		s1, err := ndarray.FromStorage(a.Storage(), source.DType, source.Layout)
		if err != nil {
			t.Fatal(err)
		}
		if order, _ := plan.Out.Saved(); order == layout.F {
			r = r.Transpose()
		}
		if want, got := packedBytes(t, r), packedBytes(t, s1); !bytes.Equal(want, got) {
			t.Fatalf("%s on %v: streamed %x, expected %x", p, shape, got, want)
		}
	})
}

// packedBytes are the bytes of an array's elements in C order.
func packedBytes(t *rapid.T, a *ndarray.Array) []byte {
	c, err := a.Clone(layout.C)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := c.Bytes()
	return b
}

// drawStage draws the text of a stage that often fits small arrays.
func drawStage(t *rapid.T) string {
	ints := func(lo, hi, least, most int) string {
		list := rapid.SliceOfN(rapid.IntRange(lo, hi), least, most).Draw(t, "ints")
		if len(list) == 0 {
			return "()"
		}
		return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ","), "[]")
	}
	order := rapid.SampledFrom([]string{"", " C", " F"}).Draw(t, "order")
	if rapid.Bool().Draw(t, "computed") {
		return drawComputed(t, ints)
	}
	switch rapid.IntRange(0, 11).Draw(t, "stage") {
	case 0:
		return "reshape " + ints(-1, 6, 0, 4) + order
	case 1:
		return "transpose"
	case 2:
		axes := rapid.Permutation([]int{0, 1, 2}[:rapid.IntRange(1, 3).Draw(t, "rank")]).Draw(t, "axes")
		return "transpose " + strings.Trim(strings.ReplaceAll(fmt.Sprint(axes), " ", ","), "[]")
	case 3:
		return "slice " + rapid.SampledFrom([]string{"0", "::2", "::-1", "1:3,::-2", "...,0", "newaxis", "1:1", ":,1:"}).Draw(t, "at")
	case 4:
		return "contiguous" + order
	case 5:
		return "expand " + ints(-1, 3, 0, 4)
	case 6:
		return fmt.Sprintf("unfold %d %d %d", rapid.IntRange(-2, 2).Draw(t, "axis"), rapid.IntRange(0, 3).Draw(t, "size"), rapid.IntRange(1, 2).Draw(t, "step"))
	case 7:
		return "flip " + ints(-2, 2, 0, 2)
	case 8:
		return "squeeze"
	case 9:
		return "unsqueeze " + fmt.Sprint(rapid.IntRange(-3, 3).Draw(t, "axis"))
	case 10:
		return "flatten" + rapid.SampledFrom([]string{"", " C", " F", " A", " K"}).Draw(t, "order")
	}
	return "diagonal " + fmt.Sprint(rapid.IntRange(-1, 1).Draw(t, "offset"))
}

func drawComputed(t *rapid.T, ints func(lo, hi, least, most int) string) string {
	axis := fmt.Sprint(rapid.IntRange(-3, 2).Draw(t, "axis"))
	axes := rapid.SampledFrom([]string{"", " 0", " -1", " 0,1", " 1,2", " ()"}).Draw(t, "axes")
	number := rapid.SampledFrom([]string{"0", "1", "2", "2.5", "True", "-1", "300"}).Draw(t, "number")
	switch rapid.IntRange(0, 14).Draw(t, "stage") {
	case 0:
		return "cast " + rapid.SampledFrom([]string{"i4", ">i2", "?", "f8", ">f4", "c16"}).Draw(t, "to")
	case 1:
		return "repeat " + ints(0, 3, 0, 4)
	case 2:
		return "tile " + ints(0, 2, 0, 3)
	case 3:
		return "repeat-interleave " + ints(0, 2, 1, 3) + " " + axis
	case 4:
		return "roll " + ints(-2, 2, 1, 1) + rapid.SampledFrom([]string{" 0", " 0,1", " -1"}).Draw(t, "along")
	case 5:
		return "pad " + ints(0, 2, 1, 4) + rapid.SampledFrom([]string{"", " edge", " wrap", " constant 1"}).Draw(t, "mode")
	case 6:
		return "sort " + axis
	case 7:
		return "argsort " + axis
	case 8:
		return "take " + ints(-2, 2, 0, 3) + " " + axis
	case 9:
		return "cumsum " + axis
	case 10, 11:
		op := rapid.SampledFrom([]string{"sum", "mean", "min", "max", "prod", "argmin", "argmax", "any", "all", "count", "var", "std"}).Draw(t, "op")
		return "reduce " + op + axes + rapid.SampledFrom([]string{"", " keepdims"}).Draw(t, "keep")
	case 12:
		return rapid.SampledFrom([]string{"add", "sub", "mul", "div", "floordiv", "minimum", "eq", "lt"}).Draw(t, "with") + " " + number
	case 13:
		return rapid.SampledFrom([]string{"negative", "absolute", "sqrt", "not"}).Draw(t, "single")
	}
	return rapid.SampledFrom([]string{"clip 0 2", "where gt 1 0", "where le 2 9.5"}).Draw(t, "limited")
}

// TestApplyStopsWithContext: a context ends a pipeline before it begins, and in
// the middle of a stage that works for long. Where it goes on the result has it no
// more.
func TestApplyStopsWithContext(t *testing.T) {
	a := counted(t, 512, 1<<12)
	for _, text := range []string{
		"transpose", "contiguous F", "cast float64", "cast float32 | transpose | reshape -1", "add 1", "sqrt", "clip 1 5", "where gt 3 0",
		"sort", "argsort 0", "cumsum 1", "reduce sum", "reduce mean --axes 1", "repeat 2,1", "roll 3 1", "pad 5", "take 1,2,3 0",
	} {
		text = strings.ReplaceAll(text, "--axes ", "")
		p, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		count := looks.New(t, math.MaxInt64)
		r, err := p.Apply(count, a)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if r.Context().Done() != nil {
			t.Errorf("%s: the result has a context", text)
		}
		for _, left := range []int64{0, (math.MaxInt64 - count.Left.Load()) / 2} {
			if _, err := p.Apply(looks.New(t, left), a); err != context.Canceled {
				t.Errorf("%s, ended after %d looks: error %v", text, left, err)
			}
		}
	}
}

// TestRuns: the runs of bytes, one after the other, are the array's bytes.
func TestRuns(t *testing.T) {
	for _, text := range []string{"", "transpose", "slice :,1:", "slice ::-1", "slice :,:,::2", "expand 2,2,3,4", "slice 1:1", "unfold 1 2 | transpose 3,0,1,2", "slice 1,1,1"} {
		a := counted(t, 2, 3, 4)
		r := apply(t, text, a)
		f := FormOf(r)
		data, err := a.Storage().Acquire()
		if err != nil {
			t.Fatal(err)
		}
		var got []byte
		longest := 0
		for offset, length := range f.Runs() {
			got = append(got, data[offset:offset+length]...)
			longest = max(longest, length)
		}
		a.Storage().Release()
		var want []byte
		v, err := ndarray.As[int32](r)
		if err != nil {
			t.Fatal(err)
		}
		for x := range v.Values() {
			want = binary.NativeEndian.AppendUint32(want, uint32(x))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got)\n%s", text, diff)
		}
		if longest != f.LongestRun() {
			t.Errorf("%q: longest run %d, told %d", text, longest, f.LongestRun())
		}
	}
}

func TestFacts(t *testing.T) {
	a := counted(t, 2, 3, 4)
	for text, want := range map[string]string{
		"":                      "C (24,) (4,)",
		"transpose":             "F (4, 3, 2) (4, 16, 48)",
		"transpose 0,2,1":       "dense (2, 4, 3) (48, 4, 16)",
		"slice :,:,:2":          "gapped (6, 2) (16, 4)",
		"expand 2,2,3,4":        "broadcast (2, 24) (0, 4)",
		"unfold 2 2":            "overlapping (6, 3, 2) (16, 4, 4)",
		"slice 0,0":             "C and F (4,) (4,)",
		"slice 0,0,0":           "C and F () ()",
		"slice 0:0":             "C and F (0,) (0,)",
		"transpose | slice ::2": "gapped (2, 3, 2) (8, 16, 48)",
	} {
		f := FormOf(apply(t, text, a))
		shape, strides := f.Merged()
		if got := f.Contiguity() + " " + Tuple(shape) + " " + Tuple(strides); got != want {
			t.Errorf("%q: %s, expected %s", text, got, want)
		}
	}
	f := FormOf(apply(t, "transpose", a))
	if shape, strides, err := f.Walk(); err != nil || Tuple(shape) != "(24,)" || Tuple(strides) != "(4,)" {
		t.Errorf("the walk of a transpose is %v %v, %v", shape, strides, err)
	}
}

// TestParts makes results of halves, where a plan says that it may and along which
// axis of the source.
func TestParts(t *testing.T) {
	for text, want := range map[string]string{
		"cast int8":                           "[0 1 2]",
		"transpose | slice 1: | add 2 | sqrt": "[0 1 2]",
		"mul 3 | cast float32 | clip 0 9":     "[0 1 2]",
		"":                                    "",
		"transpose":                           "",
		"add 1 | transpose":                   "",
		"contiguous F | add 1":                "",
		"sort 0":                              "[-1 1 2]",
		"argsort":                             "[0 1 -1]",
		"cumsum -2":                           "[0 -1 2]",
		"take 1,0 1":                          "[0 -1 2]",
		"repeat-interleave 2 -1":              "[0 1 -1]",
		"roll 1,1 0,2":                        "[-1 1 -1]",
		"pad 0,0,1,2,0,0":                     "[0 -1 2]",
		"pad 1":                               "",
		"tile 2":                              "[0 1 -1]",
		"repeat 2,1,3,1":                      "[1 -1 3]",
		"add 1 | reduce sum":                  "[-2 -2 -2]",
		"cast f8 | reduce sum":                "",
		"reduce argmax":                       "",
		"reduce sum 1":                        "[0 -2 1]",
		"reduce any 0,2":                      "[-2 0 -2]",
		"reduce mean 1 keepdims":              "[0 -1 2]",
		"reduce argmax 0":                     "[-1 0 1]",
		"reduce prod 0 | sort":                "[-1 0 -1]",
		"add 1 | reduce max 0 | sort":         "[-1 0 -1]",
	} {
		p, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		a := counted(t, 4, 6, 5)
		plan, err := p.Plan(FormOf(a))
		if err != nil {
			t.Fatal(err)
		}
		source, rest, axes, ok := plan.Parts()
		got := ""
		if ok {
			got = fmt.Sprint(axes)
		}
		if got != want {
			t.Errorf("%q: along %s, want %s", text, got, want)
		}
		if !ok {
			continue
		}
		whole, err := plan.Apply(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		from, err := ndarray.FromStorage(a.Storage(), source.DType, source.Layout)
		if err != nil {
			t.Fatal(err)
		}
		cut := slices.IndexFunc(axes, func(k int) bool { return k >= 0 })
		if cut < 0 { // only joined: package batch tests that
			continue
		}
		for _, part := range []layout.Index{layout.Range(0, 2), layout.Range(2, from.Dim(cut))} {
			along := func(k int) []layout.Index { return append(slices.Repeat([]layout.Index{layout.All}, k), part) }
			half, err := from.Slice(along(cut)...)
			if err != nil {
				t.Fatal(err)
			}
			if half, err = rest.Apply(t.Context(), half); err != nil {
				t.Fatal(err)
			}
			expected, err := whole.Slice(along(axes[cut])...)
			if err != nil {
				t.Fatal(err)
			}
			if same, err := ops.ArrayEqual(half, expected); !same || err != nil {
				t.Errorf("%q: a half is %v, want %v (%v)", text, half, expected, err)
			}
		}
	}
}
