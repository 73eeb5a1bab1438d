package ops

import (
	"context"

	"github.com/ndtool/ndtool/ndarray"
)

// contextOf returns the first context of arrays that have one, of which nil ones
// have none, and else one that is never done.
func contextOf(arrays ...*ndarray.Array) context.Context {
	for _, a := range arrays {
		if a == nil {
			continue
		}
		if ctx := a.Context(); ctx.Done() != nil {
			return ctx
		}
	}
	return context.Background()
}

// ended returns the error of the context of an operand that is done.
func ended(operands []operand) error {
	for _, o := range operands {
		if err := ndarray.ContextErr(o.array); err != nil {
			return err
		}
	}
	return nil
}
