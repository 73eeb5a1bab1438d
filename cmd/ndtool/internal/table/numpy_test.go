package table

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// array is a fixture's array: dtype, shape and bytes.
type array struct {
	DType string
	Shape []int
	Bytes string
}

func (a *array) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&a.DType, &a.Shape, &a.Bytes})
}

// cases reads a file of testdata line by line.
func cases(t *testing.T, name string, each func(line int, text []byte)) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		n++
		each(n, s.Bytes())
	}
	if s.Err() != nil || n < 100 {
		t.Fatalf("%d lines, %v", n, s.Err())
	}
}

func parse(t *testing.T, text string) dtype.Type {
	t.Helper()
	dt, err := dtype.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return dt
}

// read makes the array of a text.
func read(text string, opt Options) (*Text, []byte, error) {
	r := strings.NewReader(text)
	s, err := Scan(r, int64(len(text)), opt)
	if err != nil {
		return nil, nil, err
	}
	var data bytes.Buffer
	err = s.WriteData(&data)
	return s, data.Bytes(), err
}

// TestLoadtxt wants what numpy.loadtxt gave.
func TestLoadtxt(t *testing.T) {
	cases(t, "testdata/loadtxt.jsonl", func(line int, text []byte) {
		var c struct {
			Text    string
			DType   string
			Options struct {
				Delimiter string
				Quotechar string
				Comments  *string
				Skiprows  int
				Usecols   []int
				MaxRows   int `json:"max_rows"`
				Ndmin     int
			}
			Array *array
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		opt := Options{
			Dialect: Dialect{Delimiter: c.Options.Delimiter, Comment: "#", Skip: c.Options.Skiprows},
			DType:   parse(t, c.DType), Columns: c.Options.Usecols, MaxRows: c.Options.MaxRows, MinRank: c.Options.Ndmin,
		}
		if c.Options.Quotechar != "" {
			opt.Quote = c.Options.Quotechar[0]
		}
		if c.Options.Comments != nil {
			opt.Comment = *c.Options.Comments
		} else if strings.Contains(string(text), `"comments": null`) {
			opt.Comment = ""
		}
		s, data, err := read(c.Text, opt)
		if c.Array == nil {
			if err == nil {
				t.Errorf("line %d: %q as %s: accepted as %v %x, NumPy refuses it", line, c.Text, c.DType, s.Shape, data)
			}
			return
		}
		if err != nil {
			t.Errorf("line %d: %q as %s: %v, NumPy reads it", line, c.Text, c.DType, err)
			return
		}
		got := array{s.DType.Descr(), s.Shape, hex.EncodeToString(data)}
		want := *c.Array
		want.DType = parse(t, want.DType).Descr()
		if k := s.DType.Kind(); k == dtype.KindFloat || k == dtype.KindComplex {
			got.Bytes, want.Bytes = numbers(t, got), numbers(t, want) // a NaN is a NaN
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("line %d: %q as %s (-numpy +here)\n%s", line, c.Text, c.DType, diff)
		}
	})
}

// of makes an array of a fixture.
func of(t *testing.T, a array) *ndarray.Array {
	t.Helper()
	b, err := hex.DecodeString(a.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	dt := parse(t, a.DType)
	l, err := layout.New(dt.ItemSize(), layout.C, a.Shape...)
	if err != nil {
		t.Fatal(err)
	}
	x, err := ndarray.FromBytes(b, dt, l)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func numbers(t *testing.T, a array) string {
	return ndarray.Repr(of(t, a), ndarray.FormatOptions{FloatMode: ndarray.Unique, Threshold: -1})
}

// TestSavetxt wants what numpy.savetxt gave.
func TestSavetxt(t *testing.T) {
	cases(t, "testdata/savetxt.jsonl", func(line int, text []byte) {
		var c struct {
			Array   array
			Options struct{ Fmt, Delimiter string }
			Text    *string
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		a := of(t, c.Array)
		f, err := ParseFormat(c.Options.Fmt)
		var b bytes.Buffer
		if err == nil {
			err = Write(&b, a, WriteOptions{Delimiter: c.Options.Delimiter, Format: f})
		}
		switch {
		case c.Text == nil && err == nil:
			t.Errorf("line %d: %s by %q: accepted as %q, NumPy refuses it", line, c.Array.DType, c.Options.Fmt, b.String())
		case c.Text != nil && err != nil:
			t.Errorf("line %d: %s by %q: %v, NumPy writes it", line, c.Array.DType, c.Options.Fmt, err)
		case c.Text != nil:
			if diff := cmp.Diff(*c.Text, b.String()); diff != "" {
				t.Errorf("line %d: %s by %q (-numpy +here)\n%s", line, c.Array.DType, c.Options.Fmt, diff)
			}
		case !errors.Is(err, ErrFormat) && !errors.Is(err, ErrShape) && !errors.Is(err, ErrDType):
			t.Errorf("line %d: %s by %q: %v is of no kind", line, c.Array.DType, c.Options.Fmt, err)
		}
	})
}
