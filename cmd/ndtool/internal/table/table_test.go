package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

var csv = Dialect{Delimiter: ",", Quote: '"', Comment: "#", AtStart: true}

// TestRoundTrip writes arrays of random elements as text and reads them back,
// bit for bit but for NaN.
func TestRoundTrip(t *testing.T) {
	texts := map[string]bool{}
	for _, name := range []string{"?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "bfloat16", "float8_e4m3fn", "float8_e5m2", "c8", "c16", ">f8", ">i4", "U3", ">U2", "S3", "M8[s]", "M8[ns]", "m8[us]"} {
		texts[name] = strings.ContainsAny(name, "US")
	}
	for name, isText := range texts {
		t.Run(name, func(t *testing.T) {
			dt := parse(t, name)
			rapid.Check(t, func(r *rapid.T) {
				rows, cols := rapid.IntRange(1, 5).Draw(r, "rows"), rapid.IntRange(1, 4).Draw(r, "cols")
				n := rows * cols * dt.ItemSize()
				b := rapid.SliceOfN(rapid.Byte(), n, n).Draw(r, "bytes")
				tame(dt, b)
				l, err := layout.New(dt.ItemSize(), layout.C, rows, cols)
				if err != nil {
					r.Fatal(err)
				}
				a, err := ndarray.FromBytes(b, dt, l)
				if err != nil {
					r.Fatal(err)
				}
				d := csv
				if !isText && rapid.Bool().Draw(r, "space") {
					d = Dialect{Comment: "#"}
				}
				out := WriteOptions{Delimiter: d.Delimiter, Quote: d.Quote}
				if d.Delimiter == "" {
					out.Delimiter = " "
				}
				var text bytes.Buffer
				if err := Write(&text, a, out); err != nil {
					r.Fatal(err)
				}
				s, data, err := read(text.String(), Options{Dialect: d, DType: dt, MinRank: 2})
				if err != nil {
					r.Fatalf("%q: %v", text.String(), err)
				}
				got, err := ndarray.FromBytes(data, s.DType, l)
				if err != nil {
					r.Fatal(err)
				}
				opt := ndarray.FormatOptions{FloatMode: ndarray.Unique, Threshold: -1}
				if s.DType != dt || fmt.Sprint(s.Shape) != fmt.Sprint([]int{rows, cols}) || ndarray.Repr(got, opt) != ndarray.Repr(a, opt) {
					r.Fatalf("%q: read %s, wrote %s", text.String(), ndarray.Repr(got, opt), ndarray.Repr(a, opt))
				}
			})
		})
	}
}

// tame makes random bytes items that a text can tell.
func tame(dt dtype.Type, b []byte) {
	switch dt.Kind() {
	case dtype.KindBool:
		for i := range b {
			b[i] &= 1
		}
	case dtype.KindUnicode: // of characters that are none to Unicode, and NUL inside
		for i := 0; i < len(b); i += 4 {
			c := b[i]%95 + ' '
			copy(b[i:], []byte{0, 0, 0, 0})
			if dt.ByteOrder() == dtype.Big {
				b[i+3] = c
			} else {
				b[i] = c
			}
		}
	case dtype.KindBytes:
		for i := range b {
			b[i] |= ' '
		}
	case dtype.KindDatetime: // within the years that are written with 4 digits
		for i := 0; i < len(b); i += 8 {
			high := 3
			if dt.Unit().Base == dtype.Nanosecond {
				high = 7
			}
			for j := high + 1; j < 8; j++ {
				b[i+j] = 0
			}
		}
	}
}

