package ops

import (
	"unsafe"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ndarray/move"
	"github.com/ndtool/ndtool/ops/internal/kernel"
)

// operand is an array as a loop sees it: with the elements of type elem, which
// the loop's code knows, in the machine's byte order.
type operand struct {
	array *ndarray.Array
	elem  dtype.Type
	// between converts native elements of the array's type to elem, or for a
	// destination from elem; nil if they are the same.
	between kernel.Loop
	packs   bool // whether spread elements are always worth packing
}

// lane is an operand during a walk: where the next tile of it lies, and the
// buffers that the tile passes through.
type lane struct {
	array   *ndarray.Array
	base    unsafe.Pointer
	storage []byte
	item    int // bytes of an element in the array
	elem    int // bytes of an element in the loop
	between kernel.Loop
	swap    move.Swap
	strides []int // along the axes of the walk's plan, in bytes

	// staged elements are first moved into a buffer of items, bytes
	// swapped: because they are misaligned, because rows of theirs are far apart,
	// or because carry does not know them.
	staged bool
	// carry takes aligned numbers into or out of the buffer of items: swapped, or
	// spread ones packed; nil where loops use them as they lie.
	carry kernel.Loop

	row, col int // strides of the tile's axes, in bytes
	off      int // of the tile's first element, in the storage

	items, elems []byte       // buffers for a tile; nil where not needed
	args         *kernel.Args // for the lane's own loops; shared with the walk
}

// lane returns the operand as the given operand of a plan; its own loops use args.
func (o operand) lane(storage []byte, plan *layout.Plan, k int, args *kernel.Args) lane {
	dt := o.array.DType()
	l := lane{
		array:   o.array,
		base:    unsafe.Pointer(unsafe.SliceData(storage)),
		storage: storage,
		item:    dt.ItemSize(),
		elem:    o.elem.ItemSize(),
		between: o.between,
		strides: plan.Strides(k),
		off:     plan.Offset(k),
		args:    args,
	}
	if dt.Swapped() {
		for _, r := range dt.SwapRuns() {
			l.swap.Runs = append(l.swap.Runs, move.Run(r))
		}
		if r := l.swap.Runs[0]; r.Count <= 2 && r.Width*r.Count == l.item && r.Width <= 8 {
			l.carry = kernel.Swap(r.Width, r.Count)
		} else {
			l.staged = true
		}
	}
	l.require(alignmentOf(dt), l.off, l.strides)
	return l
}

// require stages the lane unless the offset and the strides, which every
// element's address is a sum of, keep the alignment.
func (l *lane) require(alignment, offset int, strides []int) {
	address := uintptr(l.base) + uintptr(offset)
	for _, s := range strides {
		address |= uintptr(s)
	}
	l.staged = l.staged || address%uintptr(alignment) != 0
}

// pack carries a source that steps over every second of n numbers through the
// buffer, as loops are fast with adjacent ones, if that is worth it.
func (l *lane) pack(step, n int) {
	if step == 2*l.item && n >= spread && !l.passesItems() {
		l.carry = kernel.Pack(l.item)
	}
}

// span returns how many bytes the lane's elements fill in a plan of a shape, those
// that stand still once.
func (l *lane) span(shape []int) int {
	bytes := l.item
	for axis, n := range shape {
		if l.strides[axis] != 0 {
			bytes *= n
		}
	}
	return bytes
}

// alignmentOf returns the alignment that loops want of elements of a type, in
// bytes: of a complex number that of its parts, of strings that of a character.
func alignmentOf(dt dtype.Type) int {
	switch dt.Kind() {
	case dtype.KindComplex:
		return dt.ItemSize() / 2
	case dtype.KindUnicode:
		return 4
	case dtype.KindBytes, dtype.KindVoid, dtype.KindRecord:
		return 1
	}
	return dt.ItemSize()
}

// direct reports whether loops work on the array itself.
func (l *lane) direct() bool { return !l.passesItems() && l.between == nil }

// passesItems reports whether tiles pass through the buffer of items.
func (l *lane) passesItems() bool { return l.staged || l.carry != nil }

