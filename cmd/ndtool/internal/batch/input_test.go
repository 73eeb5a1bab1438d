package batch

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree makes files below a fresh folder, enters it, and returns nothing: the
// tests name files as a user would.
func tree(t *testing.T, names ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range names {
		if dir := filepath.Dir(name); dir != "." {
			if err := os.MkdirAll(dir, 0o777); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(name, []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// brief writes inputs as "text path member rel", one a line.
func brief(inputs []Input) []string {
	var out []string
	for _, in := range inputs {
		line := in.Text
		if in.Path != in.Text {
			line += " file=" + in.Path
		}
		if in.HasMember {
			line += " member=" + in.Member
		}
		if in.Rel != in.Text {
			line += " rel=" + filepath.ToSlash(in.Rel)
		}
		if in.Err != nil {
			line += " ERROR"
		}
		out = append(out, line)
	}
	return out
}

func TestExpand(t *testing.T) {
	tree(t, "a.npy", "b.npz", "note.txt", "d/y.NPY", "d/x.npy", "d/sub/z.npz", "d/read.me", "empty/none.txt",
		"skip/old.npy", "skip/out/new.npy")
	tests := []struct {
		name string
		x    Expansion
		in   []string
		want []string
	}{
		{"files in the order given", Expansion{}, []string{"b.npz", "a.npy"}, []string{"b.npz", "a.npy"}},
		{"any name is a file", Expansion{}, []string{"note.txt"}, []string{"note.txt"}},
		{"twice is once", Expansion{}, []string{"a.npy", "./a.npy", "d/../a.npy"}, []string{"a.npy"}},
		{"a folder in the order of names", Expansion{}, []string{"d"},
			[]string{"d/sub/z.npz rel=sub/z.npz", "d/x.npy rel=x.npy", "d/y.NPY rel=y.NPY"}},
		{"a folder and a file in it", Expansion{}, []string{"d/x.npy", "d/sub", "d"},
			[]string{"d/x.npy rel=x.npy", "d/sub/z.npz rel=z.npz", "d/y.NPY rel=y.NPY"}},
		{"standard input", Expansion{}, []string{"-"}, []string{"- rel=stdin.npy"}},
		{"member", Expansion{}, []string{"b.npz:grp/x y"}, []string{"b.npz:grp/x y file=b.npz member=grp/x y rel=b.grp_x y.npy"}},
		{"member with colons", Expansion{}, []string{"b.npz:a:b"}, []string{"b.npz:a:b file=b.npz member=a:b rel=b.a_b.npy"}},
		{"members once", Expansion{}, []string{"b.npz:x", "b.npz:x.npy", "b.npz:y"},
			[]string{"b.npz:x file=b.npz member=x rel=b.x.npy", "b.npz:y file=b.npz member=y rel=b.y.npy"}},
		{"the empty member", Expansion{}, []string{"b.npz:"}, []string{"b.npz: file=b.npz member= rel=b..npy"}},
		{"missing", Expansion{}, []string{"no.npy", "a.npy"}, []string{"no.npy ERROR", "a.npy"}},
		{"missing member file", Expansion{}, []string{"no.npz:x"}, []string{"no.npz:x ERROR"}},
		{"a folder has no members", Expansion{}, []string{"d:x"}, []string{"d:x ERROR"}},
		{"an empty folder", Expansion{}, []string{"empty"}, []string{"empty ERROR"}},
		{"without the outputs' folder", Expansion{Skip: "skip/out"}, []string{"skip"}, []string{"skip/old.npy rel=old.npy"}},
		{"the outputs' folder itself", Expansion{Skip: "skip/out"}, []string{"skip/out"}, []string{"skip/out/new.npy rel=new.npy"}},
		{"without earlier results", Expansion{Done: func(p string) bool { return p == filepath.Join("d", "x.npy") }}, []string{"d"},
			[]string{"d/sub/z.npz rel=sub/z.npz", "d/y.NPY rel=y.NPY"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			inputs, err := test.x.Expand(t.Context(), test.in)
			if err != nil {
				t.Fatal(err)
			}
			got := brief(inputs)
			for i := range got {
				got[i] = filepath.ToSlash(got[i])
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestExpandColonInName(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // no colons in names there
	}
	tree(t, "a:b.npy", "c:d.npz", "e.npz", "e.npz:x")
	inputs, err := Expansion{}.Expand(t.Context(), []string{"a:b.npy", "c:d.npz:m:n", "e.npz:x", "e.npz:y"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a:b.npy", "c:d.npz:m:n file=c:d.npz member=m:n rel=c:d.m_n.npy", "e.npz:x", "e.npz:y file=e.npz member=y rel=e.y.npy"}
	if diff := cmp.Diff(want, brief(inputs)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestExpandLinks(t *testing.T) {
	tree(t, "d/a.npy")
	for link, to := range map[string]string{"d/loop": ".", "d/b.npy": "a.npy", "d/gone.npy": "nowhere", "l": "d"} {
		if err := os.Symlink(to, link); err != nil {
			return // links need a privilege here
		}
	}
	expand := func(x Expansion, operands ...string) []string {
		inputs, err := x.Expand(t.Context(), operands)
		if err != nil {
			t.Fatal(err)
		}
		return brief(inputs)
	}
	want := []string{"d/a.npy rel=a.npy", "d/b.npy rel=b.npy", "d/gone.npy rel=gone.npy ERROR"}
	if diff := cmp.Diff(want, expand(Expansion{}, "d")); diff != "" {
		t.Errorf("a folder with links (-want +got)\n%s", diff)
	}
	want = []string{"d/a.npy rel=a.npy", "d/gone.npy rel=gone.npy ERROR"}
	if diff := cmp.Diff(want, expand(Expansion{ByContent: true}, "d")); diff != "" {
		t.Errorf("by content (-want +got)\n%s", diff)
	}
	if got := expand(Expansion{}, "l"); len(got) != 3 || !strings.HasPrefix(got[0], filepath.Join("l", "a.npy")) {
		t.Errorf("a link to a folder as operand gave %q", got)
	}
}

func TestExpandErrors(t *testing.T) {
	tree(t)
	inputs, err := Expansion{}.Expand(t.Context(), []string{"gone", os.DevNull})
	if err != nil {
		t.Fatal(err)
	}
	if !errors.Is(inputs[0].Err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", inputs[0].Err)
	}
	if !errors.Is(inputs[1].Err, ErrKind) {
		t.Errorf("a device: %v", inputs[1].Err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Expansion{}).Expand(ctx, []string{"gone"}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context's end: %v", err)
	}
}

func TestReadList(t *testing.T) {
	tests := []struct {
		text string
		nul  bool
		want []string
	}{
		{"a\nb c\n\nd", false, []string{"a", "b c", "d"}},
		{"a\r\nb\r\n", false, []string{"a", "b"}},
		{"a\nb\x00c\r\x00", true, []string{"a\nb", "c\r"}},
		{"", false, nil},
	}
	for _, test := range tests {
		got, err := ReadList(Stdin, strings.NewReader(test.text), test.nul)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got)\n%s", test.text, diff)
		}
	}
	if _, err := ReadList(filepath.Join(t.TempDir(), "no"), nil, false); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing list: %v", err)
	}
}
