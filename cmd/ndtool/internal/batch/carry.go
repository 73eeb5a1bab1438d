package batch

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ndarray/tile"
)

// ErrMemory is for work that does not fit the bound of --memory.
var ErrMemory = errors.New("does not fit in --memory")

// large reports whether the result of a plan on an array is made from file to
// file, by positioned reads of parts: so that neither the memory nor a file cut
// short by another process can do harm.
func (j *job) large(a *Array, p planned) bool {
	n := max(a.Header.NumBytes(), int64(p.plan.Out.NumBytes()))
	if n <= mapAbove && (j.t.Memory == 0 || 8*n <= int64(j.t.budget())) {
		return false
	}
	if p.streams {
		return true
	}
	if p.rest == nil || j.t.Memory == 0 && slices.ContainsFunc(p.axes, func(k int) bool { return k < 0 }) {
		return false // a reduction of a mapped file needs no copy of it
	}
	whole := p.part()
	whole.from = []operand{{dtype: p.source.DType, layout: p.source.Layout}}
	return whole.least() <= int64(min(j.t.budget()/2, mostBox))
}

// part is the result of a plan whose parts are computed, without its operand.
func (p planned) part() part {
	held := int64(p.plan.Out.NumBytes())
	for _, s := range p.plan.Steps {
		held += int64(s.Written())
	}
	return part{dtype: p.plan.Out.DType, axes: p.axes, held: held, join: p.plan.Join}
}

// carry writes head and, in parts, the data of the result of a plan on a large
// array: its elements moved, or boxes of it computed.
func (j *job) carry(w io.Writer, head []byte, a *Array, p planned) error {
	o, end, err := a.operand()
	if err != nil {
		return err
	}
	defer end()
	base := o.layout.Offset
	o.dtype, o.layout = p.source.DType, p.source.Layout
	o.layout.Offset += base
	out := p.part()
	out.from = []operand{o}
	if p.streams {
		job, err := tile.Packed(o.layout, o.dtype.ItemSize(), int64(len(head)))
		if err != nil {
			return err
		}
		if f, ok := w.(outputFile); !ok || f.f.Direct() {
			tiles, err := cut(job, j.t.budget(), true)
			if err != nil {
				return err
			}
			if _, err := w.Write(head); err != nil {
				return err
			}
			return tiles.WriteTo(j.ctx, w, o.bytes)
		}
		out.to, out.from[0].layout = job.Dst, job.Src
	} else {
		order, _ := p.plan.Out.Saved()
		if out.to, err = layout.New(out.dtype.ItemSize(), order, p.plan.Out.Layout.Shape...); err != nil {
			return err
		}
		out.to.Offset = len(head)
		out.compute = func(boxes []*ndarray.Array) (*ndarray.Array, error) { return p.rest.Apply(j.ctx, boxes[0]) }
	}
	return positioned(j.ctx, w, int64(len(head)+p.plan.Out.NumBytes()), func(f io.WriterAt) error {
		if _, err := f.WriteAt(head, 0); err != nil {
			return bareWrite(err)
		}
		return out.write(j.ctx, f, j.t.budget(), max(1, j.t.Workers))
	})
}

// usualMemory is what --memory stands for when it is not given, as far as
// carrying is concerned: more makes longer runs, with less and less to gain.
const usualMemory = 256 << 20

// budget is how many bytes of buffers the workers of one input may hold.
func (t *Transform) budget() int { return budgetOf(t.Memory) / max(t.Jobs, 1) }

// budgetOf is how many bytes may be held, 0 standing for the usual.
func budgetOf(memory int64) int {
	if memory == 0 {
		memory = usualMemory
	}
	return int(min(memory, 1<<30))
}

// fits refuses what would hold more bytes of data than one input may: the
// array, and what the plan's stages make of it.
func (j *job) fits(a *Array, p planned) error {
	if j.t.Memory == 0 {
		return nil
	}
	need := a.Header.NumBytes()
	held := need
	for _, s := range p.plan.Steps {
		if s.Copies() && !p.streams {
			need = max(need, held+int64(s.Written()))
			held = int64(s.Written())
		}
	}
	if have := j.t.Memory / int64(max(j.t.Jobs, 1)); need > have {
		return fmt.Errorf("%w: %d bytes at once, %d for each of %d jobs", ErrMemory, need, have, j.t.Jobs)
	}
	return nil
}
