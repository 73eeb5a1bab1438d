package move

import "unsafe"

// The paths Reverse, Step, Join and Part write whole vectors of 16 bytes whose
// bytes come from a few places that stay the same from one group of units to
// the next. A program names the places once; the kernel runs it for every group.

// The limits of a program; with more, rows are faster.
const (
	maxVectors = 16
	maxTerms   = 64 // vectors times terms
)

// term reads 16 bytes and puts some of them into the vector.
type term struct {
	src  int      // byte offset from the group's first source unit
	mask [16]byte // the byte to take for each byte of the vector; 0x80 for none
}

// program writes one group of units.
type program struct {
	group   int // units along the long axis
	dst     int // bytes from one group to the next
	src     int
	vectors int             // vectors a group
	terms   int             // terms a vector
	at      [maxVectors]int // byte offset of each vector from the group's first
	table   [maxTerms]term  // the terms of vector v start at v·terms
}

// compile writes the program for units along the axis in, with the channels
// along cross. It returns false where shuffles cannot do it or do not pay.
func (p *program) compile(unit, swap int, in, cross axis) bool {
	streams, step := cross.n, unit
	if cross.n > 1 && cross.dst == unit {
		streams, step = 1, cross.n*unit
	}
	p.group = 16 / gcd(16, step)
	for p.group*step*streams < 64 && 2*p.group <= in.n {
		p.group *= 2
	}
	each := p.group * step / 16
	p.vectors = streams * each
	if p.vectors > maxVectors || in.n < p.group {
		return false
	}
	p.dst, p.src = p.group*in.dst, p.group*in.src
	// No term reads outside the bytes from the group's first to its last.
	last, across := (p.group-1)*in.src, (cross.n-1)*cross.src
	lo := min(last, 0) + min(across, 0)
	hi := max(last, 0) + max(across, 0) + unit
	if hi-lo < 16 {
		return false
	}
	// One pass counts the terms, the other writes them.
	var from [maxVectors][16]int
	p.terms = 0
	for v := range p.vectors {
		stream := v / each
		p.at[v] = stream*cross.dst + v%each*16
		for b := range 16 {
			at := v%each*16 + b
			channel, byt := stream, at%step
			if streams == 1 {
				channel, byt = byt/unit, byt%unit
			}
			if swap > 0 {
				byt += swap - 1 - 2*(byt%swap)
			}
			from[v][b] = at/step*in.src + channel*cross.src + byt
		}
		p.terms = max(p.terms, cover(from[v], lo, hi, nil))
	}
	if p.vectors*p.terms > maxTerms || p.terms > lanes(unit) {
		return false
	}
	for v := range p.vectors {
		cover(from[v], lo, hi, p.table[v*p.terms:(v+1)*p.terms])
	}
	return true
}

// cover finds windows of 16 bytes within [lo, hi) that together hold the bytes
// at the offsets, writes them to terms unless it is nil, and returns how many it
// took. Terms that are left over take nothing.
func cover(from [16]int, lo, hi int, terms []term) int {
	var taken [16]bool
	used := 0
	for {
		first := hi
		for b, at := range from {
			if !taken[b] {
				first = min(first, at)
			}
		}
		if first == hi {
			break
		}
		first = max(lo, min(first, hi-16))
		var t term
		t.src = first
		for b, at := range from {
			t.mask[b] = 0x80
			if !taken[b] && at < first+16 {
				t.mask[b] = byte(at - first)
				taken[b] = true
			}
		}
		if terms != nil {
			terms[used] = t
		}
		used++
	}
	for k := used; k < len(terms); k++ {
		terms[k].src = terms[0].src
		for b := range terms[k].mask {
			terms[k].mask[b] = 0x80
		}
	}
	return used
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// programFrom is the size in bytes from which a program is worth compiling.
const programFrom = 1024

// compile writes the job's program. It returns false where the job has none.
func (j *job) compile(p *program) bool {
	switch j.route.path {
	case Reverse, Step, Join, Part:
	default:
		return false
	}
	in, cross := j.ends()
	return vectors && j.bytes() >= programFrom && p.compile(j.unit, j.swap, in, cross)
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
	in, _ := j.ends()
	var own program
	p := j.shuffles
	if p == nil && j.compile(&own) {
		p = &own
	}
	if p == nil || in.n < p.group {
		j.rows()
		return
	}
	var room [walkRoom]axis
	o := odometer{j.outside(room[:0], j.route.inner, j.route.cross), j.dst, j.src}
	for {
		p.run(unsafe.Add(j.to, o.dst), unsafe.Add(j.from, o.src), in.n, in.dst, in.src)
		if !o.next() {
			return
		}
	}
}

// run runs the program for n units, dst and src bytes apart; n is at least its
// group. The last group may begin earlier and repeat some units.
func (p *program) run(to, from unsafe.Pointer, n, dst, src int) {
	runProgram(to, from, n/p.group, p)
	if rest := n - p.group; n%p.group != 0 {
		runProgram(unsafe.Add(to, rest*dst), unsafe.Add(from, rest*src), 1, p)
	}
}
