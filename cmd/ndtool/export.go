package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/cmd/ndtool/internal/table"
	"github.com/ndtool/ndtool/internal/atomicfile"
	"github.com/ndtool/ndtool/internal/message"
	"github.com/ndtool/ndtool/npy"
)

// exportFlags say how arrays become other files.
type exportFlags struct {
	inputFlags
	output, outDir string
	force, noSync  bool

	format    string
	order     string
	delimiter string
	fmt       string
	header    bool
}

func (a *app) exportCommand() *cobra.Command {
	f := new(exportFlags)
	cmd := &cobra.Command{
		Use:   "export IN… [-o OUT.csv] [--format FORMAT] [--fmt FMT] [--header]",
		Short: "write arrays as raw binary, CSV, TSV and other text",
		Long: `The ending of the output (.csv, .tsv, .txt, .bin, .raw), or --format, tells the
format. Without -o and --out-dir in.csv is written beside in.npy.

raw: the bytes of the elements in --order, and nothing else.

csv, tsv, text: a row a line for 2-d arrays, an element a line for 1-d ones, the
fields of a record for records, whose names --header writes first. Numbers are
the shortest texts that import reads back the same; with --fmt they are written
as numpy.savetxt does with the same fmt: '%.18e' is its default. One conversion
is for every value, several are for the values of a row, with the text between
them instead of the delimiter.`,
		Example: "  ndtool export table.npy --header -o table.csv\n" +
			"  ndtool export m.npy -o m.txt --fmt '%.18e'\n" +
			"  ndtool slice big.npy --at :10 -o - | ndtool export - -o - --format csv\n" +
			"  ndtool export image.npy --format raw",
		GroupID: groupFiles,
	}
	f.inputFlags.add(cmd)
	addAs(cmd, &f.as)
	s := cmd.Flags()
	s.StringVarP(&f.output, "output", "o", "", "write the one result to `OUT`; - for standard output")
	s.StringVar(&f.outDir, "out-dir", "", "write a result an input into the folder `DIR`")
	s.BoolVar(&f.force, "force", false, "replace existing outputs")
	s.BoolVar(&f.noSync, "no-sync", false, "do not wait until results are on the disk")
	s.StringVar(&f.format, "format", "", "`FORMAT` of the outputs: "+strings.Join(formats, ", "))
	s.StringVar(&f.order, "order", "C", "raw: index order of the elements, `C|F`")
	s.StringVar(&f.delimiter, "delimiter", "", "`TEXT` between values")
	s.StringVar(&f.fmt, "fmt", "", "`FMT` of values in the manner of printf: %d, %.18e, %8.3f, %s")
	s.BoolVar(&f.header, "header", false, "write the names of a record's fields first")
	cmd.MarkFlagDirname("out-dir")
	cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
	cmd.MarkFlagsMutuallyExclusive("output", "out-dir")
	cmd.RunE = func(cmd *cobra.Command, operands []string) error {
		write, format, err := f.writing(cmd)
		if err != nil {
			return err
		}
		inputs, err := f.inputs(a, cmd, batch.Expansion{}, operands)
		if err != nil {
			return err
		}
		ending := "." + format
		switch format {
		case formatText:
			ending = ".txt"
		case formatRaw:
			ending = ".bin"
		}
		outputs, err := outputNames(cmd, inputs, f.output, f.outDir, ending)
		if err != nil {
			return err
		}
		if format == formatRaw && a.toTerminal(outputs) {
			return misuse(cmd, "the result would go to the terminal; use -o FILE, or send standard output elsewhere")
		}
		if f.outDir != "" {
			if err := os.MkdirAll(f.outDir, 0o777); err != nil {
				return fmt.Errorf("%s: %s", f.outDir, message.Reason(err))
			}
		}
		return a.each(cmd.Context(), &f.inputFlags, inputs, func(ctx context.Context, i int) batch.Report {
			r := batch.Report{Err: a.exportOne(ctx, f, inputs[i], outputs[i], write)}
			if r.Err == nil && f.output == "" && f.outDir == "" && outputs[i] != batch.Stdin {
				r.Notes = []string{"wrote " + outputs[i]}
			}
			return r
		})
	}
	return cmd
}

// writing reads the flags: the format, and what writes an array in it.
func (f *exportFlags) writing(cmd *cobra.Command) (write func(io.Writer, *batch.Array) error, format string, err error) {
	format = f.format
	if format == "" {
		format = formatOf(f.output)
	}
	if format == "" && (f.output == "" || f.output == batch.Stdin) {
		format = formatCSV
	}
	set := cmd.Flags().Changed
	switch format {
	case formatRaw:
		for _, name := range []string{"delimiter", "fmt", "header"} {
			if set(name) {
				return nil, format, misuse(cmd, "--%s is for text, the format is raw", name)
			}
		}
		if f.order != "C" && f.order != "F" {
			return nil, format, misuse(cmd, "--order %q, expected C or F", f.order)
		}
		return f.raw, format, nil
	case formatCSV, formatTSV, formatText:
	default:
		return nil, format, misuse(cmd, "output %s, --format %q: no format, expected %s", f.output, f.format, strings.Join(formats, ", "))
	}
	if set("order") {
		return nil, format, misuse(cmd, "--order is for --format raw, the format is %s", format)
	}
	d := dialectOf(format)
	opt := table.WriteOptions{Delimiter: d.Delimiter, Quote: d.Quote, Names: f.header}
	if format == formatText {
		opt.Delimiter = " "
	}
	if set("delimiter") {
		opt.Delimiter = f.delimiter
	}
	if f.fmt != "" {
		if opt.Format, err = table.ParseFormat(f.fmt); err != nil {
			return nil, format, misuse(cmd, "--fmt: %w", err)
		}
	}
	return func(w io.Writer, arr *batch.Array) error {
		a, end, err := arr.Load()
		if err != nil {
			return err
		}
		defer end()
		return table.Write(w, a, opt)
	}, format, nil
}

// raw writes the bytes of the elements.
func (f *exportFlags) raw(w io.Writer, arr *batch.Array) error {
	a, end, err := arr.Load()
	if err != nil {
		return err
	}
	defer end()
	if f.order == "F" {
		a = a.Transpose()
	}
	return npy.WriteData(w, a)
}

// exportOne writes one input's array.
func (a *app) exportOne(ctx context.Context, f *exportFlags, in batch.Input, output string, write func(io.Writer, *batch.Array) error) error {
	target := batch.Target{Force: f.force}
	if err := target.Exists(output); err != nil {
		return err
	}
	src, err := batch.Open(in, a.in)
	if err != nil {
		return err
	}
	defer src.Close()
	arr, err := src.One()
	if err != nil {
		return err
	}
	if output == batch.Stdin {
		return write(stoppable{ctx, nil, a.console.Stdout()}, arr)
	}
	err = batch.WriteFile(ctx, output, atomicfile.Options{Force: f.force, NoSync: f.noSync}, func(w io.Writer) error { return write(w, arr) })
	if errors.Is(err, table.ErrShape) {
		return fmt.Errorf("%w: reshape it first", err)
	}
	return err
}
