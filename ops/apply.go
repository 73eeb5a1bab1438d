package ops

import (
	"slices"
	"unsafe"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// apply runs a loop over sources broadcast together, into dst or, if dst is
// nil, into a fresh array of the signature's result type in NumPy's K order.
// Everything that can be refused is refused before dst is written.
func apply(op string, dst *ndarray.Array, s *signature, sources ...*ndarray.Array) (*ndarray.Array, error) {
	if r, done := s.short(dst, sources); done {
		return r, nil
	}
	return applyAny(op, dst, s, slices.Clone(sources))
}

// applyAny is apply for all operands.
func applyAny(op string, dst *ndarray.Array, s *signature, sources []*ndarray.Array) (*ndarray.Array, error) {
	shape, err := commonShape(sources)
	if err != nil {
		return nil, err
	}
	if dst == nil {
		if dst, err = freshLike(s.result, shape, sources); err != nil {
			return nil, err
		}
	} else {
		if err := checkTarget(op, dst, s.result, shape); err != nil {
			return nil, err
		}
		if sources, err = apart(dst, sources); err != nil {
			return nil, err
		}
	}
	operands := make([]operand, 1+len(sources))
	if operands[0], err = target(op, dst, s); err != nil {
		return nil, err
	}
	for k, a := range sources {
		if operands[1+k], err = source(op, a, s.in[k]); err != nil {
			return nil, err
		}
		operands[1+k].packs = s.slow
	}
	return written(dst, run(s.loop, operands...))
}

// written is what an operation returns that wrote into dst, or failed to.
func written(dst *ndarray.Array, err error) (*ndarray.Array, error) {
	if err != nil {
		return nil, err
	}
	return dst, nil
}

// commonShape is the shape that arrays are broadcast to.
func commonShape(arrays []*ndarray.Array) ([]int, error) {
	same := true
	for _, a := range arrays[1:] {
		same = same && sameShape(a, arrays[0])
	}
	if same {
		return arrays[0].Shape(), nil
	}
	shapes := make([][]int, len(arrays))
	for k, a := range arrays {
		shapes[k] = a.Shape()
	}
	return layout.Broadcast(shapes...)
}

// freshLike returns a new array for the result of an elementwise operation.
func freshLike(dt dtype.Type, shape []int, sources []*ndarray.Array) (*ndarray.Array, error) {
	packed := true
	for _, a := range sources {
		packed = packed && a.IsC() && a.Len() > 0 && (a.Rank() == 0 || a.Rank() == len(shape))
	}
	if packed {
		return ndarray.New(dt, shape...)
	}
	layouts := make([]layout.Layout, len(sources))
	for k, a := range sources {
		l, err := a.Layout().Expand(shape...)
		if err != nil {
			return nil, err
		}
		layouts[k] = l
	}
	return ndarray.NewOrdered(dt, layout.WalkOrder(layouts...), shape...)
}

// checkTarget refuses a destination that cannot take a result of the given type
// and shape. The destination may be larger: the result is then broadcast to it.
func checkTarget(op string, dst *ndarray.Array, result dtype.Type, shape []int) error {
	if want := dst.Shape(); !slices.Equal(shape, want) {
		if common, err := layout.Broadcast(want, shape); err != nil || !slices.Equal(common, want) {
			return fail(op, layout.ErrBroadcast, "a result of shape %v does not fit a destination of shape %v", shape, want)
		}
	}
	if !dtype.CanCast(result, dst.DType(), dtype.SameKind) {
		return fail(op, ErrCasting, "a result of dtype %.60s is not cast to a destination of %.60s by same_kind", result, dst.DType())
	}
	return ndarray.CheckWritable(op, dst)
}

// apart returns the sources with those that share elements with dst replaced by
// copies, unless they are the very same view, which an elementwise walk may
// overwrite as it goes.
func apart(dst *ndarray.Array, sources []*ndarray.Array) ([]*ndarray.Array, error) {
	out := sources
	for k, a := range sources {
		if ndarray.SharesMemory(dst, a) == layout.No || sameView(dst, a) {
			continue
		}
		if &out[0] == &sources[0] {
			out = slices.Clone(sources)
		}
		c, err := a.Clone(layout.K)
		if err != nil {
			return nil, err
		}
		out[k] = c
	}
	return out, nil
}

// sameView reports whether a and b are the same items of the same storage.
func sameView(a, b *ndarray.Array) bool {
	la, lb := a.Layout(), b.Layout()
	return a.SameStorage(b) && a.ItemSize() == b.ItemSize() && la.Offset == lb.Offset && la.Equal(lb)
}

// source makes an array an operand with elements of the type elem.
func source(op string, a *ndarray.Array, elem dtype.Type) (operand, error) {
	between, err := conversion(op, a.DType().Native(), elem)
	return operand{array: a, elem: elem, between: between}, err
}

// target makes an array the operand that takes the results of a loop.
func target(op string, a *ndarray.Array, s *signature) (operand, error) {
	to := a.DType().Native()
	between, err := conversion(op, s.out, to)
	if err == nil && s.result != s.out && s.result != to {
		// Round to the operation's result before the cast to dst.
		var round kernel.Loop
		if round, err = conversion(op, s.out, s.result); err == nil {
			between, err = conversion(op, s.result, to)
			between = through(s.result.ItemSize(), round, between)
		}
	}
	return operand{array: a, elem: s.out, between: between}, err
}

// through chains two conversions by a buffer of items of the given size.
func through(size int, first, second kernel.Loop) kernel.Loop {
	return func(n int, a *kernel.Args) {
		buf := make([]uint64, (buffered*size+7)/8)
		mid := unsafe.Pointer(&buf[0])
		b := *a
		for i := 0; i < n; i += buffered {
			m := min(n-i, buffered)
			b.P[0], b.S[0] = mid, size
			b.P[1], b.S[1] = unsafe.Add(a.P[1], i*a.S[1]), a.S[1]
			first(m, &b)
			b.P[0], b.S[0] = unsafe.Add(a.P[0], i*a.S[0]), a.S[0]
			b.P[1], b.S[1] = mid, size
			second(m, &b)
		}
	}
}

// assignThrough writes src into dst, rounded to the type of the operation's
// result on the way.
func assignThrough(op string, dst, src *ndarray.Array, result dtype.Type) error {
	from := src.DType()
	to, err := target(op, dst, &signature{out: from, result: result})
	if err != nil {
		return err
	}
	return run(orCopy(nil, from), to, operand{array: src, elem: from})
}
