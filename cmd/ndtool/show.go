package main

import (
	"bytes"
	"context"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/internal/message"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
)

func (a *app) showCommand() *cobra.Command {
	var at string
	var all bool
	f := new(inputFlags)
	cmd := &cobra.Command{
		Use:   "show IN… [--at SPEC]",
		Short: "print the values as NumPy prints them",
		Long: `The text of NumPy's print of the array, or of the part that --at names by
NumPy's basic indexing. More than 1000 elements are summarised unless --all is
given. With several arrays each is preceded by its name.`,
		Example: "  ndtool show in.npy\n  ndtool show in.npy --at '0,::10'\n  ndtool show run.npz:x --all",
		GroupID: groupLook,
	}
	f.add(cmd)
	addAs(cmd, &f.as)
	cmd.Flags().StringVar(&at, "at", "()", "`SPEC` of the part to print")
	cmd.Flags().BoolVar(&all, "all", false, "every element, however many")
	cmd.RunE = func(cmd *cobra.Command, operands []string) error {
		index, err := layout.ParseIndex(at)
		if err != nil {
			return misuse(cmd, "--at: %w", err)
		}
		inputs, err := f.inputs(a, cmd, batch.Expansion{}, operands)
		if err != nil {
			return err
		}
		opt := ndarray.FormatOptions{}
		if all {
			opt.Threshold = math.MaxInt
		}
		return a.each(cmd.Context(), f, inputs, func(_ context.Context, i int) batch.Report {
			var out bytes.Buffer
			err := a.show(&out, inputs[i], len(inputs) > 1, index, opt)
			return batch.Report{Out: out.Bytes(), Err: err}
		})
	}
	return cmd
}

// show prints the arrays of one input.
func (a *app) show(out *bytes.Buffer, in batch.Input, named bool, index []layout.Index, opt ndarray.FormatOptions) error {
	src, err := batch.Open(in, a.in)
	if err != nil {
		return err
	}
	defer src.Close()
	print := func(name string, arr *batch.Array) error {
		value, end, err := arr.Load()
		if err != nil {
			return err
		}
		defer end()
		if value, err = value.Slice(index...); err != nil {
			return err
		}
		if name != "" {
			fmt.Fprintf(out, "%s:\n", message.Printable(name))
		}
		fmt.Fprintf(out, "%s\n", ndarray.Format(value, opt))
		return nil
	}
	if !src.Several() {
		arr, err := src.One()
		if err != nil {
			return err
		}
		name := ""
		if named {
			name = in.Text
		}
		return print(name, arr)
	}
	for arr, err := range src.Arrays() {
		if err != nil {
			return err
		}
		if err := print(in.Text+":"+arr.Name(), arr); err != nil {
			return err
		}
	}
	return nil
}
