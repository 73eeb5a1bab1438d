package npy_test

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/npy"
)

// numbered returns int32 values 0, 1, 2, … of a shape.
func numbered(shape ...int) *ndarray.Array {
	n, err := layout.Size(shape)
	if err != nil {
		log.Fatal(err)
	}
	s := make([]int32, n)
	for i := range s {
		s[i] = int32(i)
	}
	a, err := ndarray.FromSlice(s, shape...)
	if err != nil {
		log.Fatal(err)
	}
	return a
}

// What a file holds, without its data: 128 bytes are read.
func ExampleReadHeader() {
	var file bytes.Buffer
	if err := npy.Write(&file, numbered(2, 3)); err != nil {
		log.Fatal(err)
	}
	h, err := npy.ReadHeader(&file, npy.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(h.DType, h.Shape, h.FortranOrder, h.NumBytes(), "bytes at", h.Offset)

	_, err = npy.ReadHeader(bytes.NewReader([]byte("GIF89a")), npy.Options{})
	fmt.Println(errors.Is(err, npy.ErrMagic))
	// Output:
	// int32 [2 3] false 24 bytes at 128
	// true
}

// A column of a file: nothing else of it is read.
func ExampleReadFileSlice() {
	dir, remove := temporary()
	defer remove()
	name := filepath.Join(dir, "a.npy")
	if err := npy.WriteFile(name, numbered(3, 4)); err != nil {
		log.Fatal(err)
	}
	column, err := npy.ReadFileSlice(name, npy.Options{}, layout.All, layout.Int(1))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ndarray.Format(column, ndarray.FormatOptions{}))
	// Output: [1 5 9]
}

// An output of known shape is an array before it is filled: its pages are the
// file's.
func ExampleCreate() {
	dir, remove := temporary()
	defer remove()
	name := filepath.Join(dir, "out.npy")
	f, err := npy.Create(name, npy.Header{DType: dtype.Int32, Shape: []int{4, 3}})
	if err != nil {
		log.Fatal(err)
	}
	if err := ndarray.Copy(f.Array(), numbered(3, 4).Transpose()); err != nil {
		log.Fatal(err)
	}
	if err := f.Close(); err != nil {
		log.Fatal(err)
	}
	a, err := npy.ReadFile(name, npy.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Shape(), ndarray.Format(a, ndarray.FormatOptions{}))
	// Output:
	// [4 3] [[ 0  4  8]
	//  [ 1  5  9]
	//  [ 2  6 10]
	//  [ 3  7 11]]
}

