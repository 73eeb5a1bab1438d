package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// ErrShape is the kind of an array that is no table.
var ErrShape = errors.New("array is no table")

// WriteOptions say how an array becomes a text.
type WriteOptions struct {
	Delimiter string  // between values
	Quote     byte    // around texts that a reader would not take as one field; 0 refuses them
	Format    *Format // one conversion for every value, or one for each value of a row (two for a complex one) with the text between them; nil for the shortest texts that read back the same
	Names     bool    // a first row of the names of a record's fields
}

// A file of a hundred bytes may declare any number of items of no bytes, and no
// records of any number of columns.
const (
	maxEmpty   = 1 << 20 // items of no bytes
	maxColumns = 1 << 17 // of a record
)

// blockValues is how many values are looked at together.
const blockValues = 16 << 10

// Write writes a 1-d or 2-d array, a row a line, or 1-d records, the values of
// one a line, as numpy.savetxt does. It fails with ErrShape for other arrays,
// ErrDType for items without a text, ErrFormat for values that the format is
// not for, and ErrText for texts that cannot stand between the delimiters.
func Write(w io.Writer, a *ndarray.Array, opt WriteOptions) error {
	if n := a.Len(); n > maxEmpty && a.NumBytes() == 0 {
		return fmt.Errorf("%w: %d items of no bytes, expected at most %d", ErrShape, n, maxEmpty)
	}
	if columnsIn(a.DType()) > maxColumns {
		return fmt.Errorf("%w: records of more than %d columns", ErrShape, maxColumns)
	}
	groups, err := groupsOf(a, "")
	if err != nil {
		return err
	}
	t := &writer{w: w, opt: opt}
	values := 0
	for _, g := range groups {
		t.columns += g.a.Dim(1)
		values += g.a.Dim(1)
		if g.a.DType().Kind() == dtype.KindComplex {
			values += g.a.Dim(1)
		}
	}
	if f := opt.Format; f != nil && f.Len() > 1 {
		if t.whole = f.Len() == values; !t.whole {
			return fmt.Errorf("%w: %d conversions for rows of %d values", ErrFormat, f.Len(), values)
		}
	}
	if opt.Names {
		if a.DType().Kind() != dtype.KindRecord {
			return fmt.Errorf("%w: %.60s has no names, records have", ErrShape, a.DType())
		}
		for _, g := range groups {
			for _, name := range g.names {
				t.delimit()
				if err := t.text([]byte(name)); err != nil {
					return err
				}
			}
		}
		t.endLine()
	}
	if err := t.rows(a.Dim(0), groups); err != nil {
		return err
	}
	return t.flush(0)
}

// group is neighbouring columns of one dtype.
type group struct {
	a      *ndarray.Array // rows and columns
	values values
	names  []string // of the columns of a record
	texts  bool     // they may have to be quoted
}

// columnsIn returns how many columns an item takes, no further than one more than
// maxColumns.
func columnsIn(dt dtype.Type) int {
	if dt.Kind() != dtype.KindRecord {
		return 1
	}
	all := 0
	for _, f := range dt.Fields() {
		n, err := layout.Size(f.Shape)
		if err != nil || n > maxColumns {
			return maxColumns + 1
		}
		all = min(all+n*columnsIn(f.Type), maxColumns+1)
	}
	return all
}

// groupsOf returns the groups that make a row. name is that of the field that a
// is, empty for the array itself.
func groupsOf(a *ndarray.Array, name string) ([]group, error) {
	if a.DType().Kind() != dtype.KindRecord {
		switch {
		case a.Rank() == 1:
			var err error
			if a, err = a.Unsqueeze(1); err != nil {
				return nil, err
			}
		case a.Rank() != 2:
			return nil, fmt.Errorf("%w: %d axes, expected 1 or 2", ErrShape, a.Rank())
		}
		v, err := valuesOf(a.DType())
		k := a.DType().Kind()
		return []group{{a, v, []string{name}, k == dtype.KindBytes || k == dtype.KindUnicode}}, err
	}
	if a.Rank() != 1 {
		return nil, fmt.Errorf("%w: records along %d axes, expected 1", ErrShape, a.Rank())
	}
	var all []group
	for _, f := range a.DType().Fields() {
		field, err := a.FieldView(f)
		if err != nil {
			return nil, err
		}
		full := f.Name
		if name != "" {
			full = name + "_" + f.Name
		}
		parts, names := []*ndarray.Array{field}, []string{full}
		if f.Shape != nil { // a column for each element of a sub-array
			n, err := layout.Size(f.Shape)
			if err != nil {
				return nil, err
			}
			if field, err = field.View(a.Len(), n); err != nil {
				return nil, err
			}
			parts, names = nil, nil
			for i := range n {
				part, err := field.Slice(layout.All, layout.Int(i))
				if err != nil {
					return nil, err
				}
				parts, names = append(parts, part), append(names, fmt.Sprintf("%s_%d", full, i))
			}
		}
		for i, part := range parts {
			g, err := groupsOf(part, names[i])
			if err != nil {
				return nil, err
			}
			all = append(all, g...)
		}
	}
	return all, nil
}

