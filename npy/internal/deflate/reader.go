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

// need makes n bits available, at most 48.
func (r *Reader) need(n uint) error {
	for r.held < n {
		if r.at == len(r.in) {
			if err := r.load(); err != nil {
				return err
			}
		}
		r.acc |= uint64(r.in[r.at]) << r.held
		r.at++
		r.held += 8
	}
	return nil
}

// load reads more input.
func (r *Reader) load() error {
	if r.srcErr == nil {
		// keep what bits may have to be given back from
		keep := min(len(r.in), 8)
		r.passed += int64(len(r.in) - keep)
		rest := r.in[len(r.in)-keep:]
		if len(r.in) == cap(r.in) && cap(r.in) < inputSize {
			r.in = make([]byte, 0, min(4*cap(r.in), inputSize))
		}
		r.in, r.at = append(r.in[:0], rest...), keep
		for idle := 0; len(r.in) == keep && r.srcErr == nil; idle++ {
			n, err := r.src.Read(r.in[keep:cap(r.in)])
			r.in, r.srcErr = r.in[:keep+n], err
			if idle > 100 {
				r.srcErr = io.ErrNoProgress
			}
		}
	}
	switch {
	case r.at < len(r.in):
		return nil
	case r.srcErr == io.EOF:
		return io.ErrUnexpectedEOF
	}
	return r.srcErr
}

// take returns the next n bits, at most 48.
func (r *Reader) take(n uint) (int, error) {
	if err := r.need(n); err != nil {
		return 0, err
	}
	v := int(r.acc & (1<<n - 1))
	r.drop(n)
	return v, nil
}

func (r *Reader) drop(n uint) {
	r.acc >>= n
	r.held -= n
}

// begin reads the start of a block.
func (r *Reader) begin() error {
	v, err := r.take(3)
	if err != nil {
		return err
	}
	r.last = v&1 != 0
	switch v >> 1 {
	case 0:
		return r.beginStored()
	case 1:
		r.literals.build(fixed.literals.lengths, literalTableBits, literalItem)
		r.matches.build(fixed.distances.lengths, distanceTableBits, distanceItem)
	case 2:
		if err := r.readCodes(); err != nil {
			return err
		}
	default:
		return r.corrupt("block of an unknown kind")
	}
	r.block = (*Reader).symbols
	return nil
}

// beginStored reads the length of a stored block, which starts at a byte.
func (r *Reader) beginStored() error {
	r.drop(r.held % 8)
	n, err := r.take(32)
	if err != nil {
		return err
	}
	if n&0xFFFF != ^n>>16&0xFFFF {
		return r.corrupt("length %#x of a stored block and its complement %#x", n&0xFFFF, n>>16&0xFFFF)
	}
	r.stored = n & 0xFFFF
	// give the bytes back that are in bits
	r.at -= int(r.held / 8)
	r.acc, r.held = 0, 0
	r.block = (*Reader).copyStored
	return nil
}

func (r *Reader) copyStored() error {
	for r.stored > 0 {
		if r.at == len(r.in) {
			if err := r.load(); err != nil {
				return err
			}
		}
		room := len(r.out) - r.fill
		if room == 0 {
			return nil
		}
		n := copy(r.out[r.fill:r.fill+min(room, r.stored)], r.in[r.at:])
		r.at += n
		r.fill += n
		r.stored -= n
	}
	r.block = nil
	return nil
}

