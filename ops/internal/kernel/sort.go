package kernel

import (
	"bytes"
	"cmp"
	"slices"
	"unsafe"
)

// Sorter puts adjacent elements in ascending order, NaN and NaT last.
type Sorter struct {
	// Sort sorts n elements in place.
	Sort func(n int, x unsafe.Pointer)

	// Order sorts the n places of elements, given as 0, 1, …, by the elements;
	// equal elements keep their order.
	Order func(n int, x unsafe.Pointer, places []int64)

	// Same tells whether the elements at places i and j are equal; NaN and NaT
	// equal each other.
	Same func(x unsafe.Pointer, i, j int) bool
}

// SortNumbers returns the sorter of numbers of type t; ok is false where there
// is none.
func SortNumbers(t Num) (s Sorter, ok bool) {
	s = [Nums]Sorter{
		Bool: sorter(cmp.Compare[uint8]),
		I8:   sorter(cmp.Compare[int8]), I16: sorter(cmp.Compare[int16]), I32: sorter(cmp.Compare[int32]), I64: sorter(cmp.Compare[int64]),
		U8: sorter(cmp.Compare[uint8]), U16: sorter(cmp.Compare[uint16]), U32: sorter(cmp.Compare[uint32]), U64: sorter(cmp.Compare[uint64]),
		F32: floatSorter[float32](), F64: floatSorter[float64](),
		C64: sorter(comparePairs[float32]), C128: sorter(comparePairs[float64]),
	}[t]
	return s, s.Sort != nil
}

// SortDates returns the sorter of counts of time.
func SortDates() Sorter {
	return sorter(func(x, y int64) int { return cmp.Compare(uint64(x-1)^1<<63, uint64(y-1)^1<<63) })
}

// SortBytes and SortUnicode return the sorters of strings of size bytes or
// code points.
func SortBytes(size int) Sorter {
	return itemSorter(size, func(x, y unsafe.Pointer) int {
		return bytes.Compare(unsafe.Slice((*byte)(x), size), unsafe.Slice((*byte)(y), size))
	})
}

// SortUnicode is described with SortBytes.
func SortUnicode(size int) Sorter {
	return itemSorter(4*size, func(x, y unsafe.Pointer) int {
		return slices.Compare(unsafe.Slice((*uint32)(x), size), unsafe.Slice((*uint32)(y), size))
	})
}

func sorter[T any](compare func(x, y T) int) Sorter {
	return Sorter{
		Sort: func(n int, x unsafe.Pointer) { slices.SortFunc(unsafe.Slice((*T)(x), n), compare) },
		Order: func(n int, x unsafe.Pointer, places []int64) {
			keys := unsafe.Slice((*T)(x), n)
			slices.SortStableFunc(places, func(i, j int64) int { return compare(keys[i], keys[j]) })
		},
		Same: func(x unsafe.Pointer, i, j int) bool {
			var zero T
			size := int(unsafe.Sizeof(zero))
			return compare(*at[T](x, i*size), *at[T](x, j*size)) == 0
		},
	}
}

// floatSorter moves NaN to the end first and sorts the rest.
func floatSorter[T float]() Sorter {
	s := sorter(compareFloats[T])
	s.Sort = func(n int, x unsafe.Pointer) {
		v := unsafe.Slice((*T)(x), n)
		end := len(v)
		for i := 0; i < end; {
			if v[i] == v[i] {
				i++
				continue
			}
			end--
			v[i], v[end] = v[end], v[i]
		}
		slices.Sort(v[:end])
	}
	return s
}

// compareFloats orders floats, NaN last.
func compareFloats[T float](x, y T) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	case x == y:
		return 0
	}
	return cmp.Compare(nanRank(x), nanRank(y))
}

func nanRank[T float](x T) int {
	if x != x {
		return 1
	}
	return 0
}

// comparePairs orders complex numbers as NumPy sorts them: those without NaN
// first, by the real part and then the imaginary one; then those with a NaN in
// the imaginary part alone, in the real part alone, in both.
func comparePairs[F float](x, y pair[F]) int {
	rank := func(p pair[F]) int { return 2*nanRank(p.re) + nanRank(p.im) }
	if c := cmp.Compare(rank(x), rank(y)); c != 0 {
		return c
	}
	if c := compareFloats(x.re, y.re); c != 0 {
		return c
	}
	return compareFloats(x.im, y.im)
}

// itemSorter sorts items of size bytes by their places.
func itemSorter(size int, compare func(x, y unsafe.Pointer) int) Sorter {
	order := func(n int, x unsafe.Pointer, places []int64) {
		slices.SortStableFunc(places, func(i, j int64) int {
			return compare(unsafe.Add(x, int(i)*size), unsafe.Add(x, int(j)*size))
		})
	}
	return Sorter{
		Order: order,
		Sort: func(n int, x unsafe.Pointer) {
			places := make([]int64, n)
			for i := range places {
				places[i] = int64(i)
			}
			order(n, x, places)
			items := unsafe.Slice((*byte)(x), n*size)
			old := bytes.Clone(items)
			for i, k := range places {
				copy(items[i*size:(i+1)*size], old[int(k)*size:])
			}
		},
		Same: func(x unsafe.Pointer, i, j int) bool {
			return compare(unsafe.Add(x, i*size), unsafe.Add(x, j*size)) == 0
		},
	}
}