// archived writes an archive of two arrays into memory.
func archived() []byte {
	var b bytes.Buffer
	w, err := npy.NewArchiveWriter(&b, npy.WriterOptions{Compress: true})
	if err != nil {
		log.Fatal(err)
	}
	for _, k := range []npy.Keyed{{Key: "x", Array: numbered(3, 4)}, {Key: "y", Array: numbered(2)}} {
		if err := w.Add(k.Key, k.Array); err != nil {
			log.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	return b.Bytes()
}

// A member is found as np.load finds it, and read in part or whole.
func ExampleArchive_Lookup() {
	b := archived()
	z, err := npy.OpenArchive(bytes.NewReader(b), int64(len(b)), npy.ArchiveOptions{})
	if err != nil {
		log.Fatal(err)
	}
	x, err := z.Lookup("x")
	if err != nil {
		log.Fatal(err)
	}
	row, err := x.Slice(layout.Int(1))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ndarray.Format(row, ndarray.FormatOptions{}))
	_, err = z.Lookup("z")
	fmt.Println(err)
	// Output:
	// [4 5 6 7]
	// no member "z" in the archive
}

// An array is added and one is renamed; the others are copied as they are, not
// compressed again.
func ExampleArchive_Rewrite() {
	b := archived()
	z, err := npy.OpenArchive(bytes.NewReader(b), int64(len(b)), npy.ArchiveOptions{})
	if err != nil {
		log.Fatal(err)
	}
	var out bytes.Buffer
	w, err := npy.NewArchiveWriter(&out, npy.WriterOptions{})
	if err != nil {
		log.Fatal(err)
	}
	err = z.Rewrite(w, npy.Changes{
		Rename: map[string]string{"y": "labels"},
		Set:    []npy.Keyed{{Key: "z", Array: numbered(1)}},
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	z, err = npy.OpenArchive(bytes.NewReader(out.Bytes()), int64(out.Len()), npy.ArchiveOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range z.Members() {
		fmt.Println(m.Name)
	}
	// Output:
	// x.npy
	// labels.npy
	// z.npy
}

// Every array of an archive is transposed; each stays stored or compressed.
func ExampleArchive_Replace() {
	b := archived()
	z, err := npy.OpenArchive(bytes.NewReader(b), int64(len(b)), npy.ArchiveOptions{})
	if err != nil {
		log.Fatal(err)
	}
	var out bytes.Buffer
	w, err := npy.NewArchiveWriter(&out, npy.WriterOptions{})
	if err != nil {
		log.Fatal(err)
	}
	err = z.Replace(w, func(m *npy.Member) (*ndarray.Array, error) {
		a, err := m.Read()
		if errors.Is(err, npy.ErrNotArray) {
			return nil, nil // stays as it is
		}
		if err != nil {
			return nil, err
		}
		return a.Transpose(), nil
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	z, err = npy.OpenArchive(bytes.NewReader(out.Bytes()), int64(out.Len()), npy.ArchiveOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range z.Members() {
		h, err := m.Header()
		fmt.Println(m.Key(), h.Shape, "stored:", m.Stored(), err)
	}
	// Output:
	// x [4 3] stored: false <nil>
	// y [2] stored: false <nil>
}

// A file that was cut short keeps its whole rows.
func ExampleRecoverFile() {
	dir, remove := temporary()
	defer remove()
	name := filepath.Join(dir, "cut.npy")
	if err := npy.WriteFile(name, numbered(3, 4)); err != nil {
		log.Fatal(err)
	}
	if err := os.Truncate(name, 128+2*16+5); err != nil {
		log.Fatal(err)
	}
	_, err := npy.ReadFile(name, npy.Options{})
	fmt.Println(errors.Is(err, npy.ErrTruncated))

	h, err := npy.RecoverFile(name, npy.EditOptions{})
	fmt.Println(h.Shape, err)
	// Output:
	// true
	// [2 4] <nil>
}

// The header first, then the data into a buffer that serves for one file after
// the other.
func ExampleReadData() {
	var file bytes.Buffer
	if err := npy.Write(&file, numbered(2, 3)); err != nil {
		log.Fatal(err)
	}
	h, err := npy.ReadHeader(&file, npy.Options{})
	if err != nil {
		log.Fatal(err)
	}
	buffer := make([]byte, 1<<10)
	if h.NumBytes() > int64(len(buffer)) {
		log.Fatal("too large")
	}
	a, err := npy.ReadData(&file, h, npy.Options{Buffer: buffer})
	if err != nil {
		log.Fatal(err)
	}
	data, _ := a.Bytes()
	fmt.Println(a.Shape(), &data[0] == &buffer[0])
	// Output: [2 3] true
}

// A part of whatever can be read at a position: a file on a web server, a member
// of an archive, memory.
func ExampleReadSlice() {
	var file bytes.Buffer
	if err := npy.Write(&file, numbered(3, 4)); err != nil {
		log.Fatal(err)
	}
	r := bytes.NewReader(file.Bytes())
	last, err := npy.ReadSlice(r, r.Size(), npy.Options{}, layout.Int(-1), layout.All.By(-1))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ndarray.Format(last, ndarray.FormatOptions{}))
	// Output: [11 10  9  8]
}

// Raw elements, in C order whatever the layout.
func ExampleWriteData() {
	var raw bytes.Buffer
	if err := npy.WriteData(&raw, numbered(2, 2).Transpose()); err != nil {
		log.Fatal(err)
	}
	fmt.Println(raw.Len(), "bytes")
	// Output: 16 bytes
}

// A member read into memory that the caller has.
func ExampleMember_ReadInto() {
	b := archived()
	z, err := npy.OpenArchive(bytes.NewReader(b), int64(len(b)), npy.ArchiveOptions{})
	if err != nil {
		log.Fatal(err)
	}
	m, err := z.Lookup("y")
	if err != nil {
		log.Fatal(err)
	}
	a, err := m.ReadInto(make([]byte, 8))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ndarray.Format(a, ndarray.FormatOptions{}))
	_, err = m.ReadInto(make([]byte, 7))
	fmt.Println(errors.Is(err, npy.ErrTooLarge))
	// Output:
	// [0 1]
	// true
}
