// Command mkfiles makes inputs for the scripts beside it:
//
//	mkfiles DIR N MEBIBYTES
//
// writes N small .npy files below DIR, one in a hundred of them broken, and, for
// more than 0 MEBIBYTES, large.npy of that size in Fortran order.
package main

import (
	"bufio"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/npy"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 {
		log.Fatal("usage: mkfiles DIR N MEBIBYTES")
	}
	n, err1 := strconv.Atoi(os.Args[2])
	mib, err2 := strconv.Atoi(os.Args[3])
	if err1 != nil || err2 != nil {
		log.Fatal("usage: mkfiles DIR N MEBIBYTES")
	}
	r := rand.New(rand.NewPCG(1, 1))
	dir := os.Args[1]
	types := []dtype.Type{dtype.Int8, dtype.Int16, dtype.Float32, dtype.Float64, dtype.Complex128}
	for i := range n {
		h := npy.Header{DType: types[i%len(types)], FortranOrder: i%3 == 0, Shape: []int{1 + r.IntN(20), 1 + r.IntN(20)}}
		cut := int64(0)
		if i%100 == 7 {
			cut = h.NumBytes()/2 + 1
		}
		write(filepath.Join(dir, strconv.Itoa(i%10), fmt.Sprintf("%05d.npy", i)), h, cut, r)
	}
	if mib > 0 {
		rows := 1021
		h := npy.Header{DType: dtype.Float64, FortranOrder: true, Shape: []int{rows, mib << 20 / 8 / rows}}
		write(filepath.Join(dir, "large.npy"), h, 0, r)
	}
}

// write makes a file whose data end cut bytes too early.
func write(name string, h npy.Header, cut int64, r *rand.Rand) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		log.Fatal(err)
	}
	f, err := os.Create(name)
	if err != nil {
		log.Fatal(err)
	}
	head, err := h.AppendBinary(nil)
	if err != nil {
		log.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	w.Write(head)
	for range h.NumBytes() - cut {
		w.WriteByte(byte(r.Uint32()))
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
	if err := f.Close(); err != nil {
		log.Fatal(err)
	}
}
