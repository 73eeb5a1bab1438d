package pyliteral

import (
	"math"
	"strconv"
	"strings"
)

const (
	minInt64 = math.MinInt64

	// maxDecimal is the number of digits above which Python declines to
	// convert a decimal integer.
	maxDecimal = 4300
)

// number reads an integer, float or imaginary number without a sign.
func (p *parser) number() (Value, form, error) {
	pos := p.pos
	v := Value{Kind: Int, Pos: pos}
	f := real_
	if base := p.radix(); base != 0 {
		p.pos += 2
		if p.peek() == '_' {
			p.pos++
		}
		digits, ok := p.digits(base)
		if !ok || digits == "" {
			return v, f, p.errorf(pos, "malformed number")
		}
		v.setInt(digits, base)
	} else {
		whole, ok := p.digits(10)
		if !ok {
			return v, f, p.errorf(pos, "malformed number")
		}
		real := false
		if p.peek() == '.' {
			p.pos++
			frac, ok := p.digits(10)
			if !ok || whole == "" && frac == "" {
				return v, f, p.errorf(pos, "malformed number")
			}
			real = true
		}
		if c := p.peek(); c == 'e' || c == 'E' {
			p.pos++
			if c := p.peek(); c == '+' || c == '-' {
				p.pos++
			}
			exp, ok := p.digits(10)
			if !ok || exp == "" {
				return v, f, p.errorf(pos, "malformed number")
			}
			real = true
		}
		if c := p.peek(); c == 'j' || c == 'J' {
			p.pos++
			real, f = true, imag
		}
		digits := strings.TrimLeft(whole, "0")
		switch {
		case real:
			v.Kind = Float
		case digits != "" && whole[0] == '0':
			return v, f, p.errorf(pos, "an integer must not start with 0")
		case len(digits) > maxDecimal:
			return v, f, p.errorf(pos, "an integer of %d digits; at most %d are read", len(digits), maxDecimal)
		default:
			v.setInt(digits, 10)
		}
	}
	v.End = p.pos
	if p.opt.LongSuffix {
		if err := p.longSuffix(&v); err != nil {
			return v, f, err
		}
	}
	if p.word() != "" || isDigit(p.peek()) {
		return v, f, p.errorf(pos, "malformed number")
	}
	return v, f, nil
}

// longSuffix skips each L behind a number, with the blanks before it.
func (p *parser) longSuffix(v *Value) error {
	for {
		end := p.pos
		for c := p.peek(); c == ' ' || c == '\t' || c == '\f'; c = p.peek() {
			p.pos++
		}
		if p.word() != "L" {
			p.pos = end
			return nil
		}
		p.pos++
		v.End = p.pos
		v.Long = v.Kind == Int
	}
}

// radix returns the base that the prefix at p.pos names, 0 without a prefix.
func (p *parser) radix() int {
	if len(p.text)-p.pos < 2 || p.text[p.pos] != '0' {
		return 0
	}
	switch p.text[p.pos+1] {
	case 'x', 'X':
		return 16
	case 'o', 'O':
		return 8
	case 'b', 'B':
		return 2
	}
	return 0
}

// digits reads digits of base, which single underscores may divide, and
// returns them without the underscores.
func (p *parser) digits(base int) (string, bool) {
	start, underscores := p.pos, false
	for last := byte('_'); ; p.pos++ {
		c := p.peek()
		switch {
		case c == '_' && last != '_':
			underscores = true
		case digitValue(c) < base:
		default:
			s := p.text[start:p.pos]
			if underscores {
				s = strings.ReplaceAll(s, "_", "")
			}
			return s, last != '_' && c != '_' || p.pos == start && c != '_'
		}
		last = c
	}
}

// digitValue returns the value of a digit, 99 for anything else.
func digitValue(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return 99
}

// setInt sets the value from digits without sign; none at all are 0. A value
// outside int64 sets Big, and 2^63 is marked for negate.
func (v *Value) setInt(digits string, base int) {
	if digits == "" {
		return
	}
	u, err := strconv.ParseUint(digits, base, 64)
	switch {
	case err == nil && u <= math.MaxInt64:
		v.Int = int64(u)
	case err == nil && u == 1<<63:
		v.Int, v.Big = minInt64, true
	default:
		v.Big = true
	}
}
