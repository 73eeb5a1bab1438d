package draw

import (
	"maps"
	"slices"

	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/stage"
)

// The bounds of what is drawn of one storage.
const (
	maxColumns  = 24  // cells of a row where nothing else is asked for
	maxCells    = 240 // cells of a storage that is drawn whole
	maxElements = 144 // elements of a view that is drawn whole
	maxRows     = 10  // rows of a storage that is drawn in part
	maxJumps    = 3   // jumps drawn along one axis
	context     = 2   // cells drawn around the ones that are read, in part
)

// panel is a storage and the view of it that is drawn. A cell is the largest
// piece of storage that every element starts and ends at the border of.
type panel struct {
	form   stage.Form
	stages string      // that made the view
	copies *stage.Step // that reads it, nil for the last one

	unit  int // bytes of a cell
	span  int // cells of an element
	cells int // of the storage

	shown    []int     // indices drawn along each axis, from 0 on
	whole    bool      // every element is drawn
	elements []element // in the order of the walk
	repeats  int       // how many elements read each cell that is read; 0 if it differs or is not known
	readers  map[int]reader
	colors   int   // elements with a color of their own
	rows     []row // of the storage, those that are drawn
	jumps    []jump
}

// element is one place of a walk.
type element struct {
	index  []int
	number int // its place in the whole walk, from 0
	cell   int // where it starts
}

// reader is what reads a cell.
type reader struct {
	first  int // the element that reads it first, an index of panel.elements
	part   int // which of the element's cells it is
	times  int // how many of the drawn elements read it
	colour int // rank among the cells that are read, by their first readers
}

// row is a run of cells drawn side by side.
type row struct {
	first, n int  // cells
	indent   int  // cells left blank before them
	apart    bool // cells between it and the row above are not drawn
}

// jump is a step of 1 along an axis, from one element to the next.
type jump struct {
	axis     int
	from, to int // cells
}

// fitPanel is newPanel with rows that fit lines of so many characters.
func fitPanel(input, f stage.Form, width int) (panel, error) {
	columns := maxColumns
	for {
		p, err := newPanel(input, f, columns)
		if err != nil || width < 1 || columns == 1 {
			return p, err
		}
		cell, label := p.textWidths()
		room := max(1, (width-label-borders)/cell)
		if room >= columns {
			return p, nil
		}
		columns = room
	}
}

// newPanel lays out a view of a storage. input is the array that the storage
// belongs to, which tells how long its rows are, of at most so many cells.
func newPanel(input, f stage.Form, most int) (panel, error) {
	p := panel{form: f}
	if err := check(f); err != nil {
		return p, err
	}
	size := f.DType.ItemSize()
	p.unit = gcd(size, f.Layout.Offset)
	for k, n := range f.Layout.Shape {
		if n > 1 {
			p.unit = gcd(p.unit, f.Layout.Strides[k])
		}
	}
	p.span = size / p.unit
	p.cells = f.Storage / p.unit

	p.shown = slices.Clone(f.Layout.Shape)
	columns := min(p.columns(input, most), p.cells)
	p.whole = f.Layout.Len() <= maxElements && p.cells <= maxCells
	if p.whole {
		p.walk()
		for first := 0; first < p.cells; first += columns {
			p.rows = append(p.rows, row{first: first, n: min(columns, p.cells-first)})
		}
	} else {
		p.part(columns)
	}
	p.jump()
	p.repeats = repeats(f)
	return p, nil
}

// repeats is the product of the sizes along which the layout stands still, if
// that is all that makes elements share bytes, else 0.
func repeats(f stage.Form) int {
	l := f.Layout.Clone()
	n := 1
	for k, s := range l.Strides {
		if s == 0 {
			n *= l.Shape[k]
			l.Shape[k] = 1
		}
	}
	if l.SelfOverlap(f.DType.ItemSize(), layout.DefaultWork) != layout.No {
		return 0
	}
	return n
}

