// Command driver runs copies of the ndarray library on request, so that a script
// can time them in turn with other libraries (see scripts/compare.py).
//
// It reads one command a line and answers each with one line:
//
//	buffer NAME BYTES OFFSET      a buffer that begins OFFSET bytes behind a line of 64
//	path DST SRC                  the path that a copy takes
//	copy TIMES WORKERS DST SRC    nanoseconds a copy after a first one, by ndarray.Copy
//	sum NAME                      CRC-32 of the buffer
//	views TIMES                   nanoseconds a view: transpose, permute, slice, reshape
//
// DST and SRC are NAME:DESCR:OFFSET:SHAPE:STRIDES, sizes and byte strides joined
// by commas. A wrong command is answered by a line that begins with "error".
package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/ndarray/move"
)

func main() {
	d := driver{buffers: map[string][]byte{}}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		answer, err := d.run(strings.Fields(in.Text()))
		if err != nil {
			answer = "error: " + err.Error()
		}
		fmt.Println(answer)
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, "driver:", err)
		os.Exit(1)
	}
}

type driver struct {
	buffers map[string][]byte
}

var errUsage = errors.New("unknown command or wrong number of arguments")

func (d *driver) run(args []string) (string, error) {
	if len(args) == 0 {
		return "", errUsage
	}
	switch command := args[0]; {
	case command == "buffer" && len(args) == 4:
		size, err := strconv.Atoi(args[2])
		if err != nil {
			return "", err
		}
		offset, err := strconv.Atoi(args[3])
		if err != nil {
			return "", err
		}
		d.buffers[args[1]] = newBuffer(size, offset)
		return "ok", nil
	case command == "sum" && len(args) == 2:
		return fmt.Sprint(crc32.ChecksumIEEE(d.buffers[args[1]])), nil
	case command == "path" && len(args) == 3:
		return d.path(args[1], args[2])
	case command == "copy" && len(args) == 5:
		times, err := strconv.Atoi(args[1])
		if err != nil {
			return "", err
		}
		workers, err := strconv.Atoi(args[2])
		if err != nil {
			return "", err
		}
		return d.copy(times, workers, args[3], args[4])
	case command == "views" && len(args) == 2:
		times, err := strconv.Atoi(args[1])
		if err != nil {
			return "", err
		}
		return views(times)
	}
	return "", errUsage
}

// newBuffer returns size bytes filled with a pattern that NumPy can make too:
// item i of four bytes is i·2654435761, little-endian.
func newBuffer(size, offset int) []byte {
	b := move.Alloc(size + offset)[offset:]
	for i := 0; i+4 <= size; i += 4 {
		binary.LittleEndian.PutUint32(b[i:], uint32(i/4)*2654435761)
	}
	return b
}

// array reads NAME:DESCR:OFFSET:SHAPE:STRIDES.
func (d *driver) array(text string) (*ndarray.Array, error) {
	parts := strings.Split(text, ":")
	if len(parts) != 5 {
		return nil, errUsage
	}
	b, ok := d.buffers[parts[0]]
	if !ok {
		return nil, fmt.Errorf("no buffer %q", parts[0])
	}
	dt, err := dtype.Parse(parts[1])
	if err != nil {
		return nil, err
	}
	var l layout.Layout
	if l.Offset, err = strconv.Atoi(parts[2]); err != nil {
		return nil, err
	}
	if l.Shape, err = integers(parts[3]); err != nil {
		return nil, err
	}
	if l.Strides, err = integers(parts[4]); err != nil {
		return nil, err
	}
	return ndarray.FromBytes(b, dt, l)
}

func integers(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	var list []int
	for _, part := range strings.Split(text, ",") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

func (d *driver) copy(times, workers int, dst, src string) (string, error) {
	to, err := d.array(dst)
	if err != nil {
		return "", err
	}
	from, err := d.array(src)
	if err != nil {
		return "", err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
	if err := ndarray.Copy(to, from); err != nil { // brings the memory into the caches
		return "", err
	}
	start := time.Now()
	for range times {
		if err := ndarray.Copy(to, from); err != nil {
			return "", err
		}
	}
	return nanoseconds(start, times), nil
}

func nanoseconds(start time.Time, times int) string {
	return strconv.FormatFloat(float64(time.Since(start).Nanoseconds())/float64(times), 'g', -1, 64)
}

func (d *driver) path(dst, src string) (string, error) {
	to, err := d.array(dst)
	if err != nil {
		return "", err
	}
	from, err := d.array(src)
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

// views times the views of a 2048×2048 float32 array.
func views(times int) (string, error) {
	a, err := ndarray.New(dtype.Float32, 2048, 2048)
	if err != nil {
		return "", err
	}
	index, err := layout.ParseIndex("1:7,::2")
	if err != nil {
		return "", err
	}
	var answers []string
	for _, view := range []func() error{
		func() error { a.Transpose(); return nil },
		func() error { _, err := a.Permute(1, 0); return err },
		func() error { _, err := a.Slice(index...); return err },
		func() error { _, err := a.View(2048, 64, 32); return err },
	} {
		start := time.Now()
		for range times {
			if err := view(); err != nil {
				return "", err
			}
		}
		answers = append(answers, nanoseconds(start, times))
	}
	return strings.Join(answers, " "), nil
}
