package layout

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestIndices compares ParseIndex and Slice with NumPy, as written by
// testdata/index.py.
func TestIndices(t *testing.T) {
	file, err := os.Open("testdata/index.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n := 0
	for sc := bufio.NewScanner(file); sc.Scan(); n++ {
		var row struct {
			Shape []int
			Index string
			Want  []json.RawMessage // shape, strides, offset
			Error string
		}
		if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		l, err := New(8, C, row.Shape...)
		if err != nil {
			t.Fatal(err)
		}
		got := Layout{}
		ix, err := ParseIndex(row.Index)
		if err == nil {
			got, err = l.Slice(ix...)
		}
		if row.Want == nil {
			if kind := indexError(row.Error); !errors.Is(err, kind) {
				t.Errorf("[%s] of %v: %v; NumPy says %q", row.Index, row.Shape, err, row.Error)
			}
			continue
		}
		var want Layout
		for k, into := range []any{&want.Shape, &want.Strides, &want.Offset} {
			if err := json.Unmarshal(row.Want[k], into); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil || !want.Equal(got) {
			t.Errorf("[%s] of %v: %v, %v; want %v", row.Index, row.Shape, got, err, want)
		}
	}
	if n < 2500 {
		t.Errorf("%d rows; expected 2500", n)
	}
}

// indexError is the kind of a message of NumPy.
func indexError(message string) error {
	switch {
	case strings.Contains(message, "step"):
		return ErrStep
	case strings.HasPrefix(message, "index"), strings.HasPrefix(message, "too many"), strings.Contains(message, "single ellipsis"):
		return ErrIndex
	}
	return ErrSyntax
}

// TestParseIndexRefuses: some that Python evaluates are no index here.
func TestParseIndexRefuses(t *testing.T) {
	for _, tt := range []struct {
		spec, want string
		kind       error
	}{
		{"", `index: expected an index at byte 0 of ""`, ErrSyntax},
		{"1,,2", `index: expected an index at byte 2 of "1,,2"`, ErrSyntax},
		{"0, x", `index: expected an integer, a range, ..., or newaxis at byte 2 of "0, x"`, ErrSyntax},
		{"1:2:3:4", `index: a third colon at byte 5 of "1:2:3:4"`, ErrSyntax},
		{"0x1", `index: expected an integer, a range, ..., or newaxis at byte 0 of "0x1"`, ErrSyntax},
		{"--1", `index: expected an integer, a range, ..., or newaxis at byte 0 of "--1"`, ErrSyntax},
		{"1_0", `index: expected an integer, a range, ..., or newaxis at byte 0 of "1_0"`, ErrSyntax},
		{"99999999999999999999", "index: index 99999999999999999999 is too large", ErrIndex},
		{strings.Repeat("0,", 200), "index: more than 129 items", ErrRank},
	} {
		if _, err := ParseIndex(tt.spec); !errors.Is(err, tt.kind) || err.Error() != tt.want {
			t.Errorf("ParseIndex(%q) = %v; want %s", tt.spec, err, tt.want)
		}
	}
}

// TestIndexText: what String writes, ParseIndex reads.
func TestIndexText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ix := rapid.SliceOfN(anyIndex(), 1, 5).Draw(t, "index")
		text := make([]string, len(ix))
		for k := range ix {
			text[k] = ix[k].String()
		}
		got, err := ParseIndex(strings.Join(text, ", "))
		if d := cmp.Diff(ix, got, cmp.AllowUnexported(Index{})); err != nil || d != "" {
			t.Fatalf("%v (-written +read):\n%s", err, d)
		}
	})
}

func FuzzParseIndex(f *testing.F) {
	for _, spec := range []string{"1:3, ::-1, ..., 0, newaxis", "()", "None,", "+1:-2", "::0", "9223372036854775808:"} {
		f.Add(spec)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		ix, err := ParseIndex(spec)
		if err != nil {
			var refused *Error
			if !errors.As(err, &refused) {
				t.Fatalf("error of type %T: %v", err, err)
			}
			return
		}
		text := make([]string, len(ix))
		for k := range ix {
			text[k] = ix[k].String()
		}
		again := "()"
		if len(ix) > 0 {
			again = strings.Join(text, ",")
		}
		if got, err := ParseIndex(again); err != nil || len(got) != len(ix) {
			t.Fatalf("%q reads as %q, which reads as %v, %v", spec, again, got, err)
		}
	})
}
