package main

import (
	"context"
	"io"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// blockBytes is how much of an array is looked at together.
const blockBytes = 1 << 20

// eachBlock reads arrays of one shape side by side, once, and hands over blocks of
// their elements in the order of the files, as long as f wants more. The blocks are
// valid until f returns.
func eachBlock(ctx context.Context, f func(blocks []*ndarray.Array) (more bool, err error), arrays ...*batch.Array) error {
	readers, rooms := make([]io.Reader, len(arrays)), make([][]byte, len(arrays))
	most := 0 // bytes of an item
	for _, a := range arrays {
		most = max(most, a.Header.DType.ItemSize())
	}
	count, each := arrays[0].Header.Len(), max(1, blockBytes/max(most, 1))
	if most == 0 {
		count = 0 // no bytes, however many elements
	}
	for i, a := range arrays {
		var err error
		if readers[i], err = a.Data(); err != nil {
			return err
		}
		rooms[i] = make([]byte, min(each, count)*a.Header.DType.ItemSize())
	}
	blocks := make([]*ndarray.Array, len(arrays))
	for from := 0; from < count; from += each {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := min(each, count-from)
		for i, a := range arrays {
			dt := a.Header.DType
			l, err := layout.New(dt.ItemSize(), layout.C, n)
			if err != nil {
				return err
			}
			b := rooms[i][:n*dt.ItemSize()]
			if _, err := io.ReadFull(readers[i], b); err != nil {
				return err
			}
			if blocks[i], err = ndarray.FromBytes(b, dt, l); err != nil {
				return err
			}
		}
		if more, err := f(blocks); !more || err != nil {
			return err
		}
	}
	for _, r := range readers {
		if _, err := io.Copy(io.Discard, r); err != nil { // a member's checksum
			return err
		}
	}
	return nil
}
