//go:build unix

package batch

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/ops"
	"github.com/ndtool/ndtool/stage"
)

// saved makes a file of an array of n float32.
func saved(t *testing.T, n int) (path string) {
	t.Helper()
	a, err := ndarray.New(dtype.Float32, n)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "a.npy")
	if err := npy.WriteFile(path, a); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestReplacedMeanwhile: work in place on a file that another process changes,
// or takes away, between reading and writing leaves it as it then is.
func TestReplacedMeanwhile(t *testing.T) {
	pipeline, err := stage.Parse("cast f8")
	if err != nil {
		t.Fatal(err)
	}
	change := func(path string) error { return os.WriteFile(path, []byte("other"), 0o666) }
	tests := []struct {
		when, what string
		change     func(path string) error
		want       string
	}{
		{"before", "changed", change, "changed while it was worked on, left as it is now"},
		{"before", "removed", os.Remove, "cannot be changed in place: no such file or directory"},
		{"after", "changed", change, "changed while it was worked on, left as it is now"},
		{"after", "removed", os.Remove, "is gone: no such file or directory"},
	}
	for _, c := range tests {
		t.Run(c.what+" "+c.when, func(t *testing.T) {
			path := saved(t, 10)
			tr := &Transform{Pipeline: pipeline, Target: Target{Place: InPlace}, Jobs: 1, Workers: 1}
			src, err := tr.open(Input{Text: path, Path: path})
			if err != nil {
				t.Fatal(err)
			}
			defer src.Close()
			j := &job{t: tr, ctx: t.Context(), src: src, o: new(Outcome), output: path}
			if c.when == "before" {
				if err := c.change(path); err != nil {
					t.Fatal(err)
				}
				err = j.single()
			} else {
				err = j.replaceFile(func(io.Writer) error { return c.change(path) })
			}
			if err == nil || err.Error() != c.want {
				t.Errorf("error %v, want %s", err, c.want)
			}
			b, err := os.ReadFile(path)
			if string(b) != "other" && !errors.Is(err, os.ErrNotExist) {
				t.Errorf("%d bytes, %v", len(b), err)
			}
			names, err := os.ReadDir(filepath.Dir(path))
			if err != nil || len(names) > 1 {
				t.Errorf("left %v, %v", names, err)
			}
		})
	}
}

// TestOpenOtherKinds: what became something else after it was found.
func TestOpenOtherKinds(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe.npy")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, pipe} {
		const want = "is no regular file any more: not a regular file"
		if _, err := Open(Input{Text: path, Path: path}, nil); err == nil || err.Error() != want || !errors.Is(err, ErrKind) {
			t.Errorf("%s: error %v, want %s", path, err, want)
		}
	}
}

// TestMappedFileCutShort: the fault fails the one input whose file another
// process cuts short, in work of one goroutine and of many.
func TestMappedFileCutShort(t *testing.T) {
	path := saved(t, 4<<20)
	f, err := npy.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	whole := f.Array()
	square, err := whole.View(2048, -1)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	for name, work := range map[string]func() (*ndarray.Array, error){
		"bytes": func() (*ndarray.Array, error) {
			b, _ := whole.Bytes()
			return ndarray.FromSlice(bytes.Clone(b[len(b)-1:]))
		},
		"copy":      func() (*ndarray.Array, error) { return whole.Clone(layout.C) },
		"transpose": func() (*ndarray.Array, error) { return square.Transpose().Clone(layout.C) },
		"add":       func() (*ndarray.Array, error) { return ops.Add(nil, whole, whole) },
		"sum":       func() (*ndarray.Array, error) { return ops.Sum(nil, square, ops.Over{}) },
		"sort":      func() (*ndarray.Array, error) { return ops.Sort(nil, square, -1) },
		"matmul":    func() (*ndarray.Array, error) { return ops.MatMul(nil, square, square.Transpose()) },
	} {
		var got []error
		Run(t.Context(), 3, 2, false, func(_ context.Context, i int) Report {
			if i != 1 {
				return Report{}
			}
			_, err := work()
			return Report{Err: err}
		}, func(_ int, r Report) { got = append(got, r.Err) })
		if len(got) != 3 || got[0] != nil || got[2] != nil || !errors.Is(got[1], ErrFault) {
			t.Fatalf("%s: errors %v", name, got)
		}
		if text := got[1].Error(); !strings.HasPrefix(text, "file became shorter while it was read (fault at address 0x") {
			t.Errorf("%s: error %s", name, text)
		}
	}
}

// TestPartOfOtherType: a part that is not of the type that was planned is not
// written as if it were.
func TestPartOfOtherType(t *testing.T) {
	l, err := layout.New(4, layout.C, 2)
	if err != nil {
		t.Fatal(err)
	}
	p := part{to: l, dtype: dtype.Float32, axes: []int{0},
		from:    []operand{{bytes: strings.NewReader("12345678"), dtype: dtype.Float32, layout: l}},
		compute: func([]*ndarray.Array) (*ndarray.Array, error) { return ndarray.New(dtype.Int32, 2) }}
	err = p.write(t.Context(), memory(make([]byte, 8)), 1<<20, 1)
	if err == nil || !strings.HasSuffix(err.Error(), ": a part of the result is int32, expected float32") {
		t.Errorf("error %v", err)
	}
}
