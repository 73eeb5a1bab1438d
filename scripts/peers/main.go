// Command peers reads a handful of small .npy files, right and wrong ones, with
// ndtool and with the other Go readers, each reading in a process of its own
// with 4 GiB of address space, and prints what each made of them as a table.
//
//	cd scripts/peers && go run .
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strings"

	sbinet "codeberg.org/sbinet/npyio/npy"
	"github.com/kshedden/gonpy"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/ops"
)

// A sample is a file of the values 0 to 5 under a header, and what a reader
// has to make of it: the values in C order, or "" for a refusal.
type sample struct {
	name, header string
	data         int // bytes of it that are there
	want         string
}

var samples = []sample{
	{"as np.save writes it", "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", 48, "[0 1 2 3 4 5]"},
	{"keys in another order", "{'shape': (2, 3), 'descr': '<f8', 'fortran_order': False}", 48, "[0 1 2 3 4 5]"},
	{"Fortran order, read as rows", "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }", 48, "[0 2 4 1 3 5]"},
	{"a record with } in a name", "{'descr': [('a}', '<f8')], 'fortran_order': False, 'shape': (6,), }", 48, "[0 1 2 3 4 5]"},
	{"negative sizes", "{'descr': '<f8', 'fortran_order': False, 'shape': (-2, -3), }", 48, ""},
	{"8 bytes short", "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", 40, ""},
	{"800 GB declared by 176 bytes", "{'descr': '<f8', 'fortran_order': False, 'shape': (100000000000,), }", 48, ""},
}

func (s sample) bytes() []byte {
	h := s.header
	for (10+len(h)+1)%64 != 0 {
		h += " "
	}
	h += "\n"
	b := append([]byte("\x93NUMPY\x01\x00"), byte(len(h)), byte(len(h)>>8))
	b = append(b, h...)
	for i := range s.data / 8 {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(float64(i)))
	}
	return b
}

var readers = []struct {
	name string
	read func([]byte) ([]float64, error)
}{
	{"ndtool", func(b []byte) ([]float64, error) {
		a, err := npy.Read(bytes.NewReader(b), npy.Options{})
		if err != nil {
			return nil, err
		}
		if fields := a.DType().Fields(); len(fields) == 1 {
			if a, err = a.Field(fields[0].Name); err != nil {
				return nil, err
			}
		}
		if a, err = ops.Cast(nil, a, dtype.Float64, dtype.Safe); err != nil {
			return nil, err
		}
		v, err := ndarray.As[float64](a)
		if err != nil {
			return nil, err
		}
		var s []float64
		for x := range v.Values() {
			s = append(s, x)
		}
		return s, nil
	}},
	{"sbinet/npyio", func(b []byte) ([]float64, error) {
		r, err := sbinet.NewReader(bytes.NewReader(b))
		if err != nil {
			return nil, err
		}
		var s []float64
		err = r.Read(&s)
		return s, err
	}},
	{"kshedden/gonpy", func(b []byte) ([]float64, error) {
		r, err := gonpy.NewReader(bytes.NewReader(b))
		if err != nil {
			return nil, err
		}
		return r.GetFloat64()
	}},
}

func main() {
	if len(os.Args) == 3 {
		one(os.Args[1], os.Args[2])
		return
	}
	fmt.Print("| file |")
	for _, r := range readers {
		fmt.Print(" ", r.name, " |")
	}
	fmt.Print("\n| --- |", strings.Repeat(" --- |", len(readers)), "\n")
	for _, s := range samples {
		fmt.Print("| ", s.name, " |")
		for _, r := range readers {
			fmt.Print(" ", verdict(r.name, s), " |")
		}
		fmt.Println()
	}
}

// one reads one sample with one reader and prints the values.
func one(reader, name string) {
	for _, r := range readers {
		for _, s := range samples {
			if r.name == reader && s.name == name {
				values, err := r.read(s.bytes())
				if err != nil {
					fmt.Println("refused:", err)
					return
				}
				fmt.Println(values)
			}
		}
	}
}

// verdict runs one in a process of its own and judges what it printed.
func verdict(reader string, s sample) string {
	self, err := os.Executable()
	if err != nil {
		return err.Error()
	}
	out, err := exec.Command("sh", "-c", `ulimit -v 4194304; exec "$0" "$1" "$2" 2>/dev/null`, self, reader, s.name).Output()
	text := strings.TrimSpace(string(out))
	refused := strings.HasPrefix(text, "refused:")
	switch {
	case err != nil:
		return "**crashes**"
	case refused && s.want == "":
		return "refused"
	case refused:
		return "cannot read it"
	case text == s.want:
		return "right"
	case strings.Contains(s.header, "'fortran_order': True"):
		return "file order, and a flag"
	}
	return "**wrong values**"
}
