package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/internal/message"
	"github.com/ndtool/ndtool/stage"
)

// transform runs a pipeline over the inputs and writes the results.
func (a *app) transform(cmd *cobra.Command, f *transformFlags, p stage.Pipeline, suffix string, operands []string) error {
	return a.transformAs(cmd, f, batch.Strict, p, suffix, operands)
}

// transformAs is transform with a way of reading headers.
func (a *app) transformAs(cmd *cobra.Command, f *transformFlags, reading batch.Reading, p stage.Pipeline, suffix string, operands []string) error {
	target, err := f.target(cmd, suffix)
	if err != nil {
		return err
	}
	t := &batch.Transform{Pipeline: p, Target: target, Reading: reading, NoSync: f.noSync, Stdin: a.in, Stdout: a.console.Stdout()}
	if t.Memory, err = memoryBound(cmd, f.memory); err != nil {
		return err
	}
	expansion := batch.Expansion{ByContent: target.Place == batch.InPlace}
	if target.Place == batch.Folder {
		expansion.Skip = target.Path
	}
	if f.resume != "" {
		journal, err := batch.OpenJournal(f.resume, f.dryRun, f.noSync)
		if err != nil {
			return fmt.Errorf("%s: %s", f.resume, message.Reason(err))
		}
		defer journal.Close()
		t.Journal = journal
		expansion.Done = journal.Wrote
	}
	inputs, err := f.inputs(a, cmd, expansion, operands)
	if err != nil {
		return err
	}
	t.Jobs = max(1, min(f.jobs, len(inputs)))
	t.Workers = max(1, runtime.GOMAXPROCS(0)/t.Jobs)
	outputs, err := target.Resolve(inputs)
	if err != nil {
		return misuse(cmd, "%w", err)
	}
	if a.toTerminal(outputs) {
		return misuse(cmd, "the result would go to the terminal; use -o FILE, or send standard output elsewhere")
	}
	if target.Place == batch.Folder && !f.dryRun {
		if err := t.MakeFolder(); err != nil {
			return fmt.Errorf("%s: %s", target.Path, message.Reason(err))
		}
	}
	do, flags := t.Preview, f.inputFlags
	if !f.dryRun {
		do = t.Do
		if !f.failFast { // which promises that nothing is begun after a failure
			flags.jobs = t.AtOnce()
		}
	}
	return a.each(cmd.Context(), &flags, inputs, func(ctx context.Context, i int) batch.Report {
		return f.report(do(ctx, inputs[i], outputs[i]))
	})
}

// report turns what was done with one input into what is said of it.
func (f *transformFlags) report(o batch.Outcome, err error) batch.Report {
	r := batch.Report{Err: err}
	for _, w := range o.Warnings {
		r.Notes = append(r.Notes, o.File+": "+w)
	}
	switch {
	case err != nil:
	case f.json:
		r.Out, r.Err = batch.MarshalLine(o)
	case f.dryRun:
		r.Out = []byte(o.String() + "\n")
	case o.Place == batch.Beside && o.Output != batch.Stdin && !o.Skipped:
		r.Notes = append(r.Notes, "wrote "+o.Output)
	}
	return r
}

// toTerminal reports whether an array would be written to a terminal.
func (a *app) toTerminal(outputs []string) bool {
	if !slices.Contains(outputs, batch.Stdin) {
		return false
	}
	a.toStdout()
	return a.console.OutTerminal()
}

// inputs resolves operands to the inputs of this run.
func (f *inputFlags) inputs(a *app, cmd *cobra.Command, x batch.Expansion, operands []string) ([]batch.Input, error) {
	a.console.Quiet = f.quiet
	shard, err := f.part(cmd)
	if err != nil {
		return nil, err
	}
	x.Sizes = !x.Repeats && a.console.ShowsProgress()
	operands, err = f.operands(a, cmd, operands)
	if err != nil {
		return nil, err
	}
	inputs, err := expand(cmd, x, operands, f.as)
	return shard.Pick(inputs), err
}

// expand resolves operands to inputs that are read as --as says.
func expand(cmd *cobra.Command, x batch.Expansion, operands, as []string) ([]batch.Input, error) {
	types, err := opaque(cmd, as)
	if err != nil {
		return nil, err
	}
	inputs, err := x.Expand(cmd.Context(), operands)
	for i := range inputs {
		inputs[i].As = types
	}
	return inputs, err
}

// each works on every input and reports in their order. The error is an
// exitCode if some failed.
func (a *app) each(ctx context.Context, f *inputFlags, inputs []batch.Input, work func(ctx context.Context, i int) batch.Report) error {
	total := int64(0)
	for _, in := range inputs {
		total += max(in.Size, 0)
	}
	end := a.console.Progress(len(inputs), total)
	defer end()
	var done, failed, undone, differ int
	var broken error // standard output
	reported := batch.Run(ctx, len(inputs), f.jobs, f.failFast, func(ctx context.Context, i int) batch.Report {
		if err := inputs[i].Err; err != nil {
			return batch.Report{Err: err}
		}
		return work(ctx, i)
	}, func(i int, r batch.Report) {
		if len(r.Out) > 0 && broken == nil {
			broken = a.console.Print(r.Out)
		}
		for _, note := range r.Notes {
			a.console.Note(note)
		}
		switch {
		case r.Err != nil && ctx.Err() != nil:
			undone++ // by the interruption, which is told once
		case r.Err != nil:
			failed++
			a.console.Line(batch.Failure(inputs[i], r.Err))
		case r.Differs:
			differ++
		}
		done++
		a.console.Advance(done, max(inputs[i].Size, 0))
	})
	end()
	switch {
	case ctx.Err() != nil:
		a.console.Line(fmt.Sprintf("interrupted: %d of %d inputs done", reported-failed-undone, len(inputs)))
		return exitCode(exitFailed)
	case broken != nil:
		return fmt.Errorf("standard output: %w", broken)
	case failed > 0 || differ > 0:
		return exitCode(exitFailed)
	}
	return nil
}
