package ndarray_test

import (
	"bufio"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// printed is one array and what NumPy prints for it, as
// scripts/fixtures_format.py writes them.
type printed struct {
	DType   string `json:"dtype"`
	Shape   []int  `json:"shape"`
	Data    string `json:"data"` // base64 of bytes that repeat
	Options struct {
		Precision *int   `json:"precision"`
		Threshold *int   `json:"threshold"`
		EdgeItems int    `json:"edgeitems"`
		LineWidth int    `json:"linewidth"`
		Suppress  bool   `json:"suppress"`
		FloatMode string `json:"floatmode"`
		Sign      string `json:"sign"`
	} `json:"options"`
	Str  string `json:"str"`
	Repr string `json:"repr"`
}

func (p printed) array(t *testing.T) *ndarray.Array {
	t.Helper()
	dt, err := dtype.Parse(p.DType)
	if err != nil {
		t.Fatalf("%s: %v", p.DType, err)
	}
	if dt == dt.Native() && !strings.ContainsRune(">[", rune(p.DType[0])) { // a name, which tells no order, stands for the order of the machine that made the file
		dt = dt.WithOrder(dtype.Little)
	}
	l, err := layout.New(dt.ItemSize(), layout.C, p.Shape...)
	if err != nil {
		t.Fatal(err)
	}
	some, err := base64.StdEncoding.DecodeString(p.Data)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, l.Len()*dt.ItemSize())
	for n := 0; n < len(data); {
		n += copy(data[n:], some)
	}
	a, err := ndarray.FromBytes(data, dt, l)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func (p printed) options() ndarray.FormatOptions {
	// A count of none is a negative one here.
	none := func(n *int) int {
		switch {
		case n == nil:
			return 0
		case *n == 0:
			return -1
		}
		return *n
	}
	o := ndarray.FormatOptions{
		Precision: none(p.Options.Precision),
		Threshold: none(p.Options.Threshold),
		EdgeItems: p.Options.EdgeItems,
		LineWidth: p.Options.LineWidth,
		Suppress:  p.Options.Suppress,
		FloatMode: map[string]ndarray.FloatMode{"fixed": ndarray.Fixed, "unique": ndarray.Unique, "maxprec_equal": ndarray.MaxPrecEqual}[p.Options.FloatMode],
	}
	if p.Options.Sign != "" {
		o.Sign = p.Options.Sign[0]
	}
	return o
}

// TestFormatAsNumPy prints every array of the fixtures and compares with what
// NumPy printed.
func TestFormatAsNumPy(t *testing.T) {
	for name, least := range map[string]int{"numpy": 6000, "ml_dtypes": 200} {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open(filepath.Join("testdata", "format", name+".jsonl.gz"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			z, err := gzip.NewReader(f)
			if err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(z)
			lines.Buffer(nil, 1<<24)
			count := 0
			for ; lines.Scan(); count++ {
				var p printed
				if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
					t.Fatal(err)
				}
				a := p.array(t)
				if diff := cmp.Diff(p.Str, ndarray.Format(a, p.options())); diff != "" {
					t.Errorf("line %d: str of %s %v %+v (-NumPy +got):\n%s", count+1, p.DType, p.Shape, p.options(), diff)
				}
				if text, err := ndarray.FormatElement(a); len(p.Shape) == 0 && p.options() == (ndarray.FormatOptions{}) && (err != nil || text != p.Str && "np.bytes_("+text+")" != p.Str) {
					t.Errorf("line %d: element %s: got %q, %v, want %q", count+1, p.DType, text, err, p.Str)
				}
				if dtype.NativeOrder != dtype.Little {
					continue // Repr names the orders that are not the machine's: NumPy ran on a little-endian one
				}
				if diff := cmp.Diff(p.Repr, ndarray.Repr(a, p.options())); diff != "" {
					t.Errorf("line %d: repr of %s %v %+v (-NumPy +got):\n%s", count+1, p.DType, p.Shape, p.options(), diff)
				}
			}
			if err := lines.Err(); err != nil {
				t.Fatal(err)
			}
			if count < least {
				t.Errorf("%d arrays, want at least %d", count, least)
			}
		})
	}
}

