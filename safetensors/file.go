package safetensors

import (
	"errors"
	"io"
	"maps"
	"math"
	"os"
	"sync"

	"github.com/ndtool/ndtool/internal/mapping"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

// File is an open safetensors file. Its methods may be called from several
// goroutines at once.
type File struct {
	name     string
	r        io.ReaderAt
	size     int64
	owned    bool // Close closes r
	tensors  []*Tensor
	byName   map[string]*Tensor
	metadata map[string]string

	mu      sync.Mutex
	mapped  []byte
	storage *ndarray.Storage // over mapped
	closed  bool
}

// Tensor is one array of a file: its place, not its bytes. Treat it as
// read-only.
type Tensor struct {
	Name   string     // the key in the header
	Format string     // the format's name of the dtype: "BF16"
	DType  dtype.Type // least significant byte first; the zero Type for F4, F6_*, F8_E8M0 and F8_*FNUZ, which arrays here do not have
	Shape  []int      // elements along each axis
	Offset int64      // bytes from the start of the file
	Size   int64      // bytes

	file *File
}

// New reads the header of a safetensors file of size bytes. If r is an
// *os.File its tensors can be mapped too; it stays the caller's to close.
//
// The error is an *Error, of kind ErrFormat for what is no safetensors file and
// ErrTruncated for one that was cut short.
func New(r io.ReaderAt, size int64) (*File, error) {
	f := &File{r: r, size: size}
	if err := f.read(); err != nil {
		return nil, err
	}
	return f, nil
}

// Open is New for the file name. Close it when done. Errors are those of New
// and, as they are, the system's.
func Open(name string) (*File, error) {
	o, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := o.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fail(ErrFormat, -1, "not a regular file")
	}
	f := &File{name: name, r: o, owned: true}
	if err == nil {
		f.size = info.Size()
		err = f.read()
	}
	if err != nil {
		o.Close()
		return nil, within(err, name, "")
	}
	return f, nil
}

func (f *File) read() error {
	var err error
	if f.tensors, f.metadata, err = readHeader(f.r, f.size); err != nil {
		return err
	}
	f.byName = make(map[string]*Tensor, len(f.tensors))
	for _, t := range f.tensors {
		t.file = f
		f.byName[t.Name] = t
	}
	return nil
}

// Tensors returns the tensors in the order of their bytes in the file. The
// slice is the file's own.
func (f *File) Tensors() []*Tensor { return f.tensors }

// Lookup returns the tensor of a name. It fails with ErrNoTensor.
func (f *File) Lookup(name string) (*Tensor, error) {
	if t, ok := f.byName[name]; ok {
		return t, nil
	}
	return nil, within(fail(ErrNoTensor, -1, "no tensor %.60q in the file", name), f.name, "")
}

// Metadata returns a copy of the texts under __metadata__, nil if there are
// none.
func (f *File) Metadata() map[string]string { return maps.Clone(f.metadata) }

// Close ends the mapping that Map made, after the operations on its arrays that
// are under way, and closes the file that Open opened. A second Close does
// nothing.
func (f *File) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return nil
	}
	f.closed = true
	var err error
	if f.storage != nil {
		f.storage.Close()
	}
	if f.mapped != nil {
		err = mapping.Unmap(f.mapped)
		f.mapped = nil
	}
	if f.owned {
		err = errors.Join(err, f.r.(io.Closer).Close())
	}
	return err
}

// Bytes returns a reader of the tensor's bytes: its elements in C order, least
// significant byte first.
func (t *Tensor) Bytes() *io.SectionReader { return io.NewSectionReader(t.file.r, t.Offset, t.Size) }

// Read reads the tensor into fresh memory aligned to 64 bytes. It fails with
// ErrDType for an element type that arrays here do not have, with
// ndarray.ErrMemory where the system has no room for it, and with ErrTruncated
// if the file has become shorter.
func (t *Tensor) Read() (*ndarray.Array, error) {
	if _, err := t.layout(); err != nil {
		return nil, within(err, t.file.name, t.Name)
	}
	a, err := ndarray.New(t.DType, t.Shape...)
	if err != nil {
		return nil, within(&Error{Offset: -1, Reason: err.Error(), Err: err}, t.file.name, t.Name)
	}
	b, _ := a.Bytes()
	if n, err := t.file.r.ReadAt(b, t.Offset); n < len(b) {
		return nil, within(unreadable(err, t.Offset+int64(n)), t.file.name, t.Name)
	}
	return a, nil
}

// Map returns the tensor over mapped bytes of the file, read-only: nothing is
// read or copied, and all tensors of the file share one storage. The array and
// its views are valid until the file is closed; their use after it is an error
// of kind ndarray.ErrClosed. Where the bytes in the file are not aligned to
// the item size they are read bytewise.
//
// If another program cuts the file short while it is mapped, touching what is
// gone is a fault that ends this program: use Read where that can happen. Map
// fails as Read does, with ErrClosed, and if the file is no *os.File.
func (t *Tensor) Map() (*ndarray.Array, error) {
	l, err := t.layout()
	if err == nil {
		l.Offset = int(t.Offset)
		var s *ndarray.Storage
		if s, err = t.file.mapAll(); err == nil {
			return ndarray.FromStorage(s, t.DType, l)
		}
	}
	return nil, within(err, t.file.name, t.Name)
}

// layout returns the packed layout of a tensor that can be an array.
func (t *Tensor) layout() (layout.Layout, error) {
	if !t.DType.Valid() {
		return layout.Layout{}, fail(ErrDType, -1, "elements of %s have no dtype here", t.Format)
	}
	l, err := layout.New(t.DType.ItemSize(), layout.C, t.Shape...)
	if err != nil {
		return l, &Error{Offset: -1, Reason: err.Error(), Err: err}
	}
	return l, nil
}

// mapAll maps the file, once.
func (f *File) mapAll() (*ndarray.Storage, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return nil, fail(ErrClosed, -1, "the file is closed")
	}
	if f.storage != nil {
		return f.storage, nil
	}
	o, ok := f.r.(*os.File)
	if !ok {
		return nil, fail(errors.ErrUnsupported, -1, "cannot be mapped: not a file")
	}
	if f.size > math.MaxInt {
		return nil, fail(ErrTooLarge, -1, "%d bytes to map, the address space has %d", f.size, math.MaxInt)
	}
	b, err := mapping.Map(o, 0, int(f.size), mapping.ReadOnly)
	if err != nil {
		return nil, &Error{Offset: -1, Reason: "mapping failed: " + err.Error(), Err: err}
	}
	f.mapped = b
	f.storage = ndarray.NewStorage(b, ndarray.StorageOptions{ReadOnly: true, Owner: f})
	return f.storage, nil
}
