package dtype_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ndtool/ndtool/internal/pyliteral"
	"github.com/ndtool/ndtool/ndarray/dtype"
)

// read decodes a file of testdata.
func read(t testing.TB, name string, to any) {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(native(string(b))), to); err != nil {
		t.Fatal(name, err)
	}
}

// native turns a table made on a little-endian machine into what NumPy would
// give on this one: all rules are symmetric in the byte orders.
func native(s string) string {
	if dtype.NativeOrder == dtype.Little {
		return s
	}
	return strings.NewReplacer("<", ">", ">", "<").Replace(s)
}

// fromText reads a descr as it stands in a header.
func fromText(text string) (dtype.Type, error) {
	v, err := pyliteral.Parse(text, pyliteral.Options{})
	if err != nil {
		return dtype.Type{}, err
	}
	return dtype.FromLiteral(v)
}

// mustType reads a descr that is known to be good, with or without objects.
func mustType(t testing.TB, text string) dtype.Type {
	t.Helper()
	dt, err := fromText(text)
	if err != nil && !errors.Is(err, dtype.ErrObject) {
		t.Fatal(text, err)
	}
	return dt
}

// answer is a row of descrs.jsonl.
type answer struct {
	Descr, Str, String string
	Size               int
}

func TestDescrs(t *testing.T) {
	f, err := os.Open("testdata/descrs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	accepted, refused := 0, 0
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var row [5]any
		if err := json.Unmarshal([]byte(native(sc.Text())), &row); err != nil {
			t.Fatal(err)
		}
		text := row[0].(string)
		dt, err := fromText(text)
		if row[1] == nil {
			refused++
			if err == nil {
				t.Errorf("%s is read as %s, want it refused", text, dt)
			} else if !errors.Is(err, dtype.ErrDescr) {
				t.Errorf("%s: error %v is no ErrDescr", text, err)
			}
			continue
		}
		accepted++
		want := answer{row[1].(string), row[2].(string), row[3].(string), int(row[4].(float64))}
		if object := strings.Contains(want.Descr, "'|O'"); object != errors.Is(err, dtype.ErrObject) || object != dt.HasObject() || err != nil && !object {
			t.Errorf("%s: %v, want %s", text, err, want.Descr)
			continue
		}
		got := answer{dt.Descr(), dt.Str(), dt.String(), dt.ItemSize()}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
		roundTrip(t, dt)
	}
	if accepted < 300 || refused < 200 {
		t.Errorf("%d accepted, %d refused: the fixture tests nothing", accepted, refused)
	}
}

// roundTrip checks what must hold for every type.
func roundTrip(t testing.TB, dt dtype.Type) {
	t.Helper()
	if got := mustType(t, dt.Descr()); got != dt {
		t.Errorf("%s reads back as %s", dt.Descr(), got.Descr())
	}
	if dt.WithOrder(dtype.NoOrder) != dt || dt.Native().Swapped() || dt.Native().ItemSize() != dt.ItemSize() {
		t.Errorf("%s: WithOrder or Native is wrong", dt.Descr())
	}
	if p := dt.Packed(); p.Packed() != p || p.Swapped() || p.ItemSize() > dt.ItemSize() {
		t.Errorf("%s: Packed gives %s", dt.Descr(), p.Descr())
	}
	fields := dt.Fields()
	if (fields == nil) != (dt.Kind() != dtype.KindRecord) {
		t.Errorf("%s has fields %v", dt.Descr(), fields)
	}
	if fields != nil {
		got, err := dtype.NewRecord(fields, dt.ItemSize())
		if err != nil || got != dt {
			t.Errorf("NewRecord of the fields of %s: %s, %v", dt.Descr(), got.Descr(), err)
		}
	}
	for _, f := range fields {
		if got, ok := dt.Field(f.Name); !ok || !cmp.Equal(got, f, cmp.Comparer(func(a, b dtype.Type) bool { return a == b }), cmp.AllowUnexported(dtype.Field{})) {
			t.Errorf("%s: Field(%q) = %v, want %v", dt.Descr(), f.Name, got, f)
		}
	}
}

func TestUnits(t *testing.T) {
	table := map[string]string{}
	read(t, "units.json", &table)
	if len(table) < 100 {
		t.Fatalf("%d divisors", len(table))
	}
	for text, want := range table {
		dt, err := dtype.Parse("M8[" + text + "]")
		wantType, _ := dtype.Parse("M8[" + want + "]")
		if err != nil || dt != wantType {
			t.Errorf("M8[%s] = %s, %v; want %s", text, dt, err, want)
		}
	}
	for base := dtype.Year; base <= dtype.Attosecond; base++ {
		for n := 2; n <= 60; n++ {
			text := dtype.Unit{Num: 1, Base: base}.String() + "/" + itoa(n)
			if _, err := dtype.Parse("M8[" + text + "]"); (err == nil) != (table[text] != "") {
				t.Errorf("M8[%s]: %v; NumPy gives %q", text, err, table[text])
			}
		}
	}
}

func itoa(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}

