// Command files does what a script asks of the npy package and answers with the
// time that it took, so that the script can time NumPy in turn with it (see
// scripts/compare_files.py). It reads one command a line:
//
//	read FILE             npy.ReadFile, into fresh memory
//	into FILE             the same into a buffer that is used again
//	open FILE             npy.Open and Close
//	write FILE FROM       npy.Write of the array in FROM to FILE, which is new
//	halves FILE FROM      the same of its every second column
//	pack FILE FROM…       a compressed archive of the arrays
//	unpack FILE           all members of an archive, one by one
//	together FILE         all members of an archive at once
//	procs N               GOMAXPROCS
//
// The answer is nanoseconds, or begins with "error".
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy"
)

func main() {
	d := driver{arrays: map[string]*ndarray.Array{}}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		took, err := d.run(strings.Fields(in.Text()))
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		fmt.Println(took.Nanoseconds())
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, "files:", err)
		os.Exit(1)
	}
}

type driver struct {
	arrays map[string]*ndarray.Array // read once, by file
	buffer []byte
}

// source returns the array of a file, which is read at its first use.
func (d *driver) source(name string) (*ndarray.Array, error) {
	if a := d.arrays[name]; a != nil {
		return a, nil
	}
	a, err := npy.ReadFile(name, npy.Options{})
	d.arrays[name] = a
	return a, err
}

func (d *driver) run(args []string) (time.Duration, error) {
	if len(args) < 2 {
		return 0, errors.New("expected a command and a file")
	}
	command, name := args[0], args[1]
	var sources []*ndarray.Array
	for _, from := range args[2:] {
		a, err := d.source(from)
		if err != nil {
			return 0, err
		}
		sources = append(sources, a)
	}
	runtime.GC() // what the last command left is not this one's work
	start := time.Now()
	err := d.work(command, name, sources)
	return time.Since(start), err
}

func (d *driver) work(command, name string, sources []*ndarray.Array) error {
	switch command {
	case "procs":
		n, err := strconv.Atoi(name)
		runtime.GOMAXPROCS(n)
		return err
	case "read":
		_, err := npy.ReadFile(name, npy.Options{})
		return err
	case "into":
		if d.buffer == nil {
			a, err := npy.ReadFile(name, npy.Options{})
			if err != nil {
				return err
			}
			d.buffer, _ = a.Bytes()
		}
		_, err := npy.ReadFile(name, npy.Options{Buffer: d.buffer})
		return err
	case "open":
		f, err := npy.Open(name)
		if err != nil {
			return err
		}
		return f.Close()
	case "write":
		return write(name, sources[0])
	case "halves":
		every, err := sources[0].Slice(layout.All, layout.All.By(2))
		if err != nil {
			return err
		}
		return write(name, every)
	case "pack":
		return pack(name, sources)
	case "unpack", "together":
		return unpack(name, command == "together")
	}
	return fmt.Errorf("unknown command %q", command)
}

func write(name string, a *ndarray.Array) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(npy.Write(f, a), f.Close())
}

func pack(name string, sources []*ndarray.Array) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w, err := npy.NewArchiveWriter(f, npy.WriterOptions{Compress: true})
	if err != nil {
		return err
	}
	for i, a := range sources {
		if err := w.Add(strconv.Itoa(i), a); err != nil {
			return err
		}
	}
	return errors.Join(w.Close(), f.Close())
}

func unpack(name string, together bool) error {
	z, err := npy.OpenArchiveFile(name, npy.ArchiveOptions{})
	if err != nil {
		return err
	}
	defer z.Close()
	members := z.Members()
	errs := make([]error, len(members))
	var wg sync.WaitGroup
	for i, m := range members {
		read := func() { _, errs[i] = m.Read() }
		if together {
			wg.Go(read)
		} else {
			read()
		}
	}
	wg.Wait()
	return errors.Join(errs...)
}
