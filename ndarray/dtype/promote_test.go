package dtype_test

import (
	"errors"
	"testing"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// pairs is promote.json.
type pairs struct {
	Types   []string
	Results []*string
	Rows    [][]int
}

func (p pairs) types(t *testing.T) []dtype.Type {
	types := make([]dtype.Type, len(p.Types))
	for i, text := range p.Types {
		types[i] = mustType(t, text)
	}
	return types
}

func TestPromote(t *testing.T) {
	var p pairs
	read(t, "promote.json", &p)
	types := p.types(t)
	common := 0
	for i, a := range types {
		for j, b := range types {
			got, err := dtype.Promote(a, b)
			want := p.Results[p.Rows[i][j]]
			switch {
			case want == nil && err == nil:
				t.Errorf("Promote(%s, %s) = %s, want an error", a, b, got.Descr())
			case want == nil && !errors.Is(err, dtype.ErrPromote):
				t.Errorf("Promote(%s, %s): %v is no ErrPromote", a, b, err)
			case want != nil && (err != nil || got != mustType(t, *want)):
				t.Errorf("Promote(%s, %s) = %s, %v; want %s", a, b, got.Descr(), err, *want)
			case want != nil:
				common++
			}
		}
	}
	if common < 2000 {
		t.Errorf("%d pairs with a common type: the fixture tests nothing", common)
	}
}

func TestCanCast(t *testing.T) {
	var p pairs
	var rows []string
	read(t, "promote.json", &p)
	read(t, "cast.json", &rows)
	types := p.types(t)
	for i, a := range types {
		for j, b := range types {
			refused := dtype.Casting(rows[i][j] - '0')
			for rule := dtype.No; rule <= dtype.Unsafe; rule++ {
				if got, want := dtype.CanCast(a, b, rule), rule >= refused; got != want {
					t.Errorf("CanCast(%s, %s, %s) = %v", p.Types[i], p.Types[j], rule, got)
				}
			}
		}
	}
}

func TestPromoteWeak(t *testing.T) {
	var p pairs
	var rows [][3]*string
	read(t, "promote.json", &p)
	read(t, "weak.json", &rows)
	for i, dt := range p.types(t) {
		for w, want := range rows[i] {
			got, err := dtype.PromoteWeak(dt, dtype.Weak(w))
			if want == nil {
				if !errors.Is(err, dtype.ErrPromote) {
					t.Errorf("PromoteWeak(%s, %d) = %s, %v; want an error", dt, w, got, err)
				}
			} else if err != nil || got != mustType(t, *want) {
				t.Errorf("PromoteWeak(%s, %d) = %s, %v; want %s", dt, w, got, err, *want)
			}
		}
	}
}
