package arrayio

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/npy"
)

// large writes a file of random items.
func large(t *testing.T, name string, fortran bool, shape ...int) {
	t.Helper()
	h := npy.Header{DType: dtype.Float64, FortranOrder: fortran, Shape: shape}
	b, err := h.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.NewChaCha8([32]byte{1})
	data := make([]byte, h.NumBytes())
	r.Read(data)
	writeFile(t, name, append(b, data...))
}

const smallTile = 256 << 10

// TestTilesEqualNdtool: large arrays by tiles give ndtool's files.
func TestTilesEqualNdtool(t *testing.T) {
	in, out, want := t.TempDir(), t.TempDir(), t.TempDir()
	large(t, filepath.Join(in, "f.npy"), true, 300, 7, 501)
	large(t, filepath.Join(in, "c.npy"), false, 211, 5003)
	for _, stages := range []string{"", "contiguous", "transpose | slice ::-2 | contiguous", "reshape -1", "flip", "unsqueeze 0"} {
		runNdtool(t, in, stages, filepath.Join(want, stages))
		opt := Options{Tile: smallTile, NoSync: true}
		if job := jobOf(t, filepath.Join(in, "f.npy"), stages, "/x", opt); job.tiles.Len() < 10 {
			t.Errorf("%q: %d tiles, too few for a test", stages, job.tiles.Len())
		}
		count, failures := convertAll(t, in, stages, filepath.Join(out, stages), opt)
		if len(failures) > 0 || count["header-only"]+count["copied"] != 2 {
			t.Errorf("%q: %q, counters %v", stages, texts(failures), count)
		}
	}
	sameTree(t, tree(t, out), tree(t, want))
}

// jobOf is the work on a file that is cut into tiles.
func jobOf(t *testing.T, name, stages, output string, opt Options) tileJob {
	t.Helper()
	f := File{Name: name, Rel: filepath.Base(name), Stages: stages}
	if err := f.examine(t.Context()); err != nil {
		t.Fatal(err)
	}
	j, ok := cut(f, output, opt)
	if !ok {
		t.Fatalf("%s, %q: not cut into tiles", name, stages)
	}
	return j
}

// TestCrash: whatever part of the work is done when everything stops, there is
// no output yet, and a rerun completes it from the tiles that are there.
func TestCrash(t *testing.T) {
	in, want := t.TempDir(), t.TempDir()
	name := filepath.Join(in, "f.npy")
	large(t, name, true, 200, 1003)
	const stages = "contiguous"
	runNdtool(t, in, stages, want)
	opt := Options{Tile: smallTile}
	r := rand.New(rand.NewPCG(3, 3))
	for _, done := range []float64{0, 0.3, 0.9, 1} {
		out := t.TempDir()
		item, err := jobOf(t, name, stages, filepath.Join(out, "f.npy"), opt).begin(opt)
		if err != nil {
			t.Fatal(err)
		}
		for item.Index = range item.Count {
			if r.Float64() < done {
				if err := item.carry(opt); err != nil {
					t.Fatal(err)
				}
			}
		}
		if done == 1 { // the last step was under way
			part, err := os.ReadFile(item.Part)
			if err != nil {
				t.Fatal(err)
			}
			writeFile(t, item.Part, append([]byte("\x93NUM"), part[4:]...))
		}
		if _, err := os.Stat(filepath.Join(out, "f.npy")); err == nil {
			t.Error("there is an output before the end")
		}
		if _, failures := convertAll(t, in, stages, out, opt); len(failures) > 0 {
			t.Errorf("rerun: %q", texts(failures))
		}
		sameTree(t, tree(t, out), tree(t, want))
	}
}

// TestTilesAreDoneOnce: a rerun does not write again what is marked, doubles
// that come late do no harm, and the last step may be repeated.
func TestTilesAreDoneOnce(t *testing.T) {
	in, out, want := t.TempDir(), t.TempDir(), t.TempDir()
	name, output := filepath.Join(in, "f.npy"), filepath.Join(out, "f.npy")
	large(t, name, true, 200, 1003)
	runNdtool(t, in, "contiguous", want)
	opt := Options{Tile: smallTile}
	item, err := jobOf(t, name, "contiguous", output, opt).begin(opt)
	if err != nil {
		t.Fatal(err)
	}
	for item.Index = range item.Count {
		if err := item.carry(opt); err != nil {
			t.Fatal(err)
		}
	}
	part, err := os.ReadFile(item.Part)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, item.Part, make([]byte, len(part))) // what would be written again is seen
	item.Index = 3
	if err := item.carry(opt); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(item.Part); err != nil || strings.Trim(string(b), "\x00") != "" {
		t.Error("a tile that was done is written again")
	}
	writeFile(t, item.Part, part)
	for range 2 {
		if _, err := item.finish(opt); err != nil {
			t.Error(err)
		}
		if err := item.carry(opt); err != nil {
			t.Errorf("a late double: %v", err)
		}
	}
	sameTree(t, tree(t, out), tree(t, want))
}

// TestInputChanges: an input that is not what was planned for is refused.
func TestInputChanges(t *testing.T) {
	dir := t.TempDir()
	name, output := filepath.Join(dir, "f.npy"), filepath.Join(dir, "out.npy")
	opt := Options{Tile: smallTile}
	for what, change := range map[string]func(){
		"shape": func() { large(t, name, true, 1003, 200) },
		"size":  func() { large(t, name, true, 200, 1004) },
		"gone":  func() { os.Remove(name) },
		"cut":   func() { os.Truncate(name, 1000) },
	} {
		large(t, name, true, 200, 1003)
		item, err := jobOf(t, name, "contiguous", output, opt).begin(opt)
		if err != nil {
			t.Fatal(err)
		}
		change()
		if err := item.carry(opt); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

// TestExistingTiles: a large output that is there is kept if it is the result,
// refused if one byte differs, and replaced with Force.
func TestExistingTiles(t *testing.T) {
	in, out := t.TempDir(), t.TempDir()
	large(t, filepath.Join(in, "f.npy"), true, 200, 1003)
	output := filepath.Join(out, "f.npy")
	opt := Options{Tile: smallTile}
	convertAll(t, in, "contiguous", out, opt)
	want := tree(t, out)
	if _, failures := convertAll(t, in, "contiguous", out, opt); len(failures) > 0 {
		t.Errorf("the same again: %q", texts(failures))
	}
	other := []byte(want["f.npy"])
	other[len(other)/2] ^= 1
	for what, b := range map[string][]byte{"one bit": other, "a byte more": append([]byte(want["f.npy"]), 0), "header": append([]byte("\x93NUMPZ"), want["f.npy"][6:]...)} {
		writeFile(t, output, b)
		_, failures := convertAll(t, in, "contiguous", out, opt)
		if len(failures) != 1 || !strings.Contains(failures[0].Error, "exists, expected none") {
			t.Errorf("%s: %q", what, texts(failures))
		}
		sameTree(t, tree(t, out), map[string]string{"f.npy": string(b)})
	}
	opt.Force = true
	if _, failures := convertAll(t, in, "contiguous", out, opt); len(failures) > 0 {
		t.Errorf("with Force: %q", texts(failures))
	}
	sameTree(t, tree(t, out), want)
}
