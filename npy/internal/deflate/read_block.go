package deflate

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
