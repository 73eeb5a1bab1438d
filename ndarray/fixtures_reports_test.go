package ndarray_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"testing"

	"github.com/ndtool/ndtool/fixtures"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/ops"
)

// Cases from bug reports about strides, views and overlapping writes, from the
// file to the result.
func TestReports(t *testing.T) {
	reports, err := fixtures.LoadReports("view-stride", "overlap")
	if err != nil {
		t.Fatal(err)
	}
	if len(reports) < 60 {
		t.Fatalf("only %d cases", len(reports))
	}
	for _, c := range reports {
		t.Run(c.ID, func(t *testing.T) {
			file, err := fixtures.ReadFile(path.Join("reports", c.Input))
			if err != nil {
				t.Fatal(err)
			}
			first, err := npy.Read(bytes.NewReader(file), npy.Options{File: c.Input})
			if err != nil {
				t.Fatal(err)
			}
			a := first
			for n, op := range c.Ops {
				if a, err = report(t, a, op); err != nil {
					if c.Want.Result != "refuse" || c.Want.At != fmt.Sprintf("op:%d", n) {
						t.Fatalf("%s: operation %d: %v", c.Words, n, err)
					}
					return
				}
			}
			checkReport(t, c, first, a)
		})
	}
}

// report does one operation of a report.
func report(t *testing.T, a *ndarray.Array, op fixtures.ReportOp) (*ndarray.Array, error) {
	t.Helper()
	step := fixtures.Step{Op: op.Op, Axes: op.Axes, Axis: op.Dim, Size: op.Size, Step: op.Step, Shape: op.Shape, Offset: op.Offset, At: op.Spec, Order: op.Order, Name: op.Name}
	switch op.Op {
	case "load", "save":
		return a, nil
	case "reshape", "expand":
		step.Shape = op.To
	case "as_strided":
		for _, s := range op.Strides {
			if int64(int(s)) != s {
				t.Skip("the strides need 64-bit integers")
			}
			step.Strides = append(step.Strides, int(s))
		}
	case "assign", "add_inplace":
		return a, write(a, op)
	}
	return take(a, step)
}

// write assigns one part of a to another, or adds it.
func write(a *ndarray.Array, op fixtures.ReportOp) error {
	dst, err := take(a, fixtures.Step{Op: "slice", At: op.Dst})
	if err != nil {
		return err
	}
	src, err := take(a, fixtures.Step{Op: "slice", At: op.Src})
	if err != nil {
		return err
	}
	if op.SrcTranspose {
		src = src.Transpose()
	}
	if op.Op == "assign" {
		return ndarray.Copy(dst, src)
	}
	_, err = ops.Add(dst, dst, src)
	return err
}

func checkReport(t *testing.T, c fixtures.Report, first, a *ndarray.Array) {
	t.Helper()
	want := c.Want
	switch want.Result {
	case "refuse":
		t.Fatalf("%s: gives %s, want a refusal: %s", c.Words, a, want.Why)
	case "file":
		var file bytes.Buffer
		if err := npy.Write(&file, a); err != nil {
			t.Fatal(err)
		}
		if got := sha256.Sum256(file.Bytes()); hex.EncodeToString(got[:]) != want.File {
			t.Errorf("%s: writes\n\t%q", c.Words, file.Bytes())
		}
		return
	}
	if dt, err := dtype.Parse(want.Descr); err != nil || a.DType() != dt {
		t.Errorf("%s: dtype %s, want %s", c.Words, a.DType(), want.Descr)
	}
	if !slices.Equal(a.Shape(), want.Shape) {
		t.Fatalf("%s: shape %v, want %v", c.Words, a.Shape(), want.Shape)
	}
	if want.Strides != nil && !a.Layout().Equal(layout.Layout{Shape: want.Shape, Strides: want.Strides, Offset: a.Offset()}) {
		t.Errorf("%s: strides %v, want %v", c.Words, a.Strides(), want.Strides)
	}
	if want.Offset != nil && a.Len() > 0 && a.Offset() != *want.Offset {
		t.Errorf("%s: offset %d, want %d", c.Words, a.Offset(), *want.Offset)
	}
	if want.Alias != nil && a.SameStorage(first) != *want.Alias {
		t.Errorf("%s: shares the storage: %v, want %v", c.Words, a.SameStorage(first), *want.Alias)
	}
	if got := sha256.Sum256(packed(t, a)); hex.EncodeToString(got[:]) != want.SHA {
		t.Errorf("%s: elements differ", c.Words)
	}
}
