package dtype_test

import (
	"errors"
	"fmt"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

func ExampleParse() {
	for _, name := range []string{"half", "<f8", ">M8[25s]", "i4,(2,3)f4", "bfloat16"} {
		dt, err := dtype.Parse(name)
		fmt.Println(dt.WithOrder(dtype.Little).Descr(), dt.ItemSize(), err)
	}
	// Output:
	// '<f2' 2 <nil>
	// '<f8' 8 <nil>
	// '<M8[25s]' 8 <nil>
	// [('f0', '<i4'), ('f1', '<f4', (2, 3))] 28 <nil>
	// '<V2' 2 <nil>
}

func ExampleParse_object() {
	dt, err := dtype.Parse("[('id', '<i8'), ('name', 'O')]")
	fmt.Println(dt.HasObject(), errors.Is(err, errors.ErrUnsupported))
	// Output: true true
}

func ExampleNewRecord() {
	rgb, _ := dtype.NewRecord([]dtype.Field{
		{Name: "r", Offset: 0, Type: dtype.Uint8},
		{Name: "g", Offset: 1, Type: dtype.Uint8},
		{Name: "b", Offset: 2, Type: dtype.Uint8},
	}, 4) // one byte of padding
	pixel, _ := dtype.NewRecord([]dtype.Field{
		{Name: "color", Type: rgb},
		{Name: "weights", Offset: 4, Type: dtype.Uint8, Shape: []int{2, 2}},
	}, 8)
	fmt.Println(pixel.Descr())
	fmt.Println(pixel.Packed().Descr())
	// Output:
	// [('color', [('r', '|u1'), ('g', '|u1'), ('b', '|u1'), ('', '|V1')]), ('weights', '|u1', (2, 2))]
	// [('color', [('r', '|u1'), ('g', '|u1'), ('b', '|u1')]), ('weights', '|u1', (2, 2))]
}

func ExampleType_Fields() {
	dt, _ := dtype.Parse("[('x', '<f4'), ('', '|V4'), (('position', 'p'), '<i2', (3,))]")
	for _, f := range dt.Fields() {
		fmt.Println(f.Name, f.Title, f.Offset, f.Type.Str(), f.Shape)
	}
	// Output:
	// x  0 <f4 []
	// p position 8 <i2 [3]
}

func ExamplePromote() {
	for _, pair := range [][2]dtype.Type{
		{dtype.Int8, dtype.Uint8},
		{dtype.Int64, dtype.Uint64},
		{dtype.Int16, dtype.Float16},
		{dtype.Float32, dtype.Complex64},
		{dtype.DatetimeOf(dtype.Unit{Num: 3, Base: dtype.Hour}), dtype.TimedeltaOf(dtype.Unit{Num: 25, Base: dtype.Minute})},
	} {
		dt, err := dtype.Promote(pair[0], pair[1])
		fmt.Println(pair[0], "+", pair[1], "=", dt, err)
	}
	// Output:
	// int8 + uint8 = int16 <nil>
	// int64 + uint64 = float64 <nil>
	// int16 + float16 = float32 <nil>
	// float32 + complex64 = complex64 <nil>
	// datetime64[3h] + timedelta64[25m] = datetime64[5m] <nil>
}

func ExamplePromoteWeak() {
	a, _ := dtype.PromoteWeak(dtype.Float32, dtype.WeakFloat)
	b, _ := dtype.PromoteWeak(dtype.Int32, dtype.WeakFloat)
	fmt.Println(a, b)
	// Output: float32 float64
}

func ExampleCanCast() {
	fmt.Println(dtype.CanCast(dtype.Int32, dtype.Float64, dtype.Safe))
	fmt.Println(dtype.CanCast(dtype.Float64, dtype.Float32, dtype.Safe))
	fmt.Println(dtype.CanCast(dtype.Float64, dtype.Float32, dtype.SameKind))
	// Output:
	// true
	// false
	// true
}

func ExampleType_SwapRuns() {
	dt, _ := dtype.Parse("[('a', '|i1'), ('b', '<f4', (3,)), ('c', '<c16')]")
	fmt.Println(dt.SwapRuns())
	// Output: [{1 4 3} {13 8 2}]
}

func ExampleSwapBetween() {
	runs, ok := dtype.SwapBetween(dtype.Complex64.WithOrder(dtype.Big), dtype.Complex64.WithOrder(dtype.Little))
	fmt.Println(runs, ok)
	// Output: [{0 4 2}] true
}

func ExampleHalf() {
	h := dtype.HalfOf(0.1)
	fmt.Printf("%#04x %g\n", uint16(h), h.Float32())
	// Output: 0x2e66 0.099975586
}
