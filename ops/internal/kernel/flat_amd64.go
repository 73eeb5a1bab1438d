//go:build amd64 && !purego

package kernel

import "unsafe"

// dots is the assembly of 4 dot products at once.
type dots = func(n int, d, x unsafe.Pointer, line int, y unsafe.Pointer)

// flatProduct is a product of which x has few rows or y has few columns, and the
// elements of the other operand's rows or columns are adjacent: by dot products,
// or by loop where the rows of y are adjacent.
func flatProduct[T float](loop Product, block dots) Product {
	size := int(unsafe.Sizeof(*new(T)))
	var spread []T // a column of y, or a row of x, made adjacent
	gather := func(k int, p unsafe.Pointer, step int) unsafe.Pointer {
		if step == size {
			return p
		}
		if len(spread) < k {
			spread = make([]T, k)
		}
		for i := range spread[:k] {
			spread[i] = *at[T](p, i*step)
		}
		return unsafe.Pointer(&spread[0])
	}
	// along adds to n numbers of d, step bytes apart, the dot products of as many
	// lines of x and one of y, of k adjacent numbers each.
	along := func(n, k int, d unsafe.Pointer, step int, x unsafe.Pointer, line int, y unsafe.Pointer) {
		for i := 0; i < n; i += 4 {
			rows, apart := min(4, n-i), line
			if rows < 4 {
				rows, apart = 1, 0 // the same one four times
			}
			p := unsafe.Add(x, i*line)
			var sums [4]T
			done := k * size / 64 * 64 / size
			if done > 0 {
				block(done*size/64, unsafe.Pointer(&sums), p, apart, y)
			}
			for r := range rows {
				for l := done; l < k; l++ {
					sums[r] += *at[T](p, r*line+l*size) * *at[T](y, l*size)
				}
				*at[T](d, (i+r)*step) += sums[r]
			}
			i += rows - 4
		}
	}
	return func(m, k, n int, d unsafe.Pointer, row int, x, y Matrix) {
		switch {
		case x.Col == size && n <= few:
			for j := range n {
				along(m, k, unsafe.Add(d, j*size), row, x.P, x.Row, gather(k, y.at(0, j), y.Row))
			}
		case y.Row == size:
			for i := range m {
				along(n, k, unsafe.Add(d, i*row), size, y.P, y.Col, gather(k, x.at(i, 0), x.Col))
			}
		default:
			loop(m, k, n, d, row, x, y)
		}
	}
}
