package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/stage"
)

// splitFlags say how an array is cut and where the parts go.
type splitFlags struct {
	inputFlags
	outputFlags
	axis     int
	sections string
	outDir   string
	memory   string
	bound    int64 // what memory says
}

func (a *app) splitCommand() *cobra.Command {
	f := new(splitFlags)
	cmd := &cobra.Command{
		Use:   "split IN… --sections N|I,J,… [--axis N]",
		Short: "cut an array into parts, a file each",
		Long: `One number cuts the axis into so many equal parts; a list cuts it before each of
its indices (NumPy's split; write "3," for a list of one). in.npy gives
in.0.npy, in.1.npy, …`,
		Example: "  ndtool split in.npy --sections 4\n  ndtool split in.npy --axis 1 --sections 2,5 --out-dir parts",
		GroupID: groupCalc,
	}
	f.inputFlags.add(cmd)
	addAs(cmd, &f.as)
	s := cmd.Flags()
	s.IntVar(&f.axis, "axis", 0, "`N` axis, counted from 0 or, negative, from the end")
	s.StringVar(&f.sections, "sections", "", "`N|I,J` how many parts, or where to cut")
	s.StringVar(&f.outDir, "out-dir", "", "the folder `DIR` to write to; beside the input without it")
	s.BoolVar(&f.force, "force", false, "replace existing outputs")
	s.BoolVar(&f.noSync, "no-sync", false, "do not wait until results are on the disk")
	s.BoolVar(&f.json, "json", false, "a line of JSON an input")
	s.StringVar(&f.memory, "memory", "", memoryUsage)
	cmd.MarkFlagDirname("out-dir")
	cmd.RunE = func(cmd *cobra.Command, operands []string) error {
		var err error
		if f.bound, err = memoryBound(cmd, f.memory); err != nil {
			return err
		}
		list := strings.HasSuffix(f.sections, ",")
		at, err := stage.ParseInts(strings.TrimSuffix(f.sections, ","))
		if err != nil {
			return misuse(cmd, "split: --sections: %w", err)
		}
		cut := func(l layout.Layout) ([]layout.Layout, error) {
			if len(at) == 1 && !list {
				return l.Sections(f.axis, at[0])
			}
			return l.Split(f.axis, at...)
		}
		inputs, err := f.inputs(a, cmd, batch.Expansion{Skip: f.outDir}, operands)
		if err != nil {
			return err
		}
		return a.each(cmd.Context(), &f.inputFlags, inputs, func(ctx context.Context, i int) batch.Report {
			outputs, err := a.split(ctx, f, cut, inputs[i])
			r := batch.Report{Err: err}
			switch {
			case err != nil:
			case f.json:
				r.Out, r.Err = batch.MarshalLine(map[string]any{"file": inputs[i].Text, "outputs": outputs})
			case f.outDir == "":
				r.Notes = []string{fmt.Sprintf("wrote %s to %s", outputs[0], outputs[len(outputs)-1])}
			}
			return r
		})
	}
	return cmd
}

// split writes the parts of one array: each by a slice of its own, so that
// nothing is read but what is written.
func (a *app) split(ctx context.Context, f *splitFlags, cut func(layout.Layout) ([]layout.Layout, error), in batch.Input) ([]string, error) {
	src, err := batch.Open(in, a.in)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	arr, err := src.One()
	if err != nil {
		return nil, err
	}
	form, err := batch.FormOf(arr.Header)
	if err != nil {
		return nil, err
	}
	parts, err := cut(form.Layout)
	if err != nil {
		return nil, err
	}
	dir := f.outDir
	if dir == "" {
		if in.Path == batch.Stdin {
			return nil, errors.New("has no place of its own, expected --out-dir")
		}
		dir = filepath.Dir(in.Path)
	}
	target := batch.Target{Place: batch.Folder, Path: dir, Force: f.force}
	outputs := make([]string, len(parts))
	for k := range parts {
		outputs[k] = filepath.Join(dir, batch.Named(filepath.Base(in.Rel), fmt.Sprint(k)))
		if err := target.Exists(outputs[k]); err != nil {
			return nil, err
		}
	}
	axis := f.axis
	if axis < 0 {
		axis += form.Layout.Rank()
	}
	from := 0
	for k, part := range parts {
		to := from + part.Shape[axis]
		s, err := stage.New("slice", strings.Repeat(":,", axis)+fmt.Sprintf("%d:%d", from, to))
		if err != nil {
			return nil, err
		}
		t := &batch.Transform{Pipeline: stage.Pipeline{s}, Target: target, NoSync: f.noSync, Memory: f.bound, Jobs: f.jobs, Workers: max(1, runtime.GOMAXPROCS(0)/f.jobs)}
		if _, err := t.Write(ctx, src, arr, outputs[k]); err != nil {
			return nil, err
		}
		from = to
	}
	return outputs, nil
}
