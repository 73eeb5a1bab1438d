package move

import (
	"sync"
	"unsafe"
)

// A large transposition goes past the caches: the destination is written by
// non-temporal stores, and those are fast only if every line is written once,
// whole. Tiles of the source are gathered into scratch, where their rows do not
// crowd into the same cache sets, and transposed from there. If the
// destination's rows begin on lines, the tile kernel writes to them directly.
// Otherwise it writes to scratch rows that are equally far from lines, from
// which whole lines are flushed; what is left of a row's last line waits there
// for the next tile.

const (
	// bandBytes is the length of a tile along the source's rows.
	bandBytes = 512
	// turnedBytes is how much of the scratch a tile's rows fill, all together,
	// before they are flushed, if that is neither below roomBytes nor above
	// flushBytes a row.
	turnedBytes = 16 << 10
	roomBytes   = 256
	flushBytes  = 4096
	// slack is the room between scratch rows beyond the bytes that they hold: a
	// line for the bytes before, one for those after, and two for the phase.
	slack = 4 * line
)

// scratch is room for two tiles on the way: one of the source as it lies there,
// one transposed. The largest tiles are those of one-byte items.
type scratch struct {
	source [(bandBytes+line)*roomBytes + line]byte
	turned [(roomBytes+slack+line)*bandBytes + line]byte
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// aligned returns the first address in b that is a multiple of a line.
func aligned(b []byte) unsafe.Pointer {
	p := unsafe.Pointer(unsafe.SliceData(b))
	return unsafe.Add(p, int(-uintptr(p)%line))
}

// gather copies rows of n bytes into scratch, asks for the bytes ahead of them,
// and returns where the rows are and how far apart.
func (t *scratch) gather(from unsafe.Pointer, stride, rows, n, ahead int) (unsafe.Pointer, int) {
	pitch := (n+line-1)&^(line-1) + line
	at := aligned(t.source[:])
	gatherRows(at, from, pitch, stride, rows, n, ahead)
	return at, pitch
}

// streamer moves planes past the caches.
type streamer struct {
	*job
	*scratch
	rows, cols axis
	run        []axis // loops outside rows that go on where a destination row ends
	outer      []axis // all other loops
	room       int    // bytes of a scratch row
	pitch      int    // bytes from one scratch row to the next
	height     int    // items of a tile along the destination's rows
	crowded    bool   // its rows in the source crowd into few sets of the cache
}

// stream moves the job, whose path is Transpose, past the caches. It returns
// false and moves nothing where that does not pay.
func (j *job) stream() bool {
	rows, cols := j.ends()
	u := j.unit
	if rows.dst != u || cols.src != u || u > 16 || u&(u-1) != 0 || j.whole || cols.n < lanes(u) {
		return false
	}
	var room [walkRoom]axis
	s := streamer{job: j, rows: rows, cols: cols}
	s.outer = j.outside(room[:0], j.route.inner, j.route.cross)
	length := rows.n * u
	k := len(s.outer)
	for k > 0 && s.outer[k-1].dst == length {
		k--
		length *= s.outer[k].n
	}
	s.outer, s.run = s.outer[:k], s.outer[k:]
	direct := s.onLines(length)
	if length < roomBytes && !direct {
		return false
	}
	width := bandBytes / u
	if !direct {
		width /= 2 // so that the scratch rows stay in the nearest cache
	}
	width = min(width, cols.n)
	s.room = min(max(turnedBytes/width, roomBytes), flushBytes) &^ (line - 1)
	s.height = s.room / u
	s.crowded = crowded(rows.src, min(s.height, rows.n))
	// Rows of scratch are as far from lines as the destination's.
	s.pitch = s.room + slack
	s.pitch += (cols.dst - s.pitch) & (line - 1)
	tiles := scratches.Get().(*scratch)
	s.scratch = tiles
	o := odometer{s.outer, j.dst, j.src}
	for more := true; more; {
		dst, src := o.dst, o.src
		more = o.next()
		for c := 0; c < cols.n; c += width {
			w := min(width, cols.n-c)
			if w < lanes(u) {
				// The kernels take whole groups of columns: a narrow last
				// band moves some of the columns before it again.
				w = lanes(u)
				c = cols.n - w
			}
			// From this band on comes the next one, or the next plane.
			ahead := w * u
			if c+w == cols.n {
				ahead = o.src - src - c*u
			}
			to, from := unsafe.Add(j.to, dst+c*cols.dst), unsafe.Add(j.from, src+c*u)
			if direct {
				s.direct(to, from, w, ahead)
			} else {
				s.turn(to, from, w, ahead)
			}
		}
	}
	scratches.Put(tiles)
	return true
}

// onLines tells whether every row of every tile begins on a line and the tile
// kernels can write it past the caches, so that no scratch rows are needed.
// length is that of the destination's runs in bytes.
func (s *streamer) onLines(length int) bool {
	on := uintptr(s.to) + uintptr(s.dst) | uintptr(s.cols.dst) | uintptr(length)
	if len(s.run) > 0 {
		on |= uintptr(s.rows.n * s.unit)
	}
	for _, a := range s.outer {
		on |= uintptr(a.dst)
	}
	return on%line == 0 && vectors
}

// direct moves one band of w columns straight into rows that begin on lines. What
// comes next in the source is ahead bytes away.
func (s *streamer) direct(to, from unsafe.Pointer, w, ahead int) {
	o := odometer{axes: s.run}
	for more := true; more; {
		dst, src := o.dst, o.src
		next := ahead - src
		if more = o.next(); more {
			next = o.src - src
		}
		for r := 0; r < s.rows.n; r += s.height {
			h := min(s.height, s.rows.n-r)
			from := unsafe.Add(from, src+r*s.rows.src)
			ahead := s.ahead(r, h, next)
			tile, stride := s.gather(from, h, w, ahead)
			// An address, not a pointer: the tile may lie outside the source.
			next, nextStride := uintptr(from)+uintptr(ahead), s.rows.src
			if tile == from { // its lines follow one another
				next, nextStride = uintptr(from), 0
			}
			streamTile(unsafe.Add(to, dst+r*s.unit), tile, s.cols.dst, stride, h, w, s.unit, next, nextStride)
		}
	}
}

// turn moves one band of w columns to rows of any alignment. What comes next in
// the source is ahead bytes away.
func (s *streamer) turn(to, from unsafe.Pointer, w, ahead int) {
	at := s.front(uintptr(to))
	fill, first := 0, true
	o := odometer{axes: s.run}
	for more := true; more; {
		src := o.src
		next := ahead - src
		if more = o.next(); more {
			next = o.src - src
		}
		for r := 0; r < s.rows.n; r += s.height {
			h := min(s.height, s.rows.n-r)
			if n := h * s.unit; fill+n > s.room {
				s.flush(to, at, fill, w, first, false, uintptr(from)+uintptr(src+r*s.rows.src))
				to = unsafe.Add(to, fill)
				at = s.front(uintptr(to))
				fill, first = 0, false
			}
			from, stride := s.gather(unsafe.Add(from, src+r*s.rows.src), h, w, s.ahead(r, h, next))
			tile(unsafe.Add(at, fill), from, s.pitch, stride, h, w, s.unit)
			fill += h * s.unit
		}
	}
	s.flush(to, at, fill, w, first, true, uintptr(from)+uintptr(ahead))
}

// front returns where in scratch the bytes begin that go to the address to.
func (s *streamer) front(to uintptr) unsafe.Pointer {
	return unsafe.Add(aligned(s.turned[:]), int(to%line))
}

// ahead returns how many bytes behind a tile of h rows, which begins r rows into a
// plane's band, the next one begins: in the band, or where what comes after the band
// begins, next bytes from its beginning.
func (s *streamer) ahead(r, h, next int) int {
	if r+h < s.rows.n {
		return s.height * s.rows.src
	}
	return next - r*s.rows.src
}

// gather returns where to read a tile of h rows by w items, and its row stride:
// scratch into which the rows have been gathered, and their bytes reversed as the
// swap says, or the source itself if its rows are short. The next tile is so many
// bytes ahead.
func (s *streamer) gather(from unsafe.Pointer, h, w, ahead int) (unsafe.Pointer, int) {
	n := w * s.unit
	if s.swap == 0 && (n < line || n < roomBytes && !s.crowded) {
		return from, s.rows.src
	}
	at, pitch := s.scratch.gather(from, s.rows.src, h, n, ahead)
	if s.swap != 0 {
		for k := range h {
			reverseEach(unsafe.Add(at, k*pitch), n, s.swap)
		}
	}
	return at, pitch
}

// flush writes the first n bytes of w scratch rows at from, which go to the rows
// at to, past the caches. first and last tell whether the rows of the destination
// begin or end here. What is gathered next lies at ask, which is an address, not a
// pointer, as it may lie outside the source.
func (s *streamer) flush(to, from unsafe.Pointer, n, w int, first, last bool, ask uintptr) {
	next := s.front(uintptr(to) + uintptr(n))
	phases := uintptr(to) | uintptr(s.cols.dst)
	if first && phases%line != 0 || last && (phases|uintptr(n))%line != 0 {
		for c := range w {
			flushEnd(unsafe.Add(to, c*s.cols.dst), unsafe.Add(from, c*s.pitch), unsafe.Add(next, c*s.pitch), n, first, last)
		}
		return
	}
	flushRows(to, from, next, s.cols.dst, s.pitch, w, n, ask, s.rows.src)
}

// flushRowsGo is flushRows in portable Go, through the caches.
func flushRowsGo(to, from, next unsafe.Pointer, toStride, fromStride, rows, n int) {
	for r := range rows {
		flushEnd(unsafe.Add(to, r*toStride), unsafe.Add(from, r*fromStride), unsafe.Add(next, r*fromStride), n, false, false)
	}
}

// flushEnd is flush for one row that begins or ends. Unless it is the last, n is
// at least a line.
func flushEnd(to, from, next unsafe.Pointer, n int, first, last bool) {
	done := -int(uintptr(to) % line)
	if first && done < 0 {
		done = min(line+done, n)
		copyRun(to, from, done)
	}
	if lines := (n - done) / line; lines > 0 {
		streamLines(unsafe.Add(to, done), unsafe.Add(from, done), lines)
		done += lines * line
	}
	switch rest := n - done; {
	case rest == 0:
	case last:
		copyRest(to, from, done, n)
	default:
		copyRun(unsafe.Add(next, -rest), unsafe.Add(from, done), rest)
	}
}
