package main

import (
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// The groups of commands in the help.
const (
	groupViews = "views"
	groupCalc  = "calc"
	groupLook  = "look"
	groupFiles = "files"
)

// root builds the tree of commands.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "ndtool COMMAND IN…",
		Short: "look at and rearrange NumPy's .npy and .npz files",
		Long: `ndtool reads, looks at and rearranges NumPy's .npy and .npz files without
Python. Every command that yields an array is one stage; pipe joins stages.
Results are byte for byte what np.save writes.

  ndtool reshape in.npy --to 4,6            writes in.reshaped.npy
  ndtool transpose DIR --out-dir OUT        every array below a folder
  ndtool pipe in.npy 'transpose 1,0 | slice ::2 | reshape 3,-1' -o out.npy
  ndtool info in.npz                        what is inside

Exit codes: 0 all done; 1 some input failed, or diff or check found something;
2 wrong usage; 130 interrupted.`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			hint := ""
			if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
				hint = ", did you mean " + strings.Join(near, " or ") + "?"
			}
			return misuse(cmd, "unknown command %q%s", args[0], hint)
		},
	}
	root.SuggestionsMinimumDistance = 2
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &usageError{cmd: cmd, err: err}
	})
	root.SetVersionTemplate("ndtool {{.Version}}\n")
	root.AddGroup(
		&cobra.Group{ID: groupLook, Title: "Looking:"},
		&cobra.Group{ID: groupViews, Title: "Views and layout:"},
		&cobra.Group{ID: groupCalc, Title: "Values:"},
		&cobra.Group{ID: groupFiles, Title: "Files:"},
	)
	root.AddCommand(a.stageCommands()...)
	root.AddCommand(a.pipeCommand(), a.infoCommand(), a.showCommand(), a.explainCommand(), a.checkCommand(), a.locateCommand(),
		a.packCommand(), a.unpackCommand(), a.appendCommand(),
		a.fixCommand(), a.recoverCommand())
	root.AddCommand(topics()...)
	root.InitDefaultHelpCmd()
	return root
}

// version is what the build says of itself.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	v := info.Main.Version
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12 && (v == "" || v == "(devel)"):
			v = "(devel) " + s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true" && !strings.Contains(v, "dirty"):
			v += " with changes"
		}
	}
	return v + " " + info.GoVersion
}