func TestParse(t *testing.T) {
	swap := func(dt dtype.Type) dtype.Type { return dt.WithOrder(dtype.NativeOrder.Other()) }
	for _, c := range []struct {
		text string
		want dtype.Type
	}{
		{"float32", dtype.Float32}, {"f4", dtype.Float32}, {"single", dtype.Float32}, {" half\n", dtype.Float16},
		{"double", dtype.Float64}, {"int", dtype.Int64}, {"uint8", dtype.Uint8}, {"bool", dtype.Bool},
		{"U5", dtype.UnicodeOf(5)}, {"S3", dtype.BytesOf(3)}, {"V7", dtype.VoidOf(7)}, {"'f4'", dtype.Float32}, {`"f4"`, dtype.Float32},
		{"M8[ns]", dtype.DatetimeOf(dtype.Unit{Base: dtype.Nanosecond})}, {"datetime64[D]", dtype.DatetimeOf(dtype.Unit{Num: 1, Base: dtype.Day})},
		{"m8[25s]", dtype.TimedeltaOf(dtype.Unit{Num: 25, Base: dtype.Second})}, {"timedelta64", dtype.TimedeltaOf(dtype.Unit{})},
		{"bfloat16", dtype.BFloat16}, {"float8_e4m3fn", dtype.Float8E4M3}, {"float8_e5m2", dtype.Float8E5M2},
		{dtype.NativeOrder.Other().String() + "f8", swap(dtype.Float64)},
		{"i4,f4", mustType(t, "[('f0', 'i4'), ('f1', 'f4')]")},
		{"[('a', '<f4', (2,))]", mustType(t, "[('a', '<f4', (2,))]")},
	} {
		if got, err := dtype.Parse(c.text); err != nil || got != c.want {
			t.Errorf("Parse(%q) = %s, %v; want %s", c.text, got, err, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		pos  int
		kind error
		msg  string
	}{
		{"f3", -1, dtype.ErrDescr, `unknown dtype "f3"`},
		{"", -1, dtype.ErrDescr, `unknown dtype ""`},
		{"(2,)f8", -1, dtype.ErrDescr, "a sub-array can only be the type of a field of a record"},
		{"[('a', 'f8'", 11, dtype.ErrDescr, `malformed dtype: byte 11: found the end of the text where "," or ")" was expected`},
		{"[('a', 'f3')]", 7, dtype.ErrDescr, `unknown dtype "f3"`},
		{"[('a', 'f8'), ('a', 'f4')]", 0, dtype.ErrDescr, `two fields have the name or title "a"`},
		{"[('a', 'f8', -1)]", 13, dtype.ErrDescr, "axis 0 of a sub-array has a size out of range"},
		{"[('a', 'f8', (2, 1.5))]", 13, dtype.ErrDescr, "the shape of a sub-array has a float, expected integers"},
		{"[(1, 'f8')]", 2, dtype.ErrDescr, "the name of a field is an integer, expected a string"},
		{"[('a', 'V2147483647'), ('b', 'i4')]", 23, dtype.ErrDescr, "the dtype is larger than 2147483647 bytes an item"},
		{"U536870912", -1, dtype.ErrDescr, `the size of dtype "U536870912" is out of range, expected at most 2147483647 bytes`},
		{"M8[fortnight]", -1, dtype.ErrDescr, `the time unit "[fortnight]" is unknown; the units are Y, M, W, D, h, m, s, ms, us, ns, ps, fs, as and generic`},
		{"f1", -1, dtype.ErrDescr, `unknown dtype "f1"; ml_dtypes writes it for float8_e5m2, which must be named`},
		{"O", -1, dtype.ErrObject, "dtype object holds pickled Python objects, which are not supported"},
		{"[('a', 'O')]", 0, errors.ErrUnsupported, "dtype [('a', 'O')] holds pickled Python objects, which are not supported"},
		{"V2147483647,i4", -1, dtype.ErrDescr, "the dtype is larger than 2147483647 bytes an item"},
		{"i4;,f4", -1, dtype.ErrDescr, `item 1 of dtype "i4;,f4" is malformed, expected a format and a comma`},
		{">2<f4,i4", -1, dtype.ErrDescr, `item 1 of dtype ">2<f4,i4": two byte orders, > and <`},
		{"(2,3f4,i4", -1, dtype.ErrDescr, `item 1 of dtype "(2,3f4,i4": malformed repeat count "(2,3"`},
		{strings.Repeat("é", 31) + "f", -1, dtype.ErrDescr, `unknown dtype "` + strings.Repeat("é", 30) + `…"`},
		{"i4,f3", -1, dtype.ErrDescr, `item 2 of dtype "i4,f3": unknown dtype "f3"`},
	} {
		_, err := dtype.Parse(c.text)
		var e *dtype.Error
		if !errors.As(err, &e) || e.Pos != c.pos || e.Msg != c.msg || !errors.Is(err, c.kind) {
			t.Errorf("Parse(%q): %+v, want byte %d: %s", c.text, err, c.pos, c.msg)
		}
	}
}

// FuzzDescr reads any text as a descr and checks what must hold for types.
func FuzzDescr(f *testing.F) {
	for _, s := range []string{
		"[('a', '<i4'), (('t', 'b'), '>f8', (2, 3)), ('', '|V4'), ('c', [('d', '|b1')], 2)]", "'i4,(2,3)S5,>U2'", "'M8[2D/24]'", "('S', 5)",
		`[("it's", 'e'), ('\ud800\n', ('<f4', (2,)), (3,))]`, "[('a', 'O')]", "'datetime64[ns]'",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		dt, err := fromText(text)
		if err != nil && !errors.Is(err, dtype.ErrObject) {
			var e *dtype.Error
			if errors.As(err, &e) && (!errors.Is(err, dtype.ErrDescr) || e.Pos < 0 || e.Pos > len(text) || len(e.Msg) > 500) {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		if !dt.Valid() || dt.ItemSize() < 0 || dt.ItemSize() > dtype.MaxItemSize {
			t.Fatalf("%q: %s of %d bytes", text, dt, dt.ItemSize())
		}
		roundTrip(t, dt)
	})
}
