package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/internal/atomicfile"
	"github.com/ndtool/ndtool/npy"
)

// outputFlags are those of the commands that write files, but not one an input.
type outputFlags struct {
	force, noSync, quiet, json bool
}

func (f *outputFlags) add(cmd *cobra.Command) {
	s := cmd.Flags()
	s.BoolVar(&f.force, "force", false, "replace existing outputs")
	s.BoolVar(&f.noSync, "no-sync", false, "do not wait until results are on the disk")
	s.BoolVarP(&f.quiet, "quiet", "q", false, "tell failures only")
	s.BoolVar(&f.json, "json", false, "tell each result as a line of JSON on standard output")
}

func (f *outputFlags) options() atomicfile.Options {
	return atomicfile.Options{Force: f.force, NoSync: f.noSync}
}

// packCommand joins arrays in an archive.
func (a *app) packCommand() *cobra.Command {
	f := new(outputFlags)
	var opt npy.WriterOptions
	var as []string
	var memory string
	cmd := &cobra.Command{
		Use:   "pack OUT.npz IN…",
		Short: "put arrays into an archive",
		Long: `Writes an archive as numpy.savez does (numpy.savez_compressed with --compress).
The key of an array is its file's name without .npy, for a folder as input the
path below it, and for FILE.npz:MEMBER the member; a whole archive gives all its
members, as they are.`,
		Example: "  ndtool pack out.npz a.npy b.npy\n  ndtool pack out.npz DIR --compress\n  ndtool pack mapped.npz DIR --align 64",
		GroupID: groupFiles,
	}
	f.add(cmd)
	addAs(cmd, &as)
	s := cmd.Flags()
	s.BoolVar(&opt.Compress, "compress", false, "deflate the members")
	s.IntVar(&opt.Level, "level", 0, "`N` effort of --compress, 1 to 9; 0 for the usual")
	s.StringVar(&memory, "memory", "", memoryUsage)
	s.IntVar(&opt.Align, "align", 0, "`BYTES` that the data of stored members begin at a multiple of, for mapping")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		a.console.Quiet = f.quiet
		if len(args) < 2 {
			return misuse(cmd, "pack: %d arguments, expected an output and inputs", len(args))
		}
		if _, err := npy.NewArchiveWriter(io.Discard, opt); err != nil {
			return misuse(cmd, "pack: %w", err)
		}
		bound, err := memoryBound(cmd, memory)
		if err != nil {
			return err
		}
		inputs, err := expand(cmd, batch.Expansion{}, args[1:], as)
		if err != nil {
			return err
		}
		return a.pack(cmd, args[0], inputs, opt, bound, f)
	}
	return cmd
}

// pack writes all inputs into one archive, or nothing.
func (a *app) pack(cmd *cobra.Command, out string, inputs []batch.Input, opt npy.WriterOptions, memory int64, f *outputFlags) error {
	failed := 0
	for _, in := range inputs {
		if in.Err != nil {
			a.console.Line(batch.Failure(in, in.Err))
			failed++
		}
	}
	if failed > 0 {
		return exitCode(exitFailed)
	}
	n := 0
	t := &batch.Transform{Memory: memory} // of no stages: the arrays as np.save writes them
	err := batch.WriteFile(cmd.Context(), out, f.options(), func(w io.Writer) error {
		z, err := npy.NewArchiveWriter(w, opt)
		if err != nil {
			return err
		}
		for _, in := range inputs {
			if err := a.packOne(cmd.Context(), t, z, in, &n); err != nil {
				return errors.New(batch.Failure(in, err))
			}
		}
		return z.Close()
	})
	if err != nil {
		return err
	}
	if f.json {
		return a.console.JSON(map[string]any{"output": out, "members": n})
	}
	return nil
}

func (a *app) packOne(ctx context.Context, t *batch.Transform, z *npy.ArchiveWriter, in batch.Input, n *int) error {
	src, err := batch.Open(in, a.in)
	if err != nil {
		return err
	}
	defer src.Close()
	if archive := src.Archive(); archive != nil && !in.HasMember {
		for _, m := range archive.Members() {
			if last, err := archive.Lookup(m.Name); err != nil || last != m {
				continue
			}
			if err := z.Copy(m, m.Name); err != nil {
				return err
			}
			*n++
		}
		return nil
	}
	arr, err := src.One()
	if err != nil {
		return err
	}
	h, data, err := t.Member(ctx, src, arr)
	if err != nil {
		return err
	}
	key := strings.TrimSuffix(filepath.ToSlash(in.Rel), ".npy")
	if in.HasMember {
		key = arr.Name()
	}
	*n++
	return z.AddData(key, h, data)
}