// writer collects lines.
type writer struct {
	w       io.Writer
	opt     WriteOptions
	columns int
	whole   bool // the format is for a whole row
	buf     []byte
	at      int // values of the line
	field   []byte
}

// flush writes what was collected, if that is more than a number of bytes.
func (t *writer) flush(above int) error {
	if len(t.buf) <= above {
		return nil
	}
	_, err := t.w.Write(t.buf)
	t.buf = t.buf[:0]
	return err
}

func (t *writer) endLine() {
	t.buf = append(t.buf, '\n')
	t.at = 0
}

// rows writes all lines, by blocks of rows or, where a row is long, of columns.
func (t *writer) rows(n int, groups []group) error {
	step := max(1, blockValues/max(t.columns, 1))
	for from := 0; from < n; from += step {
		to := min(from+step, n)
		if err := t.block(from, to, groups); err != nil {
			return err
		}
	}
	return nil
}

func (t *writer) block(from, to int, groups []group) error {
	if to-from == 1 {
		for _, g := range groups {
			for c := 0; c < g.a.Dim(1); c += blockValues {
				if err := t.part(g, from, to, c, min(c+blockValues, g.a.Dim(1))); err != nil {
					return err
				}
			}
		}
		t.last()
		return t.flush(64 << 10)
	}
	for _, g := range groups {
		part, err := g.a.Slice(layout.Range(from, to))
		if err == nil {
			err = g.values.load(part)
		}
		if err != nil {
			return err
		}
	}
	for row := range to - from {
		for _, g := range groups {
			width := g.a.Dim(1)
			for k := row * width; k < (row+1)*width; k++ {
				if err := t.value(g, k); err != nil {
					return err
				}
			}
		}
		t.last()
	}
	return t.flush(64 << 10)
}

// part writes some columns of one row.
func (t *writer) part(g group, from, to, c, end int) error {
	part, err := g.a.Slice(layout.Range(from, to), layout.Range(c, end))
	if err == nil {
		err = g.values.load(part)
	}
	if err != nil {
		return err
	}
	for k := range end - c {
		if err := t.value(g, k); err != nil {
			return err
		}
	}
	return t.flush(64 << 10)
}

// last ends a line.
func (t *writer) last() {
	if t.whole {
		t.buf = append(t.buf, t.opt.Format.text[t.at]...)
	}
	t.endLine()
}

// value writes element k of a group.
func (t *writer) value(g group, k int) (err error) {
	f := t.opt.Format
	if f == nil {
		t.delimit()
		if !g.texts {
			t.buf, err = g.values.short(t.buf, k)
			return err
		}
		if t.field, err = g.values.short(t.field[:0], k); err != nil {
			return err
		}
		return t.text(t.field)
	}
	parts := g.values.parts(k)
	if t.whole {
		for _, x := range parts {
			t.buf = append(t.buf, f.text[t.at]...)
			if t.buf, err = f.append(t.buf, t.at, x); err != nil {
				return err
			}
			t.at++
		}
		return nil
	}
	t.delimit()
	one := func(x number) ([]byte, error) {
		b, err := f.append(append(t.field[:0], f.text[0]...), 0, x)
		t.field = append(b, f.text[1]...)
		return t.field, err
	}
	text, err := one(parts[0])
	if err != nil {
		return err
	}
	if len(parts) == 1 {
		t.buf = append(t.buf, text...)
		return nil
	}
	t.buf = append(append(t.buf, " ("...), text...)
	if text, err = one(parts[1]); err != nil {
		return err
	}
	if !bytes.HasPrefix(text, []byte("-")) {
		t.buf = append(t.buf, '+')
	}
	t.buf = append(append(t.buf, text...), "j)"...)
	return nil
}

// delimit separates a value from the one before it on the line.
func (t *writer) delimit() {
	if t.at > 0 {
		t.buf = append(t.buf, t.opt.Delimiter...)
	}
	t.at++
}

// text writes a text as one field, quoted where that must be.
func (t *writer) text(field []byte) error {
	space := t.opt.Delimiter == " "
	plain := !bytes.Contains(field, []byte(t.opt.Delimiter)) && !bytes.ContainsAny(field, "\r\n") &&
		!bytes.HasPrefix(field, []byte("#")) && !(len(field) == 0 && (t.columns == 1 || space)) &&
		!(space && bytes.ContainsFunc(field, isSpace)) && (t.opt.Quote == 0 || bytes.IndexByte(field, t.opt.Quote) < 0)
	switch {
	case plain:
		t.buf = append(t.buf, field...)
	case t.opt.Quote == 0:
		return fmt.Errorf("%w: %.40q cannot stand between delimiters %q without quotes: write csv or tsv", ErrText, field, t.opt.Delimiter)
	default:
		q := []byte{t.opt.Quote}
		t.buf = append(t.buf, q...)
		t.buf = append(t.buf, bytes.ReplaceAll(field, q, append(q, q...))...)
		t.buf = append(t.buf, q...)
	}
	return nil
}