// TestGuess reads records by the names of the first row, whose dtypes the
// columns tell.
func TestGuess(t *testing.T) {
	for _, c := range []struct {
		text  string
		descr string
		want  string
	}{
		{"a,b\n1,2.5\n-3,4\n", "[('a', '<i8'), ('b', '<f8')]", "[( 1, 2.5) (-3, 4. )]"},
		{"# a,b\n1,x\n2,yy\n", "[('a', '<i8'), ('b', '<U2')]", "[(1, 'x') (2, 'yy')]"},
		{"a\nTrue\nFalse\n", "[('a', '|b1')]", "[( True,) (False,)]"},
		{"a\n1\n0\n", "[('a', '<i8')]", "[(1,) (0,)]"},
		{"a\nTrue\n0\n", "[('a', '<U4')]", "[('True',) ('0',)]"},
		{"a\n9223372036854775808\n1\n", "[('a', '<u8')]", "[(9223372036854775808,) (                  1,)]"},
		{"a\n9223372036854775808\n-1\n", "[('a', '<U19')]", "[('9223372036854775808',) ('-1',)]"},
		{"a\n99999999999999999999\n1.5\n", "[('a', '<f8')]", "[(1.0e+20,) (1.5e+00,)]"},
		{"a\n1+2j\n1\n", "[('a', '<c16')]", "[(1.+2.j,) (1.+0.j,)]"},
		{"a,b\n1,\n2,3\n", "[('a', '<i8'), ('b', '<U1')]", "[(1, '') (2, '3')]"},
		{"a,,c\n1,2,3\n1,2,3\n", "[('a', '<i8'), ('f1', '<i8'), ('c', '<i8')]", "[(1, 2, 3) (1, 2, 3)]"},
		{"\"x, y\",\"q\"\"\"\n1,2\n3,4\n", "[('x, y', '<i8'), ('q\"', '<i8')]", "[(1, 2) (3, 4)]"},
		{"a,b\n", "[('a', '<f8'), ('b', '<f8')]", "[]"},
		{"\uFEFFa,b\n1,2\n3,4", "[('a', '<i8'), ('b', '<i8')]", "[(1, 2) (3, 4)]"},
		{"a,b\n\"1\n2\",\"#\"\n\"\",x\n", "[('a', '<U3'), ('b', '<U1')]", "[('1\\n2', '#') ('', 'x')]"},
	} {
		s, data, err := read(c.text, Options{Dialect: csv, Names: true})
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		want := parse(t, c.descr)
		if s.DType != want {
			t.Errorf("%q: dtype %s, want %s", c.text, s.DType, want)
		}
		l, err := layout.New(s.DType.ItemSize(), layout.C, s.Shape...)
		if err != nil {
			t.Fatal(err)
		}
		a, err := ndarray.FromBytes(data, s.DType, l)
		if err != nil {
			t.Fatal(err)
		}
		if got := ndarray.Format(a, ndarray.FormatOptions{}); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

// TestNames gives the columns their dtype and the fields their names.
func TestNames(t *testing.T) {
	two := "a b\n1 2\n3 4\n"
	for _, c := range []struct {
		text, dt, want string
		columns        []int
	}{
		{two, "f4", "[('a', '<f4'), ('b', '<f4')]", nil},
		{two, "i4,f8", "[('a', '<i4'), ('b', '<f8')]", nil},
		{two, "U", "[('a', '<U1'), ('b', '<U1')]", nil},
		{two, "f4", "[('b', '<f4')]", []int{-1}},
		{"# a b\n1 2\n", "f4", "[('a', '<f4'), ('b', '<f4')]", nil},
		{"#a b\n1 2\n", "f4", "[('a', '<f4'), ('b', '<f4')]", nil},
	} {
		s, _, err := read(c.text, Options{Dialect: Dialect{Comment: "#"}, Names: true, DType: parse(t, c.dt), Columns: c.columns})
		if err != nil {
			t.Errorf("%q as %s: %v", c.text, c.dt, err)
			continue
		}
		if want := parse(t, c.want); s.DType != want {
			t.Errorf("%q as %s: %s, want %s", c.text, c.dt, s.DType, want)
		}
	}
}

// TestFaults names the line and the column.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		text string
		opt  Options
		want string
	}{
		{"1,2\n3,x\n", Options{Dialect: csv}, `line 2, column 2: "x" is no float64`},
		{"1,2\n\n#\n3,\n", Options{Dialect: csv}, `line 4, column 2: "" is no float64`},
		{"1,2\n3\n", Options{Dialect: csv}, "line 2: 1 columns, expected 2 as before"},
		{"1,2\n300,1\n", Options{Dialect: csv, DType: dtype.Int8}, `line 2, column 1: "300" does not fit in int8`},
		{"1,\"2\n\n", Options{Dialect: csv}, "line 1, column 2: the quote is not closed"},
		{"1,x\n", Options{Dialect: csv, Columns: []int{-1}}, `line 1, column 2: "x" is no float64`},
		{"1,2\n", Options{Dialect: csv, Columns: []int{2}}, "line 1: no column 2, there are 2"},
		{"1,2\n", Options{Dialect: csv, DType: parse(t, "i4,i4,i4")}, "line 1: 2 columns, the dtype takes 3"},
		{"", Options{Dialect: csv, Names: true}, "line 1: the text is empty, expected a row of names"},
		{"a,a\n1,2\n", Options{Dialect: csv, Names: true}, "line 1: "},
		{"a,b\n1,2,3\n", Options{Dialect: csv, Names: true}, "line 2: 3 columns, expected 2 as before"},
		{"a,b\n1,2\n", Options{Dialect: csv, Names: true, DType: parse(t, "i4,i4,i4")}, "line 2: 2 columns, the dtype takes 3"},
		{"a,b,c\n1,2,3\n", Options{Dialect: csv, Names: true, DType: parse(t, "[('a', '<i4', (3,))]")}, "line 1: 3 names, the dtype has 1 fields"},
		{"a,\xff\n1,2\n", Options{Dialect: csv, Names: true}, "line 1, column 2: the name \"\\xff\" is not UTF-8"},
		{"a\xff\n", Options{Dialect: csv, DType: dtype.UnicodeOf(3)}, `line 1, column 1: "a\xff": byte 0xff is not UTF-8`},
		{"Ω\n", Options{Dialect: csv, DType: dtype.BytesOf(3)}, `line 1, column 1: "Ω": 'Ω' is not in Latin-1`},
		{"\xff\xfe1\x00", Options{Dialect: csv}, "line 1: the text is UTF-16, expected UTF-8"},
		{strings.Repeat("1,", maxLine/2+1), Options{Dialect: csv}, "line 1: longer than 67108864 bytes"},
		{"\"" + strings.Repeat("1\n", maxLine/2+1), Options{Dialect: csv}, "line 1: longer than 67108864 bytes"},
	} {
		_, _, err := read(c.text, c.opt)
		if !errors.Is(err, ErrText) || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q: %v, want %q", c.text, err, c.want)
		}
	}
	if _, _, err := read("1", Options{Dialect: csv, DType: dtype.VoidOf(3)}); !errors.Is(err, ErrDType) || !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("void: %v", err)
	}
}

