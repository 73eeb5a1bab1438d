package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/internal/message"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/npy"
)

// verdict is what check says of one input that is whole.
type verdict struct {
	File   string `json:"file"`
	OK     bool   `json:"ok"`
	Arrays int    `json:"arrays"`
	Bytes  int64  `json:"bytes"` // of the file or the member
}

func (a *app) checkCommand() *cobra.Command {
	var asJSON bool
	f := new(inputFlags)
	cmd := &cobra.Command{
		Use:   "check IN…",
		Short: "is each file whole and well formed?",
		Long: `Tells whether each file is whole and well formed: the header, that all data are
there, that bytes after the array are further arrays, for a safetensors file
that its tensors cover the data, and for an archive, all of which is read, its
records and the checksum of every member. A fault is told with its byte and
makes the exit code 1.`,
		Example: "  ndtool check DIR\n  ndtool check in.npz --quiet && echo whole",
		GroupID: groupLook,
	}
	f.add(cmd)
	addAs(cmd, &f.as)
	cmd.Flags().BoolVar(&asJSON, "json", false, "a line of JSON a whole input")
	cmd.RunE = func(cmd *cobra.Command, operands []string) error {
		inputs, err := f.inputs(a, cmd, batch.Expansion{}, operands)
		if err != nil {
			return err
		}
		return a.each(cmd.Context(), f, inputs, func(_ context.Context, i int) batch.Report {
			v, err := a.check(inputs[i])
			r := batch.Report{Err: err}
			switch {
			case err != nil || f.quiet:
			case asJSON:
				r.Out, r.Err = batch.MarshalLine(v)
			default:
				r.Out = fmt.Appendf(nil, "%s: whole, %d array(s), %d bytes\n", message.Printable(v.File), v.Arrays, v.Bytes)
			}
			return r
		})
	}
	return cmd
}

// check proves one input.
func (a *app) check(in batch.Input) (verdict, error) {
	v := verdict{File: in.Text, OK: true}
	src, err := batch.Open(in, a.in)
	if err != nil {
		return v, err
	}
	defer src.Close()
	v.Bytes = src.Size()
	switch archive := src.Archive(); {
	case src.Tensors() != nil:
		if in.HasMember {
			t, err := src.Tensors().Lookup(in.Member)
			if err != nil {
				return v, err
			}
			v.Arrays, v.Bytes = 1, t.Size
			return v, nil
		}
		v.Arrays = len(src.Tensors().Tensors()) // proven when it was opened
		return v, nil
	case archive == nil:
		v.Arrays, err = checkArrays(src, in.As)
		return v, err
	case in.HasMember:
		m, err := archive.Lookup(in.Member)
		if err != nil {
			return v, err
		}
		v.Arrays, v.Bytes = 1, m.Size
		if _, err := m.Header(); err != nil {
			return v, err
		}
		return v, m.Check()
	default:
		var broken []string
		for _, m := range archive.Members() {
			if err := m.Check(); err != nil {
				broken = append(broken, err.Error())
			}
			if is, err := m.IsArray(); err == nil && is {
				v.Arrays++
			}
		}
		if broken != nil {
			return v, errors.New(several(broken, "broken members"))
		}
		return v, nil
	}
}

// checkArrays proves the arrays that stand one behind the other in a file:
// their headers, and that their data are there. Data have no checksum, so they
// are not read.
func checkArrays(src *batch.Source, as []dtype.Type) (int, error) {
	for n, at := 0, int64(0); ; n++ {
		rest := io.NewSectionReader(src, at, src.Size()-at)
		h, err := npy.HeaderAt(rest, rest.Size(), npy.Options{As: as})
		switch {
		case err != nil && n == 0:
			return 0, err
		case err != nil:
			return n, fmt.Errorf("%d bytes after %d array(s), at byte %d, are no array: %s", rest.Size(), n, at, reasonOf(err))
		}
		if at += h.Offset + h.NumBytes(); at == src.Size() {
			return n + 1, nil
		}
	}
}
