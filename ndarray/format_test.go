package ndarray_test

import (
	"bufio"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
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
// visited in any time: 2^30 and more of them over one byte, and summaries that would
// have too many elements themselves.
func TestFormatReadsCornersOnly(t *testing.T) {
	one, err := ndarray.FromSlice([]int8{7}, 1)
	if err != nil {
		t.Fatal(err)
	}
	huge := 1 << 30
	for _, c := range []struct {
		shape []int
		want  string
	}{
		{[]int{huge}, "[7 7 7 ... 7 7 7]"},
		{[]int{2, huge}, "[[7 7 7 ... 7 7 7]\n [7 7 7 ... 7 7 7]]"},
		{[]int{huge, 1}, "[[7]\n [7]\n [7]\n ...\n [7]\n [7]\n [7]]"},
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
