package layout

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The tables in fixtures/rules were computed by NumPy and PyTorch. Strides and
// offsets in them are bytes.

// rows calls f for each row of a table and fails if there are fewer than want.
func rows[Row any](t *testing.T, name string, want int, f func(t *testing.T, row Row)) {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "..", "fixtures", "rules", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n := 0
	for sc := bufio.NewScanner(file); sc.Scan(); n++ {
		var row Row
		if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
			t.Fatalf("%s:%d: %v", name, n+1, err)
		}
		f(t, row)
		if t.Failed() {
			t.Fatalf("%s:%d: %s", name, n+1, sc.Text())
		}
	}
	if n < want {
		t.Errorf("%s has %d rows; expected at least %d", name, n, want)
	}
}

// freeStrides returns the strides with those that have no meaning set to 0.
func freeStrides(shape, strides []int) []int {
	out := append([]int{}, strides...)
	empty := false
	for k, size := range shape {
		empty = empty || size == 0
		if size == 1 {
			out[k] = 0
		}
	}
	if empty {
		clear(out)
	}
	return out
}

// elements returns the number of the item, in storage order, at each index of
// the layout in C order.
func elements(l Layout, itemSize int) []int {
	out := []int{}
	for addr := range addresses(l) {
		out = append(out, addr/itemSize)
	}
	return out
}

// wide are integers that may be too large for an int.
type wide []json.Number

// ints returns the integers, or nil if one is no int.
func (w wide) ints() []int {
	out := make([]int, len(w))
	for k, text := range w {
		n, err := strconv.Atoi(string(text))
		if err != nil {
			return nil
		}
		out[k] = n
	}
	return out
}

func TestRulesReshapeView(t *testing.T) {
	type row struct {
		Shape, Strides, To []int
		Order              string
		NumpyView          bool   `json:"numpy_view"`
		NumpyStrides       []int  `json:"numpy_strides"`
		NumpyError         string `json:"numpy_error"`
	}
	const itemSize = 8
	rows(t, "rules_reshape_view.jsonl", 3278, func(t *testing.T, row row) {
		l := Layout{Shape: row.Shape, Strides: row.Strides}
		got, err := l.View(itemSize, Order(row.Order[0]), row.To...)
		switch {
		case row.NumpyError != "":
			if !errors.Is(err, ErrShape) {
				t.Errorf("View: %v; expected ErrShape", err)
			}
		case !row.NumpyView:
			var why *NeedsCopy
			if !errors.As(err, &why) {
				t.Errorf("View: %v; expected *NeedsCopy", err)
			}
		case err != nil:
			t.Errorf("View: %v", err)
		case cmp.Diff(row.NumpyStrides, got.Strides) != "":
			t.Errorf("strides (-NumPy +got):\n%s", cmp.Diff(row.NumpyStrides, got.Strides))
		}
	})
}

func TestRulesAsStrided(t *testing.T) {
	type row struct {
		StorageBytes int `json:"storage_bytes"`
		ItemSize     int
		Shape        wide
		Strides      wide
		Offset       int
		OK           bool
		Data         []int
		TorchError   string `json:"torch_error"`
	}
	rows(t, "rules_as_strided.jsonl", 237, func(t *testing.T, row row) {
		shape, strides := row.Shape.ints(), row.Strides.ints()
		if shape == nil || strides == nil {
			if row.OK && strconv.IntSize == 64 {
				t.Error("numbers that are no int, yet accepted by PyTorch")
			}
			return
		}
		got, err := Layout{}.AsStrided(row.ItemSize, row.StorageBytes, shape, strides, row.Offset)
		switch {
		case strings.Contains(row.TorchError, "Negative strides"):
			// PyTorch knows none; this package takes them within the storage.
			lo, hi := bruteExtent(Layout{Shape: shape, Strides: strides, Offset: row.Offset}, row.ItemSize)
			if within := lo >= 0 && hi <= row.StorageBytes; within != (err == nil) {
				t.Errorf("AsStrided: %v for bytes [%d, %d)", err, lo, hi)
			}
		case !row.OK:
			if !errors.Is(err, ErrBounds) && !errors.Is(err, ErrRank) && !errors.Is(err, ErrShape) && !errors.Is(err, ErrOverflow) {
				t.Errorf("AsStrided: %v, %v; expected a refusal", got, err)
			}
		case err != nil:
			t.Errorf("AsStrided: %v", err)
		default:
			if d := cmp.Diff(row.Data, elements(got, row.ItemSize)); d != "" {
				t.Errorf("elements (-PyTorch +got):\n%s", d)
			}
		}
	})
}

