package kernel

import "unsafe"

// Matrix is a matrix in memory: the element in row i and column j lies
// i·Row + j·Col bytes after P.
type Matrix struct {
	P        unsafe.Pointer
	Row, Col int
}

// Product adds the product of x, of m rows and k columns, and y, of k rows and
// n columns, to d, whose rows are n adjacent elements each, row bytes apart. The
// rows of y are adjacent elements too (Col is the size of an element).
type Product func(m, k, n int, d unsafe.Pointer, row int, x, y Matrix)

// MatMul returns the product of matrices of type t, or nil for those that are
// multiplied as another type. Integers wrap; bools are joined by and, then or.
func MatMul(t Num) Product { return products[t] }

var products = [Nums]Product{
	Bool: truthProduct,
	I8:   product[int8],
	I16:  product[int16],
	I32:  product[int32],
	I64:  product[int64],
	U8:   product[uint8],
	U16:  product[uint16],
	U32:  product[uint32],
	U64:  product[uint64],
	F32:  product[float32],
	F64:  product[float64],
	C64:  product[complex64],
	C128: product[complex128],
}

// The block of y that stays in cache while all rows of x pass: depth rows of
// breadth columns.
const depth, breadth = 64, 256

func product[T number](m, k, n int, d unsafe.Pointer, row int, x, y Matrix) {
	var zero T
	size := int(unsafe.Sizeof(zero))
	for l0 := 0; l0 < k; l0 += depth {
		l1 := min(l0+depth, k)
		for j0 := 0; j0 < n; j0 += breadth {
			w := min(breadth, n-j0)
			line := func(l int) []T { return unsafe.Slice((*T)(unsafe.Add(y.P, l*y.Row+j0*size)), w) }
			for i := range m {
				c := unsafe.Slice((*T)(unsafe.Add(d, i*row+j0*size)), w)
				l := l0
				for ; l+4 <= l1; l += 4 {
					a0, a1 := *at[T](x.P, i*x.Row+l*x.Col), *at[T](x.P, i*x.Row+(l+1)*x.Col)
					a2, a3 := *at[T](x.P, i*x.Row+(l+2)*x.Col), *at[T](x.P, i*x.Row+(l+3)*x.Col)
					y0, y1, y2, y3 := line(l)[:len(c)], line(l + 1)[:len(c)], line(l + 2)[:len(c)], line(l + 3)[:len(c)]
					for j := range c {
						c[j] += a0*y0[j] + a1*y1[j] + a2*y2[j] + a3*y3[j]
					}
				}
				for ; l < l1; l++ {
					a, y0 := *at[T](x.P, i*x.Row+l*x.Col), line(l)[:len(c)]
					for j := range c {
						c[j] += a * y0[j]
					}
				}
			}
		}
	}
}

func truthProduct(m, k, n int, d unsafe.Pointer, row int, x, y Matrix) {
	for i := range m {
		c := unsafe.Slice((*uint8)(unsafe.Add(d, i*row)), n)
		for l := range k {
			if *at[uint8](x.P, i*x.Row+l*x.Col) == 0 {
				continue
			}
			line := unsafe.Slice((*uint8)(unsafe.Add(y.P, l*y.Row)), n)
			for j := range c {
				c[j] |= truth(line[j])
			}
		}
	}
}
