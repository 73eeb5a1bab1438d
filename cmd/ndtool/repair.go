package main

import (
	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
)

// fixCommand rewrites odd headers.
func (a *app) fixCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fix IN…",
		Short: "rewrite an odd header as np.save would write it",
		Long: `Takes headers that other programs have written against the rules, where they can
mean one thing only (a shape (184) or [2, 3], np.int64(3), NUL bytes as padding,
Python 2's long integers, true for True), and writes them as np.save would. The
data stay as they are. A header that is in order is left alone.`,
		Example: "  ndtool fix odd.npy\n  ndtool fix DIR --in-place",
		GroupID: groupFiles,
	}
	flags := addTransformFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, operands []string) error {
		return a.transformAs(cmd, flags, batch.Repair, nil, "fixed", operands)
	}
	return cmd
}

// recoverCommand rescues files that were cut short.
func (a *app) recoverCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "recover IN…",
		Short: "rescue the whole rows of a file that was cut short",
		Long: `Of a .npy file whose data end early, or to which an interrupted append has added
rows that the header does not count, keeps the whole rows that are there: along
the first axis in C order, along the last in Fortran order. A file that is whole
is left as it is.`,
		Example: "  ndtool recover cut.npy            writes cut.recovered.npy\n  ndtool recover log.npy --in-place",
		GroupID: groupFiles,
	}
	flags := addTransformFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, operands []string) error {
		return a.transformAs(cmd, flags, batch.Recover, nil, "recovered", operands)
	}
	return cmd
}
