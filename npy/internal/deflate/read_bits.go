package deflate

import "io"

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
