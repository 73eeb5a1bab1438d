package move

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
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
	if len(j.axes) == 0 && j.fields != nil {
		workers = 1 // an item cannot be cut
	}
	n := min(workers*pieces, total/grain)
	axis, step := j.cut(n)
	size := j.unit
	if axis >= 0 {
		size = j.axes[axis].n
	}
	n = (size + step - 1) / step
	workers = min(workers, n)
	if workers <= 1 {
		j.run()
		return
	}
	var taken atomic.Int64
	work := func() {
		for {
			k := int(taken.Add(1)) - 1
			if k >= n {
				return
			}
			part := j.piece(axis, k*step, min((k+1)*step, size))
			part.run()
		}
	}
	var wait sync.WaitGroup
	for range workers - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
}

// cut chooses the axis to cut into about n pieces and the length of a piece in
// steps of it. The axis -1 is the one run of a walk without axes, in bytes.
func (j *job) cut(n int) (axis, step int) {
	if len(j.axes) == 0 {
		const page = 4096
		at := page * max(j.swap, 1)
		return -1, (j.unit/n/at + 1) * at
	}
	// The outermost axis that is long enough, for choice one that the path does
	// not work across, so that its kernels see the planes and rows they would see
	// in one goroutine; else the longest.
	axis = -1
	best := 0
	for k, a := range j.axes {
		rank := min(a.n/n, 4)
		if rank > 0 && k != j.route.inner && k != j.route.cross {
			rank += 4
		}
		if a.dst != 0 && (axis < 0 || rank > best || rank == 0 && best == 0 && a.n > j.axes[axis].n) {
			axis, best = k, rank
		}
	}
	step = max(j.axes[axis].n/n, 1)
	if axis == j.route.inner || axis == j.route.cross {
		// A piece takes whole lines, or tiles where it can, of either operand.
		for _, bytes := range []int{bandBytes, line} {
			if whole := bytes / j.unit; whole > 1 && 2*step >= whole {
				return axis, (step + whole - 1) / whole * whole
			}
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
