package layout

// equation asks for integers with lo ≤ Σ coef·x ≤ hi, each x within bounds.
// add brings it to the form 0 ≤ x ≤ most, coef > 0.
type equation struct {
	terms    []term
	lo, hi   int64
	work     int  // steps left
	overflow bool // a number is too large to decide anything
}

type term struct {
	coef, most int64
	gcd, rest  int64 // of this term and those behind it: gcd and largest sum
}

// largest bounds every product coef·x, so that no sum overflows: there are at
// most 2·MaxRank terms, each with a range of at most twice that.
const largest = 1 << 54

// span sets the interval.
func (e *equation) span(lo, hi int64) {
	e.lo, e.hi = lo, hi
	e.overflow = e.overflow || lo < -largest || hi > largest
}

// add adds a term coef·x with from ≤ x ≤ to, where |from| ≤ to.
func (e *equation) add(coef, from, to int64) {
	if coef == 0 {
		return
	}
	// x = from + y, or x = to - y where coef is negative; 0 ≤ y ≤ to - from.
	base := from
	if coef < 0 {
		coef, base = -coef, -to
	}
	if coef < 0 || to > largest/coef {
		e.overflow = true
		return
	}
	e.lo -= coef * base
	e.hi -= coef * base
	if to > from {
		e.terms = append(e.terms, term{coef: coef, most: to - from})
	}
}

// solve decides the equation. It tries the values of the largest coefficients,
// of which few lead near the interval where strides are those of views, and
// settles the last two terms by Euclid's algorithm.
func (e *equation) solve() Answer {
	if e.overflow {
		return Undecided
	}
	e.arrange()
	rest, gcd := int64(0), int64(0)
	for k := len(e.terms) - 1; k >= 0; k-- {
		t := &e.terms[k]
		rest += t.coef * t.most
		gcd = gcdOf(t.coef, gcd)
		t.rest, t.gcd = rest, gcd
	}
	return e.search(0, e.lo, e.hi)
}

// arrange sorts the terms, the largest coefficient first, and joins those with
// equal coefficients.
func (e *equation) arrange() {
	sorted := e.terms[:0]
	for _, t := range e.terms {
		at := len(sorted)
		for at > 0 && sorted[at-1].coef < t.coef {
			at--
		}
		if at > 0 && sorted[at-1].coef == t.coef {
			sorted[at-1].most += t.most
			continue
		}
		sorted = append(sorted, term{})
		copy(sorted[at+1:], sorted[at:])
		sorted[at] = t
	}
	e.terms = sorted
}

// search decides whether the terms from k on have a sum within [lo, hi].
func (e *equation) search(k int, lo, hi int64) Answer {
	if e.work--; e.work < 0 {
		return Undecided
	}
	lo = max(lo, 0)
	if k == len(e.terms) {
		return answer(lo == 0 && hi >= 0)
	}
	t := &e.terms[k]
	hi = min(hi, t.rest)
	if lo > hi || hi/t.gcd*t.gcd < lo {
		return No
	}
	switch len(e.terms) - k {
	case 1:
		return Yes // a multiple of the only coefficient lies within
	case 2:
		return answer(twoTerms(t, &e.terms[k+1], lo, hi))
	}
	behind := e.terms[k+1].rest
	least := int64(0)
	if lo > behind {
		least = (lo-behind-1)/t.coef + 1
	}
	for x := min(t.most, hi/t.coef); x >= least; x-- {
		if a := e.search(k+1, lo-x*t.coef, hi-x*t.coef); a != No {
			return a
		}
	}
	return No
}

func answer(yes bool) Answer {
	if yes {
		return Yes
	}
	return No
}

// twoTerms decides lo ≤ a·x + b·y ≤ hi for 0 ≤ lo ≤ hi.
func twoTerms(a, b *term, lo, hi int64) bool {
	if x := min(a.most, hi/a.coef); x*a.coef >= lo {
		return true // with y = 0
	}
	// Where a·x < lo, the least y that reaches lo is ⌈(lo - a·x)/b⌉. It is in
	// bounds for x from first on, and does not pass hi if (a·x - lo) mod b ≤
	// hi - lo.
	first := int64(0)
	if most := b.coef * b.most; lo > most {
		first = (lo-most-1)/a.coef + 1
	}
	last := min(a.most, (lo-1)/a.coef)
	if first > last {
		return false
	}
	width := hi - lo
	from := (lo - a.coef*first) % b.coef // a·first - lo is -from, mod b
	if from+width >= b.coef || from == 0 {
		return true
	}
	return firstWithin(a.coef%b.coef, b.coef, from, from+width, last-first) >= 0
}

// firstWithin returns the least k in [0, most] with l ≤ a·k mod m ≤ r, or -1;
// 0 ≤ a < m and 0 < l ≤ r < m. a·most must not overflow.
func firstWithin(a, m, l, r, most int64) int64 {
	if a == 0 {
		return -1
	}
	if a > m-a {
		a, l, r = m-a, m-r, m-l
	}
	k := (l-1)/a + 1
	if k*a > r {
		// No multiple of a lies in [l, r], so some laps of m are needed: the
		// least j for which one lies in [l + j·m, r + j·m].
		j := firstWithin(m%a, a, a-r%a, a-l%a, a*most/m)
		if j < 0 {
			return -1
		}
		k = (l+j*m-1)/a + 1
	}
	if k > most {
		return -1
	}
	return k
}

func gcdOf(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
