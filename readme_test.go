package ndtool_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/npy"
)

// frame makes a program of the README's lines.
const frame = `package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy"
)

func main() {
	w := new(bytes.Buffer)
%LINES%
	if err != nil || x.At(1, 2) != 6 || len(flat.Shape()) != 1 || !copied || v != nil || w.Len() != 176 {
		fmt.Println(err, x, flat, copied, v, w.Len())
		os.Exit(1)
	}
}
`

// TestLinesInReadme compiles and runs the lines of Go in the README.
func TestLinesInReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindSubmatch(text)
	if m == nil {
		t.Fatal("no block of Go")
	}
	dir := t.TempDir()
	source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "readme.exe")
	lines := regexp.MustCompile("%LINES%").ReplaceAllLiteralString(frame, string(m[1]))
	if err := os.WriteFile(source, []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", program, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	weights, err := ndarray.FromSlice([]float32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 3, 4)
	if err != nil {
		t.Fatal(err)
	}
	if err := npy.WriteFile(filepath.Join(dir, "weights.npy"), weights); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(program)
	run.Dir = dir
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
