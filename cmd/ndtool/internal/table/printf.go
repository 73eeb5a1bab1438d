package table

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
)

// ErrFormat is the kind of a fault in a format.
var ErrFormat = errors.New("malformed format")

// Format is a format in the manner of C's printf and Python's %: text with
// conversions such as %d, %8.3f and %s in it.
type Format struct {
	text  []string // before each conversion, and behind the last
	verbs []verb
}

// verb is one conversion.
type verb struct {
	flags     string
	width     int
	precision int // -1 for none
	letter    byte
}

// ParseFormat reads a format with one conversion or more: of d, i, u, o, x, X
// for integers, e, E, f, F, g, G for numbers, s for any value; the flags - + 0 #
// and space; width and precision in digits. %% is a percent sign.
func ParseFormat(s string) (*Format, error) {
	f := new(Format)
	var text strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			text.WriteByte(s[i])
			continue
		}
		if i+1 < len(s) && s[i+1] == '%' {
			text.WriteByte('%')
			i++
			continue
		}
		start := i
		v := verb{precision: -1}
		i++
		for ; i < len(s) && strings.IndexByte("-+0# ", s[i]) >= 0; i++ {
			v.flags += s[i : i+1]
		}
		v.width, i = digits(s, i)
		if i < len(s) && s[i] == '.' {
			v.precision, i = digits(s, i+1)
		}
		for i < len(s) && strings.IndexByte("hlL", s[i]) >= 0 {
			i++
		}
		const most = 1000
		if i == len(s) || strings.IndexByte("diuoxXeEfFgGs", s[i]) < 0 || v.width > most || v.precision > most {
			return nil, fmt.Errorf("%w: %.40q at %.40q, expected a conversion such as %%d, %%.18e or %%s", ErrFormat, s, s[start:])
		}
		v.letter = s[i]
		f.text, f.verbs = append(f.text, text.String()), append(f.verbs, v)
		text.Reset()
	}
	if f.verbs == nil {
		return nil, fmt.Errorf("%w: %.40q has no conversion", ErrFormat, s)
	}
	f.text = append(f.text, text.String())
	return f, nil
}

// digits reads a number; one of many digits is large, whatever it is.
func digits(s string, i int) (n, end int) {
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		n = min(10*n+int(s[i]-'0'), 1<<20)
	}
	return n, i
}

// Len returns the number of conversions.
func (f *Format) Len() int { return len(f.verbs) }

// number is a value for a conversion: an integer or a real number; text is what
// %s writes.
type number struct {
	kind byte // 'i', 'u', 'f' or 's'
	i    int64
	u    uint64
	f    float64
	text func() (string, error)
}

// append writes a value by the conversion at i.
func (f *Format) append(b []byte, i int, x number) ([]byte, error) {
	v := f.verbs[i]
	switch v.letter {
	case 's':
		text, err := x.text()
		if err != nil {
			return b, err
		}
		if v.precision >= 0 {
			text = string([]rune(text)[:min(v.precision, len([]rune(text)))])
		}
		return v.pad(b, text, false), nil
	case 'd', 'i', 'u', 'o', 'x', 'X':
		return v.integer(b, x)
	}
	switch x.kind {
	case 'i':
		x.f = float64(x.i)
	case 'u':
		x.f = float64(x.u)
	case 's':
		return b, fmt.Errorf("%w: %%%c is for numbers, expected %%s", ErrFormat, v.letter)
	}
	return v.float(b, x.f), nil
}

// integer writes a whole number; real ones are cut to it by d, i and u, as in
// Python.
func (v verb) integer(b []byte, x number) ([]byte, error) {
	letter := v.letter
	if letter == 'i' || letter == 'u' {
		letter = 'd'
	}
	flags := v.flags
	if letter == 'o' && strings.Contains(flags, "#") {
		letter, flags = 'O', strings.ReplaceAll(flags, "#", "") // 0o17, as Python writes it
	}
	format := v.spec(flags, letter)
	switch x.kind {
	case 'i':
		return fmt.Appendf(b, format, x.i), nil
	case 'u':
		return fmt.Appendf(b, format, x.u), nil
	case 'f':
		if letter != 'd' {
			return b, fmt.Errorf("%w: %%%c is for integers", ErrFormat, v.letter)
		}
		if math.IsNaN(x.f) || math.IsInf(x.f, 0) {
			return b, fmt.Errorf("%w: %v has no integer for %%%c", ErrFormat, x.f, v.letter)
		}
		if math.Abs(x.f) < 1<<62 {
			return fmt.Appendf(b, format, int64(x.f)), nil
		}
		whole, _ := big.NewFloat(x.f).Int(nil)
		return fmt.Appendf(b, format, whole), nil
	}
	return b, fmt.Errorf("%w: %%%c is for numbers, expected %%s", ErrFormat, v.letter)
}

// spec is the conversion for package fmt.
func (v verb) spec(flags string, letter byte) string {
	s := "%" + flags
	if v.width > 0 {
		s += fmt.Sprint(v.width)
	}
	if v.precision >= 0 {
		s += fmt.Sprintf(".%d", v.precision)
	}
	return s + string(letter)
}

// float writes a real number.
func (v verb) float(b []byte, x float64) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		text := "nan"
		sign := ""
		if !math.IsNaN(x) {
			text = "inf"
		}
		switch {
		case x < 0:
			sign = "-"
		case strings.Contains(v.flags, "+"):
			sign = "+"
		case strings.Contains(v.flags, " "):
			sign = " "
		}
		if v.letter < 'a' {
			text = strings.ToUpper(text)
		}
		return v.pad(b, sign+text, true)
	}
	if v.precision < 0 {
		v.precision = 6
	}
	return fmt.Appendf(b, v.spec(v.flags, v.letter), x)
}

// pad fills a text up to the width; with zero the flag 0 puts zeros behind the
// sign.
func (v verb) pad(b []byte, text string, zero bool) []byte {
	missing := v.width - len([]rune(text))
	switch {
	case missing <= 0:
		return append(b, text...)
	case strings.Contains(v.flags, "-"):
		return append(append(b, text...), strings.Repeat(" ", missing)...)
	case zero && strings.Contains(v.flags, "0"):
		sign := text[:len(text)-len(strings.TrimLeft(text, "+- "))]
		b = append(append(b, sign...), strings.Repeat("0", missing)...)
		return append(b, text[len(sign):]...)
	}
	return append(append(b, strings.Repeat(" ", missing)...), text...)
}
