package ops

import (
	"bytes"
	"runtime"
	"sync/atomic"
	"unsafe"

	"github.com/ndtool/ndtool/internal/parallel"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// maxChunks bounds the results that are kept of parts: an expanded array may
// have more elements than memory has bytes.
const maxChunks = 1 << 16

// chunks folds parts of the elements side by side, and then the results of the
// parts.
func (f *folder) chunks() {
	if f.kept.Rank() > 2 { // results that are not one tile
		f.all()
		return
	}
	length := f.over.Shape()[0]
	per := f.over.Len() / length * f.kept.Len() // elements beside each index of the axis
	each := max(1, chunk/per, (length-1)/maxChunks+1)
	n := (length-1)/each + 1
	results := f.kept.Len() * f.acc.ItemSize()
	partial := make([]byte, n*results)
	var next atomic.Int64
	workers := max(1, min(runtime.GOMAXPROCS(0), n, f.kept.Len()*f.worth()/grain))
	parallel.Do(workers, func(int) {
		g := *f
		g.prepare()
		for i := int(next.Add(1)) - 1; i < n && !g.ended(); i = int(next.Add(1)) - 1 {
			g.narrow(f.over.Cut(0, i*each, min((i+1)*each, length)))
			g.accs = partial[i*results : (i+1)*results]
			g.each(g.fold)
		}
	})
	f.prepare()
	by := f.combining()
	copy(f.accs, partial[:results])
	for k := 0; k < results && n > 1; k += f.acc.ItemSize() {
		by.Span(n-1, unsafe.Pointer(&f.accs[k]), unsafe.Pointer(&partial[results+k]), results)
	}
	f.each(f.finish)
}

// combining is the reducer of accumulators.
func (f *folder) combining() kernel.Reducer {
	n, ok := number(f.acc)
	if !ok {
		return f.by // of dates
	}
	fold := f.reduction.fold
	if fold == kernel.Count || fold == kernel.SumSquares {
		fold = kernel.Sum
	}
	by, _ := kernel.Reduce(fold, n)
	return by
}

// repeat folds the accumulators of a tile as often as the operand stands still, by
// doubling: what an expanded array has in memory takes time, not its size.
func (f *folder) repeat(rows, cols int) {
	if f.times == 1 {
		return
	}
	size := f.acc.ItemSize()
	n := rows * cols
	doubled := bytes.Clone(f.accs[:n*size])
	by := f.combining()
	add := func(to, from []byte) {
		a := kernel.Args{P: [kernel.MaxArgs]unsafe.Pointer{start(to), start(from)}, S: [kernel.MaxArgs]int{size, size}}
		by.Rows(n, 1, 0, &a)
	}
	for left := f.times - 1; left > 0; left >>= 1 {
		if left&1 != 0 {
			add(f.accs, doubled)
		}
		add(doubled, doubled)
	}
}
