package arrayio

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

// faults fail at random, as often as there are left.
type faults struct {
	mu   sync.Mutex
	r    *rand.Rand
	left int
	one  int // in how many calls one fails
}

var errInjected = errors.New("injected fault")

func (f *faults) strike() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.left == 0 || f.r.IntN(f.one) > 0 {
		return nil
	}
	f.left--
	return errInjected
}

func (f *faults) set(n, one int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.r, f.left, f.one = rand.New(rand.NewPCG(7, 7)), n, one
}

func (f *faults) none() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.left == 0
}

var inFn, inSystem faults

// flakyFn passes elements on and fails its bundle now and then.
type flakyFn struct{}

func (*flakyFn) ProcessElement(f File, out func(File)) error {
	if err := inFn.strike(); err != nil {
		return err
	}
	out(f)
	return nil
}

// flakyFS is a file system in memory that shows what is written before it is
// closed, and fails now and then.
type flakyFS struct {
	mu    sync.Mutex
	files map[string]string
}

var flaky = &flakyFS{files: make(map[string]string)}

func init() {
	register.DoFn2x1[File, func(File), error](&flakyFn{})
	filesystem.Register("flaky", func(context.Context) filesystem.Interface { return flaky })
}

func (f *flakyFS) get(name string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	b, ok := f.files[name]
	if !ok {
		return "", os.ErrNotExist
	}
	return b, nil
}

func (f *flakyFS) set(name, b string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.files[name] = b
}

func (f *flakyFS) List(_ context.Context, pattern string) (names []string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for name := range f.files {
		if ok, _ := filepath.Match(pattern, name); ok {
			names = append(names, name)
		}
	}
	return names, nil
}

func (f *flakyFS) OpenRead(_ context.Context, name string) (io.ReadCloser, error) {
	if err := inSystem.strike(); err != nil {
		return nil, err
	}
	b, err := f.get(name)
	return io.NopCloser(strings.NewReader(b)), err
}

func (f *flakyFS) OpenWrite(_ context.Context, name string) (io.WriteCloser, error) {
	f.set(name, "")
	return &flakyWriter{f, name}, inSystem.strike()
}

func (f *flakyFS) Size(_ context.Context, name string) (int64, error) {
	b, err := f.get(name)
	return int64(len(b)), err
}

func (f *flakyFS) Remove(_ context.Context, name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.files, name)
	return nil
}

func (f *flakyFS) Rename(ctx context.Context, from, to string) error {
	if err := inSystem.strike(); err != nil {
		return err
	}
	b, err := f.get(from)
	if err != nil {
		return err
	}
	f.set(to, b)
	f.Remove(ctx, from)
	return inSystem.strike() // done, but told as failed
}

func (f *flakyFS) Close() error { return nil }

type flakyWriter struct {
	f    *flakyFS
	name string
}

func (w *flakyWriter) Write(b []byte) (int, error) {
	for i, part := range []string{string(b[:len(b)/2]), string(b[len(b)/2:])} {
		if err := inSystem.strike(); err != nil {
			return i * (len(b) / 2), err
		}
		have, err := w.f.get(w.name)
		if err != nil {
			return 0, err
		}
		w.f.set(w.name, have+part)
	}
	return len(b), nil
}

func (w *flakyWriter) Close() error { return inSystem.strike() }

