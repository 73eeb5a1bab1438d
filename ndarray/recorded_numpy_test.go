package ndarray_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/fixtures"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// The view operations that NumPy's own tests call give the same shape, strides,
// sharing and elements.
func TestRecordedNumPyViews(t *testing.T) {
	done := map[string]int{}
	for n, c := range recorded(t, "numpy_calls.jsonl") {
		step, ok := numpyStep(c)
		if !ok {
			continue
		}
		r, ok := fixtures.ArrayOf(c.Args[0])
		if !ok || r.Outside {
			continue
		}
		what := fmt.Sprintf("call %d %s %s%v/%v %+v", n+1, c, r.DType, r.Shape, r.Strides, spelled([]fixtures.Step{step}))
		a, err := openRecorded(r)
		if err != nil {
			continue // a dtype that is declined, as object
		}
		done[c.Op]++
		got, err := take(a, step)
		if c.Error != "" {
			if err == nil {
				t.Errorf("%s: gives %s, want a refusal (%s)", what, got, c.Error)
			}
			continue
		}
		var want fixtures.RecordedResult
		if json.Unmarshal(c.Result, &want) != nil {
			continue // a scalar
		}
		if want.Outside {
			checkRefusal(t, what, "bounds", err)
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if want.Scalar != nil {
			continue
		}
		checkRecorded(t, what, r.Offset, a, got, want)
	}
	for _, op := range []string{"getitem", "reshape", "transpose", "ravel", "swapaxes", "view", "broadcast_to", "as_strided", "rollaxis", "expand_dims", "squeeze", "flipud", "moveaxis", "diagonal", "flip", "sliding_window_view"} {
		if done[op] == 0 {
			t.Errorf("no call of %s was replayed", op)
		}
	}
}

// checkRecorded compares an array with the result of a call on an array whose
// offset in its memory was start.
func checkRecorded(t *testing.T, what string, start int, in, a *ndarray.Array, want fixtures.RecordedResult) {
	t.Helper()
	if dt, err := dtype.Parse(want.DType); err != nil || a.DType() != dt {
		t.Errorf("%s: dtype %s, want %s", what, a.DType(), want.DType)
	}
	if !slices.Equal(a.Shape(), want.Shape) {
		t.Errorf("%s: shape %v, want %v", what, a.Shape(), want.Shape)
		return
	}
	if a.Len() == 0 {
		return
	}
	if !a.Layout().Equal(layout.Layout{Shape: want.Shape, Strides: want.Strides, Offset: a.Offset()}) {
		t.Errorf("%s: strides %v, want %v", what, a.Strides(), want.Strides)
	}
	shared := want.Shared
	if shared == nil {
		shared = want.Shares
	}
	if shared != nil && a.SameStorage(in) != *shared {
		t.Errorf("%s: shares the input's memory: %v, want %v", what, a.SameStorage(in), *shared)
	}
	switch {
	case shared == nil || !*shared:
	case want.Offset != nil:
		if a.Offset() != *want.Offset {
			t.Errorf("%s: offset %d, want %d", what, a.Offset(), *want.Offset)
		}
	default:
		if a.Offset()-start != want.From {
			t.Errorf("%s: starts %d bytes from the input, want %d", what, a.Offset()-start, want.From)
		}
	}
	b := packed(t, a)
	sum := sha256.Sum256(b)
	if want.Data != nil && !slices.Equal(b, want.Data) || want.SHA != "" && !strings.HasPrefix(hex.EncodeToString(sum[:]), want.SHA) {
		t.Errorf("%s: elements differ", what)
	}
}

// numpyStep turns a call of NumPy into a step, where the step can say it.
func numpyStep(c fixtures.Recorded) (s fixtures.Step, ok bool) {
	if len(c.Args) == 0 {
		return s, false
	}
	args := c.Args[1:]
	named := func(name string, k int) ([]int, bool) { // an argument by name or place
		if v, has := c.Kw[name]; has {
			return fixtures.Ints(v)
		}
		if k < len(args) {
			return fixtures.Ints(args[k])
		}
		return nil, false
	}
	order, known := textOf(c.Kw["order"], "C")
	if !known {
		return s, false
	}
	s.Order = order
	switch c.Op {
	case "getitem":
		s.Op = "slice"
		if len(args) != 1 {
			return s, false
		}
		s.At, ok = indexText(args[0])
	case "reshape":
		s.Op = "reshape"
		if _, has := c.Kw["copy"]; has {
			return s, false
		}
		s.Shape, ok = fixtures.AllInts(args)
		ok = ok && !slices.ContainsFunc(s.Shape, func(n int) bool { return n < -1 }) // NumPy takes any negative size for -1
	case "transpose":
		s.Op = "transpose"
		if len(args) > 0 {
			s.Axes, ok = fixtures.AllInts(args)
			return s, ok
		}
		ok = len(c.Kw) == 0
	case "ravel":
		s.Op = "flatten"
		if len(args) == 1 {
			s.Order, ok = textOf(args[0], "C")
		} else {
			ok = len(args) == 0
		}
		// Our flatten is a view more often than ravel, which wants no gaps.
		ok = ok && s.Order != "K" && packedInput(c)
	case "swapaxes":
		s.Op = "swapaxes"
		var list []int
		if list, ok = fixtures.AllInts(args); ok && len(list) == 2 {
			s.Axis, s.Axis2 = list[0], list[1]
		}
	case "view":
		s.Op = "view_as"
		arg := c.Kw["dtype"]
		if len(args) == 1 {
			arg = args[0]
		}
		var d struct{ DType string }
		if ok = json.Unmarshal(arg, &d.DType) == nil || json.Unmarshal(arg, &d) == nil; ok {
			dt, err := dtype.Parse(d.DType)
			s.DType, ok = d.DType, err == nil
			if ok && dt == dt.Native() && d.DType[0] != '>' {
				s.DType = dt.WithOrder(dtype.Little).Str() // native was little-endian where the calls were recorded
			}
		}
	case "broadcast_to":
		s.Op = "expand"
		s.Shape, ok = named("shape", 0)
		ok = ok && !slices.ContainsFunc(s.Shape, func(n int) bool { return n < 0 }) // we take -1 as PyTorch does
	case "as_strided":
		s.Op = "as_strided"
		var hasShape bool
		s.Shape, hasShape = named("shape", 0)
		s.Strides, ok = named("strides", 1)
		ok = ok && hasShape
		if r, isArray := fixtures.ArrayOf(c.Args[0]); isArray {
			s.Offset = r.Offset
		}
	case "rollaxis":
		s.Op = "moveaxis"
		r, isArray := fixtures.ArrayOf(c.Args[0])
		axis, hasAxis := named("axis", 0)
		start, hasStart := named("start", 1)
		if !isArray || !hasAxis || !hasStart || c.Error != "" {
			return s, false
		}
		rank := len(r.Shape)
		from, to := (axis[0]+rank)%rank, start[0]
		if to < 0 {
			to += rank
		}
		if from < to {
			to--
		}
		s.Axes, s.To, ok = []int{from}, []int{to}, true
	case "expand_dims":
		s.Op = "unsqueeze"
		s.Axes, ok = named("axis", 0)
	case "squeeze":
		s.Op = "squeeze"
		s.Axes, ok = named("axis", 0)
		ok = ok || len(args) == 0 && len(c.Kw) == 0
	case "flipud":
		s.Op, s.Axes, ok = "flip", []int{0}, true
	case "flip":
		s.Op = "flip"
		s.Axes, ok = named("axis", 0)
		ok = ok || len(args) == 0 && len(c.Kw) == 0
	case "moveaxis":
		s.Op = "moveaxis"
		var has bool
		s.Axes, has = named("source", 0)
		s.To, ok = named("destination", 1)
		ok = ok && has
	case "diagonal":
		s.Op, s.Axis2, ok = "diagonal", 1, true
		for k, arg := range args {
			list, is := fixtures.Ints(arg)
			if !is {
				return s, false
			}
			*[]*int{&s.K, &s.Axis, &s.Axis2}[k] = list[0]
		}
	case "sliding_window_view":
		s.Op = "windows"
		r, isArray := fixtures.ArrayOf(c.Args[0])
		s.Shape, ok = named("window_shape", 0)
		axes, has := named("axis", 1)
		if !has {
			axes = []int{}
			for k := range r.Shape {
				axes = append(axes, k)
			}
		}
		s.Axes, ok = axes, ok && isArray
	}
	return s, ok
}

// packedInput reports whether a call's array is C-contiguous.
func packedInput(c fixtures.Recorded) bool {
	r, ok := fixtures.ArrayOf(c.Args[0])
	if !ok {
		return false
	}
	a, err := openRecorded(r)
	return err == nil && a.IsC()
}

// textOf reads a string; absent or null is the standard.
func textOf(arg json.RawMessage, standard string) (string, bool) {
	if arg == nil || string(arg) == "null" {
		return standard, true
	}
	var s string
	return s, json.Unmarshal(arg, &s) == nil
}

// indexText writes a basic index as our index text.
func indexText(arg json.RawMessage) (string, bool) {
	var items []json.RawMessage
	if !strings.HasPrefix(string(arg), "[") {
		items = []json.RawMessage{arg}
	} else if json.Unmarshal(arg, &items) != nil {
		return "", false
	}
	var parts []string
	for _, item := range items {
		var one struct {
			Slice    []*int
			Ellipsis json.RawMessage
			NewAxis  json.RawMessage
		}
		var number int
		switch {
		case string(item) == "null":
			parts = append(parts, "newaxis")
		case json.Unmarshal(item, &number) == nil:
			parts = append(parts, fmt.Sprint(number))
		case json.Unmarshal(item, &one) == nil && one.Slice != nil:
			var bounds []string
			for _, b := range one.Slice {
				text := ""
				if b != nil {
					text = fmt.Sprint(*b)
				}
				bounds = append(bounds, text)
			}
			parts = append(parts, strings.Join(bounds, ":"))
		case one.Ellipsis != nil:
			parts = append(parts, "...")
		default:
			return "", false // an array or a list as index
		}
	}
	if len(parts) == 0 {
		return "()", true
	}
	return strings.Join(parts, ","), true
}

// What NumPy's own tests ask about overlap: of two arrays, by their bounds and
// exactly, and of one with itself.
func TestRecordedOverlap(t *testing.T) {
	const work = 1 << 20
	done := 0
	for n, c := range recorded(t, "numpy_calls.jsonl") {
		if c.Op != "shares_memory" && c.Op != "may_share_memory" && c.Op != "internal_overlap" || c.Error != "" {
			continue
		}
		var want bool
		a, ok := fixtures.ArrayOf(c.Args[0])
		if json.Unmarshal(c.Result, &want) != nil || !ok {
			continue
		}
		aType, err := dtype.Parse(a.DType)
		if err != nil {
			continue
		}
		done++
		what := fmt.Sprintf("call %d %s %v", n+1, c, layoutOf(a))
		if c.Op == "internal_overlap" {
			if got := layoutOf(a).SelfOverlap(aType.ItemSize(), work); got == layout.Undecided || (got == layout.Yes) != want {
				t.Errorf("%s: %v, want %v", what, got, want)
			}
			continue
		}
		b, ok := fixtures.ArrayOf(c.Args[1])
		bType, err := dtype.Parse(b.DType)
		if !ok || err != nil {
			continue
		}
		if a.Mem != b.Mem {
			if want {
				t.Errorf("%s: arrays of two memories are said to overlap", what)
			}
			continue
		}
		what += fmt.Sprint(" and ", layoutOf(b))
		if got := layout.Overlap(layoutOf(a), aType.ItemSize(), layoutOf(b), bType.ItemSize(), work); c.Op == "shares_memory" || string(c.Kw["max_work"]) == "-1" {
			if got == layout.Undecided || (got == layout.Yes) != want {
				t.Errorf("%s: %v, want %v", what, got, want)
			}
		} else if got == layout.Yes && !want {
			t.Errorf("%s: overlap, though NumPy's bounds say that they cannot", what)
		}
		if may := layout.MayOverlap(layoutOf(a), aType.ItemSize(), layoutOf(b), bType.ItemSize()); want && !may {
			t.Errorf("%s: may not overlap, want that they may", what)
		}
	}
	if done < 250 {
		t.Errorf("only %d calls were replayed", done)
	}
}
