package ops

import (
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// commonType is the type of a join of arrays: native, and records without
// padding.
func commonType(arrays []*ndarray.Array) (dtype.Type, error) {
	types := make([]dtype.Type, len(arrays))
	numbers := true
	for k, a := range arrays {
		types[k] = a.DType().Packed()
		n, ok := number(types[k])
		numbers = numbers && ok && n <= kernel.F16
	}
	if numbers {
		return commonOfNumbers(types)
	}
	dt := types[0]
	for _, t := range types[1:] {
		var err error
		if dt, err = promoteTwo(dt, t); err != nil {
			return dt, err
		}
	}
	return dt, nil
}

func promoteTwo(a, b dtype.Type) (dtype.Type, error) {
	if a == b {
		return a, nil
	}
	return dtype.Promote(a, b)
}

// commonOfNumbers is NumPy's common type of many. Promotion is not associative
// (uint16, int8 and float16 give float32 or float64), so the order in which pairs
// are joined is part of the rule: types that stand before a higher ranking one
// change places with it, then all are joined to the first.
func commonOfNumbers(types []dtype.Type) (dtype.Type, error) {
	for n := len(types); n > 1; n -= n / 2 {
		for low := range n / 2 {
			high := n - 1 - low
			a, b := types[low], types[high]
			switch {
			case !a.Valid() || !b.Valid() || a == b:
			case rank(b) > rank(a):
				types[low], types[high] = b, a
				continue
			default:
				if both, err := dtype.Promote(a, b); err != nil {
					return both, err
				} else if both != a {
					continue
				}
			}
			types[high] = dtype.Type{} // a holds it
		}
	}
	first := types[0]
	result := first
	for _, t := range types[1:] {
		if !t.Valid() || t == first {
			continue
		}
		both, err := promoteTwo(first, t)
		if err == nil && result != first {
			both, err = promoteTwo(result, both)
		}
		if err != nil {
			return both, err
		}
		result = both
	}
	return result, nil
}

// rank is the place of a number in NumPy's order of types.
func rank(dt dtype.Type) int {
	n, _ := number(dt)
	return map[kernel.Num]int{
		kernel.Bool: 0, kernel.I8: 1, kernel.U8: 2, kernel.I16: 3, kernel.U16: 4, kernel.I32: 5, kernel.U32: 6,
		kernel.I64: 7, kernel.U64: 8, kernel.F32: 9, kernel.F64: 10, kernel.C64: 11, kernel.C128: 12, kernel.F16: 13,
	}[n]
}
