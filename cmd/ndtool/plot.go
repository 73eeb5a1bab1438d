package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ndarray/tile"
	"github.com/ndtool/ndtool/plot"
)

// plotCommand shows values.
func (a *app) plotCommand() *cobra.Command {
	f := new(pictureFlags)
	kinds := []string{".svg", ".png"}
	var at, limits string
	var as []string
	cmd := &cobra.Command{
		Use:   "plot IN [--at SPEC] [-o OUT]",
		Short: "a picture of the values: heat map, image or line",
		Long: `A heat map of an array of two axes, with a colour bar; an image where a third
axis has 3 (RGB) or 4 (RGBA) elements; a line for one axis. --at chooses the part
by NumPy's basic indexing. Complex numbers are shown by their magnitudes; NaN and
infinities have colours of their own and are counted. Integers of an image are 0
to 255 (uint16: 65535), floats 0 to 1; values beyond are clipped.

Of more elements than the picture has places each place shows the mean of a block
(a line: the range of a stretch), and the picture says so; the array is read in
pieces, so that it may be larger than memory, but for members of archives.

Without -o the picture is text, for a terminal.`,
		Example: `  ndtool plot in.npy -o plot.png
  ndtool plot run.npz:loss
  ndtool plot volume.npy --at 12 -o slice.svg
  ndtool plot in.npy --range 0,1 -o plot.png`,
		GroupID: groupLook,
	}
	f.add(cmd, kinds...)
	addAs(cmd, &as)
	s := cmd.Flags()
	s.StringVar(&at, "at", "()", "`SPEC` of the part to show")
	s.StringVar(&limits, "range", "", "`LO,HI` values at the ends of the scale, those of the array if not given")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return misuse(cmd, "plot: %d inputs, expected one", len(args))
		}
		index, err := layout.ParseIndex(at)
		if err != nil {
			return misuse(cmd, "--at: %w", err)
		}
		opt := plot.Options{Title: args[0]}
		if at != "()" {
			opt.Title += " [" + at + "]"
		}
		if cmd.Flags().Changed("range") {
			if opt.Range, err = parseRange(limits); err != nil {
				return misuse(cmd, "--range: %w", err)
			}
		}
		kind, err := f.kind(cmd, kinds...)
		if err != nil {
			return err
		}
		if kind == "" {
			width, height, colors := a.screen()
			opt.Screen = plot.Screen{Width: width, Height: height, Colors: colors}
		}
		types, err := opaque(cmd, as)
		if err != nil {
			return err
		}
		p, err := a.plot(cmd.Context(), args[0], types, index, opt)
		if err != nil {
			return err
		}
		switch kind {
		case "":
			return a.console.Print([]byte(p.Text()))
		case ".png":
			return f.write(a, cmd, p.PNG)
		}
		return f.write(a, cmd, p.SVG)
	}
	return cmd
}

// parseRange reads two numbers.
func parseRange(text string) ([2]float64, error) {
	lo, hi, ok := strings.Cut(text, ",")
	x, err1 := strconv.ParseFloat(strings.TrimSpace(lo), 64)
	y, err2 := strconv.ParseFloat(strings.TrimSpace(hi), 64)
	if !ok || err1 != nil || err2 != nil || !(x < y) {
		return [2]float64{}, fmt.Errorf("%q, expected two numbers such as 0,1, the lower one first", text)
	}
	return [2]float64{x, y}, nil
}

// plot reads the part of an input that is shown; types are those of --as.
func (a *app) plot(ctx context.Context, operand string, types []dtype.Type, index []layout.Index, opt plot.Options) (*plot.Plot, error) {
	inputs, err := batch.Expansion{}.Expand(ctx, []string{operand})
	if err != nil {
		return nil, err
	}
	if len(inputs) != 1 {
		return nil, fmt.Errorf("%s: %d arrays, expected one", operand, len(inputs))
	}
	inputs[0].As = types
	fail := func(err error) error { return errors.New(batch.Failure(inputs[0], err)) }
	src, err := batch.Open(inputs[0], a.in)
	if err != nil {
		return nil, fail(err)
	}
	defer src.Close()
	one, err := src.One()
	if err != nil {
		return nil, fail(err)
	}
	source, end, err := plotSource(ctx, src, one)
	if err != nil {
		return nil, fail(err)
	}
	defer end()
	if source.Layout, err = source.Layout.Slice(index...); err != nil {
		return nil, fail(err)
	}
	p, err := plot.Read(ctx, source, opt)
	if err != nil {
		return nil, fail(err)
	}
	return p, nil
}

// plotBuffer bounds the bytes that are read of a file at a time.
const plotBuffer = 8 << 20

// plotSource is the array of an input as what a plot reads, and what ends its
// use: a .npy file by positions, never mapped nor read whole; a member of an
// archive, which may be compressed, whole; a tensor as Load does.
func plotSource(ctx context.Context, src *batch.Source, one *batch.Array) (plot.Source, func() error, error) {
	if one.Name() != "" {
		a, end, err := one.Load()
		if err != nil {
			return plot.Source{}, nil, err
		}
		return plot.SourceOf(a), end, nil
	}
	l, err := one.Header.Layout()
	if err != nil {
		return plot.Source{}, nil, err
	}
	dt := one.Header.DType
	read := func(part layout.Layout) (*ndarray.Array, error) {
		packed, err := layout.NewOrdered(dt.ItemSize(), part.CopyOrder(), part.Shape...)
		if err != nil {
			return nil, err
		}
		part.Offset += int(one.Header.Offset)
		tiles, err := tile.Cut(tile.Job{Dst: packed, Src: part, ItemSize: dt.ItemSize()}, plotBuffer, false)
		if err != nil {
			return nil, err
		}
		data := make(buffer, packed.Len()*dt.ItemSize())
		if err := tiles.Copy(ctx, data, src, 1); err != nil {
			return nil, err
		}
		return ndarray.FromBytes(data, dt, packed)
	}
	return plot.Source{DType: dt, Layout: l, Read: read}, func() error { return nil }, nil
}

// buffer is memory that is written by positions.
type buffer []byte

func (b buffer) WriteAt(p []byte, off int64) (int, error) { return copy(b[off:], p), nil }
