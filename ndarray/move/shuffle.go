package move

import "unsafe"

// The paths Reverse, Step, Join and Part write whole vectors whose bytes come from
// a few places that stay the same from one group of units to the next. A program
// names the places once; a kernel runs it for every group. There are two kinds: for
// machines that pick any bytes of two vectors of 64 bytes, and for those that pick
// bytes of one vector of 16.

// maxBytes is the most bytes of a group.
const maxBytes = 512

// group is the units that a program writes at a time.
type group struct {
	units    int           // along the long axis
	dst, src int           // bytes from one group to the next in either operand
	streams  int           // rows of the destination
	apart    int           // bytes from one row to the next
	length   int           // bytes of one row
	lo, hi   int           // the bytes of the source between the first and behind the last
	from     [maxBytes]int // the source of every byte, row by row, from the group's first unit
}

// fit sets the group of rows that are whole vectors of the width, with at least so
// many bytes of the source along the axis in and of the destination, for units along
// in with the channels along cross. It returns false where there is none.
func (g *group) fit(width, srcBytes, dstBytes, unit, swap int, in, cross axis) bool {
	g.streams, g.apart = cross.n, cross.dst
	channels := 1
	if cross.n > 1 && cross.dst == unit {
		g.streams, channels = 1, cross.n
	}
	step := channels * unit // bytes of a row from one unit to the next
	g.units = width / gcd(width, step)
	for 2*g.units <= in.n && (g.units*step*g.streams < dstBytes || g.units*abs(in.src) < srcBytes) {
		g.units *= 2
	}
	g.length = g.units * step
	if g.length*g.streams > maxBytes || in.n < g.units {
		return false
	}
	g.dst, g.src = g.units*in.dst, g.units*in.src
	last, across := (g.units-1)*in.src, (cross.n-1)*cross.src
	g.lo = min(last, 0) + min(across, 0)
	g.hi = max(last, 0) + max(across, 0) + unit
	var order [16]int // where each byte of a unit comes from
	for b := range unit {
		order[b] = b
		if swap > 0 {
			order[b] += swap - 1 - 2*(b%swap)
		}
	}
	from := g.from[:0]
	for stream := range g.streams {
		for i := range g.units {
			for c := range channels {
				at := i*in.src + (stream+c)*cross.src
				for _, b := range order[:unit] {
					from = append(from, at+b)
				}
			}
		}
	}
	return true
}

// at returns where in the destination byte k of the group goes.
func (g *group) at(k int) int { return k/g.length*g.apart + k%g.length }

// The limits of a program that picks from two vectors: with more sources, other ways
// are as fast.
const (
	maxSources = 8
	maxPicked  = maxBytes / 64
)

// picker is a program for vectors of 64 bytes. Every vector that it writes begins as
// bytes picked from the first two sources, and takes in one more source at a time.
type picker struct {
	dst, src int             // bytes from one group to the next
	sources  int             // vectors that a group reads
	keep     uint64          // the bytes of the last of them to read, one bit each
	vectors  int             // vectors that it writes
	from     [maxSources]int // byte offset of each source from the group's first unit
	at       [maxPicked]int  // and of each vector in the destination
	table    [maxPicked * (maxSources - 1)][64]byte
}

// compile writes the program. It returns false where there would be too many
// sources, or groups so close together that one might read behind the next.
func (p *picker) compile(g *group) bool {
	if abs(g.src) < 64 {
		return false
	}
	p.dst, p.src = g.dst, g.src
	from := g.from[:g.length*g.streams]
	p.sources = 0
	for next := g.lo; next < g.hi; p.sources++ {
		if p.sources == maxSources {
			return false
		}
		p.from[p.sources] = next
		end := next + 64
		p.keep = 1<<min(64, g.hi-next) - 1
		next = g.hi
		for _, at := range from {
			if at >= end && at < next {
				next = at
			}
		}
	}
	steps := max(p.sources-1, 1)
	p.vectors = len(from) / 64
	for v := range p.vectors {
		p.at[v] = g.at(v * 64)
		for b, at := range from[v*64:][:64] {
			s := p.sources - 1
			for p.from[s] > at {
				s--
			}
			for k := range steps {
				p.table[v*steps+k][b] = byte(b)
			}
			k := max(s-1, 0)
			p.table[v*steps+k][b] = byte(at - p.from[s] + min(s, 1)*64)
		}
	}
	return true
}

// The limits of a program for vectors of 16 bytes; with more, rows are faster.
const (
	maxShuffled = 16
	maxTerms    = 48 // vectors times terms
)

