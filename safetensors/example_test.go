package safetensors_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/safetensors"
)

func ExampleOpen() {
	f, err := safetensors.Open("testdata/all.safetensors")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	t, err := f.Lookup("bfloat16.weight")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(t.Format, t.Shape)
	a, err := t.Map() // no byte is read before it is needed
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ndarray.Format(a, ndarray.FormatOptions{}))
	// Output:
	// BF16 [3 2]
	// [[0 -1.5]
	//  [448 0.0625]
	//  [nan 3]]
}

func ExampleWrite() {
	a, err := ndarray.FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3)
	if err != nil {
		log.Fatal(err)
	}
	var b bytes.Buffer
	// a transposed view is packed
	if err := safetensors.Write(&b, map[string]*ndarray.Array{"w": a.Transpose()}, map[string]string{"format": "pt"}); err != nil {
		log.Fatal(err)
	}
	f, err := safetensors.New(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		log.Fatal(err)
	}
	for _, t := range f.Tensors() {
		fmt.Println(t.Name, t.Format, t.Shape, t.Size, "bytes at", t.Offset)
	}
	// Output:
	// w F32 [3 2] 24 bytes at 96
}

// Tensors that are fetched one by one, so that the file can be larger than
// memory.
func ExampleWriteSources() {
	var list []safetensors.Source
	for _, name := range []string{"layer.0", "layer.1"} {
		list = append(list, safetensors.Source{
			Name: name, DType: dtype.BFloat16, Shape: []int{2, 2},
			Load: func() (*ndarray.Array, func() error, error) {
				a, err := ndarray.New(dtype.BFloat16, 2, 2) // read or computed when its turn comes
				return a, nil, err
			},
		})
	}
	var b bytes.Buffer
	err := safetensors.WriteSources(&b, list, nil)
	fmt.Println(b.Len(), "bytes", err)
	// Output: 152 bytes <nil>
}

// A tensor is read into memory of its own, or mapped.
func ExampleTensor_Read() {
	f, err := safetensors.Open("testdata/all.safetensors")
	if err != nil {
		log.Fatal(err)
	}
	t, err := f.Lookup("bfloat16.weight")
	if err != nil {
		log.Fatal(err)
	}
	a, err := t.Read()
	if err != nil {
		log.Fatal(err)
	}
	f.Close() // the array stays
	fmt.Println(a.DType(), a.Shape())
	// Output: bfloat16 [3 2]
}
