package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/internal/message"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/stage"
)

// maxRuns bounds the list of byte runs in explain --json.
const maxRuns = 4096

// explainFlags describe an array where no file does.
type explainFlags struct {
	shape, dtype, strides string
	order                 string
	offset                int
	json                  bool
}

func (a *app) explainCommand() *cobra.Command {
	f := new(explainFlags)
	cmd := &cobra.Command{
		Use:   "explain [IN] 'STAGE | STAGE …'",
		Short: "tell what a pipeline does: views, copies and why, bytes",
		Long: `For the input and for each stage: shape, strides, offset, contiguity, whether the
stage is a view or has to copy and why, how the axes merge, the bytes of storage
and of the logical array, the longest contiguous run, the bytes read and
written. Only the header is read; with --shape and --dtype no file is needed.

"merged" keeps the order of the elements; "walk" is what a copy takes, its axes
sorted by stride first.`,
		Example: `  ndtool explain in.npy 'transpose | reshape 24'
  ndtool explain --shape 2,3,4 --dtype f4 'slice :,:,:2 | contiguous'
  ndtool explain --shape 3,4 --dtype f4 --strides 4,12 --json ''`,
		GroupID: groupLook,
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "write JSON, with the runs of bytes")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return misuse(cmd, "explain: no pipeline, expected the stages in the last argument")
		}
		pipeline, err := stage.Parse(args[len(args)-1])
		if err != nil {
			return misuse(cmd, "%w", err)
		}
		name, form, at, err := f.source(a, cmd, args[:len(args)-1])
		if err != nil {
			return err
		}
		plan, err := pipeline.Plan(form)
		if err != nil {
			return fmt.Errorf("%s%w", prefix(name), err)
		}
		if f.json {
			return a.console.JSON(explanationOf(name, at, plan))
		}
		return a.console.Print([]byte(explain(name, at, plan)))
	}
	return cmd
}

func prefix(name string) string {
	if name == "" {
		return ""
	}
	return name + ": "
}

func (f *explainFlags) add(cmd *cobra.Command) {
	s := cmd.Flags()
	s.StringVar(&f.shape, "shape", "", "`INTS` shape of an array without a file")
	s.StringVar(&f.dtype, "dtype", "float64", "`DTYPE` of it")
	s.StringVar(&f.strides, "strides", "", "`INTS` its strides in bytes, packed if not given")
	s.StringVar(&f.order, "order", "C", "`C|F` the order that it is packed in")
	s.IntVar(&f.offset, "offset", 0, "`N` byte of its first element")
}

// source is the array to look at: a file's, or the one that the flags describe.
// It returns the file's name ("" for none) and the byte at which its data start.
func (f *explainFlags) source(a *app, cmd *cobra.Command, operands []string) (name string, form stage.Form, data int64, err error) {
	free := cmd.Flags().Changed("shape")
	switch {
	case cmd.Flags().Changed("strides") && cmd.Flags().Changed("order"):
		return "", form, 0, misuse(cmd, "--strides and --order exclude each other")
	case free && len(operands) > 0:
		return "", form, 0, misuse(cmd, "%q besides --shape, expected one of them", operands[0])
	case free:
		form, err = f.form(cmd)
		return "", form, 0, err
	case len(operands) != 1:
		return "", form, 0, misuse(cmd, "%d inputs, expected one, or --shape", len(operands))
	}
	form, data, err = a.formOf(cmd, operands[0])
	return operands[0], form, data, err
}

// form is the array that the flags describe.
func (f *explainFlags) form(cmd *cobra.Command) (stage.Form, error) {
	shape, err := stage.ParseInts(f.shape)
	if err != nil {
		return stage.Form{}, misuse(cmd, "--shape: %w", err)
	}
	dt, err := dtype.Parse(f.dtype)
	if err != nil {
		return stage.Form{}, misuse(cmd, "--dtype: %w", err)
	}
	if f.order != "C" && f.order != "F" {
		return stage.Form{}, misuse(cmd, "--order %q, expected C or F", f.order)
	}
	l, err := layout.New(dt.ItemSize(), layout.Order(f.order[0]), shape...)
	if err != nil {
		return stage.Form{}, misuse(cmd, "--shape: %w", err)
	}
	l.Offset = f.offset
	if f.strides != "" {
		if l.Strides, err = stage.ParseInts(f.strides); err != nil {
			return stage.Form{}, misuse(cmd, "--strides: %w", err)
		}
	}
	lo, hi, err := l.Extent(dt.ItemSize())
	if err == nil && lo < 0 {
		err = fmt.Errorf("reaches byte %d, before the storage; give --offset %d", lo, f.offset-lo)
	}
	if err == nil {
		err = l.Validate(dt.ItemSize(), hi)
	}
	if err != nil {
		return stage.Form{}, misuse(cmd, "%w", err)
	}
	return stage.Form{DType: dt, Layout: l, Storage: hi}, nil
}

// formOf reads the header of an input: its form and the byte of its data.
func (a *app) formOf(cmd *cobra.Command, operand string) (stage.Form, int64, error) {
	inputs, err := batch.Expansion{}.Expand(cmd.Context(), []string{operand})
	if err != nil {
		return stage.Form{}, 0, err
	}
	if len(inputs) != 1 {
		return stage.Form{}, 0, misuse(cmd, "%s: %d arrays, expected one", operand, len(inputs))
	}
	src, err := batch.Open(inputs[0], a.in)
	if err != nil {
		return stage.Form{}, 0, errors.New(batch.Failure(inputs[0], err))
	}
	defer src.Close()
	arr, err := src.One()
	if err != nil {
		return stage.Form{}, 0, errors.New(batch.Failure(inputs[0], err))
	}
	form, err := batch.FormOf(arr.Header)
	return form, arr.Header.Offset, err
}

