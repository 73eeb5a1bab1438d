package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/cmd/ndtool/internal/table"
	"github.com/ndtool/ndtool/internal/atomicfile"
	"github.com/ndtool/ndtool/internal/message"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/stage"
)

// The formats of files that are no arrays.
const (
	formatRaw  = "raw"  // the bytes of the elements
	formatCSV  = "csv"  // commas between fields
	formatTSV  = "tsv"  // tabs
	formatText = "text" // white space, as numpy.savetxt writes
)

var formats = []string{formatRaw, formatCSV, formatTSV, formatText}

// formatOf is the format that a file's ending stands for, "" for none.
func formatOf(name string) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".raw", ".bin":
		return formatRaw
	case ".csv":
		return formatCSV
	case ".tsv", ".tab":
		return formatTSV
	case ".txt":
		return formatText
	}
	return ""
}

// dialectOf is how a format tells fields apart, unless flags say otherwise.
func dialectOf(format string) table.Dialect {
	switch format {
	case formatCSV:
		return table.Dialect{Delimiter: ",", Quote: '"', Comment: "#", AtStart: true}
	case formatTSV:
		return table.Dialect{Delimiter: "\t", Quote: '"', Comment: "#", AtStart: true}
	}
	return table.Dialect{Comment: "#"}
}

// importFlags say how files become arrays.
type importFlags struct {
	inputFlags
	output, outDir string
	force, noSync  bool
	json           bool

	format, dtype     string
	shape, order      string
	offset            int64
	tail              bool
	delimiter, quote  string
	comments, columns string
	skip, rows, ndmin int
	header            bool
	fill              string
}

func (a *app) importCommand() *cobra.Command {
	f := new(importFlags)
	cmd := &cobra.Command{
		Use:   "import IN… [--dtype DTYPE] [--shape INTS] [--header] …",
		Short: "make arrays of raw binary files and of CSV, TSV and other text",
		Long: `Writes in.npy beside in.csv. The ending tells the format (.csv, .tsv, .txt,
.bin, .raw), or --format does.

raw: the bytes of the elements, of --dtype and --shape (one size may be -1; the
default is one axis) in --order, from the byte --offset on to the file's end.

csv, tsv, text: rows of fields, by the rules of numpy.loadtxt; text has white
space between them. Every field is of --dtype (float64 if it is not given). One
row or one column gives a 1-d array, one of both a 0-d one, unless --ndmin says
otherwise. A record as --dtype takes a row each. --header takes the first row,
also one behind a #, as the names of records' fields; without --dtype their
types then are what the columns hold: bool, int64, float64, complex128 or text.
In csv and tsv a field may stand in double quotes, and # begins a comment at
the start of a line only; --comments and --quote change that.

Files are read twice and never held in memory.`,
		Example: "  ndtool import table.csv --header\n" +
			"  ndtool import m.tsv --dtype float32 --skip 1 -o m.npy\n" +
			"  ndtool import image.bin --dtype u1 --shape=-1,640,3 --offset 54\n" +
			"  ndtool import part*.txt --out-dir arrays",
		GroupID: groupFiles,
	}
	f.inputFlags.add(cmd)
	s := cmd.Flags()
	s.StringVarP(&f.output, "output", "o", "", "write the one result to `OUT`; - for standard output")
	s.StringVar(&f.outDir, "out-dir", "", "write a result an input into the folder `DIR`")
	s.BoolVar(&f.force, "force", false, "replace existing outputs")
	s.BoolVar(&f.noSync, "no-sync", false, "do not wait until results are on the disk")
	s.BoolVar(&f.json, "json", false, "tell each result as a line of JSON on standard output")
	s.StringVar(&f.format, "format", "", "`FORMAT` of the inputs: "+strings.Join(formats, ", "))
	s.StringVar(&f.dtype, "dtype", "", "`DTYPE` of the elements, a name, a descr or a record such as i4,f8")
	s.StringVar(&f.shape, "shape", "-1", "raw: `INTS` sizes of the array")
	s.StringVar(&f.order, "order", "C", "raw: index order of the elements, `C|F`")
	s.Int64Var(&f.offset, "offset", 0, "raw: `BYTES` before the first element")
	s.BoolVar(&f.tail, "tail", false, "raw: leave out bytes that follow the array")
	s.StringVar(&f.delimiter, "delimiter", "", "text between fields, `TEXT`")
	s.StringVar(&f.quote, "quote", "", "`CHAR` around fields that hold a delimiter; none for no quoting")
	s.StringVar(&f.comments, "comments", "", "`TEXT` that begins a comment anywhere in a line; none for no comments")
	s.StringVar(&f.columns, "columns", "", "`INTS` of the columns to take, in that order, below 0 from the end")
	s.IntVar(&f.skip, "skip", 0, "lines at the start to leave out")
	s.IntVar(&f.rows, "rows", 0, "take no more than `N` rows")
	s.IntVar(&f.ndmin, "ndmin", 0, "least number of axes: 0, 1 or 2")
	s.BoolVar(&f.header, "header", false, "the first row names the fields of records")
	s.StringVar(&f.fill, "fill", "", "`TEXT` that stands in for empty fields, such as nan")
	cmd.MarkFlagDirname("out-dir")
	cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
	cmd.MarkFlagsMutuallyExclusive("output", "out-dir")
	cmd.RunE = func(cmd *cobra.Command, operands []string) error {
		inputs, err := f.inputs(a, cmd, batch.Expansion{}, operands)
		if err != nil {
			return err
		}
		outputs, err := outputNames(cmd, inputs, f.output, f.outDir, ".npy")
		if err != nil {
			return err
		}
		if a.toTerminal(outputs) {
			return misuse(cmd, "the result would go to the terminal; use -o FILE, or send standard output elsewhere")
		}
		if f.json && f.output == batch.Stdin {
			return misuse(cmd, "--json and -o - would mix on standard output")
		}
		readers := make([]reading, len(inputs))
		for i, in := range inputs {
			if in.Err != nil {
				continue
			}
			if readers[i], err = f.reading(cmd, in); err != nil {
				return err
			}
		}
		if f.outDir != "" {
			if err := os.MkdirAll(f.outDir, 0o777); err != nil {
				return fmt.Errorf("%s: %s", f.outDir, message.Reason(err))
			}
		}
		return a.each(cmd.Context(), &f.inputFlags, inputs, func(ctx context.Context, i int) batch.Report {
			h, err := a.importOne(ctx, f, inputs[i], outputs[i], readers[i])
			r := batch.Report{Err: err}
			switch {
			case err != nil:
			case f.json:
				r.Out, r.Err = batch.MarshalLine(map[string]any{"file": inputs[i].Text, "output": outputs[i], "shape": sizes(h.Shape), "dtype": h.DType.Str()})
			case f.output == "" && f.outDir == "" && outputs[i] != batch.Stdin:
				r.Notes = []string{"wrote " + outputs[i]}
			}
			return r
		})
	}
	return cmd
}

