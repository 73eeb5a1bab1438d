package move

import (
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/ndtool/ndtool/internal/parallel"
)

// grain is the least number of bytes worth handing to a goroutine. Tests lower it.
var grain = 256 << 10

// pieces is how many pieces a worker gets on average: more than one, so that a
// worker whose core is taken away does not hold up the others.
const pieces = 6

// parallel cuts the job along one axis and lets workers take the pieces in turn.
func (j *job) parallel(workers, total int) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if total < j.worth() || len(j.axes) == 0 && j.fields != nil { // an item cannot be cut
		workers = 1
	}
	axis, step := j.cut(workers, min(workers*pieces, total/grain))
	size := j.unit
	if axis >= 0 {
		size = j.axes[axis].n
	}
	n := (size + step - 1) / step
	workers = min(workers, n)
	if workers <= 1 {
		j.run()
		return
	}
	var taken atomic.Int64
	parallel.Do(workers, func(int) {
		for {
			k := int(taken.Add(1)) - 1
			if k >= n {
				return
			}
			part := j.piece(axis, k*step, min((k+1)*step, size))
			part.run()
		}
	})
}

// worth returns from how many bytes on a second worker gains more than it costs to
// wake: a transposition takes several times as long as the move of long runs.
func (j *job) worth() int {
	switch p := j.route.path; {
	case p == Plain, p == Fill, p == Reverse, p == Runs && j.unit >= line:
		return 16 * grain
	}
	return 4 * grain
}

// cut chooses the axis to cut into at most n pieces and the length of a piece in
// steps of it. The axis -1 is the one run of a walk without axes, in bytes.
//
// It takes the outermost axis outside those that the path works on if that gives
// every worker two pieces, so that the kernels see the planes and rows that they
// would see in one goroutine. Otherwise it takes the axis that gives most pieces,
// where one of the path's own is cut into whole bands of the source and into
// pages of the destination.
func (j *job) cut(workers, n int) (axis, step int) {
	const page = 4096
	if len(j.axes) == 0 {
		at := page * max(j.swap, 1)
		return -1, (j.unit/n/at + 1) * at
	}
	axis, step = len(j.axes)-1, j.axes[len(j.axes)-1].n
	most := 0
	for k, a := range j.axes {
		least, own := 1, true
		switch k {
		case j.route.inner:
			least = max(page/j.unit, 1)
		case j.route.cross:
			least = max(bandBytes/j.unit, 1)
		default:
			own = false
		}
		parts := min(a.n/least, n)
		if a.dst == 0 || parts <= most {
			continue
		}
		axis, most = k, parts
		step = (a.n/least + parts - 1) / parts * least
		if !own && parts >= 2*workers {
			break
		}
	}
	return axis, step
}

// piece returns the part of the job whose index on the axis is in [lo, hi).
func (j *job) piece(axis, lo, hi int) job {
	p := *j
	if axis < 0 {
		p.dst += lo
		p.src += lo
		p.unit = hi - lo
		return p
	}
	p.axes = slices.Clone(j.axes)
	p.axes[axis].n = hi - lo
	p.dst += lo * p.axes[axis].dst
	p.src += lo * p.axes[axis].src
	return p
}
