package dtype_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"pgregory.net/rapid"
)

func TestSwapRuns(t *testing.T) {
	for _, c := range []struct {
		descr string
		want  []dtype.SwapRun
	}{
		{"'|u1'", nil}, {"'|S5'", nil}, {"'|V4'", nil}, {"'<U0'", nil}, {"[]", nil},
		{"'<i2'", []dtype.SwapRun{{0, 2, 1}}},
		{"'>f16'", []dtype.SwapRun{{0, 16, 1}}},
		{"'<c16'", []dtype.SwapRun{{0, 8, 2}}},
		{"'<U3'", []dtype.SwapRun{{0, 4, 3}}},
		{"'<M8[s]'", []dtype.SwapRun{{0, 8, 1}}},
		{"[('a', '<f4'), ('b', '>f4'), ('c', '<c8')]", []dtype.SwapRun{{0, 4, 4}}},
		{"[('a', '|b1'), ('b', '<i4', (2, 3)), ('', '|V3'), ('c', '<i4')]", []dtype.SwapRun{{1, 4, 6}, {28, 4, 1}}},
		{"[('a', [('x', '<i2'), ('y', '|i1')], (2,)), ('b', ('<i2', (2,)), (2,))]", []dtype.SwapRun{{0, 2, 1}, {3, 2, 1}, {6, 2, 4}}},
		{"[('a', [('x', '|i1')], (2147483647,))]", nil},
		{"[('a', '<i2', (0,)), ('b', '<i2')]", []dtype.SwapRun{{0, 2, 1}}},
	} {
		if d := cmp.Diff(c.want, mustType(t, c.descr).SwapRuns()); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.descr, d)
		}
	}
}

func TestSwapBetween(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     []dtype.SwapRun
		ok       bool
	}{
		{"'<f8'", "'<f8'", nil, true},
		{"'<f8'", "'>f8'", []dtype.SwapRun{{0, 8, 1}}, true},
		{"'<f8'", "'>i8'", nil, false},
		{"'<M8[s]'", "'>M8[ms]'", nil, false},
		{"[('a', '<i2'), ('b', '>i2')]", "[('a', '>i2'), ('b', '>i2')]", []dtype.SwapRun{{0, 2, 1}}, true},
		{"[('a', '<i2'), ('b', '>i2')]", "[('a', '>i2'), ('b', '<i2')]", []dtype.SwapRun{{0, 2, 2}}, true},
		{"[('a', '<i2')]", "[('b', '>i2')]", nil, false},
		{"[('a', [('x', '<i2')], 2)]", "[('a', [('x', '>i2')], 2)]", []dtype.SwapRun{{0, 2, 2}}, true},
	} {
		runs, ok := dtype.SwapBetween(mustType(t, c.from), mustType(t, c.to))
		if d := cmp.Diff(c.want, runs); d != "" || ok != c.ok {
			t.Errorf("%s to %s: %v (-want +got):\n%s", c.from, c.to, ok, d)
		}
	}
}

func TestOrder(t *testing.T) {
	const mixed, big, little = "[('a', '<i2'), ('', '|V2'), (('t', 'b'), [('x', '>U2')], (2,)), ('c', '|S3')]",
		"[('a', '>i2'), ('', '|V2'), (('t', 'b'), [('x', '>U2')], (2,)), ('c', '|S3')]",
		"[('a', '<i2'), ('', '|V2'), (('t', 'b'), [('x', '<U2')], (2,)), ('c', '|S3')]"
	dt := mustType(t, mixed)
	if got := dt.WithOrder(dtype.Big).Descr(); got != big {
		t.Errorf("big: %s", got)
	}
	if got := dt.WithOrder(dtype.Little).Descr(); got != little {
		t.Errorf("little: %s", got)
	}
	if !dt.Swapped() || dt.Native().Swapped() || dt.Native() != dt.WithOrder(dtype.NativeOrder) {
		t.Error("Swapped or Native is wrong")
	}
	packed := "[('a', '<i2'), (('t', 'b'), [('x', '<U2')], (2,)), ('c', '|S3')]"
	if got := dt.Packed(); got != mustType(t, native(packed)) || got.ItemSize() != 21 {
		t.Errorf("packed: %s", got.Descr())
	}
	if c, err := mustType(t, "'>c16'").Component(); err != nil || c.Descr() != "'>f8'" {
		t.Errorf("Component: %s, %v", c, err)
	}
	if _, err := dtype.Float64.Component(); !errors.Is(err, dtype.ErrKind) {
		t.Errorf("Component of float64: %v", err)
	}
}

