package arrayio

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/google/go-cmp/cmp"

	"github.com/ndtool/ndtool/npy"
)

func itoa(i int) string { return strconv.Itoa(i) }

// TestConvertFilesEqualsNdtool: 2,000 mixed files, of which one in a hundred is
// broken, give the same files and the same messages as the command.
func TestConvertFilesEqualsNdtool(t *testing.T) {
	const n, bad = 2000, 20
	in, out, want := t.TempDir(), filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "want")
	newMaker(t, 1).fill(in, n, bad)
	const stages = "flip | transpose | flatten"
	messages := runNdtool(t, in, stages, want)
	count, failures := convertAll(t, in, stages, out, Options{NoSync: true})
	sameTree(t, tree(t, out), tree(t, want))
	if diff := cmp.Diff(messages, texts(failures)); diff != "" {
		t.Errorf("messages (-ndtool +ndbeam):\n%s", diff)
	}
	if len(failures) != bad {
		t.Errorf("%d failures, want %d", len(failures), bad)
	}
	if count["files"] != n || count["failed"] != bad || count["header-only"]+count["copied"] != n-bad || count["header-only"] == 0 || count["copied"] == 0 {
		t.Errorf("counters: %v", count)
	}
}

// TestRefusals: stages that fit some files only give ndtool's messages too.
func TestRefusals(t *testing.T) {
	in, out, want := t.TempDir(), filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "want")
	newMaker(t, 2).fill(in, 150, 10)
	for _, stages := range []string{"slice 1", "transpose 1,0 | reshape 2,-1", "cast float32 | unfold 0 2 1"} {
		messages := runNdtool(t, in, stages, filepath.Join(want, stages))
		_, failures := convertAll(t, in, stages, filepath.Join(out, stages), Options{NoSync: true})
		if diff := cmp.Diff(messages, texts(failures)); diff != "" || len(failures) < 20 {
			t.Errorf("%s: %d messages (-ndtool +ndbeam):\n%s", stages, len(failures), diff)
		}
	}
	sameTree(t, tree(t, out), tree(t, want))
}

// TestPattern: the tree below the pattern's fixed part is kept; what lies below
// the target, temporary files and folders that are matched are treated as told.
func TestPattern(t *testing.T) {
	dir := t.TempDir()
	m := newMaker(t, 3)
	for _, name := range []string{"d1/x.npy", "d2/x.npy", "d2/deep/y.npy", "d2/readme.txt", "d2/.ndtool-0.tmp", "out/old.npy"} {
		writeFile(t, filepath.Join(dir, name), m.npy())
	}
	for _, test := range []struct {
		pattern string
		want    []string
	}{
		{"*", []string{"d1/x.npy", "d2/deep/y.npy", "d2/x.npy"}},
		{"d2", []string{"deep/y.npy", "x.npy"}},
		{"d2/", []string{"deep/y.npy", "x.npy"}},
		{"d?/*.npy", []string{"d1/x.npy", "d2/x.npy"}},
		{"d2/x.npy", []string{"x.npy"}},
	} {
		files, err := find(t.Context(), dir+"/"+test.pattern, filepath.Join(dir, "out"))
		var got []string
		for _, f := range files {
			got = append(got, f.rel)
		}
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", test.pattern, err, diff)
		}
	}
	for pattern, want := range map[string]string{
		"nothing*":  "matches no file",
		"out/*":     "matches no .npy or .npz file outside of the folder " + filepath.Join(dir, "out") + ", where results go",
		"[":         "syntax error in pattern",
		"d2/x.np[]": "syntax error in pattern",
	} {
		_, failures := convertAll(t, filepath.Join(dir, pattern), "", filepath.Join(dir, "out"), Options{})
		if got := texts(failures); len(got) != 1 || got[0] != filepath.Join(dir, pattern)+": "+want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
}

