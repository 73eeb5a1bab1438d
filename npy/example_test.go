package npy_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy"
)

// Arrays written one behind the other are read until io.EOF.
func ExampleRead() {
	var stream bytes.Buffer // a file, a socket, standard input
	for n := 1; n <= 2; n++ {
		a, err := ndarray.New(dtype.Float64, n, 3)
		if err != nil {
			log.Fatal(err)
		}
		if err := npy.Write(&stream, a); err != nil {
			log.Fatal(err)
		}
	}
	for {
		a, err := npy.Read(&stream, npy.Options{})
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(a.DType(), a.Shape())
	}
	// Output:
	// float64 [1 3]
	// float64 [2 3]
}

// temporary returns a folder for an example and what removes it.
func temporary() (string, func()) {
	dir, err := os.MkdirTemp("", "npy")
	if err != nil {
		log.Fatal(err)
	}
	return dir, func() { os.RemoveAll(dir) }
}

// A mapped file costs nothing to open; a slice of it reads what it touches.
func ExampleOpen() {
	dir, remove := temporary()
	defer remove()
	name := filepath.Join(dir, "a.npy")
	a, err := ndarray.FromSlice([]int32{0, 1, 2, 3, 4, 5}, 2, 3)
	if err != nil {
		log.Fatal(err)
	}
	if err := npy.WriteFile(name, a.Transpose()); err != nil {
		log.Fatal(err)
	}

	f, err := npy.Open(name)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	fmt.Println("Fortran order:", f.Header().FortranOrder)
	column, err := f.Array().Slice(layout.All, layout.Int(1))
	if err != nil {
		log.Fatal(err)
	}
	v, err := ndarray.As[int32](column)
	if err != nil {
		log.Fatal(err)
	}
	for x := range v.Values() {
		fmt.Println(x)
	}
	// Output:
	// Fortran order: true
	// 3
	// 4
	// 5
}

// A reshape of any size is one write of the header.
func ExampleRewriteHeader() {
	dir, remove := temporary()
	defer remove()
	name := filepath.Join(dir, "a.npy")
	a, err := ndarray.New(dtype.Float32, 6, 4)
	if err != nil {
		log.Fatal(err)
	}
	if err := npy.WriteFile(name, a); err != nil {
		log.Fatal(err)
	}

	h := npy.HeaderOf(a)
	h.Shape = []int{2, 12}
	if err := npy.RewriteHeader(name, h, npy.EditOptions{}); err != nil {
		log.Fatal(err)
	}
	b, err := npy.ReadFile(name, npy.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b.Shape())
	// Output:
	// [2 12]
}

// An appender collects rows whose number is not known at the start.
func ExampleNewAppender() {
	dir, remove := temporary()
	defer remove()
	f, err := os.Create(filepath.Join(dir, "log.npy"))
	if err != nil {
		log.Fatal(err)
	}
	rows, err := npy.NewAppender(f, npy.Header{DType: dtype.Int64, Shape: []int{0, 2}}, npy.EditOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for i := range int64(3) {
		row, err := ndarray.FromSlice([]int64{i, i * i}, 1, 2)
		if err != nil {
			log.Fatal(err)
		}
		if err := rows.Append(row); err != nil {
			log.Fatal(err)
		}
	}
	if err := rows.Close(); err != nil {
		log.Fatal(err)
	}
	a, err := npy.ReadFile(f.Name(), npy.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Shape())
	// Output:
	// [3 2]
}

func ExampleWriteArchiveFile() {
	dir, remove := temporary()
	defer remove()
	name := filepath.Join(dir, "model.npz")
	err := npy.WriteArchiveFile(name, npy.WriterOptions{Align: 64}, func(w *npy.ArchiveWriter) error {
		for _, key := range []string{"weights", "bias"} {
			a, err := ndarray.New(dtype.Float32, 2, 2)
			if err != nil {
				return err
			}
			if err := w.Add(key, a); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}

	z, err := npy.OpenArchiveFile(name, npy.ArchiveOptions{})
	if err != nil {
		log.Fatal(err)
	}
	defer z.Close()
	for _, m := range z.Members() {
		h, err := m.Header()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.Key(), h.DType, h.Shape, m.Size)
	}
	// Output:
	// weights float32 [2 2] 144
	// bias float32 [2 2] 144
}
