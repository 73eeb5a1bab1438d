package arrowtensor_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/arrow/tensor"
	"pgregory.net/rapid"

	"github.com/ndtool/ndtool/arrowtensor"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

var types = []dtype.Type{dtype.Int8, dtype.Int16, dtype.Int32, dtype.Int64, dtype.Uint8, dtype.Uint16, dtype.Uint32, dtype.Uint64, dtype.Float32, dtype.Float64}

func text(a *ndarray.Array) string {
	return ndarray.Repr(a, ndarray.FormatOptions{Threshold: -1})
}

// drawView draws an array and takes a view of it by random steps.
func drawView(r *rapid.T) *ndarray.Array {
	dt := rapid.SampledFrom(types).Draw(r, "dtype")
	if rapid.IntRange(0, 4).Draw(r, "swapped") == 0 {
		dt = dt.WithOrder(dtype.NativeOrder.Other())
	}
	shape := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 4).Draw(r, "shape")
	n, err := layout.Size(shape)
	if err != nil {
		r.Fatal(err)
	}
	shift := rapid.SampledFrom([]int{0, 0, 1}).Draw(r, "shift")
	room, err := ndarray.New(dtype.Uint8, n*dt.ItemSize()+shift)
	if err != nil {
		r.Fatal(err)
	}
	b, _ := room.Bytes()
	for i := range b {
		b[i] = byte(i*37) & 0x3F // no NaN
	}
	l, err := layout.New(dt.ItemSize(), layout.C, shape...)
	if err != nil {
		r.Fatal(err)
	}
	a, err := ndarray.FromBytes(b[shift:], dt, l)
	if err != nil {
		r.Fatal(err)
	}
	for range rapid.IntRange(0, 3).Draw(r, "steps") {
		next := a
		switch rapid.IntRange(0, 3).Draw(r, "step") {
		case 0:
			next = a.Transpose()
		case 1:
			if a.Rank() > 0 {
				next, err = a.Flip(0)
			}
		case 2:
			if a.Rank() > 0 {
				next, err = a.Slice(layout.From(rapid.IntRange(0, 2).Draw(r, "from")).By(2))
			}
		case 3:
			next, err = a.Expand(append([]int{2}, a.Shape()...)...)
		}
		if err != nil {
			r.Fatal(err)
		}
		a = next
	}
	return a
}

// TestRoundTrip makes tensors of views and arrays of the tensors: the elements
// are the same, and the memory where nothing was copied.
func TestRoundTrip(t *testing.T) {
	kept, packed := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		a := drawView(r)
		tensor, copied, err := arrowtensor.Tensor(a)
		if err != nil {
			r.Fatal(err)
		}
		defer tensor.Release()
		if fmt.Sprint(tensor.Shape()) != fmt.Sprint(a.Shape()) || tensor.Len() != a.Len() {
			r.Fatalf("shape %v, want %v", tensor.Shape(), a.Shape())
		}
		back, err := arrowtensor.Array(tensor)
		if err != nil {
			r.Fatal(err)
		}
		native, err := a.Native()
		if err != nil {
			r.Fatal(err)
		}
		if text(back) != text(native) {
			r.Fatalf("%s, want %s", text(back), text(native))
		}
		if !back.ReadOnly() {
			r.Fatal("the array over a tensor is writable")
		}
		for index := range indices(a.Shape()) {
			if got, want := value(tensor, index), element(r, native, index); got != want {
				r.Fatalf("element %v is %s, want %s", index, got, want)
			}
		}
		if a.Len() == 0 {
			return
		}
		must := a.DType().Swapped()
		for axis, stride := range a.Strides() {
			must = must || a.Dim(axis) > 1 && stride < 0
		}
		if first, _ := a.Alignment(); first < a.ItemSize() {
			must = true
		}
		if copied != must {
			r.Fatalf("%s: copied is %t", a, copied)
		}
		if copied {
			packed++
			return
		}
		kept++
		storage, err := a.Storage().Acquire()
		if err != nil {
			r.Fatal(err)
		}
		before := text(back)
		for i := range storage {
			storage[i] ^= 0x15
		}
		if a.DType().ItemSize() > 0 && text(back) == before {
			r.Fatal("nothing was copied, and a write is not seen")
		}
	})
	if kept == 0 || packed == 0 {
		t.Errorf("%d kept and %d packed: the cases lack one kind", kept, packed)
	}
}

