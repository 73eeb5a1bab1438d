package ops

import (
	"sync/atomic"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// signature is a loop with the native element types that it wants.
type signature struct {
	loop   kernel.Loop
	in     []dtype.Type // of the sources
	out    dtype.Type   // of what the loop writes
	result dtype.Type   // of the operation: out, or the narrow float it is rounded to
	slow   bool         // worth packing spread elements first
}

// signatures keeps those of one operator on numbers, which it looks for once.
type signatures [kernel.Nums][kernel.Nums]atomic.Pointer[signature]

// of returns the signature of operands of types x and y, which find looks for.
func (t *signatures) of(x, y dtype.Type, find func() (signature, error)) (*signature, error) {
	n, ok := number(x)
	m, too := number(y)
	if !ok || !too {
		s, err := find()
		return &s, err
	}
	if s := t[n][m].Load(); s != nil {
		return s, nil
	}
	s, err := find()
	if err == nil {
		t[n][m].Store(&s)
	}
	return &s, err
}
