package ndarray

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

func TestFieldView(t *testing.T) {
	dt, err := dtype.Parse("[('a', '<i4'), ('b', '|S3', (2, 2)), ('c', [('x', '>f8')])]")
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(dt, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range dt.Fields() {
		want, err := a.Transpose().Field(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := a.Transpose().FieldView(f)
		if err != nil {
			t.Fatal(err)
		}
		if got.DType() != want.DType() || !got.SameStorage(a) || !cmp.Equal(got.Layout(), want.Layout()) {
			t.Errorf("field %s is %v, want %v", f.Name, got, want)
		}
	}
	for _, c := range []struct {
		name  string
		field dtype.Field
		want  error
	}{
		{"behind the item", dtype.Field{Offset: dt.ItemSize() - 3, Type: dtype.Int32}, layout.ErrBounds},
		{"before the item", dtype.Field{Offset: -1, Type: dtype.Int8}, layout.ErrBounds},
		{"larger than the item", dtype.Field{Type: dtype.Int8, Shape: []int{dt.ItemSize() + 1}}, layout.ErrBounds},
		{"of a negative size", dtype.Field{Type: dtype.Int8, Shape: []int{-1}}, layout.ErrShape},
		{"of a size past all bounds", dtype.Field{Type: dtype.Int64, Shape: []int{1 << 30, 1 << 30, 1 << 30}}, layout.ErrOverflow},
		{"of objects", dtype.Field{Type: dtype.Object}, dtype.ErrObject},
		{"of no type", dtype.Field{}, ErrDType},
	} {
		if _, err := a.FieldView(c.field); !errors.Is(err, c.want) {
			t.Errorf("a field %s: %v, want %v", c.name, err, c.want)
		}
	}
}
