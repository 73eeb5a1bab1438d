package batch

import (
	"errors"
	"fmt"
	"io"

	"github.com/ndtool/ndtool/internal/atomicfile"
	"github.com/ndtool/ndtool/ndarray/tile"
)

// ErrMemory is for work that does not fit the bound of --memory.
var ErrMemory = errors.New("does not fit in --memory")

// carries reports whether the result of a plan on an array is carried from file
// to file by tiles: positioned reads, so that neither the memory nor a file cut
// short by another process can do harm. That needs one pass over what lies in
// the file as it is.
func (j *job) carries(a *Array, p planned) bool {
	if a.source.data != nil || a.member != nil || !p.streams {
		return false
	}
	return a.Header.NumBytes() > mapAbove || int64(p.plan.Out.NumBytes()) > mapAbove || j.t.Memory > 0
}

// carry writes the header and carries the data behind it.
func (j *job) carry(w io.Writer, a *Array, p planned) error {
	if _, err := w.Write(p.head); err != nil {
		return err
	}
	from := p.source.Layout
	from.Offset += int(a.Header.Offset)
	work, err := tile.Packed(from, p.source.DType.ItemSize(), int64(len(p.head)))
	if err != nil {
		return err
	}
	out, positioned := w.(outputFile)
	positioned = positioned && !out.f.Direct()
	workers := 1
	if positioned {
		workers = max(1, j.t.Workers)
	}
	tiles, err := tile.Cut(work, j.t.budget()/workers, !positioned)
	if errors.Is(err, tile.ErrBudget) {
		return fmt.Errorf("%w: %w", ErrMemory, err)
	}
	if err != nil {
		return err
	}
	if !positioned {
		return tiles.WriteTo(j.ctx, w, a.source.file)
	}
	if err := atomicfile.Allocate(out.f.Temporary(), int64(len(p.head)+p.plan.Out.NumBytes())); err != nil {
		return bareWrite(err)
	}
	return tiles.Copy(j.ctx, out.f, a.source.file, workers)
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
