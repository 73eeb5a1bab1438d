package kernel

import "unsafe"

// Part is a run of Len bytes that goes from byte From of an item to byte To of
// another.
type Part struct{ From, To, Len int }

// Gather returns the loop that carries parts of the items of operand 1, of any
// size, into the items of operand 0, and leaves the other bytes there as they
// are.
func Gather(parts []Part) Loop {
	return func(n int, a *Args) {
		for i := range n {
			d, x := unsafe.Add(a.P[0], i*a.S[0]), unsafe.Add(a.P[1], i*a.S[1])
			for _, p := range parts {
				copy(unsafe.Slice((*byte)(unsafe.Add(d, p.To)), p.Len), unsafe.Slice((*byte)(unsafe.Add(x, p.From)), p.Len))
			}
		}
	}
}

// Fit returns the loop that copies items of from bytes into items of to bytes:
// cut, or filled up with zeros.
func Fit(from, to int) Loop {
	return func(n int, a *Args) {
		for i := range n {
			d := unsafe.Slice((*byte)(unsafe.Add(a.P[0], i*a.S[0])), to)
			clear(d[copy(d, unsafe.Slice((*byte)(unsafe.Add(a.P[1], i*a.S[1])), from)):])
		}
	}
}

// AnyByte returns the loop from items of the given size to bools: whether a byte
// of the item is not 0.
func AnyByte(size int) Loop {
	return func(n int, a *Args) {
		for i := range n {
			any := false
			for _, b := range unsafe.Slice((*byte)(unsafe.Add(a.P[1], i*a.S[1])), size) {
				any = any || b != 0
			}
			*at[bool](a.P[0], i*a.S[0]) = any
		}
	}
}

// Characters returns the loop from byte strings of from bytes to strings of to
// code points, or with narrow the other way. The values are the same numbers:
// the caller has made sure that they are ASCII.
func Characters(from, to int, narrow bool) Loop {
	return func(n int, a *Args) {
		for i := range n {
			d, x := unsafe.Add(a.P[0], i*a.S[0]), unsafe.Add(a.P[1], i*a.S[1])
			if narrow {
				translate(unsafe.Slice((*byte)(d), to), unsafe.Slice((*uint32)(x), from))
			} else {
				translate(unsafe.Slice((*uint32)(d), to), unsafe.Slice((*byte)(x), from))
			}
		}
	}
}

func translate[D, S unsigned](d []D, x []S) {
	for i := range d {
		d[i] = 0
		if i < len(x) {
			d[i] = D(x[i])
		}
	}
}

// Select returns the loop of where on items of the given size in bytes: operand
// 0 = operand 2 where the bool of operand 1 is true, else operand 3.
func Select(size int) Loop {
	switch size {
	case 1:
		return withWhere(pick[uint8], size)
	case 2:
		return withWhere(pick[uint16], size)
	case 4:
		return withWhere(pick[uint32], size)
	case 8:
		return withWhere(pick[uint64], size)
	}
	return func(n int, a *Args) {
		for i := range n {
			k := 3 - int(truth(*at[uint8](a.P[1], i*a.S[1])))
			copy(unsafe.Slice((*byte)(unsafe.Add(a.P[0], i*a.S[0])), size),
				unsafe.Slice((*byte)(unsafe.Add(a.P[k], i*a.S[k])), size))
		}
	}
}

// withWhere is the loop of where on adjacent elements, or ones that stand still.
func withWhere(loop Loop, size int) Loop {
	block := whereBlocks(size)
	if block == nil {
		return loop
	}
	return func(n int, a *Args) {
		p, step, ok := a.sources(2, n, size, compared*size)
		if !ok || a.S[0] != size || a.S[1] != 1 {
			loop(n, a)
			return
		}
		blocks := n / compared
		if blocks > 0 {
			block(blocks, a.P[0], a.P[1], p[0], p[1], step[0], step[1])
		}
		if m := n % compared; m > 0 {
			p, step = a.lasts(2, n-m, m, size, p, step)
			block(1, a.results(), a.last(1, n-m, m, 1), p[0], p[1], step[0], step[1])
			a.store(n-m, m, size)
		}
	}
}

func pick[T unsigned](n int, a *Args) {
	d, c, x, y := a.P[0], a.P[1], a.P[2], a.P[3]
	ds, cs, xs, ys := a.S[0], a.S[1], a.S[2], a.S[3]
	for do, co, xo, yo := 0, 0, 0, 0; n > 0; n-- {
		u, v := *at[T](x, xo), *at[T](y, yo)
		if *at[uint8](c, co) == 0 {
			u = v
		}
		*at[T](d, do) = u
		do, co, xo, yo = do+ds, co+cs, xo+xs, yo+ys
	}
}