// fieldGen draws the fields of a record that is well formed.
func fieldGen(t *rapid.T, depth int) ([]dtype.Field, int) {
	scalars := []dtype.Type{dtype.Bool, dtype.Int16, dtype.Float64.WithOrder(dtype.Big), dtype.UnicodeOf(2), dtype.BytesOf(0), dtype.Complex64.WithOrder(dtype.Little), dtype.VoidOf(3)}
	offset := 0
	var fields []dtype.Field
	for i := range rapid.IntRange(0, 4).Draw(t, "fields") {
		offset += rapid.IntRange(0, 3).Draw(t, "gap")
		f := dtype.Field{Name: string(rune('a' + i)), Offset: offset, Type: rapid.SampledFrom(scalars).Draw(t, "type")}
		if depth < 2 && rapid.Bool().Draw(t, "nested") {
			inner, size := fieldGen(t, depth+1)
			f.Type, _ = dtype.NewRecord(inner, size)
		}
		if rapid.Bool().Draw(t, "sub-array") && f.Type.ItemSize() > 0 {
			f.Shape = rapid.SliceOfN(rapid.IntRange(1, 3), 1, 2).Draw(t, "shape")
		}
		if rapid.Bool().Draw(t, "titled") {
			f.Title = string(rune('A' + i))
		}
		fields = append(fields, f)
		offset += f.NumBytes()
	}
	return fields, offset + rapid.IntRange(0, 3).Draw(t, "tail")
}

// swap reverses runs of an item.
func swap(item []byte, runs []dtype.SwapRun) []byte {
	item = slices.Clone(item)
	for _, r := range runs {
		for i := range r.Count {
			slices.Reverse(item[r.Offset+i*r.Width:][:r.Width])
		}
	}
	return item
}

// TestRecordProperties checks records of random fields: text and fields come
// back as they were, and runs swap what they should.
func TestRecordProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fields, size := fieldGen(t, 0)
		dt, err := dtype.NewRecord(fields, size)
		if err != nil {
			t.Fatal(err)
		}
		got := dt.Fields()
		if len(got) != len(fields) || dt.ItemSize() != size {
			t.Fatalf("%s: %d fields, %d bytes; want %d, %d", dt.Descr(), len(got), dt.ItemSize(), len(fields), size)
		}
		for i, f := range fields {
			if g := got[i]; g.Name != f.Name || g.Title != f.Title || g.Offset != f.Offset || g.Type != f.Type || !slices.Equal(g.Shape, f.Shape) {
				t.Fatalf("field %d of %s is %v, want %v", i, dt.Descr(), g, f)
			}
		}
		again, err := dtype.Parse(dt.Descr())
		if err != nil || again != dt {
			t.Fatalf("%s reads back as %s, %v", dt.Descr(), again.Descr(), err)
		}
		// Each byte knows its place: swapping to big and then to little order is
		// swapping all runs, whatever the order was.
		item := make([]byte, size)
		for i := range item {
			item[i] = byte(i)
		}
		big, little := dt.WithOrder(dtype.Big), dt.WithOrder(dtype.Little)
		toBig, ok1 := dtype.SwapBetween(dt, big)
		toLittle, ok2 := dtype.SwapBetween(dt, little)
		if !ok1 || !ok2 {
			t.Fatalf("SwapBetween the orders of %s refuses", dt.Descr())
		}
		if a, b := swap(swap(item, toBig), dt.SwapRuns()), swap(item, toLittle); !slices.Equal(a, b) {
			t.Fatalf("%s: big then all runs %v, little %v", dt.Descr(), a, b)
		}
		swapped := 0
		for _, r := range dt.SwapRuns() {
			swapped += r.Width * r.Count
		}
		if want := swappedBytes(dt); swapped != want {
			t.Fatalf("%s: runs of %d bytes, want %d", dt.Descr(), swapped, want)
		}
	})
}

