package dtype

// steps tells how many of the next shorter unit a unit has. There is no fixed
// number of weeks in a month: NumPy counts with 1 where it must.
var steps = [...]int64{
	Year: 1, Month: 1, Week: 7, Day: 24, Hour: 60, Minute: 60, Second: 1000, Millisecond: 1000,
	Microsecond: 1000, Nanosecond: 1000, Picosecond: 1000, Femtosecond: 1000, Attosecond: 1,
}

// factor returns how many of the shorter unit v the unit u has; ok is false if
// they are more than 2^56, NumPy's bound.
func (u UnitBase) factor(v UnitBase) (n int64, ok bool) {
	n = 1
	for ; u < v; u++ {
		if n *= steps[u]; n >= 1<<56 {
			return 0, false
		}
	}
	return n, true
}

// nonlinear reports whether u is a year or a month, which have no fixed number
// of days.
func (u UnitBase) nonlinear() bool { return u == Year || u == Month }

// parts returns how many v the longer or same unit u has.
func (u UnitBase) parts(v UnitBase) (n int64, ok bool) {
	if u == Year && v == Month {
		return 12, true
	}
	return u.factor(v)
}

// commonUnit returns the longest unit that both u and v are multiples of. Where
// strict, which is between timedeltas, a unit of months has none with one of
// days.
func commonUnit(u, v Unit, strict bool) (Unit, error) {
	switch {
	case u.Base == Generic:
		return v, nil
	case v.Base == Generic:
		return u, nil
	}
	if u.Base > v.Base {
		u, v = v, u
	}
	if strict && u.Base.nonlinear() != v.Base.nonlinear() {
		return Unit{}, reason("years and months have no fixed number of days")
	}
	n, ok := u.Base.parts(v.Base)
	if !ok {
		return Unit{}, reason("their common unit is out of range")
	}
	// gcd(n·u.Num, v.Num), without forming the product
	a := int64(v.Num)
	b := n % a * (int64(u.Num) % a) % a
	for b != 0 {
		a, b = b, a%b
	}
	return Unit{Num: int32(a), Base: v.Base}, nil
}

// divides reports whether v is no longer than u and every multiple of u is one of
// v. Years and months count as whole numbers of all shorter units unless strict.
// It is false, as in NumPy, where u is more than 2^56 of the unit of v.
func (u Unit) divides(v Unit, strict bool) bool {
	if u.Base > v.Base {
		return false
	}
	if u.Base.nonlinear() != v.Base.nonlinear() {
		return !strict
	}
	n, ok := u.Base.parts(v.Base)
	return ok && n <= (1<<56-1)/int64(u.Num) && n*int64(u.Num)%int64(v.Num) == 0
}

// isThousands reports whether u is v written in a unit that is 10^3, 10^6 or 10^9
// times shorter, which NumPy takes for the same.
func (u Unit) isThousands(v Unit) bool {
	if v.Base < Second || u.Base <= v.Base || u.Base > v.Base+3 {
		return false
	}
	n, _ := v.Base.factor(u.Base)
	return int64(u.Num) == n*int64(v.Num)
}
