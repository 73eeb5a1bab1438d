package kernel

// Pack returns the loop that copies numbers of the given size, fast where every
// second of adjacent numbers becomes one of adjacent ones; nil where that is no
// faster than to use them where they lie.
func Pack(size int) Loop {
	block := evenBlocks(size)
	if block == nil {
		return nil
	}
	loop := [9]Loop{1: copies[uint8], 2: copies[uint16], 4: copies[uint32], 8: copies[uint64]}[size]
	return func(n int, a *Args) {
		// The number after the last one need not be there.
		blocks := (n - 1) * size / blockBytes
		if a.S[0] != size || a.S[1] != 2*size || blocks < enough {
			loop(n, a)
			return
		}
		block(blocks, a.P[0], a.P[1])
		a.rest(loop, 2, n, blocks*blockBytes/size)
	}
}

func copies[T unsigned](n int, a *Args) {
	d, x := a.P[0], a.P[1]
	ds, xs := a.S[0], a.S[1]
	for do, xo := 0, 0; n > 0; n-- {
		*at[T](d, do) = *at[T](x, xo)
		do, xo = do+ds, xo+xs
	}
}
