package move

import (
	"sync"
	"unsafe"
)

// The tiles of a transposition that goes past the caches. A tile is tileRows
// bytes of each destination row by tileColumns bytes of each source row: long
// enough runs for the memory on both sides, small enough for the second-level
// cache.
const (
	tileBytes   = 256 // of a destination row
	tileColumns = 512 // of a source row
)

// transpose moves the job plane by plane: the route's inner axis, along which
// the destination runs, and its cross axis, along which the source runs.
func (j *job) transpose() {
	j.turnCross()
	p := plane{job: j, rows: j.axes[j.route.inner], cols: j.axes[j.route.cross]}
	var room [walkRoom]axis
	var o odometer
	o.start(j.outside(room[:0], j.route.inner, j.route.cross), j.dst, j.src)
	move := p.choose()
	for {
		to, from := unsafe.Add(j.to, o.dst), unsafe.Add(j.from, o.src)
		switch move {
		case streamed:
			p.stream(to, from)
		case tiled:
			p.tiles(to, from)
		default:
			p.blocks(to, from)
		}
		if !o.next() {
			break
		}
	}
	p.done()
}

// turnCross makes the source run upward along the cross axis.
func (j *job) turnCross() {
	if k := j.route.cross; j.axes[k].src < 0 {
		var room [walkRoom]axis
		j.axes = append(room[:0], j.axes...)
		j.flip(k)
	}
}

// plane is a transposition of rows by columns of the source: along rows the
// destination is packed, along cols the source is.
type plane struct {
	*job
	rows, cols axis
	scratch    *scratch
}

// manner is how the planes of a transposition are walked.
type manner int

const (
	blocked  manner = iota // rows of items within blocks: any strides, any unit
	tiled                  // tile kernels, plain stores
	streamed               // tile kernels by way of scratch tiles, lines written whole
)

func (p *plane) choose() manner {
	u := p.unit
	switch {
	case p.rows.dst != u || p.cols.src != u || u > 16 || u&(u-1) != 0 || p.whole:
		return blocked
	case p.large && vectors && p.rows.n*u >= tileBytes && p.cols.n >= lanes(u):
		return streamed
	}
	return tiled
}

// blockSide is how many items of either axis a block has: enough that every
// line of either side is used in whole while it is in the cache.
const blockSide = 64

// blocks moves the plane by rows within blocks.
func (p *plane) blocks(to, from unsafe.Pointer) {
	in, cross := p.rows, p.cols
	for i := 0; i < in.n; i += blockSide {
		n := min(blockSide, in.n-i)
		d, s := i*in.dst, i*in.src
		for range cross.n {
			row(unsafe.Add(to, d), unsafe.Add(from, s), n, in.dst, in.src, p.unit)
			p.swapRow(unsafe.Add(to, d), n, in.dst)
			d += cross.dst
			s += cross.src
		}
	}
}

// tiles moves the plane by tile kernels straight into the destination.
func (p *plane) tiles(to, from unsafe.Pointer) {
	u := p.unit
	height, width := max(tileBytes/u, 1), max(tileBytes/u, 1)
	for c := 0; c < p.cols.n; c += width {
		w := min(width, p.cols.n-c)
		for r := 0; r < p.rows.n; r += height {
			h := min(height, p.rows.n-r)
			d := unsafe.Add(to, c*p.cols.dst+r*u)
			tile(d, unsafe.Add(from, r*p.rows.src+c*u), p.cols.dst, p.rows.src, h, w, u, 0)
			p.swapTile(d, p.cols.dst, h, w)
		}
	}
}

// swapTile reverses what the swap says in a tile that has arrived at to: width
// rows of height items.
func (p *plane) swapTile(to unsafe.Pointer, stride, height, width int) {
	if p.swap == 0 {
		return
	}
	for c := range width {
		reverseEach(unsafe.Add(to, c*stride), height*p.unit, p.swap)
	}
}

