// Command timing does with the other Go libraries what scripts/compare.py times.
//
// It reads one command a line and answers each with nanoseconds a time, or with a
// line that begins with "error":
//
//	read TIMES FILE LIBRARY SHAPE     read a .npy file of float32
//	write TIMES FILE LIBRARY SHAPE    write one of counts up to 999
//	transpose TIMES DESCR H W         gorgonia's transpose of H×W items <f4 or <f8
//
// Libraries are npyio, gonpy and gorgonia.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	sbinet "codeberg.org/sbinet/npyio/npy"
	"github.com/kshedden/gonpy"
	"gorgonia.org/tensor"
)

var errUsage = errors.New("unknown command or wrong number of arguments")

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		ns, err := run(strings.Fields(in.Text()))
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		fmt.Println(ns)
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, "timing:", err)
		os.Exit(1)
	}
}

func run(args []string) (int64, error) {
	if len(args) != 5 {
		return 0, errUsage
	}
	times, err := strconv.Atoi(args[1])
	if err != nil {
		return 0, err
	}
	work, err := work(args[0], args[2:])
	if err != nil {
		return 0, err
	}
	start := time.Now()
	for range times {
		if err := work(); err != nil {
			return 0, err
		}
	}
	return time.Since(start).Nanoseconds() / int64(times), nil
}

// work makes the data that a command needs and returns what is timed.
func work(command string, args []string) (func() error, error) {
	if command == "transpose" {
		return transpose(args)
	}
	shape, err := integers(strings.Split(args[2], ","))
	if err != nil {
		return nil, err
	}
	library, ok := libraries[args[1]]
	switch {
	case !ok:
		return nil, fmt.Errorf("no library %q", args[1])
	case command == "read":
		return func() error { return library.read(args[0]) }, nil
	case command == "write":
		return library.write(args[0], numbers(shape), shape), nil
	}
	return nil, errUsage
}

type library struct {
	read  func(file string) error
	write func(file string, x []float32, shape []int) func() error
}

var libraries = map[string]library{
	"npyio": {
		func(file string) error {
			f, err := os.Open(file)
			if err != nil {
				return err
			}
			defer f.Close()
			var x []float32
			return sbinet.Read(f, &x)
		},
		func(file string, x []float32, _ []int) func() error {
			return func() error { return create(file, func(f *os.File) error { return sbinet.Write(f, x) }) }
		},
	},
	"gonpy": {
		func(file string) error {
			r, err := gonpy.NewFileReader(file)
			if err != nil {
				return err
			}
			_, err = r.GetFloat32()
			return err
		},
		func(file string, x []float32, shape []int) func() error {
			return func() error {
				w, err := gonpy.NewFileWriter(file)
				if err != nil {
					return err
				}
				w.Shape = shape
				return w.WriteFloat32(x)
			}
		},
	},
	"gorgonia": {
		func(file string) error {
			f, err := os.Open(file)
			if err != nil {
				return err
			}
			defer f.Close()
			return new(tensor.Dense).ReadNpy(f)
		},
		func(file string, x []float32, shape []int) func() error {
			t := tensor.New(tensor.WithShape(shape...), tensor.WithBacking(x))
			return func() error { return create(file, func(f *os.File) error { return t.WriteNpy(f) }) }
		},
	},
}

func create(file string, write func(*os.File) error) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// numbers returns an array of the shape that counts to 999 again and again.
func numbers(shape []int) []float32 {
	n := 1
	for _, d := range shape {
		n *= d
	}
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(i % 1000)
	}
	return x
}

func transpose(args []string) (func() error, error) {
	shape, err := integers(args[1:])
	if err != nil {
		return nil, err
	}
	var t *tensor.Dense
	switch args[0] {
	case "<f4":
		t = tensor.New(tensor.WithShape(shape...), tensor.Of(tensor.Float32))
	case "<f8":
		t = tensor.New(tensor.WithShape(shape...), tensor.Of(tensor.Float64))
	default:
		return nil, fmt.Errorf("no items %q", args[0])
	}
	return func() error {
		_, err := tensor.Transpose(t)
		return err
	}, nil
}

func integers(words []string) ([]int, error) {
	list := make([]int, len(words))
	for i, word := range words {
		var err error
		if list[i], err = strconv.Atoi(word); err != nil {
			return nil, err
		}
	}
	return list, nil
}