// columns is how many cells a row has: what brings the elements of the longest
// stride that fits below each other, at most a given number.
func (p *panel) columns(input stage.Form, most int) int {
	best := 0
	for _, f := range []stage.Form{p.form, input} {
		for k, s := range f.Layout.Strides {
			if c := abs(s) / p.unit; f.Layout.Shape[k] > 1 && abs(s)%p.unit == 0 && c <= most {
				best = max(best, c)
			}
		}
	}
	switch {
	case p.cells <= most || best == 0:
		return most
	case best >= (most+2)/3:
		return best
	}
	return most / best * best
}

// part chooses the elements near the first one, so few that the storage around
// them fits the picture.
func (p *panel) part(columns int) {
	l := p.form.Layout
	limit := 8
	for k := l.Rank() - 1; k >= 0; k-- {
		p.shown[k] = min(l.Shape[k], limit)
		if l.Shape[k] > 1 {
			limit = max(2, limit-2)
		}
	}
	for {
		for size, _ := layout.Size(p.shown); size > maxElements/2; size, _ = layout.Size(p.shown) {
			p.shown[widest(p.shown)]--
		}
		p.walk()
		p.around(columns)
		k := widest(p.shown)
		if len(p.rows) <= maxRows || p.shown[k] == 1 {
			break
		}
		p.shown[k]--
	}
	p.rows = p.rows[:min(len(p.rows), maxRows)]
}

// widest is the axis with the most indices drawn, the outermost of equals.
func widest(shown []int) int {
	w := 0
	for k, n := range shown {
		if n > shown[w] {
			w = k
		}
	}
	return w
}

// around makes the rows of the cells that the drawn elements read, and of a few
// beside them: new rows where many cells lie between.
func (p *panel) around(columns int) {
	p.rows = p.rows[:0]
	read := slices.Sorted(maps.Keys(p.readers))
	end := 0 // of the cells in rows
	for i := 0; i < len(read); {
		j := i + 1
		for j < len(read) && read[j]-read[j-1] <= columns {
			j++
		}
		first, last := max(end, read[i]-context), min(p.cells, read[j-1]+1+context)
		r := row{first: first, apart: first > end}
		if alone := i == 0 && j == len(read); !alone {
			r.indent = min(max(0, context-(read[i]-first)), columns-1) // so that rows align
		} else if first <= columns/2 {
			r = row{}
			first = 0
		}
		if end := first + columns - r.indent; read[j-1] < end {
			last = min(last, end) // no row for what is only context
		}
		for first < last {
			r.n = min(columns-r.indent, last-first)
			p.rows = append(p.rows, r)
			first += r.n
			r = row{first: first}
		}
		end, i = last, j
	}
}

// walk visits the drawn elements in C order.
func (p *panel) walk() {
	l := p.form.Layout
	p.elements = p.elements[:0]
	p.readers = map[int]reader{}
	p.colors = 0
	index := make([]int, l.Rank())
	for {
		number, offset := 0, l.Offset
		for k, i := range index {
			number = number*l.Shape[k] + i
			offset += i * l.Strides[k]
		}
		p.visit(element{index: slices.Clone(index), number: number, cell: offset / p.unit})
		k := len(index) - 1
		for ; k >= 0; k-- {
			if index[k]++; index[k] < p.shown[k] {
				break
			}
			index[k] = 0
		}
		if k < 0 {
			return
		}
	}
}

func (p *panel) visit(e element) {
	fresh := false
	for part := range p.span {
		r, seen := p.readers[e.cell+part]
		if !seen {
			r = reader{first: len(p.elements), part: part, colour: p.colors}
			fresh = true
		}
		r.times++
		p.readers[e.cell+part] = r
	}
	if fresh {
		p.colors++
	}
	p.elements = append(p.elements, e)
}

// jump collects the first jumps along each axis from the first element on.
func (p *panel) jump() {
	l := p.form.Layout
	for k, n := range p.shown {
		for i := range min(n-1, maxJumps) {
			from := (l.Offset + i*l.Strides[k]) / p.unit
			p.jumps = append(p.jumps, jump{axis: k, from: from, to: from + l.Strides[k]/p.unit})
		}
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return abs(a)
}

func abs(a int) int { return max(a, -a) }
