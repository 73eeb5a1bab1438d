package arrayio

import (
	"archive/zip"
	"bytes"
	"context"
	"flag"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/stage"
)

func TestMain(m *testing.M) {
	flag.Parse()
	beam.Init()
	if !testing.Verbose() {
		slog.SetDefault(slog.New(slog.DiscardHandler))
		log.SetLogger(&log.Standard{Level: log.SevFatal + 1})
	}
	os.Exit(m.Run())
}

// run runs a pipeline on the embedded prism runner and returns the counters.
func run(build func(s beam.Scope)) (map[string]int64, error) {
	p, s := beam.NewPipelineWithRoot()
	build(s)
	result, err := prism.Execute(context.Background(), p)
	count := make(map[string]int64)
	if err == nil {
		for _, c := range result.Metrics().AllMetrics().Counters() {
			count[c.Name()] += c.Committed
		}
	}
	return count, err
}

// convertAll is the pipeline that ndbeam runs. It returns the counters and the
// failures.
func convertAll(t *testing.T, pattern, stages, dir string, opt Options) (map[string]int64, []Failure) {
	t.Helper()
	bad := filepath.Join(t.TempDir(), "failures")
	count, err := run(func(s beam.Scope) {
		_, failed := ConvertFiles(s, pattern, parse(t, stages), dir, opt)
		WriteFailures(s, bad, failed)
	})
	if err != nil {
		t.Fatal(err)
	}
	failures, err := ReadFailures(t.Context(), bad)
	if err != nil {
		t.Fatal(err)
	}
	return count, failures
}

func parse(t *testing.T, stages string) stage.Pipeline {
	t.Helper()
	p, err := stage.Parse(stages)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var ndtool = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "ndtool-")
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "ndtool")
	build := exec.Command("go", "build", "-o", name, "./cmd/ndtool")
	build.Dir = filepath.Join("..", "..")
	build.Stderr = os.Stderr
	return name, build.Run()
})

// runNdtool runs the real command over a folder and returns its messages.
func runNdtool(t *testing.T, in, stages, out string) []string {
	t.Helper()
	name, err := ndtool()
	if err != nil {
		t.Fatal(err)
	}
	var told bytes.Buffer
	cmd := exec.Command(name, "pipe", in, stages, "--out-dir", out, "--no-sync")
	cmd.Stderr = &told
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("ndtool: %v\n%s", err, told.String())
	}
	var lines []string
	for line := range strings.Lines(told.String()) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "ndtool: ")
		if !strings.HasPrefix(line, "wrote ") && !strings.Contains(line, "occurs more than once") { // a warning: ndbeam has none
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return lines
}

func texts(failures []Failure) []string {
	var lines []string
	for _, f := range failures {
		lines = append(lines, f.String())
	}
	slices.Sort(lines)
	return lines
}

// tree is the content of all files below a folder, by their paths.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		files[filepath.ToSlash(rel)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// sameTree fails the test unless two folders hold the same files.
func sameTree(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, b := range want {
		g, ok := got[name]
		switch {
		case !ok:
			t.Errorf("%s is missing", name)
		case g != b:
			t.Errorf("%s: %d bytes differ from the %d expected", name, len(g), len(b))
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s should not be there", name)
		}
	}
}

func writeFile(t *testing.T, name string, b []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b, 0o666); err != nil {
		t.Fatal(err)
	}
}

// maker makes files of all kinds, the same for the same seed.
type maker struct {
	t *testing.T
	r *rand.Rand
}

func newMaker(t *testing.T, seed uint64) maker { return maker{t, rand.New(rand.NewPCG(seed, 1))} }

var descrs = []string{"|b1", "|i1", "|u1", "<i2", ">i4", "<i8", "<f2", "<f4", ">f4", "<f8", "<c8", "|S5", "<U3", "<M8[s]", "[('a', '<i4'), ('b', '>f8', (2,))]"}

// npy makes a whole .npy file.
func (m maker) npy() []byte {
	dt, err := dtype.Parse(descrs[m.r.IntN(len(descrs))])
	if err != nil {
		m.t.Fatal(err)
	}
	h := npy.Header{DType: dt, FortranOrder: m.r.IntN(3) == 0, Shape: make([]int, m.r.IntN(5))}
	for k := range h.Shape {
		h.Shape[k] = 1 + m.r.IntN(6)
		if m.r.IntN(30) == 0 {
			h.Shape[k] = 0
		}
	}
	b, err := h.AppendBinary(nil)
	if err != nil {
		m.t.Fatal(err)
	}
	for range h.NumBytes() {
		b = append(b, byte(m.r.IntN(2))) // zeros and ones are good values of every dtype
	}
	return b
}

func (m maker) array() *ndarray.Array {
	a, err := npy.Read(bytes.NewReader(m.npy()), npy.Options{})
	if err != nil {
		m.t.Fatal(err)
	}
	return a
}

// npz makes a whole archive, its members stored or deflated. Some hold more than
// arrays, or a name twice.
func (m maker) npz() []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	add := func(name string, content []byte) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: []uint16{zip.Store, zip.Deflate}[m.r.IntN(2)]})
		if err == nil {
			_, err = w.Write(content)
		}
		if err != nil {
			m.t.Fatal(err)
		}
	}
	for i := range 1 + m.r.IntN(3) {
		add(string(rune('a'+i))+".npy", m.npy())
	}
	switch m.r.IntN(4) {
	case 0:
		add("note.txt", []byte("not an array"))
	case 1:
		add("folder/", nil)
		add("folder/x.npy", m.npy())
	case 2:
		add("a.npy", m.npy()) // the second one counts
	}
	if err := z.Close(); err != nil {
		m.t.Fatal(err)
	}
	return b.Bytes()
}

// broken makes a file that ndtool refuses.
func (m maker) broken(i int) []byte {
	whole := []byte("\x93NUMPY\x01\x00\x36\x00{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}\n" + strings.Repeat("\x00", 24))
	switch i % 8 {
	case 0:
		return whole[:len(whole)-5]
	case 1:
		return whole[:40]
	case 2:
		return []byte("no array at all")
	case 3:
		return nil
	case 4:
		return bytes.Replace(whole, []byte("<f8"), []byte("|O8"), 1)
	case 5:
		return bytes.Replace(whole, []byte("(3,)"), []byte("3**9"), 1)
	case 6:
		z := m.npz()
		return z[:len(z)-30]
	}
	var b bytes.Buffer
	z, err := npy.NewArchiveWriter(&b, npy.WriterOptions{})
	if err == nil {
		err = z.AddBytes("bad.npy", whole[:30])
	}
	if err == nil {
		err = z.Add("good", m.array())
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		m.t.Fatal(err)
	}
	return b.Bytes()
}

// fill makes n files below a folder, of which bad are broken.
func (m maker) fill(dir string, n, bad int) {
	for i := range n {
		name := filepath.Join(dir, []string{"", "a", "a/b", "c"}[m.r.IntN(4)], "f"+strings.Repeat("0", 4-len(itoa(i)))+itoa(i))
		switch {
		case i%(n/max(bad, 1)) == 3 && bad > 0:
			writeFile(m.t, name+".npy", m.broken(i/(n/bad)))
		case i%10 == 0:
			writeFile(m.t, name+".npz", m.npz())
		default:
			writeFile(m.t, name+".npy", m.npy())
		}
	}
}
