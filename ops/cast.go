package ops

import (
	"encoding/binary"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// Cast returns x with its elements converted to another type, byte order
// included, as NumPy's astype: it always copies, into dst if that is not nil,
// else into a fresh array with its axes in the order of x's (K order).
//
// Integers wrap; floats are cut to integers, and what does not fit or is NaN has
// no defined value; rounding is to nearest even and overflows to infinity;
// complex numbers lose the imaginary part; all but 0 is true. Strings are cut
// or filled with NUL, dates change their unit.
//
// Errors: ErrCasting if the casting rule forbids the pair, ErrDType if it is not
// converted here or dst has another dtype than to, ErrValue for characters
// outside ASCII where bytes are wanted or given, layout.ErrBroadcast and those of
// ndarray.CheckWritable for dst.
func Cast(dst, x *ndarray.Array, to dtype.Type, casting dtype.Casting) (*ndarray.Array, error) {
	const op = "cast"
	from := x.DType()
	if !dtype.CanCast(from, to, casting) {
		return nil, fail(op, ErrCasting, "%s is not cast to %s by the rule %s", from, to, casting)
	}
	s, err := castSignatures.of(from, to, func() (signature, error) {
		from, to := from.Native(), to.Native()
		between, err := conversion(op, from, to)
		return signature{loop: between, in: []dtype.Type{from}, out: to, result: to}, err
	})
	if err != nil {
		return nil, err
	}
	if err := checkText(op, x, to); err != nil {
		return nil, err
	}
	if dst == nil {
		if s.loop != nil && to == s.result {
			if r, done := s.short(nil, []*ndarray.Array{x}); done {
				return r, nil
			}
		}
		if dst, err = ndarray.NewLike(x, to, layout.K); err != nil {
			return nil, err
		}
	} else if dst.DType() != to {
		return nil, fail(op, ErrDType, "the destination has dtype %.60s, not %.60s", dst.DType(), to)
	}
	if s.loop == nil {
		return written(dst, ndarray.Copy(dst, x))
	}
	return apply(op, dst, s, x)
}

// castSignatures have no loop where the types are the same up to byte order.
var castSignatures signatures

// checkText refuses text outside ASCII where it changes between bytes and
// characters.
func checkText(op string, x *ndarray.Array, to dtype.Type) error {
	if !isText(x.DType()) || !isText(to) || x.DType().Kind() == to.Kind() {
		return nil
	}
	native, err := x.Native()
	if err != nil {
		return err
	}
	b, err := native.Storage().Acquire()
	if err != nil {
		return err
	}
	defer native.Storage().Release()
	size := x.ItemSize()
	unit := alignmentOf(native.DType())
	for off := range native.Offsets() {
		for i := 0; i < size; i += unit {
			c, ok := character(b[off+i : off+i+unit])
			if !ok {
				return fail(op, ErrValue, "character %U at byte %d of the storage is not ASCII", c, off+i)
			}
		}
	}
	return nil
}

// character reads a byte or a native 32-bit code point.
func character(b []byte) (c rune, ascii bool) {
	if len(b) == 1 {
		return rune(b[0]), b[0] < 0x80
	}
	u := binary.NativeEndian.Uint32(b)
	return rune(u), u < 0x80
}
