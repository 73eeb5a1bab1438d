package arrayio

import (
	"bytes"
	"context"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/stage"
)

func init() {
	for _, t := range []any{File{}, Array{}, Failure{}, Result{}, tileItem{}, tileDone{}} {
		beam.RegisterType(reflect.TypeOf(t))
	}
}

// File is the element of the transforms: an input file, the headers of its
// arrays and what is to be done with them.
type File struct {
	Name    string  // path or URL
	Rel     string  // path below the folder that the pattern names: where the result goes below the target
	Size    int64   // bytes
	Archive bool    // an .npz file
	Arrays  []Array // the one of an .npy file, or those of an archive
	Stages  string  // what to do, as stage.Parse reads it
	Data    []byte  // the bytes of a file that no worker can open by its name, else empty
}

// Array is one array of a File: its header and where its data are.
type Array struct {
	Key    string // the archive member's, "" in an .npy file
	Head   []byte // the header as np.save writes it
	Offset int64  // byte of the file, or of the inflated member, where the data start
	End    int64  // byte where they end
}

// Header returns the array's header, with the Offset that the file has. Errors:
// those of npy.ReadHeader.
func (a Array) Header() (npy.Header, error) {
	h, err := npy.ReadHeader(bytes.NewReader(a.Head), npy.Options{})
	h.Offset = a.Offset
	return h, err
}

func arrayOf(key string, h npy.Header) (Array, error) {
	h.Version = [2]uint8{}
	head, err := h.AppendBinary(nil)
	return Array{Key: key, Head: head, Offset: h.Offset, End: h.Offset + h.NumBytes()}, err
}

// InMemory makes an element of an array that is in no file, for pipelines that
// compute arrays: the element carries the bytes. rel names the result below the
// target folder, with its suffix .npy. Errors: those of npy.Write.
func InMemory(rel string, a *ndarray.Array) (File, error) {
	var b bytes.Buffer
	if err := npy.Write(&b, a); err != nil {
		return File{}, err
	}
	f := File{Name: rel, Rel: rel, Data: b.Bytes()}
	err := f.examine(context.Background())
	return f, err
}

// Load reads the array, of any shape, of that key ("" for an .npy file's) and
// runs the element's stages on it, for DoFns that look at the values. The array
// is the caller's own. Errors: npy's of a file that is not whole,
// npy.ErrNoMember, and stage's of a stage that does not fit.
func (f File) Load(ctx context.Context, key string) (*ndarray.Array, error) {
	src, err := open(ctx, f)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	arrays, err := src.arrays()
	if err != nil {
		return nil, err
	}
	for _, a := range arrays {
		if a.key == key {
			return f.result(ctx, a)
		}
	}
	return nil, fmt.Errorf("%s: %w: %q", f.Name, npy.ErrNoMember, key)
}

// result reads an array and runs the stages on it.
func (f File) result(ctx context.Context, a entry) (*ndarray.Array, error) {
	p, err := f.plan(a.header)
	if err != nil {
		return nil, err
	}
	arr, err := a.load()
	if err != nil {
		return nil, err
	}
	return p.Apply(ctx, arr)
}

// plan plans the stages for an array of that header.
func (f File) plan(h npy.Header) (stage.Plan, error) {
	pipeline, err := stage.Parse(f.Stages)
	if err != nil {
		return stage.Plan{}, err
	}
	l, err := h.Layout()
	if err != nil {
		return stage.Plan{}, err
	}
	return pipeline.Plan(stage.Form{DType: h.DType, Layout: l, Storage: int(h.NumBytes())})
}

// Result is an output that is whole.
type Result struct {
	File   string // the input
	Output string // path or URL
	Copied bool   // bytes of the data were moved; otherwise the header alone is new
	Read   int64  // bytes of the input
	Bytes  int64  // bytes of the output
}

// Failure is an input that has no output.
type Failure struct {
	File  string `json:"file"`  // the input
	Error string `json:"error"` // what is wrong and what was expected, on one line
}

// String is the failure as ndtool tells it.
func (f Failure) String() string { return f.File + ": " + f.Error }
