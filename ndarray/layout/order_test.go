package layout

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOrders compares with the axis orders that NumPy chose for the results of
// concatenate, copy and elementwise functions, written by testdata/korder.py.
func TestOrders(t *testing.T) {
	file, err := os.Open("testdata/korder.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n := map[string]int{}
	for sc := bufio.NewScanner(file); sc.Scan(); {
		var row struct {
			Kind          string
			Shape, Result []int
			Operands      [][]int
			Axis          int
		}
		if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		ls := make([]Layout, len(row.Operands))
		for k, strides := range row.Operands {
			ls[k] = Layout{Shape: row.Shape, Strides: strides}
		}
		shape := append([]int{}, row.Shape...)
		var axes []int
		switch row.Kind {
		case "concat":
			axes = KOrder(ls...)
			shape[row.Axis] *= len(ls)
		case "copy":
			axes = ls[0].CopyOrder()
		case "walk":
			axes = WalkOrder(ls...)
		}
		got, err := NewOrdered(8, axes, shape...)
		if err != nil {
			t.Fatal(err)
		}
		n[row.Kind]++
		if d := cmp.Diff(freeStrides(shape, row.Result), freeStrides(shape, got.Strides)); d != "" {
			t.Errorf("%s\nstrides (-NumPy +got):\n%s", sc.Text(), d)
		}
	}
	for _, kind := range []string{"concat", "copy", "walk"} {
		if n[kind] < 1000 {
			t.Errorf("%d rows on %s; expected 1000", n[kind], kind)
		}
	}
}
