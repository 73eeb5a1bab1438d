package ndarray_test

import (
	"fmt"
	"testing"

	"github.com/ndtool/ndtool/fixtures"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ops"
)

// Writing to one part of an array from an overlapping part gives what writing
// from a copy of it would give.
func TestInPlace(t *testing.T) {
	cases, err := fixtures.LoadInPlace()
	if err != nil {
		t.Fatal(err)
	}
	for n, c := range cases {
		what := fmt.Sprintf("case %d: %s %v [%s] = %s [%s] %v", n+1, c.In.DType, c.In.Shape, c.Dst, c.Op, c.Src, c.SrcAxes)
		a, err := open(c.In)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if err := assign(a, c); err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		b, err := a.Storage().Acquire()
		if err != nil {
			t.Fatal(err)
		}
		if got := fixtures.Digest(b); got != c.SHA {
			t.Errorf("%s: digest %s, want %s", what, got, c.SHA)
		}
		a.Storage().Release()
	}
}

func assign(a *ndarray.Array, c fixtures.InPlace) error {
	dst, err := take(a, fixtures.Step{Op: "slice", At: c.Dst})
	if err != nil {
		return err
	}
	src, err := take(a, fixtures.Step{Op: "slice", At: c.Src})
	if err != nil {
		return err
	}
	if c.SrcAxes != nil {
		if src, err = src.Permute(c.SrcAxes...); err != nil {
			return err
		}
	}
	switch c.Op {
	case "assign":
		return ndarray.Copy(dst, src)
	case "add":
		_, err = ops.Add(dst, dst, src)
	case "subtract":
		_, err = ops.Sub(dst, dst, src)
	case "multiply":
		_, err = ops.Mul(dst, dst, src)
	default:
		return fmt.Errorf("no operation %s", c.Op)
	}
	return err
}
