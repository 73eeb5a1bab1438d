package deflate

import (
	"fmt"
	"io"
)

const (
	// Buffers start at the first size and grow to the full one, so that a
	// look at the beginning of a stream costs little.
	firstInput, inputSize   = 4 << 10, 64 << 10
	firstOutput, outputSize = 4 << 10, windowSize + 96<<10

	// The quick loop may look at this much input in one round, at two refills,
	// and write this much output: three literals or a match, and what copying
	// by words adds to it.
	aheadIn  = 16
	aheadOut = maxMatch + 16

	// maxDistanceBits is the most that a distance takes, with its extra bits.
	maxDistanceBits = maxCodeBits + 13
)

// CorruptError is input that is not deflate's, and the byte near which.
type CorruptError struct {
	Offset int64
	Reason string
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("corrupt deflate data near byte %d: %s", e.Offset, e.Reason)
}

// Reader inflates. Its Read fails with a *CorruptError, with
// io.ErrUnexpectedEOF where the input ends before the stream does, and with
// what the input's reader fails with.
type Reader struct {
	src    io.Reader
	in     []byte // input, of which in[at:] is not yet taken
	at     int
	passed int64 // bytes of the input in front of in
	srcErr error

	acc  uint64 // bits taken from the input and not yet used, the next one lowest
	held uint   // how many

	out  []byte // output; what lies at most windowSize behind filled may be referred to
	read int    // where the caller goes on
	fill int    // where the decoder goes on

	block    func(*Reader) error // decodes on in the block; nil between blocks
	last     bool                // the block is the last one
	stored   int                 // bytes left of a stored block
	literals table
	matches  table
	err      error
}

// NewReader returns a Reader of the deflate stream in src. It may take more of
// src than the stream.
func NewReader(src io.Reader) *Reader {
	return &Reader{src: src, in: make([]byte, 0, firstInput), out: make([]byte, firstOutput)}
}

// Read fills b with inflated bytes.
func (r *Reader) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	for r.read == r.fill {
		if r.err != nil {
			return 0, r.err
		}
		r.makeRoom()
		r.err = r.decode()
	}
	n := copy(b, r.out[r.read:r.fill])
	r.read += n
	return n, nil
}

// makeRoom makes room for another match: a larger buffer, or the window moved
// to the front of the largest.
func (r *Reader) makeRoom() {
	switch {
	case len(r.out)-r.fill >= aheadOut:
	case len(r.out) < outputSize:
		r.out = append(make([]byte, 0, min(4*len(r.out), outputSize)), r.out...)
		r.out = r.out[:cap(r.out)]
	default:
		copy(r.out, r.out[r.fill-windowSize:r.fill])
		r.read, r.fill = windowSize, windowSize
	}
}

// decode decodes until the output is full or the stream ends.
func (r *Reader) decode() error {
	for {
		if r.block == nil {
			if r.last {
				return io.EOF
			}
			if err := r.begin(); err != nil {
				return err
			}
		}
		if err := r.block(r); err != nil {
			return err
		}
		if r.block != nil {
			return nil // the output is full
		}
	}
}

func (r *Reader) corrupt(format string, args ...any) error {
	return &CorruptError{r.passed + int64(r.at) - int64(r.held/8), fmt.Sprintf(format, args...)}
}