// TestExistingOutputs: an output that is there is kept if it is the result and
// refused if it is not; Force replaces it; an input is never replaced.
func TestExistingOutputs(t *testing.T) {
	in, out := t.TempDir(), t.TempDir()
	m := newMaker(t, 4)
	for _, name := range []string{"same.npy", "other.npy", "longer.npy", "new.npy", "same.npz"} {
		b := m.npy()
		if strings.HasSuffix(name, ".npz") {
			b = m.npz()
		}
		writeFile(t, filepath.Join(in, name), b)
	}
	convertAll(t, in, "flip", out, Options{})
	want := tree(t, out)
	writeFile(t, filepath.Join(out, "other.npy"), []byte(strings.Replace(want["other.npy"], "shape", "sh_pe", 1)))
	writeFile(t, filepath.Join(out, "longer.npy"), []byte(want["longer.npy"]+"x"))
	if err := os.Remove(filepath.Join(out, "new.npy")); err != nil {
		t.Fatal(err)
	}
	_, failures := convertAll(t, in, "flip", out, Options{})
	if got := texts(failures); len(got) != 2 ||
		got[0] != filepath.Join(in, "longer.npy")+": output "+filepath.Join(out, "longer.npy")+" exists, expected none (--force replaces it)" {
		t.Errorf("without Force: %q", got)
	}
	if _, failures = convertAll(t, in, "flip", out, Options{Force: true}); len(failures) > 0 {
		t.Errorf("with Force: %q", texts(failures))
	}
	sameTree(t, tree(t, out), want)

	before := tree(t, in)
	count, err := run(func(s beam.Scope) {
		files, _ := ReadArrays(s, in+"/*.npy", Options{})
		WriteArrays(s, in, files, Options{Force: true})
	})
	if err != nil || count["failed"] != 4 {
		t.Errorf("onto the inputs: %v, counters %v", err, count)
	}
	sameTree(t, tree(t, in), before)
}

// TestOtherFileSystem: what can only be read and written as a whole gives the
// same files.
func TestOtherFileSystem(t *testing.T) {
	in, want := t.TempDir(), filepath.Join(t.TempDir(), "want")
	newMaker(t, 5).fill(in, 60, 6)
	const stages = "flip | transpose | flatten"
	runNdtool(t, in, stages, want)
	for name, b := range tree(t, in) {
		memfs.Write("memfs://in/"+strings.ReplaceAll(name, "/", "+"), []byte(b))
	}
	for range 2 { // the second time finds the outputs
		_, failures := convertAll(t, "memfs://in/*", stages, "memfs://out", Options{Tile: 1 << 10})
		if len(failures) != 6 {
			t.Errorf("%d failures, want 6: %q", len(failures), texts(failures))
		}
	}
	got := make(map[string]string)
	system, err := systemOf(t.Context(), "memfs://")
	if err != nil {
		t.Fatal(err)
	}
	names, err := system.List(t.Context(), "memfs://out/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		src, err := openBytes(t.Context(), File{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		b := make([]byte, src.size)
		if _, err := src.ReadAt(b, 0); err != nil && src.size > 0 {
			t.Fatal(err)
		}
		got[strings.ReplaceAll(strings.TrimPrefix(name, "memfs://out/"), "+", "/")] = string(b)
	}
	sameTree(t, got, tree(t, want))
}

// turnFn is a step of a user's own between the transforms: it loads the values
// and makes new arrays of them.
type turnFn struct{}

func (*turnFn) ProcessElement(ctx context.Context, f File, out func(File)) error {
	a, err := f.Load(ctx, "")
	if err != nil {
		return err
	}
	turned, err := InMemory("turned/"+f.Rel, a.Transpose())
	out(turned)
	return err
}

func init() { register.DoFn3x1[context.Context, File, func(File), error](&turnFn{}) }

func TestOwnStep(t *testing.T) {
	in, out := t.TempDir(), t.TempDir()
	b := newMaker(t, 6).npy()
	writeFile(t, filepath.Join(in, "x.npy"), b)
	_, err := run(func(s beam.Scope) {
		files, _ := ReadArrays(s, in+"/*", Options{})
		turned := beam.ParDo(s, &turnFn{}, files)
		flat, _ := Apply(s, parse(t, "unsqueeze 0"), turned, Options{})
		flat, _ = Apply(s, parse(t, "flatten"), flat, Options{})
		WriteArrays(s, out, flat, Options{})
	})
	if err != nil {
		t.Fatal(err)
	}
	a, err := npy.Read(bytes.NewReader(b), npy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	flat, _, err := a.Transpose().Flatten('C')
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := npy.Write(&want, flat); err != nil {
		t.Fatal(err)
	}
	sameTree(t, tree(t, out), map[string]string{"turned/x.npy": want.String()})
}

// TestSpool: what is written by position is read back, in memory and beyond.
func TestSpool(t *testing.T) {
	piece := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	for _, n := range []int{3, spoolMemory/len(piece) + 2} {
		var s spool
		var want bytes.Buffer
		for range n {
			s.Write(piece)
			want.Write(piece)
		}
		if _, err := s.Seek(-int64(len(piece))-4, 2); err != nil {
			t.Fatal(err)
		}
		s.Write([]byte("over"))
		copy(want.Bytes()[want.Len()-len(piece)-4:], "over")
		got := make([]byte, s.n)
		if _, err := s.ReadAt(got, 0); err != nil || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%d pieces: %v, %d bytes of %d, or they differ", n, err, len(got), want.Len())
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