// sizes is a shape for JSON, which has no null for the one of no axes.
func sizes(shape []int) []int { return append([]int{}, shape...) }

// outputNames names the output of every input: given, in a folder, or beside
// the input with another ending. No two may meet.
func outputNames(cmd *cobra.Command, inputs []batch.Input, output, dir, ext string) ([]string, error) {
	names := make([]string, len(inputs))
	from := make(map[string]string)
	for i, in := range inputs {
		if in.Err != nil {
			continue
		}
		stem := strings.TrimSuffix(in.Rel, filepath.Ext(in.Rel))
		switch {
		case output != "":
			names[i] = output
		case dir != "":
			names[i] = filepath.Join(dir, stem+ext)
		case in.Path == batch.Stdin:
			names[i] = batch.Stdin
		default:
			names[i] = filepath.Join(filepath.Dir(in.Path), filepath.Base(stem)+ext)
		}
		if other, taken := from[names[i]]; taken {
			return nil, misuse(cmd, "%s and %s would both be written to %s: nothing was written", other, in.Text, names[i])
		}
		from[names[i]] = in.Text
	}
	return names, nil
}

// reading looks at a file of size bytes and returns the header of its array and
// what writes the array's data.
type reading func(r io.ReaderAt, size int64) (npy.Header, func(io.Writer) error, error)

// reading reads the flags for one input.
func (f *importFlags) reading(cmd *cobra.Command, in batch.Input) (reading, error) {
	format := f.format
	if format == "" {
		format = formatOf(in.Path)
	}
	if in.HasMember {
		return nil, misuse(cmd, "%s: no such file", in.Text)
	}
	var dt dtype.Type
	if f.dtype != "" {
		var err error
		if dt, err = dtype.Parse(f.dtype); err != nil {
			return nil, misuse(cmd, "--dtype: %w", err)
		}
	}
	switch format {
	case formatRaw:
		return f.raw(cmd, dt)
	case formatCSV, formatTSV, formatText:
		opt, err := f.text(cmd, format, dt)
		if err != nil {
			return nil, err
		}
		return func(r io.ReaderAt, size int64) (npy.Header, func(io.Writer) error, error) {
			t, err := table.Scan(r, size, opt)
			if err != nil {
				return npy.Header{}, nil, err
			}
			return npy.Header{DType: t.DType, Shape: t.Shape}, t.WriteData, nil
		}, nil
	case "":
		return nil, misuse(cmd, "%s: its ending tells no format, expected --format %s", in.Text, strings.Join(formats, ", "))
	}
	return nil, misuse(cmd, "--format %q, expected %s", format, strings.Join(formats, ", "))
}

