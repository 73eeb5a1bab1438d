package deflate

import (
	"encoding/binary"
	"fmt"
)

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
		} else if uint(it>>itemCode&0xF) <= r.held {
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
	v := int(it>>itemValue) + int(r.acc&(1<<n-1)>>(it>>itemCode&0xF))
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

// repeat fills to, but for its last eight bytes, with the bytes of unit over and
// over, at most seven of them and in front of to.
func repeat(unit, to []byte) {
	n := len(unit)
	var word uint64
	for i, b := range unit {
		word |= uint64(b) << (8 * i)
	}
	for bits := 8 * n; bits < 64; bits *= 2 {
		word |= word << bits
	}
	whole := 8 - 8%n // the bytes of word that are whole units
	for at := 0; at < len(to)-8; at += whole {
		binary.LittleEndian.PutUint64(to[at:], word)
	}
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
	fault := ""
decode:
	for at <= lastIn && fill <= lastOut {
		// a refill takes the bytes that fit whole; the bits above held are
		// right and will be put in place once more
		acc |= binary.LittleEndian.Uint64(in[at:]) << (held & 63)
		at += int((63 - held) >> 3)
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
		if it&kindMask != kindBase {
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
				done = true
				break decode
			case kindNone:
				fault = "no symbol has this code"
				break decode
			}
		}
		n := uint(it & itemBits)
		length := int(it>>itemValue) + int(acc&(1<<n-1)>>(it>>itemCode&0xF))
		acc >>= n
		held -= n
		if held < maxDistanceBits {
			acc |= binary.LittleEndian.Uint64(in[at:]) << (held & 63)
			at += int((63 - held) >> 3)
			held |= 56
		}
		it = firstMatch[acc&(1<<distanceTableBits-1)]
		if it&kindMask == kindSub {
			it = matches[int(it>>itemValue)+int(acc>>distanceTableBits&(1<<(it&itemBits)-1))]
		}
		if it&kindMask != kindBase {
			fault = "no distance has this code"
			break
		}
		n = uint(it & itemBits)
		distance := int(it>>itemValue) + int(acc&(1<<n-1)>>(it>>itemCode&0xF))
		acc >>= n
		held -= n
		if distance > fill {
			fault = fmt.Sprintf("a distance of %d after %d bytes", distance, fill)
			break
		}
		from, to := fill-distance, fill
		fill += length
		switch {
		case distance >= 8:
			// eight bytes at a time, past the end into what is not yet filled
			for ; to < fill; from, to = from+8, to+8 {
				*(*[8]byte)(out[to:]) = *(*[8]byte)(out[from:])
			}
		case length <= distance:
			*(*[8]byte)(out[to:]) = *(*[8]byte)(out[from:])
		default:
			repeat(out[from:to], out[to:fill+8])
		}
	}
	r.at, r.fill, r.acc, r.held = at, fill, acc&(1<<held-1), held
	switch {
	case fault != "":
		return false, r.corrupt("%s", fault)
	case done:
		r.block = nil
	}
	return done, nil
}