// TestFormatReadsCornersOnly prints arrays whose elements could not all be
// visited in any time: 2^29 and more of them over one byte, and summaries that would
// have too many elements themselves.
func TestFormatReadsCornersOnly(t *testing.T) {
	one, err := ndarray.FromSlice([]int8{7}, 1)
	if err != nil {
		t.Fatal(err)
	}
	huge := 1 << 29
	for _, c := range []struct {
		shape []int
		want  string
	}{
		{[]int{huge}, "[7 7 7 ... 7 7 7]"},
		{[]int{2, huge}, "[[7 7 7 ... 7 7 7]\n [7 7 7 ... 7 7 7]]"},
		{[]int{huge, 1}, "[[7]\n [7]\n [7]\n ...\n [7]\n [7]\n [7]]"},
		// More corners than can be written.
		{[]int{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, "[...]"},
	} {
		a, err := one.Expand(c.shape...)
		if err != nil {
			t.Fatal(err)
		}
		if got := ndarray.Format(a, ndarray.FormatOptions{}); got != c.want {
			t.Errorf("shape %v: got %q, want %q", c.shape, got, c.want)
		}
	}
}

// TestFormatOfViews prints views of every kind as it prints their packed copies.
func TestFormatOfViews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dt := rapid.SampledFrom([]dtype.Type{dtype.Int16, dtype.Float32.WithOrder(dtype.Big), dtype.Complex64, dtype.BytesOf(3)}).Draw(t, "dtype")
		data := rapid.SliceOfN(rapid.Byte(), 6*7*8*dt.ItemSize(), -1).Draw(t, "data")
		l, err := layout.New(dt.ItemSize(), layout.C, 6, 7, 8)
		if err != nil {
			t.Fatal(err)
		}
		a, err := ndarray.FromBytes(data, dt, l)
		if err != nil {
			t.Fatal(err)
		}
		if a, err = a.Permute(rapid.Permutation([]int{0, 1, 2}).Draw(t, "axes")...); err != nil {
			t.Fatal(err)
		}
		var ix []layout.Index
		for range a.Rank() {
			ix = append(ix, rapid.SampledFrom([]layout.Index{layout.All, layout.Int(3)}).Draw(t, "index"))
		}
		if a, err = a.Slice(ix...); err != nil {
			t.Fatal(err)
		}
		if a, err = a.Flip(); err != nil {
			t.Fatal(err)
		}
		packed, err := a.Clone(layout.C)
		if err != nil {
			t.Fatal(err)
		}
		opt := ndarray.FormatOptions{Threshold: rapid.IntRange(0, 400).Draw(t, "threshold")}
		if got, want := ndarray.Format(a, opt), ndarray.Format(packed, opt); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// TestFormatOfNothing prints elements of no bytes, which a file of any size can
// hold in any number.
func TestFormatOfNothing(t *testing.T) {
	for _, c := range []struct {
		dtype string
		shape []int
		want  string
	}{
		{"V0", []int{1 << 30}, "[b'' b'' b'' ... b'' b'' b'']"},
		{"S0", []int{3, 3, 3, 3, 3, 3, 3, 3, 3}, "[...]"},
		{"[('a', 'V3', (0, 7))]", []int{1}, "[([],)]"},
		{"[('a', 'u1', (2000, 0))]", []int{1}, "[([...],)]"},
		{"[('a', [('b', [('c', [], (90,))], (90,))], (90,))]", []int{1}, "[([...],)]"},
	} {
		dt, err := dtype.Parse(c.dtype)
		if err != nil {
			t.Fatal(err)
		}
		a, err := ndarray.New(dt, c.shape...)
		if err != nil {
			t.Fatal(err)
		}
		if got := ndarray.Format(a, ndarray.FormatOptions{}); got != c.want {
			t.Errorf("%s %v: got %.200q, want %q", c.dtype, c.shape, got, c.want)
		}
	}
}

func TestFormatElementErrors(t *testing.T) {
	a, err := ndarray.FromSlice([]int32{1, 2, 3, 4, 5, 6}, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, index := range [][]int{{}, {1}, {1, 2, 0}, {2, 0}, {0, 3}, {-1, 0}} {
		if text, err := ndarray.FormatElement(a, index...); !errors.Is(err, layout.ErrIndex) {
			t.Errorf("index %v: got %q, %v, want ErrIndex", index, text, err)
		}
	}
	if text, err := ndarray.FormatElement(a, 1, 2); text != "6" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestFormatOfClosedStorage(t *testing.T) {
	s := ndarray.NewStorage(make([]byte, 8), ndarray.StorageOptions{Owner: t})
	a, err := ndarray.FromStorage(s, dtype.Int64, layout.Layout{})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if got := ndarray.Format(a, ndarray.FormatOptions{}); got != "<storage is closed>" {
		t.Errorf("got %q", got)
	}
	if text, err := ndarray.FormatElement(a); !errors.Is(err, ndarray.ErrClosed) {
		t.Errorf("got %q, %v, want ErrClosed", text, err)
	}
}

// FuzzFormat prints items of any dtype and any bytes: no panic, and text of a
// length that the elements warrant.
func FuzzFormat(f *testing.F) {
	for _, dt := range []string{"f2", ">f4", "f8", "g", "G", "c8", "?", ">i2", "u8", "S3", ">U2", "V5", "M8[s]", "M8[25us]", "M8", "m8[3W]", "bfloat16", "float8_e4m3fn", "float8_e5m2", "[('a', [('b', '<f4', (2,)), ('c', 'U1')]), ('d', '?', (2, 0)), ('e', 'M8[as]')]"} {
		f.Add(dt, []byte("\x00\x80\x7f\xff\x01\x00\x00\x00\x00\x00\xf0\x7f\x00\x00\x00\x00\x00\x00\x00\x80\xff\xff\x10\x00\x00\xd8'\"\\\n\x85 "), 8, false, int8(' '))
	}
	f.Fuzz(func(t *testing.T, text string, data []byte, precision int, suppress bool, sign int8) {
		dt, err := dtype.Parse(text)
		if err != nil || dt.ItemSize() == 0 || dt.HasObject() || len(data) > 1<<12 {
			return
		}
		a, err := ndarray.FromBytes(data, dt, layout.Layout{Shape: []int{len(data) / dt.ItemSize()}, Strides: []int{dt.ItemSize()}})
		if err != nil {
			t.Fatal(err)
		}
		opt := ndarray.FormatOptions{Precision: precision % 100, Suppress: suppress, Sign: byte(sign), FloatMode: ndarray.FloatMode(uint(precision) % 4)}
		length := len(ndarray.Format(a, opt)) + len(ndarray.Repr(a, opt))
		for i := range min(a.Len(), 3) {
			if _, err := ndarray.FormatElement(a, i); err != nil {
				t.Fatal(err)
			}
		}
		if limit := 20_000*(len(data)+1) + 2000*(a.Len()+1)*len(text); length > limit {
			t.Errorf("%d bytes of text for %d of data of %s", length, len(data), text)
		}
	})
}
