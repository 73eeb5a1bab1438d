package move

import "unsafe"

// block is an item that moves as one load and one store, at any address.
type block interface {
	[1]byte | [2]byte | [4]byte | [8]byte | [16]byte
}

// moveRow moves n items of the block's size, dst and src bytes apart.
func moveRow[T block](dst, src unsafe.Pointer, n, dstStride, srcStride int) {
	d, s := 0, 0
	for ; n > 0; n-- {
		*(*T)(unsafe.Add(dst, d)) = *(*T)(unsafe.Add(src, s))
		d += dstStride
		s += srcStride
	}
}

// moveRuns moves n runs of size bytes each.
func moveRuns(dst, src unsafe.Pointer, n, dstStride, srcStride, size int) {
	d, s := 0, 0
	for ; n > 0; n-- {
		copy(unsafe.Slice((*byte)(unsafe.Add(dst, d)), size), unsafe.Slice((*byte)(unsafe.Add(src, s)), size))
		d += dstStride
		s += srcStride
	}
}

// row moves one row of n blocks of size bytes by the loop for that size.
func row(dst, src unsafe.Pointer, n, dstStride, srcStride, size int) {
	switch size {
	case 1:
		moveRow[[1]byte](dst, src, n, dstStride, srcStride)
	case 2:
		moveRow[[2]byte](dst, src, n, dstStride, srcStride)
	case 4:
		moveRow[[4]byte](dst, src, n, dstStride, srcStride)
	case 8:
		moveRow[[8]byte](dst, src, n, dstStride, srcStride)
	case 16:
		moveRow[[16]byte](dst, src, n, dstStride, srcStride)
	default:
		moveRuns(dst, src, n, dstStride, srcStride, size)
	}
}