// indices yields every index of a shape.
func indices(shape []int) func(func([]int64) bool) {
	return func(yield func([]int64) bool) {
		n, _ := layout.Size(shape)
		for k := range n {
			index := make([]int64, len(shape))
			for axis := len(shape) - 1; axis >= 0; axis-- {
				index[axis] = int64(k % shape[axis])
				k /= shape[axis]
			}
			if !yield(index) {
				return
			}
		}
	}
}

// value is an element as the tensor gives it.
func value(t tensor.Interface, index []int64) string {
	switch t := t.(type) {
	case *tensor.Int8:
		return fmt.Sprint(t.Value(index))
	case *tensor.Int16:
		return fmt.Sprint(t.Value(index))
	case *tensor.Int32:
		return fmt.Sprint(t.Value(index))
	case *tensor.Int64:
		return fmt.Sprint(t.Value(index))
	case *tensor.Uint8:
		return fmt.Sprint(t.Value(index))
	case *tensor.Uint16:
		return fmt.Sprint(t.Value(index))
	case *tensor.Uint32:
		return fmt.Sprint(t.Value(index))
	case *tensor.Uint64:
		return fmt.Sprint(t.Value(index))
	case *tensor.Float32:
		return fmt.Sprint(t.Value(index))
	case *tensor.Float64:
		return fmt.Sprint(t.Value(index))
	}
	return fmt.Sprintf("a %T", t)
}

// element is an element of an array as package fmt prints it.
func element(r *rapid.T, a *ndarray.Array, index []int64) string {
	i := make([]int, len(index))
	for k := range index {
		i[k] = int(index[k])
	}
	switch a.DType() {
	case dtype.Float32:
		v, err := ndarray.As[float32](a)
		if err != nil {
			r.Fatal(err)
		}
		return fmt.Sprint(v.At(i...))
	case dtype.Float64:
		v, err := ndarray.As[float64](a)
		if err != nil {
			r.Fatal(err)
		}
		return fmt.Sprint(v.At(i...))
	}
	s, err := ndarray.FormatElement(a, i...)
	if err != nil {
		r.Fatal(err)
	}
	return s
}