// unpackCommand writes the members of archives to files.
func (a *app) unpackCommand() *cobra.Command {
	f := new(outputFlags)
	in := new(inputFlags)
	var dir string
	cmd := &cobra.Command{
		Use:   "unpack IN.npz… [--out-dir DIR]",
		Short: "write the members of an archive to files",
		Long: `Writes every member to a file of its name, byte for byte, after its checksum was
proven; without --out-dir into a folder named like the archive, beside it. Names
that would leave the folder are refused. Nothing is written when an output
exists, unless --force is given.`,
		Example: "  ndtool unpack in.npz            writes in/x.npy, in/y.npy\n  ndtool unpack in.npz --out-dir DIR",
		GroupID: groupFiles,
	}
	in.add(cmd)
	s := cmd.Flags()
	s.StringVar(&dir, "out-dir", "", "the folder `DIR` to write to")
	s.BoolVar(&f.force, "force", false, "replace existing outputs")
	s.BoolVar(&f.noSync, "no-sync", false, "do not wait until results are on the disk")
	s.BoolVar(&f.json, "json", false, "a line of JSON an archive")
	cmd.MarkFlagDirname("out-dir")
	cmd.RunE = func(cmd *cobra.Command, operands []string) error {
		inputs, err := in.inputs(a, cmd, batch.Expansion{}, operands)
		if err != nil {
			return err
		}
		return a.each(cmd.Context(), in, inputs, func(ctx context.Context, i int) batch.Report {
			to := dir
			if to == "" {
				to = strings.TrimSuffix(inputs[i].Path, filepath.Ext(inputs[i].Path))
				if to == inputs[i].Path || inputs[i].Path == batch.Stdin {
					return batch.Report{Err: errors.New("has no extension to drop, expected --out-dir")}
				}
			}
			names, err := a.unpack(ctx, inputs[i], to, f)
			r := batch.Report{Err: err}
			switch {
			case err != nil:
			case f.json:
				r.Out, r.Err = batch.MarshalLine(map[string]any{"file": inputs[i].Text, "outputs": names})
			case dir == "":
				r.Notes = []string{fmt.Sprintf("wrote %d file(s) to %s", len(names), to)}
			}
			return r
		})
	}
	return cmd
}

// unpack writes the members of one archive, or the one member that is named.
func (a *app) unpack(ctx context.Context, in batch.Input, dir string, f *outputFlags) ([]string, error) {
	src, err := batch.Open(in, a.in)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	archive := src.Archive()
	if src.Tensors() != nil {
		return nil, errors.New("is a safetensors file, expected an archive (.npz); convert makes one")
	}
	if archive == nil {
		return nil, errors.New("is a single array, expected an archive (.npz)")
	}
	members := archive.Members()
	if in.HasMember {
		m, err := archive.Lookup(in.Member)
		if err != nil {
			return nil, err
		}
		members = []*npy.Member{m}
	}
	var names []string
	owner := make(map[string]string)
	var write []*npy.Member
	for _, m := range members {
		if last, err := archive.Lookup(m.Name); err != nil || last != m || strings.HasSuffix(m.Name, "/") {
			continue
		}
		rel, err := m.LocalPath()
		if err != nil {
			return nil, err
		}
		if is, err := m.IsArray(); err != nil {
			return nil, err
		} else if is && filepath.Ext(rel) != ".npy" {
			rel += ".npy"
		}
		name := filepath.Join(dir, rel)
		if other, taken := owner[strings.ToLower(name)]; taken {
			return nil, fmt.Errorf("members %q and %q would both be written to %s", other, m.Name, name)
		}
		owner[strings.ToLower(name)] = m.Name
		if _, err := os.Lstat(name); err == nil && !f.force {
			return nil, fmt.Errorf("output %s exists, expected none (--force replaces it)", name)
		}
		names, write = append(names, name), append(write, m)
	}
	for _, name := range names {
		for parent := filepath.Dir(name); len(parent) > len(dir); parent = filepath.Dir(parent) {
			if other, taken := owner[strings.ToLower(parent)]; taken {
				return nil, fmt.Errorf("member %q would be both a file and the folder of %s", other, name)
			}
		}
	}
	for i, m := range write {
		if err := os.MkdirAll(filepath.Dir(names[i]), 0o777); err != nil {
			return nil, err
		}
		err := batch.WriteFile(ctx, names[i], f.options(), func(w io.Writer) error {
			r, err := m.Open()
			if err != nil {
				return err
			}
			_, err = io.Copy(w, r)
			return err
		})
		if err != nil {
			return names[:i], err
		}
	}
	return names, nil
}

