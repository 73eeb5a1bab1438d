//go:build linux || darwin

package npy

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
)

// child runs this test binary again, for one test only and with a task.
func child(t *testing.T, test, task, dir string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := exec.Command(exe, "-test.run=^$").Run(); errors.Is(err, unix.ENOEXEC) {
		t.Skip("an emulator runs this test, and cannot start another process")
	}
	c := exec.Command(exe, "-test.run=^"+test+"$", "-test.v")
	c.Env = append(os.Environ(), "NDTOOL_CHILD="+task, "NDTOOL_DIR="+dir)
	return c
}

// row returns a row of n items that are all x.
func row(t testing.TB, x int64, n int) *ndarray.Array {
	t.Helper()
	s := make([]int64, n)
	for i := range s {
		s[i] = x
	}
	a, err := ndarray.FromSlice(s, 1, n)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

const (
	crashRow = 3000 // items

	// ready is what a child prints when it has done its work once.
	ready = "ready"
)

// A process that is killed at any moment leaves a replaced file old or new, an
// archive as well, a header that is changed in place old or new, and a growing
// file with whole rows, in order. NDTOOL_CRASHES sets how often.
func TestKilled(t *testing.T) {
	dir := os.Getenv("NDTOOL_DIR")
	switch os.Getenv("NDTOOL_CHILD") {
	case "archive":
		for x := int64(1); ; x++ {
			err := WriteArchiveFile(filepath.Join(dir, "replaced.npz"), WriterOptions{Compress: x%2 == 0}, func(w *ArchiveWriter) error {
				return errors.Join(w.Add("a", row(t, x, 20*crashRow)), w.Add("b", row(t, x, crashRow)))
			})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Println(ready)
		}
	case "header":
		path := filepath.Join(dir, "replaced.npy")
		for x := 0; ; x++ {
			shape := [][]int{{1, 100 * crashRow}, {100, 1, crashRow}}[x%2]
			if err := RewriteHeader(path, Header{DType: dtype.Int64, Shape: shape}, EditOptions{NoSync: true}); err != nil {
				t.Fatal(err)
			}
			fmt.Println(ready)
		}
	case "append":
		a, err := OpenAppender(filepath.Join(dir, "grown.npy"), AppendOptions{DropTail: true, EditOptions: EditOptions{NoSync: true}})
		if err != nil {
			t.Fatal(err)
		}
		for {
			for range 3 {
				if err := a.Append(row(t, int64(a.Header().Shape[0]), crashRow)); err != nil {
					t.Fatal(err)
				}
			}
			if err := a.Flush(); err != nil {
				t.Fatal(err)
			}
			fmt.Println(ready)
		}
	case "replace":
		for x := int64(1); ; x++ {
			if err := WriteFile(filepath.Join(dir, "replaced.npy"), row(t, x, 100*crashRow)); err != nil {
				t.Fatal(err)
			}
			fmt.Println(ready)
		}
	}
	crashes := 20
	if n, err := strconv.Atoi(os.Getenv("NDTOOL_CRASHES")); err == nil {
		crashes = n
	}
	dir = t.TempDir()
	grown, replaced, packed := filepath.Join(dir, "grown.npy"), filepath.Join(dir, "replaced.npy"), filepath.Join(dir, "replaced.npz")
	empty, err := ndarray.New(dtype.Int64, 0, crashRow)
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(grown, empty); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(replaced, row(t, 0, 100*crashRow)); err != nil {
		t.Fatal(err)
	}
	rows := 0
	for i := range crashes {
		c := child(t, "TestKilled", []string{"append", "replace", "archive", "header"}[i%4], dir)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(out); lines.Scan() && lines.Text() != ready; {
		}
		go io.Copy(io.Discard, out)
		time.Sleep(rand.N(20 * time.Millisecond))
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		c.Wait()

		a, err := ReadFile(replaced, Options{})
		if err != nil {
			t.Fatalf("after %d crashes: %v", i+1, err)
		}
		uniform(t, a, 0)
		if z, err := OpenArchiveFile(packed, ArchiveOptions{}); err == nil {
			var held []int64
			for _, m := range z.Members() {
				if a, err = m.Read(); err != nil {
					t.Fatalf("after %d crashes: %v", i+1, err)
				}
				held = append(held, uniform(t, a, 0))
			}
			if len(held) != 2 || held[0] != held[1] {
				t.Fatalf("after %d crashes: members of %d: an archive that is half old and half new", i+1, held)
			}
			z.Close()
		} else if i > 1 { // there is one from the third child on
			t.Fatalf("after %d crashes: %v", i+1, err)
		}
		if a, err = ReadFile(grown, Options{}); err != nil {
			t.Fatalf("after %d crashes: %v", i+1, err)
		}
		if n := a.Dim(0); n < rows || n%3 != 0 {
			t.Fatalf("after %d crashes: %d rows, %d before", i+1, n, rows)
		}
		rows = a.Dim(0)
		for k := range rows {
			part, err := a.Split(0, k, k+1)
			if err != nil {
				t.Fatal(err)
			}
			if x := uniform(t, part[1], int64(k)); x != int64(k) {
				t.Fatalf("after %d crashes: row %d holds %d", i+1, k, x)
			}
		}
		if rows > 2000 { // start again before it gets slow
			if err := WriteFile(grown, empty); err != nil {
				t.Fatal(err)
			}
			rows = 0
		}
	}
	if a, err := ReadFile(replaced, Options{}); err != nil || uniform(t, a, 0) == 0 {
		t.Errorf("the file was never replaced: the test tests nothing (%v)", err)
	}
}

// uniform returns the one value that all items have; of no items, none.
func uniform(t *testing.T, a *ndarray.Array, none int64) int64 {
	t.Helper()
	v, err := ndarray.As[int64](a)
	if err != nil {
		t.Fatal(err)
	}
	first := true
	for x := range v.Values() {
		if !first && x != none {
			t.Fatalf("items %d and %d: a file that is half old and half new", none, x)
		}
		none, first = x, false
	}
	return none
}

// A disk that is full in the middle of a write leaves every file as it was and
// nothing beside it. The full disk is a limit on the size of files.
func TestFullDisk(t *testing.T) {
	if os.Getenv("NDTOOL_CHILD") != "full" {
		out, err := child(t, "TestFullDisk", "full", t.TempDir()).CombinedOutput()
		if err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return
	}
	dir := os.Getenv("NDTOOL_DIR")
	path := filepath.Join(dir, "a.npy")
	small := numbers(t, 10, 100)
	if err := WriteFile(path, small); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(unix.SIGXFSZ)
	const limit = 64 << 10
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limit, Max: limit}); err != nil {
		t.Fatal(err)
	}
	large := numbers(t, 1000, 100)
	if err := WriteFile(path, large); !errors.Is(err, unix.EFBIG) {
		t.Errorf("WriteFile: %v", err)
	}
	if err := WriteFile(filepath.Join(dir, "b.npy"), large); !errors.Is(err, unix.EFBIG) {
		t.Errorf("WriteFile of a new file: %v", err)
	}
	err := WriteArchiveFile(filepath.Join(dir, "c.npz"), WriterOptions{}, func(w *ArchiveWriter) error { return w.Add("a", large) })
	if !errors.Is(err, unix.EFBIG) {
		t.Errorf("WriteArchiveFile: %v", err)
	}
	if _, err := Create(filepath.Join(dir, "d.npy"), HeaderOf(large)); err == nil {
		t.Error("Create: no error")
	}
	a, err := OpenAppender(path, AppendOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Append(large); !errors.Is(err, unix.EFBIG) {
		t.Errorf("Append: %v", err)
	}
	if err := a.Append(numbers(t, 1, 100)); err != nil {
		t.Errorf("a row that fits, after one that did not: %v", err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	got, err := ReadFile(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, joined(t, 0, small, numbers(t, 1, 100)))
	if info, err := os.Stat(path); err != nil || info.Size() != int64(len(file(t, got))) {
		t.Errorf("the file has %d bytes (%v)", info.Size(), err)
	}
	if list, _ := os.ReadDir(dir); len(list) != 1 {
		t.Errorf("left behind: %v", list)
	}
}
