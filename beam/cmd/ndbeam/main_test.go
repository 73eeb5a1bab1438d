package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/npy"
)

// TestMain lets the test binary be the command, so that the tests start it as
// a user does.
func TestMain(m *testing.M) {
	if os.Getenv("NDBEAM_TEST_MAIN") != "" {
		main()
	}
	os.Exit(m.Run())
}

func ndbeam(t *testing.T, args ...string) (status int, out, told string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), "NDBEAM_TEST_MAIN=1")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

func inputs(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	a, err := ndarray.FromSlice([]int32{1, 2, 3, 4, 5, 6}, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.npy", "b.npy"} {
		if err := npy.WriteFile(filepath.Join(dir, name), a); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "bad.npy"), []byte("something\x1belse"), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestCommand(t *testing.T) {
	in, out := inputs(t), filepath.Join(t.TempDir(), "out")
	status, printed, told := ndbeam(t, "--input", in, "transpose | reshape 6", "--output", out)
	want := "ndbeam: " + filepath.Join(in, "bad.npy") + `: byte 0: magic string is "someth"`
	summary := "ndbeam: 3 files: 0 header-only, 2 copied, 1 failed; 304 bytes read, 304 written\n"
	if status != 1 || printed != "" || !strings.HasPrefix(told, want) || !strings.HasSuffix(told, summary) || strings.Count(told, "\n") != 2 {
		t.Errorf("exit %d, printed %q, told\n%s, want\n%s…\n%s", status, printed, told, want, summary)
	}
	a, err := npy.ReadFile(filepath.Join(out, "b.npy"), npy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := ndarray.As[int32](a)
	if err != nil {
		t.Fatal(err)
	}
	if x.At(1) != 4 || a.Rank() != 1 {
		t.Errorf("the result is %v", a)
	}

	status, _, told = ndbeam(t, "transpose | reshape 6", "--input="+in+"/?.npy", "--output="+out, "--errors="+filepath.Join(in, "none"), "--runner=prism")
	if status != 0 || strings.Count(told, "\n") != 1 {
		t.Errorf("again: exit %d, told\n%s", status, told)
	}
	status, _, told = ndbeam(t, "flatten", "--input="+in, "--output="+out, "--fail-fast")
	if status != 1 || !strings.HasPrefix(told, "ndbeam: the pipeline failed: ") {
		t.Errorf("fail-fast: exit %d, told\n%s", status, told)
	}
}

func TestUsage(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--input=a", "--output=b"}, "0 operands, expected one: the stages"},
		{[]string{"flip", "flip", "--input=a", "--output=b"}, "2 operands, expected one: the stages"},
		{[]string{"flap", "--input=a", "--output=b"}, `stage 1 (flap): unknown stage "flap"`},
		{[]string{"flip", "--output=b"}, "no --input, expected a pattern"},
		{[]string{"flip", "--input=a"}, "no --output, expected a folder"},
		{[]string{"flip", "--input=a", "--output=b", "--tile=0"}, "--tile 0, expected 1 or more"},
	} {
		if status, _, told := ndbeam(t, test.args...); status != 2 || !strings.HasPrefix(told, "ndbeam: "+test.want) {
			t.Errorf("%q: exit %d, told %q, want %q", test.args, status, told, test.want)
		}
	}
	status, _, told := ndbeam(t, "flip", "--input=a", "--output="+t.TempDir(), "--runner=nope")
	if status != 1 || told != "ndbeam: Runner nope not registered. Forgot to _ import it?\n" {
		t.Errorf("unknown runner: exit %d, told %q", status, told)
	}
	if status, _, told := ndbeam(t, "--no-such-flag"); status != 2 || !strings.Contains(told, "usage: ndbeam") {
		t.Errorf("unknown flag: exit %d, told %q", status, told)
	}
}
