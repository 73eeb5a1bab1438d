package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ops"
)

// joining is a command that makes one array of several.
type joining struct {
	name, short, long, example string
	operands                   int // how many it takes, 0 for one or more
	axis                       bool
	plan                       func(ctx context.Context, axis int, operands []*batch.Operand, memory int64) (*batch.Join, error)
}

// binary is a function of two arrays.
type binary = func(dst, x, y *ndarray.Array) (*ndarray.Array, error)

// ofTwo is the command of a function of two arrays.
func ofTwo(name, short, long string, plan func(ctx context.Context, f binary, operands []*batch.Operand, memory int64) (*batch.Join, error), f binary) joining {
	return joining{
		name: name, short: short, long: long, operands: 2,
		example: "  ndtool " + name + " a.npy b.npy -o out.npy",
		plan: func(ctx context.Context, _ int, operands []*batch.Operand, memory int64) (*batch.Join, error) {
			return plan(ctx, f, operands, memory)
		},
	}
}

func elementwise(_ context.Context, f binary, operands []*batch.Operand, _ int64) (*batch.Join, error) {
	return batch.PlanElementwise(f, operands)
}

const broadcasting = `Element by element, with broadcasting and the result types of NumPy. The result
lies in the order of the operands. With one input and a number, use pipe:
ndtool pipe a.npy '%s 2'.`

func joinings() []joining {
	return []joining{
		{
			name: "concat", short: "join arrays along an axis",
			long: `All sizes off the axis must be equal. The dtype is the common one, in the
machine's byte order; the memory order is that of the inputs (NumPy's
concatenate).`,
			example: "  ndtool concat a.npy b.npy -o ab.npy\n  ndtool concat DIR --axis 1 -o all.npy",
			axis:    true,
			plan: func(_ context.Context, axis int, operands []*batch.Operand, _ int64) (*batch.Join, error) {
				return batch.PlanConcat(false, axis, operands)
			},
		},
		{
			name: "stack", short: "join arrays along a new axis",
			long:    `The arrays have one shape; the axis is counted in the result (NumPy's stack).`,
			example: "  ndtool stack a.npy b.npy --axis -1 -o ab.npy",
			axis:    true,
			plan: func(_ context.Context, axis int, operands []*batch.Operand, _ int64) (*batch.Join, error) {
				return batch.PlanConcat(true, axis, operands)
			},
		},
		ofTwo("add", "add two arrays", fmt.Sprintf(broadcasting, "add"), elementwise, ops.Add),
		ofTwo("sub", "subtract the second array from the first", fmt.Sprintf(broadcasting, "sub"), elementwise, ops.Sub),
		ofTwo("mul", "multiply two arrays", fmt.Sprintf(broadcasting, "mul"), elementwise, ops.Mul),
		ofTwo("div", "divide the first array by the second", fmt.Sprintf(broadcasting, "div"), elementwise, ops.Div),
		ofTwo("matmul", "the matrix product of two arrays", `Of the last two axes; those before are batches and broadcast; a 1-d operand is
a row or a column (NumPy's matmul).`, batch.Compute, ops.MatMul),
	}
}

// joinCommands makes a command of every joining.
func (a *app) joinCommands() []maker {
	var list []maker
	for _, j := range joinings() {
		list = append(list, maker{j.name, func() *cobra.Command { return a.joinCommand(j) }})
	}
	return list
}

func (a *app) joinCommand(j joining) *cobra.Command {
	in, out := new(inputFlags), new(outputFlags)
	var output, memory string
	var axis int
	use := j.name + " A B"
	if j.operands == 0 {
		use = j.name + " IN… [--axis N]"
	}
	cmd := &cobra.Command{Use: use + " -o OUT", Short: j.short, Long: j.long, Example: j.example, GroupID: groupCalc}
	out.add(cmd)
	addAs(cmd, &in.as)
	s := cmd.Flags()
	s.StringVar(&memory, "memory", "", memoryUsage)
	s.StringVarP(&output, "output", "o", "", "write the result to `OUT`; - for standard output")
	s.StringVar(&in.list, "files-from", "", "read more inputs from the file `LIST`, one a line; - for standard input")
	s.BoolVarP(&in.nul, "null", "0", false, "the names in LIST end with NUL bytes")
	in.jobs = 1
	if j.axis {
		s.IntVar(&axis, "axis", 0, "`N` axis, counted from 0 or, negative, from the end")
	}
	cmd.RunE = func(cmd *cobra.Command, operands []string) error {
		a.console.Quiet = out.quiet
		switch {
		case output == "":
			return misuse(cmd, "%s: no -o, expected where to write the result", j.name)
		case output == batch.Stdin && out.json:
			return misuse(cmd, "--json and -o - would mix on standard output")
		case output == batch.Stdin && a.console.OutTerminal():
			return misuse(cmd, "the result would go to the terminal; use -o FILE, or send standard output elsewhere")
		}
		bound, err := memoryBound(cmd, memory)
		if err != nil {
			return err
		}
		// an array may be joined with itself, so the operands are not made unique
		inputs, err := in.inputs(a, cmd, batch.Expansion{Repeats: true}, operands)
		if err != nil {
			return err
		}
		if j.operands > 0 && len(inputs) != j.operands {
			return misuse(cmd, "%s: %d inputs, expected %d", j.name, len(inputs), j.operands)
		}
		if output == batch.Stdin {
			a.toStdout()
		}
		return a.join(cmd.Context(), j, axis, inputs, output, bound, out)
	}
	return cmd
}

// join plans the result from the inputs' headers and writes it.
func (a *app) join(ctx context.Context, j joining, axis int, inputs []batch.Input, output string, memory int64, f *outputFlags) error {
	operands := make([]*batch.Operand, len(inputs))
	failed := false
	for i, in := range inputs {
		o, err := batch.OpenOperand(in, a.in, memory > 0)
		if err != nil {
			a.console.Line(batch.Failure(in, err))
			failed = true
			continue
		}
		defer o.Close()
		operands[i] = o
	}
	if failed {
		return exitCode(exitFailed)
	}
	plan, err := j.plan(ctx, axis, operands, memory)
	var blamed *batch.InputError
	switch {
	case errors.As(err, &blamed):
		return err
	case err != nil:
		return fmt.Errorf("%s: %w", names(inputs), err)
	}
	write := func(w io.Writer) error { return plan.Write(ctx, w, memory, runtime.GOMAXPROCS(0)) }
	if output == batch.Stdin {
		return write(a.console.Stdout())
	}
	if err := batch.WriteFile(ctx, output, f.options(), write); err != nil {
		return err
	}
	if !f.json {
		return nil
	}
	info, err := a.infoOf(ctx, batch.Input{Text: output, Path: output}, false)
	if err != nil {
		return err
	}
	return a.console.JSON(info)
}

// names lists inputs for a message.
func names(inputs []batch.Input) string {
	const most = 3
	var texts []string
	for _, in := range inputs[:min(len(inputs), most)] {
		texts = append(texts, in.Text)
	}
	if more := len(inputs) - most; more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, ", ")
}