// readCodes reads the codes of a block (RFC 1951, 3.2.7).
func (r *Reader) readCodes() error {
	v, err := r.take(14)
	if err != nil {
		return err
	}
	literals, distances, listed := v&0x1F+257, v>>5&0x1F+1, v>>10+4
	if literals > literalCodes || distances > distanceCodes {
		return r.corrupt("%d codes of literals and lengths, %d of distances, expected at most %d and %d", literals, distances, literalCodes, distanceCodes)
	}
	var lengths [literalCodes + distanceCodes]uint8
	var own [lengthCodes]uint8
	for _, id := range lengthCodeOrder[:listed] {
		if v, err = r.take(3); err != nil {
			return err
		}
		own[id] = uint8(v)
	}
	if !r.literals.build(own[:], lengthTableBits, lengthItem) {
		return r.corrupt("the code of the code lengths is no prefix code")
	}
	for i := 0; i < literals+distances; {
		symbol, err := r.symbol(&r.literals)
		if err != nil {
			return err
		}
		if symbol < runCopy {
			lengths[i] = uint8(symbol)
			i++
			continue
		}
		times, err := r.take(uint(runExtra[symbol]))
		if err != nil {
			return err
		}
		value := uint8(0)
		switch symbol {
		case runCopy:
			if i == 0 {
				return r.corrupt("the first code length is a repetition")
			}
			value = lengths[i-1]
			times += 3
		case runZero:
			times += 3
		default:
			times += 11
		}
		if times > literals+distances-i {
			return r.corrupt("more code lengths than codes")
		}
		for range times {
			lengths[i] = value
			i++
		}
	}
	if lengths[endOfBlock] == 0 {
		return r.corrupt("a block without an end")
	}
	if !r.literals.build(lengths[:literals], literalTableBits, literalItem) {
		return r.corrupt("the code of literals and lengths is no prefix code")
	}
	if !r.matches.build(lengths[literals:literals+distances], distanceTableBits, distanceItem) {
		return r.corrupt("the code of distances is no prefix code")
	}
	return nil
}

// next looks the next code up, whose bits stay. Near the end of the input
// fewer bits may be there than codes are long; then those must do.
func (r *Reader) next(t *table) (item, error) {
	for want := uint(1); ; want = r.held + 1 {
		if err := r.need(want); err != nil {
			return 0, err
		}
		it := t.items[r.acc&(1<<t.width-1)]
		skip := uint(0)
		if it&kindMask == kindSub {
			skip = t.width
			it = t.items[int(it>>itemValue)+int(r.acc>>skip&(1<<(it&itemBits)-1))]
		}
		if it&kindMask == kindNone {
			if r.held >= maxCodeBits {
				return 0, r.corrupt("no symbol has this code")
			}
		} else if code := uint(it&itemBits) - uint(it>>itemExtra&0xF); code <= r.held {
			return it, nil
		}
	}
}

// symbol takes the next symbol of the code of code lengths.
func (r *Reader) symbol(t *table) (int, error) {
	it, err := r.next(t)
	if err != nil {
		return 0, err
	}
	r.drop(uint(it & itemBits))
	return int(it >> itemValue), nil
}

// value takes the code and the extra bits of an item.
func (r *Reader) value(it item) (int, error) {
	n := uint(it & itemBits)
	if err := r.need(n); err != nil {
		return 0, err
	}
	extra := uint(it >> itemExtra & 0xF)
	v := int(it>>itemValue) + int(r.acc&(1<<n-1)>>(n-extra))
	r.drop(n)
	return v, nil
}

// symbols decodes literals and matches until the block ends or there is not
// room enough for another match: quickly as long as there is input in plenty,
// then one by one.
func (r *Reader) symbols() error {
	for len(r.out)-r.fill >= aheadOut {
		if len(r.in)-r.at >= aheadIn {
			if done, err := r.quick(); done || err != nil {
				return err
			}
			continue
		}
		it, err := r.next(&r.literals)
		if err != nil {
			return err
		}
		if it&kindMask == kindBase {
			if err := r.match(it); err != nil {
				return err
			}
			continue
		}
		r.drop(uint(it & itemBits))
		if it&kindMask == kindEnd {
			r.block = nil
			return nil
		}
		r.out[r.fill] = byte(it >> itemValue)
		r.fill++
	}
	return nil
}

// match decodes the rest of a match and copies it.
func (r *Reader) match(it item) error {
	length, err := r.value(it)
	if err != nil {
		return err
	}
	if it, err = r.next(&r.matches); err != nil {
		return err
	}
	distance, err := r.value(it)
	if err != nil {
		return err
	}
	if distance > r.fill {
		return r.corrupt("a distance of %d after %d bytes", distance, r.fill)
	}
	for range length {
		r.out[r.fill] = r.out[r.fill-distance]
		r.fill++
	}
	return nil
}

