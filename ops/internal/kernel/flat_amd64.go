//go:build amd64 && !purego

package kernel

import "unsafe"

// flatProduct is a product of which x has few rows or y has few columns, and the
// elements of the other operand's rows or columns are adjacent: by dot products,
// or by loop where the rows of y are adjacent.
func flatProduct[T float](loop Product, dot func(n int, x, y unsafe.Pointer) T) Product {
	var zero T
	size := int(unsafe.Sizeof(zero))
	var line []T // a column of y, or a row of x, made adjacent
	gather := func(k int, p unsafe.Pointer, step int) unsafe.Pointer {
		if step == size {
			return p
		}
		if len(line) < k {
			line = make([]T, k)
		}
		for i := range line[:k] {
			line[i] = *at[T](p, i*step)
		}
		return unsafe.Pointer(&line[0])
	}
	along := func(k int, x, y unsafe.Pointer) (sum T) {
		done := k * size / blockBytes * blockBytes / size
		if done > 0 {
			sum = dot(done*size/blockBytes, x, y)
		}
		for i := done; i < k; i++ {
			sum += *at[T](x, i*size) * *at[T](y, i*size)
		}
		return sum
	}
	return func(m, k, n int, d unsafe.Pointer, row int, x, y Matrix) {
		switch {
		case x.Col == size && n <= few:
			for j := range n {
				column := gather(k, y.at(0, j), y.Row)
				for i := range m {
					*at[T](d, i*row+j*size) += along(k, x.at(i, 0), column)
				}
			}
		case y.Row == size:
			for i := range m {
				line := gather(k, x.at(i, 0), x.Col)
				for j := range n {
					*at[T](d, i*row+j*size) += along(k, line, y.at(0, j))
				}
			}
		default:
			loop(m, k, n, d, row, x, y)
		}
	}
}
