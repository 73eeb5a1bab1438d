package layout

import (
	"errors"
	"strconv"
	"strings"
)

// ParseIndex reads a basic index as it stands between NumPy's brackets:
// "1:3, ::-1, ..., 0, newaxis"; None is newaxis. A comma may follow the last
// item, and "()" is the empty index. Bounds beyond an int are clipped, as in
// Python. Errors: ErrSyntax with the byte of the fault, ErrIndex for an int
// item beyond an int.
func ParseIndex(spec string) ([]Index, error) {
	s := strings.TrimSpace(spec)
	if s == "()" {
		return []Index{}, nil
	}
	var out []Index
	for at := 0; ; {
		item, more := spec[at:], false
		if comma := strings.IndexByte(item, ','); comma >= 0 {
			item, more = item[:comma], true
		}
		if strings.TrimSpace(item) == "" {
			if !more && len(out) > 0 {
				return out, nil // after a trailing comma
			}
			return nil, syntaxError(spec, at, "expected an index")
		}
		ix, err := parseItem(spec, at, at+len(item))
		if err != nil {
			return nil, err
		}
		if len(out) == 2*MaxRank+1 {
			return nil, refusal("index", ErrRank, -1, "more than "+num(2*MaxRank+1)+" items")
		}
		out = append(out, ix)
		at += len(item)
		if !more {
			return out, nil
		}
		at++
	}
}

func syntaxError(spec string, at int, what string) error {
	const most = 40
	if len(spec) > most {
		spec = spec[:most] + "…"
	}
	return refusal("index", ErrSyntax, -1, what+" at byte "+num(at)+" of "+strconv.Quote(spec))
}

// parseItem reads the item spec[lo:hi], which is not blank.
func parseItem(spec string, lo, hi int) (Index, error) {
	text := strings.TrimSpace(spec[lo:hi])
	switch text {
	case "...", "Ellipsis":
		return Ellipsis, nil
	case "newaxis", "None":
		return NewAxis, nil
	}
	ix := Index{}
	at := lo
	for part := 0; ; part++ {
		field := spec[at:hi]
		colon := strings.IndexByte(field, ':')
		if colon >= 0 {
			field = field[:colon]
		}
		if colon >= 0 && part == 2 {
			return ix, syntaxError(spec, at+colon, "a third colon")
		}
		n, has, exact, ok := parseInt(strings.TrimSpace(field))
		if !ok {
			return ix, syntaxError(spec, at, "expected an integer, a range, ..., or newaxis")
		}
		switch part {
		case 0:
			if colon < 0 {
				if !exact {
					return ix, refusal("index", ErrIndex, -1, "index "+strings.TrimSpace(field)+" is too large")
				}
				return Int(n), nil
			}
			ix.start, ix.hasLo = n, has
		case 1:
			ix.stop, ix.hasHi = n, has
		case 2:
			ix.step, ix.hasStep = n, has
		}
		if colon < 0 {
			return ix, nil
		}
		at += colon + 1
	}
}

// parseInt reads a decimal integer with a sign or an empty string. A number
// beyond an int is clipped and not exact.
func parseInt(s string) (n int, has, exact, ok bool) {
	if s == "" {
		return 0, false, true, true
	}
	wide, err := strconv.ParseInt(s, 10, strconv.IntSize)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false, false, false
	}
	return int(wide), true, err == nil, true
}
