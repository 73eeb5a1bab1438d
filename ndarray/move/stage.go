package move

import "unsafe"

// stageBytes is about how much of the destination is made in scratch at a time.
const stageBytes = 8 << 10

// stage moves a large job by way of scratch: chunks of the destination that are
// dense there are made in scratch by the job's own path, and whole lines of them
// then flushed past the caches. Without it each line of the destination would
// first be read. It returns false and moves nothing where the destination is not
// dense over a long enough run that the path works within.
func (j *job) stage() bool {
	last := len(j.axes) - 1
	length, first := j.unit, last+1
	for first > 0 && j.axes[first-1].dst == length {
		first--
		length *= j.axes[first].n
	}
	if !vectors || length < 1024 || j.unit >= runFrom || j.route.inner < first || j.route.cross >= 0 && j.route.cross < first {
		return false
	}
	// A chunk is a part of axis cut and all of the axes inside it.
	cut, step := last, j.unit
	for cut > first && step*j.axes[cut].n <= stageBytes {
		step *= j.axes[cut].n
		cut--
	}
	if cut > j.route.inner || j.route.cross >= 0 && cut > j.route.cross {
		return false
	}
	var p program
	var room [2][walkRoom]axis
	chunk := *j
	chunk.axes = append(room[0][:0], j.axes[cut:]...)
	chunk.dst, chunk.large = 0, false
	chunk.route.inner -= cut
	if chunk.route.cross >= 0 {
		chunk.route.cross -= cut
	}
	if chunk.compile(&p) {
		chunk.shuffles = &p
	}
	tiles := scratches.Get().(*scratch)
	whole := j.axes[cut]
	most := max(stageBytes/step, 1)
	f := flusher{room: aligned(tiles.turned[:])}
	o := odometer{append(room[1][:0], j.axes[:cut]...), j.dst, j.src}
	for {
		for i := 0; i < whole.n; i += most {
			n := min(most, whole.n-i)
			chunk.axes[0].n = n
			chunk.src = o.src + i*whole.src
			f = f.begin(unsafe.Add(j.to, o.dst+i*whole.dst))
			chunk.to = f.front()
			chunk.near()
			f = f.flush(n * step)
		}
		if !o.next() {
			break
		}
	}
	f.end()
	scratches.Put(tiles)
	return true
}

// flusher writes a stream of chunks to the destination, whole lines past the
// caches.
type flusher struct {
	room  unsafe.Pointer // scratch that begins on a line
	to    unsafe.Pointer // where the next chunk goes if it follows the last one
	first bool           // the line that holds to has foreign bytes before to
}

// begin makes ready for the chunk that goes to the address to.
func (f flusher) begin(to unsafe.Pointer) flusher {
	if to == f.to {
		return f
	}
	f.end()
	return flusher{f.room, to, true}
}

// front returns where in scratch to make the chunk.
func (f flusher) front() unsafe.Pointer {
	return unsafe.Add(f.room, int(uintptr(f.to)%line))
}

// flush writes the n bytes of the chunk but those of a line that is not whole,
// which wait for the next chunk. The first chunk of a run has at least a line.
func (f flusher) flush(n int) flusher {
	next := flusher{f.room, unsafe.Add(f.to, n), false}
	flushEnd(f.to, f.front(), next.front(), n, f.first, false)
	return next
}

// end writes the bytes that wait.
func (f flusher) end() {
	if wait := int(uintptr(f.to) % line); f.to != nil && !f.first {
		copyRun(unsafe.Add(f.to, -wait), f.room, wait)
	}
}
