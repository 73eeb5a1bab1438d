// Package move carries the bytes of one layout to another. It knows item
// sizes, not element types: a plan from package layout says where every item
// goes, and the plan alone decides which path is taken (see PathOf).
//
// The kernels come in two builds: assembly on amd64, for AVX2 and for AVX-512 with
// byte permutations, chosen when the machine has them, and portable Go, which the
// build tag purego selects alone. The compiler does not vectorize that; small items
// are transposed and reversed inside 64-bit words instead. On arm64 it is all there
// is: no assembly is kept whose gain was not measured.
package move

import (
	"unsafe"

	"github.com/ndtool/ndtool/ndarray/layout"
)

// Copy moves every item of a plan of two operands, 0 the destination in dst and
// 1 the source in src, and reverses bytes as swap says. itemSize is in bytes.
//
// The caller has proven that both operands stay inside their slices. Items of
// the source are not to overlap items of the destination; the destination's own
// items are not to overlap each other. At most workers goroutines move at once;
// 0 stands for GOMAXPROCS. Copies below a few hundred KiB use one.
//
// Copy allocates nothing for one worker and up to 8 axes.
func Copy(dst, src []byte, p *layout.Plan, itemSize int, swap Swap, workers int) {
	total := p.Len() * itemSize
	if total == 0 {
		return
	}
	if workers != 1 && total >= 2*grain {
		j := newJob(nil, dst, src, p, itemSize, swap)
		j.parallel(workers, total)
		return
	}
	var room [walkRoom]axis
	j := newJob(room[:0], dst, src, p, itemSize, swap)
	j.run()
}

// job is a copy, or a part of one, ready to run.
type job struct {
	walk
	route  route
	to     unsafe.Pointer // the destination's storage
	from   unsafe.Pointer // the source's storage
	swap   int            // reverse each so many bytes; 0 for none
	fields []Run          // reverse these runs of every unit, where swap cannot say it
	large  bool           // it goes past the caches
}

// newJob chooses the path. room may back the axes.
func newJob(room []axis, dst, src []byte, p *layout.Plan, itemSize int, swap Swap) job {
	j := job{
		walk: newWalk(room, p, itemSize, swap.joins(itemSize)),
		to:   unsafe.Pointer(unsafe.SliceData(dst)),
		from: unsafe.Pointer(unsafe.SliceData(src)),
	}
	total := p.Len() * itemSize
	if !swap.none() {
		if j.swap = swap.width(itemSize); j.swap == 0 {
			j.fields = swap.Runs
		}
	}
	j.route = j.walk.route()
	if j.route.path == Transpose {
		j.large = total >= transposeFrom
	} else {
		j.large = total+j.sourceBytes() >= cacheBytes/3*2
	}
	if j.route.path == Runs && swap.none() { // memory is read faster upward
		for k := range j.axes {
			if j.axes[k].src < 0 {
				j.flip(k)
			}
		}
	}
	if k := j.route.cross; k >= 0 && j.axes[k].src < 0 && j.route.path != Join {
		j.flip(k) // the kernels walk upward along rows of the source
	}
	return j
}

// run moves the whole job in this goroutine.
func (j *job) run() {
	switch j.route.path {
	case Plain:
		j.plain()
	case Fill:
		j.fill()
	case Reverse, Step, Join, Part:
		j.shuffle()
	case Transpose:
		if !j.large || !j.stream() {
			j.transpose()
		}
	case Runs:
		j.rows()
	}
	if j.large {
		fence()
	}
}
