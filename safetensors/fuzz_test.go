package safetensors_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/safetensors"
)

// FuzzHeader reads headers of any text over a few bytes of data: they fail with
// an *Error, or what they describe lies within the file and is written and
// read back the same.
func FuzzHeader(f *testing.F) {
	for _, header := range []string{
		`{}`, `{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}`,
		`{"__metadata__":{"a":"b"},"":{"dtype":"F16","shape":[1,2,0],"data_offsets":[0,0]}}  `,
		`{"b":{"dtype":"BF16","shape":[],"data_offsets":[2,4]},"a":{"x":[{}],"dtype":"F8_E4M3","shape":[2,1],"data_offsets":[0,2]}}`,
		`{"\ud800":{"dtype":"F4","shape":[2],"data_offsets":[0,1]}}`,
	} {
		f.Add([]byte(header), []byte("1234"))
	}
	f.Fuzz(func(t *testing.T, header, data []byte) {
		file := build(string(header), string(data))
		s, err := safetensors.New(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			var e *safetensors.Error
			if !errors.As(err, &e) || e.Err == nil || e.Offset > int64(len(file)) {
				t.Fatalf("error %#v", err)
			}
			return
		}
		arrays := make(map[string]*ndarray.Array)
		total := int64(0)
		for _, tensor := range s.Tensors() {
			total += tensor.Size
			a, err := tensor.Read()
			switch {
			case errors.Is(err, safetensors.ErrDType) || errors.Is(err, layout.ErrRank):
				continue
			case err != nil:
				t.Fatal(err)
			}
			arrays[tensor.Name] = a
		}
		if total != int64(len(data)) {
			t.Fatalf("%d bytes of tensors in %d bytes of data", total, len(data))
		}
		var b bytes.Buffer
		if err := safetensors.Write(&b, arrays, s.Metadata()); err != nil {
			t.Fatal(err)
		}
		again, err := safetensors.New(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil {
			t.Fatal(err)
		}
		for name, a := range arrays {
			tensor, err := again.Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			got, err := tensor.Read()
			if err != nil {
				t.Fatal(err)
			}
			if contentOf(t, a).Bytes != contentOf(t, got).Bytes {
				t.Fatalf("%q is not the same when read back", name)
			}
		}
	})
}
