package ops

import (
	"slices"
	"unsafe"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// Tolerance tells how near two numbers are to be: |x - y| ≤ Absolute +
// Relative·|y|, as NumPy's isclose. The zero Tolerance asks for equal numbers.
type Tolerance struct {
	Relative, Absolute float64
	EqualNaN           bool // NaN is near NaN, NaT near NaT
}

// Close returns where x is near y, as bool; see Add. Infinities are near only to
// themselves. Numbers are compared in float64 or complex128, with a zero
// tolerance exactly; other types have to be equal.
func Close(dst, x, y *ndarray.Array, t Tolerance) (*ndarray.Array, error) {
	const op = "close"
	s, err := closeSignature(op, x.DType().Native(), y.DType().Native(), t)
	if err != nil {
		return nil, err
	}
	return apply(op, dst, &s, x, y)
}

func closeSignature(op string, x, y dtype.Type, t Tolerance) (signature, error) {
	_, xNumber := number(x)
	_, yNumber := number(y)
	if !xNumber || !yNumber || t.Relative == 0 && t.Absolute == 0 {
		s, err := equalSignature(op, x, y)
		if err == nil && t.EqualNaN {
			s.loop = orBothNaN(s)
		}
		return s, err
	}
	n, err := commonNumber(op, x, y)
	if err != nil {
		return signature{}, err
	}
	elem := dtype.Float64
	if isComplex(n) {
		elem = dtype.Complex128
	}
	return signature{
		loop: kernel.Close(isComplex(n), t.Relative, t.Absolute, t.EqualNaN),
		in:   []dtype.Type{elem, elem}, out: dtype.Bool, result: dtype.Bool,
	}, nil
}

// equalSignature is that of Equal, and bytes for types that it has no rule for.
func equalSignature(op string, x, y dtype.Type) (signature, error) {
	s, err := comparisonSignature(op, kernel.Equal, x, y)
	if err != nil && x == y && x.Kind() != dtype.KindRecord {
		s.loop, err = kernel.CompareBytes(kernel.Equal, x.ItemSize(), y.ItemSize()), nil
	}
	return s, err
}

// orBothNaN is a loop of equality that also holds for two elements that do not
// equal themselves.
func orBothNaN(s signature) kernel.Loop {
	return func(n int, a *kernel.Args) {
		var self [2][buffered]bool
		b := *a
		for i := 0; i < n; i += buffered {
			m := min(buffered, n-i)
			for k := range 2 {
				p := unsafe.Add(a.P[1+k], i*a.S[1+k])
				b.P = [kernel.MaxArgs]unsafe.Pointer{unsafe.Pointer(&self[k]), p, p}
				b.S = [kernel.MaxArgs]int{1, a.S[1+k], a.S[1+k]}
				s.loop(m, &b)
			}
			d := unsafe.Add(a.P[0], i*a.S[0])
			b.P = [kernel.MaxArgs]unsafe.Pointer{d, unsafe.Add(a.P[1], i*a.S[1]), unsafe.Add(a.P[2], i*a.S[2])}
			b.S = a.S
			s.loop(m, &b)
			for j := range m {
				if !self[0][j] && !self[1][j] {
					*(*bool)(unsafe.Add(d, j*a.S[0])) = true
				}
			}
		}
	}
}

// ArrayEqual reports whether x and y have one shape and equal elements, as
// NumPy's array_equal: NaN equals nothing. Dtypes may differ where Equal has a
// rule for them; records are equal where all their fields are. It fails with
// ErrDType where they have none.
func ArrayEqual(x, y *ndarray.Array) (bool, error) { return AllClose(x, y, Tolerance{}) }

// AllClose reports whether x and y have one shape and all elements of x are
// near those of y. It fails with ErrDType for dtypes that cannot be compared.
func AllClose(x, y *ndarray.Array, t Tolerance) (bool, error) {
	if !slices.Equal(x.Shape(), y.Shape()) {
		return false, nil
	}
	at, err := FirstDifference(x, y, t)
	return at == nil && err == nil, err
}

// compareChunk is how many elements are compared before looking for a
// difference.
const compareChunk = 1 << 18

// FirstDifference returns the first index in C order at which x and y, of one
// shape, are not near each other, nil if they are everywhere; for 0-d arrays that
// differ it is empty. No more than 256 KiB are allocated, whatever the size. The
// error is layout.ErrShape for shapes that differ, ErrDType for dtypes that are
// not compared, dtype.ErrPromote, ndarray.ErrClosed.
func FirstDifference(x, y *ndarray.Array, t Tolerance) ([]int, error) {
	const op = "compare"
	if !slices.Equal(x.Shape(), y.Shape()) {
		return nil, fail(op, layout.ErrShape, "shapes %v and %v differ", x.Shape(), y.Shape())
	}
	if x.ItemSize() == 0 && y.DType() == x.DType() {
		return nil, nil // items of no bytes, of which a file may claim any number
	}
	if x.DType().Kind() == dtype.KindRecord || y.DType().Kind() == dtype.KindRecord {
		return firstField(op, x, y, t)
	}
	if _, err := closeSignature(op, x.DType().Native(), y.DType().Native(), t); err != nil {
		return nil, err
	}
	for k := range x.Rank() {
		if x.Strides()[k] != 0 || y.Strides()[k] != 0 || x.Dim(k) == 0 {
			continue
		}
		// Both stand still: the first pair is every pair.
		var err error
		if x, err = span(x, k, 0, 1); err != nil {
			return nil, err
		}
		if y, err = span(y, k, 0, 1); err != nil {
			return nil, err
		}
	}
	return firstOf(x, y, t, nil)
}

// firstOf looks at whole arrays up to a size and beyond it at one index of the
// first axis after another; at is the index so far.
func firstOf(x, y *ndarray.Array, t Tolerance, at []int) ([]int, error) {
	switch n := x.Len(); {
	case n == 0:
		return nil, nil
	case n <= compareChunk:
		return firstWithin(x, y, t, at)
	}
	n := x.Dim(0)
	each := max(1, compareChunk/(x.Len()/n))
	for i := 0; i < n; i += each {
		u, err := span(x, 0, i, min(i+each, n))
		if err != nil {
			return nil, err
		}
		v, err := span(y, 0, i, min(i+each, n))
		if err != nil {
			return nil, err
		}
		var found []int
		if each > 1 {
			if found, err = firstWithin(u, v, t, at); found != nil {
				found[len(at)] += i
			}
		} else {
			if u, err = u.Squeeze(0); err != nil {
				return nil, err
			}
			if v, err = v.Squeeze(0); err != nil {
				return nil, err
			}
			found, err = firstOf(u, v, t, append(slices.Clone(at), i))
		}
		if found != nil || err != nil {
			return found, err
		}
	}
	return nil, nil
}

// firstWithin compares two arrays of up to compareChunk elements.
func firstWithin(x, y *ndarray.Array, t Tolerance, at []int) ([]int, error) {
	near, err := ndarray.New(dtype.Bool, x.Shape()...)
	if err != nil {
		return nil, err
	}
	if _, err := Close(near, x, y, t); err != nil {
		return nil, err
	}
	b, _ := near.Bytes()
	i := slices.Index(b, 0)
	if i < 0 {
		return nil, nil
	}
	shape := x.Shape()
	index := slices.Concat(at, shape)
	for k := len(shape) - 1; k >= 0; k-- {
		index[len(at)+k] = i % shape[k]
		i /= shape[k]
	}
	if index == nil {
		index = []int{}
	}
	return index, nil
}

// firstField is FirstDifference of records: the first over all fields.
func firstField(op string, x, y *ndarray.Array, t Tolerance) ([]int, error) {
	fs, gs := x.DType().Fields(), y.DType().Fields()
	if len(fs) != len(gs) {
		return nil, noRule(op, x.DType(), y.DType())
	}
	var first []int
	for k, f := range fs {
		if gs[k].Name != f.Name {
			return nil, noRule(op, x.DType(), y.DType())
		}
		u, err := x.FieldView(f)
		if err != nil {
			return nil, err
		}
		v, err := y.FieldView(gs[k])
		if err != nil {
			return nil, err
		}
		at, err := FirstDifference(u, v, t)
		if err != nil {
			return nil, err
		}
		if at != nil {
			at = at[:x.Rank()] // without the axes of a sub-array
		}
		if at != nil && (first == nil || slices.Compare(at, first) < 0) {
			first = at
		}
	}
	return first, nil
}