// text reads the flags for text.
func (f *importFlags) text(cmd *cobra.Command, format string, dt dtype.Type) (table.Options, error) {
	opt := table.Options{Dialect: dialectOf(format), Names: f.header, DType: dt, MaxRows: f.rows, MinRank: f.ndmin}
	opt.Skip = f.skip
	set := cmd.Flags().Changed
	for _, name := range []string{"shape", "order", "offset", "tail"} {
		if set(name) {
			return opt, misuse(cmd, "--%s is for --format raw, the format is %s", name, format)
		}
	}
	if set("delimiter") {
		opt.Delimiter = f.delimiter
	}
	if set("comments") {
		opt.Comment, opt.AtStart = f.comments, false
		if f.comments == "none" {
			opt.Comment = ""
		}
	}
	switch {
	case !set("quote"):
	case f.quote == "none" || f.quote == "":
		opt.Quote = 0
	case len(f.quote) == 1:
		opt.Quote = f.quote[0]
	default:
		return opt, misuse(cmd, "--quote %q, expected one ASCII character or none", f.quote)
	}
	if set("columns") {
		columns, err := stage.ParseInts(f.columns)
		if err != nil {
			return opt, misuse(cmd, "--columns: %w", err)
		}
		opt.Columns = columns
	}
	if set("fill") {
		opt.Fill = []byte(f.fill)
	}
	if f.skip < 0 || f.rows < 0 || f.ndmin < 0 || f.ndmin > 2 {
		return opt, misuse(cmd, "--skip %d, --rows %d, --ndmin %d, expected 0 or more, and at most 2 axes", f.skip, f.rows, f.ndmin)
	}
	if strings.ContainsAny(opt.Delimiter, "\r\n") || opt.Delimiter != "" && opt.Delimiter == opt.Comment {
		return opt, misuse(cmd, "--delimiter %q cannot be told from a line's end or a comment", opt.Delimiter)
	}
	return opt, nil
}

// importOne makes the array of one input.
func (a *app) importOne(ctx context.Context, f *importFlags, in batch.Input, output string, read reading) (npy.Header, error) {
	target := batch.Target{Force: f.force}
	if err := target.Exists(output); err != nil {
		return npy.Header{}, err
	}
	r, size, end, err := a.open(in)
	if err != nil {
		return npy.Header{}, err
	}
	defer end()
	h, data, err := read(stoppable{ctx, r, nil}, size)
	if err != nil {
		return h, err
	}
	head, err := h.AppendBinary(nil)
	if err != nil {
		return h, err
	}
	fill := func(w io.Writer) error {
		if _, err := w.Write(head); err != nil {
			return err
		}
		return data(w)
	}
	if output == batch.Stdin {
		return h, fill(stoppable{ctx, nil, a.console.Stdout()})
	}
	return h, batch.WriteFile(ctx, output, atomicfile.Options{Force: f.force, NoSync: f.noSync}, fill)
}

// stoppable reads and writes until the context ends.
type stoppable struct {
	ctx context.Context
	r   io.ReaderAt
	w   io.Writer
}

func (s stoppable) ReadAt(b []byte, off int64) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.ReadAt(b, off)
}

func (s stoppable) Write(b []byte) (int, error) { return batch.WritePieces(s.ctx, s.w, b) }

// open opens an input for reading at positions. Standard input, which has to be
// read twice too, goes through a temporary file.
func (a *app) open(in batch.Input) (r io.ReaderAt, size int64, end func(), err error) {
	if in.Path != batch.Stdin {
		file, err := os.Open(in.Path)
		if err != nil {
			return nil, 0, nil, err
		}
		info, err := file.Stat()
		if err != nil {
			file.Close()
			return nil, 0, nil, err
		}
		return file, info.Size(), func() { file.Close() }, nil
	}
	file, finish, err := batch.Temporary()
	if err != nil {
		return nil, 0, nil, err
	}
	end = func() { finish() }
	if size, err = io.Copy(file, a.in); err != nil {
		end()
		return nil, 0, nil, fmt.Errorf("reading standard input: %w", err)
	}
	return file, size, end, nil
}
