package npy

import (
	"io"
	"runtime"

	"github.com/ndtool/ndtool/npy/internal/deflate"
)

const (
	// deflateChunk is how much is compressed at a time by one goroutine. It is
	// fixed, so that the result does not depend on their number.
	deflateChunk = 1 << 20

	// deflateWindow is how far back deflate can refer.
	deflateWindow = 32 << 10
)

// deflater compresses what is written to it in chunks, several at once. The
// chunks are parts of one deflate stream: each may refer to the end of the one
// before, and all but the last end at a byte.
type deflater struct {
	out     io.Writer
	level   int
	workers int
	chunk   []byte // being filled
	window  []byte // the end of the chunk before
	running []*deflateJob
	err     error
}

type deflateJob struct {
	out  []byte
	done chan struct{}
}

// newDeflater compresses to out; workers 0 stands for GOMAXPROCS.
func newDeflater(out io.Writer, level, workers int) *deflater {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return &deflater{out: out, level: level, workers: workers}
}

// Write compresses b later. An error may be that of an earlier Write.
func (d *deflater) Write(b []byte) (int, error) {
	n := 0
	for n < len(b) && d.err == nil {
		if len(d.chunk) == deflateChunk {
			d.start(false)
		}
		k := min(len(b)-n, deflateChunk-len(d.chunk))
		d.chunk = append(d.chunk, b[n:n+k]...)
		n += k
	}
	return n, d.err
}

// Close compresses the rest and ends the stream. It does not close out.
func (d *deflater) Close() error {
	if d.err == nil {
		d.start(true)
	}
	for len(d.running) > 0 {
		d.collect()
	}
	return d.err
}

// start compresses the chunk in the background.
func (d *deflater) start(last bool) {
	if len(d.running) == d.workers {
		d.collect()
	}
	job := &deflateJob{done: make(chan struct{})}
	chunk, window := d.chunk, d.window
	go func() {
		job.out = deflate.Append(nil, window, chunk, d.level, last)
		close(job.done)
	}()
	d.window = chunk[max(0, len(chunk)-deflateWindow):]
	d.chunk = nil
	d.running = append(d.running, job)
}

// collect waits for the oldest chunk and writes it.
func (d *deflater) collect() {
	job := d.running[0]
	d.running = d.running[1:]
	<-job.done
	if d.err == nil {
		d.err = writeAll(d.out, job.out)
	}
}