// TestRandomFaultsInDoFn: bundles that fail at random, until the pipeline is
// run once more and once more, make no difference to the result.
func TestRandomFaultsInDoFn(t *testing.T) {
	in, out, want := t.TempDir(), filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "want")
	newMaker(t, 11).fill(in, 400, 0)
	const stages = "flip | transpose | flatten"
	runNdtool(t, in, stages, want)
	expected := tree(t, want)
	inFn.set(12, 150)
	attempts := 1
	for ; ; attempts++ {
		_, err := run(func(s beam.Scope) {
			files, _ := ReadArrays(s, in, Options{})
			files = beam.ParDo(s, &flakyFn{}, files)
			files, _ = Apply(s, parse(t, stages), files, Options{})
			files = beam.ParDo(s, &flakyFn{}, beam.Reshuffle(s, files))
			WriteArrays(s, out, files, Options{NoSync: true, FailFast: true})
		})
		if err == nil {
			break
		}
		if !strings.Contains(err.Error(), errInjected.Error()) {
			t.Fatal(err)
		}
		wholeOnly(t, out, expected)
	}
	sameTree(t, tree(t, out), expected)
	if !inFn.none() || attempts < 5 {
		t.Errorf("%d attempts, and faults are left: the test shows nothing", attempts)
	}
}

// wholeOnly fails the test if an output is there that is not whole.
func wholeOnly(t *testing.T, out string, expected map[string]string) {
	t.Helper()
	if _, err := os.Stat(out); err != nil {
		return
	}
	for name, b := range tree(t, out) {
		if !strings.HasPrefix(filepath.Base(name), partPrefix) && b != expected[name] {
			t.Errorf("%s is not whole", name)
		}
	}
}

// TestRandomFaultsInFileSystem: reads, writes and renames that fail at random
// leave no part of an output under its name, and nothing else when all is done.
func TestRandomFaultsInFileSystem(t *testing.T) {
	in, want := t.TempDir(), filepath.Join(t.TempDir(), "want")
	newMaker(t, 12).fill(in, 120, 0)
	const stages = "flip | transpose | flatten"
	runNdtool(t, in, stages, want)
	expected := make(map[string]string)
	for name, b := range tree(t, want) {
		expected[strings.ReplaceAll(name, "/", "+")] = b
	}
	for name, b := range tree(t, in) {
		flaky.set("flaky://in/"+strings.ReplaceAll(name, "/", "+"), b)
	}
	inSystem.set(20, 100)
	attempts := 1
	for ; ; attempts++ {
		_, err := run(func(s beam.Scope) {
			ConvertFiles(s, "flaky://in/*", parse(t, stages), "flaky://out", Options{FailFast: true})
		})
		if err == nil {
			break
		}
		if !strings.Contains(err.Error(), errInjected.Error()) {
			t.Fatal(err)
		}
		names, _ := flaky.List(t.Context(), "flaky://out/*")
		for _, name := range names {
			rel := strings.TrimPrefix(name, "flaky://out/")
			if b, err := flaky.get(name); err == nil && !strings.HasPrefix(rel, partPrefix) && b != expected[rel] {
				t.Errorf("%s is not whole", name)
			}
		}
	}
	got := make(map[string]string)
	names, _ := flaky.List(t.Context(), "flaky://out/*")
	slices.Sort(names)
	for _, name := range names {
		got[strings.TrimPrefix(name, "flaky://out/")], _ = flaky.get(name)
	}
	sameTree(t, got, expected)
	if !inSystem.none() || attempts < 5 {
		t.Errorf("%d attempts, and faults are left: the test shows nothing", attempts)
	}
}

// TestDoubles: every file worked on twice, at the same time as it happens,
// leaves one whole file.
func TestDoubles(t *testing.T) {
	in, out, want := t.TempDir(), filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "want")
	newMaker(t, 13).fill(in, 200, 0)
	const stages = "flip | transpose | flatten"
	runNdtool(t, in, stages, want)
	for _, force := range []bool{false, true} {
		count, err := run(func(s beam.Scope) {
			files, _ := ReadArrays(s, in, Options{})
			files, _ = Apply(s, parse(t, stages), files, Options{})
			opt := Options{NoSync: true, Force: force, Tile: 512}
			WriteArrays(s, out, files, opt)
			WriteArrays(s, out, beam.Flatten(s, files, files), opt)
		})
		if err != nil || count["failed"] != 0 {
			t.Errorf("force %v: %v, counters %v", force, err, count)
		}
		sameTree(t, tree(t, out), tree(t, want))
	}
}
