package ops

import (
	"runtime"
	"unsafe"

	"github.com/ndtool/ndtool/internal/parallel"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// Sort returns x sorted in ascending order along an axis, as NumPy's sort: NaN
// and NaT last, complex numbers by the real part, then the imaginary one, strings
// by bytes or code points; see Tile. A fresh result has its axes in the order of
// x's. Besides Tile's errors, layout.ErrAxis, and ErrDType for records and other
// types without an order.
func Sort(dst, x *ndarray.Array, axis int) (*ndarray.Array, error) {
	const op = "sort"
	lines, err := newLines(op, x, axis)
	if err != nil {
		return nil, err
	}
	if dst, _, err = place(op, dst, x, x.Shape(), x.Layout().CopyOrder()); err != nil {
		return nil, err
	}
	if err := lines.each(func(i int, keys unsafe.Pointer) { lines.by.Sort(lines.n, keys) }); err != nil {
		return nil, err
	}
	to, err := dst.MoveAxis([]int{lines.axis}, []int{-1})
	if err != nil {
		return nil, err
	}
	if lines.keys.DType() == dst.DType().Native() {
		return written(dst, ndarray.Copy(to, lines.keys))
	}
	return written(dst, assign(op, to, lines.keys)) // float16 and narrower, sorted as float32
}

// ArgSort returns the indices, as int64, that would sort x along an axis; equal
// elements keep their order (NumPy's argsort with kind='stable'). A fresh result
// is in C order; otherwise see Sort.
func ArgSort(dst, x *ndarray.Array, axis int) (*ndarray.Array, error) {
	const op = "argsort"
	lines, err := newLines(op, x, axis)
	if err != nil {
		return nil, err
	}
	shape := x.Shape()
	if dst == nil {
		dst, err = ndarray.New(dtype.Int64, shape...)
	} else {
		err = checkReduced(op, dst, dtype.Int64, shape)
	}
	if err != nil {
		return nil, err
	}
	places, err := lines.order()
	if err != nil {
		return nil, err
	}
	to, err := dst.MoveAxis([]int{lines.axis}, []int{-1})
	if err != nil {
		return nil, err
	}
	return written(dst, assign(op, to, places))
}

// lines are an array's lines along an axis, packed one after another.
type lines struct {
	by   kernel.Sorter
	axis int
	n    int            // elements of a line
	from *ndarray.Array // whose context may end the work
	keys *ndarray.Array // native, C order, the axis last
}

func newLines(op string, x *ndarray.Array, axis int) (*lines, error) {
	axis, err := axisOf(op, axis, x.Rank())
	if err != nil {
		return nil, err
	}
	l := &lines{axis: axis, n: x.Dim(axis), from: x}
	elem := x.DType().Native()
	if l.by, elem, err = sorterOf(op, elem); err != nil {
		return nil, err
	}
	moved, err := x.MoveAxis([]int{axis}, []int{-1})
	if err != nil {
		return nil, err
	}
	if l.keys, err = ndarray.New(elem, moved.Shape()...); err != nil {
		return nil, err
	}
	return l, assign(op, l.keys, moved)
}

// sorterOf returns the sorter of a native type and the type that it sorts.
func sorterOf(op string, dt dtype.Type) (by kernel.Sorter, elem dtype.Type, err error) {
	if n, ok := number(dt); ok {
		by, _ = kernel.SortNumbers(wide(n))
		return by, typeOf[wide(n)], nil
	}
	switch {
	case isDate(dt):
		return kernel.SortDates(), dt, nil
	case dt.Kind() == dtype.KindBytes:
		return kernel.SortBytes(dt.ItemSize()), dt, nil
	case dt.Kind() == dtype.KindUnicode:
		return kernel.SortUnicode(dt.ItemSize() / 4), dt, nil
	}
	return by, dt, noRule(op, dt)
}

// each calls f for every line, several at once, with a pointer to its elements. It
// fails when the context is done, which it looks at before every line.
func (l *lines) each(f func(i int, keys unsafe.Pointer)) error {
	if l.keys.Len() == 0 {
		return nil
	}
	b, ok := l.keys.Bytes()
	if !ok || len(b) == 0 { // strings of no bytes are in order
		return nil
	}
	size := l.n * l.keys.ItemSize()
	count := len(b) / size
	workers := min(runtime.GOMAXPROCS(0), count, l.keys.Len()/4096+1)
	parallel.Do(workers, func(w int) {
		for i := count * w / workers; i < count*(w+1)/workers && ndarray.ContextErr(l.from) == nil; i++ {
			f(i, unsafe.Pointer(&b[i*size]))
		}
	})
	return ndarray.ContextErr(l.from)
}

// order returns the places that sort every line, in the shape of keys.
func (l *lines) order() (*ndarray.Array, error) {
	all := make([]int64, l.keys.Len())
	for i := range all {
		all[i] = int64(i % l.n)
	}
	err := l.each(func(i int, keys unsafe.Pointer) { l.by.Order(l.n, keys, all[i*l.n:(i+1)*l.n]) })
	if err != nil {
		return nil, err
	}
	return ndarray.FromSlice(all, l.keys.Shape()...)
}

// Uniques are the different elements of an array.
type Uniques struct {
	Values  *ndarray.Array // 1-d, ascending, in x's dtype and byte order
	Index   *ndarray.Array // int64: where each first stands in the flattened array
	Inverse *ndarray.Array // int64, in x's shape: which of Values each element is
	Counts  *ndarray.Array // int64: how often each occurs
}

// Unique returns the different elements of x, sorted, as NumPy's unique: NaN, and
// NaT, count as one. ErrDType as Sort.
func Unique(x *ndarray.Array) (Uniques, error) {
	const op = "unique"
	var u Uniques
	flat, _, err := x.Flatten(layout.C)
	if err != nil {
		return u, err
	}
	l, err := newLines(op, flat.WithContext(contextOf(x)), 0)
	if err != nil {
		return u, err
	}
	order, err := l.order()
	if err != nil {
		return u, err
	}
	v, err := ndarray.As[int64](order)
	if err != nil {
		return u, err
	}
	places, _ := v.Slice()
	b, _ := l.keys.Bytes()
	inverse := make([]int64, len(places))
	var index, counts []int64
	for i, k := range places {
		if i == 0 || !l.by.Same(start(b), int(k), int(places[i-1])) {
			index, counts = append(index, k), append(counts, 0)
		}
		counts[len(counts)-1]++
		inverse[k] = int64(len(index) - 1)
	}
	if u.Index, err = ndarray.FromSlice(index); err != nil {
		return u, err
	}
	if u.Counts, err = ndarray.FromSlice(counts); err != nil {
		return u, err
	}
	if u.Inverse, err = ndarray.FromSlice(inverse); err != nil {
		return u, err
	}
	if u.Inverse, err = u.Inverse.View(x.Shape()...); err != nil {
		return u, err
	}
	u.Values, err = Take(nil, flat, u.Index, 0)
	return u, err
}
