package dtype

import (
	"math"
	"strconv"
	"strings"
)

// Unit is the unit of a datetime64 or timedelta64: Num·Base, as in 25s.
// The zero Unit is NumPy's generic unit.
type Unit struct {
	Num  int32    // how many; 0 in the generic unit
	Base UnitBase // of what
}

// UnitBase is a unit of time.
type UnitBase uint8

// The units of time, from NumPy's generic unit, which fits any other, to the
// shortest.
const (
	Generic UnitBase = iota
	Year
	Month
	Week
	Day
	Hour
	Minute
	Second
	Millisecond
	Microsecond
	Nanosecond
	Picosecond
	Femtosecond
	Attosecond
)

var unitNames = [...]string{"generic", "Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"}

// String returns NumPy's name of b: "s", "ns", "generic".
func (b UnitBase) String() string {
	if int(b) < len(unitNames) {
		return unitNames[b]
	}
	return "?"
}

// String returns u as NumPy writes it between brackets: "25s", "D", "generic".
func (u Unit) String() string {
	u = u.canonical()
	if u.Num > 1 {
		return strconv.Itoa(int(u.Num)) + u.Base.String()
	}
	return u.Base.String()
}

// canonical returns the one form that a Type holds: no number beside the
// generic unit, and at least 1 beside the others.
func (u Unit) canonical() Unit {
	if u.Base == Generic || int(u.Base) >= len(unitNames) {
		return Unit{}
	}
	u.Num = max(u.Num, 1)
	return u
}

// suffix returns u as it ends a descr: "[25s]", or nothing if generic.
func (u Unit) suffix() string {
	if u.Base == Generic {
		return ""
	}
	return "[" + u.String() + "]"
}

// parseUnit reads what follows M8 or datetime64: nothing or a unit in brackets,
// with a multiple and a divisor as in [25s] and [D/24].
func parseUnit(s string) (Unit, error) {
	bad := func(why string) (Unit, error) {
		return Unit{}, failf(ErrDescr, "the time unit %q %s", clip(s), why)
	}
	if s == "" {
		return Unit{}, nil
	}
	body, ok := strings.CutPrefix(s, "[")
	body, ok2 := strings.CutSuffix(body, "]")
	if !ok || !ok2 {
		return bad("is not a unit in brackets, such as [ns] or [25s]")
	}
	num, name := int64(1), body
	if n, rest, ok := leadingInt(body); ok {
		num, name = n, rest
	}
	divisor := int64(1)
	if unit, text, ok := strings.Cut(name, "/"); ok {
		n, rest, ok := leadingInt(text)
		if !ok || rest != "" {
			return bad("has no number behind the /")
		}
		name, divisor = unit, n
	}
	u := Unit{Base: UnitBase(len(unitNames))}
	for i, n := range unitNames {
		if n == name || i == int(Microsecond) && name == "μs" {
			u.Base = UnitBase(i)
		}
	}
	switch {
	case int(u.Base) == len(unitNames):
		return bad("is unknown; the units are Y, M, W, D, h, m, s, ms, us, ns, ps, fs, as and generic")
	case u.Base == Generic && divisor == 1:
		return Unit{}, nil // whatever the multiple
	case num < 1 || num > math.MaxInt32:
		return bad("has a multiple out of range")
	case divisor < 1 || divisor > math.MaxInt32:
		return bad("has a divisor out of range")
	}
	if divisor > 1 {
		part, q, ok := u.Base.divide(divisor)
		if !ok {
			return bad("divides a unit by what is no number of shorter units")
		}
		if num *= q; num > math.MaxInt32 {
			return bad("has a multiple out of range")
		}
		u.Base = part
	}
	u.Num = int32(num)
	return u.canonical(), nil
}

// parts tells, for each unit, how many of some shorter units it is taken as
// when it is divided. From Second on it is the next two in steps of 1000.
var parts = [...][]struct {
	count int64
	unit  UnitBase
}{
	Year:   {{12, Month}, {52, Week}, {365, Day}},
	Month:  {{4, Week}, {30, Day}, {720, Hour}},
	Week:   {{7, Day}, {168, Hour}, {10080, Minute}},
	Day:    {{24, Hour}, {1440, Minute}, {86400, Second}},
	Hour:   {{60, Minute}, {3600, Second}},
	Minute: {{60, Second}, {60000, Millisecond}},
}

// divide returns b/n as a number of the longest shorter unit that n divides.
func (b UnitBase) divide(n int64) (UnitBase, int64, bool) {
	if b >= Second {
		for count, unit := int64(1000), b+1; unit <= min(b+2, Attosecond); count, unit = count*1000, unit+1 {
			if count%n == 0 {
				return unit, count / n, true
			}
		}
		return 0, 0, false
	}
	if int(b) < len(parts) {
		for _, p := range parts[b] {
			if p.count%n == 0 {
				return p.unit, p.count / n, true
			}
		}
	}
	return 0, 0, false
}

// leadingInt reads a decimal integer as C's strtol does: after white space,
// with or without a sign. A number outside 32 bits comes back as some number
// outside 32 bits.
func leadingInt(s string) (n int64, rest string, ok bool) {
	t := strings.TrimLeft(s, " \t\n\v\f\r")
	negative := strings.HasPrefix(t, "-")
	if negative || strings.HasPrefix(t, "+") {
		t = t[1:]
	}
	i := 0
	for ; i < len(t) && '0' <= t[i] && t[i] <= '9'; i++ {
		n = min(n*10+int64(t[i]-'0'), 1<<40)
	}
	if i == 0 {
		return 0, s, false
	}
	if negative {
		n = -n
	}
	return n, t[i:], true
}