// quick is the loop of symbols without checks of every bit and byte. It stops
// near the end of the input and of the output, and at the end of the block,
// when it reports true.
func (r *Reader) quick() (done bool, err error) {
	in, out := r.in, r.out
	at, fill := r.at, r.fill
	acc, held := r.acc, r.held
	literals, matches := r.literals.items, r.matches.items
	// arrays, so that an index of so many bits needs no check
	first := (*[1 << literalTableBits]item)(literals)
	firstMatch := (*[1 << distanceTableBits]item)(matches)
	lastIn, lastOut := len(in)-aheadIn, len(out)-aheadOut
	defer func() { r.at, r.fill, r.acc, r.held = at, fill, acc&(1<<held-1), held }()
	for at <= lastIn && fill <= lastOut {
		// a refill takes the bytes that fit whole; the bits above held are
		// right and will be put in place once more
		acc |= load64(in, at) << held
		at += int(63-held) / 8
		held |= 56
		it := first[acc&(1<<literalTableBits-1)]
		if it&kindMask == kindLiteral {
			acc >>= it & itemBits
			held -= uint(it & itemBits)
			out[fill] = byte(it >> itemValue)
			fill++
			if it = first[acc&(1<<literalTableBits-1)]; it&kindMask == kindLiteral {
				acc >>= it & itemBits
				held -= uint(it & itemBits)
				out[fill] = byte(it >> itemValue)
				fill++
				if it = first[acc&(1<<literalTableBits-1)]; it&kindMask == kindLiteral {
					acc >>= it & itemBits
					held -= uint(it & itemBits)
					out[fill] = byte(it >> itemValue)
					fill++
					continue
				}
			}
		}
		if it&kindMask == kindSub {
			it = literals[int(it>>itemValue)+int(acc>>literalTableBits&(1<<(it&itemBits)-1))]
		}
		switch it & kindMask {
		case kindLiteral:
			acc >>= it & itemBits
			held -= uint(it & itemBits)
			out[fill] = byte(it >> itemValue)
			fill++
			continue
		case kindEnd:
			acc >>= it & itemBits
			held -= uint(it & itemBits)
			r.block = nil
			return true, nil
		case kindBase:
		default:
			return false, r.corrupt("no symbol has this code")
		}
		n := uint(it & itemBits)
		length := int(it>>itemValue) + int(acc&(1<<n-1)>>(n-uint(it>>itemExtra&0xF)))
		acc >>= n
		held -= n
		acc |= load64(in, at) << held
		at += int(63-held) / 8
		held |= 56
		it = firstMatch[acc&(1<<distanceTableBits-1)]
		if it&kindMask == kindSub {
			it = matches[int(it>>itemValue)+int(acc>>distanceTableBits&(1<<(it&itemBits)-1))]
		}
		if it&kindMask != kindBase {
			return false, r.corrupt("no distance has this code")
		}
		n = uint(it & itemBits)
		distance := int(it>>itemValue) + int(acc&(1<<n-1)>>(n-uint(it>>itemExtra&0xF)))
		acc >>= n
		held -= n
		if distance > fill {
			return false, r.corrupt("a distance of %d after %d bytes", distance, fill)
		}
		from, to := fill-distance, fill
		fill += length
		switch {
		case distance >= 8:
			// eight bytes at a time, past the end into what is not yet filled
			for ; to < fill; from, to = from+8, to+8 {
				*(*[8]byte)(out[to:]) = *(*[8]byte)(out[from:])
			}
		case distance == 1:
			b := out[from]
			run := out[to:fill]
			for i := range run {
				run[i] = b
			}
		default:
			for ; to < fill; from, to = from+1, to+1 {
				out[to] = out[from]
			}
		}
	}
	return false, nil
}
