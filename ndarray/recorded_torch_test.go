package ndarray_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/ndtool/ndtool/fixtures"
)

// The view operations of PyTorch's operator samples give the same shape,
// strides, sharing and elements. What this toolkit does otherwise on purpose
// (flip is a view, squeeze refuses an axis that is not 1) is left out.
func TestRecordedTorchViews(t *testing.T) {
	done := map[string]int{}
	for n, c := range recorded(t, "torch_opinfo.jsonl") {
		r, ok := fixtures.ArrayOf(c.Input)
		if !ok {
			continue
		}
		step, ok := torchStep(c, r)
		if !ok {
			continue
		}
		a, err := openRecorded(r)
		if err != nil {
			t.Fatal(err)
		}
		what := fmt.Sprintf("call %d %s %s%v/%v %+v", n+1, c, r.DType, r.Shape, r.Strides, spelled([]fixtures.Step{step}))
		done[c.Op]++
		got, err := take(a, step)
		if c.Error != "" {
			if err == nil {
				t.Errorf("%s: gives %s, want a refusal (%s)", what, got, c.Error)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		var want fixtures.RecordedResult
		if err := json.Unmarshal(c.Result, &want); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		checkRecorded(t, what, r.Offset, a, got, want)
	}
	for _, op := range []string{"permute", "view", "reshape", "narrow", "unfold", "expand", "as_strided", "diagonal", "squeeze", "unsqueeze", "movedim", "transpose", "select", "unflatten", "contiguous", "broadcast_to"} {
		if done[op] == 0 {
			t.Errorf("no call of %s was replayed", op)
		}
	}
}

// torchStep turns a call of PyTorch into a step, where the step can say it.
func torchStep(c fixtures.Recorded, r fixtures.RecordedArray) (s fixtures.Step, ok bool) {
	rank := len(r.Shape)
	list := make([][]int, len(c.Args))
	for k, arg := range c.Args {
		if list[k], ok = fixtures.Ints(arg); !ok {
			return s, false
		}
	}
	named := func(name string, standard int) int {
		var v int
		if json.Unmarshal(c.Kwargs[name], &v) != nil {
			return standard
		}
		return v
	}
	s.Order = "C"
	switch {
	case c.Op == "permute" && len(list) == 1:
		s.Op, s.Axes = "transpose", list[0]
	case (c.Op == "view" || c.Op == "reshape") && len(list) == 1:
		s.Op, s.Shape = c.Op, list[0]
	case (c.Op == "expand" || c.Op == "broadcast_to") && len(list) == 1:
		s.Op, s.Shape = "expand", list[0]
	case c.Op == "narrow" && len(list) == 3:
		axis, start, length := list[0][0], list[1][0], list[2][0]
		if axis < 0 {
			axis += rank
		}
		if c.Error != "" {
			return s, false // slices clip where narrow refuses
		}
		if start < 0 {
			start += r.Shape[axis]
		}
		s.Op = "slice"
		for range axis {
			s.At += ":,"
		}
		s.At += fmt.Sprintf("%d:%d", start, start+length)
	case c.Op == "select" && len(list) == 2:
		axis := list[0][0]
		if axis < 0 {
			axis += rank
		}
		s.Op = "slice"
		for range axis {
			s.At += ":,"
		}
		s.At += fmt.Sprint(list[1][0])
	case c.Op == "unfold" && len(list) == 3:
		s.Op, s.Axis, s.Size, s.Step = "unfold", list[0][0], list[1][0], list[2][0]
	case c.Op == "as_strided" && len(list) == 2:
		size := itemSize(r.DType)
		s.Op, s.Shape, s.Offset = "as_strided", list[0], named("storage_offset", r.Offset/size)*size
		for _, stride := range list[1] {
			s.Strides = append(s.Strides, stride*size)
		}
	case c.Op == "diagonal" && len(list) == 0:
		s.Op, s.K, s.Axis, s.Axis2 = "diagonal", named("offset", 0), named("dim1", 0), named("dim2", 1)
	case c.Op == "squeeze" && len(list) == 0:
		s.Op = "squeeze"
	case c.Op == "squeeze" && len(list) == 1:
		axis := list[0][0]
		if rank == 0 || r.Shape[(axis+rank)%rank] != 1 {
			return s, false
		}
		s.Op, s.Axes = "squeeze", list[0]
	case c.Op == "unsqueeze" && len(list) == 1:
		s.Op, s.Axes = "unsqueeze", list[0]
	case c.Op == "movedim" && len(list) == 2:
		s.Op, s.Axes, s.To = "moveaxis", list[0], list[1]
	case c.Op == "transpose" && len(list) == 2 && rank > 0:
		s.Op, s.Axis, s.Axis2 = "swapaxes", list[0][0], list[1][0]
	case c.Op == "unflatten" && len(list) == 2 && rank > 0:
		s.Op, s.Axis, s.Shape = "unflatten", list[0][0], list[1]
	case c.Op == "contiguous" && len(list) == 0:
		s.Op = "contiguous"
	case c.Op == "mT" || c.Op == "t" && rank == 2 || c.Op == "T" && rank == 2:
		s.Op, s.Axis, s.Axis2 = "swapaxes", -1, -2
	case c.Op == "flatten" && len(list) == 0 && len(c.Kwargs) == 0:
		s.Op = "flatten"
	default:
		return s, false
	}
	return s, !slices.ContainsFunc(s.Shape, func(n int) bool { return n < -1 })
}

// itemSize reads the size at the end of a descr.
func itemSize(descr string) (size int) {
	fmt.Sscan(descr[2:], &size)
	return size
}