// formJSON is a form in explain --json.
type formJSON struct {
	DType      string   `json:"dtype"`
	Shape      []int    `json:"shape"`
	Strides    []int    `json:"strides"`
	Offset     int      `json:"offset"`
	ItemSize   int      `json:"itemsize"`
	Contiguity string   `json:"contiguity"`
	NumBytes   int      `json:"nbytes"`
	Storage    int      `json:"storage_bytes"`
	Merged     axesJSON `json:"merged"`
	Walk       axesJSON `json:"walk"`
	LongestRun int      `json:"longest_run"`
	Runs       [][2]int `json:"runs"` // offset in the storage, length
	MoreRuns   bool     `json:"more_runs,omitempty"`
}

type axesJSON struct {
	Shape   []int `json:"shape"`
	Strides []int `json:"strides"`
}

type stageJSON struct {
	Stage   string   `json:"stage"`
	Copies  bool     `json:"copies"`
	Reason  string   `json:"reason,omitempty"`
	Read    int      `json:"bytes_read"`
	Written int      `json:"bytes_written"`
	Result  formJSON `json:"result"`
}

type explanationJSON struct {
	File       string      `json:"file,omitempty"`
	DataOffset int64       `json:"data_offset"`
	Input      formJSON    `json:"input"`
	Stages     []stageJSON `json:"stages"`
	Action     string      `json:"action"`
	Fortran    bool        `json:"fortran_order"`
	Read       int64       `json:"bytes_read"`
	Written    int64       `json:"bytes_written"`
}

func formAsJSON(f stage.Form) formJSON {
	j := formJSON{
		DType: f.DType.Str(), Shape: f.Layout.Shape, Strides: f.Layout.Strides, Offset: f.Layout.Offset,
		ItemSize: f.DType.ItemSize(), Contiguity: f.Contiguity(), NumBytes: f.NumBytes(), Storage: f.Storage,
		LongestRun: f.LongestRun(), Runs: [][2]int{},
	}
	j.Merged.Shape, j.Merged.Strides = f.Merged()
	j.Walk.Shape, j.Walk.Strides, _ = f.Walk() // a form that was planned has one
	for offset, length := range f.Runs() {
		if j.MoreRuns = len(j.Runs) == maxRuns; j.MoreRuns {
			break
		}
		j.Runs = append(j.Runs, [2]int{offset, length})
	}
	return j
}

func explanationOf(name string, at int64, p stage.Plan) explanationJSON {
	w := batch.WorkOf(p)
	e := explanationJSON{
		File: name, DataOffset: at, Input: formAsJSON(p.In), Stages: []stageJSON{},
		Action: string(w.Action), Fortran: w.Fortran, Read: w.Read, Written: w.Written,
	}
	for _, s := range p.Steps {
		e.Stages = append(e.Stages, stageJSON{
			Stage: s.Stage.String(), Copies: s.Copies(), Reason: s.Reason,
			Read: s.Read(), Written: s.Written(), Result: formAsJSON(s.Out),
		})
	}
	return e
}

// explain writes a plan for a reader.
func explain(name string, at int64, p stage.Plan) string {
	var b strings.Builder
	if name == "" {
		name = "input"
	}
	fmt.Fprintf(&b, "%s\n", message.Printable(name))
	writeForm(&b, p.In)
	for i, s := range p.Steps {
		fmt.Fprintf(&b, "%d  %s\n", i+1, s.Stage)
		if s.Copies() {
			fmt.Fprintf(&b, "   copy      %s\n", s.Reason)
			fmt.Fprintf(&b, "   moves     %d bytes read, %d written\n", s.Read(), s.Written())
		} else {
			fmt.Fprintf(&b, "   view      0 bytes moved\n")
		}
		writeForm(&b, s.Out)
	}
	w := batch.WorkOf(p)
	fmt.Fprintf(&b, "result\n   file      fortran_order %s, %s: %s\n", pythonBool(w.Fortran), w.Action, w.Reason)
	fmt.Fprintf(&b, "   moves     %d bytes read, %d written\n", w.Read, w.Written)
	return b.String()
}

func writeForm(b *strings.Builder, f stage.Form) {
	l := f.Layout
	fmt.Fprintf(b, "   dtype     %s, %d bytes an item\n", f.DType, f.DType.ItemSize())
	fmt.Fprintf(b, "   shape     %s, strides %s bytes, offset %d\n", stage.Tuple(l.Shape), stage.Tuple(l.Strides), l.Offset)
	fmt.Fprintf(b, "   order     %s\n", f.Contiguity())
	shape, strides := f.Merged()
	fmt.Fprintf(b, "   merged    %s, strides %s\n", stage.Tuple(shape), stage.Tuple(strides))
	if shape, strides, err := f.Walk(); err == nil {
		fmt.Fprintf(b, "   walk      %s, strides %s\n", stage.Tuple(shape), stage.Tuple(strides))
	}
	fmt.Fprintf(b, "   bytes     %d of the array, %d of storage, longest run %d\n", f.NumBytes(), f.Storage, f.LongestRun())
}

func pythonBool(b bool) string {
	if b {
		return "True"
	}
	return "False"
}
