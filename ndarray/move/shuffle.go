package move

import "unsafe"

// The paths Reverse, Step, Join and Part write whole vectors whose bytes come from
// a few places that stay the same from one group of units to the next. A program
// names the places once; a kernel runs it for every group. Vectors are 16 bytes
// wide, or 64 where the machine can shuffle so many.

// The limits of a program; with more, rows are faster.
const (
	maxVectors = 16
	maxTerms   = 48 // vectors times terms
)

// term reads a vector and puts some of its bytes into the one that is written.
type term struct {
	src   int      // byte offset from the group's first source unit
	keep  uint64   // the bytes written, one bit each
	index [64]byte // the byte to take for each byte written; else 0x80
}

// program writes one group of units.
type program struct {
	width   int             // bytes of a vector
	group   int             // units along the long axis
	dst     int             // bytes from one group to the next
	src     int             // and in the source
	vectors int             // vectors a group
	at      [maxVectors]int // byte offset of each vector from the group's first
	terms   [maxVectors]int // terms of each vector, which follow those of the one before
	table   [maxTerms]term
}

// compile writes the program of vectors of the width for units along the axis in,
// with the channels along cross. It returns false where shuffles cannot do it or
// do not pay.
func (p *program) compile(width, unit, swap int, in, cross axis) bool {
	streams, channels := cross.n, 1
	if cross.n > 1 && cross.dst == unit {
		streams, channels = 1, cross.n
	}
	step := channels * unit // bytes of a stream from one unit to the next
	p.width = width
	p.group = width / gcd(width, step)
	for p.group*step*streams < 64 && 2*p.group <= in.n {
		p.group *= 2
	}
	if p.group*step*streams > maxVectors*width || in.n < p.group {
		return false
	}
	p.dst, p.src = p.group*in.dst, p.group*in.src
	// No term reads outside the bytes from the group's first to its last.
	last, across := (p.group-1)*in.src, (cross.n-1)*cross.src
	lo := min(last, 0) + min(across, 0)
	hi := max(last, 0) + max(across, 0) + unit
	if hi-lo < width {
		return false
	}
	var order [16]int // where each byte of a unit comes from
	for b := range unit {
		order[b] = b
		if swap > 0 {
			order[b] += swap - 1 - 2*(b%swap)
		}
	}
	most := max(width/16, 16/unit) // terms of a vector, so that it pays
	used := 0
	p.vectors = 0
	for stream := range streams {
		var from [64]int
		done := 0
		for i := range p.group {
			for c := range channels {
				at := i*in.src + (stream+c)*cross.src
				for _, b := range order[:unit] {
					from[done%width] = at + b
					if done++; done%width != 0 {
						continue
					}
					n := cover(from[:width], lo, hi, p.table[used:min(used+most, maxTerms)])
					if n == 0 {
						return false
					}
					p.at[p.vectors] = stream*cross.dst + done - width
					p.terms[p.vectors] = n
					p.vectors++
					used += n
				}
			}
		}
	}
	return true
}

// cover finds windows of a vector's width within [lo, hi) that together hold the
// bytes at the offsets and writes them to terms. It returns how many it took, or
// 0 if there is not room for all.
func cover(from []int, lo, hi int, terms []term) int {
	width := len(from)
	var taken uint64 // the bytes that have their place
	for used := range terms {
		first := hi
		for b, at := range from {
			if taken>>b&1 == 0 && at < first {
				first = at
			}
		}
		t := &terms[used]
		t.src, t.keep = max(lo, min(first, hi-width)), 0
		for b, at := range from {
			t.index[b] = 0x80
			if taken>>b&1 == 0 && at < t.src+width {
				t.index[b] = byte(at - t.src)
				t.keep |= 1 << b
			}
		}
		if taken |= t.keep; taken == 1<<width-1 {
			return used + 1
		}
	}
	return 0
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// programFrom is the size in bytes from which a program is worth compiling.
const programFrom = 2048

// compile writes the job's program. It returns false where the job has none.
func (j *job) compile(p *program) bool {
	in, cross := j.ends()
	return wide && p.compile(64, j.unit, j.swap, in, cross) || p.compile(16, j.unit, j.swap, in, cross)
}

// ends returns the route's inner axis and its cross axis, which has one step if
// there is none.
func (j *job) ends() (inner, cross axis) {
	inner, cross = j.axes[j.route.inner], axis{n: 1}
	if j.route.cross >= 0 {
		cross = j.axes[j.route.cross]
	}
	return inner, cross
}

// shuffle runs the job by a program, or by rows where there is none.
func (j *job) shuffle() {
	if !vectors || j.bytes() < programFrom || !j.programmed() {
		j.rows()
	}
}

// programmed runs the job by a program. It returns false and moves nothing where
// there is none.
func (j *job) programmed() bool {
	var p program
	if !j.compile(&p) {
		return false
	}
	in, cross := j.ends()
	streams := uintptr(0)
	if cross.dst != j.unit {
		streams = uintptr(cross.dst)
	}
	var room [walkRoom]axis
	o := odometer{j.outside(room[:0], j.route.inner, j.route.cross), j.dst, j.src}
	for {
		to, from := unsafe.Add(j.to, o.dst), unsafe.Add(j.from, o.src)
		more := o.next()
		if more && in.src < 0 && j.large {
			prefetch(unsafe.Add(j.from, o.src), -line, 16) // a row that begins elsewhere
		}
		// A large copy goes past the caches from the first unit on a line.
		head := -1
		if j.large && streams%line == 0 {
			head = p.unitOnLine(to, in.dst)
		}
		if head < 0 || in.n < p.group+head {
			p.run(to, from, in.n, in)
		} else {
			if head > 0 {
				runProgram(to, from, 1, &p, false)
			}
			to, from = unsafe.Add(to, head*in.dst), unsafe.Add(from, head*in.src)
			runProgram(to, from, (in.n-head)/p.group, &p, true)
			p.last(to, from, in.n-head, in)
		}
		if !more {
			return true
		}
	}
}

// unitOnLine returns the first of the units at to, stride bytes apart, that
// begins on a line, or -1 if none of a group does.
func (p *program) unitOnLine(to unsafe.Pointer, stride int) int {
	for k := range p.group {
		if (uintptr(to)+uintptr(k*stride))%line == 0 {
			return k
		}
	}
	return -1
}

// run runs the program for n units along the axis; n is at least its group.
func (p *program) run(to, from unsafe.Pointer, n int, in axis) {
	runProgram(to, from, n/p.group, p, false)
	p.last(to, from, n, in)
}

// last writes the units that are less than a group at the end of n: the last
// group of them begins earlier and repeats some units.
func (p *program) last(to, from unsafe.Pointer, n int, in axis) {
	if rest := n - p.group; n%p.group != 0 {
		runProgram(unsafe.Add(to, rest*in.dst), unsafe.Add(from, rest*in.src), 1, p, false)
	}
}
