package move

import "unsafe"

// block is a unit that moves as one load and one store, at any address.
type block interface {
	[1]byte | [2]byte | [4]byte | [8]byte | [16]byte
}

// rowOf moves n blocks that lie dst and src bytes apart, four a turn: the fewer
// instructions an item takes, the more items the processor waits for at once.
func rowOf[T block](to, from unsafe.Pointer, n, dst, src int) {
	dst2, dst3, src2, src3 := 2*dst, 3*dst, 2*src, 3*src
	d, s := 0, 0
	for ; n >= 4; n -= 4 {
		p, q := unsafe.Add(to, d), unsafe.Add(from, s)
		*(*T)(p) = *(*T)(q)
		*(*T)(unsafe.Add(p, dst)) = *(*T)(unsafe.Add(q, src))
		*(*T)(unsafe.Add(p, dst2)) = *(*T)(unsafe.Add(q, src2))
		*(*T)(unsafe.Add(p, dst3)) = *(*T)(unsafe.Add(q, src3))
		d += 4 * dst
		s += 4 * src
	}
	for ; n > 0; n-- {
		*(*T)(unsafe.Add(to, d)) = *(*T)(unsafe.Add(from, s))
		d += dst
		s += src
	}
}

// pairRowOf moves n units of one to two blocks each, as two blocks that may
// overlap: the first and the last bytes of the unit.
func pairRowOf[T block](to, from unsafe.Pointer, n, dst, src, unit int) {
	var t T
	second := unit - len(t)
	d, s := 0, 0
	for ; n > 0; n-- {
		*(*T)(unsafe.Add(to, d)) = *(*T)(unsafe.Add(from, s))
		*(*T)(unsafe.Add(to, d+second)) = *(*T)(unsafe.Add(from, s+second))
		d += dst
		s += src
	}
}

// moveRunsGo moves n runs of unit bytes each.
func moveRunsGo(to, from unsafe.Pointer, n, dst, src, unit int) {
	d, s := 0, 0
	for ; n > 0; n-- {
		copy(unsafe.Slice((*byte)(unsafe.Add(to, d)), unit), unsafe.Slice((*byte)(unsafe.Add(from, s)), unit))
		d += dst
		s += src
	}
}

// row moves n units that lie dst and src bytes apart by the loop for their size.
func row(to, from unsafe.Pointer, n, dst, src, unit int) {
	switch {
	case unit > 32:
		moveRuns(to, from, n, dst, src, unit, false)
	case unit == 1:
		rowOf[[1]byte](to, from, n, dst, src)
	case unit == 2:
		rowOf[[2]byte](to, from, n, dst, src)
	case unit == 4:
		rowOf[[4]byte](to, from, n, dst, src)
	case unit == 8:
		rowOf[[8]byte](to, from, n, dst, src)
	case unit == 16:
		rowOf[[16]byte](to, from, n, dst, src)
	case unit > 16:
		pairRowOf[[16]byte](to, from, n, dst, src, unit)
	case unit > 8:
		pairRowOf[[8]byte](to, from, n, dst, src, unit)
	case unit > 4:
		pairRowOf[[4]byte](to, from, n, dst, src, unit)
	default:
		pairRowOf[[2]byte](to, from, n, dst, src, unit)
	}
}

// rowBytes is how much of a row moves before the next one begins where several
// rows share cache lines.
const rowBytes = 4096

// rows moves the job row by row along the inner axis of its route. The rows
// along the cross axis, if there is one, take turns so that the lines they share
// stay in the cache.
func (j *job) rows() {
	in, cross := j.ends()
	turn := in.n
	if cross.n > 1 {
		turn = max(rowBytes/j.unit, 1)
	}
	var room [walkRoom]axis
	o := odometer{j.outside(room[:0], j.route.inner, j.route.cross), j.dst, j.src}
	for {
		for i := 0; i < in.n; i += turn {
			n := min(turn, in.n-i)
			d, s := o.dst+i*in.dst, o.src+i*in.src
			for range cross.n {
				j.moveRow(unsafe.Add(j.to, d), unsafe.Add(j.from, s), n, in.dst, in.src)
				d += cross.dst
				s += cross.src
			}
		}
		if !o.next() {
			return
		}
	}
}

// moveRow moves n units and reverses in them what the job's swap says.
func (j *job) moveRow(to, from unsafe.Pointer, n, dst, src int) {
	switch {
	case j.swap > 0 && j.unit > 16:
		for i := range n {
			j.reverse(unsafe.Add(to, i*dst), unsafe.Add(from, i*src))
		}
	case j.large && j.unit >= runFrom && j.fields == nil:
		for i := range n {
			streamRun(unsafe.Add(to, i*dst), unsafe.Add(from, i*src), j.unit)
		}
	case j.large && j.unit > 32 && j.fields == nil:
		moveRuns(to, from, n, dst, src, j.unit, true)
	default:
		row(to, from, n, dst, src, j.unit)
		j.swapRow(to, n, dst)
	}
}

// swapRow reverses what the job's swap says in n units that have arrived at p,
// stride bytes apart.
func (j *job) swapRow(p unsafe.Pointer, n, stride int) {
	switch {
	case j.swap > 0 && stride == j.unit:
		reverseEach(p, n*j.unit, j.swap)
	case j.swap > 0:
		for i := range n {
			reverseEach(unsafe.Add(p, i*stride), j.unit, j.swap)
		}
	case j.fields != nil:
		for i := range n {
			for _, r := range j.fields {
				reverseEach(unsafe.Add(p, i*stride+r.Offset), r.Width*r.Count, r.Width)
			}
		}
	}
}