// term reads a vector and puts some of its bytes into the one that is written.
type term struct {
	src   int      // byte offset from the group's first source unit
	index [16]byte // the byte to take for each byte written; else 0x80
}

// shuffler is a program for vectors of 16 bytes.
type shuffler struct {
	dst, src int              // bytes from one group to the next
	vectors  int              // vectors a group
	at       [maxShuffled]int // byte offset of each vector from the group's first
	terms    [maxShuffled]int // terms of each vector, which follow those of the one before
	table    [maxTerms]term
}

// compile writes the program. It returns false where shuffles cannot do it or do not
// pay for units of so many bytes.
func (p *shuffler) compile(g *group, unit int) bool {
	from := g.from[:g.length*g.streams]
	if g.hi-g.lo < 16 || len(from) > 16*maxShuffled {
		return false
	}
	p.dst, p.src = g.dst, g.src
	p.vectors = len(from) / 16
	used := 0
	for v := range p.vectors {
		n := cover(from[v*16:][:16], g.lo, g.hi, p.table[used:min(used+16/unit, maxTerms)])
		if n == 0 {
			return false
		}
		p.at[v], p.terms[v] = g.at(v*16), n
		used += n
	}
	return true
}

// cover finds windows of 16 bytes within [lo, hi) that together hold the bytes at
// the offsets and writes them to terms. It returns how many it took, or 0 if there
// is not room for all.
func cover(from []int, lo, hi int, terms []term) int {
	var taken uint16 // the bytes that have their place
	for used := range terms {
		first := hi
		for b, at := range from {
			if taken>>b&1 == 0 && at < first {
				first = at
			}
		}
		t := &terms[used]
		t.src = max(lo, min(first, hi-16))
		for b, at := range from {
			t.index[b] = 0x80
			if taken>>b&1 == 0 && at < t.src+16 {
				t.index[b] = byte(at - t.src)
				taken |= 1 << b
			}
		}
		if taken == 1<<16-1 {
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

// program is a picker or a shuffler with its group.
type program struct {
	group
	wide     bool
	picker   picker
	shuffler shuffler
}

// compile writes the job's program. It returns false where the job has none.
func (j *job) compile(p *program) bool {
	in, cross := j.ends()
	p.wide = wide && p.fit(64, 64, 64, j.unit, j.swap, in, cross) && p.picker.compile(&p.group)
	return p.wide || p.fit(16, 0, 64, j.unit, j.swap, in, cross) && p.shuffler.compile(&p.group, j.unit)
}

// run runs the program for so many groups; past the caches if stream, for which its
// vectors must be aligned. It goes upward in the source, as memory is read fastest.
func (p *program) run(to, from unsafe.Pointer, groups int, stream bool) {
	dst, src := p.dst, p.src
	if src < 0 {
		to, from = unsafe.Add(to, (groups-1)*dst), unsafe.Add(from, (groups-1)*src)
		dst, src = -dst, -src
	}
	if p.wide {
		p.picker.dst, p.picker.src = dst, src
		pick(to, from, groups, &p.picker, stream)
	} else {
		p.shuffler.dst, p.shuffler.src = dst, src
		shuffle(to, from, groups, &p.shuffler, stream)
	}
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
	in, _ := j.ends()
	rest := in.n - p.units // where the last group begins
	var room [walkRoom]axis
	o := odometer{j.outside(room[:0], j.route.inner, j.route.cross), j.dst, j.src}
	for more := true; more; {
		to, from := unsafe.Add(j.to, o.dst), unsafe.Add(j.from, o.src)
		more = o.next()
		// A large copy goes past the caches from the first unit on a line.
		head, stream := p.unitOnLine(to, in.dst), j.large
		if !stream || head < 0 || head > rest {
			head, stream = 0, false
		}
		if head > 0 {
			p.run(to, from, 1, false)
		}
		p.run(unsafe.Add(to, head*in.dst), unsafe.Add(from, head*in.src), (in.n-head)/p.units, stream)
		if (in.n-head)%p.units != 0 { // less than a group is left: it begins earlier and repeats some units
			p.run(unsafe.Add(to, rest*in.dst), unsafe.Add(from, rest*in.src), 1, false)
		}
	}
	return true
}

// unitOnLine returns the first of the units at to, stride bytes apart, that
// begins on a line with all rows of its group, or -1 if none does.
func (p *program) unitOnLine(to unsafe.Pointer, stride int) int {
	if p.streams > 1 && p.apart%line != 0 {
		return -1
	}
	for k := range p.units {
		if (uintptr(to)+uintptr(k*stride))%line == 0 {
			return k
		}
	}
	return -1
}
