package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manCommand writes the manual.
func (a *app) manCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:     "man [--dir DIR]",
		Short:   "write man pages of all commands",
		Long:    `Writes a page a command into a folder, for man -l DIR/ndtool.1 or an installation below share/man/man1.`,
		Example: "  ndtool man --dir share/man/man1",
		GroupID: groupFiles,
		Args:    noArguments,
	}
	cmd.Flags().StringVar(&dir, "dir", "man", "the folder `DIR`, made if it is not there")
	cmd.MarkFlagDirname("dir")
	cmd.RunE = func(*cobra.Command, []string) error {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
		return manTree(a.root(""), dir)
	}
	return cmd
}

// noArguments refuses arguments.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return misuse(cmd, "%q is too much, expected no arguments", args[0])
	}
	return nil
}

// manTree writes the page of a command and those of the commands below it.
func manTree(cmd *cobra.Command, dir string) error {
	for _, below := range cmd.Commands() {
		if err := manTree(below, dir); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, manName(cmd)+".1"), manPage(cmd), 0o666)
}

func manName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manPage is a command's page in the language of man. It bears no date, so that
// it is the same whenever it is made. (cobra's own generator goes by way of
// Markdown, whose packages every start of the program would pay for.)
func manPage(cmd *cobra.Command) []byte {
	cmd.InitDefaultHelpFlag()
	var b strings.Builder
	section := func(name string) { fmt.Fprintf(&b, ".SH %s\n", name) }
	verbatim := func(text string) {
		b.WriteString(".nf\n")
		for line := range strings.Lines(strings.Trim(text, "\n") + "\n") {
			b.WriteString(roff(line))
		}
		b.WriteString(".fi\n")
	}
	fmt.Fprintf(&b, ".TH %s 1 \"\" ndtool ndtool\n", roff(strings.ToUpper(manName(cmd))))
	section("NAME")
	fmt.Fprintf(&b, "%s \\- %s\n", roff(manName(cmd)), roff(cmd.Short))
	if cmd.Runnable() {
		section("SYNOPSIS")
		path := cmd.CommandPath()
		fmt.Fprintf(&b, "\\fB%s\\fR%s\n", roff(path), roff(strings.TrimPrefix(cmd.UseLine(), path)))
	}
	section("DESCRIPTION")
	if cmd.Long == "" {
		fmt.Fprintf(&b, "%s\n", roff(cmd.Short))
	} else {
		verbatim(cmd.Long)
	}
	if cmd.HasAvailableFlags() {
		section("OPTIONS")
		cmd.Flags().VisitAll(func(f *pflag.Flag) { b.WriteString(manFlag(f)) })
	}
	if cmd.Example != "" {
		section("EXAMPLES")
		verbatim(cmd.Example)
	}
	section("SEE ALSO")
	var see []string
	if cmd.HasParent() {
		see = append(see, manName(cmd.Parent()))
	}
	for _, below := range cmd.Commands() {
		see = append(see, manName(below))
	}
	for i, name := range see {
		end := ","
		if i == len(see)-1 {
			end = ""
		}
		fmt.Fprintf(&b, ".BR %s (1)%s\n", roff(name), end)
	}
	return []byte(b.String())
}

// manFlag describes a flag.
func manFlag(f *pflag.Flag) string {
	var b strings.Builder
	placeholder, usage := pflag.UnquoteUsage(f)
	b.WriteString(".TP\n")
	if f.Shorthand != "" {
		fmt.Fprintf(&b, "\\fB\\-%s\\fR, ", f.Shorthand)
	}
	fmt.Fprintf(&b, "\\fB%s\\fR", roff("--"+f.Name))
	if placeholder != "" {
		fmt.Fprintf(&b, " \\fI%s\\fR", roff(placeholder))
	}
	fmt.Fprintf(&b, "\n%s\n", roff(usage))
	return b.String()
}

// roff quotes text: a line of it is no request, a minus no hyphen.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