func TestRulesOverlap(t *testing.T) {
	type row struct {
		Kind           string
		ItemSize       int
		Shape, Strides []int
		OverlapExact   *bool `json:"overlap_exact"`
		BytesOverlap   *bool `json:"bytes_overlap"`
		TorchDebug     string
		A, B           Layout
		BoundsOverlap  bool `json:"bounds_overlap"`
		Exact          bool
	}
	rows(t, "rules_overlap.jsonl", 815, func(t *testing.T, row row) {
		if row.Kind == "pair" {
			if got := MayOverlap(row.A, row.ItemSize, row.B, row.ItemSize); got != row.BoundsOverlap {
				t.Errorf("MayOverlap = %v", got)
			}
			if got := Overlap(row.A, row.ItemSize, row.B, row.ItemSize, DefaultWork); got != answer(row.Exact) {
				t.Errorf("Overlap = %v", got)
			}
			return
		}
		want := row.OverlapExact
		if want == nil {
			want = row.BytesOverlap
		}
		l := Layout{Shape: row.Shape, Strides: row.Strides}
		if got := l.SelfOverlap(row.ItemSize, DefaultWork); got != answer(*want) {
			t.Errorf("SelfOverlap = %v", got)
		}
	})
}

func TestRulesWindow(t *testing.T) {
	type row struct {
		Length         int
		ShapeIn        []int `json:"shape_in"`
		Axis           int
		Size, Step     int
		OK             bool
		Shape, Strides []int
		Data           []int
	}
	const itemSize = 8
	rows(t, "rules_window.jsonl", 494, func(t *testing.T, row row) {
		shape := row.ShapeIn
		if shape == nil {
			shape = []int{row.Length}
		}
		l, err := New(itemSize, C, shape...)
		if err != nil {
			t.Fatal(err)
		}
		got, err := l.Unfold(row.Axis, row.Size, row.Step)
		if !row.OK {
			if !errors.Is(err, ErrAxis) && !errors.Is(err, ErrShape) && !errors.Is(err, ErrStep) {
				t.Errorf("Unfold: %v, %v; expected a refusal", got, err)
			}
			return
		}
		if err != nil {
			t.Fatalf("Unfold: %v", err)
		}
		if d := cmp.Diff(row.Shape, got.Shape); d != "" {
			t.Errorf("shape (-PyTorch +got):\n%s", d)
		}
		if d := cmp.Diff(freeStrides(row.Shape, row.Strides), freeStrides(got.Shape, got.Strides)); d != "" {
			t.Errorf("strides (-PyTorch +got):\n%s", d)
		}
		if d := cmp.Diff(row.Data, elements(got, itemSize)); d != "" {
			t.Errorf("elements (-PyTorch +got):\n%s", d)
		}
	})
}

func TestRulesBroadcast(t *testing.T) {
	type outcome struct {
		Shape, Strides []int
	}
	type row struct {
		Kind        string
		A, B, Shape []int
		Error       bool
		From, To    []int
		Torch       json.RawMessage // an outcome or "error"
	}
	const itemSize = 8
	rows(t, "rules_broadcast.jsonl", 912, func(t *testing.T, row row) {
		if row.Kind == "pair" {
			got, err := Broadcast(row.A, row.B)
			if row.Error {
				if !errors.Is(err, ErrBroadcast) {
					t.Errorf("Broadcast = %v, %v; expected ErrBroadcast", got, err)
				}
			} else if d := cmp.Diff(row.Shape, got); err != nil || d != "" {
				t.Errorf("Broadcast: %v (-NumPy +got):\n%s", err, d)
			}
			return
		}
		l, err := New(itemSize, C, row.From...)
		if err != nil {
			t.Fatal(err)
		}
		got, err := l.Expand(row.To...)
		// A -1 is PyTorch's alone, and this package follows it.
		var want outcome
		if json.Unmarshal(row.Torch, &want) != nil {
			if !errors.Is(err, ErrBroadcast) && !errors.Is(err, ErrShape) {
				t.Errorf("Expand = %v, %v; expected a refusal", got, err)
			}
			return
		}
		if err != nil {
			t.Fatalf("Expand: %v", err)
		}
		if d := cmp.Diff(want.Shape, got.Shape); d != "" {
			t.Errorf("shape (-PyTorch +got):\n%s", d)
		}
		if d := cmp.Diff(freeStrides(want.Shape, want.Strides), freeStrides(got.Shape, got.Strides)); d != "" {
			t.Errorf("strides (-PyTorch +got):\n%s", d)
		}
	})
}

func TestRulesConcatLayout(t *testing.T) {
	type row struct {
		Kind          string
		Orders        []string
		Shape         []int
		Axis          int
		ResultStrides []int `json:"result_strides"`
	}
	const itemSize = 8
	n := 0
	rows(t, "rules_concat.jsonl", 277, func(t *testing.T, row row) {
		if row.Kind != "layout" {
			return
		}
		n++
		ls := make([]Layout, len(row.Orders))
		for k, order := range row.Orders {
			l, err := New(itemSize, Order(order[0]), row.Shape...)
			if err != nil {
				t.Fatal(err)
			}
			ls[k] = l
		}
		shape := append([]int{}, row.Shape...)
		shape[row.Axis] *= len(ls)
		got, err := NewOrdered(itemSize, KOrder(ls...), shape...)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(row.ResultStrides, got.Strides); d != "" {
			t.Errorf("strides (-NumPy +got):\n%s", d)
		}
	})
	if n != 20 {
		t.Errorf("%d rows on layout; expected 20", n)
	}
}