func TestNames(t *testing.T) {
	a, err := ndarray.FromSlice([]int32{1, 2, 3, 4, 5, 6}, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	tensor, _, err := arrowtensor.Tensor(a.Transpose(), "x", "y")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(tensor.DimNames(), tensor.Strides(), tensor.IsColMajor(), tensor.IsRowMajor()); got != "[x y] [4 12] true false" {
		t.Error(got)
	}
	if _, _, err := arrowtensor.Tensor(a, "x"); !errors.Is(err, layout.ErrRank) {
		t.Errorf("one name for two axes: %v", err)
	}
	field, err := dtype.Parse("[('a', '<i4'), ('b', '|u1')]")
	if err != nil {
		t.Fatal(err)
	}
	records, err := ndarray.New(field, 3)
	if err != nil {
		t.Fatal(err)
	}
	column, err := records.Field("a")
	if err != nil {
		t.Fatal(err)
	}
	if _, copied, err := arrowtensor.Tensor(column); err != nil || !copied {
		t.Errorf("items 5 bytes apart: copied %t, %v", copied, err)
	}
}

func TestRefusals(t *testing.T) {
	for _, dt := range []dtype.Type{dtype.Bool, dtype.Float16, dtype.BFloat16, dtype.Complex64, dtype.Complex128, dtype.LongDouble, dtype.UnicodeOf(3), dtype.VoidOf(4), dtype.DatetimeOf(dtype.Unit{Num: 1, Base: dtype.Millisecond})} {
		a, err := ndarray.New(dt, 2)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := arrowtensor.Tensor(a); !errors.Is(err, arrowtensor.ErrDType) || !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: %v", dt, err)
		}
	}
	data := func(dt arrow.DataType, n, nulls, offset int) arrow.ArrayData {
		return array.NewData(dt, n, []*memory.Buffer{nil, memory.NewBufferBytes(make([]byte, 64))}, nil, nulls, offset)
	}
	for _, c := range []struct {
		name string
		t    tensor.Interface
		kind error
	}{
		{"date32", tensor.New(data(arrow.FixedWidthTypes.Date32, 4, 0, 0), []int64{4}, nil, nil), arrowtensor.ErrDType},
		{"missing values", tensor.New(data(arrow.PrimitiveTypes.Int64, 4, 1, 0), []int64{4}, nil, nil), arrowtensor.ErrNulls},
		{"shape beyond the data", tensor.New(data(arrow.PrimitiveTypes.Int64, 4, 0, 0), []int64{5}, nil, nil), layout.ErrBounds},
		{"strides beyond the data", tensor.New(data(arrow.PrimitiveTypes.Int64, 4, 0, 0), []int64{2, 2}, []int64{24, 8}, nil), layout.ErrBounds},
		{"stride below 0", tensor.New(data(arrow.PrimitiveTypes.Int64, 4, 0, 0), []int64{4}, []int64{-8}, nil), layout.ErrBounds},
		{"size below 0", tensor.New(data(arrow.PrimitiveTypes.Int64, 4, 0, 0), []int64{-4}, []int64{8}, nil), layout.ErrShape},
		{"sizes that overflow", tensor.New(data(arrow.PrimitiveTypes.Int64, 4, 0, 0), []int64{1 << 31, 1 << 31, 1 << 31}, []int64{0, 0, 0}, nil), layout.ErrOverflow},
		{"too many axes", tensor.New(data(arrow.PrimitiveTypes.Int64, 4, 0, 0), make([]int64, 65), make([]int64, 65), nil), layout.ErrRank},
		{"fewer strides", tensor.New(data(arrow.PrimitiveTypes.Int64, 4, 0, 0), []int64{2, 2}, []int64{8}, nil), layout.ErrRank},
	} {
		if _, err := arrowtensor.Array(c.t); !errors.Is(err, c.kind) {
			t.Errorf("%s: %v, want %v", c.name, err, c.kind)
		}
	}
	part, err := arrowtensor.Array(tensor.New(data(arrow.PrimitiveTypes.Int64, 3, 0, 2), []int64{3}, nil, nil))
	if err != nil || part.Len() != 3 {
		t.Errorf("data that begin inside the buffer: %v, %v", part, err)
	}
	dates, err := arrowtensor.Array(tensor.New(data(arrow.FixedWidthTypes.Date64, 2, 0, 0), []int64{2}, nil, nil))
	if err != nil || ndarray.Format(dates, ndarray.FormatOptions{}) != "['1970-01-01T00:00:00.000' '1970-01-01T00:00:00.000']" {
		t.Errorf("date64: %v, %v", dates, err)
	}
	gone := tensor.New(data(arrow.PrimitiveTypes.Int64, 4, 0, 0), []int64{4}, nil, nil)
	gone.Release()
	if _, err := arrowtensor.Array(gone); !errors.Is(err, arrowtensor.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
}

func Example() {
	a, err := ndarray.FromSlice([]float64{1, 2, 3, 4, 5, 6}, 2, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	t, copied, err := arrowtensor.Tensor(a.Transpose(), "column", "row")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer t.Release()
	fmt.Println(t.DataType(), t.Shape(), t.Strides(), t.DimNames(), "copied:", copied)
	back, err := arrowtensor.Array(t)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ndarray.Format(back, ndarray.FormatOptions{}))
	// Output:
	// float64 [3 2] [8 24] [column row] copied: false
	// [[1. 4.]
	//  [2. 5.]
	//  [3. 6.]]
}
