package ndarray

import (
	"fmt"
	"iter"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// FormatOptions are NumPy's print options (np.set_printoptions). The zero value
// is NumPy's defaults.
type FormatOptions struct {
	Precision int       // digits after the point at most; 0 is NumPy's 8, negative is none
	Threshold int       // more elements than this are summarised with "..."; 0 is NumPy's 1000, negative is none
	EdgeItems int       // elements kept at each end of a summarised axis; below 1 is NumPy's 3
	LineWidth int       // characters of a line; below 1 is NumPy's 75
	Suppress  bool      // no scientific notation for the sake of small numbers
	FloatMode FloatMode // how Precision is taken
	Sign      byte      // of positive numbers: '+' writes it, ' ' leaves its place, '-' and 0 leave it out
}

// FloatMode says how many digits of a floating point number are written.
type FloatMode uint8

// The modes, by NumPy's names.
const (
	MaxPrec      FloatMode = iota // as few as tell the number from its neighbours, at most Precision
	MaxPrecEqual                  // MaxPrec, and all numbers with as many digits as the longest
	Fixed                         // Precision digits
	Unique                        // as few as tell the number from its neighbours, whatever Precision is
)

// The elements that a summary has at most: those with bytes, of which ten axes
// of size 6 reach the limit with hundreds of megabytes of text, and those of 0
// bytes each, which nothing else bounds.
const (
	maxShown      = 1 << 24
	maxShownEmpty = 1000
)

// Format returns the values of a as NumPy prints them: the text of print(a) or
// str(a) under the options. An array of more than Threshold elements is
// summarised, and then only the elements shown are read. A 0-d array is written
// as its scalar, with all its digits.
//
// Where NumPy prints nothing useful this text is: a date without a unit (NumPy
// fails) is its count, a character outside Unicode is escaped, a summary of
// more than 2^24 elements (1000 where they take no bytes) is "[...]", and an
// array whose storage is closed is "<storage is closed>". Columns of big-endian
// timedelta64 without a unit are as wide as they need be; NumPy 2.4 takes their
// width from swapped bytes. A long double is read as that of x86 on every
// machine. Which characters print as they are follows Go's version of Unicode.
func Format(a *Array, opt FormatOptions) string {
	opt = opt.resolve()
	return a.format(func(data []byte) []byte {
		if a.Rank() > 0 {
			return a.appendNested(nil, data, opt, " ", "")
		}
		text := appendElement(nil, *a.dt, data[a.offset:a.offset+a.dt.ItemSize()], opt)
		if a.dt.Kind() == dtype.KindBytes {
			return fmt.Appendf(nil, "np.bytes_(%s)", text)
		}
		return text
	})
}

// FormatElement returns the element at an index of one integer an axis as NumPy
// prints a scalar, str(a[index]): all digits of a float, the count and the unit
// of a timedelta64, the text of a string without quotes, b'...' for bytes. It
// fails with layout.ErrIndex when the index is out of range or of another rank;
// negative indices are out of range.
func FormatElement(a *Array, index ...int) (string, error) {
	l := a.lay()
	if len(index) != len(l.Shape) {
		return "", fail("format", layout.ErrIndex, "%d indices for an array of %d axes", len(index), len(l.Shape))
	}
	off := l.Offset
	for k, i := range index {
		if i < 0 || i >= l.Shape[k] {
			return "", fail("format", layout.ErrIndex, "index %d out of range for axis %d of size %d", i, k, l.Shape[k])
		}
		off += i * l.Strides[k]
	}
	data, err := a.store.Acquire()
	if err != nil {
		return "", err
	}
	defer a.store.Release()
	return string(appendElement(nil, *a.dt, data[off:off+a.dt.ItemSize()], FormatOptions{}.resolve())), nil
}

// format runs write on the bytes of a's storage.
func (a *Array) format(write func(data []byte) []byte) string {
	data, err := a.store.Acquire()
	if err != nil {
		return "<" + err.Error() + ">"
	}
	defer a.store.Release()
	return string(write(data))
}

// resolve puts the values that the fields stand for into them.
func (o FormatOptions) resolve() FormatOptions {
	o.Precision = defaulted(o.Precision, 8)
	o.Threshold = defaulted(o.Threshold, 1000)
	if o.EdgeItems < 1 {
		o.EdgeItems = 3
	}
	if o.LineWidth < 1 {
		o.LineWidth = 75
	}
	if o.Sign != '+' && o.Sign != ' ' {
		o.Sign = '-'
	}
	return o
}

func defaulted(value, standard int) int {
	if value == 0 {
		return standard
	}
	return max(value, 0)
}

// items yields the bytes of the elements that a column is made of, again each
// time that it is ranged over.
type items = iter.Seq[[]byte]

// formatter appends the text of one item, padded to the width of its column.
type formatter func(dst, item []byte) []byte

// column is the elements of one dtype that are written alike: those of an array
// or of one field of its records.
type column struct {
	dt     dtype.Type
	data   items
	scalar bool // of a 0-d array and not of a sub-array: bools need no padding
	bare   bool // inside a record on its own: floats are written with all their digits
}

// formatter returns what writes the items of c. It reads all of them, once or
// twice, to find the widths.
func (c column) formatter(opt FormatOptions) formatter {
	switch c.dt.Kind() {
	case dtype.KindBool:
		return boolColumn(c.scalar)
	case dtype.KindInt, dtype.KindUint:
		return intColumn(c.dt, c.data, opt.Sign)
	case dtype.KindTimedelta:
		return timeColumn(c.dt, c.data, appendCount)
	case dtype.KindDatetime:
		return timeColumn(c.dt, c.data, appendQuotedDate)
	case dtype.KindFloat:
		if floatPrecision(c.dt.ItemSize()) > 0 && !c.bare {
			return floatColumn(c.dt, c.data, opt)
		}
	case dtype.KindComplex:
		if floatPrecision(c.dt.ItemSize()/2) > 0 {
			return complexColumn(c.dt, c.data, opt)
		}
	case dtype.KindUnicode:
		return func(dst, item []byte) []byte { return appendQuotedText(dst, item, c.dt.ByteOrder()) }
	case dtype.KindRecord:
		return c.recordColumn(opt)
	}
	return func(dst, item []byte) []byte { return appendElement(dst, c.dt, item, opt) }
}

// appendElement appends one item as NumPy writes a scalar of the dtype.
func appendElement(dst []byte, dt dtype.Type, item []byte, opt FormatOptions) []byte {
	order := dt.ByteOrder()
	switch dt.Kind() {
	case dtype.KindBool:
		return boolColumn(true)(dst, item)
	case dtype.KindInt:
		return fmt.Append(dst, loadInt(item, order))
	case dtype.KindUint:
		return fmt.Append(dst, loadUint(item, order))
	case dtype.KindFloat:
		if floatPrecision(len(item)) > 0 {
			return appendFloat(dst, decodeFloat(item, order))
		}
	case dtype.KindComplex:
		if floatPrecision(len(item)/2) > 0 {
			re, im := complexParts(dt)
			return appendComplex(dst, re(item), im(item))
		}
	case dtype.KindBFloat16, dtype.KindFloat8E4M3, dtype.KindFloat8E5M2:
		return appendSmallFloat(dst, dt, item)
	case dtype.KindDatetime:
		return appendDate(dst, dt.Unit(), loadInt(item, order))
	case dtype.KindTimedelta:
		return appendDuration(dst, dt.Unit(), loadInt(item, order))
	case dtype.KindBytes:
		return appendQuotedBytes(dst, item)
	case dtype.KindUnicode:
		return appendText(dst, item, order)
	case dtype.KindRecord:
		one := func(yield func([]byte) bool) { yield(item) }
		return column{dt: dt, data: one, scalar: true, bare: true}.recordColumn(opt)(dst, item)
	}
	return appendHex(dst, item)
}
