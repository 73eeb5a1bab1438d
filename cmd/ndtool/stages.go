package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/stage"
)

// stageCommands makes a command of every kind of stage whose name is not taken:
// the parameters become flags of the same names. (add a number is a stage, add
// two arrays a command.)
func (a *app) stageCommands(taken []maker) []maker {
	var list []maker
	ops := stage.Ops()
	for i := range ops {
		name := ops[i].Name
		if !slices.ContainsFunc(taken, func(c maker) bool { return c.name == name }) {
			list = append(list, maker{name, func() *cobra.Command { return a.stageCommand(&ops[i]) }})
		}
	}
	return list
}

func (a *app) stageCommand(op *stage.Op) *cobra.Command {
	cmd := &cobra.Command{
		Use:     op.Name + " IN…" + flagUsage(op),
		Short:   op.Short,
		Long:    op.Long,
		Example: stageExamples(op),
		GroupID: groupViews,
	}
	if op.Computes() {
		cmd.GroupID = groupCalc
	}
	for _, p := range op.Params {
		if p.Kind == stage.Switch {
			cmd.Flags().Bool(p.Name, false, p.Usage)
			continue
		}
		usage := p.Usage
		if p.Kind == stage.Choice {
			usage += ": " + strings.Join(p.Choices, ", ")
		}
		cmd.Flags().String(p.Name, "", "`"+p.Placeholder()+"` "+usage)
		if p.Default != "" {
			cmd.Flags().Lookup(p.Name).DefValue = p.Default
		}
		if words := choices(p); words != nil {
			cmd.RegisterFlagCompletionFunc(p.Name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
		}
	}
	flags := addTransformFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, operands []string) error {
		args := make(map[string]string)
		for _, p := range op.Params {
			f := cmd.Flags().Lookup(p.Name)
			switch {
			case p.Kind == stage.Switch && f.Value.String() == "true":
				args[p.Name] = p.Name
			case p.Kind != stage.Switch && f.Changed:
				args[p.Name] = f.Value.String()
			}
		}
		s, err := op.With(args)
		var wrong *stage.ArgumentError
		if errors.As(err, &wrong) {
			return misuse(cmd, "%s: --%s: %w", op.Name, wrong.Param, wrong.Err)
		}
		if err != nil {
			return misuse(cmd, "%s: %w", op.Name, err)
		}
		return a.transform(cmd, flags, stage.Pipeline{s}, op.Suffix, operands)
	}
	return cmd
}

// pipeCommand joins stages.
func (a *app) pipeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pipe IN… 'STAGE | STAGE …'",
		Short: "run several stages, one after the other, without files between",
		Long: `The last argument is the pipeline: stages with | between them, each with its
arguments in the order in which ndtool help stages lists them. Views stay views
through the whole chain; bytes move once, when the result is written, unless a
stage has to move them before. The empty pipeline is copy.`,
		Example: `  ndtool pipe in.npy 'transpose 1,0 | slice ::2 | reshape 3,-1'
  ndtool pipe DIR 'cast float32 | contiguous' --out-dir OUT
  ndtool pipe in.npz:x '' -o x.npy`,
		GroupID: groupViews,
	}
	flags := addTransformFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return misuse(cmd, "pipe: no pipeline, expected inputs and then the stages in one argument")
		}
		text := args[len(args)-1]
		pipeline, err := stage.Parse(text)
		if err != nil {
			return misuse(cmd, "pipe: %w", err)
		}
		return a.transform(cmd, flags, pipeline, "piped", args[:len(args)-1])
	}
	return cmd
}

func choices(p stage.Param) []string {
	switch p.Kind {
	case stage.Choice:
		return p.Choices
	case stage.DType:
		return []string{"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
			"float16", "float32", "float64", "complex64", "complex128", "bfloat16"}
	}
	return nil
}

// flagUsage is the usage line's flags: " --to INTS [--order C|F|A]".
func flagUsage(op *stage.Op) string {
	var b strings.Builder
	for _, p := range op.Params {
		word := "--" + p.Name
		if p.Kind != stage.Switch {
			word += " " + p.Placeholder()
		}
		if p.Optional {
			word = "[" + word + "]"
		}
		b.WriteString(" " + word)
	}
	return b.String()
}

// stageExamples writes a stage's examples as commands and as a pipeline.
func stageExamples(op *stage.Op) string {
	var b strings.Builder
	for _, text := range op.Example {
		s, err := stage.Parse(strings.TrimSpace(op.Name + " " + text))
		if err != nil {
			panic("ndtool: example of " + op.Name + ": " + err.Error())
		}
		b.WriteString("  ndtool " + op.Name + " in.npy")
		for name, arg := range s[0].Args() {
			i := slices.IndexFunc(op.Params, func(p stage.Param) bool { return p.Name == name })
			switch {
			case op.Params[i].Kind == stage.Switch:
				b.WriteString(" --" + name)
			case strings.HasPrefix(arg, "-"):
				b.WriteString(" --" + name + "=" + arg)
			default:
				b.WriteString(" --" + name + " " + shellQuote(arg))
			}
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// shellQuote quotes an argument for a shell where it needs it.
func shellQuote(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,.:/@%") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
