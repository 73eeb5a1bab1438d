package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
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
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
		root := cmd.Root()
		root.DisableAutoGenTag = true
		// without a date the pages are the same whenever they are made
		return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "ndtool", Manual: "ndtool", Date: &time.Time{}}, dir)
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