// TestFill puts a text in the place of nothing.
func TestFill(t *testing.T) {
	s, data, err := read("1,\n ,2\n", Options{Dialect: csv, Fill: []byte("nan")})
	if err != nil {
		t.Fatal(err)
	}
	l, _ := layout.New(8, layout.C, s.Shape...)
	a, err := ndarray.FromBytes(data, s.DType, l)
	if got := ndarray.Format(a, ndarray.FormatOptions{}); err != nil || got != "[[ 1. nan]\n [nan  2.]]" {
		t.Errorf("%s, %v", got, err)
	}
}

// TestChanged notices a text that is another one when it is read again.
func TestChanged(t *testing.T) {
	for _, later := range []string{"1,2\n", "1,2\n3,4\n5,6\n", "1,2,3\n4,5,6\n"} {
		r := &swapped{now: "1,2\n3,4\n", later: later}
		s, err := Scan(r, 1<<20, Options{Dialect: csv})
		if err != nil {
			t.Fatal(err)
		}
		r.now = r.later
		if err := s.WriteData(io.Discard); !errors.Is(err, errChanged) {
			t.Errorf("then %q: %v", later, err)
		}
	}
}

type swapped struct{ now, later string }

func (s *swapped) ReadAt(b []byte, off int64) (int, error) {
	return strings.NewReader(s.now).ReadAt(b, off)
}

// TestWide writes and reads a row of more values than one block.
func TestWide(t *testing.T) {
	x := make([]int64, 50_000)
	for i := range x {
		x[i] = int64(i) * 1_000_003
	}
	a, err := ndarray.FromSlice(x, 1, len(x))
	if err != nil {
		t.Fatal(err)
	}
	for _, shape := range [][]int{{1, 50_000}, {50_000, 1}, {2, 25_000}, {25_000, 2}} {
		v, err := a.View(shape...)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Write(&b, v, WriteOptions{Delimiter: "\t"}); err != nil {
			t.Fatal(err)
		}
		s, data, err := read(b.String(), Options{Dialect: Dialect{Delimiter: "\t"}, DType: dtype.Int64, MinRank: 2})
		want, _ := v.Bytes()
		if err != nil || !bytes.Equal(data, want) || fmt.Sprint(s.Shape) != fmt.Sprint(shape) {
			t.Errorf("%v: %v, %v", shape, s, err)
		}
	}
}