// crowd is the distance in bytes of which the rows of a buffer are no multiple:
// they would crowd into few sets of the cache, as those of the source do.
const crowd = 512

// pitch returns how far apart rows of the buffer of items are, in bytes.
func (l *lane) pitch(cols int) int {
	n := cols * l.item
	if l.staged && n%crowd == 0 {
		n += crowd / 8
	}
	return n
}

// room makes the buffers for tiles of up to n elements.
func (l *lane) room(n int) {
	if l.passesItems() {
		l.items = make([]byte, n*l.item+n*l.item/8)
	}
	if l.between != nil && l.elems == nil {
		l.elems = make([]byte, n*l.elem)
	}
}

// start returns where the first element of a buffer is.
func start(b []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(b)) }

// target returns where a loop writes the destination's tile, and its strides.
func (l *lane) target(cols int) (p unsafe.Pointer, row, col int) {
	switch {
	case l.between != nil:
		return start(l.elems), cols * l.elem, l.elem
	case l.passesItems():
		return start(l.items), l.pitch(cols), l.item
	}
	return unsafe.Add(l.base, l.off), l.row, l.col
}

// load returns where a loop finds a source's tile, and its strides in bytes.
// An axis along which the source stands still is packed once.
func (l *lane) load(rows, cols int) (p unsafe.Pointer, row, col int) {
	p, row, col = unsafe.Add(l.base, l.off), l.row, l.col
	if l.direct() {
		return p, row, col
	}
	if row == 0 {
		rows = 1
	}
	if col == 0 {
		cols = 1
	}
	if l.passesItems() {
		if l.staged {
			l.move(rows, cols, true)
		} else {
			l.convert(l.carry, l.items, l.item, rows, cols, p, row, col, true)
		}
		p, row, col = start(l.items), unless0(row, l.pitch(cols)), unless0(col, l.item)
	}
	if l.between != nil {
		l.convert(l.between, l.elems, l.elem, rows, cols, p, row, col, true)
		p, row, col = start(l.elems), unless0(row, cols*l.elem), unless0(col, l.elem)
	}
	return p, row, col
}

func unless0(stride, packed int) int {
	if stride == 0 {
		return 0
	}
	return packed
}

// store carries the destination's tile from its buffers into the array.
func (l *lane) store(rows, cols int) {
	p, row, col := unsafe.Add(l.base, l.off), l.row, l.col
	if l.between != nil {
		q, r, c := p, row, col
		if l.passesItems() {
			q, r, c = start(l.items), l.pitch(cols), l.item
		}
		l.convert(l.between, l.elems, l.elem, rows, cols, q, r, c, false)
	}
	switch {
	case l.staged:
		l.move(rows, cols, false)
	case l.carry != nil:
		l.convert(l.carry, l.items, l.item, rows, cols, p, row, col, false)
	}
}

// convert runs a conversion between the packed elements of a buffer, of the given
// size, and those at p: into the buffer to load them.
func (l *lane) convert(loop kernel.Loop, buf []byte, size, rows, cols int, p unsafe.Pointer, row, col int, load bool) {
	packed := tile{rows: rows, cols: cols, lanes: 2}
	b, a := 0, 1
	if !load {
		b, a = 1, 0
	}
	packed.p[b], packed.row[b], packed.col[b] = start(buf), cols*size, size
	packed.p[a], packed.row[a], packed.col[a] = p, row, col
	packed.run(loop, l.args)
}

// move carries a tile between the array and the buffer of items, bytes swapped.
func (l *lane) move(rows, cols int, load bool) {
	shape, far, near := [2]int{rows, cols}, [2]int{l.row, l.col}, [2]int{l.pitch(cols), l.item}
	dst := layout.Layout{Shape: shape[:], Strides: near[:]}
	src := layout.Layout{Shape: shape[:], Strides: far[:], Offset: l.off}
	to, from := l.items, l.storage
	if !load {
		dst, src, to, from = src, dst, from, to
	}
	var plan layout.Plan
	if plan.Build(dst, src) == nil { // two layouts of one small shape never fail
		move.Copy(to, from, &plan, l.item, l.swap, 1)
	}
}
