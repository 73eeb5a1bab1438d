// Command driver does with ndtool's packages what scripts/compare.py times.
//
// It reads one command a line and answers each with one line, nanoseconds a time
// or what is asked for. A wrong command is answered by a line that begins with
// "error".
//
//	buffer NAME BYTES OFFSET       a buffer that begins OFFSET bytes behind a line of 64
//	sum NAME                       CRC-32 of the buffer
//	path DST SRC                   the path that a copy takes
//	copy TIMES WORKERS DST SRC     ndarray.Copy
//	view TIMES KIND                a view of a 2048×2048 array: transpose, permute, slice, reshape
//
// DST and SRC are NAME:DESCR:OFFSET:SHAPE:STRIDES, sizes and byte strides joined
// by commas. Other files of the package add commands of their own.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
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

// commands has every command by its name: how many arguments it takes at least
// and what it does with them.
var commands = map[string]command{
	"buffer": {3, (*driver).buffer},
	"sum":    {1, (*driver).sum},
	"path":   {2, (*driver).path},
	"copy":   {4, (*driver).copy},
	"view":   {2, (*driver).view},
}

type command struct {
	args int
	run  func(d *driver, args []string) (string, error)
}

var errUsage = errors.New("unknown command or too few arguments")

func (d *driver) run(words []string) (string, error) {
	if len(words) == 0 {
		return "", errUsage
	}
	c, args := commands[words[0]], words[1:]
	if c.run == nil || len(args) < c.args {
		return "", errUsage
	}
	return c.run(d, args)
}

// repeat returns nanoseconds a call, after a first one that brings the memory into
// the caches. Where there is something to do before each call, there is no first
// one, and the clock stands still for that.
func repeat(times string, work func() error, before ...func()) (string, error) {
	n, err := strconv.Atoi(times)
	if err != nil {
		return "", err
	}
	clock := func(calls int) (took time.Duration, err error) {
		for _, do := range before {
			do()
		}
		start := time.Now()
		for k := 0; k < calls && err == nil; k++ {
			err = work()
		}
		return time.Since(start), err
	}
	var sum time.Duration
	if len(before) == 0 {
		if _, err = clock(1); err == nil {
			sum, err = clock(n)
		}
	} else {
		for k := 0; k < n && err == nil; k++ {
			var took time.Duration
			took, err = clock(1)
			sum += took
		}
	}
	return strconv.FormatFloat(float64(sum.Nanoseconds())/float64(n), 'g', -1, 64), err
}

// limited calls work with so many processors to use.
func limited(workers string, work func() (string, error)) (string, error) {
	n, err := strconv.Atoi(workers)
	if err != nil {
		return "", err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	return work()
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

// arrays reads two arrays.
func (d *driver) arrays(dst, src string) (to, from *ndarray.Array, err error) {
	if to, err = d.array(dst); err == nil {
		from, err = d.array(src)
	}
	return to, from, err
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
