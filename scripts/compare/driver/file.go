package main

import (
	"errors"
	"os"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/npy"
)

func (d *driver) read(args []string) (string, error) {
	return repeat(args[0], func() error {
		_, err := npy.ReadFile(args[1], npy.Options{})
		return err
	})
}

func (d *driver) write(args []string) (string, error) {
	shape, err := integers(args[3])
	if err != nil {
		return "", err
	}
	n := 1
	for _, size := range shape {
		n *= size
	}
	values := make([]float32, n)
	for i := range values {
		values[i] = float32(i % 1000)
	}
	a, err := ndarray.FromSlice(values, shape...)
	if err != nil {
		return "", err
	}
	return repeat(args[0], func() error {
		f, err := os.Create(args[1])
		if err != nil {
			return err
		}
		return errors.Join(npy.Write(f, a), f.Close())
	})
}
