package arrayio

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ndarray/tile"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/stage"
)

// outcome is what saving the result of a plan comes to.
type outcome struct {
	plan    stage.Plan
	head    []byte     // of the result's file
	source  stage.Form // where streams is set: in C order its elements, which lie in the input, are the result's data
	streams bool
	moves   bool // the data are not the input's, byte for byte
}

func outcomeOf(p stage.Plan) (outcome, error) {
	o := outcome{plan: p}
	o.source, o.streams = p.Stream()
	order, verbatim := p.Out.Saved()
	o.moves = !verbatim || slices.ContainsFunc(p.Steps, stage.Step.Copies)
	h := npy.Header{DType: p.Out.DType, FortranOrder: order == layout.F, Shape: p.Out.Layout.Shape}
	var err error
	o.head, err = h.AppendBinary(nil)
	return o, err
}

// bytes returns the size of the result's file.
func (o outcome) bytes() int64 { return int64(len(o.head)) + int64(o.plan.Out.NumBytes()) }

// tiles cuts the way from the input's file to the result's. The result must be
// one that streams.
func (o outcome) tiles(in npy.Header, budget int, inOrder bool) (*tile.Tiles, error) {
	from := o.source.Layout
	from.Offset += int(in.Offset)
	job, err := tile.Packed(from, o.source.DType.ItemSize(), int64(len(o.head)))
	if err != nil {
		return nil, err
	}
	return tile.Cut(job, budget, inOrder)
}

// convert makes the whole output of an input.
func convert(ctx context.Context, f File, output string, opt Options) (Result, error) {
	r := Result{File: f.Name, Output: output}
	src, err := open(ctx, f)
	if err != nil {
		return r, err
	}
	defer src.Close()
	r.Read = src.size
	entries, err := src.arrays()
	if err != nil {
		return r, err
	}
	plans := make(map[*npy.Member]outcome, len(entries))
	for _, e := range entries {
		p, err := f.plan(e.header)
		if err != nil {
			return r, e.tell(err)
		}
		if plans[e.member], err = outcomeOf(p); err != nil {
			return r, e.tell(err)
		}
		r.Copied = r.Copied || plans[e.member].moves
	}
	r.Bytes, err = put(ctx, output, opt, func(w io.WriteSeeker) error {
		if src.archive != nil {
			return f.writeArchive(ctx, w, src, entries)
		}
		return f.writeArray(ctx, w, entries[0], plans[nil], opt)
	})
	return r, err
}

// tell names the member that an error is about.
func (e entry) tell(err error) error { return tellMember(e.member != nil, e.key, err) }

func tellMember(member bool, key string, err error) error {
	if member && err != nil {
		return fmt.Errorf("member %q: %w", key, err)
	}
	return err
}

// writeArray writes the result of an .npy file: a large one that streams by
// pieces, without holding it.
func (f File) writeArray(ctx context.Context, w io.Writer, e entry, o outcome, opt Options) error {
	if o.streams && o.plan.Out.NumBytes() > opt.tile() {
		if tiles, err := o.tiles(e.header, opt.tile(), true); err == nil {
			if _, err := w.Write(o.head); err != nil {
				return err
			}
			return tiles.WriteTo(ctx, w, e.source)
		}
	}
	arr, err := f.result(ctx, e)
	if err != nil {
		return err
	}
	return npy.Write(w, arr)
}

// writeArchive writes the results of an archive's arrays; its other members
// stay as they are.
func (f File) writeArchive(ctx context.Context, w io.Writer, src *source, entries []entry) error {
	arrays := make(map[*npy.Member]entry, len(entries))
	for _, e := range entries {
		arrays[e.member] = e
	}
	z, err := npy.NewArchiveWriter(w, npy.WriterOptions{Comment: src.archive.Comment()})
	if err != nil {
		return err
	}
	err = src.archive.Replace(z, func(m *npy.Member) (*ndarray.Array, error) {
		e, ok := arrays[m]
		if !ok {
			return nil, nil
		}
		return f.result(ctx, e)
	})
	if err != nil {
		return err
	}
	return z.Close()
}
