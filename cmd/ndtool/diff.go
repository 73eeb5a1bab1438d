package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/internal/message"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ops"
	"github.com/ndtool/ndtool/stage"
)

// difference is what diff finds between two arrays.
type difference struct {
	Name  string `json:"name,omitempty"` // of the member
	What  string `json:"what"`           // shape, dtype, value, missing
	Index []int  `json:"index,omitempty"`
	A     string `json:"a"`
	B     string `json:"b"`
}

func (a *app) diffCommand() *cobra.Command {
	var t ops.Tolerance
	var asJSON, values, quiet bool
	var as []string
	cmd := &cobra.Command{
		Use:   "diff A B [--rtol R] [--atol A]",
		Short: "do two arrays hold the same?",
		Long: `Compares shapes, dtypes and values, and of archives all arrays by their keys. The
first difference is told, and the exit code is 1. Byte order and memory order do
not count; NaN is NaN. With a tolerance two numbers are the same if
|a-b| ≤ atol + rtol·|b|; then, and with --values, dtypes do not count.`,
		Example: "  ndtool diff a.npy b.npy\n  ndtool diff a.npz b.npz --rtol 1e-5 --atol 1e-8",
		GroupID: groupLook,
	}
	addAs(cmd, &as)
	s := cmd.Flags()
	s.Float64Var(&t.Relative, "rtol", 0, "`R` relative tolerance")
	s.Float64Var(&t.Absolute, "atol", 0, "`A` absolute tolerance")
	s.BoolVar(&values, "values", false, "compare shapes and values, whatever the dtypes")
	s.BoolVar(&asJSON, "json", false, "a line of JSON a difference")
	s.BoolVarP(&quiet, "quiet", "q", false, "the exit code alone")
	t.EqualNaN = true
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) != 2 {
			return misuse(cmd, "%d inputs, expected two", len(args))
		}
		if !(t.Relative >= 0) || !(t.Absolute >= 0) {
			return misuse(cmd, "--rtol %g --atol %g, expected 0 or more", t.Relative, t.Absolute)
		}
		inputs, err := expand(cmd, batch.Expansion{Repeats: true}, args, as)
		if err != nil {
			return err
		}
		if len(inputs) != 2 {
			return misuse(cmd, "%d arrays, expected two", len(inputs))
		}
		c := comparison{Tolerance: t, values: values || t.Relative > 0 || t.Absolute > 0}
		found, err := a.diff(cmd.Context(), c, inputs[0], inputs[1])
		if err != nil {
			return err
		}
		for _, d := range found {
			switch {
			case quiet:
			case asJSON:
				err = a.console.JSON(d)
			default:
				err = a.console.Print([]byte(d.text(args[0], args[1]) + "\n"))
			}
			if err != nil {
				return err
			}
		}
		if found != nil {
			return exitCode(exitFailed)
		}
		return nil
	}
	return cmd
}

// comparison says what counts as a difference.
type comparison struct {
	ops.Tolerance
	values bool // dtypes do not count
}

// diff compares two inputs.
func (a *app) diff(ctx context.Context, c comparison, x, y batch.Input) ([]difference, error) {
	var sources [2]*batch.Source
	for i, in := range []batch.Input{x, y} {
		err := in.Err
		if err == nil {
			sources[i], err = batch.Open(in, a.in)
		}
		if err != nil {
			return nil, errors.New(batch.Failure(in, err))
		}
		defer sources[i].Close()
	}
	if sources[0].Several() && sources[1].Several() {
		return diffArchives(ctx, c, sources, x, y)
	}
	var arrays [2]*batch.Array
	for i, in := range []batch.Input{x, y} {
		var err error
		if arrays[i], err = sources[i].One(); err != nil {
			return nil, errors.New(batch.Failure(in, err))
		}
	}
	d, err := c.arrays(ctx, arrays[0], arrays[1])
	if d == nil || err != nil {
		return nil, err
	}
	return []difference{*d}, nil
}

