// Package plot shows the values of arrays: a heat map of two axes, an image of
// two axes and 3 or 4 channels, a line of one axis, with axes and a color bar,
// as SVG, PNG or text for a terminal.
//
// An array is read in pieces of bounded size, once (an image once a channel),
// so arrays larger than memory can be shown. Of more elements than the picture
// has places each place shows the mean of a block (a line: the range of a
// stretch), and the picture says so.
package plot

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/stage"
)

// The kinds of refusal, for errors.Is.
var (
	ErrShape = errors.New("shape cannot be plotted")
	ErrDType = errors.New("dtype cannot be plotted")
	ErrRange = errors.New("range is empty")
)

// Options say how an array is plotted. The zero value is for SVG and PNG.
type Options struct {
	Title  string     // such as the input's file name
	Range  [2]float64 // values at the ends of the scale; equal ones are those of the array
	Screen Screen     // for Text: what the plot is to fit
}

// Screen is a terminal.
type Screen struct {
	Width, Height int // characters
	Colors        int // 0 for plain text, 256, or 1<<24
}

// Plot is what is shown of an array.
type Plot struct {
	title   string
	what    string // dtype and shape
	complex bool   // magnitudes are shown
	stats   stats
	lo, hi  float64 // the ends of the scale
	least   float64 // between two ticks: 1 for integers

	heat  *heat        // one of the three is set
	photo *image.NRGBA // already decimated
	line  *line

	rows, columns int // elements; rows is 1 for a line
	down, across  int // elements a place
	screen        Screen
}

// New reads the array and returns its plot: a line for one axis, an image for
// three axes of which the last has 3 (RGB) or 4 (RGBA) elements, a heat map for
// two. Integers of an image are 0 to 255 (uint16: 65535), floats 0 to 1; values
// beyond are clipped. Complex numbers are shown by their magnitudes.
//
// Errors: ErrShape for other numbers of axes and for arrays without elements,
// ErrDType for what is no number (strings, dates, records, objects), ErrRange,
// those of ops.Cast, and the context's.
func New(ctx context.Context, a *ndarray.Array, opt Options) (*Plot, error) {
	return Read(ctx, SourceOf(a), opt)
}

// Read is New of a source, such as a file larger than memory. Errors are those
// of New and of the source.
func Read(ctx context.Context, s Source, opt Options) (*Plot, error) {
	shape, rank := s.Layout.Shape, s.Layout.Rank()
	if err := check(s); err != nil {
		return nil, err
	}
	if !(opt.Range[0] <= opt.Range[1]) {
		return nil, fmt.Errorf("%w: %v to %v, expected the lower end first", ErrRange, opt.Range[0], opt.Range[1])
	}
	p := &Plot{
		title: opt.Title, what: fmt.Sprintf("%s %s", s.DType, stage.Tuple(shape)),
		complex: s.DType.Kind() == dtype.KindComplex, screen: opt.Screen,
	}
	switch s.DType.Kind() {
	case dtype.KindBool, dtype.KindInt, dtype.KindUint:
		p.least = 1
	}
	columns, rows := p.places(rank)
	if p.rows, p.columns = 1, shape[0]; rank > 1 {
		p.rows, p.columns = shape[0], shape[1]
	}
	p.down, p.across = per(p.rows, rows), per(p.columns, columns)
	read := p.readPhoto
	switch rank {
	case 1:
		read = p.readLine
	case 2:
		read = p.readHeat
	}
	if rank == 3 {
		p.what += " as an image"
	}
	if err := read(ctx, s); err != nil {
		return nil, err
	}
	p.lo, p.hi = p.stats.min, p.stats.max
	if p.heat != nil && p.across*p.down > 1 {
		p.lo, p.hi = p.heat.extent()
	}
	if opt.Range[0] != opt.Range[1] {
		p.lo, p.hi = opt.Range[0], opt.Range[1]
	}
	p.lo, p.hi = widen(p.lo, p.hi)
	return p, nil
}

// places is how many places across and down the picture has at most.
func (p *Plot) places(rank int) (columns, rows int) {
	width, height, pixels := p.screen.Width-margins, p.screen.Height-lines, p.screen.Colors > 0
	switch {
	case p.screen == Screen{}:
		columns, rows = sizeX, sizeY
	case rank == 1:
		columns, rows = 2*width, 1 // dots of Braille
	case pixels:
		columns, rows = width, 2*height // half blocks
	default:
		columns, rows = width/2, height // two letters
	}
	return max(columns, 1), max(rows, 1)
}

// per is how many of n elements share one of at most so many places.
func per(n, places int) int { return (n-1)/places + 1 }

// check refuses an array that has no plot.
func check(s Source) error {
	shape, rank := s.Layout.Shape, s.Layout.Rank()
	switch dt := s.DType; dt.Kind() {
	case dtype.KindBool, dtype.KindInt, dtype.KindUint, dtype.KindFloat, dtype.KindComplex,
		dtype.KindBFloat16, dtype.KindFloat8E4M3, dtype.KindFloat8E5M2:
		if dt.Kind() == dtype.KindComplex && rank == 3 {
			return fmt.Errorf("%w: %s has no colors", ErrDType, dt)
		}
	case dtype.KindRecord:
		return fmt.Errorf("%w: %s is a record; choose one of its fields", ErrDType, dt)
	case dtype.KindDatetime, dtype.KindTimedelta:
		return fmt.Errorf("%w: %s is no number; cast it to int64", ErrDType, dt)
	default:
		return fmt.Errorf("%w: %s is no number", ErrDType, dt)
	}
	channels := func(axis int) bool { return shape[axis] == 3 || shape[axis] == 4 }
	switch text := stage.Tuple(shape); {
	case s.Layout.Len() == 0:
		return fmt.Errorf("%w: %s has no elements", ErrShape, text)
	case rank == 0:
		return fmt.Errorf("%w: %s is one value, expected 1 or 2 axes, or an image", ErrShape, text)
	case rank == 1 || rank == 2 || rank == 3 && channels(2):
		return nil
	case rank == 3 && channels(0):
		return fmt.Errorf("%w: %s has its channels first, expected them last: transpose 1,2,0", ErrShape, text)
	default:
		return fmt.Errorf("%w: %s has %d axes, expected 1 or 2, or an image with 3 or 4 channels last; choose a part of it", ErrShape, text, rank)
	}
}

// SVG writes the plot as an SVG document that needs nothing outside itself. The
// error is w's.
func (p *Plot) SVG(w io.Writer) error { return p.scene().SVG(w) }

// PNG writes the plot as a PNG, two pixels for each of the SVG's. The error is
// w's.
func (p *Plot) PNG(w io.Writer) error { return p.scene().PNG(w, 2) }
