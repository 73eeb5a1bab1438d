package ndtool_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// documents are the pages whose commands and links are checked.
func documents(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir("docs", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".md") {
			pages = append(pages, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// TestCommandsInDocuments runs every command of the documents' console blocks
// and compares what it prints, standard output and standard error together,
// with the lines that follow it. The blocks of one page run in one folder that
// holds a copy of examples/; "# exit N" behind a command expects that status.
func TestCommandsInDocuments(t *testing.T) {
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", bin+string(os.PathSeparator), "./cmd/ndtool")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the command: %v\n%s", err, out)
	}
	ran := 0
	for _, page := range documents(t) {
		t.Run(page, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("examples")); err != nil {
				t.Fatal(err)
			}
			for _, c := range consoleBlocks(t, page) {
				cmd := exec.Command("sh", "-c", c.line)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
				if strings.HasPrefix(c.line, "go run ./cmd/ndtool") {
					cmd.Dir = "." // the commands of a fresh clone
				}
				var out bytes.Buffer
				cmd.Stdout, cmd.Stderr = &out, &out
				err := cmd.Run()
				status := "0"
				if err != nil {
					status = strings.TrimPrefix(err.Error(), "exit status ")
				}
				if status != c.status {
					t.Errorf("%s:%d: %s\nexit %s, want %s\n%s", page, c.at, c.line, status, c.status, out.String())
				}
				if diff := cmp.Diff(c.output, out.String()); diff != "" {
					t.Errorf("%s:%d: %s\n(-document +printed)\n%s", page, c.at, c.line, diff)
				}
				ran++
			}
		})
	}
	if ran == 0 {
		t.Error("no command found in any document")
	}
}

type command struct {
	at           int // line of the page
	line, output string
	status       string
}

var exitNote = regexp.MustCompile(`\s+# exit (\d+)$`)

// consoleBlocks returns the commands of the ```console blocks of a page: the
// lines that start with "$ ", each with the lines up to the next one.
func consoleBlocks(t *testing.T, page string) []command {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var found []command
	inside := false
	for i, line := range strings.Split(string(text), "\n") {
		switch {
		case strings.HasPrefix(line, "```"):
			inside = line == "```console"
		case !inside:
		case strings.HasPrefix(line, "$ "):
			c := command{at: i + 1, line: line[2:], status: "0"}
			if m := exitNote.FindStringSubmatch(c.line); m != nil {
				c.line, c.status = strings.TrimSuffix(c.line, m[0]), m[1]
			}
			found = append(found, c)
		case len(found) > 0:
			found[len(found)-1].output += line + "\n"
		}
	}
	return found
}

var program = regexp.MustCompile("(?ms)^```go\\n(package main.*?)^```$(?:\\n\\n```text\\n(.*?)^```$)?")

// TestProgramsInDocuments runs every complete Go program of the documents and
// compares what it prints with the text block behind it, if there is one.
func TestProgramsInDocuments(t *testing.T) {
	ran := 0
	for _, page := range documents(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range program.FindAllSubmatchIndex(text, -1) {
			source := filepath.Join(t.TempDir(), "main.go")
			if err := os.WriteFile(source, text[m[2]:m[3]], 0o666); err != nil {
				t.Fatal(err)
			}
			at := bytes.Count(text[:m[0]], []byte("\n")) + 1
			out, err := exec.Command("go", "run", source).CombinedOutput()
			if err != nil {
				t.Errorf("%s:%d: %v\n%s", page, at, err, out)
			}
			if m[4] >= 0 {
				if diff := cmp.Diff(string(text[m[4]:m[5]]), string(out)); diff != "" {
					t.Errorf("%s:%d (-document +printed)\n%s", page, at, diff)
				}
			}
			ran++
		}
	}
	if ran == 0 {
		t.Error("no program found in any document")
	}
}

var fenced = regexp.MustCompile("(?ms)^```.*?^```$")

var link = regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)

// TestLinksInDocuments finds the target of every relative link.
func TestLinksInDocuments(t *testing.T) {
	for _, page := range documents(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			}
		}
	}
}