// scratch is room for two tiles on the way: one of the source as it lies there,
// one transposed, with the destination's alignment.
type scratch struct {
	source [(tileColumns + line) * tileBytes]byte
	turned [(tileBytes + 2*line + line) * tileColumns]byte
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// done gives the scratch back.
func (p *plane) done() {
	if p.scratch != nil {
		scratches.Put(p.scratch)
	}
}

// aligned returns the first address in b that is a multiple of a line, plus
// phase bytes.
func aligned(b []byte, phase int) unsafe.Pointer {
	p := unsafe.Pointer(unsafe.SliceData(b))
	return unsafe.Add(p, int(-uintptr(p)%line)+phase)
}

// stream moves the plane past the caches. It walks down the source in bands of
// columns, that is along the destination's rows.
//
// Where rows of the source would fall on the same cache sets, a tile of it is
// first gathered into scratch. Where the destination's rows begin on lines, the
// tile kernel writes to them directly, past the caches. Otherwise it writes to
// scratch rows of the same alignment, from which whole lines are flushed; the
// bytes of a line that is not yet whole stay in scratch for the next tile. So
// every line of the destination is written once, except at the ends of rows.
func (p *plane) stream(to, from unsafe.Pointer) {
	if p.scratch == nil {
		p.scratch = scratches.Get().(*scratch)
	}
	u := p.unit
	height := tileBytes / u
	direct := (uintptr(to)|uintptr(p.cols.dst))%line == 0 && p.swap == 0
	stage := crowded(p.rows.src, height)
	width := tileColumns / u
	if !direct && u == 1 {
		width = tileColumns / 2
	}
	for c := 0; c < p.cols.n; c += width {
		w := min(width, p.cols.n-c)
		d := unsafe.Add(to, c*p.cols.dst)
		s := unsafe.Add(from, c*u)
		if direct {
			p.streamDirect(d, s, w, stage)
		} else {
			p.streamTurned(d, s, w, stage)
		}
	}
}

// crowded tells whether so many rows of the stride would crowd into few sets of
// the first-level cache.
func crowded(stride, rows int) bool {
	stride = abs(stride)
	return stride%line == 0 && rows*gcd(stride/line, 64) > 4*64
}

// source returns where to read a tile of height rows by w items and its row
// stride: the source itself, or scratch that it has been gathered into.
func (p *plane) source(s unsafe.Pointer, height, w int, stage bool, ahead int) (unsafe.Pointer, int) {
	if !stage {
		return s, p.rows.src
	}
	const pitch = tileColumns + line
	at := aligned(p.scratch.source[:], 0)
	gather(at, s, pitch, p.rows.src, height, w*p.unit, ahead)
	return at, pitch
}

// streamDirect moves one band of w columns to rows that begin on lines.
func (p *plane) streamDirect(d, s unsafe.Pointer, w int, stage bool) {
	u := p.unit
	height := tileBytes / u
	for r := 0; r < p.rows.n; r += height {
		h := min(height, p.rows.n-r)
		ahead := 0
		if r+2*height <= p.rows.n {
			ahead = height * p.rows.src
		}
		from, stride := p.source(unsafe.Add(s, r*p.rows.src), h, w, stage, ahead)
		if stage {
			ahead = 0
		}
		streamTile(unsafe.Add(d, r*u), from, p.cols.dst, stride, h, w, u, ahead)
	}
}

// streamTurned moves one band of w columns to rows of any alignment.
func (p *plane) streamTurned(d, s unsafe.Pointer, w int, stage bool) {
	u := p.unit
	height := tileBytes / u
	// Rows of scratch are as far from lines as the destination's.
	pitch := tileBytes + line
	pitch += (p.cols.dst - pitch) & (line - 1)
	turned := aligned(p.scratch.turned[:], int(uintptr(d)%line))
	for r := 0; r < p.rows.n; r += height {
		h := min(height, p.rows.n-r)
		ahead := 0
		if r+2*height <= p.rows.n {
			ahead = height * p.rows.src
		}
		from, stride := p.source(unsafe.Add(s, r*p.rows.src), h, w, stage, ahead)
		if stage {
			ahead = 0
		}
		tile(turned, from, pitch, stride, h, w, u, ahead)
		p.swapTile(turned, pitch, h, w)
		to := unsafe.Add(d, r*u)
		if r > 0 && r+h < p.rows.n {
			flushLines(to, turned, p.cols.dst, pitch, w, tileBytes/line)
			continue
		}
		for c := range w {
			p.flushEnd(unsafe.Add(to, c*p.cols.dst), unsafe.Add(turned, c*pitch), h*u, r == 0, r+h == p.rows.n)
		}
	}
}

// flushEnd writes the n bytes of a scratch row that begins or ends a row of the
// destination. The bytes before n down to the last line are, between first and
// last, those of an earlier tile.
func (p *plane) flushEnd(to, from unsafe.Pointer, n int, first, last bool) {
	phase := int(uintptr(to) % line)
	begin := -phase
	if first && phase > 0 {
		begin = min(line-phase, n)
		copyRun(to, from, begin)
	}
	whole := (n - begin) / line
	if whole > 0 {
		streamLines(unsafe.Add(to, begin), unsafe.Add(from, begin), whole)
	}
	end := begin + whole*line
	if end == n {
		return
	}
	if last {
		copyRun(unsafe.Add(to, end), unsafe.Add(from, end), n-end)
	} else {
		copyRun(unsafe.Add(from, -phase), unsafe.Add(from, end), n-end)
	}
}
