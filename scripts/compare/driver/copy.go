package main

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strconv"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ndarray/move"
)

// buffer makes a buffer filled with a pattern that NumPy can make too: item i of
// four bytes is i·2654435761, little-endian.
func (d *driver) buffer(args []string) (string, error) {
	size, err := strconv.Atoi(args[1])
	if err != nil {
		return "", err
	}
	offset, err := strconv.Atoi(args[2])
	if err != nil {
		return "", err
	}
	b := move.Alloc(size + offset)[offset:]
	for i := 0; i+4 <= size; i += 4 {
		binary.LittleEndian.PutUint32(b[i:], uint32(i/4)*2654435761)
	}
	d.buffers[args[0]] = b
	return "ok", nil
}

func (d *driver) sum(args []string) (string, error) {
	return fmt.Sprint(crc32.ChecksumIEEE(d.buffers[args[0]])), nil
}

func (d *driver) copy(args []string) (string, error) {
	to, from, err := d.arrays(args[2], args[3])
	if err != nil {
		return "", err
	}
	return limited(args[1], func() (string, error) {
		return repeat(args[0], func() error { return ndarray.Copy(to, from) })
	})
}

func (d *driver) path(args []string) (string, error) {
	to, from, err := d.arrays(args[0], args[1])
	if err != nil {
		return "", err
	}
	p, err := layout.NewPlan(to.Layout(), from.Layout())
	if err != nil {
		return "", err
	}
	var swap move.Swap
	runs, _ := dtype.SwapBetween(from.DType(), to.DType())
	for _, r := range runs {
		swap.Runs = append(swap.Runs, move.Run(r))
	}
	return move.PathOf(&p, to.DType().ItemSize(), swap).String(), nil
}

func (d *driver) view(args []string) (string, error) {
	a, err := ndarray.New(dtype.Float32, 2048, 2048)
	if err != nil {
		return "", err
	}
	index, err := layout.ParseIndex("1:7,::2")
	if err != nil {
		return "", err
	}
	work := map[string]func() error{
		"transpose": func() error { a.Transpose(); return nil },
		"permute":   func() error { _, err := a.Permute(1, 0); return err },
		"slice":     func() error { _, err := a.Slice(index...); return err },
		"reshape":   func() error { _, err := a.View(2048, 64, 32); return err },
	}[args[1]]
	if work == nil {
		return "", errUsage
	}
	// The collector's heap reaches its size before the clock runs.
	if _, err := repeat("500000", work); err != nil {
		return "", err
	}
	return repeat(args[0], work)
}