// TestQuoting writes texts that a reader has to take as one field.
func TestQuoting(t *testing.T) {
	fields := []string{"", "a", "a,b", `say "x"`, "two\nlines", "#no comment", " space ", "é", "'"}
	dt := dtype.UnicodeOf(12)
	a, err := ndarray.New(dt, len(fields))
	if err != nil {
		t.Fatal(err)
	}
	b, _ := a.Bytes()
	column, err := columnsOf(dt, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range fields {
		if err := column[0].parse(b[48*i:48*i+48], []byte(f)); err != nil {
			t.Fatal(err)
		}
	}
	row, err := a.View(1, -1)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []*ndarray.Array{a, row} {
		var text bytes.Buffer
		if err := Write(&text, v, WriteOptions{Delimiter: ",", Quote: '"'}); err != nil {
			t.Fatal(err)
		}
		_, data, err := read(text.String(), Options{Dialect: csv, DType: dt})
		if err != nil || !bytes.Equal(data, b) {
			t.Errorf("%q: %v", text.String(), err)
		}
		if err := Write(io.Discard, v, WriteOptions{Delimiter: " "}); !errors.Is(err, ErrText) {
			t.Errorf("without quotes: %v", err)
		}
	}
}

// TestRecords writes records with padding, sub-arrays and records inside, and
// names their columns.
func TestRecords(t *testing.T) {
	dt := parse(t, "[('a', '<i2'), ('', '|V3'), ('b', '>f4', (2,)), ('c', [('d', '|u1'), ('e', '|S2')], (2,)), ('f', '|b1')]")
	text := "1 0.5 1.5 7 ab 8 c True\n-2 nan 3.0 0 d 1 ef False\n"
	s, data, err := read(text, Options{Dialect: Dialect{Comment: "#"}, DType: dt})
	if err != nil {
		t.Fatal(err)
	}
	l, err := layout.New(dt.ItemSize(), layout.C, s.Shape...)
	if err != nil {
		t.Fatal(err)
	}
	a, err := ndarray.FromBytes(data, dt, l)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := Write(&got, a, WriteOptions{Delimiter: " ", Names: true}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("a b_0 b_1 c_0_d c_0_e c_1_d c_1_e f\n"+text, got.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if err := Write(io.Discard, a, WriteOptions{Delimiter: " ", Format: mustFormat(t, "%d %d")}); !errors.Is(err, ErrFormat) {
		t.Errorf("two conversions for eight values: %v", err)
	}
}

func mustFormat(t *testing.T, s string) *Format {
	f, err := ParseFormat(s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAppendFloat(t *testing.T) {
	for _, c := range []struct {
		f    float64
		bits int
		want string
	}{
		{0, 64, "0.0"}, {math.Copysign(0, -1), 64, "-0.0"}, {1, 64, "1.0"}, {0.1, 64, "0.1"}, {float64(float32(0.1)), 32, "0.1"},
		{1e16, 64, "1e+16"}, {9999999999999998, 64, "9999999999999998.0"}, {0.0001, 64, "0.0001"}, {0.00001, 64, "1e-05"},
		{math.Inf(-1), 64, "-inf"}, {math.NaN(), 64, "nan"}, {-1.5e300, 64, "-1.5e+300"},
	} {
		if got := string(appendFloat(nil, c.f, c.bits)); got != c.want {
			t.Errorf("%v: %s, want %s", c.f, got, c.want)
		}
	}
}

// FuzzText reads texts: they fail with a place, or give the bytes that their
// shape and dtype take.
func FuzzText(f *testing.F) {
	f.Add("1,2\n3,4", true, false)
	f.Add("# a,b\n\"x\"\"y\",2\r3,4\r\n", true, true)
	f.Add("1 2#\n\n 3\t4", false, false)
	f.Fuzz(func(t *testing.T, text string, comma, names bool) {
		opt := Options{Dialect: Dialect{Comment: "#"}, Names: names}
		if comma {
			opt.Dialect = csv
		}
		s, data, err := read(text, opt)
		if err != nil {
			if !errors.Is(err, ErrText) {
				t.Fatalf("%v is of no kind", err)
			}
			return
		}
		n, err := layout.Size(s.Shape)
		if err != nil || n*s.DType.ItemSize() != len(data) {
			t.Fatalf("%d bytes for %v of %s, %v", len(data), s.Shape, s.DType, err)
		}
	})
}

// full is a disk that is full.
type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestMemory bounds the memory by the text: one long field beside very many
// empty ones makes items of 4 MB, a row of 400 GB.
func TestMemory(t *testing.T) {
	text := strings.Repeat("x", 1<<20) + strings.Repeat(",", 100_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s, err := Scan(strings.NewReader(text), int64(len(text)), Options{Dialect: csv, DType: dtype.UnicodeOf(0)})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.WriteData(full{}); !errors.Is(err, errFull) {
		t.Error(err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 64<<20 {
		t.Errorf("%d bytes allocated for a text of %d", n, len(text))
	}
}
