package batch

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestResolve(t *testing.T) {
	tree(t, "a.npy", "b.npz", "a.reshaped.npy", "raw", "d/a.npy", "d/s/b.npy", "e/a.npy")
	tests := []struct {
		name   string
		target Target
		in     []string
		want   []string
		clash  string // both names that meet, or a part of the message
	}{
		{"beside", Target{Suffix: "reshaped"}, []string{"a.npy", "b.npz", "raw", "d/a.npy", "b.npz:g/x"},
			[]string{"a.reshaped.npy", "b.reshaped.npz", "raw.reshaped.npy", "d/a.reshaped.npy", "b.g_x.reshaped.npy"}, ""},
		{"standard input to standard output", Target{Suffix: "reshaped"}, []string{"-"}, []string{"-"}, ""},
		{"one file", Target{Place: OneFile, Path: "o.npy"}, []string{"a.npy"}, []string{"o.npy"}, ""},
		{"one file for two", Target{Place: OneFile, Path: "o.npy"}, []string{"a.npy", "b.npz"}, nil, "2 inputs for one output"},
		{"one file for one good input", Target{Place: OneFile, Path: "o.npy"}, []string{"gone", "b.npz"}, []string{"", "o.npy"}, ""},
		{"folder", Target{Place: Folder, Path: "out"}, []string{"d", "a.npy:x", "b.npz:x", "b.npz"},
			[]string{"out/a.npy", "out/s/b.npy", "out/a.x.npy", "out/b.x.npy", "out/b.npz"}, ""},
		{"two of one name", Target{Place: Folder, Path: "out"}, []string{"d", "e"}, nil, "d/a.npy and e/a.npy"},
		{"two files of one name", Target{Place: Folder, Path: "out"}, []string{"d/a.npy", "e/a.npy"}, nil, "d/a.npy and e/a.npy"},
		{"folder of the input", Target{Place: Folder, Path: "d"}, []string{"d"}, []string{"d/a.npy", "d/s/b.npy"}, ""},
		{"onto another input", Target{Suffix: "reshaped"}, []string{"a.npy", "a.reshaped.npy"}, nil, "which is an input too"},
		{"in place", Target{Place: InPlace}, []string{"a.npy", "b.npz"}, []string{"a.npy", "b.npz"}, ""},
		{"members in place", Target{Place: InPlace}, []string{"b.npz:x", "b.npz:y"}, []string{"b.npz", "b.npz"}, ""},
		{"archive and member in place", Target{Place: InPlace}, []string{"b.npz:x", "b.npz"}, nil, "both replace b.npz"},
		{"stream", Target{Place: Stream}, []string{"a.npy"}, []string{"-"}, ""},
		{"stream of two", Target{Place: Stream}, []string{"a.npy", "raw"}, nil, "2 inputs for one output"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			inputs, err := Expansion{}.Expand(t.Context(), test.in)
			if err != nil {
				t.Fatal(err)
			}
			got, err := test.target.Resolve(inputs)
			for i := range got {
				got[i] = filepath.ToSlash(got[i])
			}
			if test.clash == "" {
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
				return
			}
			if !errors.Is(err, ErrClash) || !strings.Contains(filepath.ToSlash(err.Error()), test.clash) {
				t.Errorf("error %v, expected a clash that says %q", err, test.clash)
			}
		})
	}
}

func TestExists(t *testing.T) {
	tree(t, "a.npy")
	tests := []struct {
		target Target
		out    string
		bad    bool
	}{
		{Target{}, "a.npy", true},
		{Target{Force: true}, "a.npy", false},
		{Target{Place: InPlace}, "a.npy", false},
		{Target{}, "b.npy", false},
		{Target{}, Stdin, false},
		{Target{}, os.DevNull, false},
	}
	for _, test := range tests {
		if err := test.target.Exists(test.out); (err != nil) != test.bad {
			t.Errorf("%+v, output %s: %v", test.target, test.out, err)
		}
	}
}
