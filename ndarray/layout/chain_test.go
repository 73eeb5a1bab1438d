package layout

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndtool/ndtool/fixtures"
)

// TestChains runs the fixtures' random chains of views as pure arithmetic: as
// far as a chain only views, its shape, strides and offset must be those of
// NumPy and PyTorch. Chains that change the element type or pack belong to
// package ndarray, and are left out here.
func TestChains(t *testing.T) {
	for _, tt := range []struct {
		name string
		want int
	}{{"views_numpy.jsonl.gz", 5000}, {"views_torch.jsonl.gz", 3000}} {
		t.Run(tt.name, func(t *testing.T) {
			cases, err := fixtures.Load(tt.name)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for k, c := range cases {
				if itemSize := scalarSize(c.In.DType); itemSize > 0 && onlyViews(c) {
					n++
					runChain(t, k+1, c, itemSize)
				}
			}
			if n < tt.want {
				t.Errorf("%d chains; expected at least %d", n, tt.want)
			}
		})
	}
}

// scalarSize is the item size of the descr of a scalar type, 0 for a record.
func scalarSize(descr string) int {
	if len(descr) < 3 || strings.ContainsRune("[UMm", rune(descr[0])) {
		return 0
	}
	n, err := strconv.Atoi(descr[2:])
	if err != nil {
		return 0
	}
	return n
}

func onlyViews(c fixtures.Case) bool {
	if c.Want != nil && len(c.Want.Copied) > 0 {
		return false
	}
	return !slices.ContainsFunc(c.Steps, func(s fixtures.Step) bool {
		return slices.Contains([]string{"view_as", "field", "real", "imag", "contiguous", "flatten"}, s.Op)
	})
}

// refusals are the errors that the fixtures' kinds of refusal stand for.
var refusals = map[string][]error{
	"axis":      {ErrAxis},
	"rank":      {ErrAxis, ErrRank, ErrBroadcast, ErrShape},
	"shape":     {ErrShape},
	"copy":      {ErrNeedsCopy},
	"broadcast": {ErrBroadcast, ErrShape},
	"index":     {ErrIndex},
	"step":      {ErrStep},
	"window":    {ErrShape, ErrStep, ErrAxis},
	"bounds":    {ErrBounds},
}

func runChain(t *testing.T, line int, c fixtures.Case, itemSize int) {
	t.Helper()
	l := Layout{Shape: c.In.Shape, Strides: c.In.Strides, Offset: c.In.Offset}
	var err error
	for k, s := range c.Steps {
		if l, err = runStep(l, s, itemSize, c.In.Bytes); err != nil && k < len(c.Steps)-1 {
			if errors.Is(err, ErrNeedsCopy) && s.Op == "reshape" {
				return // a refusal after a copy
			}
			t.Errorf("case %d: step %d (%s): %v", line, k, s.Op, err)
			return
		}
	}
	if c.Want == nil {
		if !slices.ContainsFunc(refusals[c.Refuse], func(kind error) bool { return errors.Is(err, kind) }) {
			t.Errorf("case %d: %v, %v; expected a refusal: %s", line, l, err, c.Refuse)
		}
		return
	}
	if err != nil {
		t.Errorf("case %d: %v", line, err)
		return
	}
	want := Layout{Shape: c.Want.Shape, Strides: c.Want.Strides, Offset: l.Offset}
	if c.Want.Offset != nil {
		want.Offset = *c.Want.Offset
	}
	if !want.Equal(l) {
		t.Errorf("case %d (-want +got):\n%s", line, cmp.Diff(want.String(), l.String()))
	}
}

func runStep(l Layout, s fixtures.Step, itemSize, storageBytes int) (Layout, error) {
	switch s.Op {
	case "transpose":
		if s.Axes == nil {
			return l.Transpose(), nil
		}
		return l.Permute(s.Axes...)
	case "swapaxes":
		return l.SwapAxes(s.Axis, s.Axis2)
	case "moveaxis":
		return l.MoveAxis(s.Axes, s.To)
	case "slice":
		ix, err := ParseIndex(s.At)
		if err != nil {
			return l, err
		}
		return l.Slice(ix...)
	case "flip":
		return l.Flip(s.Axes...)
	case "squeeze":
		return l.Squeeze(s.Axes...)
	case "unsqueeze":
		return l.Unsqueeze(s.Axes...)
	case "expand":
		return l.Expand(s.Shape...)
	case "diagonal":
		return l.Diagonal(s.K, s.Axis, s.Axis2)
	case "unfold":
		return l.Unfold(s.Axis, s.Size, s.Step)
	case "windows":
		return l.Windows(s.Shape, s.Axes)
	case "as_strided":
		return l.AsStrided(itemSize, storageBytes, s.Shape, s.Strides, s.Offset)
	case "view", "reshape":
		order := C
		if s.Order != "" {
			order = Order(s.Order[0])
		}
		return l.View(itemSize, order, s.Shape...)
	case "unflatten":
		return l.Unflatten(s.Axis, s.Shape...)
	case "split":
		parts, err := l.Sections(s.Axis, s.Size)
		if err != nil {
			return l, err
		}
		return parts[s.Pick], nil
	}
	return l, errors.New("unknown step " + s.Op)
}
