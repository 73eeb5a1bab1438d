package move

import (
	"math/bits"
	"unsafe"
)

// transpose moves the job plane by plane. A plane has two axes: the route's
// inner axis, along which the destination runs, and its cross axis, along which
// the source runs.
func (j *job) transpose() {
	rows, cols := j.ends()
	u := j.unit
	tiled := rows.dst == u && cols.src == u && u <= 16 && u&(u-1) == 0 && !j.whole
	var room [walkRoom]axis
	o := odometer{j.outside(room[:0], j.route.inner, j.route.cross), j.dst, j.src}
	var window *scratch
	if tiled && apart(rows, cols, u) {
		window = scratches.Get().(*scratch)
		defer scratches.Put(window)
	}
	for {
		to, from := unsafe.Add(j.to, o.dst), unsafe.Add(j.from, o.src)
		if tiled {
			j.tiles(to, from, rows, cols, window)
		} else {
			j.blocks(to, from, rows, cols)
		}
		if !o.next() {
			return
		}
	}
}

// blockSide is how many items of either axis a block has: enough that every
// line of either side is used in whole while it is in the cache.
const blockSide = 64

// blocks moves a plane by rows within blocks: any strides, any unit.
func (j *job) blocks(to, from unsafe.Pointer, rows, cols axis) {
	for i := 0; i < rows.n; i += blockSide {
		n := min(blockSide, rows.n-i)
		d, s := i*rows.dst, i*rows.src
		for range cols.n {
			j.moveRow(unsafe.Add(to, d), unsafe.Add(from, s), n, rows.dst, rows.src)
			d += cols.dst
			s += cols.src
		}
	}
}

// tileBytes is the most bytes of a tile along the destination's rows, tileArea the
// product of that and its bytes along the source's: one line, so that the lines of
// all rows stay in the nearest cache, but more where the rows are few.
const (
	tileBytes = 256
	tileArea  = 16 << 10
)

// tiles moves a plane by tile kernels straight into the destination, by way of
// scratch if there is some.
func (j *job) tiles(to, from unsafe.Pointer, rows, cols axis, window *scratch) {
	u := j.unit
	height := min(tileBytes/u, rows.n)
	width := tileArea / (height * u) / u
	if window != nil {
		width = bandBytes / u
	}
	for c := 0; c < cols.n; c += width {
		w := min(width, cols.n-c)
		for r := 0; r < rows.n; r += height {
			h := min(height, rows.n-r)
			d, s, stride := unsafe.Add(to, c*cols.dst+r*u), unsafe.Add(from, r*rows.src+c*u), rows.src
			if window != nil {
				s, stride = window.gather(s, stride, h, w*u, height*stride)
			}
			tile(d, s, cols.dst, stride, h, w, u)
			j.swapTile(d, cols.dst, h, w)
		}
	}
}

// swapTile reverses what the swap says in a tile that has arrived at to: width
// rows of height items.
func (j *job) swapTile(to unsafe.Pointer, stride, height, width int) {
	if j.swap == 0 {
		return
	}
	for c := range width {
		reverseEach(unsafe.Add(to, c*stride), height*j.unit, j.swap)
	}
}

// apart tells whether the source is a window of rows of several times its width,
// from which its lines crowd into few sets of the cache: they then come from far
// away, and are gathered in one go.
func apart(rows, cols axis, unit int) bool {
	n := cols.n * unit
	return n >= 2*line && abs(rows.src) >= 4*n && crowded(rows.src, min(rows.n, tileBytes/unit))
}

// crowded tells whether the first lines of so many rows of the stride crowd into
// few sets of a first-level cache of 64 sets.
func crowded(stride, rows int) bool {
	var sets uint64
	for r := range rows {
		sets |= 1 << (r * stride / line & 63)
	}
	return rows > 4*bits.OnesCount64(sets)
}
