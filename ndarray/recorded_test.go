package ndarray_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// recordedCall is one call that NumPy's or PyTorch's own tests make, with what
// came of it. The calls are not in the repository: the tests that replay them
// run where the folder ../shared is there.
type recordedCall struct {
	Op     string
	Test   string // NumPy's
	Source string // PyTorch's
	Input  json.RawMessage
	Args   []json.RawMessage
	Kw     map[string]json.RawMessage
	Kwargs map[string]json.RawMessage
	Result json.RawMessage
	Error  string
}

// recordedArray is an array of a call: NumPy's calls keep the bytes that it can
// reach, PyTorch's its whole storage. Strides and offsets are in bytes.
type recordedArray struct {
	DType   string
	Shape   []int
	Strides []int
	Offset  int
	Mem     int // arrays of one call with one number share their memory
	Low     int `json:"lo_in_mem"`
	Bytes   []byte
	Storage []byte
	NBytes  int
	Outside bool // the array reaches outside its memory
}

// recordedResult is an array that came out.
type recordedResult struct {
	DType   string
	Shape   []int
	Strides []int
	Shared  *bool  `json:"shares_input"`
	Shares  *bool  `json:"shares"`
	From    int    `json:"offset_from_input_start"`
	Offset  *int   `json:"offset"`
	Data    []byte `json:"data_c"`
	SHA     string `json:"sha256_c"`
	Outside bool
	Scalar  json.RawMessage
}

// recordedCalls reads the named file of calls.
func recordedCalls(t *testing.T, name string) []recordedCall {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "shared", "cases", name))
	if err != nil {
		t.Skip("the folder ../shared is not there")
	}
	defer f.Close()
	var calls []recordedCall
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var c recordedCall
		if json.Unmarshal(lines.Bytes(), &c) == nil { // a few hold NaN, which is no JSON
			calls = append(calls, c)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(calls) < 2000 {
		t.Fatalf("only %d calls can be read", len(calls))
	}
	return calls
}

// arrayOf returns the array that an argument describes, if it is one with
// bytes.
func arrayOf(arg json.RawMessage) (r recordedArray, ok bool) {
	var wrapped struct{ Array, Tensor *recordedArray }
	if !bytes.HasPrefix(bytes.TrimSpace(arg), []byte("{")) || json.Unmarshal(arg, &wrapped) != nil {
		return r, false
	}
	switch {
	case wrapped.Array != nil:
		return *wrapped.Array, true
	case wrapped.Tensor != nil:
		return *wrapped.Tensor, true
	}
	return r, false
}

// make returns the array over a fresh copy of its memory; without bytes over
// zeros, if they are few.
func (r recordedArray) make() (*ndarray.Array, error) {
	dt, err := dtype.Parse(r.DType)
	if err != nil {
		return nil, err
	}
	b := bytes.Clone(r.Bytes)
	if r.Storage != nil {
		b = bytes.Clone(r.Storage)
	} else if b == nil {
		b = make([]byte, r.NBytes)
	}
	return ndarray.FromBytes(b, dt, layout.Layout{Shape: r.Shape, Strides: r.Strides, Offset: r.Offset})
}

// layout returns where the array is in the memory that it may share.
func (r recordedArray) layout() layout.Layout {
	return layout.Layout{Shape: r.Shape, Strides: r.Strides, Offset: r.Low + r.Offset}
}

// ints reads an integer, a list of them, or an array of them.
func ints(arg json.RawMessage) (list []int, ok bool) {
	var one int
	if json.Unmarshal(arg, &one) == nil && !bytes.Equal(arg, []byte("null")) {
		return []int{one}, true
	}
	if bytes.HasPrefix(arg, []byte("[")) && json.Unmarshal(arg, &list) == nil {
		return list, true
	}
	r, ok := arrayOf(arg)
	if !ok {
		return nil, false
	}
	a, err := r.make()
	if err != nil {
		return nil, false
	}
	v, err := ndarray.As[int64](a)
	if err != nil {
		return nil, false
	}
	list = []int{}
	for x := range v.Values() {
		list = append(list, int(x))
	}
	return list, true
}

// allInts reads the arguments as integers: one list, or one each.
func allInts(args []json.RawMessage) (list []int, ok bool) {
	if len(args) == 1 {
		return ints(args[0])
	}
	list = []int{}
	for _, arg := range args {
		one, ok := ints(arg)
		if !ok || len(one) != 1 {
			return nil, false
		}
		list = append(list, one[0])
	}
	return list, true
}
