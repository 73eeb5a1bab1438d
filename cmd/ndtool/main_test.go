package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/ops"
	"github.com/ndtool/ndtool/stage"
)

// quickRace keeps programs under the race detector from waiting a second at their
// end.
const quickRace = "atexit_sleep_ms=0"

func TestMain(m *testing.M) {
	os.Setenv("GORACE", quickRace)
	testscript.Main(m, map[string]func(){"ndtool": main})
}

// TestScripts runs the command as a user does. Besides testscript's own
// commands the scripts have
//
//	mk FILE DTYPE SHAPE [C|F]   an array of 0, 1, 2, … in C index order
//	cut FILE N                  drop all but the first N bytes
//	tail FILE TEXT              add bytes at the end
//	size FILE N                 the file is N bytes long
//	nostray DIR                 no temporary file is left below the folder
//	exits CODE COMMAND ARG…     exec that ends with this exit code
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"mk": mk, "cut": cut, "tail": tail, "size": size, "nostray": noStray, "exits": exits,
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", quickRace)
			return nil
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

func mk(ts *testscript.TestScript, _ bool, args []string) {
	shape, err := stage.ParseInts(args[2])
	ts.Check(err)
	dt, err := dtype.Parse(args[1])
	ts.Check(err)
	n, err := layout.Size(shape)
	ts.Check(err)
	count := make([]int64, n)
	for i := range count {
		count[i] = int64(i)
	}
	a, err := ndarray.FromSlice(count, n)
	ts.Check(err)
	a, err = a.View(shape...)
	ts.Check(err)
	a, err = ops.Cast(nil, a, dt, dtype.Unsafe)
	ts.Check(err)
	if len(args) > 3 {
		a, _, err = a.Contiguous(layout.Order(args[3][0]))
		ts.Check(err)
	}
	name := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(name), 0o777))
	f, err := os.Create(name)
	ts.Check(err)
	ts.Check(npy.Write(f, a))
	ts.Check(f.Close())
}

func cut(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}

func tail(ts *testscript.TestScript, _ bool, args []string) {
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_WRONLY|os.O_APPEND, 0)
	ts.Check(err)
	_, err = f.WriteString(args[1])
	ts.Check(err)
	ts.Check(f.Close())
}

func size(ts *testscript.TestScript, neg bool, args []string) {
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	if got := strconv.FormatInt(info.Size(), 10); (got == args[1]) == neg {
		ts.Fatalf("%s has %s bytes", args[0], got)
	}
}

func noStray(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(path string, _ os.DirEntry, err error) error {
		if strings.HasPrefix(filepath.Base(path), ".ndtool-") {
			ts.Fatalf("stray file %s", path)
		}
		return err
	}))
}

func exits(ts *testscript.TestScript, _ bool, args []string) {
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit %d, expected %s", code, args[0])
	}
}
