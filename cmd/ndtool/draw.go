package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/draw"
	"github.com/ndtool/ndtool/internal/atomicfile"
	"github.com/ndtool/ndtool/stage"
)

// pictureFlags say where a picture goes.
type pictureFlags struct {
	output        string
	force, noSync bool
	quiet         bool
}

func (f *pictureFlags) add(cmd *cobra.Command, kinds ...string) {
	s := cmd.Flags()
	s.StringVarP(&f.output, "output", "o", "", "write the picture to `OUT`, whose extension is "+either(kinds)+"; - writes SVG to standard output")
	s.BoolVar(&f.force, "force", false, "replace an existing output")
	s.BoolVar(&f.noSync, "no-sync", false, "do not wait until the output is on the disk")
	s.BoolVarP(&f.quiet, "quiet", "q", false, "tell failures only")
}

// kind is the extension of the output, "" for the terminal.
func (f *pictureFlags) kind(cmd *cobra.Command, kinds ...string) (string, error) {
	switch {
	case !cmd.Flags().Changed("output"):
		return "", nil
	case f.output == batch.Stdin:
		return ".svg", nil
	}
	kind := strings.ToLower(filepath.Ext(f.output))
	if !slices.Contains(kinds, kind) {
		return "", misuse(cmd, "output %q has the extension %q, expected %s", f.output, kind, either(kinds))
	}
	return kind, nil
}

// either is "a", "a or b", "a, b or c".
func either(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// write makes the output of a picture.
func (f *pictureFlags) write(a *app, cmd *cobra.Command, fill func(w io.Writer) error) error {
	if f.output == batch.Stdin {
		return fill(a.console.Stdout())
	}
	opt := atomicfile.Options{Force: f.force, NoSync: f.noSync}
	if err := batch.WriteFile(cmd.Context(), f.output, opt, fill); err != nil {
		return err
	}
	a.console.Quiet = f.quiet
	a.console.Note("wrote " + f.output)
	return nil
}

// screen is the size of the terminal in characters, and how many colors it has;
// 80 by 24 and none where the output is no terminal.
func (a *app) screen() (width, height, colors int) {
	width, height = 80, 24
	f, ok := a.console.Stdout().(*os.File)
	if !ok || !a.console.OutTerminal() {
		return width, height, 0
	}
	if w, h, err := term.GetSize(int(f.Fd())); err == nil && w > 0 && h > 0 {
		width, height = w, h
	}
	switch {
	case os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb":
		return width, height, 0
	case os.Getenv("COLORTERM") == "truecolor" || os.Getenv("COLORTERM") == "24bit":
		return width, height, 1 << 24
	}
	return width, height, 256
}

// drawCommand draws layouts.
func (a *app) drawCommand() *cobra.Command {
	source, f := new(explainFlags), new(pictureFlags)
	kinds := []string{".svg", ".png", ".html"}
	cmd := &cobra.Command{
		Use:   "draw [IN] 'STAGE | STAGE …' [-o OUT]",
		Short: "a picture of a view: which bytes it reads, and in which order",
		Long: `Draws the storage as cells. The cells that the view reads are coloured and carry
their place in its walk (C order, the last index fastest); cells of one colour
are the same bytes. Arrows are the strides: the jumps from the first element
along each axis. A table compares each stride with those of packed C and F order,
brackets mark the axes that merge, and a sentence says why the view is or is not
contiguous. Where a stage copies, the view that it reads and the copy are drawn
below each other. Of a large array the part near its first element is drawn, and
the picture says so. Only the header is read; with --shape no file is needed.

Without -o the picture is text, for a terminal. -o page.html writes a page that
needs nothing else, on which you try transpose, slice, expand, unfold and reshape
and see sizes, strides and cells change.`,
		Example: `  ndtool draw in.npy transpose
  ndtool draw in.npy 'slice ::2,1::3' -o layout.svg
  ndtool draw --shape 3,4 --dtype f4 'transpose | reshape 12' -o layout.png
  ndtool draw --shape 4,3 --strides 80,8 --offset 88 --dtype f4 ''
  ndtool draw --shape 2,3,4 --dtype f4 'transpose 2,0,1' -o page.html`,
		GroupID: groupLook,
	}
	source.add(cmd)
	f.add(cmd, kinds...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return misuse(cmd, "draw: no pipeline, expected the stages in the last argument ('' for none)")
		}
		pipeline, err := stage.Parse(args[len(args)-1])
		if err != nil {
			return misuse(cmd, "%w", err)
		}
		kind, err := f.kind(cmd, kinds...)
		if err != nil {
			return err
		}
		name, form, _, err := source.source(a, cmd, args[:len(args)-1])
		if err != nil {
			return err
		}
		if err := a.draw(cmd, f, kind, name, form, pipeline); err != nil {
			return fmt.Errorf("%s%w", prefix(name), err)
		}
		return nil
	}
	return cmd
}

// draw makes one picture.
func (a *app) draw(cmd *cobra.Command, f *pictureFlags, kind, name string, form stage.Form, pipeline stage.Pipeline) error {
	opt := draw.Options{Title: name}
	if kind == ".html" {
		return f.write(a, cmd, func(w io.Writer) error { return draw.Page(w, form, pipeline, opt) })
	}
	plan, err := pipeline.Plan(form)
	if err != nil {
		return err
	}
	width, _, colors := a.screen()
	if kind == "" {
		opt.Width = width
	}
	p, err := draw.New(plan, opt)
	if err != nil {
		return err
	}
	switch kind {
	case "":
		return a.console.Print([]byte(p.Text(colors)))
	case ".png":
		return f.write(a, cmd, p.PNG)
	}
	return f.write(a, cmd, p.SVG)
}
