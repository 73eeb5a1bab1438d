package ndarray

import (
	"fmt"
	"iter"
	"unsafe"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// View is typed access to the elements of an array: the dtype is checked once,
// by As, and At and Set then cost a bounds check and an address. Elements in
// the other byte order and elements that are not aligned are read and written
// bytewise, never cast.
//
// A View keeps its storage alive, but not a mapped file open: after the file is
// closed its use is a fault.
type View[T dtype.Element] struct {
	a    *Array
	data []byte
	swap bool
}

// As returns typed access to the elements of a, of any shape, where they are:
// nothing is copied. It fails with ErrDType unless T is the Go type of a's
// dtype in either byte order (float16 is dtype.Half), and with ErrClosed.
func As[T dtype.Element](a *Array) (View[T], error) {
	want := dtype.Of[T]()
	if a.dt.Native() != want {
		return View[T]{}, fail("as", ErrDType, "dtype is %.60s, not %.60s", *a.dt, want)
	}
	data, err := a.store.Acquire()
	if err != nil {
		return View[T]{}, err
	}
	a.store.Release()
	return View[T]{a: a, data: data, swap: a.dt.Swapped()}, nil
}

// Array returns the array whose elements v reads, itself and not a copy.
func (v View[T]) Array() *Array { return v.a }

// At returns the element at an index of one integer an axis. It panics when the
// index is out of range or of another rank, as slices do; negative indices are
// out of range.
func (v View[T]) At(index ...int) T { return load[T](v.item(index), v.swap) }

// Set writes the element at an index. Where elements share an address (an
// expanded array) the new value is seen at every index that shares it. It
// panics as At does, and when the array is read-only.
func (v View[T]) Set(x T, index ...int) {
	if v.a.store.readOnly {
		panic("ndarray: Set on a read-only array")
	}
	store(v.item(index), x, v.swap)
}

// item returns the bytes of one element.
func (v View[T]) item(index []int) []byte {
	l := v.a.lay()
	if len(index) != len(l.Shape) {
		panic(fmt.Sprintf("ndarray: %d indices for an array of %d axes", len(index), len(l.Shape)))
	}
	off := l.Offset
	for k, i := range index {
		if uint(i) >= uint(l.Shape[k]) {
			panic(fmt.Sprintf("ndarray: index %d out of range for axis %d of size %d", i, k, l.Shape[k]))
		}
		off += i * l.Strides[k]
	}
	return v.data[off : off+v.a.dt.ItemSize()]
}

// Slice returns the elements as a slice over the storage itself, without
// copying, in C order. ok is false when that is not possible: the array is not
// C-contiguous, in the other byte order, not aligned for T, or holds bools that
// are stored as other values than 0 and 1.
//
// Go cannot guard a slice: writing through that of a read-only array is a fault
// when its storage is a mapped file.
func (v View[T]) Slice() (s []T, ok bool) {
	if v.swap || !v.a.IsC() {
		return nil, false
	}
	n := v.a.Len()
	if n == 0 {
		return nil, true
	}
	b := v.data[v.a.offset : v.a.offset+v.a.NumBytes()]
	var zero T
	if uintptr(unsafe.Pointer(&b[0]))%unsafe.Alignof(zero) != 0 {
		return nil, false
	}
	if v.a.dt.Kind() == dtype.KindBool {
		for _, x := range b {
			if x > 1 {
				return nil, false
			}
		}
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), n), true
}

// Values yields the elements in C order.
func (v View[T]) Values() iter.Seq[T] {
	return func(yield func(T) bool) {
		for off := range v.a.Offsets() {
			if !yield(load[T](v.data[off:off+v.a.dt.ItemSize()], v.swap)) {
				return
			}
		}
	}
}

// All yields the elements with their indices in C order. The index slice is
// reused: copy it to keep it.
func (v View[T]) All() iter.Seq2[[]int, T] {
	return func(yield func([]int, T) bool) {
		index := make([]int, v.a.Rank())
		for off := range v.a.Offsets() {
			if !yield(index, load[T](v.data[off:off+v.a.dt.ItemSize()], v.swap)) {
				return
			}
			advance(index, v.a.lay().Shape)
		}
	}
}

// Offsets yields the byte offset in the storage of every element, in C order.
func (a *Array) Offsets() iter.Seq[int] {
	return func(yield func(int) bool) {
		n, off := a.Len(), a.offset
		index := make([]int, a.Rank())
		for range n {
			if !yield(off) {
				return
			}
			off += step(index, a.lay().Shape, a.lay().Strides)
		}
	}
}

// advance moves an index to the next one in C order.
func advance(index, shape []int) { step(index, shape, nil) }

// step moves an index to the next one in C order and returns the distance of
// the two by the strides. After the last index comes the first.
func step(index, shape, strides []int) (distance int) {
	for k := len(index) - 1; k >= 0; k-- {
		index[k]++
		if strides != nil {
			distance += strides[k]
		}
		if index[k] < shape[k] {
			break
		}
		if strides != nil {
			distance -= shape[k] * strides[k]
		}
		index[k] = 0
	}
	return distance
}

// load reads one element from the bytes of its item.
func load[T dtype.Element](b []byte, swap bool) T {
	var x T
	if p, ok := any(&x).(*bool); ok {
		*p = b[0] != 0
		return x
	}
	p := unsafe.Slice((*byte)(unsafe.Pointer(&x)), unsafe.Sizeof(x))
	copy(p, b)
	if swap {
		reverse(p, width[T]())
	}
	return x
}

// store writes one element into the bytes of its item.
func store[T dtype.Element](b []byte, x T, swap bool) {
	copy(b, unsafe.Slice((*byte)(unsafe.Pointer(&x)), unsafe.Sizeof(x)))
	if swap {
		reverse(b, width[T]())
	}
}

// width returns the bytes that swap together: the half of a complex number.
func width[T dtype.Element]() int {
	var x T
	switch any(x).(type) {
	case complex64:
		return 4
	case complex128:
		return 8
	}
	return int(unsafe.Sizeof(x))
}

// reverse reverses each run of n bytes.
func reverse(b []byte, n int) {
	for ; len(b) >= n; b = b[n:] {
		for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
			b[i], b[j] = b[j], b[i]
		}
	}
}
