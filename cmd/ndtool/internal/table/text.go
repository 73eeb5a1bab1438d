package table

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// Options say how a text becomes an array.
type Options struct {
	Dialect
	Names   bool       // the first row names the fields of records; it may be a comment
	DType   dtype.Type // of every element, or a record for a row; the zero Type with Names lets the columns decide, else stands for float64
	Columns []int      // which columns are taken and in what order, below 0 from the end; nil for all
	MaxRows int        // how many rows are taken; 0 for all
	Fill    []byte     // stands in for fields of nothing but white space; nil for nothing
	MinRank int        // 0, 1 or 2: numpy.loadtxt's ndmin
}

// Text is a text that was looked through once: the array in it is known, its
// elements are read by a second pass.
type Text struct {
	DType dtype.Type
	Shape []int

	src     *io.SectionReader
	opt     Options
	rows    int
	columns int
	picked  []int    // with Options.Columns, where the fields of the row stood
	item    []column // of a record; of the one dtype of all columns otherwise
}

// errChanged is for a text that is another one the second time.
var errChanged = errors.New("changed while it was read")

// Scan looks through a text of size bytes: the number of rows and columns, the
// names, and the widths and dtypes that only the fields tell. Numbers are not
// proven to be such; WriteData does that.
//
// The shape is numpy.loadtxt's: rows and columns without the axes of size 1,
// for records the rows; MinRank keeps axes.
func Scan(r io.ReaderAt, size int64, opt Options) (*Text, error) {
	t := &Text{src: io.NewSectionReader(r, 0, size), opt: opt, DType: opt.DType}
	var guesses []guess
	infer := !opt.DType.Valid() && opt.Names
	if !opt.DType.Valid() && !infer {
		t.DType = dtype.Float64
	}
	record := t.DType.Kind() == dtype.KindRecord
	if record {
		var err error
		if t.item, err = columnsOf(t.DType, 0); err != nil {
			return nil, err
		}
	}
	width := 0
	names, err := t.each(func(line int, row [][]byte) error {
		if t.rows == 0 {
			t.columns = len(row)
			if record && len(row) != len(t.item) {
				return &Error{Line: line, Reason: fmt.Sprintf("%d columns, the dtype takes %d", len(row), len(t.item))}
			}
			guesses = make([]guess, len(row))
		}
		t.rows++
		for i, field := range row {
			if infer {
				guesses[i].add(field)
			} else if !record {
				width = max(width, utf8.RuneCount(field))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	switch {
	case opt.Names:
		if t.rows == 0 {
			t.columns = len(names)
			guesses = make([]guess, len(names))
		}
		if t.DType, err = t.named(names, guesses); err != nil {
			return nil, err
		}
		t.item, err = columnsOf(t.DType, 0)
	case record:
	default:
		if t.DType.ItemSize() == 0 {
			t.DType = widened(t.DType, width)
		}
		t.item, err = columnsOf(t.DType, 0)
	}
	t.Shape = t.shape()
	return t, err
}

// widened is a dtype of text of no width with one.
func widened(dt dtype.Type, width int) dtype.Type {
	switch dt.Kind() {
	case dtype.KindBytes:
		return dtype.BytesOf(max(width, 1))
	case dtype.KindUnicode:
		return dtype.UnicodeOf(max(width, 1)).WithOrder(dt.ByteOrder())
	}
	return dt
}

// named returns the record of the names and the columns' dtypes.
func (t *Text) named(names []string, guesses []guess) (dtype.Type, error) {
	if len(names) != t.columns {
		return dtype.Type{}, &Error{Line: 1, Reason: fmt.Sprintf("%d names for %d columns", len(names), t.columns)}
	}
	given := t.DType.Fields()
	if t.DType.Kind() == dtype.KindRecord && len(given) != len(names) {
		return dtype.Type{}, &Error{Line: 1, Reason: fmt.Sprintf("%d names, the dtype has %d fields", len(names), len(given))}
	}
	var fields []dtype.Field
	at := 0
	for i, name := range names {
		if name == "" {
			name = "f" + strconv.Itoa(i) // as NumPy names what has no name
		}
		f := dtype.Field{Name: name, Offset: at}
		switch {
		case given != nil:
			f.Offset, f.Type, f.Shape = given[i].Offset, given[i].Type, given[i].Shape
		case t.DType.Valid():
			f.Type = widened(t.DType, guesses[i].width)
		default:
			f.Type = guesses[i].dtype()
		}
		fields = append(fields, f)
		at += f.NumBytes()
	}
	if given != nil {
		at = t.DType.ItemSize()
	}
	dt, err := dtype.NewRecord(fields, at)
	if err != nil {
		return dt, &Error{Line: 1, Reason: err.Error()}
	}
	return dt, nil
}

// shape is the shape of the array.
func (t *Text) shape() []int {
	if t.DType.Kind() == dtype.KindRecord {
		if t.rows == 1 && t.opt.MinRank == 0 {
			return []int{}
		}
		if t.opt.MinRank == 2 {
			return []int{t.rows, 1}
		}
		return []int{t.rows}
	}
	shape := []int{t.rows, t.columns}
	if t.rows == 0 {
		shape[1] = 1
	}
	if t.opt.MinRank == 2 {
		return shape
	}
	shape = slices.DeleteFunc(shape, func(n int) bool { return n == 1 })
	if len(shape) == 0 && t.opt.MinRank == 1 {
		shape = []int{1}
	}
	return shape
}

// each reads the text and hands over the fields of every row that are taken.
func (t *Text) each(row func(line int, fields [][]byte) error) (names []string, err error) {
	t.src.Seek(0, io.SeekStart)
	r, err := NewReader(t.src, t.opt.Dialect)
	if err != nil {
		return nil, err
	}
	width := -1
	if t.opt.Names {
		if names, err = r.Header(); err != nil {
			if err == io.EOF {
				err = &Error{Line: 1, Reason: "the text is empty, expected a row of names"}
			}
			return nil, err
		}
		width = len(names)
		if t.opt.Columns != nil {
			all := names
			names = nil
			for _, c := range t.opt.Columns {
				if c, err = pick(c, len(all), 1); err != nil {
					return nil, err
				}
				names = append(names, all[c])
			}
		}
	}
	var taken [][]byte
	for n := 0; t.opt.MaxRows == 0 || n < t.opt.MaxRows; n++ {
		fields, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if t.opt.Columns != nil {
			taken, t.picked = taken[:0], t.picked[:0]
			for _, c := range t.opt.Columns {
				if c, err = pick(c, len(fields), r.Line()); err != nil {
					return nil, err
				}
				taken, t.picked = append(taken, fields[c]), append(t.picked, c)
			}
			fields = taken
		} else {
			if width < 0 {
				width = len(fields)
			}
			if len(fields) != width {
				return nil, &Error{Line: r.Line(), Reason: fmt.Sprintf("%d columns, expected %d as before", len(fields), width)}
			}
		}
		if t.opt.Fill != nil {
			for i, f := range fields {
				if trim(f) == "" {
					fields[i] = t.opt.Fill
				}
			}
		}
		if err := row(r.Line(), fields); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// pick resolves the number of a column.
func pick(c, n, line int) (int, error) {
	i := c
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		return 0, &Error{Line: line, Reason: fmt.Sprintf("no column %d, there are %d", c, n)}
	}
	return i, nil
}

// blockBytes is how many bytes of rows are written together.
const blockBytes = 256 << 10

// WriteData reads the text again and writes the array's elements in C order.
// It holds no more than a line and one item.
func (t *Text) WriteData(w io.Writer) error {
	size := t.DType.ItemSize()
	record := t.DType.Kind() == dtype.KindRecord
	block := make([]byte, 0, max(size, blockBytes))
	next := func() ([]byte, error) { // room for one item
		if cap(block)-len(block) < size {
			if _, err := w.Write(block); err != nil {
				return nil, err
			}
			block = block[:0]
		}
		block = block[:len(block)+size]
		return block[len(block)-size:], nil
	}
	n := 0
	_, err := t.each(func(line int, row [][]byte) (err error) {
		if n++; n > t.rows || len(row) != t.columns {
			return errChanged
		}
		var item []byte
		if record {
			if item, err = next(); err != nil {
				return err
			}
			clear(item) // the padding too
		}
		for i, field := range row {
			c := &t.item[0]
			if record {
				c = &t.item[i]
			} else if item, err = next(); err != nil {
				return err
			}
			if err := c.parse(item[c.at:c.at+c.dt.ItemSize()], field); err != nil {
				if t.opt.Columns != nil {
					i = t.picked[i]
				}
				return wrong(line, i+1, field, c.dt, err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if n != t.rows {
		return errChanged
	}
	_, err = w.Write(block)
	return err
}

// wrong is the error for a field that is not of its dtype.
func wrong(line, column int, field []byte, dt dtype.Type, err error) error {
	e := &Error{Line: line, Column: column}
	switch {
	case errors.Is(err, strconv.ErrRange):
		e.Reason = fmt.Sprintf("%.40q does not fit in %s", field, dt)
	case errors.Is(err, strconv.ErrSyntax):
		e.Reason = fmt.Sprintf("%.40q is no %s", field, dt)
	default:
		e.Reason = fmt.Sprintf("%.40q: %v", field, err)
	}
	return e
}