// swappedBytes counts the bytes of an item that have a byte order.
func swappedBytes(dt dtype.Type) int {
	if dt.Kind() != dtype.KindRecord {
		if dt.ByteOrder() == dtype.NoOrder {
			return 0
		}
		return dt.ItemSize()
	}
	n := 0
	for _, f := range dt.Fields() {
		if f.Type.ItemSize() > 0 {
			n += f.NumBytes() / f.Type.ItemSize() * swappedBytes(f.Type)
		}
	}
	return n
}

func TestNewRecordErrors(t *testing.T) {
	i4 := dtype.Int32
	for name, c := range map[string]struct {
		fields []dtype.Field
		size   int
	}{
		"overlap":        {[]dtype.Field{{Name: "a", Type: i4}, {Name: "b", Offset: 3, Type: i4}}, 8},
		"out of order":   {[]dtype.Field{{Name: "a", Offset: 4, Type: i4}, {Name: "b", Type: i4}}, 8},
		"negative":       {[]dtype.Field{{Name: "a", Offset: -1, Type: i4}}, 8},
		"outside":        {[]dtype.Field{{Name: "a", Offset: 5, Type: i4}}, 8},
		"far outside":    {[]dtype.Field{{Name: "a", Offset: math.MaxInt, Type: i4}}, 8},
		"same name":      {[]dtype.Field{{Name: "a", Type: i4}, {Name: "a", Offset: 4, Type: i4}}, 8},
		"title is name":  {[]dtype.Field{{Name: "a", Type: i4}, {Name: "b", Title: "a", Offset: 4, Type: i4}}, 8},
		"no type":        {[]dtype.Field{{Name: "a"}}, 8},
		"padding":        {[]dtype.Field{{Type: dtype.VoidOf(4)}}, 8},
		"unnamed shape":  {[]dtype.Field{{Type: i4, Shape: []int{2}}}, 8},
		"negative shape": {[]dtype.Field{{Name: "a", Type: i4, Shape: []int{-1, -1}}}, 8},
		"huge shape":     {[]dtype.Field{{Name: "a", Type: i4, Shape: []int{1 << 30, 1 << 30, 1 << 30}}}, 8},
		"negative size":  {nil, -1},
	} {
		if dt, err := dtype.NewRecord(c.fields, c.size); !errors.Is(err, dtype.ErrDescr) {
			t.Errorf("%s: %s, %v; want ErrDescr", name, dt, err)
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{dtype.Little.String() + dtype.Big.String() + dtype.NoOrder.String(), "<>|"},
		{dtype.Little.Other().String() + dtype.Big.Other().String() + dtype.NoOrder.Other().String(), "><|"},
		{dtype.SameKind.String(), "same_kind"},
		{dtype.Unit{}.String(), "generic"}, {dtype.Unit{Base: dtype.Day}.String(), "D"}, {dtype.Unit{Num: 25, Base: dtype.Second}.String(), "25s"},
		{dtype.DatetimeOf(dtype.Unit{Base: dtype.Day}).Unit().String(), "D"},
		{dtype.Type{}.String(), "invalid"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	if (dtype.Type{}).Valid() || dtype.CanCast(dtype.Type{}, dtype.Float64, dtype.Unsafe) {
		t.Error("the zero Type is valid")
	}
}

func TestConstructorsPanic(t *testing.T) {
	for name, f := range map[string]func(){
		"BytesOf":   func() { dtype.BytesOf(-1) },
		"VoidOf":    func() { dtype.VoidOf(-1) },
		"UnicodeOf": func() { dtype.UnicodeOf(dtype.MaxItemSize/4 + 1) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

func TestOf(t *testing.T) {
	for name, c := range map[string]struct{ got, want dtype.Type }{
		"bool": {dtype.Of[bool](), dtype.Bool}, "int8": {dtype.Of[int8](), dtype.Int8}, "int16": {dtype.Of[int16](), dtype.Int16},
		"int32": {dtype.Of[int32](), dtype.Int32}, "int64": {dtype.Of[int64](), dtype.Int64}, "uint8": {dtype.Of[uint8](), dtype.Uint8},
		"uint16": {dtype.Of[uint16](), dtype.Uint16}, "uint32": {dtype.Of[uint32](), dtype.Uint32}, "uint64": {dtype.Of[uint64](), dtype.Uint64},
		"float32": {dtype.Of[float32](), dtype.Float32}, "float64": {dtype.Of[float64](), dtype.Float64},
		"complex64": {dtype.Of[complex64](), dtype.Complex64}, "complex128": {dtype.Of[complex128](), dtype.Complex128},
		"float16": {dtype.Of[dtype.Half](), dtype.Float16}, "bfloat16": {dtype.Of[dtype.BHalf](), dtype.BFloat16},
	} {
		if c.got != c.want || c.got.String() != name {
			t.Errorf("Of[%s]() = %s", name, c.got)
		}
	}
}

// TestML checks the types of ml_dtypes, which no table has.
func TestML(t *testing.T) {
	for _, c := range []struct {
		dt    dtype.Type
		descr string
	}{
		{dtype.BFloat16.WithOrder(dtype.Little), "'<V2'"},
		{dtype.Float8E4M3, "'" + dtype.NativeOrder.String() + "V1'"},
		{dtype.Float8E5M2, "'" + dtype.NativeOrder.String() + "f1'"},
	} {
		if c.dt.Descr() != c.descr {
			t.Errorf("%s has descr %s, want %s", c.dt, c.dt.Descr(), c.descr)
		}
	}
	for _, c := range []struct{ a, b, want dtype.Type }{
		{dtype.BFloat16, dtype.BFloat16.WithOrder(dtype.NativeOrder.Other()), dtype.BFloat16},
		{dtype.BFloat16, dtype.Int8, dtype.BFloat16}, {dtype.Bool, dtype.Float8E4M3, dtype.Float8E4M3},
		{dtype.BFloat16, dtype.Float32, dtype.Float32}, {dtype.Complex64, dtype.Float8E5M2, dtype.Complex64},
		{dtype.BFloat16, dtype.Float16, dtype.Type{}}, {dtype.BFloat16, dtype.Int32, dtype.Type{}}, {dtype.BFloat16, dtype.Float8E4M3, dtype.Type{}},
		{dtype.BFloat16, dtype.BytesOf(3), dtype.Type{}},
	} {
		for _, pair := range [][2]dtype.Type{{c.a, c.b}, {c.b, c.a}} {
			if got, err := dtype.Promote(pair[0], pair[1]); got != c.want || (err == nil) != c.want.Valid() {
				t.Errorf("Promote(%s, %s) = %s, %v; want %s", pair[0], pair[1], got, err, c.want)
			}
		}
	}
	for _, c := range []struct {
		from, to dtype.Type
		rule     dtype.Casting
	}{
		{dtype.BFloat16, dtype.BFloat16, dtype.No}, {dtype.BFloat16, dtype.Float32, dtype.Safe}, {dtype.Int8, dtype.BFloat16, dtype.Safe},
		{dtype.Float32, dtype.BFloat16, dtype.SameKind}, {dtype.Int32, dtype.Float8E5M2, dtype.SameKind}, {dtype.BFloat16, dtype.Int32, dtype.Unsafe},
		{dtype.BFloat16, dtype.VoidOf(2), dtype.Safe}, {dtype.BytesOf(2), dtype.BFloat16, dtype.Unsafe},
	} {
		if !dtype.CanCast(c.from, c.to, c.rule) || c.rule > dtype.No && dtype.CanCast(c.from, c.to, c.rule-1) {
			t.Errorf("CanCast(%s, %s) does not begin at %s", c.from, c.to, c.rule)
		}
	}
	if got, err := dtype.PromoteWeak(dtype.BFloat16, dtype.WeakFloat); err != nil || got != dtype.BFloat16 {
		t.Errorf("PromoteWeak(bfloat16, float) = %s, %v", got, err)
	}
}
