package main

import (
	"errors"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/npy"
)

// The commands that read and write files, SRC as for copies. What one call leaves
// behind is gone before the next begins.
//
//	load NAME FILE                    a buffer of the file's bytes
//	read TIMES WORKERS FILE           npy.ReadFile into memory that is fresh from the system
//	into TIMES WORKERS FILE NAME      the same into a buffer
//	open TIMES FILE                   npy.Open and Close
//	header TIMES FILE                 npy.RewriteHeader, the shape reversed
//	write TIMES WORKERS FILE SRC      npy.Write into a file that is made anew
//	pack TIMES WORKERS FILE SRC…      a compressed archive of the arrays
//	unpack TIMES WORKERS FILE         every member of an archive, so many at once
func init() {
	commands["load"] = command{2, func(d *driver, args []string) (answer string, err error) {
		d.buffers[args[0]], err = os.ReadFile(args[1])
		return "ok", err
	}}
	commands["read"] = command{3, func(_ *driver, args []string) (string, error) {
		return read(args, npy.Options{}, debug.FreeOSMemory)
	}}
	commands["into"] = command{4, func(d *driver, args []string) (string, error) {
		return read(args, npy.Options{Buffer: d.buffers[args[3]]}, runtime.GC)
	}}
	commands["open"] = command{2, open}
	commands["header"] = command{2, header}
	commands["write"] = command{4, func(d *driver, args []string) (string, error) { return d.write(args, writeArray) }}
	commands["pack"] = command{4, func(d *driver, args []string) (string, error) { return d.write(args, writeArchive) }}
	commands["unpack"] = command{3, unpack}
}

func read(args []string, opt npy.Options, before func()) (string, error) {
	return limited(args[1], func() (string, error) {
		return repeat(args[0], func() error {
			_, err := npy.ReadFile(args[2], opt)
			return err
		}, before)
	})
}

func open(_ *driver, args []string) (string, error) {
	return repeat(args[0], func() error {
		f, err := npy.Open(args[1])
		if err != nil {
			return err
		}
		return f.Close()
	})
}

func header(_ *driver, args []string) (string, error) {
	f, err := npy.Open(args[1])
	if err != nil {
		return "", err
	}
	h := f.Header()
	if err := f.Close(); err != nil {
		return "", err
	}
	return repeat(args[0], func() error {
		h.Shape = []int{h.Shape[1], h.Shape[0]}
		return npy.RewriteHeader(args[1], h, npy.EditOptions{NoSync: true})
	})
}

// write makes a file of arrays anew, time and again.
func (d *driver) write(args []string, content func(io.Writer, []*ndarray.Array) error) (string, error) {
	name := args[2]
	var arrays []*ndarray.Array
	for _, text := range args[3:] {
		a, err := d.array(text)
		if err != nil {
			return "", err
		}
		arrays = append(arrays, a)
	}
	return limited(args[1], func() (string, error) {
		return repeat(args[0], func() error {
			f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
			if err != nil {
				return err
			}
			return errors.Join(content(f, arrays), f.Close())
		}, func() {
			os.Remove(name)
			runtime.GC()
		})
	})
}

func writeArray(w io.Writer, arrays []*ndarray.Array) error { return npy.Write(w, arrays[0]) }

func writeArchive(w io.Writer, arrays []*ndarray.Array) error {
	z, err := npy.NewArchiveWriter(w, npy.WriterOptions{Compress: true})
	if err != nil {
		return err
	}
	for i, a := range arrays {
		if err := z.Add(strconv.Itoa(i), a); err != nil {
			return err
		}
	}
	return z.Close()
}

func unpack(_ *driver, args []string) (string, error) {
	return limited(args[1], func() (string, error) {
		return repeat(args[0], func() error {
			z, err := npy.OpenArchiveFile(args[2], npy.ArchiveOptions{})
			if err != nil {
				return err
			}
			defer z.Close()
			errs := make([]error, len(z.Members()))
			var wg sync.WaitGroup
			for i, m := range z.Members() {
				wg.Go(func() { _, errs[i] = m.Read() })
			}
			wg.Wait()
			return errors.Join(errs...)
		}, runtime.GC)
	})
}
