package npy

import (
	"io"
	"iter"
	"os"

	"github.com/ndtool/ndtool/internal/atomicfile"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ndarray/move"
)

// blockBytes is how much of an array that is not contiguous is packed at a
// time on its way to a writer.
const blockBytes = 4 << 20

// Write writes a as np.save does, byte for byte: Fortran order if a is
// F-contiguous and not C-contiguous, else C order, in a's own byte order.
//
// A contiguous array is written in one piece, straight from its memory. Any
// other (transposed, strided, reversed, broadcast) is packed block by block, so
// that no second copy of it is made. The error is w's, or of kind
// ndarray.ErrClosed or ErrObject.
func Write(w io.Writer, a *ndarray.Array) error {
	h := HeaderOf(a)
	b, err := h.AppendBinary(nil)
	if err != nil {
		return err
	}
	reserve(w, int64(len(b))+h.NumBytes())
	if err := writeAll(w, b); err != nil {
		return err
	}
	if h.FortranOrder {
		a = a.Transpose()
	}
	return WriteData(w, a)
}

// reserve asks for the disk blocks of the next n bytes of a file at once, which is
// cheaper than page by page as they are written. That a disk is full is for the
// write to say.
func reserve(w io.Writer, n int64) {
	const least = 1 << 20 // bytes from which it pays
	if n < least {
		return
	}
	switch w := w.(type) {
	case *os.File:
		_ = atomicfile.Reserve(w, n)
	case *atomicfile.File:
		_ = atomicfile.Reserve(w.Temporary(), n)
	}
}

// WriteFile writes a, of any shape, to the file name as Write does. The file
// appears, or replaces an old one, only when it is complete and synced to the
// disk; if anything fails nothing changes.
func WriteFile(name string, a *ndarray.Array) error {
	f, err := atomicfile.Create(name, atomicfile.Options{Force: true})
	if err != nil {
		return systemError(name, err)
	}
	defer f.Abort()
	if err := Write(f, a); err != nil {
		return systemError(name, err)
	}
	if err := f.Commit(); err != nil {
		return systemError(name, err)
	}
	return nil
}

// WriteData writes the items of a in C order, without a header. The errors are
// w's and, of an array whose storage is closed, ndarray.ErrClosed.
func WriteData(w io.Writer, a *ndarray.Array) error {
	data, err := a.Storage().Acquire()
	if err != nil {
		return err
	}
	defer a.Storage().Release()
	itemSize := a.ItemSize()
	var buf []byte
	for block := range blocks(a.Layout(), itemSize) {
		n := block.Len() * itemSize
		if block.IsC(itemSize) {
			if err := writeAll(w, data[block.Offset:block.Offset+n]); err != nil {
				return err
			}
			continue
		}
		if buf == nil {
			buf = move.Alloc(n) // the first block is the largest
		}
		packed, err := layout.New(itemSize, layout.C, block.Shape...)
		if err != nil {
			return err
		}
		var p layout.Plan
		if err := p.Build(packed, block); err != nil {
			return err
		}
		move.Copy(buf[:n], data, &p, itemSize, move.Swap{}, 0)
		if err := writeAll(w, buf[:n]); err != nil {
			return err
		}
	}
	return nil
}

// blocks cuts a layout, in C order, into pieces of at most blockBytes (or one
// item) that share its strides. A contiguous layout is one piece, an empty one
// none.
func blocks(l layout.Layout, itemSize int) iter.Seq[layout.Layout] {
	return func(yield func(layout.Layout) bool) {
		if l.Len() == 0 || itemSize == 0 {
			return
		}
		if l.IsC(itemSize) {
			yield(l)
			return
		}
		// axes behind cut are whole in every block, those before it are single
		cut, inner := len(l.Shape)-1, itemSize
		for ; cut > 0 && inner <= blockBytes/l.Shape[cut]; cut-- {
			inner *= l.Shape[cut]
		}
		rows := max(1, blockBytes/inner)
		index := make([]int, cut)
		for {
			offset := l.Offset
			for axis, i := range index {
				offset += i * l.Strides[axis]
			}
			for at := 0; at < l.Shape[cut]; at += rows {
				block := layout.Layout{Shape: append([]int(nil), l.Shape[cut:]...), Strides: l.Strides[cut:], Offset: offset + at*l.Strides[cut]}
				block.Shape[0] = min(rows, l.Shape[cut]-at)
				if !yield(block) {
					return
				}
			}
			if !next(index, l.Shape) {
				return
			}
		}
	}
}

// next counts an index of the leading axes of a shape up in C order; false
// when it was the last.
func next(index, shape []int) bool {
	for axis := len(index) - 1; axis >= 0; axis-- {
		if index[axis]++; index[axis] < shape[axis] {
			return true
		}
		index[axis] = 0
	}
	return false
}

// writeAll writes b and takes a short count without an error as one.
func writeAll(w io.Writer, b []byte) error {
	n, err := w.Write(b)
	if err == nil && n != len(b) {
		err = io.ErrShortWrite
	}
	return err
}
