package layout

import "math/bits"

// Size returns the number of elements of a shape. The sizes that are not 0
// are multiplied with an overflow check even when the result is 0, as in
// NumPy. Errors: ErrShape for a negative size, ErrOverflow.
func Size(shape []int) (int, error) { return sizeOf("shape", shape) }

func sizeOf(op string, shape []int) (int, error) {
	n, empty := 1, false
	for axis, size := range shape {
		if size <= 0 {
			if size < 0 {
				return 0, refusal(op, ErrShape, axis, "negative size in "+tuple(shape))
			}
			empty = true
			continue
		}
		var ok bool
		if n, ok = mulSize(n, size); !ok {
			return 0, refusal(op, ErrOverflow, axis, "the product of "+tuple(shape)+" overflows")
		}
	}
	if empty {
		n = 0
	}
	return n, nil
}

// mulSize multiplies two integers that are not negative; false on overflow.
func mulSize(a, b int) (int, bool) {
	hi, lo := bits.Mul(uint(a), uint(b))
	return int(lo), hi == 0 && int(lo) >= 0
}

// mulStride multiplies a count that is not negative by a stride of either
// sign; false on overflow.
func mulStride(n, stride int) (int, bool) {
	hi, lo := bits.Mul(uint(n), magnitude(stride))
	if stride < 0 {
		return -int(lo), hi == 0 && lo <= 1<<(bits.UintSize-1)
	}
	return int(lo), hi == 0 && int(lo) >= 0
}

// addSize adds two integers; false on overflow.
func addSize(a, b int) (int, bool) {
	s := a + b
	return s, (a^s)&(b^s) >= 0
}

// magnitude is the absolute value, right for the least integer too.
func magnitude(n int) uint {
	if n < 0 {
		return -uint(n)
	}
	return uint(n)
}
