package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
)

// scripts are the lines of the test scripts.
func scripts(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("scripts %v, %v", names, err)
	}
	var lines []string
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.Split(string(b), "\n")...)
	}
	return lines
}

// TestEveryCommandIsScripted: each command and each of its flags is used by a
// script; a flag that many commands share, by one of them.
func TestEveryCommandIsScripted(t *testing.T) {
	a := &app{console: batch.NewConsole(io.Discard, io.Discard)}
	lines := scripts(t)
	shared := make(map[string]int)
	each := func(f func(cmd *cobra.Command)) {
		for _, c := range a.commands() {
			f(c.make())
		}
	}
	each(func(cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { shared[f.Name+f.Usage]++ })
	})
	used := func(cmd, flag string) bool {
		command := regexp.MustCompile(`\bndtool (help )?` + regexp.QuoteMeta(cmd) + `\b`)
		word := regexp.MustCompile(`(^| )` + flag + `\b`)
		for _, line := range lines {
			if (cmd == "" || command.MatchString(line)) && (flag == "" || word.MatchString(line)) {
				return true
			}
		}
		return false
	}
	each(func(cmd *cobra.Command) {
		if !used(cmd.Name(), "") {
			t.Errorf("no script runs ndtool %s", cmd.Name())
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			name, flag := cmd.Name(), "--"+f.Name
			if f.Shorthand != "" {
				flag = "(" + flag + "|-" + f.Shorthand + ")"
			}
			if shared[f.Name+f.Usage] > 2 {
				name = ""
			}
			if !used(name, flag) {
				t.Errorf("no script runs ndtool %s %s", cmd.Name(), flag)
			}
		})
	})
}

// speaks are the functions whose first literal is a message.
var speaks = map[string]bool{"misuse": true, "Errorf": true, "New": true, "Line": true, "Note": true}

// TestEveryMessageIsScripted: the text of each message of the command and of the
// language of stages stands in a script or, where only a test in Go can make it
// appear, in such a test: the longest piece of it between its variable parts.
func TestEveryMessageIsScripted(t *testing.T) {
	var known strings.Builder
	for _, line := range scripts(t) {
		known.WriteString(strings.NewReplacer(`\`, "", "''", "'").Replace(line) + "\n")
	}
	var sources []string
	for _, dir := range []string{".", "internal/batch", "../../stage", "../../internal/message"} {
		names, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			switch {
			case !strings.HasSuffix(name, "_test.go"):
				sources = append(sources, name)
			case filepath.Base(name) != "scripts_test.go":
				b, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				known.Write(b)
			}
		}
	}
	text := known.String()
	for _, name := range sources {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !speaks[called(call)] {
				return true
			}
			for _, arg := range call.Args {
				lit, ok := arg.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING {
					continue
				}
				message, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				if piece := longest(message); !strings.Contains(text, piece) && !elsewhere[piece] {
					t.Errorf("%s: no script has %q", set.Position(lit.Pos()), piece)
				}
				break
			}
			return true
		})
	}
}

// elsewhere are messages of other systems than the scripts run on.
var elsewhere = map[string]bool{
	"elements are more than can be addressed": true, // 32 bits
}

func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

var verb = regexp.MustCompile(`%[-+# 0-9.]*[a-zA-Z]`)

// longest is the longest piece of a format between its verbs.
func longest(format string) (piece string) {
	for _, part := range verb.Split(strings.ReplaceAll(format, "%%", "%"), -1) {
		if len(part) > len(piece) {
			piece = part
		}
	}
	return strings.Trim(piece, " ")
}
