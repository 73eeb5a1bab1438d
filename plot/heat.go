package plot

import (
	"context"
	"image"
	"math"

	"github.com/ndtool/ndtool/internal/scene"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// heat is a grid of means: NaN where no element of a block is a number,
// infinite where none is finite.
type heat struct {
	rows, columns int
	values        []float64
}

func (h *heat) at(row, column int) float64 { return h.values[row*h.columns+column] }

// extent is the lowest and the highest finite value, NaN without any.
func (h *heat) extent() (lo, hi float64) {
	s := newStats()
	for _, v := range h.values {
		s.add(v)
	}
	return s.min, s.max
}

// readHeat reads a 2-d array.
func (p *Plot) readHeat(ctx context.Context, s Source) error {
	p.stats = newStats()
	var err error
	p.heat, err = means(ctx, s, p.down, p.across, &p.stats)
	return err
}

// means is a 2-d array in blocks of down × across elements.
func means(ctx context.Context, src Source, down, across int, s *stats) (*heat, error) {
	h := &heat{rows: (src.Layout.Shape[0]-1)/down + 1, columns: (src.Layout.Shape[1]-1)/across + 1}
	h.values = make([]float64, h.rows*h.columns)
	counts := make([]int, len(h.values))
	odd := make([]float64, len(h.values)) // of blocks without a finite value
	share := 1 / (float64(down) * float64(across))
	err := blocks(ctx, src, func(b block) {
		for i := range b.rows {
			first := (b.row + i) / down * h.columns
			at := i * b.down
			for j := 0; j < b.columns; {
				column := (b.column + j) / across
				k := first + column
				end := min(b.columns, (column+1)*across-b.column)
				finite := s.finite
				for ; j < end; j++ {
					v := b.values[at]
					at += b.right
					if s.add(v) {
						h.values[k] += v * share // of all the block, so that sums stay finite
					} else if odd[k] == 0 || !math.IsNaN(v) {
						odd[k] = v
					}
				}
				counts[k] += s.finite - finite
			}
		}
	})
	if err != nil {
		return nil, err
	}
	for k, n := range counts {
		if n == 0 {
			h.values[k] = odd[k]
		} else {
			h.values[k] *= float64(down) * float64(across) / float64(n)
		}
	}
	return h, nil
}

// readPhoto reads an image of 3 or 4 channels.
func (p *Plot) readPhoto(ctx context.Context, s Source) error {
	p.stats = newStats()
	full := 255.0
	switch dt := s.DType; {
	case dt.Kind() == dtype.KindUint && dt.ItemSize() == 2:
		full = 65535
	case dt.Kind() != dtype.KindInt && dt.Kind() != dtype.KindUint:
		full = 1
	}
	channels := make([]*heat, s.Layout.Shape[2])
	for k := range channels {
		plane, err := s.slice(layout.Ellipsis, layout.Int(k))
		if err != nil {
			return err
		}
		if channels[k], err = means(ctx, plane, p.down, p.across, &p.stats); err != nil {
			return err
		}
	}
	rows, columns := channels[0].rows, channels[0].columns
	p.photo = image.NewNRGBA(image.Rect(0, 0, columns, rows))
	for i := range rows {
		for j := range columns {
			c := nanColor
			alpha := 1.0
			if len(channels) == 4 {
				alpha = level(channels[3].at(i, j), full)
			}
			r, g, b := level(channels[0].at(i, j), full), level(channels[1].at(i, j), full), level(channels[2].at(i, j), full)
			if !math.IsNaN(r + g + b + alpha) {
				// on white, so that every back end shows the same
				c = scene.Hex(0xFFFFFF)
				c.R, c.G, c.B = over(r, alpha), over(g, alpha), over(b, alpha)
			}
			p.photo.SetNRGBA(j, i, c)
		}
	}
	return nil
}

// level is a channel's value from 0 to 1; NaN stays.
func level(v, full float64) float64 { return min(max(v/full, 0), 1) }

// over is a level on white.
func over(v, alpha float64) uint8 { return uint8(math.Round(255 * (v*alpha + 1 - alpha))) }

// picture is the heat map as an image, a pixel a place.
func (p *Plot) picture() *image.NRGBA {
	if p.photo != nil {
		return p.photo
	}
	img := image.NewNRGBA(image.Rect(0, 0, p.heat.columns, p.heat.rows))
	for i := range p.heat.rows {
		for j := range p.heat.columns {
			img.SetNRGBA(j, i, heatColor(p.heat.at(i, j), p.lo, p.hi))
		}
	}
	return img
}