// appendCommand lets an array grow.
func (a *app) appendCommand() *cobra.Command {
	f := new(outputFlags)
	var memory string
	cmd := &cobra.Command{
		Use:   "append OUT.npy IN…",
		Short: "add arrays at the end of one, in its file",
		Long: `OUT grows along the axis that can grow at the end of a file: the first in C
order, the last in Fortran order. The inputs have the other sizes and the dtype
of OUT. The data are written and synced first and the header last, so that the
file holds the old array or the new one at any moment. Either all inputs are
added or none. Bytes after the array are refused; --force drops them.`,
		Example: "  ndtool append log.npy day1.npy day2.npy",
		GroupID: groupFiles,
	}
	s := cmd.Flags()
	s.BoolVar(&f.force, "force", false, "drop bytes after the array")
	s.BoolVar(&f.noSync, "no-sync", false, "do not wait until results are on the disk")
	s.BoolVar(&f.json, "json", false, "a line of JSON about the grown array")
	s.StringVar(&memory, "memory", "", memoryUsage)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) < 2 {
			return misuse(cmd, "append: %d arguments, expected an array and inputs", len(args))
		}
		bound, err := memoryBound(cmd, memory)
		if err != nil {
			return err
		}
		inputs, err := expand(cmd, batch.Expansion{}, args[1:], nil)
		if err != nil {
			return err
		}
		out := batch.Input{Text: args[0], Path: args[0]}
		if err := a.grow(cmd.Context(), out, inputs, bound, f); err != nil {
			return err
		}
		if !f.json {
			return nil
		}
		info, err := a.infoOf(cmd.Context(), out, false)
		if err != nil {
			return errors.New(batch.Failure(out, err))
		}
		return a.console.JSON(info)
	}
	return cmd
}

// grow appends all inputs to a file, or none.
func (a *app) grow(ctx context.Context, out batch.Input, inputs []batch.Input, memory int64, f *outputFlags) (err error) {
	for _, in := range inputs {
		if in.Err != nil {
			return errors.New(batch.Failure(in, in.Err))
		}
		if same(in.Path, out.Path) {
			return fmt.Errorf("%s: is the array that grows, expected another input", in.Text)
		}
	}
	appender, err := npy.OpenAppender(out.Path, npy.AppendOptions{EditOptions: npy.EditOptions{NoSync: f.noSync}, DropTail: f.force})
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, appender.Abort())
		}
	}()
	for _, in := range inputs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := a.appendOne(ctx, appender, in, memory); err != nil {
			return errors.New(batch.Failure(in, err))
		}
	}
	return appender.Close()
}

func (a *app) appendOne(ctx context.Context, to *npy.Appender, in batch.Input, memory int64) error {
	src, err := batch.Open(in, a.in)
	if err != nil {
		return err
	}
	defer src.Close()
	arr, err := src.One()
	if err != nil {
		return err
	}
	axis := 0 // along which the file grows
	if to.Header().FortranOrder {
		axis = len(arr.Header.Shape) - 1
	}
	if len(arr.Header.Shape) > 0 && arr.Header.Len() > 0 {
		return arr.Bands(ctx, axis, memory, to.Append)
	}
	value, end, err := arr.Load() // to be refused, or nothing
	if err != nil {
		return err
	}
	defer end()
	return to.Append(value)
}

// same reports whether two names are one file.
func same(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}
