//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/npy"
)

// manyFiles makes a folder of n small arrays.
func manyFiles(t *testing.T, n int) string {
	t.Helper()
	a, err := ndarray.FromSlice(make([]float32, 6), 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := npy.Write(&b, a); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for i := range n {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%05d.npy", i)), b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestInterrupt: a signal ends a batch with its exit code, a line that says how
// far it got, whole outputs and no stray file.
func TestInterrupt(t *testing.T) {
	const n = 4000
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			in, out := manyFiles(t, n), filepath.Join(t.TempDir(), "out")
			cmd := exec.Command("ndtool", "transpose", in, "--out-dir", out)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for {
				if names, _ := filepath.Glob(filepath.Join(out, "f*.npy")); len(names) > 20 {
					break
				}
				time.Sleep(time.Millisecond)
			}
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			cmd.Wait()
			if got := cmd.ProcessState.ExitCode(); got != 128+int(sig) {
				t.Errorf("exit %d, expected %d; %s", got, 128+int(sig), &stderr)
			}
			m := regexp.MustCompile(`^ndtool: interrupted: (\d+) of 4000 inputs done\n$`).FindSubmatch(stderr.Bytes())
			if m == nil {
				t.Fatalf("standard error %q", &stderr)
			}
			done, _ := strconv.Atoi(string(m[1]))
			names, err := os.ReadDir(out)
			if err != nil {
				t.Fatal(err)
			}
			if len(names) != done || done < 20 || done == n {
				t.Errorf("%d outputs, %d told", len(names), done)
			}
			for _, name := range names {
				if info, err := name.Info(); err != nil || info.Size() != 128+24 {
					t.Errorf("output %s of %d bytes, %v", name.Name(), info.Size(), err)
				}
			}
		})
	}
}

// TestInterruptStream: a signal ends the program although nobody reads what it
// writes.
func TestInterruptStream(t *testing.T) {
	a, err := ndarray.New(dtype.Float64, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "a.npy")
	if err := npy.WriteFile(name, a); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("ndtool", "flip", name, "-o", "-")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := stdout.Read(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != 130 {
		t.Errorf("exit %d, expected 130", got)
	}
}

// TestSpecialFiles: what is no regular file, cannot be read or cannot be
// written fails with a line of its own, and the rest goes on.
func TestSpecialFiles(t *testing.T) {
	if os.Getuid() == 0 {
		// nothing is forbidden to root: the permission cases would not fail
		t.Log("running as root: files without permission are left out")
	}
	t.Chdir(manyFiles(t, 1))
	if err := syscall.Mkfifo("pipe.npy", 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("loop.npy", "loop.npy"); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"pipe.npy: is a named pipe, expected a file",
		"loop.npy: too many levels of symbolic links",
		os.DevNull + ": is a device, expected a file",
	}
	args := []string{"flip", "pipe.npy", "loop.npy", os.DevNull, "f00000.npy", "--out-dir", "out"}
	if os.Getuid() != 0 {
		if err := os.WriteFile("secret.npy", nil, 0o000); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir("locked", 0o500); err != nil {
			t.Fatal(err)
		}
		args = append(args, "secret.npy")
		want = append(want, "secret.npy: permission denied")
	}
	var stderr bytes.Buffer
	cmd := exec.Command("ndtool", args...)
	cmd.Stderr = &stderr
	cmd.Run()
	if got := cmd.ProcessState.ExitCode(); got != exitFailed {
		t.Errorf("exit %d, expected %d", got, exitFailed)
	}
	lines := bytes.Split(bytes.TrimSpace(stderr.Bytes()), []byte("\n"))
	if len(lines) != len(want) {
		t.Fatalf("%d lines, expected %d:\n%s", len(lines), len(want), &stderr)
	}
	for i, line := range lines {
		if !bytes.HasPrefix(line, []byte("ndtool: "+want[i])) {
			t.Errorf("line %d is %q, expected %q", i, line, want[i])
		}
	}
	if _, err := os.Stat("out/f00000.npy"); err != nil {
		t.Error(err)
	}
	if os.Getuid() == 0 {
		return
	}
	stderr.Reset()
	cmd = exec.Command("ndtool", "flip", "f00000.npy", "-o", "locked/o.npy")
	cmd.Stderr = &stderr
	if cmd.Run(); !bytes.HasPrefix(stderr.Bytes(), []byte("ndtool: f00000.npy: output locked/o.npy: permission denied\n")) {
		t.Errorf("a folder that is read-only: %q", &stderr)
	}
}

// TestFullDisk: a write that the system refuses is a line and leaves nothing.
func TestFullDisk(t *testing.T) {
	a, err := ndarray.New(dtype.Float64, 1<<17)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := npy.WriteFile("a.npy", a); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"flip a.npy -o o.npy", "reshape a.npy --to 2,-1 -o o.npy", "cast a.npy --dtype f4 --in-place", "pack o.npz a.npy"} {
		var stderr bytes.Buffer
		// a limit on the size of files stands for the full disk
		cmd := exec.Command("sh", "-c", "trap '' XFSZ; ulimit -f 100; exec ndtool "+args)
		cmd.Stderr = &stderr
		cmd.Run()
		if got := cmd.ProcessState.ExitCode(); got != exitFailed || !bytes.Contains(stderr.Bytes(), []byte("file too large")) || bytes.Count(stderr.Bytes(), []byte("\n")) != 1 {
			t.Errorf("%s: exit %d, %q", args, got, &stderr)
		}
		names, err := os.ReadDir(".")
		if err != nil {
			t.Fatal(err)
		}
		if len(names) != 1 {
			t.Errorf("%s: left %v", args, names)
		}
		if b, err := npy.ReadFile("a.npy", npy.Options{}); err != nil || b.Len() != a.Len() {
			t.Errorf("%s: the input is %v, %v", args, b, err)
		}
	}
}

// TestInterruptWaiting: a signal ends the program although it waits for input
// that does not come, and leaves nothing of the output.
func TestInterruptWaiting(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command("ndtool", "flip", "-", "-o", filepath.Join(dir, "o.npy"))
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// more than a pipe holds: once it is written the program reads
	if _, err := stdin.Write(append([]byte("\x93NUMPY\x01\x00"), make([]byte, 1<<20)...)); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != 130 {
		t.Errorf("exit %d, expected 130; %q", got, &stderr)
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) != 0 {
		t.Errorf("left %v, %v", names, err)
	}
}
