package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/safetensors"
)

// conversion is how an input becomes a file of another format.
type conversion struct {
	outputFlags
	as       []string
	compress bool
	metadata map[string]string
}

func (a *app) convertCommand() *cobra.Command {
	c := new(conversion)
	cmd := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "write arrays as .npz, .npy or .safetensors",
		Long: `The ending of OUT (.npz, .npy, .safetensors) tells its format, the content of IN
tells that of the input: a .npy or .npz file, a safetensors file, or one array
of them as FILE:NAME. Arrays are carried one after the other, so that files
larger than memory are converted, and packed in C order where the format wants
that. Byte order and values stay as they are.

Types of ml_dtypes go into .npz as their package writes them, with a descr that
tells their size alone ('<V2' for bfloat16). On the way back --as names them:
arrays of such items become of that type (--as bfloat16,float8_e4m3fn for two
sizes). The metadata of a
safetensors file have no place in .npz; they are kept from one safetensors file
to another, and --metadata adds to them.`,
		Example: "  ndtool convert model.safetensors model.npz\n" +
			"  ndtool convert model.npz model.safetensors --as bfloat16 --metadata format=pt\n" +
			"  ndtool convert model.safetensors:lm_head.weight head.npy",
		GroupID: groupFiles,
	}
	c.add(cmd)
	s := cmd.Flags()
	addAs(cmd, &c.as)
	s.BoolVar(&c.compress, "compress", false, "deflate the members of an .npz")
	s.StringToStringVar(&c.metadata, "metadata", nil, "`KEY=TEXT` for a safetensors file's metadata; may be repeated")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		a.console.Quiet = c.quiet
		if len(args) != 2 {
			return misuse(cmd, "convert: %d arguments, expected an input and an output", len(args))
		}
		format := strings.ToLower(filepath.Ext(args[1]))
		write := map[string]func(*batch.Source, []*batch.Array) (func(io.Writer) error, error){
			".npz": c.toNPZ, ".npy": c.toNPY, ".safetensors": c.toSafetensors,
		}[format]
		if write == nil {
			return misuse(cmd, "convert: output %s, expected a name that ends in .npz, .npy or .safetensors", args[1])
		}
		if format != ".safetensors" && c.metadata != nil {
			return misuse(cmd, "convert: --metadata is for safetensors files, the output is %s", format)
		}
		if format != ".npz" && c.compress {
			return misuse(cmd, "convert: --compress is for .npz files, the output is %s", format)
		}
		inputs, err := batch.Expansion{}.Expand(cmd.Context(), args[:1])
		if err != nil {
			return err
		}
		if len(inputs) != 1 {
			return misuse(cmd, "convert: %s is %d files, expected one", args[0], len(inputs))
		}
		in := inputs[0]
		if in.As, err = opaque(cmd, c.as); err != nil {
			return err
		}
		n, err := a.convert(cmd.Context(), in, args[1], write, c)
		if err != nil {
			return errors.New(batch.Failure(in, err))
		}
		if c.json {
			return a.console.JSON(map[string]any{"file": in.Text, "output": args[1], "arrays": n})
		}
		return nil
	}
	return cmd
}

// convert writes the arrays of an input to a file of another format.
func (a *app) convert(ctx context.Context, in batch.Input, output string, write func(*batch.Source, []*batch.Array) (func(io.Writer) error, error), c *conversion) (int, error) {
	if in.Err != nil {
		return 0, in.Err
	}
	src, err := batch.Open(in, a.in)
	if err != nil {
		return 0, err
	}
	defer src.Close()
	arrays, err := arraysOf(src)
	if err != nil {
		return 0, err
	}
	fill, err := write(src, arrays)
	if err != nil {
		return 0, err
	}
	if err := batch.WriteFile(ctx, output, c.options(), fill); err != nil {
		return 0, err
	}
	if t := src.Tensors(); t != nil && len(t.Metadata()) > 0 && strings.ToLower(filepath.Ext(output)) != ".safetensors" {
		a.console.Note(fmt.Sprintf("%s: %d texts of metadata have no place in %s", in.Text, len(t.Metadata()), output))
	}
	if untold := untold(arrays); len(untold) > 0 && strings.ToLower(filepath.Ext(output)) != ".safetensors" {
		a.console.Note(fmt.Sprintf("%s: a .npy file tells the size alone of %s items; read them with --as", output, strings.Join(untold, " and of ")))
	}
	return len(arrays), nil
}