// diffArchives compares the arrays of two archives by their keys.
func diffArchives(ctx context.Context, c comparison, sources [2]*batch.Source, x, y batch.Input) ([]difference, error) {
	var keys []string
	var byKey [2]map[string]*batch.Array
	for i, in := range []batch.Input{x, y} {
		byKey[i] = make(map[string]*batch.Array)
		for arr, err := range sources[i].Arrays() {
			if err != nil {
				return nil, errors.New(batch.Failure(in, err))
			}
			if byKey[0][arr.Name()] == nil && byKey[i][arr.Name()] == nil {
				keys = append(keys, arr.Name())
			}
			byKey[i][arr.Name()] = arr
		}
	}
	var found []difference
	for _, key := range keys {
		u, v := byKey[0][key], byKey[1][key]
		d := &difference{What: "missing", A: "present", B: "missing"}
		switch {
		case u == nil:
			d.A, d.B = d.B, d.A
		case v != nil:
			var err error
			if d, err = c.arrays(ctx, u, v); err != nil {
				return nil, fmt.Errorf("%s, %s: member %q: %w", x.Text, y.Text, key, err)
			}
		}
		if d != nil {
			d.Name = key
			found = append(found, *d)
		}
	}
	return found, nil
}

// arrays compares two arrays; nil if they hold the same.
func (c comparison) arrays(ctx context.Context, x, y *batch.Array) (*difference, error) {
	if !slices.Equal(x.Header.Shape, y.Header.Shape) {
		return &difference{What: "shape", A: stage.Tuple(x.Header.Shape), B: stage.Tuple(y.Header.Shape)}, nil
	}
	if !c.values && x.Header.DType.Native() != y.Header.DType.Native() {
		return &difference{What: "dtype", A: x.Header.DType.String(), B: y.Header.DType.String()}, nil
	}
	if x.Header.FortranOrder == y.Header.FortranOrder {
		d, err := c.blocks(ctx, x, y)
		if d == nil || err != nil || !x.Header.FortranOrder {
			return d, err
		}
		// in Fortran order the first difference of the file is not the first index
	}
	u, end, err := x.Load()
	if err != nil {
		return nil, err
	}
	defer end()
	v, end, err := y.Load()
	if err != nil {
		return nil, err
	}
	defer end()
	return c.elements(u.WithContext(ctx), v)
}

// blocks compares two arrays of one order block by block.
func (c comparison) blocks(ctx context.Context, x, y *batch.Array) (d *difference, err error) {
	before := 0
	err = eachBlock(ctx, func(blocks []*ndarray.Array) (bool, error) {
		d, err = c.elements(blocks[0], blocks[1])
		if d == nil {
			before += blocks[0].Len()
			return true, err
		}
		at := before + d.Index[0]
		shape := x.Header.Shape
		d.Index = make([]int, len(shape))
		for k := range slices.Backward(shape) {
			d.Index[k], at = at%shape[k], at/shape[k]
		}
		return false, err
	}, x, y)
	return d, err
}

// elements compares two arrays of one shape.
func (c comparison) elements(u, v *ndarray.Array) (*difference, error) {
	at, err := ops.FirstDifference(u, v, c.Tolerance)
	if at == nil || err != nil {
		return nil, err
	}
	d := &difference{What: "value", Index: at}
	if d.A, err = ndarray.FormatElement(u, at...); err == nil {
		d.B, err = ndarray.FormatElement(v, at...)
	}
	return d, err
}

func (d difference) text(a, b string) string {
	var t strings.Builder
	fmt.Fprintf(&t, "%s %s", message.Printable(a), message.Printable(b))
	if d.Name != "" {
		fmt.Fprintf(&t, ": member %q", d.Name)
	}
	fmt.Fprintf(&t, ": %s", d.What)
	if d.Index != nil {
		fmt.Fprintf(&t, " at %s", stage.Tuple(d.Index))
	}
	fmt.Fprintf(&t, ": %s against %s", d.A, d.B)
	return t.String()
}
