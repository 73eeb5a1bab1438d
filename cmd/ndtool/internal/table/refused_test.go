package table

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
)

// TestRefused writes arrays that a file of some hundred bytes may declare and that
// would take for ever or all memory as text.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		dtype string
		shape []int
		want  string
	}{
		{"S0", []int{1 << 30}, "1073741824 items of no bytes"},
		{"S0", []int{3, 1 << 28}, "805306368 items of no bytes"},
		{"[('a', '|i1', (2147483647,))]", []int{0}, "records of more than 131072 columns"},
		{"[('a', [('b', '|V1', (400,)), ('c', '|i1')], (400,))]", []int{0}, "records of more than 131072 columns"},
		{"i4", []int{2, 2, 2}, "3 axes"},
	} {
		a, err := ndarray.New(parse(t, c.dtype), c.shape...)
		if err != nil {
			t.Fatal(err)
		}
		if err := Write(io.Discard, a, WriteOptions{Delimiter: ","}); !errors.Is(err, ErrShape) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s of shape %v: %v, want %s", c.dtype, c.shape, err, c.want)
		}
	}
}

// TestManyFields writes records of thousands of fields, whose dtype must not be read
// anew for each.
func TestManyFields(t *testing.T) {
	const n = 20_000
	var descr strings.Builder
	for i := range n {
		fmt.Fprintf(&descr, "('f%d', '|u1'), ", i)
	}
	a, err := ndarray.New(parse(t, "["+strings.TrimSuffix(descr.String(), ", ")+"]"), 1)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := Write(&text, a, WriteOptions{Delimiter: ","}); err != nil {
		t.Fatal(err)
	}
	if want := strings.Repeat("0,", n-1) + "0\n"; text.String() != want {
		t.Errorf("%.60q…, want %.60q…", text.String(), want)
	}
}
