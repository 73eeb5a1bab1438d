package ndarray

import "context"

// bound is the owner of a storage that WithContext made: another one's bytes, for
// as long as a context allows.
type bound struct {
	ctx context.Context
	of  *Storage
}

// proper returns the storage whose bytes s gives.
func (s *Storage) proper() *Storage {
	if b, ok := s.owner.(*bound); ok {
		return b.of
	}
	return s
}

// WithContext returns the view of a's elements under a context, as http.Request
// carries one: when the context is done, copies and operations that read or write
// through the view or through views of it soon end with the context's error, a
// destination then holds part of the result, and those that have not begun are
// refused. It takes the place of a context that a had; one that is never done, as
// context.Background, frees the view of it. What operations return is new and has
// no context, but a destination and views are as they are. It never fails.
func (a *Array) WithContext(ctx context.Context) *Array {
	s := a.store.proper()
	if ctx.Done() != nil {
		s = &Storage{data: s.data, readOnly: s.readOnly, owner: &bound{ctx, s}}
	}
	return over(s, a.dt, a.lay())
}

// bound reports whether a has a context.
func (a *Array) bound() bool { return a.store.proper() != a.store }

// ContextErr returns the error of the first of the arrays' contexts that is done,
// nil if none is: for loops over the elements of large arrays, to look at between
// pieces of work.
func ContextErr(arrays ...*Array) error {
	for _, a := range arrays {
		if b, ok := a.store.owner.(*bound); ok && b.ctx.Err() != nil {
			return b.ctx.Err()
		}
	}
	return nil
}

// Context returns the context that WithContext has set for a or for an array
// that it is a view of, context.Background where there is none.
func (a *Array) Context() context.Context {
	if b, ok := a.store.owner.(*bound); ok {
		return b.ctx
	}
	return context.Background()
}
