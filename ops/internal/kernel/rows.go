package kernel

import "unsafe"

// Rows folds count rows of n elements of operand 1, step bytes apart, into the
// accumulators of operand 0, element by element and row after row.
type Rows func(n, count, step int, a *Args)

// eachRow folds row after row by a loop of two operands.
func eachRow(loop Loop) Rows {
	return func(n, count, step int, a *Args) {
		x := a.P[1]
		for i := range count {
			a.P[1] = unsafe.Add(x, i*step)
			loop(n, a)
		}
		a.P[1] = x
	}
}

// withRows folds rows of adjacent elements in assembly.
func withRows(loop Loop, f Fold, t, acc Num) Rows {
	rows := eachRow(loop)
	block, each := rowBlocks(f, t)
	if block == nil {
		return rows
	}
	size, accSize := t.Size(), acc.Size()
	second := secondRows(f, t)
	return func(n, count, step int, a *Args) {
		block, blocks := block, n/each
		if second != nil && a.S[1] == 2*size {
			block, blocks = second, (n-1)/each // the number after the last one need not be there
		} else if a.S[1] != size {
			blocks = 0
		}
		if a.S[0] != accSize || blocks < enough {
			rows(n, count, step, a)
			return
		}
		block(blocks, count, step, a.P[0], a.P[1])
		if done := blocks * each; done < n {
			p := a.P
			a.P[0], a.P[1] = unsafe.Add(p[0], done*accSize), unsafe.Add(p[1], done*a.S[1])
			rows(n-done, count, step, a)
			a.P = p
		}
	}
}

type span = func(n int, acc, x unsafe.Pointer, xs int)

// withCount is the span of a sum of integers in 64 bits.
func withCount(s span, t Num) span {
	block, each := countBlocks(t)
	size := t.Size()
	if block == nil {
		return s
	}
	return func(n int, acc, x unsafe.Pointer, xs int) {
		blocks := n / each
		if xs != size || blocks < 1 {
			s(n, acc, x, xs)
			return
		}
		*(*uint64)(acc) += block(blocks, x)
		if done := blocks * each; done < n {
			s(n-done, acc, unsafe.Add(x, done*size), xs)
		}
	}
}
