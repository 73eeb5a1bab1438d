package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/stage"
)

// raw reads the flags for raw bytes.
func (f *importFlags) raw(cmd *cobra.Command, dt dtype.Type) (reading, error) {
	set := cmd.Flags().Changed
	for _, name := range []string{"delimiter", "quote", "comments", "columns", "skip", "rows", "ndmin", "header", "fill"} {
		if set(name) {
			return nil, misuse(cmd, "--%s is for text, the format is raw", name)
		}
	}
	if !dt.Valid() {
		return nil, misuse(cmd, "raw bytes tell no dtype, expected --dtype")
	}
	if dt.ItemSize() == 0 {
		return nil, misuse(cmd, "--dtype %s, expected items of one byte or more", dt)
	}
	shape, err := stage.ParseInts(f.shape)
	if err != nil {
		return nil, misuse(cmd, "--shape: %w", err)
	}
	if f.order != "C" && f.order != "F" {
		return nil, misuse(cmd, "--order %q, expected C or F", f.order)
	}
	if f.offset < 0 {
		return nil, misuse(cmd, "--offset %d, expected 0 or more", f.offset)
	}
	return func(r io.ReaderAt, size int64) (npy.Header, func(io.Writer) error, error) {
		h := npy.Header{DType: dt, FortranOrder: f.order == "F"}
		if f.offset > size {
			return h, nil, fmt.Errorf("%d bytes, the array begins at byte %d", size, f.offset)
		}
		left, item := size-f.offset, int64(dt.ItemSize())
		if h.Shape, err = sized(shape, left/item, f.tail); err != nil {
			return h, nil, err
		}
		if _, err := h.Layout(); err != nil {
			return h, nil, err
		}
		switch n := h.NumBytes(); {
		case n > left:
			return h, nil, fmt.Errorf("%d bytes from byte %d on, shape %s of %s takes %d", left, f.offset, stage.Tuple(h.Shape), dt, n)
		case n < left && !f.tail:
			return h, nil, fmt.Errorf("%d bytes follow the %d of shape %s of %s (--tail leaves them out)", left-n, n, stage.Tuple(h.Shape), dt)
		}
		n := h.NumBytes()
		return canonical(h), func(w io.Writer) error {
			got, err := io.Copy(w, io.NewSectionReader(r, f.offset, n))
			if err == nil && got < n {
				err = batch.ErrFault
			}
			return err
		}, nil
	}, nil
}

// canonical has the Fortran flag only where np.save sets it.
func canonical(h npy.Header) npy.Header {
	l, err := h.Layout()
	if size := h.DType.ItemSize(); err == nil && l.IsC(size) {
		h.FortranOrder = false
	}
	return h
}

// sized is a shape with its -1 replaced by what n elements leave for it; with
// tail, elements that do not fill it are left out.
func sized(shape []int, n int64, tail bool) ([]int, error) {
	if int64(int(n)) != n {
		return nil, fmt.Errorf("%d elements are more than can be addressed", n)
	}
	rest := 1
	for _, size := range shape {
		if size > 0 && rest <= int(n)/size {
			rest *= size
		}
	}
	for _, size := range shape {
		if size == -1 {
			if tail {
				n -= n % int64(rest)
			}
			return layout.ResolveShape(int(n), shape)
		}
	}
	return shape, nil
}
