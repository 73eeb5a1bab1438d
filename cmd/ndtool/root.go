package main

import (
	"runtime"
	"runtime/debug"
	"slices"
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

// maker is a command that is made when it is needed.
type maker struct {
	name string
	make func() *cobra.Command
}

// commands are all commands and help topics.
func (a *app) commands() []maker {
	list := []maker{
		{"pipe", a.pipeCommand}, {"info", a.infoCommand}, {"show", a.showCommand}, {"explain", a.explainCommand},
		{"draw", a.drawCommand}, {"plot", a.plotCommand}, {"check", a.checkCommand}, {"locate", a.locateCommand},
		{"pack", a.packCommand}, {"unpack", a.unpackCommand}, {"append", a.appendCommand},
		{"fix", a.fixCommand}, {"recover", a.recoverCommand}, {"man", a.manCommand},
		{"split", a.splitCommand}, {"diff", a.diffCommand},
		{"convert", a.convertCommand}, {"import", a.importCommand}, {"export", a.exportCommand},
	}
	list = append(list, a.joinCommands()...)
	list = append(list, a.stageCommands(list)...)
	return append(list, topics()...)
}

// root builds the tree of commands. The one that is called stands alone in it,
// since a short run feels the making of all the others; a name that is none of
// them, such as help, gets all.
func (a *app) root(called string) *cobra.Command {
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
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknown(cmd, "command", args[0])
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
	commands := a.commands()
	if i := slices.IndexFunc(commands, func(c maker) bool { return c.name == called }); i >= 0 {
		commands = commands[i : i+1]
		root.CompletionOptions.DisableDefaultCmd = true
	} else {
		root.Version = version()
	}
	for _, c := range commands {
		root.AddCommand(c.make())
	}
	root.SetHelpCommand(helpCommand())
	return root
}

// unknown is the refusal of a name that is none of cmd's, with what may have
// been meant.
func unknown(cmd *cobra.Command, what, name string) error {
	hint := ""
	if near := cmd.Root().SuggestionsFor(name); len(near) > 0 {
		hint = ", did you mean " + strings.Join(near, " or ") + "?"
	}
	return misuse(cmd, "unknown %s %q%s", what, name, hint)
}

// helpCommand shows the page of a command or a topic.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND|TOPIC]",
		Short: "help about a command or a topic",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, prefix string) (pages []cobra.Completion, _ cobra.ShellCompDirective) {
			if len(args) == 0 {
				for _, page := range cmd.Root().Commands() {
					if !page.Hidden && strings.HasPrefix(page.Name(), prefix) {
						pages = append(pages, cobra.CompletionWithDesc(page.Name(), page.Short))
					}
				}
			}
			return pages, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			page, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknown(cmd, "command or topic", strings.Join(args, " "))
			}
			page.InitDefaultHelpFlag()
			return page.Help()
		},
	}
}

// version is what the build says of itself.
func version() string {
	if release != "" {
		return release + " " + runtime.Version()
	}
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
