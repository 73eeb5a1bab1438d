package kernel

import "unsafe"

// bounded is the assembly of a function for n groups of groupBytes, up to the
// first one with a number that is not from low to high: left is how many groups
// are left then. 1 lies within all bounds.
type bounded struct {
	block     func(n int, d, x unsafe.Pointer) (left int)
	low, high float64
}

const groupBytes = 32

func (g *bounded) holds(v float64) bool { return v >= g.low && v <= g.high }

// inGroups is the loop of a function that is not exact, f in Go. All numbers
// within the bounds go through the assembly, in a buffer where they are not whole
// groups of adjacent ones, so that a result depends on nothing but its number.
func inGroups[T float](loop Loop, f func(float64) float64, g bounded) Loop {
	if g.block == nil {
		return loop
	}
	size := int(unsafe.Sizeof(*new(T)))
	each := groupBytes / size
	return func(n int, a *Args) {
		adjacent := a.S[0] == size && a.S[1] == size
		most := int(unsafe.Sizeof(a.scratch)) / size
		if adjacent {
			most = each
		}
		for done := 0; done < n; {
			if groups := (n - done) / each; groups > 0 && adjacent {
				done += each * (groups - g.block(groups, unsafe.Add(a.P[0], done*size), unsafe.Add(a.P[1], done*size)))
			}
			if m := min(most, n-done); m > 0 {
				inBuffer[T](m, done, a, f, &g)
				done += m
			}
		}
	}
}

// inBuffer is the function of m numbers from the given one on, by way of a buffer.
func inBuffer[T float](m, from int, a *Args, f func(float64) float64, g *bounded) {
	buf := unsafe.Slice((*T)(unsafe.Pointer(&a.scratch)), int(unsafe.Sizeof(a.scratch)/unsafe.Sizeof(*new(T))))
	each := groupBytes / int(unsafe.Sizeof(buf[0]))
	groups := (m + each - 1) / each
	for i := range groups * each {
		buf[i] = 1
		if i < m {
			if v := *at[T](a.P[1], (from+i)*a.S[1]); g.holds(float64(v)) {
				buf[i] = v
			}
		}
	}
	g.block(groups, unsafe.Pointer(&buf[0]), unsafe.Pointer(&buf[0]))
	for i, r := range buf[:m] {
		if v := float64(*at[T](a.P[1], (from+i)*a.S[1])); !g.holds(v) {
			r = T(f(v))
		}
		*at[T](a.P[0], (from+i)*a.S[0]) = r
	}
}