// arraysOf returns the arrays of an input, with their headers: of repeated
// members of an archive the last. Members that are no arrays are refused.
func arraysOf(src *batch.Source) ([]*batch.Array, error) {
	if !src.Several() {
		arr, err := src.One()
		return []*batch.Array{arr}, err
	}
	if src.Archive() == nil {
		var arrays []*batch.Array
		for arr, err := range src.Arrays() {
			if err != nil {
				return nil, err
			}
			arrays = append(arrays, arr)
		}
		return arrays, nil
	}
	var arrays []*batch.Array
	for _, m := range src.Archive().Members() {
		if last, err := src.Archive().Lookup(m.Name); err != nil || last != m {
			continue
		}
		arr, err := src.Member(m)
		if err != nil {
			return nil, err
		}
		arrays = append(arrays, arr)
	}
	return arrays, nil
}

// untold names the dtypes of arrays that a .npy header does not tell.
func untold(arrays []*batch.Array) []string {
	var names []string
	for _, dt := range []dtype.Type{dtype.BFloat16, dtype.Float8E4M3, dtype.Float8E5M2} {
		for _, a := range arrays {
			if a.Header.DType.Native() == dt {
				names = append(names, dt.String())
				break
			}
		}
	}
	return names
}

// key is the name that an array without one gets in a file of several, as
// numpy.savez names it.
func key(arr *batch.Array, several bool) string {
	if arr.Name() == "" && !several {
		return "arr_0"
	}
	return arr.Name()
}

func (c *conversion) toNPZ(src *batch.Source, arrays []*batch.Array) (func(io.Writer) error, error) {
	return func(w io.Writer) error {
		z, err := npy.NewArchiveWriter(w, npy.WriterOptions{Compress: c.compress})
		if err != nil {
			return err
		}
		for _, arr := range arrays {
			if err := addTo(z, key(arr, src.Several()), arr); err != nil {
				return err
			}
		}
		return z.Close()
	}, nil
}

func addTo(z *npy.ArchiveWriter, key string, arr *batch.Array) error {
	value, end, err := arr.Load()
	if err != nil {
		return err
	}
	defer end()
	return z.Add(key, value)
}

func (c *conversion) toNPY(_ *batch.Source, arrays []*batch.Array) (func(io.Writer) error, error) {
	if len(arrays) != 1 {
		return nil, fmt.Errorf("holds %d arrays, and a .npy file holds one; name one as FILE:NAME, or write to a .npz", len(arrays))
	}
	return func(w io.Writer) error {
		value, end, err := arrays[0].Load()
		if err != nil {
			return err
		}
		defer end()
		return npy.Write(w, value)
	}, nil
}

func (c *conversion) toSafetensors(src *batch.Source, arrays []*batch.Array) (func(io.Writer) error, error) {
	metadata := make(map[string]string)
	if t := src.Tensors(); t != nil {
		metadata = t.Metadata()
		if metadata == nil {
			metadata = make(map[string]string)
		}
	}
	for key, text := range c.metadata {
		metadata[key] = text
	}
	var sources []safetensors.Source
	for _, arr := range arrays {
		h := arr.Header
		if !safetensors.Supports(h.DType) {
			hint := "cast it first"
			if h.DType.Kind() == dtype.KindVoid && (h.DType.ItemSize() == 2 || h.DType.ItemSize() == 1) {
				hint = "tell what its items are by --as, such as --as bfloat16 or --as float8_e4m3fn"
			}
			which := ""
			if src.Several() {
				which = fmt.Sprintf("array %.60q ", arr.Name())
			}
			return nil, fmt.Errorf("%sis %.60s, which the format has no dtype for: %s", which, h.DType, hint)
		}
		sources = append(sources, safetensors.Source{Name: key(arr, src.Several()), DType: h.DType, Shape: h.Shape, Load: arr.Load})
	}
	return func(w io.Writer) error { return safetensors.WriteSources(w, sources, metadata) }, nil
}
